#version 450
// Doubles: sums and products of numbers that no 32-bit float holds.
//
// build: --target-env vulkan1.0
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 523
// sos: buffer 0 1 zero 1024
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    double a = double(source[at]), b = a * 4294967296.0lf + 1.0lf;
    dvec2 pair = dvec2(a * 3.0lf - 0.5lf, b) + dvec2(b, -a);
    result[at] = uvec4(unpackDouble2x32(floor(pair.x * 0.25lf)), unpackDouble2x32(max(pair.y, double(at))));
}
