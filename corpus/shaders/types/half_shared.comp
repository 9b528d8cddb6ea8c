#version 450
// Halves in workgroup memory.
//
// build: --target-env vulkan1.2
// sos: native Float16
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 509
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared f16vec2 line[64];

void main() {
    uint at = gl_LocalInvocationIndex, bits = source[at];
    line[at] = f16vec2(uvec2(bits, bits >> 8) & 0xffu);
    barrier();
    f16vec2 sum = line[at] + line[63u - at];
    result[at] = packFloat2x16(f16vec2(sum.x, line[at ^ 1u].y));
}
