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
// Inactive lanes: the result is undefined in a quad of which a lane is inactive; AMD's swizzle gives 0 for that lane,
// NVIDIA's for all four, and core says nothing. Other quads are not affected.
// Small subgroups: one of fewer than four lanes has no quads, and the results are undefined there.
//
// One instruction: AMD's swizzle where there is one, else core's. SOS lowers it to a shuffle or to ballots, but not in fragment
// shaders, where these need not see helper invocations; the report says so. Votes are two swizzles for the same reason.
#extension GL_KHR_shader_subgroup_quad : enable
#extension GL_AMD_shader_ballot : enable
#include "sos_lane.glsl"
#define SOS_USE_HAS_VK_AMD_shader_ballot
#include "sos.glsl"

#ifndef SOS_QUAD
#define SOS_QUAD(T, MODE, OFFSETS, CORE) \
    T quadSwizzle##MODE(T data) { \
        if (SOS_HAS_VK_AMD_shader_ballot) { \
            return swizzleInvocationsAMD(data, OFFSETS); \
        } \
        return CORE; \
    }

#define SOS_QUADS(T) \
    SOS_QUAD(T, 0, uvec4(0, 0, 0, 0), subgroupQuadBroadcast(data, 0)) \
    SOS_QUAD(T, 1, uvec4(1, 1, 1, 1), subgroupQuadBroadcast(data, 1)) \
    SOS_QUAD(T, 2, uvec4(2, 2, 2, 2), subgroupQuadBroadcast(data, 2)) \
    SOS_QUAD(T, 3, uvec4(3, 3, 3, 3), subgroupQuadBroadcast(data, 3)) \
    SOS_QUAD(T, X, uvec4(1, 0, 3, 2), subgroupQuadSwapHorizontal(data)) \
    SOS_QUAD(T, Y, uvec4(2, 3, 0, 1), subgroupQuadSwapVertical(data))

SOS_QUADS(uint)
SOS_QUADS(int)
SOS_QUADS(float)

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
