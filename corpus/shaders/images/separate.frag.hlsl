// Textures and samplers apart, as HLSL has them, with a structured buffer beside.
//
// build: -e main --target-env vulkan1.0
// sos: outcome all unchanged
[[vk::binding(0)]] Texture2D<float4> picture;
[[vk::binding(1)]] Texture2DArray<float4> pages;
[[vk::binding(2)]] SamplerState smooth_one;
[[vk::binding(3)]] SamplerComparisonState compare;
[[vk::binding(4)]] Texture2D<float> depth;
[[vk::binding(5)]] StructuredBuffer<float4> tints;

float4 main(float2 where : TEXCOORD0, nointerpolation uint kind : KIND) : SV_Target
{
    float4 shade = picture.Sample(smooth_one, where) + pages.SampleLevel(smooth_one, float3(where, 2), 1);
    shade += depth.SampleCmpLevelZero(compare, where, 0.5) * tints[kind];
    return shade + picture.Load(int3(where * 8, 1));
}
