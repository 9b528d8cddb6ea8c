#version 450
// Arrays of buffers, texel buffers and storage images under indices that differ between invocations: reads, writes and
// atomics.
//
// build: --target-env vulkan1.2
// sos: native UniformBufferArrayNonUniformIndexing StorageBufferArrayNonUniformIndexing StorageImageArrayNonUniformIndexing UniformTexelBufferArrayNonUniformIndexing StorageTexelBufferArrayNonUniformIndexing
// sos: outcome vulkan-*,nvk-kepler rewritten
// sos: dispatch 2 1 1
// sos: buffer 0 0 uniform random 4 1
// sos: buffer 0 0 uniform random 4 2
// sos: buffer 0 0 uniform random 4 3
// sos: buffer 0 1 random 64 4
// sos: buffer 0 1 random 68 5
// sos: buffer 0 1 random 72 6
// sos: buffer 0 1 random 76 7
// sos: buffer 0 1 random 80 8
// sos: buffer 0 2 zero 1024
// sos: image 0 3 storage 2D 8x8 R32ui zero 256
// sos: image 0 3 storage 2D 8x8 R32ui zero 256
// sos: texels 0 4 uniform R32ui random 16 9
// sos: texels 0 4 uniform R32ui random 16 10
// sos: texels 0 5 R32ui zero 256
// sos: texels 0 5 R32ui zero 256
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 32) in;
layout(std140, binding = 0) uniform Scales { uvec4 scale; } scales[3];
layout(std430, binding = 1) buffer Words { uint count, words[]; } buffers[5];
layout(std430, binding = 2) writeonly buffer Out { uvec4 result[64]; };
layout(binding = 3, r32ui) uniform uimage2D planes[2];
layout(binding = 4) uniform usamplerBuffer lines[2];
layout(binding = 5, r32ui) uniform uimageBuffer tallies[2];

uint look(uint at) {
    uint sum = 0;
    for (uint step = 0; step < 3; ++step)
        sum += buffers[nonuniformEXT((at + step) % 5)].words[at & 15] >> step;
    return sum;
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint other = at * 7 + (at >> 3);
    uvec4 seen = scales[nonuniformEXT(other % 3)].scale;
    seen.x += look(at);
    if ((at & 4) != 0)
        seen.z += texelFetch(lines[nonuniformEXT(at & 1)], int(at & 15)).x;
    atomicAdd(buffers[nonuniformEXT(other % 5)].count, at);
    ivec2 place = ivec2(at & 7, at >> 3);
    imageStore(planes[nonuniformEXT(other & 1)], place, seen);
    imageAtomicAdd(tallies[nonuniformEXT(at & 1)], int(other & 63), at);
    result[at] = seen;
}
