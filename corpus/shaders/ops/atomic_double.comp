#version 450
// Sums of doubles by atomics in a buffer: exact in any order.
//
// build: --target-env vulkan1.1
// sos: native AtomicFloat64AddEXT Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 205
// sos: buffer 0 1 zero 32
#extension GL_EXT_shader_atomic_float : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { double result[4]; };

void main() {
    uint value = source[gl_GlobalInvocationID.x];
    atomicAdd(result[value & 3u], double(value));
}
