#version 450
// The length of an array of halves whose buffer is not a whole number of words.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 f16 1 2 3 4 5 6 7
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
// sos: shows narrow-array-length adreno-a6xx
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float16_t head; float16_t source[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint length = uint(source.length());
    result[at] = at < length ? float(source[at]) + float(head) : float(length);
}
