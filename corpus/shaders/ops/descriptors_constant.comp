#version 450
// Arrays of buffers under constant indices: no feature is needed, whatever front ends declare.
//
// build: --target-env vulkan1.0
// sos: outcome all unchanged
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Scales { uvec4 scale; } scales[4];
layout(std430, binding = 1) readonly buffer In { uint source[]; } inputs[4];
layout(std430, binding = 2) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    result[at] = inputs[2].source[at] * scales[3].scale.x + inputs[0].source[at];
}
