#version 450
// Quad operations in a fragment shader: each pixel takes the mean of its quad. Helper invocations take part.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformQuad
// sos: draw 16 16 with ../stages/full_screen.vert.spv
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: shows quad-derivatives nvk-kepler
#extension GL_KHR_shader_subgroup_quad : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    vec2 cell = floor(where * 16.0);
    float value = mod(cell.x * 5.0 + cell.y * 3.0, 8.0) * 0.125;
    float sum = value + subgroupQuadSwapHorizontal(value);
    sum += subgroupQuadSwapVertical(sum);
    shade = vec4(sum * 0.25, value, subgroupQuadSwapDiagonal(value), subgroupQuadBroadcast(value, 1u));
}
