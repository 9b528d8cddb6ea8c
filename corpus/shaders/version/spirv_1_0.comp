#version 450
// The same shader in SPIR-V 1.0, where a storage buffer is a BufferBlock of the class Uniform.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 302
// sos: buffer 0 1 zero 256
// sos: outcome all unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex, value = source[at];
    for (uint turn = 0u; turn < (at & 3u); ++turn) {
        value = value * 5u + turn;
    }
    result[at] = value;
}
