#version 450
// 64-bit scalars and vectors in a uniform buffer, where an array of words could not lie.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform random 512 533
// sos: buffer 0 1 random 6144 534
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
struct Row { uint64_t one; u64vec3 three; };
layout(std140, binding = 0) uniform Table { u64vec2 two; Row rows[4]; int64_t list[4]; i64vec4 four; };
layout(std430, binding = 1) buffer Out { Row result[]; };
Row kept;

void main() {
    uint at = gl_LocalInvocationIndex;
    Row row = rows[at & 3u];
    kept = result[at];
    row.three += kept.three + u64vec3(two.x, four.yz);
    row.one *= uint64_t(list[at >> 4]) - kept.one + row.three.y;
    result[at] = row;
    result[at].three.z ^= rows[(at + 1u) & 3u].three.x;
}
