#version 450
// build: --target-env vulkan1.0
// opt: --inline-entry-points-exhaustive --ssa-rewrite
// run: 0=0
// run: 0=1
// run: 0=2
// run: 0=3
// run: 0=-1
//
// A switch on a constant, with cases that fall through, share a label, leave a loop and go round it again.
layout(local_size_x = 64) in;
layout(constant_id = 0) const int KIND = 7;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };

void main() {
    uint at = gl_LocalInvocationID.x;
    uint value = source[at];
    for (uint turn = 0u; turn < 5u; turn++) {
        switch (KIND) {
        case 0:
            value += turn;
        case 1:
            value ^= 0x0Fu;
            break;
        case 2:
        case 7:
            if ((value & 1u) != 0u) continue;
            value >>= 1u;
            break;
        case 3:
            if (turn == 3u) {
                result[at + 64u] = value;
                return;
            }
            value = value * 5u + 1u;
            break;
        default:
            value += 1000u;
        }
        value += 7u;
    }
    result[at] = value;
}
