#version 450
// The Vulkan memory model in a tessellation control shader, where a barrier orders outputs.
//
// build: --target-env vulkan1.2
// sos: native VulkanMemoryModel Tessellation
#pragma use_vulkan_memory_model

layout(vertices = 4) out;
layout(location = 0) in vec3 place[];
layout(location = 0) out vec3 moved[];

void main() {
    moved[gl_InvocationID] = place[gl_InvocationID] * 2.0;
    barrier();
    vec3 other = moved[gl_InvocationID ^ 1];
    gl_out[gl_InvocationID].gl_Position = vec4(other, 1.0);
    if (gl_InvocationID == 0) {
        gl_TessLevelOuter = float[](2.0, 2.0, 2.0, 2.0);
        gl_TessLevelInner = float[](moved[1].x, moved[2].y);
    }
}
