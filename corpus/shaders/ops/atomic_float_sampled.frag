#version 450
// An atomic operation between a sampled image and its use: glslang makes the sampled image first. Where the atomic becomes a
// loop, the block is split between the two.
//
// build: --target-env vulkan1.1
// sos: shows float-atomic swiftshader
#extension GL_EXT_shader_atomic_float : require

layout(binding = 0) uniform texture2D picture;
layout(binding = 1) uniform sampler how;
layout(std430, binding = 2) buffer Tally { uint count; float sum; };
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = texture(sampler2D(picture, how), where * atomicAdd(sum, 1.0));
}
