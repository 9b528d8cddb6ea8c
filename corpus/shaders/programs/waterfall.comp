#version 450
// The waterfall loop: each pass serves the invocations whose picture is that of the first one left, so that a picture is the same for all
// that read it. The result does not depend on the subgroup's size.
//
// build: --target-env vulkan1.1
// sos: size any
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 192 77
// sos: buffer 0 1 zero 1536
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 96) in;
layout(std430, binding = 0) readonly buffer In { uint kinds[192]; };
layout(std430, binding = 1) buffer Out { uvec2 results[192]; };

// What the pictures would hold, of which one is read at a time.
uint read(uint picture, uint at) {
    return (picture + 1u) * 0x9E3779B9u ^ at * 0x85EBCA6Bu;
}

void main() {
    uint at = gl_GlobalInvocationID.x, kind = kinds[at] & 15u;
    uvec2 result = uvec2(0u);
    for (;;) {
        uint first = subgroupBroadcastFirst(kind);
        if (first == kind) {
            // SwiftShader gets a value wrong that leaves a loop which others go on with.
            result = uvec2(read(kind, at), kind);
            break;
        }
    }
    bool left = true;
    while (left) {
        uint first = subgroupBroadcastFirst(kind);
        if (first == kind) {
            result.y += read(first, at + 1u) >> 8u;
            left = false;
        }
    }
    results[at] = result;
}
