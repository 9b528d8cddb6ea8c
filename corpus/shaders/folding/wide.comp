#version 450
// build: --target-env vulkan1.0
// opt: --inline-entry-points-exhaustive --ssa-rewrite
// native: 0=0x8000000000000000 1=3
// run: 0=-5 1=7 2=0
// native: 2=0
//
// 64-bit constants. With WIDE off, no 64-bit arithmetic is left, and devices without it run the shader.
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 64) in;
layout(constant_id = 0) const int64_t A = 0x123456789ABCDEFl;
layout(constant_id = 1) const int64_t B = -77l;
layout(constant_id = 2) const bool WIDE = true;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };

void main() {
    uint at = gl_LocalInvocationID.x;
    uint value = source[at];
    if (A / B > A % B) value += 1u;
    if ((A >> 40) < 0l) value += 2u;
    if (uint64_t(A) > 0x8000000000000000ul) value += 4u;
    if (A < B) value ^= 0xF00u;
    if (WIDE) {
        int64_t product = A * int64_t(value);
        value += uint(product) ^ uint(product >> 32);
    }
    result[at] = value;
}
