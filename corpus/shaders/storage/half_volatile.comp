#version 450
// Volatile narrow data, handed over between invocations of a workgroup.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 409
// sos: buffer 0 1 zero 128
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) volatile buffer Out { uint16_t result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = uint16_t(source[at]);
    memoryBarrierBuffer();
    barrier();
    uint other = uint(result[at ^ 1u]);
    barrier();
    result[at] = uint16_t(other * 3u + at);
}
