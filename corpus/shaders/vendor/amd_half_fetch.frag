#version 450
// Images of 16-bit floats sampled by levels of their own: with a bias, projected, compared.
//
// build: --target-env vulkan1.1
// sos: native Float16ImageAMD
// sos: novalidate Vulkan's rules for image types do not know SPV_AMD_gpu_shader_half_float_fetch
// sos: outcome lavapipe-*,swiftshader,radv-*,nvk-* rewritten
// sos: draw 16 16
// sos: image 0 0 combined 2D 16x16 Rgba16f levels 5 repeat f16 0.5 -2 0.1 7 1 0.25 3000 -0.75 12 0.0625 9 4
// sos: image 0 1 combined 2D 8x8 D32 less border f32 0 0.125 0.5 0.25 1 0.75 0.3
// sos: image 0 2 combined Cube 8x8 Rgba16f levels 4 f16 0.5 -2 0.1 7 1 0.25 3000 -0.75
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_AMD_gpu_shader_half_float_fetch : require
layout(binding = 0) uniform f16sampler2D picture;
layout(binding = 1) uniform f16sampler2DShadow depth;
layout(binding = 2) uniform f16samplerCube sky;
layout(location = 0) in vec3 where;
layout(location = 0) out vec4 shade;

void main() {
    f16vec3 here = f16vec3(where);
    f16vec4 all = texture(picture, here.xy) + texture(picture, where.xy, 1.0hf);
    all += textureProj(picture, here, 0.5hf) + texture(sky, here) + texture(sky, where);
    all.x += texture(depth, where) + texture(depth, here.xy, here.z);
    shade = vec4(all);
}
