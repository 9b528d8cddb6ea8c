#version 450
// Comparisons gathered with four constant offsets, from a layer of an array with a border.
//
// build: --target-env vulkan1.0
// sos: native ImageGatherExtended
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
// sos: dispatch 1 1 1
// sos: image 0 0 combined 2DArray 8x8x3 D32 less border f32 0 0.125 0.5 0.25 1 0.75 0.3
// sos: buffer 0 1 zero 2048
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2DArrayShadow depth;
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

const ivec2 OFFSETS[4] = ivec2[](ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));
const ivec2 OTHERS[4] = ivec2[](ivec2(-3, 2), ivec2(-3, 2), ivec2(7, -8), ivec2(0));

void main() {
    // Beyond the edges too.
    vec2 where = (vec2(gl_LocalInvocationID.xy) - 2.0 + 0.3) * 0.25;
    uint at = 2u * gl_LocalInvocationIndex;
    result[at] = textureGatherOffsets(depth, vec3(where, 1.0), 0.5, OFFSETS);
    result[at + 1u] = textureGatherOffsets(depth, vec3(where, 2.0), 0.25, OTHERS);
}
