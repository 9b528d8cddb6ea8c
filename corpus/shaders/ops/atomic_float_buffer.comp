#version 450
// Sums of floats by atomics in a buffer. The numbers are small and whole, so that every order gives the same sum.
//
// build: --target-env vulkan1.1
// sos: native AtomicFloat32AddEXT
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 201
// sos: buffer 0 1 zero 64
// sos: outcome lavapipe-*,radv-navi31 unchanged
#extension GL_EXT_shader_atomic_float : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { float result[16]; };

void main() {
    uint value = source[gl_GlobalInvocationID.x];
    atomicAdd(result[value & 15u], float(int(value) >> 20));
}
