#version 450
// Images of 16-bit floats beside the same ones of 32 bits: fetched, sampled with coordinates of either width, gathered, compared,
// read and written.
//
// build: --target-env vulkan1.1
// sos: native Float16ImageAMD
// sos: novalidate Vulkan's rules for image types do not know SPV_AMD_gpu_shader_half_float_fetch
// sos: outcome lavapipe-*,swiftshader,radv-*,nvk-* rewritten
// sos: dispatch 1 1 1
// sos: buffer 0 0 zero 4608
// sos: image 0 1 combined 2D 8x8 Rgba16f levels 3 repeat f16 0.5 -2 0.1 7 1 0.25 3000 -0.75 12 0.0625 9 4
// sos: image 0 2 combined 2D 8x8 Rgba16f repeat f16 1 -3 0.3 100 0.0078125
// sos: image 0 3 storage 2D 8x8 Rgba16f f16 1 2 3 4 5 6 7 8 9 10
// sos: image 0 4 combined 2D 8x8 D32 less f32 0 0.125 0.5 0.25 1 0.75 0.3
#extension GL_AMD_gpu_shader_half_float : require
#extension GL_AMD_gpu_shader_half_float_fetch : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) writeonly buffer Out { uvec2 result[]; };
layout(binding = 1) uniform f16sampler2D picture;
layout(binding = 2) uniform sampler2D plain;
layout(binding = 3, rgba16f) uniform f16image2D page;
layout(binding = 4) uniform f16sampler2DShadow depth;

void put(uint i, f16vec4 v) {
    result[i] = uvec2(packFloat2x16(v.xy), packFloat2x16(v.zw));
}

f16vec4 half_way(f16sampler2D from, f16vec2 where) {
    return textureLod(from, where, 0.5hf);
}

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    uint i = 9u * gl_LocalInvocationIndex;
    // The middles of texels: what is sampled there is a texel as it is.
    f16vec2 where = (f16vec2(at) + 0.5hf) / 8.0hf;
    put(i, texelFetch(picture, at, 0));
    put(i + 1u, textureLod(picture, vec2(where), 0.0));
    put(i + 2u, textureLod(picture, where, 0.0hf));
    put(i + 3u, textureGradOffset(picture, where, f16vec2(0.0hf), f16vec2(0.0hf), ivec2(1, -2)));
    put(i + 4u, textureGather(picture, where + 0.0625hf, 2));
    put(i + 5u, f16vec4(textureLod(plain, vec2(where), 0.0)));
    put(i + 6u, imageLoad(page, at) + f16vec4(textureSize(picture, 0).xyxy));
    put(i + 7u, f16vec4(textureLod(depth, f16vec2(where), 0.5hf, 0.0hf)));
    put(i + 8u, half_way(picture, where) * 0.0hf);
    imageStore(page, at, texelFetch(picture, at.yx, 1) * 2.0hf);
}
