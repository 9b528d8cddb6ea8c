#version 450
// Subgroup barriers order shared memory within a subgroup: each lane hands a value to its neighbour in the quad. The result
// is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniform
// sos: dispatch 1 1 1
// sos: size any
// sos: buffer 0 0 random 64 119
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.1,vulkan-1.2,vulkan-1.3 unchanged
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared uint line[64];

void main() {
    uint at = gl_LocalInvocationIndex;
    line[at] = source[at];
    subgroupMemoryBarrierShared();
    subgroupBarrier();
    // An election as well: by itself, the scope of a barrier declares no subgroups.
    uint both = line[at ^ 1u] * 3u + line[at ^ 3u];
    result[at] = subgroupElect() && gl_SubgroupSize == 0u ? 0u : both;
}
