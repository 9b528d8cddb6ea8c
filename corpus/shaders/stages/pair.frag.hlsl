// HLSL's pixel stage, drawn with pair.vert.hlsl.
//
// build: -e main --target-env vulkan1.0
// sos: draw 16 16 with pair.vert.hlsl.spv
// sos: outcome all unchanged
float4 main(float4 place : SV_Position, float3 colour : COLOR0) : SV_Target
{
    clip(colour.x - 0.125);
    return float4(colour * 0.5, floor(place.x) * 0.0625);
}
