// Gathers of integers at offsets that only the running shader knows, with a texture and a sampler apart: the sampled image has to
// be made in each block that uses it.
//
// build: -e main --target-env vulkan1.0
// sos: native ImageGatherExtended
// sos: outcome lavapipe-*,nvk-*,radv-* unchanged
// sos: dispatch 4 1 1
// sos: image 0 0 sampled 2D 8x8 Rgba8i random 64 3
// sos: sampler 0 1 mirror
// sos: buffer 0 2 zero 4096
// sos: shows gather-choice swiftshader
[[vk::binding(0)]] Texture2D<int4> numbers;
[[vk::binding(1)]] SamplerState plain;
[[vk::binding(2)]] RWStructuredBuffer<int4> result;

[numthreads(8, 8, 1)]
void main(uint3 group : SV_GroupID, uint index : SV_GroupIndex, uint3 at : SV_GroupThreadID)
{
    uint number = group.x * 64 + index;
    int2 offset = int2(int(number & 15), int(number >> 4)) - 8;
    result[number] = numbers.GatherGreen(plain, (float2(at.xy) + 0.3) * 0.25, offset);
}
