#version 450
// Division and square root of 16-bit floats where the result is a half: no rounding is open. What SPIR-V leaves open is
// not asked for.
//
// build: --target-env vulkan1.2
// sos: native Float16
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 503
// sos: buffer 0 1 zero 256
// sos: tolerance 1 ulp
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    float16_t root = float16_t(source[at] & 31u), power = float16_t(1u << (source[at] >> 30));
    f16vec2 found = f16vec2(sqrt(root * root), root / power);
    // A result within an ULP of the whole number shows as that number.
    result[at] = uint(float(found.x) + 0.5) << 16 | uint(float(found.y) * 8.0 + 0.5);
}
