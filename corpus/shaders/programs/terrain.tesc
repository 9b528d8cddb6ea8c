#version 450
// The control half of a tessellation pair: each edge is divided by its distance.
//
// build: --target-env vulkan1.0
// sos: native Tessellation
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,adreno-a6xx,amd-r7-370-windows,hasvk-hsw unchanged
layout(vertices = 4) out;
layout(location = 0) in float height[];
layout(location = 0) out float own_height[];
layout(location = 1) patch out vec4 bounds;

float divisions(vec4 a, vec4 b) {
    return clamp(8.0 / (1.0 + distance(a.xyz, b.xyz)), 1.0, 16.0);
}

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    own_height[gl_InvocationID] = height[gl_InvocationID];
    barrier();
    if (gl_InvocationID == 0) {
        for (int edge = 0; edge < 4; ++edge) {
            gl_TessLevelOuter[edge] = divisions(gl_in[edge].gl_Position, gl_in[(edge + 1) & 3].gl_Position);
        }
        gl_TessLevelInner[0] = max(gl_TessLevelOuter[1], gl_TessLevelOuter[3]);
        gl_TessLevelInner[1] = max(gl_TessLevelOuter[0], gl_TessLevelOuter[2]);
        bounds = vec4(own_height[0], own_height[1], own_height[2], own_height[3]);
    }
}
