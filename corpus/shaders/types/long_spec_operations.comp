#version 450
// 64-bit integers that are computed of specialization constants without a value: in vectors, in structures, compared, narrowed again.
// The constants stay open where words take the place of 64 bits.
//
// build: --target-env vulkan1.2
// sos: native Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 522
// sos: buffer 0 1 zero 768
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 16) in;
layout(constant_id = 1) const int OFFSET = -3;
layout(constant_id = 2) const uint STRIDE = 0x89abcdefu;
layout(constant_id = 3) const bool FAR = true;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

const int64_t START = int64_t(OFFSET) * 0x123456789l;
const uint64_t STEP = uint64_t(STRIDE) * uint64_t(STRIDE) + 1ul;
const uint64_t JUMP = FAR ? STEP << 3 : STEP >> 5;
const u64vec2 BOTH = u64vec2(STEP, JUMP ^ 0xffff0000ffff0000ul);
const bool BEHIND = START < 0l;
const uint UPPER = uint(STEP >> 32);
const uint LOWER = uint(JUMP % 1000003ul) + STRIDE;

uint64_t last(uint at) {
    return BOTH.y * at + uint64_t(-START / 7l);
}

void main() {
    uint at = gl_LocalInvocationIndex;
    uint x = source[at];
    uvec2 values[6];
    values[0] = unpackUint2x32(uint64_t(START + int64_t(x)));
    values[1] = unpackUint2x32(JUMP * x);
    values[2] = unpackUint2x32(BOTH[at & 1u] + x);
    values[3] = uvec2(BEHIND ? UPPER : 0u, LOWER ^ x);
    values[4] = unpackUint2x32(last(x));
    values[5] = uvec2(bitCount(UPPER) + (at < UPPER ? 1u : 0u), float(LOWER) > 1.0e6 ? x : at);
    for (int i = 0; i < 6; ++i)
        result[at * 6u + i] = values[i];
}
