#version 450
// Derivatives of a compute shader with quads of four invocations in a row, one behind the other as if they were two by two, in a function that
// some quads call, beside sums of subgroups.
//
// build: -g0 --target-env vulkan1.1
// sos: native ComputeDerivativeGroupLinearKHR
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 96 33
// sos: buffer 0 1 zero 1536
#extension GL_NV_compute_shader_derivatives : require
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 12, local_size_y = 4) in;
layout(derivative_group_linearNV) in;
layout(std430, binding = 0) readonly buffer In { uint words[96]; };
layout(std430, binding = 1) buffer Out { vec4 results[96]; };

vec3 slopes(vec3 value) {
    return vec3(dFdxCoarse(value.x), dFdyFine(value.yz));
}

void main() {
    uint at = gl_WorkGroupID.x * 48u + gl_LocalInvocationIndex;
    vec3 value = vec3(words[at] & 0x3FFu, words[at] >> 10 & 0x3FFu, words[at] >> 20) / 32.0;
    vec4 result = vec4(slopes(value), fwidth(value.z));
    if (((words[at & ~3u] >> 5) & 1u) != 0u) result.xyz += slopes(value.zxy * 2.0);
    result.w += subgroupClusteredAdd(value.x, 4u);
    results[at] = result;
}
