#version 450
// Structures of mixed widths, arrays of arrays and matrices in workgroup memory that has to be packed: parts, whole structures
// and whole arrays read and written, atomic operations on a word next to halves, and a Boolean, whose variable stays.
//
// build: --target-env vulkan1.2
// sos: native Int8 Int16 Float16
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 256 821
// sos: buffer 0 1 zero 4096
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uint source[256]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[1024]; };

struct Inner { float16_t a; f16vec3 b; uint8_t c[3]; };
struct Item { uint8_t head; Inner inner[2]; uint count; f16mat3x2 matrix; uint64_t wide; i8vec2 tail; };
struct Flagged { bool flag; float16_t value; };
shared Item items[224];
shared uint8_t grid[6][9][130];
shared int16_t rows[16][3];
shared f16mat2x3 matrices[32];
shared float16_t single;
shared Flagged flagged[32];

uint hash(uint a, uint b) { return (a << 5 | a >> 27) * 0x9e3779b1u ^ b; }
uint bits(float16_t x) { return uint(float16BitsToUint16(x)); }

Item make(uint seed) {
    Item item;
    item.head = uint8_t(seed);
    for (uint k = 0u; k < 2u; k++) {
        item.inner[k].a = float16_t(float(seed >> 3 & 255u));
        item.inner[k].b = f16vec3(float(seed & 63u), float(k), float(seed >> 20 & 511u));
        for (uint j = 0u; j < 3u; j++) item.inner[k].c[j] = uint8_t(seed >> (j + k) * 3u);
    }
    item.count = seed;
    for (int c = 0; c < 3; c++) item.matrix[c] = f16vec2(float(seed >> c & 31u), float(c));
    item.wide = uint64_t(seed) << 7;
    item.tail = i8vec2(int(seed), -int(seed >> 9));
    return item;
}

uint hash_of(Item item) {
    uint h = uint(item.head);
    for (uint k = 0u; k < 2u; k++) {
        h = hash(h, bits(item.inner[k].a));
        for (int j = 0; j < 3; j++) h = hash(hash(h, bits(item.inner[k].b[j])), uint(item.inner[k].c[j]));
    }
    h = hash(h, item.count);
    for (int c = 0; c < 3; c++) h = hash(hash(h, bits(item.matrix[c].x)), bits(item.matrix[c].y));
    h = hash(hash(h, uint(item.wide)), uint(item.wide >> 32));
    return hash(hash(h, uint(int(item.tail.x))), uint(int(item.tail.y)));
}

void main() {
    uint at = gl_LocalInvocationIndex, group = gl_WorkGroupID.x;
    uint to = (group * 32u + at) * 16u;
    for (uint k = at; k < 224u; k += 32u) items[k] = make(source[(k + group) & 255u]);
    for (uint k = at; k < 6u * 9u * 130u; k += 32u) grid[k % 6u][k / 6u % 9u][k / 54u] = uint8_t(k * 7u + group);
    matrices[at] = f16mat2x3(float(at), 1.0, 2.0, 3.0, float(at * 3u), 5.0);
    if (at < 16u) for (uint k = 0u; k < 3u; k++) rows[at][k] = int16_t(int(at * k) - 9);
    flagged[at] = Flagged((source[at] & 1u) != 0u, float16_t(float(at)));
    if (at == 5u) single = float16_t(40.5);
    barrier();
    // Parts, at places that only the invocation knows.
    uint other = source[at] % 224u;
    uint h = hash_of(items[other]);
    h = hash(h, bits(items[other].inner[at & 1u].b[at % 3u]));
    h = hash(h, uint(items[other].inner[1].c[at % 3u]));
    h = hash(h, bits(items[(other + 9u) % 224u].matrix[at % 3u].y));
    result[to] = h;
    result[to + 1u] = uint(grid[at % 6u][at % 9u][at * 4u]) << 8 | uint(grid[5][8][129u - at]);
    f16mat2x3 m = matrices[31u - at] * float16_t(2.0);
    result[to + 2u] = bits(m[0].x) << 16 | bits(m[1].y);
    result[to + 3u] = bits(single) + (flagged[at ^ 1u].flag ? bits(flagged[at ^ 1u].value) : 0u);
    int16_t[3] row = rows[at & 15u];
    result[to + 4u] = uint(int(row[at % 3u]) * 9 + int(row[2]));
    barrier();
    // Every member of the same structures, each by another invocation.
    uint which = at / 8u;
    switch (at & 7u) {
        case 0u: items[which].head = uint8_t(at); break;
        case 1u: items[which].inner[1].a = float16_t(float(at)); break;
        case 2u: items[which].inner[0].b.yz = f16vec2(float(at), 3.0); break;
        case 3u: items[which].inner[0].c[which % 3u] = uint8_t(at * 5u); break;
        case 4u: items[which].matrix[which % 3u].x = float16_t(float(at)); break;
        case 5u: items[which].wide = uint64_t(at) << 31; break;
        case 6u: items[which].tail.y = int8_t(-int(at)); break;
        default: items[which].inner[1].b[which % 3u] = float16_t(float(at)); break;
    }
    atomicAdd(items[which].count, at);
    atomicMax(items[which + 4u].count, at);
    grid[3][which][at] = uint8_t(at);
    barrier();
    result[to + 5u] = hash_of(items[at & 7u]);
    items[at + 32u] = items[at & 7u];
    if (at < 5u) rows[at + 8u] = rows[at];
    barrier();
    result[to + 6u] = hash_of(items[63u - at]);
    result[to + 7u] = uint(grid[3][at % 9u][at]) ^ uint(int(rows[at & 15u][at % 3u]));
}
