#version 450
// Printing from a shader (NonSemantic.DebugPrintf): where nobody listens it is nothing.
//
// build: --target-env vulkan1.1
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 608
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
// sos: shows non-semantic vulkan-1.1
#extension GL_EXT_debug_printf : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at] * 3u;
    if (value == 7u) {
        debugPrintfEXT("invocation %u has %u", at, value);
    }
    result[at] = value + at;
}
