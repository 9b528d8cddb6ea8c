#version 450
// Comparisons gathered at offsets that only the running shader knows, from layers, with a border.
//
// build: --target-env vulkan1.0
// sos: native ImageGatherExtended
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
// sos: dispatch 4 1 1
// sos: image 0 0 combined 2DArray 8x8x3 D32 less border f32 0 0.125 0.5 0.25 1 0.75 0.3
// sos: buffer 0 1 zero 4096
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2DArrayShadow depth;
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    uint number = gl_WorkGroupID.x * 64u + gl_LocalInvocationIndex;
    ivec2 offset = ivec2(int(number & 15u), int(number >> 4)) - 8;
    vec2 where = (vec2(gl_LocalInvocationID.xy) + 0.3) * 0.125;
    result[number] = textureGatherOffset(depth, vec3(where, float(number % 3u)), 0.4, offset);
}
