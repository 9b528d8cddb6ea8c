#version 450
// Float atomics in arrays of buffers under indices that differ between invocations.
//
// build: --target-env vulkan1.2
// sos: native StorageBufferArrayNonUniformIndexing AtomicFloat32AddEXT
// sos: dispatch 2 1 1
// sos: buffer 0 0 f32 1 2 3, zero 16
// sos: buffer 0 0 f32 4 5 6, zero 16
// sos: buffer 0 0 f32 7 8 9, zero 16
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_shader_atomic_float : require

layout(local_size_x = 32) in;
layout(binding = 0) buffer Sums { float sum[]; } sums[3];

void main() {
    uint at = gl_GlobalInvocationID.x;
    atomicAdd(sums[nonuniformEXT(at % 3)].sum[at & 3], 0.5 * at);
    atomicExchange(sums[nonuniformEXT(at % 3)].sum[4], 2.0);
}
