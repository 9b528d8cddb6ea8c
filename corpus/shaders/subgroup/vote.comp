#version 450
// The votes of SPIR-V 1.3. They are alike in the whole workgroup, so the subgroup's size does not show. The vector is not of floats:
// lavapipe's compiler (LLVM 15) ends on votes about such that were compared.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformVote
// sos: dispatch 4 1 1
// sos: buffer 0 0 u32 0 1 2 3
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: shows subgroup-all-equal nvk-kepler
#extension GL_KHR_shader_subgroup_vote : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint value = source[gl_WorkGroupID.x];
    uint found = uint(subgroupAny((value & 1u) != 0u)) | uint(subgroupAll((value & 2u) != 0u)) << 1;
    found |= uint(subgroupAllEqual(value)) << 2 | uint(subgroupAllEqual(gl_LocalInvocationIndex)) << 3;
    found |= uint(subgroupAllEqual(uvec2(value, 7u))) << 4;
    result[gl_GlobalInvocationID.x] = found << 8 | gl_LocalInvocationIndex;
}
