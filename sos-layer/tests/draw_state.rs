//! The same with libraries and dynamic state, unsigned types, and below and above the validation layer.

mod common;

use ash::vk;
use common::draws::{compiled, own, source, ways, Graphics, Made, Record, HIDDEN};
use common::scene::{all, direct, indexed, on_each, Scene, DIRECT, INDEXED};
use common::{heard, open, With};

type Usage = vk::BufferUsageFlags;

/// The stage and its vertex input may be created apart.
#[test]
fn linked_pipelines() {
    let Some(words) = compiled(&source(Some(2), true)) else {
        return;
    };
    on_each(|name, scene| {
        if !scene.graphics.has(vk::EXT_GRAPHICS_PIPELINE_LIBRARY_NAME) {
            return;
        }
        let made = Made {
            words: &words,
            own: Some([2, 0]),
            dynamic: &[],
            linked: true,
        };
        let linked = scene.graphics.pipeline(&made).expect("a pipeline");
        let seen = scene.graphics.run(|graphics, commands| {
            scene.bind(commands, 0);
            graphics.bind(commands, linked, 1);
            // SAFETY: in a render pass.
            unsafe {
                let device = &graphics.device;
                device.cmd_draw(commands, 2, 2, 6, 8);
                device.cmd_draw_indexed_indirect(commands, scene.indexed, 0, 3, 32);
            }
        });
        let several = INDEXED.into_iter().enumerate();
        let several = several.map(|(at, one)| indexed(1, at as i32, one));
        let expected = several.chain([direct(1, 0, [2, 2, 6, 8])]);
        assert_eq!(seen, all(expected), "{name}");
        // A number that libraries share, which the program has itself.
        let attributes = scene.graphics.limits.max_vertex_input_attributes;
        for own in [[2, scene.top], [attributes - 2, 0]] {
            let words = compiled(&source(Some(own[0]), true)).expect("a module");
            let made = Made {
                words: &words,
                own: Some(own),
                ..made.clone()
            };
            let result = scene.graphics.pipeline(&made).map(drop);
            let native = name.ends_with("false");
            assert_eq!(result.is_ok(), native, "{name} {own:?}");
        }
    });
}

#[test]
fn dynamic_vertex_input() {
    let Some(words) = compiled(&source(Some(2), true)) else {
        return;
    };
    on_each(|name, scene| {
        if !scene.graphics.has(vk::EXT_VERTEX_INPUT_DYNAMIC_STATE_NAME) {
            return;
        }
        let graphics = &mut scene.graphics;
        let functions =
            ash::ext::vertex_input_dynamic_state::Device::new(&graphics.instance, &graphics.device);
        let top = scene.top;
        let highest = graphics.limits.max_vertex_input_attributes - 1;
        let dynamic = [vk::DynamicState::VERTEX_INPUT_EXT];
        let mut made = Made {
            words: &words,
            own: None,
            dynamic: &dynamic,
            linked: false,
        };
        let mut pipelines = vec![graphics.pipeline(&made).expect("a pipeline")];
        if graphics.has(vk::EXT_GRAPHICS_PIPELINE_LIBRARY_NAME) {
            made.linked = true;
            pipelines.push(graphics.pipeline(&made).expect("a pipeline"));
        }
        // It reads what the last of the others does not.
        pipelines.reverse();
        let plain = Made {
            words: &compiled(&source(Some(highest), false)).expect("a module"),
            linked: false,
            ..made
        };
        let plain = graphics.pipeline(&plain).expect("a pipeline");
        let count = pipelines.len() as i32;
        let seen = scene.graphics.run(|graphics, commands| {
            scene.bind(commands, 0);
            let device = &graphics.device;
            let bindings = [vk::VertexInputBindingDescription2EXT::default()
                .binding(top)
                .stride(4)
                .input_rate(vk::VertexInputRate::INSTANCE)
                .divisor(1)];
            let lowest = [bindings[0].binding(0)];
            // The program may describe what no stage reads.
            let attributes = [2, highest].map(|location| {
                vk::VertexInputAttributeDescription2EXT::default()
                    .location(location)
                    .binding(top)
                    .format(vk::Format::R32_SINT)
            });
            // SAFETY: in a render pass.
            unsafe {
                device.cmd_bind_vertex_buffers(commands, top, &[scene.instances], &[0]);
                for (mark, &pipeline) in pipelines.iter().enumerate() {
                    graphics.bind(commands, pipeline, mark as i32);
                    // At first, the highest number is free.
                    let at_lowest = [attributes[0].binding(0)];
                    functions.cmd_set_vertex_input(commands, &lowest, &at_lowest);
                    device.cmd_draw(commands, 1, 1, 30, 8);
                    functions.cmd_set_vertex_input(commands, &bindings, &attributes);
                    device.cmd_draw(commands, 2, 2, 6, 8);
                    device.cmd_draw_indirect(commands, scene.direct, 20, 4, 20);
                }
                graphics.bind(commands, plain, count);
                device.cmd_draw(commands, 1, 1, 3, 5);
            }
        });
        let mut expected = vec![vec![[count, 0, 0, 0, 3, 5, own(5)]]];
        for mark in 0..count {
            expected.push(direct(mark, 0, [2, 2, 6, 8]));
            expected.push(direct(mark, 0, [1, 1, 30, 8]));
            let several = DIRECT.into_iter().enumerate();
            expected.extend(several.map(|(at, one)| direct(mark, at as i32, one)));
        }
        assert_eq!(seen, all(expected), "{name}");
    });
}

#[test]
fn dynamic_strides() {
    let Some(words) = compiled(&source(Some(2), true)) else {
        return;
    };
    on_each(|name, scene| {
        let dynamic = [vk::DynamicState::VERTEX_INPUT_BINDING_STRIDE];
        let made = Made {
            words: &words,
            own: Some([2, 0]),
            dynamic: &dynamic,
            linked: false,
        };
        let pipeline = scene.graphics.pipeline(&made).expect("a pipeline");
        let without = scene.pipelines[1];
        let seen = scene.graphics.run(|graphics, commands| {
            // SAFETY: in a render pass.
            unsafe {
                let device = &graphics.device;
                graphics.bind(commands, pipeline, 1);
                let (buffers, numbers) = ([scene.instances], [0, scene.top]);
                for number in numbers {
                    device.cmd_bind_vertex_buffers2(
                        commands,
                        number,
                        &buffers,
                        &[0],
                        Some(&[128]),
                        Some(&[8]),
                    );
                }
                device.cmd_draw(commands, 2, 1, 6, 8);
                device.cmd_draw_indirect(commands, scene.direct, 40, 1, 0);
                // Strides of pipelines that have them are their own.
                graphics.bind(commands, without, 2);
                device.cmd_draw(commands, 1, 1, 3, 5);
            }
        });
        let doubled = |mut records: Vec<Record>| {
            records.iter_mut().for_each(|one| one[6] = own(2 * one[5]));
            records
        };
        let expected = [direct(1, 0, [2, 1, 6, 8]), direct(1, 0, DIRECT[1])].map(doubled);
        let plain = vec![[2, 0, 0, 0, 3, 5, own(5)]];
        assert_eq!(seen, all(expected.into_iter().chain([plain])), "{name}");
    });
}

/// A type may be unsigned, as those that HLSL declares are: then the attribute is, too.
#[test]
fn unsigned_built_ins() {
    let Some(words) = compiled(&source(Some(2), true)) else {
        return;
    };
    let text = sos_tests::tools::tools()
        .expect("tools")
        .disassemble(&words);
    let text = text.expect("text");
    // The three become unsigned, and so does what is loaded of them.
    let line = |opcode: &str| text.lines().find(|line| line.contains(opcode));
    let id = |line: &str| line.split('=').next().expect("an id").trim().to_owned();
    let unsigned = id(line("OpTypeInt 32 0").expect("a type"));
    let signed = id(line("OpTypeInt 32 1").expect("a type"));
    let pointer = format!("OpTypePointer Input {signed}");
    let pointer = id(line(&pointer).expect("a type"));
    let mut variables = Vec::new();
    for built_in in ["BaseVertex", "BaseInstance", "DrawIndex"] {
        let line = line(&format!("BuiltIn {built_in}")).expect("a built-in");
        variables.push(line.split_whitespace().nth(1).expect("an id").to_owned());
    }
    let mut changed = String::new();
    let mut next = 5000;
    for line in text.lines() {
        let of = |id: &&String| line.split_whitespace().any(|word| word == id.as_str());
        if line.contains(&format!("OpTypePointer Input {signed}")) {
            changed += &format!("{line}\n%4999 = OpTypePointer Input {unsigned}\n");
        } else if line.contains("OpVariable") && variables.iter().any(|id| of(&id)) {
            changed += &line.replacen(&pointer, "%4999", 1);
            changed.push('\n');
        } else if line.contains("OpLoad") && variables.iter().any(|id| of(&id)) {
            next += 1;
            let load = line.replacen(&id(line), &format!("%{next}"), 1);
            changed += &load.replacen(&signed, &unsigned, 1);
            changed += &format!("\n{} = OpBitcast {signed} %{next}\n", id(line));
        } else {
            changed += &format!("{line}\n");
        }
    }
    let tools = sos_tests::tools::tools().expect("tools");
    let words = tools.assemble(&changed, "vulkan1.0").expect("a module");
    tools.validate(&words, "vulkan1.0").expect("a valid module");
    on_each(|name, scene| {
        let made = Made {
            words: &words,
            own: Some([2, 0]),
            dynamic: &[],
            linked: false,
        };
        let linked = scene.graphics.has(vk::EXT_GRAPHICS_PIPELINE_LIBRARY_NAME);
        for linked in [false, linked] {
            let made = Made {
                linked,
                ..made.clone()
            };
            let pipeline = scene.graphics.pipeline(&made).expect("a pipeline");
            let seen = scene.graphics.run(|graphics, commands| {
                scene.bind(commands, 0);
                graphics.bind(commands, pipeline, 1);
                // SAFETY: in a render pass.
                unsafe {
                    graphics.device.cmd_draw_indexed(commands, 3, 2, 0, -2, 4);
                    let (device, buffer) = (&graphics.device, scene.indexed);
                    device.cmd_draw_indexed_indirect(commands, buffer, 32, 2, 32);
                }
            });
            let expected = [
                indexed(1, 0, INDEXED[0]),
                indexed(1, 0, INDEXED[1]),
                indexed(1, 1, INDEXED[2]),
            ];
            assert_eq!(seen, all(expected), "{name} {linked}");
        }
    });
}

/// Nothing of it is invalid, as the program sees it and as the driver does; and parameters that the device has written are read
/// behind the barrier of the program.
#[test]
fn validation_is_silent() {
    let Some(with) = compiled(&source(Some(2), true)) else {
        return;
    };
    let without = compiled(&source(Some(2), false)).expect("a module");
    for validation in [[true, false], [false, true]] {
        let how = With {
            validation,
            settings: &HIDDEN,
            ..With::default()
        };
        let Some(driver) = open("lavapipe", &how) else {
            return;
        };
        let mut scene = Scene::new(Graphics::new(&driver), [&with, &without]);
        let dynamic = [vk::DynamicState::VERTEX_INPUT_BINDING_STRIDE];
        let mut made = Made {
            words: &with,
            own: Some([2, 0]),
            dynamic: &[],
            linked: true,
        };
        let linked = scene.graphics.pipeline(&made).expect("a pipeline");
        (made.linked, made.dynamic) = (false, &dynamic);
        let strided = scene.graphics.pipeline(&made).expect("a pipeline");
        let dynamic = [vk::DynamicState::VERTEX_INPUT_EXT];
        (made.own, made.dynamic) = (None, &dynamic);
        let described = scene.graphics.pipeline(&made).expect("a pipeline");
        let (of_instance, of_device) = (&scene.graphics.instance, &scene.graphics.device);
        let functions = ash::ext::vertex_input_dynamic_state::Device::new(of_instance, of_device);
        let highest = scene.graphics.limits.max_vertex_input_attributes - 1;
        let bindings = [vk::VertexInputBindingDescription2EXT::default()
            .stride(4)
            .input_rate(vk::VertexInputRate::INSTANCE)
            .divisor(1)];
        let attributes = [2, highest].map(|location| {
            vk::VertexInputAttributeDescription2EXT::default()
                .location(location)
                .format(vk::Format::R32_SINT)
        });
        let usage = Usage::INDIRECT_BUFFER | Usage::TRANSFER_DST;
        let written = scene.graphics.buffer(4, usage).buffer;
        let graphics = &scene.graphics;
        let device = &graphics.device;
        let commands = graphics.commands(vk::CommandBufferLevel::PRIMARY);
        // SAFETY: valid commands, which the test is about.
        let seen = unsafe {
            graphics.begin(commands);
            let bytes: Vec<u8> = DIRECT[1].iter().flat_map(|one| one.to_ne_bytes()).collect();
            device.cmd_update_buffer(commands, written, 0, &bytes);
            let (src, dst) = (
                vk::PipelineStageFlags::TRANSFER,
                vk::PipelineStageFlags::DRAW_INDIRECT,
            );
            let barrier = [vk::BufferMemoryBarrier::default()
                .buffer(written)
                .size(vk::WHOLE_SIZE)
                .src_access_mask(vk::AccessFlags::TRANSFER_WRITE)
                .dst_access_mask(vk::AccessFlags::INDIRECT_COMMAND_READ)];
            let flags = vk::DependencyFlags::empty();
            device.cmd_pipeline_barrier(commands, src, dst, flags, &[], &barrier, &[]);
            graphics.begin_pass(commands, vk::SubpassContents::INLINE);
            scene.bind(commands, 1);
            device.cmd_draw(commands, 3, 1, 5, 7);
            device.cmd_draw_indirect(commands, written, 0, 1, 0);
            device.cmd_draw_indexed_indirect(commands, scene.indexed, 0, 3, 32);
            graphics.bind(commands, linked, 2);
            device.cmd_draw(commands, 3, 2, 5, 7);
            graphics.bind(commands, strided, 3);
            let buffers = [scene.instances];
            device.cmd_bind_vertex_buffers2(commands, 0, &buffers, &[0], None, Some(&[4]));
            device.cmd_draw(commands, 3, 2, 5, 7);
            graphics.bind(commands, described, 4);
            functions.cmd_set_vertex_input(commands, &bindings, &attributes);
            device.cmd_draw(commands, 3, 2, 5, 7);
            device.cmd_end_render_pass(commands);
            device.end_command_buffer(commands).expect("recorded");
            graphics.submit(commands, 1).0
        };
        let several = INDEXED.into_iter().enumerate();
        let several = several.map(|(at, one)| indexed(1, at as i32, one));
        let direct = [1, 2, 3, 4].map(|mark| direct(mark, 0, DIRECT[1]));
        assert_eq!(seen, all(several.chain(direct)), "{validation:?}");
        drop(scene);
        assert_eq!(heard(), Vec::<String>::new(), "{validation:?}");
    }
}

/// A device is not told of draws whose number only the device knows.
#[test]
fn numbers_of_draws_in_buffers_are_not_offered() {
    // Of a program that does not want the built-ins, nothing is withdrawn.
    let unwanted = [
        (c"without", "shaderDrawParameters"),
        (c"provide", "-shaderDrawParameters"),
        (c"log_level", "error"),
    ];
    let unwanted = With {
        settings: &unwanted,
        ..With::default()
    };
    for (name, how) in ways().into_iter().chain([("lavapipe", unwanted)]) {
        let Some(driver) = open(name, &how) else {
            return;
        };
        let mut twelve = vk::PhysicalDeviceVulkan12Features::default();
        let mut features = vk::PhysicalDeviceFeatures2::default().push_next(&mut twelve);
        // SAFETY: a live instance, and valid infos.
        let (offered, refused) = unsafe {
            let (instance, physical) = (&driver.instance, driver.physical);
            instance.get_physical_device_features2(physical, &mut features);
            let offered = instance.enumerate_device_extension_properties(physical);
            let priorities = [1.0];
            let queues = [vk::DeviceQueueCreateInfo::default().queue_priorities(&priorities)];
            let mut wanted =
                vk::PhysicalDeviceVulkan12Features::default().draw_indirect_count(true);
            let info = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .push_next(&mut wanted);
            let made = instance.create_device(physical, &info, None);
            let refused = made.as_ref().err().copied();
            made.into_iter()
                .for_each(|device| device.destroy_device(None));
            (offered.expect("extensions"), refused)
        };
        let mut offered = offered.iter();
        let counts = vk::KHR_DRAW_INDIRECT_COUNT_NAME;
        let has = offered.any(|one| one.extension_name_as_c_str() == Ok(counts));
        let provides = how.settings.iter().all(|one| one.0 != c"provide");
        let is_native = !how.layer || !provides;
        assert_eq!(
            [has, twelve.draw_indirect_count == vk::TRUE],
            [is_native; 2],
            "{name}"
        );
        let expected = (!is_native).then_some(vk::Result::ERROR_FEATURE_NOT_PRESENT);
        assert_eq!(refused, expected, "{name}");
    }
}

/// A program for Vulkan 1.0 has the built-ins by the extension alone.
#[test]
fn the_extension_enables_the_built_ins() {
    let Some(words) = compiled(&source(Some(2), true)) else {
        return;
    };
    let without = compiled(&source(Some(2), false)).expect("a module");
    for (name, how) in ways() {
        let how = With {
            version: vk::API_VERSION_1_0,
            ..how
        };
        let Some(driver) = open(name, &how) else {
            return;
        };
        let scene = Scene::new(Graphics::by_extension(&driver), [&words, &without]);
        let seen = scene.graphics.run(|graphics, commands| {
            scene.bind(commands, 1);
            // SAFETY: in a render pass.
            unsafe { graphics.device.cmd_draw(commands, 3, 2, 5, 7) };
        });
        assert_eq!(
            seen,
            all([direct(1, 0, DIRECT[1])]),
            "{name}, layer: {}",
            how.layer
        );
    }
}

/// A shader object has no vertex input that could have more than the program sets.
#[test]
fn shader_objects_are_refused() {
    let Some(words) = compiled(&source(None, true)) else {
        return;
    };
    let without = compiled(&source(None, false)).expect("a module");
    let Some(driver) = open("lavapipe", &ways()[1].1) else {
        return;
    };
    let scene = Graphics::new(&driver);
    if !scene.has(vk::EXT_SHADER_OBJECT_NAME) {
        return;
    }
    let functions = ash::ext::shader_object::Device::new(&scene.instance, &scene.device);
    for (words, expected) in [(&words, Err(vk::Result::ERROR_UNKNOWN)), (&without, Ok(()))] {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let layouts = [scene.set_layout];
        let ranges = [vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::VERTEX)
            .size(4)];
        let info = vk::ShaderCreateInfoEXT::default()
            .stage(vk::ShaderStageFlags::VERTEX)
            .code_type(vk::ShaderCodeTypeEXT::SPIRV)
            .code(&bytes)
            .name(c"main")
            .set_layouts(&layouts)
            .push_constant_ranges(&ranges);
        // SAFETY: a valid info, and nothing uses what is made.
        let result = unsafe {
            let made = functions.create_shaders(&[info], None);
            made.map(|made| functions.destroy_shader(made[0], None))
                .map_err(|error| error.1)
        };
        assert_eq!(result, expected);
    }
}
