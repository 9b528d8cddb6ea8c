#version 460
// Narrow data of every kind behind physical pointers: parts of structures and whole ones, lists by pointers, pointers that are
// passed, chosen, kept and computed, and bytes and halves of one word that several invocations store.
//
// build: --target-env vulkan1.2
// opt: --ssa-rewrite --eliminate-dead-code-aggressive
// sos: dispatch 1 1 1
// sos: push address 0:0 0:0+2112 0:1 0:2
// sos: buffer 0 0 iota 12, address 0:0+2112, random 514 3, iota 12, address 0:0, random 514 4
// sos: buffer 0 1 zero 4096
// sos: buffer 0 2 zero 2048
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 16) in;

struct Item {
    uint8_t tag;
    u16vec3 three;
    uint word;
    i16vec4 list;
    i8vec2 pair;
};
layout(buffer_reference) buffer Items;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Items {
    uint8_t first[48];
    Items next;
    Item items[32];
};
layout(buffer_reference, std430, buffer_reference_align = 2) buffer Shorts { uint16_t at[]; };
layout(buffer_reference, std430, buffer_reference_align = 1) buffer Bytes { uint8_t at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Results {
    uint words[512];
    uint16_t shorts[64];
    uint8_t bytes[64];
    Item items[16];
};
layout(push_constant) uniform Push {
    Items a;
    Items b;
    Results results;
    Bytes bytes;
} push;

uint sum(Items from, int at) {
    Item item = from.items[at];
    uint result = item.tag + item.three.x * 3u + item.three.y * 5u + item.three.z * 7u + item.word;
    for (int i = 0; i < 4; i++)
        result = result * 31u + uint(item.list[i]);
    return result + uint(item.pair.x) * 13u + uint(item.pair.y);
}

void main() {
    int i = int(gl_LocalInvocationIndex);
    Results results = push.results;

    // Chosen, kept, followed.
    Items chosen = (i & 1) != 0 ? push.a : push.b;
    results.words[i] = sum(chosen, i);
    results.words[16 + i] = sum(chosen.next, 31 - i);
    Items kept[2] = Items[2](push.a, push.b);
    results.words[32 + i] = uint(kept[(i >> 1) & 1].items[i].three.z);

    // Computed, with no more than its own alignment.
    Shorts shorts = Shorts(uint64_t(chosen) + uint64_t(120 + 2 * i));
    results.words[48 + i] = uint(shorts.at[0]) + (uint(shorts.at[i]) << 16);
    results.words[64 + i] = uint(shorts.at[i - 16 + 3]);
    Bytes bytes = Bytes(uint64_t(chosen) + uint64_t(i));
    results.words[80 + i] = uint(bytes.at[0]) + (uint(bytes.at[1 + i]) << 8);

    // Parts of words, by neighbours; whole structures beside each other.
    results.shorts[i] = uint16_t(i * 0x1111);
    results.bytes[i] = uint8_t(i * 17);
    Shorts odd = Shorts(uint64_t(push.bytes) + 2ul);
    odd.at[i] = uint16_t(0xA000 + i);
    Bytes far = Bytes(uint64_t(push.bytes) + 101ul);
    far.at[i] = uint8_t(i + 1);
    results.items[i] = chosen.items[15 - i];
    results.items[i].list.y = int16_t(-i);
    results.items[i].pair.y = int8_t(i);
}
