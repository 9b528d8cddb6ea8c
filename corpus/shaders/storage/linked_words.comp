#version 460
// Words behind physical pointers that are pairs of words where they are computed: rows in the order of a table of addresses,
// and a list that the first invocation turns round.
//
// build: --target-env vulkan1.2
// sos: outcome swiftshader,lavapipe-*,vulkan-1.3 unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2 unsupported
// sos: dispatch 1 1 1
// sos: push u32 4 0, address 0:2 0:3+16
// sos: buffer 0 0 zero 1024
// sos: buffer 0 1 random 64 5
// sos: buffer 0 2 address 0:1+192 0:1 0:1+64 0:1+128
// sos: buffer 0 3 address 0:3+32, u32 11 0, address 0:3, u32 22 0, address 0:3+48, u32 33 0 0 0 44 0
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Row { uint words[16]; };
layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer Table { Row rows[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { uvec2 next; uint value; uint turn; };
layout(push_constant) uniform Push {
    uint rows;
    uint unused;
    Table table;
    uvec2 first;
};
layout(std430, binding = 0) writeonly buffer Out { uvec4 results[]; };

uvec2 behind(uvec2 at, uint bytes) {
    uint carry;
    at.x = uaddCarry(at.x, bytes, carry);
    return uvec2(at.x, at.y + carry);
}

void main() {
    uint index = gl_LocalInvocationIndex;
    Row row = table.rows[index % rows];
    uvec2 middle = behind(uvec2(row), 4u * (index & 7u));
    Row later = Row(middle);
    results[index] = uvec4(row.words[index / 4u] * 3u + later.words[1], later.words[8], middle);
    if (index != 0u) {
        return;
    }
    uvec2 turned = uvec2(0u);
    uvec2 at = first;
    for (uint turn = 1u; at != uvec2(0u); turn++) {
        Node node = Node(at);
        uvec2 next = node.next;
        node.next = turned;
        node.turn = turn * node.value;
        turned = at;
        at = next;
    }
}
