#version 450
// WriteInvocation replaces one lane's value; Mbcnt counts a mask's bits below the own lane. The result is the same for
// every subgroup size of four or more, as lanes are counted from the quad's first.
//
// build: --target-env vulkan1.1
// sos: dispatch 1 1 1
// sos: size any
// sos: buffer 0 0 random 64 17
// sos: buffer 0 1 zero 512
// sos: outcome radv-* unchanged
#extension GL_AMD_shader_ballot : require
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_gpu_shader_int64 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    uint value = source[at];
    uint lane = gl_SubGroupInvocationARB;
    uint written = writeInvocationAMD(value, 0x12345678u, 1u);
    // Lane 1 of each subgroup holds the new value; it is put back where the quad's place is another.
    uint kept = lane == 1u ? written ^ 0x12345678u ^ value : written;
    uint64_t quad = uint64_t(0xbu) << (lane & 0x3cu);
    result[at] = uvec2(kept, mbcntAMD(quad) << 16 | (value & 0xffffu));
}
