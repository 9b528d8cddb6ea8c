#version 450
// An exclusive scan over a workgroup in shared memory, up and down a tree: no subgroups at all.
//
// build: --target-env vulkan1.0
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 1024 802
// sos: buffer 0 1 zero 4096
// sos: outcome all unchanged
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };
shared uint tree[256];

void main() {
    uint at = gl_LocalInvocationIndex;
    uvec2 pair = source[gl_GlobalInvocationID.x] & 0xffffu;
    tree[2u * at] = pair.x;
    tree[2u * at + 1u] = pair.y;
    uint stride = 1u;
    for (uint active_count = 128u; active_count > 0u; active_count >>= 1) {
        barrier();
        if (at < active_count) {
            uint left = stride * (2u * at + 1u) - 1u;
            tree[left + stride] += tree[left];
        }
        stride <<= 1;
    }
    if (at == 0u) {
        tree[255] = 0u;
    }
    for (uint active_count = 1u; active_count < 256u; active_count <<= 1) {
        stride >>= 1;
        barrier();
        if (at < active_count) {
            uint left = stride * (2u * at + 1u) - 1u, right = left + stride;
            uint moved = tree[left];
            tree[left] = tree[right];
            tree[right] += moved;
        }
    }
    barrier();
    result[gl_GlobalInvocationID.x] = uvec2(tree[2u * at], tree[2u * at + 1u]);
}
