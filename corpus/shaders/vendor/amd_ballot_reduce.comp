#version 450
// Reductions of SPV_AMD_shader_ballot over the active invocations, under divergence, for all three kinds of numbers.
// What is written depends on the subgroup's size.
//
// build: --target-env vulkan1.1
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 11
// sos: buffer 0 1 zero 1024
// sos: outcome radv-* unchanged
#extension GL_AMD_shader_ballot : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at] & 0xffffu;
    uvec4 found = uvec4(value);
    if ((at & 3u) != 1u) {
        found.x = minInvocationsNonUniformAMD(value);
        found.y = uint(maxInvocationsNonUniformAMD(int(value) - 0x8000));
        found.z = addInvocationsNonUniformAMD(value);
        found.w = uint(minInvocationsNonUniformAMD(float(value) + 0.5));
    }
    result[at] = found;
}
