#version 450
// Barycentric weights, and an input of each vertex (SPV_KHR_fragment_shader_barycentric).
//
// build: --target-env vulkan1.1
// sos: draw 16 16
// sos: native FragmentBarycentricKHR
// sos: outcome chosen unsupported
// sos: outcome nvk-ampere,nvk-turing,radv-navi21,radv-navi31 unchanged
#extension GL_EXT_fragment_shader_barycentric : require

layout(location = 0) pervertexEXT in vec3 colour[];
layout(location = 0) out vec4 shade;

void main() {
    vec3 weight = gl_BaryCoordEXT * gl_BaryCoordNoPerspEXT;
    shade = vec4(colour[0] * weight.x + colour[1] * weight.y + colour[2] * weight.z, 1.0);
}
