#version 450
// Vectors of 64-bit integers, in arrays and structures, through functions and loops.
//
// build: --target-env vulkan1.1
// sos: native Int64
// opt: --ssa-rewrite --eliminate-dead-code-aggressive
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 520
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec4 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

struct State { u64vec2 sum; uint count; };

State add(State state, u64vec2 by) {
    return State(state.sum * 3ul + by.yx, state.count + 1u);
}

void main() {
    uint at = gl_LocalInvocationIndex;
    u64vec2 pair = u64vec2(packUint2x32(source[at].xy), packUint2x32(source[at].zw));
    State state = State(pair, 0u);
    while (state.count < (at & 7u) && state.sum.x != state.sum.y) {
        state = add(state, pair >> u64vec2(state.count));
    }
    result[at] = uvec4(unpackUint2x32(state.sum.x), unpackUint2x32(state.sum.y ^ uint64_t(state.count)));
}
