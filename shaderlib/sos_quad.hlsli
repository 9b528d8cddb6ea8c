// Quads: the 2x2 pixels of a fragment shader, and elsewhere every four lanes of a subgroup.
//
//     bool allQuad(bool value)          true in all four lanes if value is true in all four
//     bool anyQuad(bool value)          true in all four lanes if value is true in any of them
//     T quadSwizzle0(T data)            data of lane 0 of the quad; likewise quadSwizzle1, quadSwizzle2, quadSwizzle3
//     T quadSwizzleX(T data)            data of the neighbour in x: lanes 0 and 1, 2 and 3 swap
//     T quadSwizzleY(T data)            data of the neighbour in y: lanes 0 and 2, 1 and 3 swap
//     float quadSwizzleFloat0(float)    and so on: the same for floats alone
//
// T is uint, int or float.
//
// Inactive lanes: the result is undefined in a quad of which a lane is inactive. Other quads are not affected.
// Small subgroups: one of fewer than four lanes has no quads, and the results are undefined there.
//
// One instruction, HLSL's own. SOS lowers it to a shuffle or to ballots, but not in pixel shaders, where these need not see
// helper lanes; the report says so. Votes are two swizzles for the same reason. HLSL has no name for AMD's swizzles.

#ifndef SOS_QUADS
#define SOS_QUADS
#define SOS_QUADS_OF(T) \
    T quadSwizzle0(T data) { return QuadReadLaneAt(data, 0); } \
    T quadSwizzle1(T data) { return QuadReadLaneAt(data, 1); } \
    T quadSwizzle2(T data) { return QuadReadLaneAt(data, 2); } \
    T quadSwizzle3(T data) { return QuadReadLaneAt(data, 3); } \
    T quadSwizzleX(T data) { return QuadReadAcrossX(data); } \
    T quadSwizzleY(T data) { return QuadReadAcrossY(data); }

SOS_QUADS_OF(uint)
SOS_QUADS_OF(int)
SOS_QUADS_OF(float)

float quadSwizzleFloat0(float data) { return quadSwizzle0(data); }
float quadSwizzleFloat1(float data) { return quadSwizzle1(data); }
float quadSwizzleFloat2(float data) { return quadSwizzle2(data); }
float quadSwizzleFloat3(float data) { return quadSwizzle3(data); }
float quadSwizzleFloatX(float data) { return quadSwizzleX(data); }
float quadSwizzleFloatY(float data) { return quadSwizzleY(data); }

bool anyQuad(bool value) {
    uint any = uint(value);
    any |= quadSwizzleX(any);
    return (any | quadSwizzleY(any)) != 0u;
}

bool allQuad(bool value) {
    return !anyQuad(!value);
}
#endif
