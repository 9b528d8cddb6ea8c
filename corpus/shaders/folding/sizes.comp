#version 450
// build: --target-env vulkan1.0
// run: 0=1 1=64
// run: 0=16 1=8
// run: 0=64 1=1 2=5
//
// Constants that size things: the workgroup, shared and private arrays.
layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(constant_id = 0) const uint WIDTH = 16u;
layout(constant_id = 1) const uint HEIGHT = 4u;
layout(constant_id = 2) const uint DEPTH = 3u;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };
shared uint line[WIDTH * HEIGHT + 1u];

void main() {
    uint at = gl_LocalInvocationIndex;
    uint history[DEPTH + 1u];
    for (uint i = 0u; i <= DEPTH; i++) history[i] = source[at & 63u] + i;
    line[at] = history[DEPTH];
    line[WIDTH * HEIGHT] = 77u;
    barrier();
    uint left = line[(at + WIDTH * HEIGHT - 1u) % (WIDTH * HEIGHT)];
    result[at & 255u] = left + line[WIDTH * HEIGHT] + uint(history.length()) + gl_WorkGroupSize.x * 1000u;
}
