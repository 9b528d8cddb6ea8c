#version 460
// Addresses that are computed as 64-bit integers, and a list in memory whose elements hold such integers and the address of
// the next.
//
// build: --target-env vulkan1.2
// sos: outcome swiftshader,vulkan-1.3 rewritten
// sos: dispatch 1 1 1
// sos: push address 0:0+64 0:1
// sos: buffer 0 0 random 2 1, address 0:0+192, random 14 2, address 0:0, random 14 3, address 0:0+64, random 14 4, address 0:0+128, random 12 5
// sos: buffer 0 1 zero 6144
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;

layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 32) buffer Node {
    uint64_t key;
    Node next;
    u64vec3 weights;
    uint value;
};
layout(push_constant) uniform Push {
    Node first;
    uint64_t results;
} push;

void main() {
    uint index = gl_LocalInvocationIndex;
    uint64_t first = uint64_t(push.first);
    uint64_t at = first;
    uint64_t sum = 0ul;
    for (uint step = 0u; step < 4u; step++) {
        Node node = Node(at);
        sum += node.key * node.weights[(index + step) % 3u] + node.value;
        at = uint64_t(node.next);
    }
    Node result = Node(push.results + index * 96ul);
    result.key = sum;
    result.next = Node(at);
    result.weights = u64vec3(sum >> 7, at - first, uint64_t(result.next) ^ at);
    result.value = uint((at - first) >> 3);
}
