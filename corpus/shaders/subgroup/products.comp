#version 450
// Products of floats over the subgroup, of powers of two: exact in any order.
//
// build: --target-env vulkan1.1
// sos: native GroupNonUniformArithmetic
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 256 353
// sos: buffer 0 1 zero 768
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[64]; };
layout(std430, binding = 1) buffer Out { float result[192]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    float factor = (source[at] & 1u) == 0u ? 2.0 : 0.5;
    float own = (source[at] & 2u) == 0u ? factor : -factor;
    // Whatever the size of a subgroup: the product divided by itself, and scans against the product.
    float all = subgroupMul(own);
    float upTo = subgroupInclusiveMul(own);
    float before = subgroupExclusiveMul(own);
    result[at] = all / subgroupMul(own);
    result[64u + at] = upTo / before;
    if ((source[at] & 4u) == 0u) {
        result[128u + at] = subgroupInclusiveMul(own) / subgroupExclusiveMul(own);
    }
}
