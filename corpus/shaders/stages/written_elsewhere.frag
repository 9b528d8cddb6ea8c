#version 450
// Storage that is written by an atomic alone, and by a store in a function that is called later.
//
// build: --target-env vulkan1.0
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,vulkan-1.4 unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3 unsupported
layout(binding = 0, r32ui) uniform uimage2D marks;
layout(binding = 1, r32ui) uniform uimage2D counts;
layout(location = 0) out vec4 shade;

void mark(ivec2 at) {
    imageStore(marks, at, uvec4(1u));
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uint seen = imageAtomicAdd(counts, at, 1u) + imageLoad(marks, at).x;
    mark(at);
    shade = vec4(float(seen));
}
