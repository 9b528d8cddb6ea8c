#version 450
// The Mandelbrot set at a depth where 32-bit floats do not tell pixels apart.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 zero 8192
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer Out { uvec2 steps[64]; dvec2 ends[64]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    precise dvec2 c = dvec2(-0.743643887037151lf, 0.131825904205330lf) + dvec2(gl_LocalInvocationID.xy) * 1e-11lf;
    precise dvec2 z = dvec2(0.0lf);
    uint step = 0u;
    for (; step < 200u; step++) {
        precise dvec2 square = z * z;
        if (square.x + square.y > 4.0lf) break;
        precise double cross = z.x * z.y;
        z = dvec2(square.x - square.y, cross + cross) + c;
    }
    steps[at] = uvec2(step, 0u);
    ends[at] = z;
}
