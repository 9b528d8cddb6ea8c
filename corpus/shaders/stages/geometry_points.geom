#version 450
// Points with a size from a geometry shader, which is a feature beyond geometry shaders.
//
// build: --target-env vulkan1.0
// sos: native Geometry GeometryPointSize
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,amd-r7-370-windows,hasvk-hsw unchanged
layout(points) in;
layout(points, max_vertices = 1) out;

void main() {
    gl_Position = gl_in[0].gl_Position;
    gl_PointSize = gl_in[0].gl_PointSize * 2.0;
    gl_PrimitiveID = gl_PrimitiveIDIn;
    EmitVertex();
}
