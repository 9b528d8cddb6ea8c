#version 450
// Quad operations of fragments where not all of the primitive come: fine for quads, and without a meaning for derivatives.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformQuad
// sos: draw 16 16
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,roadmap-2022,roadmap-2024,hasvk-hsw unchanged
#extension GL_KHR_shader_subgroup_quad : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = vec4(where, 0.0, 1.0);
    // The same for a quad, and not for the primitive.
    if ((int(gl_FragCoord.x) & 2) == 0) {
        shade.zw = subgroupQuadSwapHorizontal(where);
    }
}
