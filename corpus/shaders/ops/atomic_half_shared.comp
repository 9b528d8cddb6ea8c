#version 450
// Sums, least and greatest of 16-bit floats by atomics in shared memory: whole numbers, so that every order gives the same.
//
// build: --target-env vulkan1.1
// sos: native AtomicFloat16AddEXT AtomicFloat16MinMaxEXT Float16
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 215
// sos: buffer 0 1 zero 512
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { float result[]; };

shared float16_t sums[8], own[64], least, most;

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[gl_GlobalInvocationID.x];
    if (at < 8u) {
        sums[at] = float16_t(0.5);
    }
    if (at == 0u) {
        least = float16_t(100.0);
        most = float16_t(-100.0);
    }
    own[at] = float16_t(at);
    barrier();
    float16_t signed = float16_t(int(value) >> 24);
    atomicAdd(sums[value & 7u], float16_t((value >> 28) & 7u));
    atomicMin(least, signed);
    atomicMax(most, signed);
    float16_t before = atomicExchange(own[at ^ 5u], signed);
    barrier();
    result[gl_GlobalInvocationID.x] = float(sums[at & 7u]) + float(before) * 8.0 + float(own[at]) * 4096.0
        + (at == 1u ? float(least) : at == 2u ? float(most) : 0.0);
}
