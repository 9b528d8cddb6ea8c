#version 450
// build: --target-env vulkan1.0
// run: 0=0
// run: 0=2
//
// Functions that only a branch on a constant calls, that take pointers, and that return from several places.
layout(local_size_x = 64) in;
layout(constant_id = 0) const int MODE = 1;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };

uint never_called_unless_2(inout uint x) {
    x += 9u;
    return x ^ 0x3333u;
}

uint several(uint x) {
    if (MODE == 0) return x + 1u;
    for (uint i = 0u; i < 4u; i++) {
        if (x % 3u == i) return x + 10u * i;
        if (MODE == 2) x += never_called_unless_2(x);
    }
    return 0u;
}

void main() {
    uint at = gl_LocalInvocationID.x;
    uint x = source[at];
    result[at] = several(x);
    if (MODE == 2) result[at + 64u] = never_called_unless_2(x);
    result[at + 128u] = x;
}
