#version 450
// Doubles between halves in workgroup memory that has to be packed.
//
// build: --target-env vulkan1.2
// sos: native Int16 Float16
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 861
// sos: buffer 0 1 zero 512
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[64]; };

struct Item { float16_t head[17]; dvec2 wide; uint16_t tail; };
shared Item items[400];

void main() {
    uint at = gl_LocalInvocationIndex;
    for (uint k = at; k < 400u; k += 64u) {
        for (uint j = 0u; j < 17u; j++) items[k].head[j] = float16_t(float(k + j));
        items[k].wide = dvec2(double(k) * 0.25lf, double(source[k & 63u] & 1023u));
        items[k].tail = uint16_t(source[k & 63u]);
    }
    barrier();
    uint from = source[at] % 400u;
    dvec2 wide = items[from].wide * 4.0lf;
    float sum = float(items[from].head[at % 17u]) + float(items[399u - from].head[16]);
    result[at] = uvec2(uint(wide.x + wide.y) ^ uint(sum), uint(items[from].tail));
}
