// build: --target-env vulkan1.2 --target-env spirv1.5
// sos: outcome chosen unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,nvk-kepler,android-2022,android-2025,adreno-a540,adreno-a6xx,panvk-g52 rewritten
// sos: absent vulkan-1.0,vulkan-1.1,nvk-kepler Extend
//
// Since SPIR-V 1.4 compilers say at each access to an image of integers how texels are extended; the type of the image
// says the same, and said it before.
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform isampler2D from;
layout(binding = 1, r32ui) uniform uimage2D image;
layout(binding = 2) buffer Result { uint result; };

void main() {
    ivec4 fetched = texelFetch(from, ivec2(0), 0);
    uvec4 read = imageLoad(image, ivec2(0));
    imageStore(image, ivec2(0), uvec4(fetched) + read);
    result = read.x + uint(textureLod(from, vec2(0), 1).x);
}
