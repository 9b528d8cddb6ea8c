#version 450
// Arrays of storage images and of texel buffers under an index that is uniform and not constant.
//
// build: --target-env vulkan1.2
// sos: native StorageImageArrayDynamicIndexing UniformTexelBufferArrayDynamicIndexing
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: dispatch 1 1 1
// sos: image 0 0 storage 2D 8x8 Rgba8 random 64 1
// sos: image 0 0 storage 2D 8x8 Rgba8 random 64 2
// sos: image 0 0 storage 2D 8x8 Rgba8 random 64 3
// sos: image 0 0 storage 2D 8x8 Rgba8 random 64 4
// sos: texels 0 4 uniform Rgba8 random 8 5
// sos: texels 0 4 uniform Rgba8 random 8 6
// sos: texels 0 4 uniform Rgba8 random 8 7
// sos: texels 0 4 uniform Rgba8 random 8 8
// sos: push u32 2
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform image2D pictures[4];
layout(binding = 4) uniform samplerBuffer lines[4];
layout(push_constant) uniform Push { int chosen; };

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(pictures[chosen], at, texelFetch(lines[chosen], at.x) * imageLoad(pictures[0], at.yx));
}
