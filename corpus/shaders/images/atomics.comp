#version 450
// Atomics on the texels of images and of buffers.
//
// build: --target-env vulkan1.0
// sos: native ImageBuffer
// sos: outcome all unchanged
// sos: dispatch 1 1 1
// sos: image 0 0 storage 2D 8x8 R32ui zero 4
// sos: texels 0 1 R32i zero 64
// sos: buffer 0 2 random 64 1
layout(local_size_x = 64) in;
layout(binding = 0, r32ui) uniform uimage2D counts;
layout(binding = 1, r32i) uniform iimageBuffer most;
layout(std430, binding = 2) readonly buffer In { uint source[]; };

void main() {
    uint value = source[gl_GlobalInvocationID.x];
    imageAtomicAdd(counts, ivec2(value & 7u, (value >> 3) & 7u), 1u);
    imageAtomicMax(most, int(value & 15u), int(value >> 8));
}
