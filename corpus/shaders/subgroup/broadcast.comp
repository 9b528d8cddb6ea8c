#version 450
// Broadcasts of numbers, vectors and conditions from a constant lane and from the first active one. Each subgroup's lanes
// see their own workgroup's place as the lane's index, so that the result does not depend on the subgroup's size.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformBallot
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 110
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint lane = gl_SubgroupInvocationID;
    uvec2 pair = uvec2(source[at - lane], at - lane);
    uvec2 third = subgroupBroadcast(pair + lane, 2u) - 2u;
    bool odd = subgroupBroadcast((source[at] & 1u) != 0u, 1u);
    uint found = third.x;
    if ((lane & 1u) == 1u) {
        found += subgroupBroadcastFirst(lane * 16u);
    }
    bool expected = (source[at - lane + 1u] & 1u) != 0u;
    // A subgroup's base drops out of what is written.
    result[at] = uvec2(found - pair.x + source[at], third.y - pair.y + (odd == expected ? 4u : 8u));
}
