// Scans over segments.
//
//     T inclusiveScanAdd2(T data)       the sum over the segment's lanes up to this one; likewise 4, 8, 16, 32
//     T exclusiveScanAdd2(T data)       the sum over the segment's lanes before this one; in the first, what changes nothing
//
// Operations: Add, Min, Max, And, Or, Xor. T is uint or int, and float for the first three, of which the sum may be taken in any
// order. What changes nothing is 0 for Add, Or and Xor, all bits for And, and for Min and Max the greatest and the least value
// of the type, for floats the infinities.
//
// Inactive lanes: the results are undefined in a segment of which a lane is inactive. Other segments are not affected.
// Small subgroups: the segment is the subgroup.
//
// Sklansky's scan: for each doubling, every lane of an upper half takes the last lane of the lower half. That is
// log2(WIDTH) indexed shuffles within a segment, which SOS lowers; HLSL itself has exclusive sums and products alone.
#include "sos_lane.hlsli"

#ifndef SOS_SCAN
// Data of the last lane in the lower half of the segment. Of use in the upper half; a subgroup that has no upper half has
// perhaps no such lane either.
#define SOS_LAST_BELOW(T, WIDTH) \
    T sosLastBelow##WIDTH(T data) { \
        return WaveReadLaneAt(data, SOS_LANE & ~(WIDTH - 1u) | (WIDTH / 2u - 1u)); \
    }

#define SOS_LASTS_BELOW(T) \
    SOS_LAST_BELOW(T, 2) SOS_LAST_BELOW(T, 4) SOS_LAST_BELOW(T, 8) SOS_LAST_BELOW(T, 16) SOS_LAST_BELOW(T, 32)

SOS_LASTS_BELOW(uint)
SOS_LASTS_BELOW(int)
SOS_LASTS_BELOW(float)

// Both scans at once: the drivers' compilers drop the one that nobody reads. Choices of values, so that no branch is left.
#define SOS_SCAN(T, OP, WIDTH, HALF) \
    void sosScan##OP##WIDTH(inout T inclusive, inout T exclusive) { \
        HALF \
        if (SOS_SUBGROUP_SIZE_MAX > WIDTH / 2u) { \
            T below = sosLastBelow##WIDTH(inclusive); \
            bool above = (SOS_LANE & WIDTH / 2u) != 0u; \
            T upTo = SOS_OP_##OP(below, inclusive), before = SOS_OP_##OP(below, exclusive); \
            inclusive = above ? upTo : inclusive; \
            exclusive = above ? before : exclusive; \
        } \
    } \
    T inclusiveScan##OP##WIDTH(T data) { \
        T exclusive = data; \
        sosScan##OP##WIDTH(data, exclusive); \
        return data; \
    } \
    T exclusiveScan##OP##WIDTH(T data) { \
        T exclusive = SOS_IDENTITY_##OP(T); \
        sosScan##OP##WIDTH(data, exclusive); \
        return exclusive; \
    }

#define SOS_SCANS(T, OP) \
    SOS_SCAN(T, OP, 2, ) \
    SOS_SCAN(T, OP, 4, sosScan##OP##2(inclusive, exclusive);) \
    SOS_SCAN(T, OP, 8, sosScan##OP##4(inclusive, exclusive);) \
    SOS_SCAN(T, OP, 16, sosScan##OP##8(inclusive, exclusive);) \
    SOS_SCAN(T, OP, 32, sosScan##OP##16(inclusive, exclusive);)

SOS_SCANS(uint, Add)
SOS_SCANS(uint, Min)
SOS_SCANS(uint, Max)
SOS_SCANS(uint, And)
SOS_SCANS(uint, Or)
SOS_SCANS(uint, Xor)
SOS_SCANS(int, Add)
SOS_SCANS(int, Min)
SOS_SCANS(int, Max)
SOS_SCANS(int, And)
SOS_SCANS(int, Or)
SOS_SCANS(int, Xor)
SOS_SCANS(float, Add)
SOS_SCANS(float, Min)
SOS_SCANS(float, Max)
#endif
