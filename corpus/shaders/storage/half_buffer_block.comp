#version 450
// Storage buffers in their old form: BufferBlock in the class Uniform, as modules for Vulkan 1.0 have them.
//
// build: --target-env vulkan1.0
// sos: native StorageBuffer16BitAccess
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 424
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
struct Item { uint16_t low; int16_t high; };
layout(std430, binding = 0) readonly buffer In { Item source[]; };
layout(std430, binding = 1) buffer Out { float16_t halves[64]; uint16_t shorts[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    int high = int(source[at].high);
    halves[at] = float16_t(float(high & 1023) * 0.25);
    if (at < uint(shorts.length())) shorts[at] = uint16_t(uint(source[at ^ 1u].low) + uint(high));
}
