#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Branches, a switch and a loop that long arithmetic on uniforms decides, in the entry point and in a function. A driver that searches
// such arithmetic for the uniforms must still create the pipeline in time.
//
// build: --target-env vulkan1.1
// sos: native Float64 Int64
// sos: dispatch 2 1 1
// sos: buffer 0 0 uniform u32 0 0x40140000 0 0xC0080000 77 3 1000003 0
// sos: buffer 0 1 zero 64
layout(local_size_x = 1) in;
layout(binding = 0) uniform In { double a; double b; uint64_t c; uint64_t d; };
layout(std430, binding = 1) buffer Out { uint results[16]; };

uint sign_of(double x) {
    if (sqrt(x * x / a) < abs(b)) return 3u;
    return 5u;
}

void main() {
    uint at = gl_WorkGroupID.x * 8u;
    uint steps = 0u;
    if (sqrt(a) < 2.0lf) steps |= 1u;
    if (fma(a, b, a) / b > 3.0lf) steps |= 2u;
    if (c / d > 12000ul) steps |= 4u;
    results[at] = steps;
    results[at + 1u] = sign_of(a) * sign_of(b) + 7u;
    switch (int(floor(sqrt(a - b) * 10.0lf))) {
        case 28: results[at + 2u] = 28u; break;
        case 29: results[at + 2u] = 29u;
        default: results[at + 2u] += 100u;
    }
    for (uint i = 0u; i < uint(mod(a * 7.0lf, abs(b))) + uint(c % d) % 3u; i++) {
        results[at + 3u] += i * i + 1u;
    }
}
