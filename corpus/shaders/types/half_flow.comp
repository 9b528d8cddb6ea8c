#version 450
// Halves through functions, structures, arrays, loops and choices.
//
// build: --target-env vulkan1.2
// sos: native Float16
// opt: --ssa-rewrite --eliminate-dead-code-aggressive
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 507
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

struct State { float16_t sum; f16vec2 pair; };
const float16_t STEPS[4] = float16_t[](0.5hf, 1.0hf, 2.0hf, -1.5hf);

State advance(State state, float16_t by, out float16_t moved) {
    moved = by * 2.0hf;
    state.sum += by;
    state.pair = state.pair.yx + f16vec2(by, moved);
    return state;
}

void main() {
    uint at = gl_LocalInvocationIndex, bits = source[at];
    State state = State(0.0hf, f16vec2(1.0hf, 2.0hf));
    for (uint turn = 0u; turn < (bits & 7u); ++turn) {
        float16_t moved;
        State next = advance(state, STEPS[(bits >> turn) & 3u], moved);
        state = moved > 1.0hf ? next : state;
        state.sum -= moved;
    }
    result[at] = packFloat2x16(f16vec2(state.sum, state.pair.x + state.pair.y));
}
