#version 450
// Matrices: products, transposition, determinants and inverses of whole numbers, where the results are exact.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 216
// sos: buffer 0 1 zero 1024
// sos: outcome all unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex, value = source[at];
    vec3 row = vec3(uvec3(value, value >> 3, value >> 6) & 7u), column = vec3(uvec3(value >> 9, value >> 12, value >> 15) & 7u);
    mat3 product = outerProduct(row, column) + mat3(1.0);
    mat3 both = product * transpose(product);
    vec3 turned = both * row + column * product;
    result[at] = vec4(turned, determinant(product));
}
