#version 450
// Whether a fragment has been demoted, asked before and after.
//
// build: --target-env vulkan1.1
// sos: draw 16 16
// sos: buffer 0 0 zero 8
// sos: native DemoteToHelperInvocation
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_EXT_demote_to_helper_invocation : require

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;
layout(std430, binding = 0) buffer Counts { uint counts[2]; };

void main() {
    bool before = helperInvocationEXT();
    if (fract(where.x * 8.0) < 0.25) {
        demote;
    }
    bool after = helperInvocationEXT();
    // A helper's atomic has no effect.
    atomicAdd(counts[uint(before != after)], 1u);
    shade = after ? vec4(1.0) : vec4(where, 0.0, 1.0);
}
