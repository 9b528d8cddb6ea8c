#version 450
// A workgroup size by specialization constants: in SPIR-V 1.6 glslang writes it as LocalSizeId.
//
// build: --target-env vulkan1.3
// sos: set 0=32
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 64 303
// sos: buffer 0 1 zero 256
layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(constant_id = 2) const uint STEP = 3;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_WorkGroupID.x * gl_WorkGroupSize.x * gl_WorkGroupSize.y + gl_LocalInvocationIndex;
    result[at] = source[at] * STEP + gl_LocalInvocationID.x;
}
