// What a shader does without dot-product instructions: the same sums by shifts, to compare the lowered code with.
//
// build: -e main --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 210
// sos: buffer 0 1 zero 256
// sos: outcome all unchanged
[[vk::binding(0)]] StructuredBuffer<uint> source;
[[vk::binding(1)]] RWStructuredBuffer<uint> result;

uint4 bytes(uint word) { return uint4(word, word >> 8, word >> 16, word >> 24) & 0xff; }
int4 signed_bytes(uint word) { return int4(int(word << 24), int(word << 16), int(word << 8), int(word)) >> 24; }

[numthreads(64, 1, 1)]
void main(uint at : SV_GroupIndex)
{
    uint a = source[at], b = source[at + 64];
    uint4 ua = bytes(a), ub = bytes(b);
    int4 sa = signed_bytes(a), sb = signed_bytes(b);
    uint u = ua.x * ub.x + ua.y * ub.y + ua.z * ub.z + ua.w * ub.w;
    int s = sa.x * sb.x + sa.y * sb.y + sa.z * sb.z + sa.w * sb.w;
    int4 ib = int4(ub);
    int m = sa.x * ib.x + sa.y * ib.y + sa.z * ib.z + sa.w * ib.w;
    result[at] = (u + uint(s)) ^ uint(m) * 3;
}
