#version 450
// Every atomic operation on floats in buffers and in shared memory, with what stands around them: nested structures that are
// also moved as a whole, vectors of which one component is added to, loops under divergence, results that are used, a
// function. NaN as an operand, both zeros, infinities and denormals for the least and the greatest.
//
// build: --target-env vulkan1.1
// sos: native AtomicFloat32AddEXT AtomicFloat32MinMaxEXT
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 211
// sos: buffer 0 1 zero 1024
// sos: buffer 0 2 zero 1024
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;

struct Item { vec4 place; float sums[3]; uint count; };
struct Shared { float lone; uint count; vec2 pairs[2]; };

layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) coherent buffer Out {
    Item items[8];
    float total, least, most, low, high;
    uint tickets, turns;
    float told[64];
};
layout(std430, binding = 2) buffer Copy { Item copies[8]; float seen[64]; uint marks[16]; };

shared Shared room;
shared float own[64], heap[4];
shared Item item;

float add(uint at, float value) {
    return atomicAdd(heap[at], value);
}

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at];
    float real = float(int(value) >> 22);
    own[at] = real;
    if (at < 4u) {
        heap[at] = 0.0;
    }
    if (at == 0u) {
        room.lone = 0.0;
        room.pairs[0] = vec2(0.0);
        room.pairs[1] = vec2(0.0, 1.0);
        item = Item(vec4(1.0, 2.0, 3.0, 4.0), float[3](5.0, 6.0, 7.0), 8u);
        least = uintBitsToFloat(0x7f800000u);
        most = -0.0;
    }
    memoryBarrierBuffer();
    barrier();

    atomicAdd(items[at & 7u].sums[at % 3u], real);
    atomicAdd(items[at & 7u].place.y, 1.0);
    float ticket = atomicAdd(total, 1.0);
    // Who draws which ticket is open, what all of them make is not.
    atomicAdd(tickets, uint(ticket) * uint(ticket));
    atomicMin(least, at == 9u ? uintBitsToFloat(0xffc00000u) : real);
    atomicMax(most, at == 11u ? uintBitsToFloat(0x7fc00000u) : -abs(real));
    atomicMin(low, at == 3u ? -uintBitsToFloat(0x7f800000u) : real);
    atomicMax(high, uintBitsToFloat(value & 0x3fffu));
    for (uint turn = 0u; turn < (value & 3u); turn++) {
        if ((value >> turn & 0x10u) != 0u) {
            continue;
        }
        float before = add(turn, 0.25);
        atomicAdd(turns, uint(before * 4.0));
        atomicAdd(room.pairs[turn & 1u].x, 2.0);
    }
    atomicAdd(room.lone, real);
    atomicMax(room.pairs[1].y, real);
    atomicAdd(item.sums[2], 1.0);
    atomicAdd(room.count, 0u);
    told[at] = atomicExchange(own[at], real * 2.0);
    atomicStore(own[at], atomicLoad(own[at], gl_ScopeDevice, gl_StorageSemanticsShared, gl_SemanticsAcquire) + 1.0,
        gl_ScopeDevice, gl_StorageSemanticsShared, gl_SemanticsRelease);
    memoryBarrierBuffer();
    barrier();

    seen[at] = own[at ^ 1u] + room.lone + room.pairs[0].x + room.pairs[1].y;
    if (at < 8u) {
        Item copy = items[at];
        copy.sums[1] += 0.5;
        copy.place.zw = vec2(at, copy.sums[2]);
        copies[at] = copy;
        Item other = item;
        other.count = at;
        marks[at] = uint(other.sums[2]) + uint(other.place.w) * 256u;
    } else if (at < 12u) {
        marks[at] = uint(heap[at - 8u] * 4.0);
    }
}
