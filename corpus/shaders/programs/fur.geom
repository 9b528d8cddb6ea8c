#version 450
// A geometry shader that grows a line from each corner of a triangle: most portable devices refuse it.
//
// build: --target-env vulkan1.0
// sos: native Geometry
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,adreno-a6xx,amd-r7-370-windows,hasvk-hsw unchanged
layout(triangles) in;
layout(line_strip, max_vertices = 6) out;
layout(location = 0) in vec3 normal[];
layout(location = 0) out float along;

void main() {
    for (int corner = 0; corner < 3; ++corner) {
        gl_Position = gl_in[corner].gl_Position;
        along = 0.0;
        EmitVertex();
        gl_Position = gl_in[corner].gl_Position + vec4(normal[corner] * 0.125, 0.0);
        along = 1.0;
        EmitVertex();
        EndPrimitive();
    }
}
