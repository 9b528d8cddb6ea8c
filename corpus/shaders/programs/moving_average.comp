#version 450
// A moving average over five numbers with weights. Each lane loads one; its neighbours' come by shuffles up and down within
// segments of four lanes, and what lies beyond a segment is loaded by the lanes at its edges and handed on. The sums are
// of whole numbers, so their order does not show; the result is the same for every subgroup size of four or more.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformShuffle GroupNonUniformShuffleRelative
// sos: dispatch 4 1 1
// sos: size any
// sos: buffer 0 0 random 256 806
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

const uint WIDTH = 4u, COUNT = 256u;
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };

float load(uint at) {
    return float(source[at] >> 20);
}

void main() {
    uint at = gl_GlobalInvocationID.x, lane = gl_SubgroupInvocationID, place = lane % WIDTH;
    uint segment = lane - place;
    float centre = load(at), before2 = 0.0, after2 = 0.0;
    if (place < 2u && at >= 2u) {
        before2 = load(at - 2u);
    }
    if (place >= WIDTH - 2u && at + 2u < COUNT) {
        after2 = load(at + 2u);
    }
    // One step back: the neighbour's own number, and at the edge what the second lane loaded.
    float before = subgroupShuffleUp(centre, 1u), edge = subgroupShuffle(before2, segment + 1u);
    before = place == 0u ? edge : before;
    float further = subgroupShuffleUp(centre, 2u);
    before2 = place > 1u ? further : before2;
    float after = subgroupShuffleDown(centre, 1u);
    edge = subgroupShuffle(after2, segment + WIDTH - 2u);
    after = place == WIDTH - 1u ? edge : after;
    further = subgroupShuffleDown(centre, 2u);
    after2 = place < WIDTH - 2u ? further : after2;
    bool inside = at > 1u && at < COUNT - 2u;
    result[at] = inside ? before2 + 4.0 * before + 6.0 * centre + 4.0 * after + after2 : 0.0;
}
