//! Driver tests of derivatives in compute shaders, which no driver at hand supports: the filtered shader is compared with one that computes
//! them by hand from what its neighbours read, and samples with explicit gradients.

use std::collections::BTreeSet;

use sos_core::{Options, Target};
use sos_runner::execute::image::{Access, Dim, Image, Sampler, Wrap};
use sos_tests::compare::mixed;
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter, filtered};
use sos_tests::images::{filled, image};
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

/// `X` and `Y` are the size of a workgroup, and `ROWS` how far apart the rows of a quad are in the order of its invocations.
const SHADER: &str = "#version 460
layout(local_size_x = X, local_size_y = Y) in;
layout(std430, binding = 0) readonly buffer In { uint words[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 results[]; };
layout(binding = 2) uniform sampler2D flat2;
layout(binding = 3) uniform sampler2DArray layered;
layout(binding = 4) uniform samplerCube cube;
layout(binding = 5) uniform sampler3D solid;
layout(binding = 6) uniform sampler2DShadow depth;

uint first = gl_WorkGroupID.x * (X * Y), own = gl_LocalInvocationIndex;
float one(uint at) { return float(int(words[first + at] << 8) >> 16) / 1024.0; }
vec2 two(uint at) { return vec2(one(at), one(at) * 0.5 + float(at & 3u)); }
vec3 three(uint at) { return vec3(two(at), one(at) - 2.0); }
vec3 place(uint at) { return vec3(two(at) * 0.0625, float(words[first + at] >> 30)); }
vec3 projected(uint at) { return vec3(two(at) * 0.25, 1.0 + float(words[first + at] & 3u)); }
vec2 divided(uint at) { return projected(at).xy / vec2(projected(at).z); }
vec3 compared(uint at) { return vec3(two(at) * 0.0625, 0.5); }

#ifdef BY_HAND
#define DX(f) (f(own | 1u) - f(own & ~1u))
#define DY(f) (f(own | ROWS) - f(own & ~ROWS))
#define WIDTH(f) (abs(DX(f)) + abs(DY(f)))
#define SAMPLE(s, f) textureGrad(s, f(own), DX(f), DY(f))
#define SAMPLE_FLAT(s, f) textureGrad(s, f(own), DX(f).xy, DY(f).xy)
#define SAMPLE_OFFSET(s, f) textureGradOffset(s, f(own), DX(f), DY(f), ivec2(1, -2))
#define SAMPLE_PROJECTED(s, f) textureProjGrad(s, f(own), DX(divided), DY(divided))
#else
#extension GL_NV_compute_shader_derivatives : require
layout(MODE) in;
#define DX(f) dFdx(f(own))
#define DY(f) dFdyFine(f(own))
#define WIDTH(f) fwidthCoarse(f(own))
#define SAMPLE(s, f) texture(s, f(own))
#define SAMPLE_FLAT(s, f) texture(s, f(own))
#define SAMPLE_OFFSET(s, f) textureOffset(s, f(own), ivec2(1, -2))
#define SAMPLE_PROJECTED(s, f) textureProj(s, f(own))
#endif

vec4 function(float scale) {
    if (scale > 2.0) return vec4(DX(two) * scale, WIDTH(two));
    return vec4(SAMPLE(flat2, two).xy * scale, DY(two));
}

void main() {
    uint to = 8u * (first + own);
    // The same for a quad.
    uint quad = own & ~(1u | ROWS);
    results[to] = vec4(DX(one), DY(one), WIDTH(one), DX(two).y);
    results[to + 1u] = vec4(DX(three), DY(three).z);
    results[to + 2u] = SAMPLE_OFFSET(flat2, two);
    results[to + 3u] = SAMPLE_FLAT(layered, place);
    results[to + 4u] = SAMPLE_PROJECTED(flat2, projected) + vec4(SAMPLE_FLAT(depth, compared));
    results[to + 5u] = vec4(0.0);
    switch (words[first + quad] & 3u) {
        case 0u: results[to + 5u] = SAMPLE(cube, three); break;
        case 1u: results[to + 5u] = SAMPLE(solid, three); break;
        case 2u: results[to + 5u] = function(3.0); break;
        default: results[to + 5u] = function(1.5);
    }
    vec4 sum = vec4(0.0);
    for (uint i = 0u; i < (words[first + quad] >> 4 & 3u); ++i) sum += vec4(DX(three), WIDTH(one)) * float(i + 1u);
    results[to + 6u] = sum;
    results[to + 7u] = vec4(one(own), two(own), 1.0);
}
";

/// A way to form quads: its name in GLSL, and the size of a workgroup.
type Shape = (&'static str, usize, usize);

const SHAPES: [Shape; 7] = [
    ("derivative_group_linearNV", 12, 1),
    ("derivative_group_linearNV", 6, 6),
    ("derivative_group_linearNV", 128, 1),
    ("derivative_group_quadsNV", 8, 8),
    ("derivative_group_quadsNV", 2, 6),
    ("derivative_group_quadsNV", 64, 2),
    ("derivative_group_quadsNV", 16, 4),
];

const GROUPS: usize = 3;
const PARTS: usize = 8;

fn compiled(tools: Tools, (mode, x, y): Shape, more: &[&str]) -> Vec<u32> {
    let rows = if mode.contains("linear") { 2 } else { x };
    let defines = [
        format!("-DMODE={mode}"),
        format!("-DX={x}u"),
        format!("-DY={y}u"),
        format!("-DROWS={rows}u"),
    ];
    let defines = defines.iter().map(String::as_str);
    let options: Vec<_> = ["--target-env", "vulkan1.1"]
        .into_iter()
        .chain(defines)
        .chain(more.iter().copied())
        .collect();
    tools.glsl(SHADER, "comp", &options).unwrap()
}

fn job(words: &[u32], (_, x, y): Shape) -> Job {
    let combined = |compare| {
        Access::Combined(Sampler {
            wrap: Wrap::Repeat,
            compare,
            ..Sampler::default()
        })
    };
    let unit = |i: u32| ((mixed(i) % 64) as f32 / 64.0).to_bits();
    let invocations = GROUPS * x * y;
    let picture = |dim, depth, arrayed: bool| Image {
        levels: 4,
        arrayed,
        layers: match (dim, arrayed) {
            (Dim::Cube, _) => 6,
            (_, true) => 4,
            _ => 1,
        },
        ..image(combined(false), dim, "Rgba8", [16, 16, depth])
    };
    let less = Image {
        levels: 4,
        ..image(combined(true), Dim::Two, "D32", [16, 16, 1])
    };
    Job::compute(
        words,
        vec![
            Buffer::storage(0, (0..invocations as u32).map(mixed).collect()),
            Buffer::storage(1, vec![0; invocations * PARTS * 4]),
            filled(2, picture(Dim::Two, 1, false), mixed),
            filled(3, picture(Dim::Two, 1, true), |i| mixed(i + 77)),
            filled(4, picture(Dim::Cube, 1, false), |i| mixed(i + 777)),
            filled(5, picture(Dim::Three, 16, false), |i| mixed(i + 7777)),
            filled(6, less, unit),
        ],
        GROUPS as u32,
    )
}

fn compare_with_handwritten(name: &str) {
    let (Some(tools), Some(driver)) = (tools(), driver(name)) else {
        return;
    };
    let mut session = Session::new(&driver);
    let own = session.device().unwrap().target();
    let minimum = Target::built_in("vulkan-1.0").unwrap();
    for shape in SHAPES {
        for target in [&own, &minimum] {
            let options = Options::default();
            let by_hand = compiled(tools, shape, &["-DBY_HAND"]);
            let by_hand = filtered(&by_hand, target, &options).unwrap();
            let written = compiled(tools, shape, &[]);
            let found = filter(&written, target, &options).unwrap();
            let mut rules = found.report.rules.iter();
            assert!(
                rules.any(|rule| rule.rule == "compute-derivatives"),
                "{shape:?}: {:#?}",
                found.report
            );
            check(tools, &found.words, target).unwrap();
            let [expected, found] = [by_hand, found.words].map(|words| {
                let output = session.run(&job(&words, shape));
                output
                    .unwrap_or_else(|failure| panic!("{name}: {failure}"))
                    .buffers
            });
            for (at, (expected, found)) in expected[1].iter().zip(&found[1]).enumerate() {
                assert_eq!(
                    found,
                    expected,
                    "{name}, {shape:?}: invocation {}, result {}",
                    at / (PARTS * 4),
                    at % (PARTS * 4)
                );
            }
            for part in 0..PARTS {
                let words = found[1].chunks(PARTS * 4).map(|all| all[part * 4]);
                assert!(words.collect::<BTreeSet<_>>().len() > 1, "{name}: {part}");
            }
        }
    }
}

#[test]
fn results_match_the_handwritten_shader_on_lavapipe() {
    compare_with_handwritten(EXECUTING[0]);
}

#[test]
fn results_match_the_handwritten_shader_on_swiftshader() {
    compare_with_handwritten(EXECUTING[1]);
}

#[test]
fn what_is_not_replaced_is_refused_with_the_reason() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("vulkan-1.0").unwrap();
    let refused = |words: &[u32], reason: &str| {
        let report = filter(words, &target, &Options::default()).unwrap().report;
        let mut tried = report.unsupported.iter().flat_map(|need| &need.tried);
        assert!(
            tried.any(|line| line.contains(reason)),
            "{reason}: {report:#?}"
        );
    };
    for (x, y) in [(6, 4), (128, 2)] {
        let words = compiled(tools, ("derivative_group_quadsNV", x, y), &[]);
        refused(
            &words,
            "the width of its workgroups is not known, no power of two",
        );
    }
    let sample = |call: &str| {
        let text = format!(
            "#version 460
            #extension GL_NV_compute_shader_derivatives : require
            layout(local_size_x = 8) in;
            layout(derivative_group_linearNV) in;
            layout(binding = 0) uniform sampler2D picture;
            layout(std430, binding = 1) buffer Out {{ vec4 results[]; }};
            void main() {{ results[0] = vec4({call}, 0.0, 0.0); }}"
        );
        tools
            .glsl(&text, "comp", &["--target-env", "vulkan1.1"])
            .unwrap()
    };
    refused(
        &sample("texture(picture, vec2(0.5), 1.0).xy"),
        "with a bias",
    );
    refused(
        &sample("textureQueryLod(picture, vec2(0.5))"),
        "a query of an implicit level",
    );
}
