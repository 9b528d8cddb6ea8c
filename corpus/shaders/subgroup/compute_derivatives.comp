#version 450
// Derivatives of a compute shader with quads of two rows, of values, vectors and in functions, and implicit levels of detail, in two
// workgroups and under a condition that is the same for each quad.
//
// build: -g0 --target-env vulkan1.1
// sos: native ComputeDerivativeGroupQuadsKHR
// sos: shows compute-derivatives vulkan-1.0
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 512 31
// sos: buffer 0 1 zero 8192
// sos: image 1 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 1
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 16, local_size_y = 8) in;
layout(derivative_group_quadsNV) in;
layout(std430, binding = 0) readonly buffer In { uint words[512]; };
layout(std430, binding = 1) buffer Out { vec4 results[512]; };
layout(set = 1, binding = 0) uniform sampler2D picture;

vec2 of(uint at) {
    return vec2(words[at] & 0xFFFFu, words[at] >> 16) / 4096.0;
}

vec2 slope(vec2 value) {
    return dFdx(value) - dFdyCoarse(value.yx) * 2.0;
}

void main() {
    uint at = gl_GlobalInvocationID.y * 32u + gl_GlobalInvocationID.x;
    vec2 value = of(at);
    vec4 result = vec4(dFdx(value.x), dFdy(value.y), fwidth(value.x), dFdxFine(value.y));
    result.xy += slope(value * 3.0);
    if ((gl_LocalInvocationID.y & 2u) == 0u) {
        result += texture(picture, value * 0.125);
        result.zw += slope(value - 1.0);
    }
    results[at] = result;
    results[at + 256u] = textureProj(picture, vec3(value * 0.25, 2.0)) + textureOffset(picture, value, ivec2(1, -1));
}
