#version 450
// A depth that can only grow, with tests before the shader where that is possible.
//
// build: --target-env vulkan1.0
// sos: draw 16 16
// sos: outcome all unchanged
layout(depth_greater) out float gl_FragDepth;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    gl_FragDepth = gl_FragCoord.z + where.x * 0.25;
    shade = vec4(where, 0.0, 1.0);
}
