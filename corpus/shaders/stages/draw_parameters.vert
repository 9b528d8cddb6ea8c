#version 460
// The base vertex, the base instance and the number of the draw.
//
// build: --target-env vulkan1.1
// sos: native DrawParameters
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
layout(location = 0) out vec3 colour;

void main() {
    gl_Position = vec4(float(gl_VertexIndex - gl_BaseVertex), float(gl_InstanceIndex - gl_BaseInstance), 0.0, 1.0);
    colour = vec3(gl_BaseVertex, gl_BaseInstance, gl_DrawID) * 0.125;
}
