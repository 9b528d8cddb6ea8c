#version 450
// A plain shader for Vulkan 1.3: nothing in it needs SPIR-V 1.6 but the number in its header.
//
// build: --target-env vulkan1.3
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 302
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex, value = source[at];
    for (uint turn = 0u; turn < (at & 3u); ++turn) {
        value = value * 5u + turn;
    }
    result[at] = value;
}
