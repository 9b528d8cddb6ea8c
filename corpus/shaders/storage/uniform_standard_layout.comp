#version 450
// A uniform buffer in the layout of storage buffers (uniformBufferStandardLayout): arrays without padding.
//
// build: --target-env vulkan1.2
// sos: novalidate the layout is valid where uniformBufferStandardLayout is on, which spirv-val has to be told
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform random 16 414
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.2,vulkan-1.3 unchanged
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) uniform Table { uint table[16]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = table[at & 15u] + at;
}
