#version 450
// Workgroups of 512 invocations that add halves in shared memory: more than some devices state that they take, and drivers of
// theirs take all the same. What else the device lacks is lowered as always. Run by a test, since the validation layer objects.
//
// build: --target-env vulkan1.1
// sos: allow limits
// sos: outcome vulkan-1.0,swiftshader rewritten
// sos: shows exceeded-limit swiftshader
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 512) in;
layout(std430, binding = 0) readonly buffer In { float source[]; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };
shared float16_t part[512];

void main() {
    uint at = gl_LocalInvocationIndex;
    part[at] = float16_t(source[gl_GlobalInvocationID.x]);
    for (uint width = 256u; width > 0u; width /= 2u) {
        barrier();
        if (at < width)
            part[at] += part[at + width];
    }
    if (at == 0u)
        sums[gl_WorkGroupID.x] = float(part[0]);
}
