#version 450
// A geometry shader that makes three triangles of one, in several invocations.
//
// build: --target-env vulkan1.0
// sos: native Geometry
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,adreno-a6xx,amd-r7-370-windows,hasvk-hsw unchanged
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 9) out;
layout(location = 0) in vec3 colour[];
layout(location = 0) out vec3 shade;

void main() {
    for (int corner = 0; corner < 3; ++corner) {
        for (int step = 0; step < 3; ++step) {
            gl_Position = mix(gl_in[corner].gl_Position, gl_in[(corner + step) % 3].gl_Position, 0.5);
            gl_Layer = gl_InvocationID;
            shade = colour[step] * float(corner + 1);
            EmitVertex();
        }
        EndPrimitive();
    }
}
