#version 450
// 8- and 16-bit data in arrays of buffers under indices that differ between invocations, only loaded, converted and stored: the
// capabilities for storage do not allow to pass such values to functions.
//
// build: --target-env vulkan1.2
// sos: native StorageBufferArrayNonUniformIndexing StorageBuffer8BitAccess StorageBuffer16BitAccess
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 64 1
// sos: buffer 0 0 random 64 2
// sos: buffer 0 0 random 64 3
// sos: buffer 0 1 random 64 4
// sos: buffer 0 1 random 64 5
// sos: buffer 0 2 f16 1 2.5 -3 4 5 -6.25 7 8, zero 256
// sos: buffer 0 2 f16 8 -9 0.5 2 3 4 5 6, zero 256
// sos: buffer 0 3 zero 256
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 32) in;
layout(binding = 0) buffer Bytes { uint8_t byte[]; } bytes[3];
layout(binding = 1) buffer Shorts { uint16_t half_word[]; } shorts[2];
layout(binding = 2) buffer Halves { f16vec2 pair[]; } halves[2];
layout(binding = 3) writeonly buffer Out { uint result[64]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    result[at] = uint(bytes[nonuniformEXT(at % 3)].byte[at]);
    result[at] += uint(shorts[nonuniformEXT(at & 1)].half_word[at & 15]) << 8;
    result[at] += uint(int(vec2(halves[nonuniformEXT(at & 1)].pair[at & 3]).y * 4)) << 24;
    bytes[nonuniformEXT(at % 3)].byte[at + 128] = uint8_t(at);
    shorts[nonuniformEXT(at & 1)].half_word[at + 32] = uint16_t(at * 77);
    halves[nonuniformEXT(at & 1)].pair[at / 2 + 4] = f16vec2(vec2(at, at * 2) / 3);
}
