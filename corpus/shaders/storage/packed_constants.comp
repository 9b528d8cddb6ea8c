#version 450
// A multiplication of matrices with tiles of halves in workgroup memory, whose sizes are specialization constants: as 32-bit
// floats they would exceed the limit.
//
// build: --target-env vulkan1.1
// sos: native Float16
// sos: set 0=32 1=128 2=4
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 8192 841
// sos: buffer 0 1 zero 4096
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint BM = 16u;
layout(constant_id = 1) const uint BK = 64u;
layout(constant_id = 2) const uint PAD = 1u;
const uint STRIDE = BK + PAD;
layout(std430, binding = 0) readonly buffer In { uint source[8192]; };
layout(std430, binding = 1) writeonly buffer Out { float result[1024]; };
shared float16_t a[BM * STRIDE];
shared float16_t b[BM][STRIDE];

void main() {
    uint at = gl_LocalInvocationIndex;
    for (uint k = at; k < BM * BK; k += gl_WorkGroupSize.x) {
        a[k / BK * STRIDE + k % BK] = float16_t(float(source[k] & 7u));
        b[k / BK][k % BK] = float16_t(float(source[4096u + k] & 7u));
    }
    barrier();
    for (uint k = at; k < BM * BM; k += gl_WorkGroupSize.x) {
        float sum = 0.0;
        for (uint i = 0u; i < BK; i++) sum += float(a[k / BM * STRIDE + i]) * float(b[k % BM][i]);
        result[k] = sum;
    }
}
