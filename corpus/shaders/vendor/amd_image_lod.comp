#version 450
// SPV_AMD_shader_image_load_store_lod: storage images read and written at a level of detail.
//
// build: --target-env vulkan1.0
// sos: outcome radv-* unchanged
#extension GL_AMD_shader_image_load_store_lod : require

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform readonly image2D fine;
layout(binding = 1, rgba8) uniform writeonly image2D coarse;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStoreLodAMD(coarse, at, 1, imageLoadLodAMD(fine, at, 0) * 0.5);
}
