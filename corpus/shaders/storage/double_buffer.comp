#version 450
// Doubles in a storage buffer.
//
// build: --target-env vulkan1.0
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 412
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
// sos: shows float64-words swiftshader
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { double result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = double(source[at]) * 0.5lf;
}
