#version 450
// A number in the eight bytes behind a vector of three 64-bit integers in a uniform buffer: no type of words fits there, so the
// whole block becomes words.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform random 64 535
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
// sos: outcome swiftshader,vulkan-* rewritten
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Table { u64vec3 three; uint64_t one; };
layout(std430, binding = 1) buffer Out { uint64_t result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = three.x * at + three.y - (three.z ^ one);
}
