#version 450
// The evaluation half: a patch between four corners, raised by a map.
//
// build: --target-env vulkan1.0
// sos: native Tessellation
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,adreno-a6xx,amd-r7-370-windows,hasvk-hsw unchanged
layout(quads, fractional_odd_spacing, ccw) in;
layout(location = 0) in float own_height[];
layout(location = 1) patch in vec4 bounds;
layout(binding = 0) uniform sampler2D heights;
layout(location = 0) out float raised;

void main() {
    vec4 near = mix(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_TessCoord.x);
    vec4 far = mix(gl_in[3].gl_Position, gl_in[2].gl_Position, gl_TessCoord.x);
    vec4 place = mix(near, far, gl_TessCoord.y);
    raised = textureLod(heights, gl_TessCoord.xy, 0.0).x + own_height[0] * 0.25 + bounds.w;
    gl_Position = place + vec4(0.0, raised, 0.0, 0.0);
}
