#version 450
// SPV_NV_fragment_shader_barycentric: per-vertex inputs blended with the shader's own weights.
//
// build: --target-env vulkan1.1
#extension GL_NV_fragment_shader_barycentric : require

layout(location = 0) pervertexNV in vec4 colour[];
layout(location = 0) out vec4 shade;

void main() {
    vec3 weight = gl_BaryCoordNV * gl_BaryCoordNV;
    shade = colour[0] * weight.x + colour[1] * weight.y + colour[2] * weight.z;
}
