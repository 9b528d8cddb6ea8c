//! End-to-end test: modules that use vendor extensions guarded by specialization constants are filtered for every device. Each
//! device gets a supported module with its best path, and all modules compute the same results.

use sos_core::tables::op;
use sos_core::target::{built_in_names, subgroup, VulkanExtension};
use sos_core::{Options, Target};
use sos_tests::driver::{COMPILING, EXECUTING};
use sos_tests::filtered::{check, filtered};
use sos_tests::random::random_words;
use sos_tests::tools::read_module;
use sos_tests::{
    driver, paths, tools, Buffer, BufferKind, Failure, Job, Session, Stage, StageKind, Work,
};

fn demo(name: &str) -> Vec<u32> {
    let path = paths::corpus().join("shaders/demo").join(name);
    read_module(&path).unwrap()
}

fn for_target(name: &str, target: &Target) -> Vec<u32> {
    filtered(&demo(name), target, &Options::default())
        .unwrap_or_else(|error| panic!("{name} for {}: {error}", target.name()))
}

fn built_in() -> impl Iterator<Item = Target> {
    built_in_names().map(|name| Target::built_in(name).unwrap())
}

fn has(target: &Target, extension: &str) -> bool {
    target.has_vulkan_extension(VulkanExtension::find(extension).unwrap())
}

#[test]
fn wave_loop_uses_the_best_path_of_each_device() {
    let Some(tools) = tools() else { return };
    let mut paths = [0; 3];
    for target in built_in() {
        let module = check(tools, &for_target("wave_min.comp.spv", &target), &target).unwrap();
        let amd = has(&target, "VK_AMD_shader_ballot");
        let core = target
            .properties()
            .has_subgroup_operation(subgroup::ARITHMETIC)
            && !amd;
        let ops = module.opcodes;
        let found =
            [op::OpGroupUMinNonUniformAMD, op::OpGroupNonUniformUMin].map(|op| ops.contains(&op));
        // A device that does not say what its subgroups can do gets the extension's instruction replaced.
        let stated = target.properties().subgroup_supported_operations.is_some();
        assert_eq!(found, [amd && stated, core], "{}", target.name());
        assert!(!ops.contains(&op::OpUndef), "{}", target.name());
        paths[if amd {
            0
        } else if core {
            1
        } else {
            2
        }] += 1;
    }
    assert!(
        paths.iter().all(|&count| count > 0),
        "devices by path: {paths:?}"
    );
}

#[test]
fn tint_uses_the_best_path_of_each_device() {
    let Some(tools) = tools() else { return };
    let mut native = 0;
    for target in built_in() {
        check(tools, &for_target("tint.vert.spv", &target), &target).unwrap();
        let module = check(tools, &for_target("tint.frag.spv", &target), &target).unwrap();
        for (set, extension) in [
            ("SPV_AMD_gcn_shader", "VK_AMD_gcn_shader"),
            (
                "SPV_AMD_shader_trinary_minmax",
                "VK_AMD_shader_trinary_minmax",
            ),
        ] {
            let there = has(&target, extension);
            assert_eq!(
                module.imports.iter().any(|import| import == set),
                there,
                "{}",
                target.name()
            );
            native += usize::from(there);
        }
        assert!(!module.opcodes.contains(&op::OpUndef), "{}", target.name());
    }
    assert!(native > 0, "no built-in device has AMD's extensions");
}

const LIST_LENGTH: usize = 8;
const LISTS: usize = 256;

/// Reproducible pseudo-random numbers.
fn numbers(seed: u32) -> impl Iterator<Item = u32> {
    random_words(seed).map(|x| x >> 7)
}

/// Ascending lists of random length, terminated by 0 if they are shorter than the maximum.
fn lists(things: u32) -> Vec<u32> {
    let mut numbers = numbers(1);
    let mut next = || numbers.next().unwrap();
    let list = |_| {
        let length = next() as usize % (LIST_LENGTH + 1);
        let mut list: Vec<_> = (0..length).map(|_| 1 + next() % (things - 1)).collect();
        list.sort_unstable();
        list.resize(LIST_LENGTH, 0);
        list
    };
    (0..LISTS).flat_map(list).collect()
}

/// The reference result of `wave_min.comp`.
fn wave_reference(lists: &[u32], things: &[u32]) -> Vec<u32> {
    let of_list = |(invocation, list): (usize, &[u32])| {
        list.iter()
            .take_while(|thing| **thing != 0)
            .fold(invocation as u32, |result, thing| {
                let data = &things[4 * *thing as usize..][..4];
                match data[0] {
                    0 => result.wrapping_add(data[1]),
                    1 => result.wrapping_mul(data[2]).wrapping_add(data[3]),
                    2 => result.reverse_bits() ^ data[1],
                    _ => (result >> (data[3] & 31)) | (data[2] << 3),
                }
            })
    };
    lists.chunks(LIST_LENGTH).enumerate().map(of_list).collect()
}

/// The job for `wave_min.comp`, and the expected contents of binding 2.
fn wave(words: &[u32]) -> (Job, Vec<u32>) {
    let things: Vec<u32> = numbers(2)
        .take(4 * 24)
        .enumerate()
        .map(|(at, x)| if at % 4 == 0 { x % 5 } else { x })
        .collect();
    let lists = lists(24);
    let expected = wave_reference(&lists, &things);
    let job = Job::compute(
        words,
        vec![
            Buffer::storage(0, lists),
            Buffer::storage(1, things),
            Buffer::storage(2, vec![0; LISTS]),
        ],
        LISTS as u32 / 64,
    );
    (job, expected)
}

const IMAGE_SIZE: u32 = 24;
/// The centre of the image, where no direction is on the border between two faces.
const CENTRE: [f32; 2] = [11.75, 12.25];
const DEPTHS: [f32; 2] = [4.0, -4.0];
const TINT: [f32; 3] = [0.75, 0.5, 0.25];

fn cube_face([x, y, z]: [f32; 3]) -> usize {
    let (face, sign) = match (x.abs(), y.abs(), z.abs()) {
        (x, y, size) if size >= x && size >= y => (4, z),
        (x, size, _) if size >= x => (2, y),
        _ => (0, x),
    };
    face + usize::from(sign < 0.0)
}

fn median(a: f32, b: f32, c: f32) -> f32 {
    let mut all = [a, b, c];
    all.sort_by(f32::total_cmp);
    all[1]
}

/// The job for the tint shaders at a depth, and the expected image.
fn tint(vertex: &[u32], fragment: &[u32], depth: f32) -> (Job, Vec<u32>) {
    let palettes: Vec<f32> = numbers(3)
        .take(4 * 12)
        .map(|x| (x % 256) as f32 / 256.0)
        .collect();
    let pixel = |at: u32| {
        let [x, y] = [at % IMAGE_SIZE, at / IMAGE_SIZE].map(|at| at as f32 + 0.5);
        let face = cube_face([x - CENTRE[0], y - CENTRE[1], depth]);
        let (first, second) = palettes[8 * face..][..8].split_at(4);
        let channel = |at: usize| median(first[at], second[at], TINT[at]);
        [channel(0), channel(1), channel(2), first[3]].map(f32::to_bits)
    };
    let expected = (0..IMAGE_SIZE * IMAGE_SIZE).flat_map(pixel).collect();
    let palettes = palettes.iter().map(|value| value.to_bits()).collect();
    let job = Job {
        stages: vec![
            Stage::new(StageKind::Vertex, vertex),
            Stage::new(StageKind::Fragment, fragment),
        ],
        buffers: vec![Buffer {
            set: 0,
            binding: 0,
            kind: BufferKind::Uniform,
            words: palettes,
            range: None,
        }],
        push_constants: [CENTRE[0], CENTRE[1], depth].map(f32::to_bits).to_vec(),
        addresses: Vec::new(),
        work: Work::Draw {
            width: IMAGE_SIZE,
            height: IMAGE_SIZE,
            vertices: 3,
        },
    };
    (job, expected)
}

/// Built-in devices without vendor extensions, whose modules run on any driver with core subgroup operations.
fn without_vendor_extensions() -> Vec<Target> {
    let vendors = [
        "VK_AMD_shader_ballot",
        "VK_AMD_gcn_shader",
        "VK_AMD_shader_trinary_minmax",
    ];
    let found: Vec<_> = built_in()
        .filter(|target| !vendors.iter().any(|name| has(target, name)))
        .collect();
    assert!(
        found.len() >= 8,
        "lavapipe, SwiftShader, NVK and what each Vulkan version guarantees"
    );
    found
}

/// Runs the modules for each device without AMD's extensions and for the driver's own target.
fn check_results(name: &str) {
    let Some(driver) = driver(name) else { return };
    let mut session = Session::new(&driver);
    for target in without_vendor_extensions() {
        let (job, expected) = wave(&for_target("wave_min.comp.spv", &target));
        let output = session
            .run(&job)
            .unwrap_or_else(|failure| panic!("{}: {failure}", target.name()));
        assert_eq!(
            output.buffers[2],
            expected,
            "wave_min for {} on {name}",
            target.name()
        );
        let stages = ["tint.vert.spv", "tint.frag.spv"].map(|stage| for_target(stage, &target));
        for depth in DEPTHS {
            let (job, expected) = tint(&stages[0], &stages[1], depth);
            let output = session
                .run(&job)
                .unwrap_or_else(|failure| panic!("{}: {failure}", target.name()));
            assert_eq!(
                output.image,
                expected,
                "tint for {} on {name}, depth {depth}",
                target.name()
            );
        }
    }
}

#[test]
fn results_are_correct_on_lavapipe() {
    check_results(EXECUTING[0]);
}

#[test]
fn results_are_correct_on_swiftshader() {
    check_results(EXECUTING[1]);
}

/// Neither driver accepts the unfiltered compute shader, which declares all extensions.
#[test]
fn no_driver_accepts_the_unfiltered_module() {
    let Some(driver) = driver(EXECUTING[0]) else {
        return;
    };
    let (job, _) = wave(&demo("wave_min.comp.spv"));
    assert!(matches!(
        Session::new(&driver).run(&job),
        Err(Failure::Validation(_))
    ));
}

/// Compiles the modules for a GCN generation in RADV's compiler.
fn check_compilation(name: &str) {
    let Some(driver) = driver(name) else { return };
    let target = Target::built_in(name).unwrap();
    let mut session = Session::new(&driver);
    let (wave, _) = wave(&for_target("wave_min.comp.spv", &target));
    let stages = ["tint.vert.spv", "tint.frag.spv"].map(|stage| for_target(stage, &target));
    let (tint, _) = tint(&stages[0], &stages[1], DEPTHS[0]);
    for job in [wave, tint] {
        session
            .run(&Job {
                work: Work::Create,
                ..job
            })
            .unwrap_or_else(|failure| panic!("{name}: {failure}"));
    }
}

#[test]
fn modules_compile_for_gcn1() {
    check_compilation(COMPILING[0]);
}

#[test]
fn modules_compile_for_gcn4() {
    check_compilation(COMPILING[1]);
}

#[test]
fn modules_compile_for_gcn5() {
    check_compilation(COMPILING[2]);
}
