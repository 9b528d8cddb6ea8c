#version 450
// An array in push constants with an index that is not constant, behind what another stage has.
//
// build: --target-env vulkan1.1
// sos: native StoragePushConstant16 StoragePushConstant8
// sos: dispatch 1 1 1
// sos: push u32 1 2 3 4 196608 327684 458758 2155905152 4294967295 16909060 33751554 84281096
// sos: buffer 0 0 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

layout(local_size_x = 64) in;
layout(push_constant, std430) uniform Push { layout(offset = 18) int16_t table[7]; layout(offset = 33) uint8_t bytes[11]; uint word; };
layout(std430, binding = 0) writeonly buffer Out { int result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = int(table[at % 7u]) * 3 + int(bytes[at % 11u]) ^ int(word * at) ^ int(bytes[3]) << 20;
}
