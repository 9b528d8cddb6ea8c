#version 450
// Cross-lane operations in a vertex shader: the stage has to be among subgroupSupportedStages.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformVote
// sos: outcome radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: shows subgroup-khr-vote nvk-kepler
#extension GL_KHR_shader_subgroup_vote : require

layout(location = 0) in vec4 place;
layout(location = 0) out vec4 colour;

void main() {
    gl_Position = place;
    colour = subgroupAll(place.w > 0.0) ? place : place.wzyx;
}
