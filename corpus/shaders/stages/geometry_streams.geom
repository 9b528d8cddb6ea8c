#version 450
// A geometry shader with two streams, captured by transform feedback.
//
// build: --target-env vulkan1.0
// sos: native GeometryStreams TransformFeedback
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,amd-r7-370-windows,hasvk-hsw unchanged
layout(points) in;
layout(points, max_vertices = 4) out;
layout(location = 0) in uint kind[];
layout(stream = 0, xfb_buffer = 0, xfb_offset = 0, location = 0) out vec4 near;
layout(stream = 1, xfb_buffer = 1, xfb_offset = 0, location = 1) out vec4 far;

void main() {
    if ((kind[0] & 1u) != 0u) {
        near = gl_in[0].gl_Position;
        EmitStreamVertex(0);
        EndStreamPrimitive(0);
    } else {
        far = gl_in[0].gl_Position * 2.0;
        EmitStreamVertex(1);
        EndStreamPrimitive(1);
    }
}
