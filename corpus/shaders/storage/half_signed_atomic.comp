#version 450
// Atomic operations on signed and unsigned words beside bytes and halves.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer8BitAccess StorageBuffer16BitAccess
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 429
// sos: buffer 0 1 random 512 430
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
struct Cell { uint8_t tag; int lowest; uint16_t mark; uint bits; };
layout(std430, binding = 0) readonly buffer In { int source[]; };
layout(std430, binding = 1) coherent buffer Out { Cell cells[32]; uint16_t seen[256]; int sum; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    int value = source[at];
    atomicMin(cells[at & 31u].lowest, value);
    atomicXor(cells[at & 31u].bits, uint(value));
    atomicAdd(sum, value >> 4);
    seen[at] = uint16_t(value);
    cells[at & 31u].tag = uint8_t(at & 31u);
    if (at < 32u) cells[at].mark = uint16_t(at * 259u);
}
