// HLSL's wave intrinsics, as glslang compiles them. Quads only, so that the result is the same for every subgroup size of
// four or more.
//
// build: -e main --target-env vulkan1.1
// sos: native GroupNonUniformQuad
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 128 131
// sos: buffer 0 1 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
[[vk::binding(0)]] StructuredBuffer<uint> source;
[[vk::binding(1)]] RWStructuredBuffer<uint> result;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint value = source[id.x];
    uint across = QuadReadAcrossX(value);
    uint down = QuadReadAcrossY(value);
    result[id.x] = across * 3 + down + QuadReadLaneAt(value, 3);
}
