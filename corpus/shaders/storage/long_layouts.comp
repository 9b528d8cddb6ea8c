#version 450
// 64-bit scalars and vectors of two, three and four in storage buffers, push constants, workgroup and private memory:
// whole, by component, and by a component that is chosen at run time.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: dispatch 1 1 1
// sos: push hex 89abcdef 01234567 00000000 00000000 00000003 00000000 ffffffff ffffffff 00000007 80000000
// sos: buffer 0 0 random 8192 531
// sos: buffer 0 1 random 8192 532
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
struct Inner { u64vec3 three; uint64_t one; };
struct Item { u64vec2 two; Inner inner[1]; i64vec4 four; uint narrow; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) buffer Out { Item result[]; };
layout(push_constant) uniform Push { uint64_t key; u64vec2 keys; int64_t last; };
shared u64vec3 exchanged[64];
uint64_t kept[3] = uint64_t[3](1ul, 0x100000000ul, ~0ul);
u64vec2 held = u64vec2(5ul, 0xffffffff00000000ul);

void main() {
    uint at = gl_LocalInvocationIndex;
    Item item = source[at];
    exchanged[at] = item.inner[0].three;
    barrier();
    u64vec3 other = exchanged[at ^ 5u];
    other[at % 3u] += keys[at & 1u];
    kept[at % 3u] += other.z;
    held.y ^= kept[1];
    held[at & 1u] += 3ul;
    item.two = source[at].two.yx + held;
    item.inner[0].three = other * key;
    item.inner[0].one ^= uint64_t(last) + source[at].inner[0].three[(at + 1u) % 3u];
    item.four[at & 3u] = -item.four.w;
    item.narrow += uint(kept[0] >> 32);
    result[at] = item;
    result[at].four.y = int64_t(source[at].inner[0].one);
    result[at].two[at & 1u] = exchanged[63u - at].x;
}
