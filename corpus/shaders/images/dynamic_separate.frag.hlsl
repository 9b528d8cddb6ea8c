// Textures and samplers apart, under indices that are uniform and not constant.
//
// build: -e main --target-env vulkan1.0
// sos: native SampledImageArrayDynamicIndexing
// sos: outcome nvk-*,radv-*,lavapipe-25.0.7,swiftshader,vulkan-1.4 unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3 rewritten
// sos: draw 16 16
// sos: image 0 0 sampled 2D 16x16 Rgba8 levels 5 random 400 1
// sos: image 0 0 sampled 2D 16x16 Rgba8 levels 5 random 400 2
// sos: image 0 0 sampled 2D 16x16 Rgba8 levels 5 random 400 3
// sos: image 0 0 sampled 2D 16x16 Rgba8 levels 5 random 400 4
// sos: image 0 0 sampled 2D 16x16 Rgba8 levels 5 random 400 5
// sos: sampler 0 8 linear mirror
// sos: sampler 0 9 repeat
// sos: sampler 0 9 linear border
// sos: buffer 0 11 uniform u32 1 0 0 0
Texture2D<float4> pictures[5] : register(t0);
SamplerState plain : register(s8);
SamplerState others[2] : register(s9);
cbuffer Choice : register(b11) { int chosen; };

float4 main(float2 where : WHERE) : SV_Target {
    float4 sum = pictures[chosen].Sample(plain, where) + pictures[2].Sample(others[chosen & 1], where.yx);
    float width, height;
    pictures[chosen].GetDimensions(width, height);
    for (int i = 0; i < chosen; ++i) {
        sum += pictures[i].SampleLevel(plain, where * width, 0) + pictures[i].Load(int3(where, i)) * height;
    }
    return sum;
}
