// The portable cross-lane interface, all of it: GLSL 4.50 or later for Vulkan 1.1, with GL_GOOGLE_include_directive.
// Functions that a shader does not call leave nothing in its module. docs/shader-library.md is the manual.
//
//     #version 450
//     #extension GL_GOOGLE_include_directive : require
//     #include "sos_subgroup.glsl"
//     ... float sum = allReduceAdd16(x);
#include "sos_quad.glsl"
#include "sos_butterfly.glsl"
#include "sos_reduce.glsl"
#include "sos_scan.glsl"
#include "sos_shuffle.glsl"
