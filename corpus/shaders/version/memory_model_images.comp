#version 450
// The Vulkan memory model on images: texels that are made available and visible, some of them volatile, an array of images that
// are not private, and an atomic with volatile semantics.
//
// build: --target-env vulkan1.2
// sos: native VulkanMemoryModel
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model

layout(local_size_x = 8, local_size_y = 8) in;
layout(r32ui, binding = 0) uniform workgroupcoherent uimage2D texels;
layout(r32ui, binding = 1) uniform workgroupcoherent volatile uimage2D seen;
layout(r32ui, binding = 2) uniform nonprivate uimage2D others[2];
layout(std430, binding = 3) buffer Out { uint result[]; };
layout(std430, binding = 4) volatile workgroupcoherent buffer Tally { uint tally; };

uint neighbour(uint which, ivec2 at) {
    return imageLoad(others[which & 0u], at ^ 1).x;
}

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    imageStore(texels, at, uvec4(gl_LocalInvocationIndex * 3u));
    imageStore(seen, at, uvec4(gl_LocalInvocationIndex + 7u));
    imageAtomicAdd(others[0], at, 5u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    atomicAdd(tally, 2u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsAcquireRelease);
    result[gl_LocalInvocationIndex] = imageLoad(texels, at.yx).x + imageLoad(seen, at.yx).x
        + neighbour(0u, at) + imageLoad(others[1], at).x + tally * 0u;
}
