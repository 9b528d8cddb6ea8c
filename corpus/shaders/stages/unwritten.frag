#version 450
// Storage that a fragment shader could write and does not.
//
// build: --target-env vulkan1.0
// sos: draw 16 16 with full_screen.vert.spv
// sos: buffer 0 0 random 64 5
// sos: buffer 0 1 random 64 6
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,vulkan-1.4 unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3 rewritten
layout(std430, binding = 0) buffer First { uint first[]; };
layout(std430, binding = 1) buffer Second { uvec4 second[16]; };
layout(location = 0) out vec4 shade;

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uint index = at.x + 16u * at.y;
    uint chosen = first[index & 63u] & second[at.y].z;
    shade = vec4(vec3(uvec3(chosen) >> uvec3(0, 8, 16) & 255u), float(first.length()));
}
