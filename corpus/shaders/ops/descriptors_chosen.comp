#version 450
// Arrays of buffers under an index that is uniform and not constant: read, written, counted and added to, in a loop and in
// branches.
//
// build: --target-env vulkan1.0
// sos: dispatch 2 1 1
// sos: push u32 2
// sos: buffer 0 0 uniform random 4 11
// sos: buffer 0 0 uniform random 4 12
// sos: buffer 0 0 uniform random 4 13
// sos: buffer 0 1 random 65 21
// sos: buffer 0 1 random 96 22
// sos: buffer 0 1 random 128 23
// sos: buffer 0 1 random 112 24
// sos: buffer 0 2 zero 1024
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,vulkan-1.4 unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3 rewritten
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Scales { uvec4 scale; } scales[3];
layout(std430, binding = 1) buffer Data { uint sum; uint data[]; } inputs[4];
layout(std430, binding = 2) buffer Out { uint result[]; };
layout(push_constant) uniform Push { uint chosen; };

uint taken(uint number, uint at) {
    return inputs[number].data[at % 63u];
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint all = 0u;
    for (uint i = 0u; i < 4u; ++i) {
        if ((i & 1u) == (chosen & 1u)) {
            all += inputs[i].data[at & 31u] * scales[(i + chosen) % 3u].scale[at & 3u];
        } else {
            all ^= taken(i, at) + uint(inputs[i].data.length());
        }
    }
    result[at] = all;
    result[128u + at] = taken(chosen, all);
    if (chosen > 1u) {
        atomicAdd(inputs[chosen].sum, all);
        if (at < 16u) {
            inputs[chosen + 1u].data[at + 70u] = all;
        }
    }
}
