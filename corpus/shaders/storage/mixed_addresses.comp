#version 460
// Pointers to bytes, which become addresses, and pointers to words, which stay, that lead to each other: in blocks that become
// words, in arrays and structures, in workgroup memory and private variables, by parameters and results of functions.
//
// build: --target-env vulkan1.2
// opt: --inline-entry-points-exhaustive --ssa-rewrite --eliminate-dead-code-aggressive
// sos: dispatch 1 1 1
// sos: push u32 258 7, address 0:0+64 0:0+160 0:1, hex 0102030405060708
// sos: buffer 0 0 random 16 9, address 0:0+160 0:0+64 0:0+160 0:0+64, random 16 11, address 0:0+64 0:0+160 0:0+160 0:0+64, random 40 12
// sos: buffer 0 1 zero 2048
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x = 8) in;

layout(buffer_reference) buffer Bytes;
layout(buffer_reference) buffer Words;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Bytes {
    Words words;
    Bytes next;
    Bytes list[2];
    uint8_t tags[16];
    uint w;
};
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Words {
    Bytes bytes;
    Words next;
    Words list[2];
    uint words[6];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer To {
    uint w[256];
    uint8_t n[64];
    i16vec3 v[8];
};
layout(push_constant, scalar) uniform Push {
    uint8_t k;
    uint8_t l;
    uint16_t m;
    uint w;
    Bytes bytes;
    Words words;
    To to;
    uint8_t tail[8];
} push;

struct Held {
    Bytes first;
    Bytes second;
};
shared Held held;
shared Bytes shared_bytes[3];
Bytes own_bytes;
Words own_words;

Bytes next(Bytes from, inout Words words, out uint w) {
    w = from.w;
    words = from.words;
    return from.next;
}

uint count(Bytes from) {
    uint sum = 0;
    for (int i = 0; i < 5 && uint64_t(from) != 0ul; i++) {
        sum = sum * 7 + from.tags[i];
        from = from.list[i & 1];
    }
    return sum;
}

Bytes pick(bool condition, Bytes a, Bytes b) { return condition ? a : b; }

Bytes of(uvec2 address) { return Bytes(address); }

void main() {
    int i = int(gl_LocalInvocationIndex);
    if (i == 0) {
        held.first = push.bytes;
        held.second = push.bytes.next;
        shared_bytes[0] = push.bytes;
        shared_bytes[1] = push.bytes.list[1];
        shared_bytes[2] = Bytes(0ul);
    }
    barrier();
    own_bytes = push.bytes;
    own_words = push.words;
    uint w;
    Words words = own_words;
    Bytes bytes = next(own_bytes, words, w);
    To to = push.to;
    to.w[i] = w + words.words[i % 6];
    to.w[8 + i] = count(bytes) + count(pick(i > 3, shared_bytes[i % 2], held.first));
    to.w[16 + i] = uint(held.second.tags[i]) + own_words.words[0];
    Bytes again = of(uvec2(held.first));
    to.w[24 + i] = again.w + uint(again.words.bytes.tags[i]);
    to.w[32 + i] = uint(uint64_t(push.to) == uint64_t(to)) + (uint(uint64_t(shared_bytes[2])) << 1);
    to.n[i] = uint8_t(push.k + push.l * i) + push.tail[i];
    to.v[i] = i16vec3(push.m, i, -i);
    to.v[i].y = int16_t(to.n[i]);
    to.w[40 + i] = push.w + i;

    Bytes at = push.bytes;
    int number = 0;
    do {
        to.w[48 + i * 4 + number] = at.tags[number];
        at = (number & 1) == 0 ? at.list[1] : at.next;
        number++;
    } while (number < 4);
    to.n[8 + i * 3] = bytes.tags[i];
    Bytes some[4] = Bytes[4](bytes, push.bytes, at, own_bytes);
    to.w[100 + i] = some[i & 3].w + some[(i + 1) & 3].tags[3];
}
