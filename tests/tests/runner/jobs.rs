//! Tests of the runner: it runs jobs, and distinguishes validation errors, crashes and hangs.

use std::time::Duration;

use sos_tests::driver::{COMPILING, EXECUTING};
use sos_tests::job::{DeviceInfo, Enable, Specialization};
use sos_tests::{
    driver, tools, Buffer, BufferKind, Driver, Failure, Job, Output, Session, Setup, Stage,
    StageKind, Tools, Work,
};

const ARITHMETIC: &str = "#version 450
layout(local_size_x = 4) in;
layout(constant_id = 7) const uint factor = 1;
layout(set = 0, binding = 1) buffer Data { uint data[]; };
layout(set = 2, binding = 0) uniform Addend { uint addend; };
layout(push_constant) uniform Push { uint unused; uint shift; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    data[i] = ((data[i] * factor) << shift) + addend;
}";

/// One workgroup with one storage buffer at binding 0.
fn compute(words: &[u32], data: Vec<u32>) -> Job {
    Job::compute(words, vec![Buffer::storage(0, data)], 1)
}

fn glsl(tools: Tools, source: &str, stage: &str) -> Vec<u32> {
    tools
        .glsl(source, stage, &["--target-env", "vulkan1.1"])
        .unwrap()
}

fn arithmetic(driver: &Driver, tools: Tools) {
    let mut job = compute(&glsl(tools, ARITHMETIC, "comp"), (0..8).collect());
    job.stages[0].specialization = vec![Specialization {
        id: 7,
        value: 3,
        size: 4,
    }];
    job.buffers[0].binding = 1;
    job.buffers.push(Buffer {
        set: 2,
        binding: 0,
        kind: BufferKind::Uniform,
        words: vec![1000, 0, 0, 0],
        range: None,
    });
    job.push_constants = vec![9, 4];
    job.work = Work::Dispatch { groups: [2, 1, 1] };
    let mut session = Session::new(driver);
    let expected: Vec<u32> = (0..8).map(|i| ((i * 3) << 4) + 1000).collect();
    // Twice, since a session runs any number of jobs.
    for _ in 0..2 {
        let output = session.run(&job).unwrap();
        assert_eq!(
            output,
            Output {
                buffers: vec![expected.clone(), vec![1000, 0, 0, 0]],
                image: Vec::new()
            }
        );
    }
}

#[test]
fn lavapipe_runs_compute_jobs() {
    let (Some(driver), Some(tools)) = (driver("lavapipe"), tools()) else {
        return;
    };
    arithmetic(&driver, tools);
}

#[test]
fn swiftshader_runs_compute_jobs() {
    let (Some(driver), Some(tools)) = (driver("swiftshader"), tools()) else {
        return;
    };
    arithmetic(&driver, tools);
}

fn gradient(driver: &Driver, tools: Tools) {
    let vertex = "#version 450
        void main() {
            vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0;
            gl_Position = vec4(corner, 0.0, 1.0);
        }";
    let fragment = "#version 450
        layout(location = 0) out vec4 colour;
        layout(set = 0, binding = 0) readonly buffer Data { float data[]; };
        void main() { colour = vec4(gl_FragCoord.xy, data[int(gl_FragCoord.x)], 1.0); }";
    let table = [3.5_f32, -1.25, 1e30, 0.125];
    let job = Job {
        stages: vec![
            Stage::new(StageKind::Vertex, &glsl(tools, vertex, "vert")),
            Stage::new(StageKind::Fragment, &glsl(tools, fragment, "frag")),
        ],
        buffers: vec![Buffer::storage(
            0,
            table.iter().map(|value| value.to_bits()).collect(),
        )],
        push_constants: Vec::new(),
        addresses: Vec::new(),
        work: Work::Draw {
            width: 4,
            height: 3,
            vertices: 3,
        },
    };
    let output = Session::new(driver).run(&job).unwrap();
    let pixel =
        |x: usize, y: usize| [x as f32 + 0.5, y as f32 + 0.5, table[x], 1.0].map(f32::to_bits);
    let expected: Vec<u32> = (0..12).flat_map(|at| pixel(at % 4, at / 4)).collect();
    assert_eq!(output.image, expected);
}

fn check_attachment_types(driver: &Driver, tools: Tools) {
    let vertex = "#version 450
        void main() {
            vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0;
            gl_Position = vec4(corner, 0.0, 1.0);
        }";
    // Location 1 is not written.
    let fragment = "#version 450
        layout(location = 0) out vec2 place;
        layout(location = 2) out uvec4 counts;
        layout(location = 3) out ivec4 signs[2];
        void main() {
            place = gl_FragCoord.xy;
            counts = uvec4(~0u, uvec3(gl_FragCoord.x));
            signs[0] = ivec4(-1);
            signs[1] = ivec4(-2 - int(gl_FragCoord.x));
        }";
    let job = Job {
        stages: vec![
            Stage::new(StageKind::Vertex, &glsl(tools, vertex, "vert")),
            Stage::new(StageKind::Fragment, &glsl(tools, fragment, "frag")),
        ],
        buffers: Vec::new(),
        push_constants: Vec::new(),
        addresses: Vec::new(),
        work: Work::Draw {
            width: 2,
            height: 1,
            vertices: 3,
        },
    };
    let image = Session::new(driver).run(&job).unwrap().image;
    let place = |x: f32| [x.to_bits(), 0.5f32.to_bits()];
    assert_eq!(image.len(), 4 * 2 * 4, "four images of two pixels");
    assert_eq!(
        [&image[..2], &image[4..6]].concat(),
        [place(0.5), place(1.5)].concat()
    );
    assert_eq!(image[8..16], [u32::MAX, 0, 0, 0, u32::MAX, 1, 1, 1]);
    assert_eq!(image[16..24], [u32::MAX; 8]);
    let signs = [[-2i32 as u32; 4], [-3i32 as u32; 4]];
    assert_eq!(image[24..], signs.concat());
}

#[test]
fn attachments_of_each_component_type_are_returned() {
    let Some(tools) = tools() else { return };
    for name in EXECUTING {
        if let Some(driver) = driver(name) {
            check_attachment_types(&driver, tools);
        }
    }
}

#[test]
fn lavapipe_runs_graphics_jobs() {
    let (Some(driver), Some(tools)) = (driver("lavapipe"), tools()) else {
        return;
    };
    gradient(&driver, tools);
}

#[test]
fn swiftshader_runs_graphics_jobs() {
    let (Some(driver), Some(tools)) = (driver("swiftshader"), tools()) else {
        return;
    };
    gradient(&driver, tools);
}

fn check_compilation(name: &str) {
    let (Some(driver), Some(tools)) = (driver(name), tools()) else {
        return;
    };
    let words = glsl(
        tools,
        "#version 450\nlayout(local_size_x = 64) in;\nvoid main() {}",
        "comp",
    );
    let mut session = Session::new(&driver);
    let output = session.run(&Job {
        buffers: Vec::new(),
        work: Work::Create,
        ..compute(&words, Vec::new())
    });
    assert_eq!(output, Ok(Output::default()));
    let DeviceInfo {
        name: device,
        subgroup_size,
        ..
    } = session.device().unwrap();
    assert_eq!(subgroup_size, 64, "{device}");
    let chip = name.strip_prefix("radv-").unwrap();
    assert!(
        device.to_lowercase().contains(chip),
        "{device} is no {chip}"
    );
}

#[test]
fn radv_compiles_for_gcn1() {
    check_compilation(COMPILING[0]);
}

#[test]
fn radv_compiles_for_gcn4() {
    check_compilation(COMPILING[1]);
}

#[test]
fn radv_compiles_for_gcn5() {
    check_compilation(COMPILING[2]);
}

const HALF: &str = "#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { float data[]; };
void main() { data[0] = float(sqrt(float16_t(data[0]))); }";

#[test]
fn validation_errors_are_reported() {
    let (Some(driver), Some(tools)) = (driver("swiftshader"), tools()) else {
        return;
    };
    let job = compute(&glsl(tools, HALF, "comp"), vec![4.0_f32.to_bits()]);
    let mut session = Session::new(&driver);
    // More often than the layer's default limit of messages for one rule.
    for attempt in 0..12 {
        let Err(Failure::Validation(messages)) = session.run(&job) else {
            panic!("the layer did not report the unsupported 16-bit floats in job {attempt}")
        };
        let id = "VUID-VkShaderModuleCreateInfo";
        assert!(
            messages.iter().any(|message| message.id.contains(id)),
            "{messages:?}"
        );
    }
    // The message belongs to that job only, and the session continues.
    let plain = glsl(
        tools,
        "#version 450\nlayout(set = 0, binding = 0) buffer D { uint d; };\nvoid main() { d = 5; }",
        "comp",
    );
    assert_eq!(
        session.run(&compute(&plain, vec![0])).unwrap().buffers,
        [[5]]
    );
}

#[test]
fn only_named_features_are_enabled() {
    let (Some(driver), Some(tools)) = (driver("lavapipe"), tools()) else {
        return;
    };
    let half = compute(&glsl(tools, HALF, "comp"), vec![4.0_f32.to_bits()]);
    let session = |features: &[&str]| {
        let features = features.iter().map(|&name| name.to_owned()).collect();
        let enable = Enable::Only {
            features,
            extensions: Vec::new(),
        };
        Session::with(
            &driver,
            Setup {
                enable,
                ..Setup::default()
            },
        )
    };
    assert!(matches!(
        session(&[]).run(&half),
        Err(Failure::Validation(_))
    ));
    let enough = ["VkPhysicalDeviceShaderFloat16Int8Features::shaderFloat16"];
    assert_eq!(
        session(&enough).run(&half).unwrap().buffers,
        [[2.0_f32.to_bits()]]
    );
    let unknown = session(&["VkPhysicalDeviceFeatures::shaderFloat17"]).run(&half);
    assert!(matches!(unknown, Err(Failure::Vulkan(text)) if text.contains("shaderFloat17")));
}

#[test]
fn crashes_are_reported() {
    let (Some(driver), Some(tools)) = (driver("swiftshader"), tools()) else {
        return;
    };
    let half = compute(&glsl(tools, HALF, "comp"), vec![4.0_f32.to_bits()]);
    let mut session = Session::with(
        &driver,
        Setup {
            validation: false,
            ..Setup::default()
        },
    );
    assert!(
        matches!(session.run(&half), Err(Failure::Crashed(_))),
        "SwiftShader dies of 16-bit floats"
    );
    let plain = glsl(
        tools,
        "#version 450\nlayout(set = 0, binding = 0) buffer D { uint d; };\nvoid main() { d = 5; }",
        "comp",
    );
    assert_eq!(
        session.run(&compute(&plain, vec![0])).unwrap().buffers,
        [[5]]
    );
}

#[test]
fn out_of_bounds_stores_are_reported() {
    let (Some(driver), Some(tools)) = (driver("swiftshader"), tools()) else {
        return;
    };
    let source = "#version 450\nlayout(set = 0, binding = 0) buffer D { uint d[]; };
        void main() { d[d[0]] = 5; }";
    let words = glsl(tools, source, "comp");
    let mut session = Session::new(&driver);
    let inside = session.run(&compute(&words, vec![2, 0, 0])).unwrap();
    assert_eq!(inside.buffers, [[2, 0, 5]]);
    match session.run(&compute(&words, vec![4, 0, 0])) {
        Err(Failure::Vulkan(text)) => assert!(text.contains("4 bytes from its end"), "{text}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn hangs_are_reported() {
    let (Some(driver), Some(tools)) = (driver("swiftshader"), tools()) else {
        return;
    };
    // A finite loop that takes years: a driver might assume that an endless loop terminates.
    let endless = "#version 450
        layout(set = 0, binding = 0) buffer D { uint d; };
        void main() {
            uint x = d;
            for (uint i = 0; i < 4000000000u; i++)
                for (uint j = 0; j < 4000000000u; j++) x = x * 1664525u + (x >> 16) + j;
            d = x;
        }";
    let job = compute(&glsl(tools, endless, "comp"), vec![0]);
    let mut session = Session::new(&driver);
    session.device().unwrap();
    let limit = Duration::from_secs(2);
    session.set_time_limit(limit);
    assert_eq!(session.run(&job), Err(Failure::TimedOut(limit)));
}

#[test]
fn driver_lists_match_what_drivers_execute() {
    for (names, executes) in [(&EXECUTING[..], true), (&COMPILING[..], false)] {
        for name in names {
            let Some(driver) = driver(name) else { return };
            assert_eq!((driver.name(), driver.executes()), (*name, executes));
        }
    }
}
