// HLSL's wave reductions and prefix operations. What is written depends on the subgroup's size.
//
// build: -e main --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic GroupNonUniformBallot
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 132
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
[[vk::binding(0)]] StructuredBuffer<uint> source;
[[vk::binding(1)]] RWStructuredBuffer<uint4> result;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint value = source[id.x];
    uint4 found = uint4(WaveActiveSum(value), WavePrefixSum(value), WaveActiveMin(value), WaveReadLaneFirst(value));
    if (WaveActiveAnyTrue((value & 15) == 0))
    {
        found.w ^= WaveActiveBallot((value & 1) != 0).x;
    }
    result[id.x] = found;
}
