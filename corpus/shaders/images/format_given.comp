#version 450
// Storage images and a texel buffer without a format that the application names: two of one type with formats of their own, an
// array, one that goes through functions, and one of which nothing is said and nothing is written.
//
// build: --target-env vulkan1.0
// sos: native StorageImageWriteWithoutFormat
// sos: image-format 0:0=Rgba8 0:1=R32f 0:2=Rgba16f 0:3=R32ui
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,vulkan-1.3 unchanged
// sos: outcome vulkan-1.0 rewritten
// sos: dispatch 1 1 1
// sos: image 0 0 storage 2D 8x8 Rgba8 zero 4
// sos: image 0 1 storage 2D 8x8 R32f zero 4
// sos: image 0 2 storage 2D 8x8 Rgba16f zero 4
// sos: image 0 2 storage 2D 8x8 Rgba16f zero 4
// sos: image 0 3 storage 3D 4x4x4 R32ui zero 4
// sos: shows image-format vulkan-1.0
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform writeonly image2D colour;
layout(binding = 1) uniform writeonly image2D depth;
layout(binding = 2) uniform writeonly image2D pages[2];
layout(binding = 3) uniform writeonly uimage3D volume;

void put(writeonly image2D target, ivec2 at, vec4 texel) {
    imageStore(target, at, texel);
}

void turn(writeonly image2D target, ivec2 at, vec4 texel) {
    put(target, at, texel.wzyx);
}

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec4 texel = vec4(vec2(at) * 0.125, 0.5, 1.0 / 3.0);
    turn(colour, at, texel);
    imageStore(depth, at, texel * 7.0);
    for (int i = 0; i < 2; ++i) {
        if (at.x > i) {
            imageStore(pages[1], at.yx, texel * float(i));
        }
    }
    imageStore(pages[0], imageSize(pages[1]) - 1 - at, texel);
    uint number = gl_LocalInvocationIndex;
    imageStore(volume, ivec3(number & 3u, number >> 2 & 3u, number >> 4), uvec4(number * 0x01010101u));
}
