#version 450
// Arrays of storage images and of texel buffers under an index that is uniform and not constant.
//
// build: --target-env vulkan1.2
// sos: native StorageImageArrayDynamicIndexing UniformTexelBufferArrayDynamicIndexing
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform image2D pictures[4];
layout(binding = 4) uniform samplerBuffer lines[4];
layout(push_constant) uniform Push { int chosen; };

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(pictures[chosen], at, texelFetch(lines[chosen], at.x) * imageLoad(pictures[0], at.yx));
}
