#version 450
// Sums of floats by atomics in an image.
//
// build: --target-env vulkan1.1
// sos: native AtomicFloat32AddEXT
// sos: outcome lavapipe-* unchanged
#extension GL_EXT_shader_atomic_float : require

layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1, r32f) uniform image2D sums;

void main() {
    uint value = source[gl_LocalInvocationIndex];
    imageAtomicAdd(sums, ivec2(value & 3u, (value >> 2) & 3u), float(value >> 24));
}
