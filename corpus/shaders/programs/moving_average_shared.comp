#version 450
// The same moving average with the numbers in shared memory: what the shuffles stand for.
//
// build: --target-env vulkan1.0
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 806
// sos: buffer 0 1 zero 1024
// sos: outcome all unchanged
const uint COUNT = 256u;
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { float result[]; };
shared float line[68];

float load(int at) {
    return at >= 0 && at < int(COUNT) ? float(source[at] >> 20) : 0.0;
}

void main() {
    uint at = gl_GlobalInvocationID.x, place = gl_LocalInvocationIndex;
    line[place + 2u] = load(int(at));
    if (place < 2u) {
        line[place] = load(int(at) - 2);
        line[place + 66u] = load(int(at) + 64);
    }
    barrier();
    bool inside = at > 1u && at < COUNT - 2u;
    float sum = line[place] + line[place + 4u] + 4.0 * (line[place + 1u] + line[place + 3u]) + 6.0 * line[place + 2u];
    result[at] = inside ? sum : 0.0;
}
