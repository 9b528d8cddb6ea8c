#version 450
// The median of three as a scalar, in a loop that carries it: the result feeds the next turn's operands.
//
// build: --target-env vulkan1.1
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 22
// sos: buffer 0 1 zero 256
// sos: outcome radv-* unchanged
// sos: shows amd-trinary-minmax swiftshader
#extension GL_AMD_shader_trinary_minmax : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    float middle = float(source[at] >> 16);
    for (uint step = 1u; step < 8u; ++step) {
        float next = float(source[(at + step) & 63u] >> 16);
        middle = mid3(middle, next, next - middle) + 1.0;
    }
    result[at] = middle;
}
