#version 450
// The clock of the device, which is another feature than that of the subgroup; read as two words, without 64-bit numbers.
//
// build: --target-env vulkan1.1
// sos: native ShaderClockKHR
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 218
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,radv-navi10,radv-navi21,radv-navi31,radv-polaris10,radv-stoney,radv-vega10 unchanged
#extension GL_EXT_shader_realtime_clock : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uvec2 before = clockRealtime2x32EXT();
    uint value = source[at] * 7u;
    uvec2 after = clockRealtime2x32EXT();
    bool forward = after.y > before.y || (after.y == before.y && after.x >= before.x);
    result[at] = value + (forward ? 1u : 2u);
}
