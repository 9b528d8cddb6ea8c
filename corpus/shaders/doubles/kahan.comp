#version 450
// Sums of numbers of very different sizes: plainly, as Kahan does, and as Neumaier does.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 4096 702
// sos: buffer 0 1 zero 1024
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) buffer Out { dvec3 sums[32]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    precise double plain = 0.0lf, sum = 0.0lf, lost = 0.0lf, total = 0.0lf, rest = 0.0lf;
    for (uint i = 0u; i < 60u; i++) {
        uvec2 bits = source[at + i * 32u];
        // Exponents over eighty powers of two.
        double next = packDouble2x32(uvec2(bits.x, bits.y & 0x800FFFFFu | 983u + (bits.y >> 20 & 0x7FFu) % 80u << 20));
        plain += next;
        precise double less = next - lost;
        precise double more = sum + less;
        lost = (more - sum) - less;
        sum = more;
        more = total + next;
        if (abs(total) >= abs(next)) rest += (total - more) + next;
        else rest += (next - more) + total;
        total = more;
    }
    sums[at] = dvec3(plain, sum, total + rest);
}
