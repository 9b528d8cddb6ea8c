#version 450
// build: --target-env vulkan1.0
// opt: --inline-entry-points-exhaustive --ssa-rewrite
// run: 0=0
// run: 0=1 1=1
// run: 0=9 2=1
// run: 0=3 1=1 2=1
//
// Loops whose conditions and exits depend on constants: never entered, entered once, left in the middle, left by
// returning. Values are carried round by their back edges.
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint COUNT = 4u;
layout(constant_id = 1) const bool STOP = false;
layout(constant_id = 2) const bool LEAVE = false;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };

uint collatz(uint x) {
    uint steps = 0u;
    while (true) {
        if (STOP || x <= 1u || steps > 40u) break;
        x = (x & 1u) != 0u ? 3u * x + 1u : x >> 1u;
        steps++;
        if (LEAVE && steps == 5u) return 1000u + x;
    }
    return steps;
}

void main() {
    uint at = gl_LocalInvocationID.x;
    uint a = source[at] & 0xFFFFu;
    uint b = 1u;
    for (uint i = 0u; i < COUNT; i++) {
        uint old = a;
        a = b + i;
        b = old;
        for (uint j = i; j < COUNT; j++) {
            if (STOP) continue;
            b += j * a;
        }
    }
    uint c = 0u;
    do {
        c += a;
        if (LEAVE) break;
        c ^= b;
    } while (c < COUNT);
    result[at] = a;
    result[at + 64u] = b;
    result[at + 128u] = c;
    result[at + 192u] = collatz(source[at] & 0xFFu);
}
