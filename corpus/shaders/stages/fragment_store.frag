#version 450
// Stores and atomics in a fragment shader: a feature without a capability (fragmentStoresAndAtomics).
//
// build: --target-env vulkan1.0
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
layout(std430, binding = 0) buffer Counts { uint counts[]; };
layout(binding = 1, r32ui) uniform uimage2D marks;
layout(location = 0) flat in uint kind;
layout(location = 0) out vec4 shade;

void main() {
    uint before = atomicAdd(counts[kind], 1u);
    imageStore(marks, ivec2(gl_FragCoord.xy), uvec4(before));
    shade = vec4(float(before) * 0.0625);
}
