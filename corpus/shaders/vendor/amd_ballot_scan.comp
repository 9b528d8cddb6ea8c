#version 450
// Inclusive and exclusive scans of SPV_AMD_shader_ballot under divergence.
// What is written depends on the subgroup's size.
//
// build: --target-env vulkan1.1
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 13
// sos: buffer 0 1 zero 1024
// sos: outcome radv-* unchanged
// sos: shows amd-group-arithmetic swiftshader
#extension GL_AMD_shader_ballot : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at] & 0xffu;
    uvec4 found = uvec4(at);
    if ((source[at] & 0x100u) != 0u) {
        found.x = addInvocationsInclusiveScanNonUniformAMD(value);
        found.y = addInvocationsExclusiveScanNonUniformAMD(value);
        found.z = maxInvocationsInclusiveScanNonUniformAMD(value);
        found.w = minInvocationsExclusiveScanNonUniformAMD(value);
    }
    result[at] = found;
}
