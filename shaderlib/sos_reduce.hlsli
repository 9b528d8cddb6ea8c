// Reductions over segments.
//
//     T allReduceAdd2(T data)           the sum over the segment, in each of its lanes; likewise 4, 8, 16, 32
//     T reduceAdd2(T data)              the same, promised in the segment's highest lane alone
//
// Operations: Add, Min, Max, And, Or, Xor. T is uint or int, and float for the first three. Sums of floats may be taken in any
// order, and which of 0 and -0 is the lesser, and what NaN does to Min and Max, is the device's.
//
// Inactive lanes: the results are undefined in a segment of which a lane is inactive. Other segments are not affected.
// Small subgroups: the segment is the subgroup.
//
// One instruction where no subgroup is larger than the segment and the device has arithmetic; else log2(WIDTH) butterflies and
// as many operations. HLSL has no name for clustered operations. `reduce` takes the same instructions as `allReduce`; it promises
// less, for devices where less is cheaper.
#include "sos_butterfly.hlsli"
#define SOS_USE_HAS_SUBGROUP_ARITHMETIC
#include "sos.hlsli"

#ifndef SOS_REDUCE
// HLSL's names, and its types for bits.
#define SOS_WAVE_Add(DATA) WaveActiveSum(DATA)
#define SOS_WAVE_Min(DATA) WaveActiveMin(DATA)
#define SOS_WAVE_Max(DATA) WaveActiveMax(DATA)
#define SOS_WAVE_And(DATA) WaveActiveBitAnd(uint(DATA))
#define SOS_WAVE_Or(DATA) WaveActiveBitOr(uint(DATA))
#define SOS_WAVE_Xor(DATA) WaveActiveBitXor(uint(DATA))

#define SOS_REDUCE(T, OP, WIDTH, HALF) \
    T allReduce##OP##WIDTH(T data) { \
        if (SOS_HAS_SUBGROUP_ARITHMETIC && SOS_SUBGROUP_SIZE_MAX <= WIDTH) { \
            return SOS_WAVE_##OP(data); \
        } \
        data = HALF(data); \
        if (SOS_HOLDS(WIDTH)) { \
            data = SOS_OP_##OP(data, butterfly##WIDTH(data)); \
        } \
        return data; \
    } \
    T reduce##OP##WIDTH(T data) { return allReduce##OP##WIDTH(data); }

#define SOS_REDUCES(T, OP) \
    SOS_REDUCE(T, OP, 2, ) \
    SOS_REDUCE(T, OP, 4, allReduce##OP##2) \
    SOS_REDUCE(T, OP, 8, allReduce##OP##4) \
    SOS_REDUCE(T, OP, 16, allReduce##OP##8) \
    SOS_REDUCE(T, OP, 32, allReduce##OP##16)

SOS_REDUCES(uint, Add)
SOS_REDUCES(uint, Min)
SOS_REDUCES(uint, Max)
SOS_REDUCES(uint, And)
SOS_REDUCES(uint, Or)
SOS_REDUCES(uint, Xor)
SOS_REDUCES(int, Add)
SOS_REDUCES(int, Min)
SOS_REDUCES(int, Max)
SOS_REDUCES(int, And)
SOS_REDUCES(int, Or)
SOS_REDUCES(int, Xor)
SOS_REDUCES(float, Add)
SOS_REDUCES(float, Min)
SOS_REDUCES(float, Max)
#endif
