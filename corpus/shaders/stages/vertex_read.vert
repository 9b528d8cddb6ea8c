#version 450
// A storage buffer that a vertex shader only reads: no feature is needed.
//
// build: --target-env vulkan1.0
// sos: outcome all unchanged
layout(std430, binding = 0) readonly buffer Places { vec4 places[]; };

void main() {
    gl_Position = places[gl_VertexIndex] * 0.5;
}
