#version 450
// A bitonic sort of 256 numbers a workgroup, in shared memory.
//
// build: --target-env vulkan1.0
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 1024 804
// sos: buffer 0 1 zero 4096
// sos: outcome all unchanged
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared uint line[256];

void main() {
    uint at = gl_LocalInvocationIndex, base = gl_WorkGroupID.x * 256u;
    line[at] = source[base + at];
    line[at + 128u] = source[base + at + 128u];
    for (uint run = 2u; run <= 256u; run <<= 1) {
        for (uint step = run >> 1; step > 0u; step >>= 1) {
            barrier();
            uint low = 2u * at - (at & (step - 1u));
            uint high = low + step;
            bool ascending = (low & run) == 0u;
            uint a = line[low], b = line[high];
            if ((a > b) == ascending) {
                line[low] = b;
                line[high] = a;
            }
        }
    }
    barrier();
    result[base + at] = line[at];
    result[base + at + 128u] = line[at + 128u];
}
