// The portable cross-lane interface, all of it: HLSL of shader model 6.0 or later, for Vulkan 1.1.
// Functions that a shader does not call leave nothing in its module. docs/shader-library.md is the manual.
//
//     #include "sos_subgroup.hlsli"
//     ... float sum = allReduceAdd16(x);
#include "sos_quad.hlsli"
#include "sos_butterfly.hlsli"
#include "sos_reduce.hlsli"
#include "sos_scan.hlsli"
#include "sos_shuffle.hlsli"
