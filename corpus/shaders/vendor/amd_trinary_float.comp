#version 450
// SPV_AMD_shader_trinary_minmax on vectors of floats.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 192 21
// sos: buffer 0 1 zero 1024
// sos: outcome radv-* unchanged
#extension GL_AMD_shader_trinary_minmax : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

vec4 spread(uint bits) {
    return vec4(ivec4(bits, bits << 8, bits << 16, bits << 24) >> 24);
}

void main() {
    uint at = gl_LocalInvocationIndex;
    vec4 a = spread(source[3 * at]), b = spread(source[3 * at + 1]), c = spread(source[3 * at + 2]);
    result[at] = min3(a, b, c) + 256.0 * mid3(a, b, c) + 65536.0 * max3(a, b, c);
}
