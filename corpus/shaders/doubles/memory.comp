#version 450
// 64-bit floats in storage and uniform buffers, push constants, workgroup, private and function memory: scalars, vectors and
// matrices, whole, by component, and by one that is chosen at run time; in structures that functions take and return.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: push hex 9999999a 3fb99999 00000000 00000000 00000000 40080000 9999999a bfb99999 00000007 80000000
// sos: buffer 0 0 random 12288 95
// sos: buffer 0 1 random 12288 96
// sos: buffer 0 2 uniform random 64 97
layout(local_size_x = 64) in;
struct Inner { dvec3 three; double one; };
struct Item { dvec2 two; Inner inner[1]; dvec4 four; dmat3x2 turn; uint narrow; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) buffer Out { Item result[]; };
layout(std140, binding = 2) uniform Table { dvec4 row; dvec2 cells[2]; layout(row_major) dmat2x3 mat; };
layout(push_constant) uniform Push { double key; dvec2 keys; double last; };
shared dvec3 exchanged[64];
double kept[3] = double[3](1.0lf, 1e300lf, -0.0lf);
dvec2 held = dvec2(5.0lf, -1.0lf / 0.0lf);

// What arithmetic leaves of any bits but NaN.
double finite(double x) {
    uvec2 bits = unpackDouble2x32(x);
    return packDouble2x32(uvec2(bits.x, bits.y & 0xBFFFFFFFu));
}

dvec3 finite(dvec3 v) {
    return dvec3(finite(v.x), finite(v.y), finite(v.z));
}

Inner changed(Inner inner, dvec3 by) {
    inner.three.yz = by.xy;
    inner.one = finite(inner.one) + by.z;
    return inner;
}

void main() {
    uint at = gl_LocalInvocationIndex;
    Item item = source[at];
    exchanged[at] = finite(item.inner[0].three);
    barrier();
    dvec3 other = exchanged[at ^ 5u];
    other[at % 3u] += keys[at & 1u];
    kept[at % 3u] += other.z;
    held.y -= kept[1];
    held[at & 1u] += 3.0lf;
    item.two = source[at].two.yx;
    item.two.x = finite(item.two.x) * held.x;
    item.inner[0] = changed(item.inner[0], other * key);
    item.four[at & 3u] = -item.four.w;
    item.narrow += uint(kept[0] > 1.5lf);
    item.turn[2] = item.turn[at % 3u].yx;
    item.turn[at % 3u][at & 1u] = finite(row[at & 3u]) - last;
    result[at] = item;
    result[at].four.y = finite(cells[at & 1u].x) + finite(mat[at & 1u][at % 3u]) + finite(mat[1].z);
    result[at].two[at & 1u] = exchanged[63u - at].x;
    result[at].turn[1] = source[at].turn[0];
}
