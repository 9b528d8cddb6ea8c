#version 450
// Storage that is written by an atomic alone, and by a store in a function that is called later.
//
// build: --target-env vulkan1.0
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
// sos: outcome vulkan-* unsupported
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
