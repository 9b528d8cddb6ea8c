#version 450
// A module with all that a debugger wants of the older kind: names, lines, the source itself.
//
// build: -g --target-env vulkan1.1
// sos: strip debug
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 605
// sos: buffer 0 1 zero 256
// sos: absent all OpLine
// sos: shows module-processed nvk-kepler
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

uint mix_bits(uint value, uint by) {
    value ^= value >> by;
    return value * 0x85ebca6bu;
}

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at];
    for (uint turn = 13u; turn > 3u; turn -= 5u) {
        value = mix_bits(value, turn);
    }
    result[at] = value;
}
