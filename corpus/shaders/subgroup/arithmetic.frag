#version 450
// A reduction in a fragment shader that is uniform by its operands, so that neither size nor shape of a subgroup shows.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic
// sos: draw 16 16 with ../stages/full_screen.vert.spv
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_vote : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    float row = floor(gl_FragCoord.y) * 0.0625;
    float most = subgroupMax(0.75), least = subgroupMin(0.25);
    shade = vec4(where * most, row * least, subgroupAny(row >= 0.0) ? 1.0 : 0.0);
}
