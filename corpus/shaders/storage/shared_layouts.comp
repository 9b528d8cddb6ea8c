#version 450
// Views of the same workgroup memory in several layouts (VK_KHR_workgroup_memory_explicit_layout): words written, parts of
// all widths read, written by others at the same time, and read as words again.
//
// build: --target-env vulkan1.2
// sos: native WorkgroupMemoryExplicitLayoutKHR WorkgroupMemoryExplicitLayout16BitAccessKHR WorkgroupMemoryExplicitLayout8BitAccessKHR Int16 Int8 Float16
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 1024 461
// sos: buffer 0 1 zero 4096
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

struct Item {
    uint16_t a;
    u8vec2 b;
    uint c;
    uint16_t d[2];
    u16vec2 e;
};

layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared Words { uint words[128]; };
shared Shorts { u16vec4 fours[16]; uint16_t shorts[192]; } s;
shared Bytes { uint8_t bytes[512]; };
shared Items { layout(offset = 16) Item items[16]; } i;
layout(std140) shared Matrices { f16mat4x3 columns; layout(row_major) f16mat3x4 rows; } m;

uint hash(uint a, uint b) { return a * 0x9e3779b1u ^ b; }

void main() {
    uint at = gl_LocalInvocationIndex, to = (gl_WorkGroupID.x * 32u + at) * 16u, h = 0u;
    for (uint k = 0u; k < 4u; k++) words[at + 32u * k] = source[(at + 32u * k + gl_WorkGroupID.x * 77u) & 255u];
    barrier();
    result[to] = uint(s.fours[at & 15u].z) << 16 | uint(s.fours[3].y);
    result[to + 1u] = uint(s.shorts[191u - at]) << 16 | uint(s.shorts[at]);
    result[to + 2u] = uint(bytes[at * 7u]) << 8 | uint(bytes[511u - at]);
    Item item = i.items[at & 15u];
    h = hash(h, uint(item.a)); h = hash(h, uint(item.b.x)); h = hash(h, uint(item.b.y)); h = hash(h, item.c);
    h = hash(h, uint(item.d[1])); h = hash(h, uint(item.e.y)); h = hash(h, uint(i.items[3].d[at & 1u]));
    result[to + 3u] = h;
    result[to + 4u] = uint(float16BitsToUint16(m.columns[at & 3u][at % 3u]));
    result[to + 5u] = uint(float16BitsToUint16(m.rows[at % 3u][at & 3u]));
    barrier();
    // Neighbours at the same time.
    bytes[at] = uint8_t(at * 5u);
    s.shorts[at] = uint16_t(at * 771u);
    if (at < 4u) i.items[12u + at].e[at & 1u] = uint16_t(at ^ 0x5a5au);
    barrier();
    for (uint k = 0u; k < 4u; k++) result[to + 6u + k] = words[at + 32u * k];
    atomicAdd(words[at & 7u], uint(bytes[at + 32u]));
    barrier();
    result[to + 10u] = words[at & 7u];
}
