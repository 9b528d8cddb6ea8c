#version 450
// 16-bit floats in storage buffers and nowhere else: loaded, widened, narrowed, stored. No arithmetic on halves is needed.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 f16 0 1 -1 0.5 2048 65504 0.00006103515625 -0.25 3 7 11 13 17 19 23 29
// sos: buffer 0 1 zero 32
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { float16_t source[]; };
layout(std430, binding = 1) writeonly buffer Out { float16_t result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = float16_t(float(source[15u - at]) * 0.5);
}
