#version 460
// Structures with halves behind physical pointers, loaded and stored whole: they go in parts, each aligned as its layout lets it.
//
// build: --target-env vulkan1.2
// sos: outcome radv-pitcairn,radv-polaris10,nvk-pascal rewritten
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_buffer_reference : require

layout(local_size_x = 64) in;
struct Item {
    float16_t one;
    f16vec3 three;
    uint word;
    float16_t list[3];
    f16mat2 turn;
};
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Items {
    Item items[4];
    f16vec4 last;
};
layout(push_constant) uniform Push { Items at; } push;

void main() {
    uint number = gl_LocalInvocationIndex & 3u;
    Item item = push.at.items[number];
    item.one *= 2.0hf;
    item.list[1] += item.three.z;
    item.turn *= item.one;
    push.at.items[number ^ 1u] = item;
    push.at.last *= 2.0hf;
}
