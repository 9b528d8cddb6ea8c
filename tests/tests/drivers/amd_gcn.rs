//! Driver tests of SPV_AMD_gcn_shader, lowered for drivers that lack it: cube map faces and coordinates are compared with the
//! formulas of the Vulkan specification, and clock values with each other.

use sos_core::{Options, OutcomeKind};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter, filtered};
use sos_tests::{driver, tools, Buffer, Job, Session};

const CUBE: &str = "#version 450
#extension GL_AMD_gcn_shader : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float source[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };
void main() {
    uint at = gl_GlobalInvocationID.x;
    vec3 direction = vec3(source[3 * at], source[3 * at + 1], source[3 * at + 2]);
    result[at] = vec4(cubeFaceIndexAMD(direction), cubeFaceCoordAMD(direction), 0.0);
}";

/// The face, and the coordinates in double precision.
fn cube([x, y, z]: [f32; 3]) -> (f32, [f64; 2]) {
    let [ax, ay, az] = [x, y, z].map(f32::abs);
    let (face, s, t, size) = if az >= ax && az >= ay {
        (
            if z < 0.0 { 5.0 } else { 4.0 },
            if z < 0.0 { -x } else { x },
            -y,
            az,
        )
    } else if ay >= ax {
        (
            if y < 0.0 { 3.0 } else { 2.0 },
            x,
            if y < 0.0 { -z } else { z },
            ay,
        )
    } else {
        (
            if x < 0.0 { 1.0 } else { 0.0 },
            if x < 0.0 { z } else { -z },
            -y,
            ax,
        )
    };
    let place = |part: f32| f64::from(part) / (2.0 * f64::from(size)) + 0.5;
    (face, [place(s), place(t)])
}

/// All combinations of values on three axes except all zero, with all ties and signs.
fn directions() -> Vec<[f32; 3]> {
    let values = [0.0, -0.0, 1.0, -1.0, 0.75, -3.5, 1e-3, -1e6, 2.0_f32];
    let mut all = Vec::new();
    for x in values {
        for y in values {
            all.extend(values.map(|z| [x, y, z]));
        }
    }
    all.retain(|direction| direction.iter().any(|&part| part != 0.0));
    all
}

#[test]
fn cube_faces_and_coordinates_match_the_specification() {
    let Some(tools) = tools() else { return };
    let words = tools
        .glsl(CUBE, "comp", &["--target-env", "vulkan1.0"])
        .unwrap();
    let mut directions = directions();
    directions.resize(directions.len().next_multiple_of(64), [1.0, 0.5, 0.25]);
    for name in EXECUTING {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let target = session.device().unwrap().target();
        let words = filtered(&words, &target, &Options::default()).unwrap();
        check(tools, &words, &target).unwrap();
        let source = directions
            .iter()
            .flatten()
            .map(|part| part.to_bits())
            .collect();
        let job = Job::compute(
            &words,
            vec![
                Buffer::storage(0, source),
                Buffer::storage(1, vec![0; 4 * directions.len()]),
            ],
            directions.len() as u32 / 64,
        );
        let output = session.run(&job).unwrap();
        for (&direction, found) in directions.iter().zip(output.buffers[1].chunks(4)) {
            let (face, place) = cube(direction);
            let found: Vec<_> = found.iter().map(|&word| f32::from_bits(word)).collect();
            assert_eq!(found[0], face, "{direction:?} on {name}");
            for (found, place) in found[1..].iter().zip(place) {
                // The error of the division is at most 2.5 units in the last place of 0.5, that of the sum half a unit.
                let error = (f64::from(*found) - place).abs();
                assert!(
                    error <= 3.0 * f64::from(f32::EPSILON) / 2.0,
                    "{direction:?}: {found} for {place} on {name}"
                );
            }
        }
    }
}

const CLOCK: &str = "#version 450
#extension GL_AMD_gcn_shader : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() {
    uint at = gl_LocalInvocationIndex;
    uint64_t before = timeAMD();
    for (uint round = 0; round < 100u; ++round) data[at] = data[at] * 1664525u + round;
    uint64_t after = timeAMD();
    data[at] = after < before ? 1u : after == 0ul ? 2u : 3u;
}";

#[test]
fn clock_advances_if_the_driver_supports_it() {
    let Some(tools) = tools() else { return };
    let words = tools
        .glsl(CLOCK, "comp", &["--target-env", "vulkan1.0"])
        .unwrap();
    for (name, has_clock) in EXECUTING.into_iter().zip([true, false]) {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let target = session.device().unwrap().target();
        let lowered = filter(&words, &target, &Options::default()).unwrap();
        let runs = lowered.report.outcome != OutcomeKind::Unsupported;
        assert_eq!(runs, has_clock, "{name}");
        if !runs {
            continue;
        }
        check(tools, &lowered.words, &target).unwrap();
        let job = Job::compute(
            &lowered.words,
            vec![Buffer::storage(0, (0..64).collect())],
            1,
        );
        assert_eq!(session.run(&job).unwrap().buffers[0], [3; 64], "{name}");
    }
}
