// Textures and samplers apart, under indices that are uniform and not constant.
//
// build: -e main --target-env vulkan1.0
// sos: outcome nvk-*,radv-*,lavapipe-25.0.7,swiftshader unchanged
// sos: outcome vulkan-* rewritten
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
