#version 450
// The scalar layout: a vector of three right behind a single number, in a storage and in a uniform buffer.
//
// build: --target-env vulkan1.2
// sos: novalidate the layout is valid where scalarBlockLayout is on, which spirv-val has to be told
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 413
// sos: buffer 0 1 zero 256
// sos: buffer 0 2 uniform u32 1 2 3 4 5 6 7 8
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.2,vulkan-1.3 unchanged
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x = 64) in;
struct Item { uint head; uvec3 tail; };
layout(scalar, binding = 0) readonly buffer In { Item source[]; };
layout(scalar, binding = 1) writeonly buffer Out { uint result[]; };
layout(scalar, binding = 2) uniform Table { uint first; uvec3 rest; uint table[4]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uvec3 tail = source[at].tail * rest;
    result[at] = source[at].head + tail.x + tail.y + tail.z + table[at & 3u] * first;
}
