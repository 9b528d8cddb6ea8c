#version 450
// Sums with carry, differences with borrow, products with both halves.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 213
// sos: buffer 0 1 zero 1024
// sos: outcome all unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec2 source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uvec2 pair = source[at];
    uint carry, borrow, high, low;
    int signed_high, signed_low;
    uint sum = uaddCarry(pair.x, pair.y, carry), difference = usubBorrow(pair.x, pair.y, borrow);
    umulExtended(pair.x, pair.y, high, low);
    imulExtended(int(pair.x), int(pair.y), signed_high, signed_low);
    result[at] = uvec4(sum ^ low, difference + uint(signed_low), high, uint(signed_high) ^ carry ^ borrow << 1);
}
