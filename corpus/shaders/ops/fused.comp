#version 450
// fma and precise: no contraction, and a product and sum in one, on whole numbers, where both are exact.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 224
// sos: buffer 0 1 zero 512
// sos: outcome all unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { vec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    vec3 value = vec3(uvec3(source[at], source[at] >> 8, source[at] >> 16) & 0xffu);
    precise float plain = value.x * value.y + value.z;
    result[at] = vec2(plain, fma(value.y, value.z, -value.x));
}
