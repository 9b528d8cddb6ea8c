// HLSL's min16float is a 32-bit float that may be computed with less: it asks for nothing, and RelaxedPrecision stays.
//
// build: -e main --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 416
// sos: buffer 0 1 zero 256
// sos: outcome all unchanged
[[vk::binding(0)]] StructuredBuffer<uint> source;
[[vk::binding(1)]] RWStructuredBuffer<float> result;

[numthreads(64, 1, 1)]
void main(uint at : SV_GroupIndex)
{
    min16float small = min16float(source[at] & 63);
    result[at] = small * min16float(2.0) + min16float(1.0);
}
