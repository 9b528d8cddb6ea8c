// The library in HLSL, a function of each kind; whole segments are active or not.
//
// build: -g0 -D -e main --target-env vulkan1.1
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 908
// sos: buffer 0 1 zero 6656
#include "sos_subgroup.hlsli"

[[vk::binding(0)]] StructuredBuffer<uint> source;
[[vk::binding(1)]] RWStructuredBuffer<uint> result;

static uint at;
static uint slot = 0;

void put(uint value)
{
    result[128 * slot++ + at] = value;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    at = id.x;
    uint bits = source[at];
    // The same in every lane of a segment of four.
    uint segment = source[at & ~3u];
    if ((segment & 1) != 0)
    {
        put(quadSwizzleX(bits));
        put(asuint(quadSwizzleFloat2(float(bits))));
        put(butterfly4(bits));
        put(uint(allReduceMin4(int(bits))));
        put(asuint(inclusiveScanAdd4(float(bits >> 20))));
        put(shuffleIndexed(bits, 3, 4));
        put(uint(anyQuad((bits & 2) != 0)));
        put(uint(allQuad((bits & 2) != 0)));
    }
    slot = 8;
    bool valid;
    put(allReduceXor32(bits));
    put(exclusiveScanMax32(bits));
    put(asuint(shuffleDown(float(bits), 3, 16, valid)));
    put(uint(valid));
    put(bpermute(bits, bits % sosLanes()));
}
