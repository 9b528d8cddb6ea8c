#version 450
// Two views of the same workgroup memory (VK_KHR_workgroup_memory_explicit_layout): words written, halves read.
//
// build: --target-env vulkan1.2
// sos: native WorkgroupMemoryExplicitLayoutKHR WorkgroupMemoryExplicitLayout16BitAccessKHR Int16
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 222
// sos: buffer 0 1 zero 256
// sos: outcome radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared Words { uint words[64]; };
shared Halves { uint16_t halves[128]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    words[at] = source[at];
    barrier();
    result[at] = uint(halves[at]) << 16 | uint(halves[127u - at]);
}
