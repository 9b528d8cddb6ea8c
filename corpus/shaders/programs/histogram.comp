#version 450
// A histogram: counted in shared memory, then added to that of all groups.
//
// build: --target-env vulkan1.0
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 1024 808
// sos: buffer 0 1 zero 128
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Out { uint result[32]; };
shared uint counts[32];

void main() {
    uint at = gl_LocalInvocationIndex;
    if (at < 32u) {
        counts[at] = 0u;
    }
    barrier();
    atomicAdd(counts[source[gl_GlobalInvocationID.x] >> 27], 1u);
    barrier();
    if (at < 32u) {
        atomicAdd(result[at], counts[at]);
    }
}
