#version 450
// SPV_AMD_shader_explicit_vertex_parameter: a value of each vertex, and the weights to blend them by hand.
//
// build: --target-env vulkan1.0
// sos: outcome radv-* unchanged
#extension GL_AMD_shader_explicit_vertex_parameter : require

layout(location = 0) __explicitInterpAMD in vec4 colour;
layout(location = 0) out vec4 shade;

void main() {
    vec2 weight = gl_BaryCoordSmoothAMD + gl_BaryCoordNoPerspCentroidAMD;
    vec4 first = interpolateAtVertexAMD(colour, 0u);
    vec4 second = interpolateAtVertexAMD(colour, 1u);
    vec4 third = interpolateAtVertexAMD(colour, 2u);
    shade = first * weight.x + second * weight.y + third * (2.0 - weight.x - weight.y);
}
