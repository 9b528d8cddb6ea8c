#version 450
// Stores and atomics in a vertex shader: a feature without a capability (vertexPipelineStoresAndAtomics).
//
// build: --target-env vulkan1.0
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
layout(std430, binding = 0) buffer Seen { uint count; uint seen[]; };
layout(location = 0) in vec4 place;

void main() {
    gl_Position = place;
    seen[atomicAdd(count, 1u) & 63u] = uint(gl_VertexIndex);
}
