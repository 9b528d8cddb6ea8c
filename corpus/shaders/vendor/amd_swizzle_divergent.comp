#version 450
// A swizzle that reads invocations which are not active gives 0, by definition of SPV_AMD_shader_ballot. The result is
// the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 16
// sos: buffer 0 1 zero 512
// sos: outcome radv-* unchanged
// sos: shows amd-invocations swiftshader
#extension GL_AMD_shader_ballot : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at] | 1u;
    uvec2 found = uvec2(value);
    if ((at & 3u) != 2u) {
        found.x = swizzleInvocationsAMD(value, uvec4(1, 2, 3, 0));
        found.y = swizzleInvocationsMaskedAMD(value, uvec3(0x1f, 0, 3));
    }
    result[at] = found;
}
