#version 450
// SPV_AMD_shader_trinary_minmax on signed and unsigned numbers; the two orders differ for the upper bit.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 192 20
// sos: buffer 0 1 zero 1536
// sos: outcome radv-* unchanged
#extension GL_AMD_shader_trinary_minmax : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint a = source[3 * at], b = source[3 * at + 1], c = source[3 * at + 2];
    result[6 * at] = min3(a, b, c);
    result[6 * at + 1] = mid3(a, b, c);
    result[6 * at + 2] = max3(a, b, c);
    result[6 * at + 3] = uint(min3(int(a), int(b), int(c)));
    result[6 * at + 4] = uint(mid3(int(a), int(b), int(c)));
    result[6 * at + 5] = uint(max3(int(a), int(b), int(c)));
}
