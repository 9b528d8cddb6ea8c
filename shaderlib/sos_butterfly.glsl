// Butterflies: the halves of each segment swap places crosswise, lane i with lane i ^ WIDTH / 2.
//
//     T butterfly2(T data)              likewise butterfly4, butterfly8, butterfly16, butterfly32
//
// T is uint, int or float. Sorting networks and reductions are made of them.
//
// Inactive lanes: the result is undefined where the lane to read is inactive.
// Small subgroups: in one of fewer than WIDTH lanes there is no lane to read, and each keeps its data.
//
// One instruction: a swap within quads for 2 and 4 where the device has quads but no shuffles, AMD's swizzle where there is
// one, else an exclusive-or shuffle, which SOS lowers. Where a device has subgroups of several sizes, some of them too small, a
// uniform branch around it.
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_AMD_shader_ballot : enable
#include "sos_lane.glsl"
#include "sos_quad.glsl"
#define SOS_USE_HAS_SUBGROUP_QUAD
#define SOS_USE_HAS_SUBGROUP_SHUFFLE
#define SOS_USE_HAS_VK_AMD_shader_ballot
#include "sos.glsl"

#ifndef SOS_BUTTERFLY
#define SOS_BUTTERFLY(T, WIDTH) \
    if (!SOS_HOLDS(WIDTH)) { \
        return data; \
    } \
    if (SOS_HAS_VK_AMD_shader_ballot) { \
        return swizzleInvocationsMaskedAMD(data, uvec3(0x1F, 0, WIDTH / 2)); \
    } \
    return subgroupShuffleXor(data, WIDTH / 2u);

// A subgroup that has quads has four lanes.
#define SOS_BUTTERFLY_IN_QUAD(SWIZZLE) \
    if (SOS_HAS_SUBGROUP_QUAD && !SOS_HAS_SUBGROUP_SHUFFLE && SOS_SUBGROUP_SIZE_MIN >= 4u) { \
        return SWIZZLE(data); \
    }

#define SOS_BUTTERFLIES(T) \
    T butterfly2(T data) { SOS_BUTTERFLY_IN_QUAD(quadSwizzleX) SOS_BUTTERFLY(T, 2) } \
    T butterfly4(T data) { SOS_BUTTERFLY_IN_QUAD(quadSwizzleY) SOS_BUTTERFLY(T, 4) } \
    T butterfly8(T data) { SOS_BUTTERFLY(T, 8) } \
    T butterfly16(T data) { SOS_BUTTERFLY(T, 16) } \
    T butterfly32(T data) { SOS_BUTTERFLY(T, 32) }

SOS_BUTTERFLIES(uint)
SOS_BUTTERFLIES(int)
SOS_BUTTERFLIES(float)
#endif
