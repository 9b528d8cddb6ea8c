#version 450
// An array of storage images without a format, under an index that is uniform and not constant: each of the stores that
// take the place of one needs StorageImageWriteWithoutFormat as it did.
//
// build: --target-env vulkan1.2
// sos: native StorageImageArrayDynamicIndexing StorageImageWriteWithoutFormat
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: dispatch 1 1 1
// sos: image 0 0 storage 2D 8x8 Rgba16f f16 1 2 3 4
// sos: image 0 0 storage 2D 8x8 Rgba16f f16 5 6 7 8
// sos: image 0 0 storage 2D 8x8 Rgba16f f16 9 10 11 12
// sos: push u32 1

layout(local_size_x = 8, local_size_y = 4) in;
layout(binding = 0) uniform writeonly image2D pictures[3];
layout(push_constant) uniform Push { int chosen; };

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(pictures[chosen], at, vec4(at, chosen, 0.5));
}
