// HLSL's vertex stage: semantics become locations.
//
// build: -e main --target-env vulkan1.0
// sos: outcome all unchanged
struct Between
{
    float4 place : SV_Position;
    float3 colour : COLOR0;
};

Between main(uint number : SV_VertexID)
{
    float2 corner = float2(number & 1, number >> 1);
    Between between;
    between.place = float4(corner * 4.0 - 1.0, 0.0, 1.0);
    between.colour = float3(corner, 0.5);
    return between;
}
