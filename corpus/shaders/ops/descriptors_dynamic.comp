#version 450
// Arrays of buffers under an index that is uniform and not constant: each class of descriptor has a feature of its own.
//
// build: --target-env vulkan1.0
// sos: native UniformBufferArrayDynamicIndexing StorageBufferArrayDynamicIndexing
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,vulkan-1.4 unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3 rewritten
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Scales { uvec4 scale; } scales[4];
layout(std430, binding = 1) readonly buffer In { uint source[]; } inputs[4];
layout(std430, binding = 2) writeonly buffer Out { uint result[]; };
layout(push_constant) uniform Push { uint chosen; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    result[at] = inputs[chosen].source[at] * scales[chosen ^ 1u].scale.x;
}
