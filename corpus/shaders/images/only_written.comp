#version 450
// Storage images without a format that are only written and asked for their size, but not declared writeonly, as HLSL and Slang
// have it: a device that cannot read such images can run this, if the output declares it.
//
// build: --target-env vulkan1.1
// sos: native StorageImageWriteWithoutFormat
// sos: dispatch 1 1 1
// sos: image 0 0 storage 2D 8x8 Rgba8 zero 4
// sos: image 0 1 storage 2D 8x8 R32f zero 4
// sos: image 0 1 storage 2D 8x8 R32f zero 4
// sos: shows image-access adreno-a540
#extension GL_EXT_shader_image_load_formatted : require

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform image2D colour;
layout(binding = 1) uniform image2D pages[2];

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(colour, at, vec4(vec2(at) * 0.125, 0.5, 1.0 / 3.0));
    imageStore(pages[1], at.yx, vec4(at.x * 8 + at.y));
    imageStore(pages[0], imageSize(pages[1]) - 1 - at, vec4(at.y));
}
