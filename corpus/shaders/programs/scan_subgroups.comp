#version 450
// An exclusive scan over a workgroup by the scans of its subgroups. The result is the same for every subgroup size.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic
// sos: dispatch 4 1 1
// sos: size any
// sos: buffer 0 0 random 512 803
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared uint totals[128];

void main() {
    uint value = source[gl_GlobalInvocationID.x] & 0xffffu;
    uint before = subgroupExclusiveAdd(value);
    uint total = subgroupAdd(value);
    if (subgroupElect()) {
        totals[gl_SubgroupID] = total;
    }
    barrier();
    for (uint group = 0u; group < gl_SubgroupID; ++group) {
        before += totals[group];
    }
    result[gl_GlobalInvocationID.x] = before;
}
