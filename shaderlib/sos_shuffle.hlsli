// Shuffles within segments, and a permutation of the subgroup.
//
//     T shuffleIndexed(T data, uint index, uint width, out bool valid)    of the segment's lane `index`
//     T shuffleUp(T data, uint index, uint width, out bool valid)         of the lane `index` places below
//     T shuffleDown(T data, uint index, uint width, out bool valid)       of the lane `index` places above
//     T shuffleXor(T data, uint index, uint width, out bool valid)        of the lane with the number of this ^ index
//     T bpermute(T data, uint index)                                      of the subgroup's lane `index`
//
// T is uint, int or float; width is 2, 4, 8, 16 or 32, and `valid` may be left out. Lanes may ask for different indices.
//
// Out of the segment, or beyond the subgroup: the lane keeps its own data, and `valid` is false. For `bpermute`, which is
// the bare instruction: beyond the subgroup the result is undefined.
// Inactive lanes: the result is undefined where the lane to read is inactive; `valid` says nothing of it.
// Small subgroups: the segment is the subgroup.
//
// One shuffle, which SOS lowers, by a lane computed here: it is in the segment for certain, so nothing depends on what a device's
// shuffle does beyond its end.
#include "sos_lane.hlsli"

#ifndef SOS_SHUFFLE
// The lane to read: `target` if it lies in the segment and in the subgroup, else the lane itself.
uint sosTarget(uint target, uint index, uint width, out bool valid) {
    valid = (((target ^ SOS_LANE) | index) & ~(width - 1u)) == 0u;
    if (SOS_SUBGROUP_SIZE_MIN < 32u) {
        bool there = target < sosLanes();
        valid = valid && there;
    }
    return valid ? target : SOS_LANE;
}

#define SOS_SHUFFLE(T, MODE, TARGET) \
    T shuffle##MODE(T data, uint index, uint width, out bool valid) { \
        return WaveReadLaneAt(data, sosTarget(TARGET, index, width, valid)); \
    } \
    T shuffle##MODE(T data, uint index, uint width) { \
        bool valid; \
        return shuffle##MODE(data, index, width, valid); \
    }

#define SOS_SHUFFLES(T) \
    SOS_SHUFFLE(T, Indexed, (SOS_LANE & ~(width - 1u)) + index) \
    SOS_SHUFFLE(T, Up, SOS_LANE - index) \
    SOS_SHUFFLE(T, Down, SOS_LANE + index) \
    SOS_SHUFFLE(T, Xor, SOS_LANE ^ index) \
    T bpermute(T data, uint index) { return WaveReadLaneAt(data, index); }

SOS_SHUFFLES(uint)
SOS_SHUFFLES(int)
SOS_SHUFFLES(float)
#endif
