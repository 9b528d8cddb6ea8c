//! Driver tests of images of 16-bit floats (SPV_AMD_gpu_shader_half_float_fetch), which no driver at hand supports: the
//! filtered shader is compared with an equivalent one that samples 32-bit floats and converts them, with and without native
//! 16-bit floats.

use std::collections::BTreeSet;

use sos_core::target::feature;
use sos_core::Options;
use sos_runner::execute::image::{Access, Dim, Image, Sampler, Wrap};
use sos_tests::compare::mixed;
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filtered};
use sos_tests::images::{filled, image};
use sos_tests::reduced::without;
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

/// Each access in both versions. Coordinates are 16-bit floats at the centres of texels or between four texels.
const SHADER: &str = "#version 450
#extension GL_AMD_gpu_shader_half_float : require
#ifdef BY_HAND
#define HALF_SAMPLER sampler2D
#define HALF_SHADOW sampler2DShadow
#define HALF_IMAGE image2D
#define H4(x) f16vec4(x)
#define COMPARED(image, where, value) float16_t(textureLod(image, vec3(where, value), 0.0))
#define F1(x) float(x)
#define F2(x) vec2(x)
#define F4(x) vec4(x)
#else
#extension GL_AMD_gpu_shader_half_float_fetch : require
#define HALF_SAMPLER f16sampler2D
#define HALF_SHADOW f16sampler2DShadow
#define HALF_IMAGE f16image2D
#define H4(x) x
#define COMPARED(image, where, value) textureLod(image, where, value, 0.0hf)
#define F1(x) x
#define F2(x) x
#define F4(x) x
#endif
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) writeonly buffer Out { uvec2 result[]; };
layout(binding = 1) uniform HALF_SAMPLER wide;
layout(binding = 2) uniform HALF_SAMPLER bytes;
layout(binding = 3, rgba32f) uniform HALF_IMAGE page;
layout(binding = 4) uniform HALF_SHADOW depth;

void put(uint i, f16vec4 v) { result[i] = uvec2(packFloat2x16(v.xy), packFloat2x16(v.zw)); }
f16vec4 from(HALF_SAMPLER image, f16vec2 where) { return H4(textureLod(image, F2(where), F1(1.0hf))); }

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    uint i = 8u * gl_LocalInvocationIndex;
    f16vec2 where = (f16vec2(at) + 0.5hf) / 8.0hf;
    put(i, H4(texelFetch(wide, at, 0)));
    put(i + 1u, H4(textureLod(wide, F2(where), F1(0.0hf))));
    put(i + 2u, H4(texelFetch(bytes, at, 0)) + H4(textureLod(bytes, vec2(where), 0.0)));
    put(i + 3u, H4(textureGradOffset(wide, F2(where), F2(f16vec2(0.0hf)), F2(f16vec2(0.0hf)), ivec2(1, -2))));
    put(i + 4u, H4(textureGather(wide, F2(where + 0.0625hf), 2)));
    put(i + 5u, H4(imageLoad(page, at)));
    put(i + 6u, f16vec4(COMPARED(depth, where, 0.5hf)));
    put(i + 7u, from(wide, where));
    imageStore(page, at, F4(H4(texelFetch(wide, at.yx, 0)) * 3.0hf));
}
";

fn compiled(tools: Tools, more: &[&str]) -> Vec<u32> {
    let args = [&["--target-env", "vulkan1.1"], more].concat();
    tools.glsl(SHADER, "comp", &args).unwrap()
}

fn job(words: &[u32]) -> Job {
    let image = |access, format, levels| Image {
        levels,
        ..image(access, Dim::Two, format, [8, 8, 1])
    };
    let [plain, less] = [false, true].map(|compare| {
        Access::Combined(Sampler {
            wrap: Wrap::Repeat,
            compare,
            ..Sampler::default()
        })
    });
    // Floats with 24 significant bits, some between two 16-bit floats, some above the largest or below the smallest; no NaN.
    let float = |i: u32| {
        let exponent = 127 - 28 + mixed(i) % 46;
        mixed(i ^ 0x55) & 0x807F_FFFF | exponent << 23
    };
    let unit = |i: u32| ((mixed(i) % 64) as f32 / 64.0).to_bits();
    Job::compute(
        words,
        vec![
            Buffer::storage(0, vec![0; 64 * 8 * 2]),
            filled(1, image(plain, "Rgba32f", 2), float),
            filled(2, image(plain, "Rgba8", 1), mixed),
            filled(3, image(Access::Storage, "Rgba32f", 1), |i| float(i + 999)),
            filled(4, image(less, "D32", 1), unit),
        ],
        1,
    )
}

fn compare_with_handwritten(name: &str, tools: Tools) {
    let Some(driver) = driver(name) else {
        return;
    };
    let mut session = Session::new(&driver);
    let own = session.device().unwrap().target();
    let hidden = without(&own, &[feature::shaderFloat16]);
    for (target, halves) in [(own, "native"), (hidden, "hidden")] {
        let mut run = |more: &[&str]| {
            let words = filtered(&compiled(tools, more), &target, &Options::default());
            let words = words.unwrap_or_else(|error| panic!("{name}: {error:#}"));
            check(tools, &words, &target).unwrap_or_else(|error| panic!("{name}: {error:#}"));
            let output = session.run(&job(&words));
            output.unwrap_or_else(|failure| panic!("{name}: {failure}"))
        };
        // Rounding of values between two 16-bit floats differs between targets.
        let (handwritten, found) = (run(&["-DBY_HAND"]), run(&[]));
        assert_eq!(found, handwritten, "{name}, halves {halves}");
        for part in 0..8 {
            let words = found.buffers[0].chunks(16).map(|texels| texels[2 * part]);
            let different: BTreeSet<u32> = words.collect();
            assert!(different.len() > 1, "{name}: {part}");
        }
    }
}

#[test]
fn results_match_the_handwritten_shader_on_lavapipe() {
    if let Some(tools) = tools() {
        compare_with_handwritten(EXECUTING[0], tools);
    }
}

#[test]
fn results_match_the_handwritten_shader_on_swiftshader() {
    if let Some(tools) = tools() {
        compare_with_handwritten(EXECUTING[1], tools);
    }
}
