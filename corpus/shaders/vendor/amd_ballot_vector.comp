#version 450
// Reductions of vectors and of 64-bit numbers: SPV_AMD_shader_ballot takes both.
// What is written depends on the subgroup's size.
//
// build: --target-env vulkan1.1
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 14
// sos: buffer 0 1 zero 1024
// sos: outcome radv-* unchanged
#extension GL_AMD_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec4 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uvec4 value = source[at];
    uvec3 least = minInvocationsNonUniformAMD(value.xyz);
    uint64_t sum = addInvocationsNonUniformAMD(packUint2x32(value.zw));
    result[at] = uvec4(least.xy, unpackUint2x32(sum)) ^ value;
}
