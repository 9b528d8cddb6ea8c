#version 450
// build: --target-env vulkan1.0
// opt: --ssa-rewrite
// run: 0=1
// run: 1=1
// run: 0=1 1=1 2=1
//
// What a variable holds where branches on constants and on data join: `x = 1; if (c) x = 2;` in all its forms.
layout(local_size_x = 64) in;
layout(constant_id = 0) const bool FIRST = false;
layout(constant_id = 1) const bool SECOND = false;
layout(constant_id = 2) const bool THIRD = false;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };

uint choose(uint x) {
    if (FIRST) {
        if (x > 1000u) return 1u;
        x += 3u;
    } else if (SECOND) {
        return x * 2u;
    }
    if (x > 500u) {
        if (THIRD) return 2u;
        x = 4u;
    }
    return x;
}

void main() {
    uint at = gl_LocalInvocationID.x;
    uint data = source[at];
    uint x = 1u;
    if (FIRST) x = 2u;
    result[at] = x;
    uint y = 1u;
    if ((data & 1u) != 0u) {
        y = 2u;
        if (SECOND) y = 3u;
    } else if (THIRD) {
        y = 4u;
    }
    result[at + 64u] = y + (FIRST || SECOND && data > 7u ? 10u : 20u);
    uint z = data;
    if ((data & 2u) != 0u) z += 5u;
    if (SECOND) {
        if ((data & 4u) != 0u) z += 6u;
        else z -= 6u;
    }
    result[at + 128u] = z;
    result[at + 192u] = choose(data & 0x7FFu);
}
