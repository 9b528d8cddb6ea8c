#version 460
// A scalar layout behind physical pointers, for devices that take none: vectors of three that lie across sixteen bytes.
//
// build: --target-env vulkan1.2
// sos: dispatch 1 1 1
// sos: push address 0:0 0:1
// sos: buffer 0 0 random 512 5
// sos: buffer 0 1 zero 2048
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x = 8) in;

struct Node {
    uvec3 a;
    uvec3 b;
    uint c;
};
layout(buffer_reference, scalar, buffer_reference_align = 4) readonly buffer From { uint head; uvec2 two; Node nodes[]; };
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer To { uvec3 triples[24]; Node nodes[8]; uint count; uvec4 last; };
layout(push_constant) uniform Push {
    From from;
    To to;
} push;

void main() {
    uint i = gl_LocalInvocationIndex;
    Node node = push.from.nodes[i];
    push.to.triples[i] = node.b ^ push.from.nodes[7u - i].a;
    push.to.triples[8u + i].y = push.from.two.y + push.from.head;
    push.to.nodes[i] = node;
    push.to.nodes[i].b.z = node.c;
    atomicAdd(push.to.count, i);
    if (i == 3u)
        push.to.last = uvec4(node.a, node.b.x);
}
