#version 450
// Sums, differences and products of 16-bit floats with their rounding: random bits, all exponents.
//
// build: --target-env vulkan1.2
// sos: native Float16
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 501
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

// Random bits without the exponents of infinities, NaN and denormals: those depend on modes that nothing here asks for.
f16vec2 number(uint bits) {
    uint low = bits & 0xffffu, high = bits >> 16;
    low = (low & 0x83ffu) | (((low >> 10) & 7u) + 10u) << 10;
    high = (high & 0x83ffu) | (((high >> 10) & 7u) + 10u) << 10;
    return unpackFloat2x16(low | high << 16);
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    f16vec2 value = number(source[at]);
    float16_t a = value.x, b = value.y;
    result[at] = uvec2(packFloat2x16(f16vec2(a + b, a - b)), packFloat2x16(f16vec2(a * b, -a)));
}
