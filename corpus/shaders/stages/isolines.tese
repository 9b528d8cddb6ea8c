#version 450
// Tessellation into lines: portability devices may lack it.
//
// build: --target-env vulkan1.0
// sos: native Tessellation
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,adreno-a6xx,amd-r7-370-windows,hasvk-hsw unchanged
layout(isolines, equal_spacing) in;

void main() {
    gl_Position = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x) + vec4(0.0, gl_TessCoord.y, 0.0, 0.0);
}
