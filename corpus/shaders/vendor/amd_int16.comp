#version 450
// SPV_AMD_gpu_shader_int16: the older way to 16-bit integers.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 24
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
#extension GL_AMD_gpu_shader_int16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint16_t low = uint16_t(source[at]), high = uint16_t(source[at] >> 16);
    int16_t difference = int16_t(low) - int16_t(high);
    uint16_t product = low * high + 1us;
    result[at] = uint(product) << 16 | uint(uint16_t(max(difference, -difference)));
}
