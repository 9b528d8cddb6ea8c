#version 450
// The waterfall loop in fragments: each pass serves those whose picture is that of the first one left. Nothing depends on which fragments
// form a subgroup, so each may be one of its own; what the loop made the same for a subgroup is NonUniform then.
//
// build: -g0 --target-env vulkan1.1
// opt: -O
// sos: native GroupNonUniformBallot
// sos: shows subgroup-any-size vulkan-1.0
// sos: draw 16 16 with ../images/number.vert.spv
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 1
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 2
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 3
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 4
// sos: buffer 1 0 random 256 9
#extension GL_KHR_shader_subgroup_ballot : require

layout(binding = 0) uniform sampler2D pictures[4];
layout(set = 1, binding = 0, std430) readonly buffer In { uint kinds[256]; };
layout(location = 0) out vec4 shade;
layout(location = 1) out uvec4 seen;

void main() {
    uint kind = kinds[uint(gl_FragCoord.y) * 16u + uint(gl_FragCoord.x)];
    uint picture = kind & 3u;
    vec2 at = gl_FragCoord.xy * 0.171875;
    shade = vec4(0.0);
    bool left = true;
    while (left) {
        uint first = subgroupBroadcastFirst(picture);
        if (first == picture) {
            shade = textureLod(pictures[picture], at, 1.0) + textureLod(pictures[first], at.yx, 0.0);
            left = false;
        }
    }
    seen = uvec4(kind, picture, kind >> 8u, 1u);
}
