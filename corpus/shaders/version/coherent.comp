#version 450
// Coherent data in the GLSL450 memory model: what a memory model's lowering has to arrive at.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 316
// sos: buffer 0 1 zero 256
// sos: outcome all unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly restrict buffer In { uint source[]; };
layout(std430, binding = 1) coherent buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = source[at] + 1u;
    memoryBarrierBuffer();
    barrier();
    uint other = result[at ^ 2u];
    barrier();
    result[at] = other * 5u + at;
}
