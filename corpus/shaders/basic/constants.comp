#version 450
// Specialization constants, operations on them, and a workgroup size that depends on one.
layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = 1) const uint COUNT = 4;
layout(constant_id = 2) const int OFFSET = -3;
layout(constant_id = 3) const bool FAST = true;
const uint HALF = COUNT / 2u;
const ivec2 PAIR = ivec2(OFFSET, OFFSET * 2);
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint line[COUNT];
void main() {
    uint at = gl_GlobalInvocationID.x;
    line[gl_LocalInvocationIndex % COUNT] = at;
    barrier();
    data[at] = FAST ? line[0] + HALF : uint(PAIR.x + PAIR.yx.x) + COUNT;
}
