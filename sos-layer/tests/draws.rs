//! What vertex stages read of their draws, on devices that cannot say it: compared with what the draws are.

mod common;

use ash::vk;
use common::draws::{compiled, own, source, Graphics};
use common::scene::{all, direct, indexed, on_each, Scene, DIRECT, INDEXED};
use common::{open, With};

#[test]
fn direct_draws() {
    on_each(|name, scene| {
        let seen = scene.graphics.run(|graphics, commands| {
            scene.bind(commands, 1);
            for [vertices, instances, first, instance] in DIRECT {
                // The second time with the same values.
                for _ in 0..2 {
                    // SAFETY: in a render pass.
                    unsafe {
                        let device = &graphics.device;
                        device.cmd_draw(commands, vertices, instances, first, instance);
                    }
                }
            }
            graphics.mark(commands, 2);
            for [indices, instances, first, offset, instance] in INDEXED {
                let [indices, instances, first] = [indices, instances, first].map(|it| it as u32);
                // SAFETY: in a render pass.
                unsafe {
                    let device = &graphics.device;
                    device.cmd_draw_indexed(
                        commands,
                        indices,
                        instances,
                        first,
                        offset,
                        instance as u32,
                    );
                }
            }
        });
        let expected = DIRECT.map(|one| direct(1, 0, one)).into_iter();
        let expected = expected.chain(INDEXED.map(|one| indexed(2, 0, one)));
        assert_eq!(seen, all(expected), "{name}");
    });
}

#[test]
fn indirect_draws() {
    on_each(|name, scene| {
        let seen = scene.graphics.run(|graphics, commands| {
            scene.bind(commands, 1);
            // SAFETY: in a render pass.
            unsafe {
                let device = &graphics.device;
                device.cmd_draw_indirect(commands, scene.direct, 40, 1, 0);
                graphics.mark(commands, 2);
                device.cmd_draw_indirect(commands, scene.direct, 20, 4, 20);
                graphics.mark(commands, 3);
                device.cmd_draw_indexed_indirect(commands, scene.indexed, 0, 1, 32);
                graphics.mark(commands, 4);
                device.cmd_draw_indexed_indirect(commands, scene.indexed, 0, 3, 32);
                graphics.mark(commands, 5);
                device.cmd_draw_indirect(commands, scene.direct, 0, 0, 20);
            }
        });
        let numbered = |mark| move |(at, one)| direct(mark, at as i32, one);
        let expected = [direct(1, 0, DIRECT[1]), indexed(3, 0, INDEXED[0])].into_iter();
        let expected = expected.chain(DIRECT.into_iter().enumerate().map(numbered(2)));
        let several = INDEXED.into_iter().enumerate();
        let expected = expected.chain(several.map(|(at, one)| indexed(4, at as i32, one)));
        assert_eq!(seen, all(expected), "{name}");
    });
}

#[test]
fn several_draws_of_one_command() {
    on_each(|name, scene| {
        if !scene.graphics.has(vk::EXT_MULTI_DRAW_NAME) {
            return;
        }
        let functions =
            ash::ext::multi_draw::Device::new(&scene.graphics.instance, &scene.graphics.device);
        let functions = functions.fp();
        let offset = -1;
        let draws: Vec<_> = DIRECT
            .iter()
            .map(|one| vk::MultiDrawInfoEXT {
                first_vertex: one[2],
                vertex_count: one[0],
            })
            .collect();
        let several: Vec<_> = INDEXED
            .iter()
            .map(|one| vk::MultiDrawIndexedInfoEXT {
                first_index: one[2] as u32,
                index_count: one[0] as u32,
                vertex_offset: one[3],
            })
            .collect();
        let seen = scene.graphics.run(|graphics, commands| {
            scene.bind(commands, 1);
            // SAFETY: in a render pass.
            unsafe {
                let stride = size_of::<[u32; 2]>() as u32;
                (functions.cmd_draw_multi_ext)(commands, 4, draws.as_ptr(), 2, 3, stride);
                graphics.mark(commands, 2);
                let stride = size_of::<[u32; 3]>() as u32;
                let draw = functions.cmd_draw_multi_indexed_ext;
                draw(
                    commands,
                    3,
                    several.as_ptr(),
                    1,
                    6,
                    stride,
                    std::ptr::null(),
                );
                graphics.mark(commands, 3);
                draw(commands, 3, several.as_ptr(), 1, 6, stride, &offset);
            }
        });
        let expected = DIRECT.into_iter().enumerate();
        let expected = expected.map(|(at, one)| direct(1, at as i32, [one[0], 2, one[2], 3]));
        let with_offset = |mark: i32, offset: Option<i32>| {
            let all = INDEXED.into_iter().enumerate();
            all.map(move |(at, one)| {
                let one = [one[0], 1, one[2], offset.unwrap_or(one[3]), 6];
                indexed(mark, at as i32, one)
            })
        };
        let expected = expected
            .chain(with_offset(2, None))
            .chain(with_offset(3, Some(offset)));
        assert_eq!(seen, all(expected), "{name}");
    });
}

/// Another pipeline reads what the program has bound at the number of the hidden binding, before and after.
#[test]
fn what_the_program_binds_comes_back() {
    on_each(|name, scene| {
        let [with, without] = scene.pipelines;
        let seen = scene.graphics.run(|graphics, commands| {
            // SAFETY: in a render pass.
            unsafe {
                let device = &graphics.device;
                scene.bind(commands, 1);
                device.cmd_bind_vertex_buffers(commands, scene.top, &[scene.instances], &[4]);
                for round in 0..3 {
                    graphics.bind(commands, without, 10 + round);
                    device.cmd_draw(commands, 1, 1, 3, 5);
                    graphics.bind(commands, with, 20 + round);
                    device.cmd_draw(commands, 2, 1, 6 + round as u32, 8);
                    device.cmd_draw_indirect(commands, scene.direct, 40, 1, 0);
                    if round == 1 {
                        // Before and behind a draw with the same parameters.
                        device.cmd_draw(commands, 2, 1, 40, 8);
                        graphics.mark(commands, 30);
                        let buffers = [scene.instances];
                        device.cmd_bind_vertex_buffers(commands, scene.top, &buffers, &[8]);
                        device.cmd_draw(commands, 2, 1, 40, 8);
                    }
                }
            }
        });
        let mut expected = Vec::new();
        for round in 0..3 {
            let shift = [1, 1, 2][round as usize];
            expected.push(vec![[10 + round, 0, 0, 0, 3, 5, own(5 + shift)]]);
            expected.push(direct(20 + round, 0, [2, 1, 6 + round as u32, 8]));
            expected.push(direct(20 + round, 0, DIRECT[1]));
        }
        expected.push(direct(21, 0, [2, 1, 40, 8]));
        expected.push(direct(30, 0, [2, 1, 40, 8]));
        assert_eq!(seen, all(expected), "{name}");
    });
}

#[test]
fn secondary_command_buffers_and_several_submissions() {
    on_each(|name, scene| {
        let graphics = &scene.graphics;
        let device = &graphics.device;
        let secondary = graphics.commands(vk::CommandBufferLevel::SECONDARY);
        let inherited = vk::CommandBufferInheritanceInfo::default().render_pass(graphics.pass);
        let info = vk::CommandBufferBeginInfo::default()
            .flags(
                vk::CommandBufferUsageFlags::RENDER_PASS_CONTINUE
                    | vk::CommandBufferUsageFlags::SIMULTANEOUS_USE,
            )
            .inheritance_info(&inherited);
        let primary = graphics.commands(vk::CommandBufferLevel::PRIMARY);
        // SAFETY: valid infos, and what is begun is ended.
        unsafe {
            device
                .begin_command_buffer(secondary, &info)
                .expect("begun");
            scene.bind(secondary, 1);
            device.cmd_draw(secondary, 3, 1, 21, 2);
            device.cmd_draw_indirect(secondary, scene.direct, 40, 2, 20);
            device.end_command_buffer(secondary).expect("recorded");
            graphics.begin(primary);
            for mark in [2, 3] {
                graphics.begin_pass(primary, vk::SubpassContents::SECONDARY_COMMAND_BUFFERS);
                device.cmd_execute_commands(primary, &[secondary, secondary]);
                device.cmd_end_render_pass(primary);
                graphics.begin_pass(primary, vk::SubpassContents::INLINE);
                scene.bind(primary, mark);
                device.cmd_draw(primary, 3, 1, 21, 2);
                device.cmd_end_render_pass(primary);
            }
            device.end_command_buffer(primary).expect("recorded");
        }
        let expected = all([
            direct(1, 0, [3, 1, 21, 2]),
            direct(1, 0, DIRECT[1]),
            direct(1, 1, DIRECT[2]),
            direct(2, 0, [3, 1, 21, 2]),
            direct(3, 0, [3, 1, 21, 2]),
        ]);
        let (once, count) = graphics.submit(primary, 1);
        assert_eq!(once, expected, "{name}");
        let (thrice, more) = graphics.submit(primary, 3);
        assert_eq!((thrice, more), (expected, 3 * count), "{name}");
    });
}

/// A command buffer that is recorded anew has the values of its last recording, and there is no more memory than the largest of them takes.
#[test]
fn command_buffers_are_used_again() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let log = folder.path().join("log");
    let Some(with) = compiled(&source(Some(2), true)) else {
        return;
    };
    let without = compiled(&source(Some(2), false)).expect("a module");
    let settings = [
        (c"without", "shaderDrawParameters"),
        (c"log_level", "verbose"),
        (c"log", log.to_str().expect("a path")),
    ];
    let how = With {
        settings: &settings,
        ..With::default()
    };
    let Some(driver) = open("lavapipe", &how) else {
        return;
    };
    let scene = Scene::new(Graphics::new(&driver), [&with, &without]);
    let graphics = &scene.graphics;
    let device = &graphics.device;
    let mut commands = graphics.commands(vk::CommandBufferLevel::PRIMARY);
    for round in 0..200 {
        graphics.begin(commands);
        graphics.begin_pass(commands, vk::SubpassContents::INLINE);
        scene.bind(commands, round);
        // More draws than a piece of memory has room for.
        for at in 0..600 {
            // SAFETY: in a render pass.
            unsafe { device.cmd_draw(commands, 1, 1, at, (round as u32 + at) % 50) };
        }
        // SAFETY: what was begun is ended.
        unsafe {
            device.cmd_end_render_pass(commands);
            device.end_command_buffer(commands).expect("recorded");
        }
        let expected = (0..600).map(|at| direct(round, 0, [1, 1, at, (round as u32 + at) % 50]));
        assert_eq!(graphics.submit(commands, 1).0, all(expected));
        // SAFETY: it is not in use.
        unsafe {
            match round % 4 {
                0 => device.reset_command_pool(graphics.pool, Default::default()),
                1 => device.reset_command_buffer(commands, Default::default()),
                2 => {
                    device.free_command_buffers(graphics.pool, &[commands]);
                    commands = graphics.commands(vk::CommandBufferLevel::PRIMARY);
                    Ok(())
                }
                _ => Ok(()),
            }
            .expect("reset");
        }
    }
    drop(scene);
    let text = std::fs::read_to_string(&log).expect("a log");
    let line = text
        .lines()
        .find(|line| line.contains("parameters of direct draws"));
    assert!(
        line.expect("it is said").ends_with("took 256 KiB"),
        "{line:?}"
    );
}

/// Threads record side by side, each from a pool of its own.
#[test]
fn threads_record_side_by_side() {
    on_each(|name, scene| {
        let (scene, graphics) = (&*scene, &scene.graphics);
        let device = &graphics.device;
        let record = |thread: u32| {
            let info = vk::CommandPoolCreateInfo::default();
            let level = vk::CommandBufferLevel::PRIMARY;
            // SAFETY: valid infos; only this thread uses the pool.
            unsafe {
                let pool = device.create_command_pool(&info, None).expect("a pool");
                let mut commands = vk::CommandBuffer::null();
                for round in 0..50 {
                    device
                        .reset_command_pool(pool, Default::default())
                        .expect("reset");
                    commands = graphics.commands_of(pool, level);
                    graphics.begin(commands);
                    graphics.begin_pass(commands, vk::SubpassContents::INLINE);
                    scene.bind(commands, thread as i32);
                    for at in 0..20 {
                        device.cmd_draw(commands, 1, 1, at + round, thread);
                    }
                    device.cmd_draw_indirect(commands, scene.direct, 20, 4, 20);
                    device.cmd_end_render_pass(commands);
                    device.end_command_buffer(commands).expect("recorded");
                }
                (pool, commands)
            }
        };
        let record = &record;
        let made: Vec<_> = std::thread::scope(|scope| {
            let threads = (0..8).map(|thread| scope.spawn(move || record(thread)));
            let threads: Vec<_> = threads.collect();
            let joined = threads.into_iter().map(|thread| thread.join());
            joined.map(|made| made.expect("no panic")).collect()
        });
        for (thread, (pool, commands)) in (0..).zip(made) {
            let expected = (49..69).map(|at| direct(thread as i32, 0, [1, 1, at, thread]));
            let several = DIRECT.into_iter().enumerate();
            let several = several.map(|(at, one)| direct(thread as i32, at as i32, one));
            let seen = graphics.submit(commands, 1).0;
            assert_eq!(seen, all(expected.chain(several)), "{name} {thread}");
            // SAFETY: it is not in use.
            unsafe { device.destroy_command_pool(pool, None) };
        }
    });
}
