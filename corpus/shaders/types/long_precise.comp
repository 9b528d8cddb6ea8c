#version 450
// `precise` reaches everything that a value is computed from, 64-bit integers too: each of their operations is decorated.
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 512 41
// sos: buffer 0 1 zero 1024
// sos: native Int64
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;

layout(set = 0, binding = 0, std430) readonly buffer Source { i64vec2 from[32]; };
layout(set = 0, binding = 1, std430) writeonly buffer Sink { vec4 to[64]; };

precise float mean(int64_t a, int64_t b) {
    int64_t half_way = (a >> 1) + (b >> 1);
    return float(half_way - a * b);
}

void main() {
    uint at = gl_LocalInvocationIndex;
    i64vec2 x = from[at];
    precise vec2 far = vec2(x * x - x.yx);
    precise vec2 near = vec2(-x / i64vec2(3, 5)) * 0.5 + far;
    to[at] = vec4(far, near);
    to[at + 32u] = vec4(mean(x.x, x.y), float(uint64_t(x.x) % 7ul), 0.0, 1.0);
}
