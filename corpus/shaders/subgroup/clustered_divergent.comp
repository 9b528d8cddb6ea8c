#version 450
// A clustered reduction skips lanes that are not active. The result is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformClustered
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 107
// sos: buffer 0 1 zero 512
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
// sos: shows subgroup-clustered swiftshader
#extension GL_KHR_shader_subgroup_clustered : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint value = source[at], found = value;
    if ((value & 3u) != 0u) {
        found = subgroupClusteredAdd(value, 4u) * 3u;
    }
    result[at] = found;
}
