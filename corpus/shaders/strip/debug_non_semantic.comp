#version 450
// Debug information of the newer kind (NonSemantic.Shader.DebugInfo.100): extended instructions that name types, scopes
// and variables, and mean nothing.
//
// build: -gVS --target-env vulkan1.1
// sos: novalidate glslang 12 counts lines from 0 here, to which newer validators object
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 606
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

struct Pair { uint low; uint high; };

Pair split(uint value) {
    return Pair(value & 0xffffu, value >> 16);
}

void main() {
    uint at = gl_LocalInvocationIndex;
    Pair pair = split(source[at]);
    uint sum = 0u;
    for (uint turn = 0u; turn < (pair.low & 3u) + 1u; ++turn) {
        sum += pair.high * turn + pair.low;
    }
    result[at] = sum;
}
