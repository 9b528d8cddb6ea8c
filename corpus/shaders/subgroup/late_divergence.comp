#version 450
// Some invocations return from a function where a parameter decides, and only its caller, which comes later in the module,
// passes a value that varies. So the last operation is not executed by all: in workgroup memory, it has a mask.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 160 43
// sos: buffer 0 1 zero 640
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3,android-2022 rewritten
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 80) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

uint sum_of_others(uint decides) {
    if (decides != 0u) {
        if ((gl_LocalInvocationIndex & 8u) != 0u) {
            return 256u;
        }
        return 512u;
    }
    uint sum = subgroupAdd(source[gl_GlobalInvocationID.x]);
    uint first = gl_SubgroupID * gl_SubgroupSize;
    uint expected = 0u;
    for (uint at = first; at < min(first + gl_SubgroupSize, 80u); ++at) {
        if ((at & 16u) == 0u) {
            expected += source[gl_WorkGroupID.x * 80u + at];
        }
    }
    return sum == expected ? 1u : 65536u;
}

uint passes_on(uint decides) {
    return sum_of_others(decides) + 1u;
}

void main() {
    uint all = subgroupAdd(source[gl_GlobalInvocationID.x]) == 0u ? 2u : 0u;
    result[gl_GlobalInvocationID.x] = passes_on(gl_LocalInvocationIndex & 16u) + all;
}
