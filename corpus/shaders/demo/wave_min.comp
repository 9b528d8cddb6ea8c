#version 450
// build: --target-env vulkan1.1
//
// The wave-uniform loop: every invocation has a list of things to work on, in ascending order. Each turn of the loop takes
// the least thing that any invocation of the subgroup is at, and those that are at it work on it together: what is loaded
// for it is uniform, and the branch on its kind is coherent. Where no instruction for the minimum is there, each invocation
// goes its own way. The results are the same whatever the subgroup's size.
#extension GL_AMD_shader_ballot : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_GOOGLE_include_directive : require
#define SOS_USE_HAS_VK_AMD_shader_ballot
#define SOS_USE_HAS_SUBGROUP_ARITHMETIC
#include "sos.glsl"

layout(local_size_x = 64) in;

// The application's own: how many things a list holds at most.
layout(constant_id = 0) const uint LIST_LENGTH = 8;

// LIST_LENGTH indices of things for each invocation; the first 0 ends the list.
layout(std430, set = 0, binding = 0) readonly buffer Lists { uint lists[]; };
// x: what to do; y, z, w: with what.
layout(std430, set = 0, binding = 1) readonly buffer Things { uvec4 things[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Results { uint results[]; };

uint list_at = gl_GlobalInvocationID.x * LIST_LENGTH;
uint list_end = list_at + LIST_LENGTH;

uint next_thing() {
    return list_at < list_end ? lists[list_at++] : 0;
}

void main() {
    uint result = gl_GlobalInvocationID.x;
    uint thing = next_thing();
    while (thing != 0) {
        uint uniform_thing;
        if (SOS_HAS_VK_AMD_shader_ballot) {
            uniform_thing = minInvocationsNonUniformAMD(thing);
        } else if (SOS_HAS_SUBGROUP_ARITHMETIC) {
            uniform_thing = subgroupMin(thing);
        } else {
            uniform_thing = thing;
        }
        if (thing == uniform_thing) {
            uvec4 data = things[uniform_thing];
            thing = next_thing();
            switch (data.x) {
            case 0:
                result += data.y;
                break;
            case 1:
                result = result * data.z + data.w;
                break;
            case 2:
                result = bitfieldReverse(result) ^ data.y;
                break;
            default:
                result = (result >> (data.w & 31)) | (data.z << 3);
                break;
            }
        }
    }
    results[gl_GlobalInvocationID.x] = result;
}
