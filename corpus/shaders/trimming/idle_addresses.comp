#version 450
// Data behind an address, on devices that have any: what is left where they have none names no address, so the module's addressing
// need not be physical.
//
// build: --target-env vulkan1.2
// sos: native PhysicalStorageBufferAddresses
// sos: dispatch 1 1 1
// sos: push u32 5 0 0 0
// sos: buffer 0 0 random 32 7
// sos: buffer 0 1 zero 128
// sos: set 0=false
// sos: shows logical-addressing vulkan-1.1
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const bool ADDRESSES = false;
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Far { uint values[]; };
layout(push_constant) uniform Push { uint bias; uvec2 far; };
layout(set = 0, binding = 0) readonly buffer Near { uint near[]; };
layout(set = 0, binding = 1) writeonly buffer Sums { uint sums[]; };

void main() {
    uint index = gl_LocalInvocationIndex;
    uint value = near[index];
    if (ADDRESSES)
        value = Far(far).values[index];
    sums[index] = value + bias;
}
