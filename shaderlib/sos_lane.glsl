// What the other files of the portable cross-lane interface stand on: segments, and how large a subgroup is.
//
// A segment is WIDTH lanes of a subgroup, aligned: 2, 4, 8, 16 or 32. A subgroup that has fewer lanes is one segment itself.
// A lane is active if it executes the call. Helper invocations of a fragment shader are lanes of quads; whether they are of
// segments is the device's.
#extension GL_KHR_shader_subgroup_basic : enable
#define SOS_USE_SUBGROUP_SIZE_MIN
#define SOS_USE_SUBGROUP_SIZE_MAX
#include "sos.glsl"

#ifndef SOS_LANE
#define SOS_LANE gl_SubgroupInvocationID

// Whether the subgroup has that many lanes. Known at load time where all or none of the device's sizes have them, else a uniform
// comparison. A macro, not a function, since SOS folds what stands where it is used.
#define SOS_HOLDS(WIDTH) \
    (SOS_SUBGROUP_SIZE_MIN >= WIDTH || SOS_SUBGROUP_SIZE_MAX >= WIDTH && gl_SubgroupSize >= WIDTH)

// The result of each operation on two values, and what changes no value under it.
#define SOS_OP_Add(A, B) ((A) + (B))
#define SOS_OP_Min(A, B) min(A, B)
#define SOS_OP_Max(A, B) max(A, B)
#define SOS_OP_And(A, B) ((A) & (B))
#define SOS_OP_Or(A, B) ((A) | (B))
#define SOS_OP_Xor(A, B) ((A) ^ (B))
#define SOS_IDENTITY_Add(T) T(0)
#define SOS_IDENTITY_Min(T) SOS_GREATEST_##T
#define SOS_IDENTITY_Max(T) SOS_LEAST_##T
#define SOS_IDENTITY_And(T) T(0xFFFFFFFFu)
#define SOS_IDENTITY_Or(T) T(0)
#define SOS_IDENTITY_Xor(T) T(0)
#define SOS_GREATEST_uint 0xFFFFFFFFu
#define SOS_GREATEST_int 0x7FFFFFFF
#define SOS_GREATEST_float uintBitsToFloat(0x7F800000u)
#define SOS_LEAST_uint 0u
#define SOS_LEAST_int int(0x80000000u)
#define SOS_LEAST_float uintBitsToFloat(0xFF800000u)
#endif
