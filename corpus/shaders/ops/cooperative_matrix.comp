#version 450
// SPV_NV_cooperative_matrix: a product of small matrices that a subgroup computes together.
//
// build: --target-env vulkan1.1
// sos: native CooperativeMatrixNV
// sos: outcome chosen unsupported
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer A { float16_t a[]; };
layout(std430, binding = 1) readonly buffer B { float16_t b[]; };
layout(std430, binding = 2) buffer C { float c[]; };

void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, 16, 8> left;
    fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> right;
    fcoopmatNV<32, gl_ScopeSubgroup, 16, 8> sum;
    coopMatLoadNV(left, a, 0u, 8u, false);
    coopMatLoadNV(right, b, 0u, 8u, false);
    coopMatLoadNV(sum, c, 0u, 8u, false);
    coopMatStoreNV(coopMatMulAddNV(left, right, sum), c, 0u, 8u, false);
}
