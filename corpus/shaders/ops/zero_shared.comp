#version 450
// Workgroup memory that starts as zero (VK_KHR_zero_initialize_workgroup_memory): no capability stands for it.
//
// build: --target-env vulkan1.1
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 221
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
// sos: shows zero-initialize vulkan-1.1
#extension GL_EXT_null_initializer : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared uint counts[16] = {};

void main() {
    uint at = gl_GlobalInvocationID.x, value = source[at];
    atomicAdd(counts[value & 15u], 1u);
    barrier();
    result[at] = counts[(value >> 4) & 15u] + (value & ~15u);
}
