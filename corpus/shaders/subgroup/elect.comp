#version 450
// The smallest use of subgroups: one lane of each stands for all. Counted over the workgroup it gives as many as there are
// subgroups with an active lane.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniform
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 116
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.1,vulkan-1.2,vulkan-1.3 unchanged
// sos: shows subgroup-vote nvk-kepler
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared uint elected;

void main() {
    uint at = gl_LocalInvocationIndex;
    if (at == 0u) {
        elected = 0u;
    }
    barrier();
    if (subgroupElect()) {
        atomicAdd(elected, gl_SubgroupSize);
    }
    barrier();
    result[at] = source[at] ^ elected;
}
