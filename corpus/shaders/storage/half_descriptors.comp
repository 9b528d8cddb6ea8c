#version 450
// An array of storage buffers: the index of a descriptor stays what it is, what comes behind it becomes a word.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint16_t count; uint16_t source[]; } inputs[4];
layout(std430, binding = 1) writeonly buffer Out { uint16_t result[]; } outputs[2];

void main() {
    uint at = gl_LocalInvocationIndex, group = gl_WorkGroupID.x;
    uint length = uint(inputs[group & 3u].source.length());
    if (at < length) outputs[1].result[at] = uint16_t(uint(inputs[group & 3u].source[at]) * uint(inputs[2].count));
    outputs[group & 1u].result[at + 64u] = uint16_t(length);
}
