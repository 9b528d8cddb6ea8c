#version 450
// Gathers at offsets that only the running shader knows, each invocation another: of a component, with repeated edges, in
// loops and branches.
//
// build: --target-env vulkan1.0
// sos: native ImageGatherExtended
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
// sos: dispatch 4 1 1
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 repeat random 400 1
// sos: buffer 0 1 zero 8192
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D picture;
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

vec4 take(vec2 where, ivec2 offset) {
    return textureGatherOffset(picture, where, offset, 3);
}

void main() {
    uint number = gl_WorkGroupID.x * 64u + gl_LocalInvocationIndex;
    // All of the 256 offsets, from places beyond the edges too.
    ivec2 offset = ivec2(int(number & 15u), int(number >> 4)) - 8;
    vec2 where = (vec2(gl_LocalInvocationID.xy) - 2.0 + 0.3) * 0.25;
    vec4 sum = take(where, offset);
    for (int i = 0; i < offset.x; ++i) {
        sum += textureGatherOffset(picture, where.yx, ivec2(i, offset.y), 1) * 0.5;
        if ((number & 1u) == 0u && i > 3) {
            break;
        }
    }
    result[2u * number] = sum;
    result[2u * number + 1u] = textureGatherOffset(picture, where * 3.0, ivec2(offset.x, 5), 2);
}
