#version 450
// Vectors of three 64-bit floats in a uniform buffer with a number in the eight bytes behind, and components chosen at run time.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform random 128 98
// sos: buffer 0 1 zero 512
layout(local_size_x = 64) in;
struct Row { dvec3 three; double one; };
layout(std140, binding = 0) uniform Table { dvec3 three; double one; Row rows[3]; };
layout(std430, binding = 1) buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    Row row = rows[at % 3u];
    uvec2 bits = unpackDouble2x32(three[at % 3u]) ^ unpackDouble2x32(row.one) ^ unpackDouble2x32(one);
    result[at] = bits + unpackDouble2x32(rows[1].three[at % 3u]) - unpackDouble2x32(row.three.y);
}
