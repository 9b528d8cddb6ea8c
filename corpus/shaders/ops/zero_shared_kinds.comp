#version 450
// Workgroup memory of every kind that starts as zero, used by a function: numbers, vectors, matrices, structures, arrays that are
// shorter and longer than the workgroup, arrays of arrays, and one whose length is a constant, as is the size of the workgroup.
// Each workgroup leaves other numbers behind than it has found.
//
// build: --target-env vulkan1.1
// sos: dispatch 16 1 1
// sos: buffer 0 0 random 512 222
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
#extension GL_EXT_null_initializer : require

layout(local_size_x = 8, local_size_x_id = 3, local_size_y = 2, local_size_z = 2) in;
layout(constant_id = 7) const int LENGTH = 37;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

struct Part {
    ivec3 where;
    float weights[3];
};

shared uint one = {};
shared bool told = {};
shared vec3 many = {};
shared mat2x3 matrix = {};
shared Part part = {};
shared uint few[5] = {};
shared uint longer[301] = {};
shared ivec2 nested[7][3] = {};
shared Part parts[9] = {};
shared uint open[LENGTH] = {};
shared uint unset[4];

uint seen(uint at) {
    uint sum = one + uint(told) + floatBitsToUint(many.y) + floatBitsToUint(matrix[1].z) + uint(part.where.z)
        + floatBitsToUint(part.weights[at % 3u]);
    sum += few[at % 5u] + longer[(at * 9u) % 301u] + uint(nested[at % 7u][at % 3u].y);
    return sum + uint(parts[at % 9u].where.x) + floatBitsToUint(parts[at % 9u].weights[2]) + open[at % uint(LENGTH)];
}

void main() {
    uint at = gl_LocalInvocationIndex, size = gl_WorkGroupSize.x * 4u;
    uint place = gl_WorkGroupID.x * 32u + at;
    uint found = 0u;
    for (uint step = 0u; step < 40u; ++step) {
        found |= seen(at + step);
    }
    barrier();
    uint value = source[place & 511u] | 1u;
    one = 0x1111u;
    told = true;
    many = vec3(1.0);
    matrix = mat2x3(2.0);
    part.where = ivec3(3);
    for (uint i = 0u; i < 3u; ++i) {
        part.weights[i] = 4.0;
    }
    for (uint i = at; i < 301u; i += size) {
        longer[i] = value;
        few[i % 5u] = 5u;
        nested[i % 7u][i % 3u] = ivec2(6);
        parts[i % 9u].where = ivec3(7);
        parts[i % 9u].weights[2] = 8.0;
        open[i % uint(LENGTH)] = 9u;
        unset[i % 4u] = 10u;
    }
    barrier();
    if (at < 32u) {
        result[place & 511u] = value + found * 3u + seen(at) % 2u + unset[at % 4u];
    }
}
