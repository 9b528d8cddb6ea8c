#version 450
// 16-bit floats in a uniform buffer: a capability beyond that of storage buffers.
//
// build: --target-env vulkan1.1
// sos: native UniformAndStorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform f16 1 2 4 8 0.5 0.25 0.125 0.0625
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Weights { f16vec4 near; f16vec4 far; };
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = vec4(near) * float(at) + vec4(far);
}
