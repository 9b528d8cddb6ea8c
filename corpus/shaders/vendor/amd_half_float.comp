#version 450
// SPV_AMD_gpu_shader_half_float: the older way to 16-bit floats, with functions of GLSL.std.450 on them.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 23
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_AMD_gpu_shader_half_float : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint bits = source[at];
    f16vec2 value = f16vec2(vec2(uvec2(bits & 0x3ffu, bits >> 22)) * 0.125);
    f16vec2 other = max(value.yx - 4.0hf, -value) * 2.0hf;
    result[at] = packFloat2x16(fma(value, f16vec2(2.0hf), abs(other)));
}
