#version 450
// Debug information that names types which a device may lack: what goes must go there too.
//
// build: -gVS --target-env vulkan1.2
// sos: native Float16
// sos: novalidate glslang 12 counts lines from 0 here, to which newer validators object
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 607
// sos: buffer 0 1 zero 256
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_GOOGLE_include_directive : require
#define SOS_USE_HAS_shaderFloat16
#include "sos.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

uint halves(uint bits) {
    f16vec2 pair = f16vec2(bits & 0xffu, (bits >> 8) & 0xffu);
    return packFloat2x16(pair * 2.0hf);
}

uint floats(uint bits) {
    vec2 pair = vec2(bits & 0xffu, (bits >> 8) & 0xffu);
    return packHalf2x16(pair * 2.0);
}

void main() {
    uint at = gl_LocalInvocationIndex;
    if (SOS_HAS_shaderFloat16) {
        result[at] = halves(source[at]);
    } else {
        result[at] = floats(source[at]);
    }
}
