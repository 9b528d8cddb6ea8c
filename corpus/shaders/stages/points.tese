#version 450
// Tessellation into points with a size.
//
// build: --target-env vulkan1.0
// sos: native Tessellation TessellationPointSize
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,amd-r7-370-windows,hasvk-hsw unchanged
layout(triangles, point_mode, fractional_even_spacing) in;

void main() {
    gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y
        + gl_in[2].gl_Position * gl_TessCoord.z;
    gl_PointSize = 4.0 * gl_TessCoord.x;
}
