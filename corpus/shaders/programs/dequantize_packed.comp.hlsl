// The same dequantization from words, in HLSL, for devices without bytes: what the lowered module has to arrive at.
//
// build: -e main --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 810
// sos: buffer 0 1 random 4 811
// sos: buffer 0 2 zero 256
// sos: outcome all unchanged
[[vk::binding(0)]] StructuredBuffer<uint> weights;
[[vk::binding(1)]] StructuredBuffer<uint> vector_words;
[[vk::binding(2)]] RWStructuredBuffer<float> result;

static const float SCALES[4] = { 0.0625, 0.125, 0.25, 0.5 };

[numthreads(64, 1, 1)]
void main(uint row : SV_DispatchThreadID)
{
    float sum = 0.0;
    int zero_point = int(row & 15) - 8;
    for (uint column = 0; column < 16; ++column)
    {
        uint shift = (column & 3) * 8;
        int weight = (int(weights[row * 4 + column / 4] << (24 - shift)) >> 24) - zero_point;
        uint factor = (vector_words[column / 4] >> shift) & 0xff;
        sum += float(weight) * SCALES[row & 3] * float(factor);
    }
    result[row] = sum;
}
