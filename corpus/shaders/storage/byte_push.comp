#version 450
// Bytes in push constants.
//
// build: --target-env vulkan1.1
// sos: native StoragePushConstant8
// sos: dispatch 1 1 1
// sos: push u32 2155905152 50462976
// sos: buffer 0 0 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_8bit_storage : require

layout(local_size_x = 64) in;
layout(push_constant) uniform Push { i8vec4 signs; uint8_t a; uint8_t b; uint8_t c; uint8_t d; };
layout(std430, binding = 0) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    ivec4 wide = ivec4(signs);
    result[at] = uint(wide.x + int(at)) ^ uint(a) ^ uint(b) << 8 ^ uint(c) << 16 ^ uint(d) << 24 ^ uint(wide.w);
}
