#version 450
// A structure with narrow members copied whole from one buffer to another.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 406
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(local_size_x = 64) in;
struct Item { f16vec2 place; uint16_t kind; uint16_t flags; float weight; float16_t size; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) writeonly buffer Out { Item result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = source[at ^ 5u];
}
