#version 450
// 16-bit numbers in push constants, at offsets that are no multiples of four.
//
// build: --target-env vulkan1.1
// sos: native StoragePushConstant16
// sos: dispatch 1 1 1
// sos: push hex 003c0a00 00400000 01800000
// sos: buffer 0 0 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
layout(push_constant) uniform Push { float16_t scale; uint16_t count; f16vec2 offset; int16_t start; };
layout(std430, binding = 0) writeonly buffer Out { vec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = vec2(offset) + float(scale) * float(int(start) + int(at % uint(count)));
}
