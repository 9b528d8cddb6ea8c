#version 450
// Unsigned integers gathered with offsets, as front ends write it from SPIR-V 1.4 on: with ZeroExtend beside the offsets.
//
// build: --target-env vulkan1.2
// sos: native ImageGatherExtended
// sos: outcome lavapipe-*,radv-* unchanged
// sos: dispatch 1 1 1
// sos: image 0 0 combined 2D 8x8 Rgba8ui mirror random 64 3
// sos: buffer 0 1 zero 2048
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform usampler2D numbers;
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

const ivec2 OFFSETS[4] = ivec2[](ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));

void main() {
    // Beyond the edges too.
    vec2 where = (vec2(gl_LocalInvocationID.xy) - 2.0 + 0.3) * 0.25;
    uint at = 2u * gl_LocalInvocationIndex;
    result[at] = textureGatherOffsets(numbers, where, OFFSETS, 1);
    result[at + 1u] = textureGatherOffset(numbers, where, ivec2(gl_LocalInvocationID.xy) - 4, 3);
}
