#version 450
// The bits of doubles in memory that become 32-bit floats and doubles again, with nothing computed between: only what has 24
// bits is the same, and the rest is rounded to nearest, ties to even; denormals, infinities and NaN are kept.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: allow f64-to-f32
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 512 9
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-* unchanged
// sos: outcome swiftshader rewritten
// sos: shows float64 panvk-g52
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) writeonly buffer Out { double result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    // Exponents of 32-bit floats that are normal, and no more than 24 bits.
    uvec2 bits = uvec2(source[at].x & 0xE0000000u, source[at].y & 0x800FFFFFu | (897u + source[at].y / 8u % 254u) << 20);
    result[at] = packDouble2x32(bits);
}
