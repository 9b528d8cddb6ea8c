#version 450
// Arithmetic of 16-bit integers that runs over, on vectors.
//
// build: --target-env vulkan1.2
// sos: native Int16
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 513
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x, bits = source[at];
    u16vec2 a = u16vec2(bits, bits >> 16), b = a.yx * 40503us;
    i16vec2 c = i16vec2(a), d = i16vec2(b);
    u16vec2 sum = a + b, product = a * b;
    i16vec2 least = min(c, d), size = abs(max(c, i16vec2(-32767)));
    result[at] = uvec2(packUint2x16(sum ^ u16vec2(least)), packUint2x16(product + u16vec2(size)));
}
