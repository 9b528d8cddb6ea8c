#version 450
// Swizzles within quads, by a pattern of four lanes and by bit masks. The result is the same for every subgroup size of
// four or more.
//
// build: --target-env vulkan1.1
// sos: dispatch 1 1 1
// sos: size any
// sos: buffer 0 0 random 64 15
// sos: buffer 0 1 zero 1024
// sos: outcome radv-* unchanged
#extension GL_AMD_shader_ballot : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at];
    uvec4 found;
    found.x = swizzleInvocationsAMD(value, uvec4(1, 2, 3, 0));
    found.y = uint(swizzleInvocationsAMD(int(value), uvec4(3, 3, 0, 1)));
    found.z = swizzleInvocationsMaskedAMD(value, uvec3(0x1f, 0, 2));
    found.w = floatBitsToUint(swizzleInvocationsMaskedAMD(uintBitsToFloat(value), uvec3(0x1e, 1, 0)));
    result[at] = found;
}
