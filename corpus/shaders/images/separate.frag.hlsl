// Textures and samplers apart, as HLSL has them, with a structured buffer beside.
//
// build: -e main --target-env vulkan1.0
// sos: outcome all unchanged
// sos: draw 16 16
// sos: image 0 0 sampled 2D 16x16 Rgba8 levels 5 random 400 1
// sos: image 0 1 sampled 2DArray 8x8x3 Rgba8 levels 4 random 400 1
// sos: sampler 0 2 linear repeat
// sos: sampler 0 3 less border
// sos: image 0 4 sampled 2D 8x8 D32 f32 0 0.125 0.5 0.25 1 0.75 0.3
// sos: buffer 0 5 f32 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
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
