#version 450
// Constants packed to halves and the same constants unpacked to floats, side by side in one buffer. Which of them are read
// is chosen when the module is loaded: the packed ones where the device has 16-bit uniform buffers and arithmetic. They
// are numbers that a half holds, so that both ways give the same bytes.
//
// build: --target-env vulkan1.2
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform hex 003c004000440038 0000000000000000 0000803f 00000040 00008040 0000003f
// sos: buffer 0 1 zero 1024
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
#extension GL_EXT_shader_16bit_storage : enable
#extension GL_GOOGLE_include_directive : require
#define SOS_USE_HAS_shaderFloat16
#define SOS_USE_HAS_uniformAndStorageBuffer16BitAccess
#include "sos.glsl"

layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Constants {
    f16vec4 packed_tint;
    layout(offset = 16) vec4 tint;
} constants;
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    if (SOS_HAS_shaderFloat16 && SOS_HAS_uniformAndStorageBuffer16BitAccess) {
        result[at] = vec4(constants.packed_tint * float16_t(at));
    } else {
        result[at] = constants.tint * float(at);
    }
}
