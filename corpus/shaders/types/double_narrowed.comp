#version 450
// Doubles where their loss is allowed: numbers that have 24 bits come out the same in 32 bits.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: allow f64-to-f32
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 1024 523
// sos: buffer 0 1 zero 4096
// sos: outcome lavapipe-*,radv-* unchanged
// sos: outcome swiftshader rewritten
layout(local_size_x = 64) in;
struct Item {
    double one;
    dvec2 two;
    dvec3 three;
    double list[3];
};
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { double head; dvec4 four[64]; Item items[4]; };
layout(constant_id = 3) const double scale = 0.25lf;
shared double sums[64];

double halved(inout dvec2 pair, double by) {
    pair = fma(pair, dvec2(by), dvec2(1.0lf));
    return pair.x;
}

void main() {
    uint at = gl_LocalInvocationIndex;
    // Small whole numbers: every sum and product below has less than 24 bits.
    double a = double(source[at] & 1023u), b = double(int(source[at] >> 24) - 128);
    dvec2 pair = dvec2(a, b);
    double last = halved(pair, 0.5lf);
    sums[at] = a * b;
    barrier();
    dmat2 turn = dmat2(pair, pair.yx);
    four[at] = dvec4(turn * dvec2(2.0lf, -1.0lf), sums[63u - at] * scale, sqrt(a * a));
    if (at < 4u) {
        Item item;
        item.one = floor(last * 0.125lf);
        item.two = min(pair, dvec2(12.0lf));
        item.three = dvec3(mix(a, b, a > b), double(float(a)), -0.0lf);
        for (int i = 0; i < 3; i++) {
            item.list[i] = double(i) * sign(b) + double(int(last));
        }
        items[at] = item;
        items[at].list[at % 3u] += items[at].three.y;
    }
    if (at == 0u) {
        head = packDouble2x32(uvec2(0u, 0x40080000u));
        head += double(unpackDouble2x32(head).y >> 20);
    }
}
