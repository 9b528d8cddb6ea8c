//! Driver tests of sparse residency queries, which no driver at hand supports: the filtered shader is compared with an
//! equivalent one without residency.

use sos_core::Options;
use sos_runner::execute::image::{Access, Dim, Image, Sampler, Wrap};
use sos_tests::compare::mixed;
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filtered};
use sos_tests::images::{filled, image};
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

/// The number of results of each invocation.
const RESULTS: usize = 9;

const SHADER: &str = "#version 450
#ifndef BY_HAND
#extension GL_ARB_sparse_texture2 : require
#define R sparseTexelsResidentARB
#endif
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) writeonly buffer Out { vec4 result[]; };
layout(binding = 1) uniform sampler2D picture;
layout(binding = 2) uniform usampler2D numbers;
layout(binding = 3) uniform sampler2DShadow shadow;
layout(binding = 4, rgba8) uniform readonly image2D page;

#ifdef BY_HAND
bool lod(vec2 at, out vec4 t) { t = textureLod(picture, at, 1.5); return true; }
bool lodOffset(vec2 at, out vec4 t) { t = textureLodOffset(picture, at, 0.5, ivec2(1, -2)); return true; }
bool grad(vec2 at, out vec4 t) { t = textureGrad(picture, at, vec2(0.1), vec2(0.2)); return true; }
bool gather(vec2 at, out vec4 t) { t = textureGather(picture, at, 2); return true; }
bool shadowLod(vec2 at, out float t) { t = textureLod(shadow, vec3(at, 0.4), 0.0); return true; }
bool shadowGather(vec2 at, out vec4 t) { t = textureGather(shadow, at, 0.3); return true; }
bool texel(ivec2 at, out uvec4 t) { t = texelFetch(numbers, at, 0); return true; }
bool load(ivec2 at, out vec4 t) { t = imageLoad(page, at); return true; }
#else
bool lod(vec2 at, out vec4 t) { return R(sparseTextureLodARB(picture, at, 1.5, t)); }
bool lodOffset(vec2 at, out vec4 t) { return R(sparseTextureLodOffsetARB(picture, at, 0.5, ivec2(1, -2), t)); }
bool grad(vec2 at, out vec4 t) { return R(sparseTextureGradARB(picture, at, vec2(0.1), vec2(0.2), t)); }
bool gather(vec2 at, out vec4 t) { return R(sparseTextureGatherARB(picture, at, t, 2)); }
bool shadowLod(vec2 at, out float t) { return R(sparseTextureLodARB(shadow, vec3(at, 0.4), 0.0, t)); }
bool shadowGather(vec2 at, out vec4 t) { return R(sparseTextureGatherARB(shadow, at, 0.3, t)); }
bool texel(ivec2 at, out uvec4 t) { return R(sparseTexelFetchARB(numbers, at, 0, t)); }
bool load(ivec2 at, out vec4 t) { return R(sparseImageLoadARB(page, at, t)); }
#endif

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    vec2 where = (vec2(at) + 0.375) / 8.0;
    uint i = 9u * gl_LocalInvocationIndex;
    vec4 t;
    float lit;
    uvec4 number;
    vec4 resident = vec4(0.0);
    resident.x += float(lod(where, t));
    result[i] = t;
    resident.x += float(lodOffset(where, t));
    result[i + 1u] = t;
    resident.y += float(grad(where, t));
    result[i + 2u] = t;
    resident.y += float(gather(where, t));
    result[i + 3u] = t;
    resident.z += float(shadowLod(where, lit));
    result[i + 4u] = vec4(lit);
    resident.z += float(shadowGather(where, t));
    result[i + 5u] = t;
    resident.w += float(texel(at, number));
    result[i + 6u] = vec4(number >> 8);
    resident.w += float(load(at, t));
    result[i + 7u] = t;
    result[i + 8u] = resident;
}
";

fn job(words: &[u32]) -> Job {
    let image = |access, format, levels| Image {
        levels,
        ..image(access, Dim::Two, format, [8, 8, 1])
    };
    let combined = |linear, compare| {
        Access::Combined(Sampler {
            linear,
            wrap: Wrap::Repeat,
            compare,
            ..Sampler::default()
        })
    };
    let unit = |i: u32| ((mixed(i) % 64) as f32 / 64.0).to_bits();
    Job::compute(
        words,
        vec![
            Buffer::storage(0, vec![0; 64 * RESULTS * 4]),
            filled(1, image(combined(true, false), "Rgba8", 4), mixed),
            filled(2, image(combined(false, false), "R32ui", 1), mixed),
            filled(3, image(combined(false, true), "D32", 1), unit),
            filled(4, image(Access::Storage, "Rgba8", 1), |i| mixed(i + 999)),
        ],
        1,
    )
}

fn compare_without_residency(name: &str, tools: Tools) {
    let Some(driver) = driver(name) else {
        return;
    };
    let mut session = Session::new(&driver);
    let target = session.device().unwrap().target();
    let mut run = |more: &[&str]| {
        let args = [&["--target-env", "vulkan1.1"], more].concat();
        let words = tools.glsl(SHADER, "comp", &args).unwrap();
        let words = filtered(&words, &target, &Options::default()).unwrap();
        check(tools, &words, &target).unwrap();
        session.run(&job(&words)).unwrap()
    };
    let (handwritten, found) = (run(&["-DBY_HAND"]), run(&[]));
    assert_eq!(found, handwritten, "{name}");
    for invocation in found.buffers[0].chunks(RESULTS * 4) {
        let resident = invocation.iter().skip((RESULTS - 1) * 4);
        assert!(resident.copied().eq([2.0_f32.to_bits(); 4]), "{name}");
    }
    for part in 0..RESULTS - 1 {
        let first = found.buffers[0][4 * part];
        let mut all = found.buffers[0]
            .chunks(RESULTS * 4)
            .map(|one| one[4 * part]);
        assert!(all.any(|word| word != first), "{name}: {part}");
    }
}

#[test]
fn everything_is_resident_on_lavapipe() {
    if let Some(tools) = tools() {
        compare_without_residency(EXECUTING[0], tools);
    }
}

#[test]
fn everything_is_resident_on_swiftshader() {
    if let Some(tools) = tools() {
        compare_without_residency(EXECUTING[1], tools);
    }
}
