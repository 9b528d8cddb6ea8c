#version 450
// Arrays without padding in a uniform buffer: elements of 2, 6 and 3 bytes, which no vector of words keeps apart.
//
// build: --target-env vulkan1.2
// sos: novalidate the layout is valid where uniformBufferStandardLayout and scalarBlockLayout are on, which spirv-val has to be told
// sos: native UniformAndStorageBuffer16BitAccess UniformAndStorageBuffer8BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform random 64 433
// sos: buffer 0 1 zero 1024
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x = 64) in;
layout(scalar, binding = 0) uniform Table { uint16_t table[21]; i16vec3 triples[9]; u8vec3 bytes[5]; uint16_t last; };
layout(scalar, binding = 1) writeonly buffer Out { ivec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    ivec3 triple = ivec3(triples[at % 9u]), bytes = ivec3(bytes[at % 5u]);
    result[at] = ivec4(triple + bytes, int(table[at % 21u]) * int(last));
}
