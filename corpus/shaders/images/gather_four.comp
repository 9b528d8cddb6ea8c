#version 450
// Gathers with four constant offsets: of a component, from places beyond the edges.
//
// build: --target-env vulkan1.0
// sos: native ImageGatherExtended
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
// sos: dispatch 1 1 1
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 repeat random 400 1
// sos: buffer 0 1 zero 2048
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D picture;
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

const ivec2 OFFSETS[4] = ivec2[](ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));
const ivec2 OTHERS[4] = ivec2[](ivec2(-3, 2), ivec2(-3, 2), ivec2(7, -8), ivec2(0));

void main() {
    // Beyond the edges too.
    vec2 where = (vec2(gl_LocalInvocationID.xy) - 2.0 + 0.3) * 0.25;
    uint at = 2u * gl_LocalInvocationIndex;
    result[at] = textureGatherOffsets(picture, where, OFFSETS, 2);
    result[at + 1u] = textureGatherOffsets(picture, where, OTHERS);
}
