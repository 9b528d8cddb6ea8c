#version 450
// A viewport for each primitive, from a geometry shader.
//
// build: --target-env vulkan1.0
// sos: native MultiViewport
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,amd-r7-370-windows,hasvk-hsw unchanged
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

void main() {
    for (int corner = 0; corner < 3; ++corner) {
        gl_Position = gl_in[corner].gl_Position;
        gl_ViewportIndex = gl_PrimitiveIDIn & 1;
        EmitVertex();
    }
}
