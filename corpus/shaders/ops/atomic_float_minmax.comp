#version 450
// Least and greatest of floats by atomics in a buffer.
//
// build: --target-env vulkan1.1
// sos: native AtomicFloat32MinMaxEXT
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 203
// sos: buffer 0 1 f32 0 0 0 0 0 0 0 0
// sos: outcome lavapipe-*,radv-bonaire,radv-navi10,radv-navi21,radv-navi31,radv-pitcairn unchanged
#extension GL_EXT_shader_atomic_float2 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { float least[4]; float most[4]; };

void main() {
    uint value = source[gl_GlobalInvocationID.x];
    float real = float(int(value) >> 8) * 0.25;
    atomicMin(least[value & 3u], real);
    atomicMax(most[value & 3u], real);
}
