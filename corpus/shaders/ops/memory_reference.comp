#version 450
// A linked list through buffer references: addresses of 64 bits in memory and in push constants.
//
// build: --target-env vulkan1.2
// sos: native PhysicalStorageBufferAddresses
// sos: outcome chosen unsupported
// sos: outcome nvk-kepler,panvk-g52 rewritten
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3,roadmap-2022,roadmap-2024,vulkan-1.4,amd-r7-370-windows unchanged
// sos: dispatch 1 1 1
// sos: push address 0:1+32
// sos: buffer 0 0 zero 256
// sos: buffer 0 1 u32 3 5, address 0:1+48, u32 7 9, address 0:1+16, u32 11 13, address 0:1, u32 15 17, address 0:1+32
#extension GL_EXT_buffer_reference : require

layout(local_size_x = 64) in;
layout(buffer_reference) buffer Node;
layout(std430, buffer_reference, buffer_reference_align = 16) buffer Node { uvec2 value; Node next; };
layout(push_constant) uniform Push { Node head; };
layout(std430, binding = 0) writeonly buffer Out { uint result[]; };

void main() {
    Node node = head;
    for (uint turn = gl_LocalInvocationIndex & 3u; turn > 0u; --turn) {
        node = node.next;
    }
    result[gl_GlobalInvocationID.x] = node.value.x * 3u + node.value.y;
}
