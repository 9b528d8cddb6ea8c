#version 450
// Matrices of halves stored whole, by column and by component, by columns and by rows; what lies between stays.
//
// build: --target-env vulkan1.1
// sos: native StorageBuffer16BitAccess Float16
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 1024 425
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Out {
    f16mat3 columns[16];
    layout(row_major) f16mat3 rows[16];
    f16mat2 tight[16];
    layout(row_major) f16mat4x2 wide[16];
    f16vec3 alone[16];
    f16mat3 copies[8];
    float16_t behind[8];
};

void main() {
    uint at = gl_LocalInvocationIndex;
    float16_t base = float16_t(float(at));
    columns[at] = f16mat3(base, 1.0hf, 2.0hf, 3.0hf, base, 4.0hf, 5.0hf, 6.0hf, base);
    rows[at][at % 3u] = f16vec3(base, base + 1.0hf, base + 2.0hf);
    tight[at][at & 1u][at >> 1 & 1u] = base;
    wide[at] = f16mat4x2(1.0hf, 2.0hf, 3.0hf, 4.0hf, 5.0hf, 6.0hf, 7.0hf, base);
    alone[at] = f16vec3(base, 0.5hf, base);
    if (at < 8u) {
        copies[at] = transpose(rows[at]);
        copies[at][at % 3u].yz = f16vec2(base, 8.0hf);
        behind[at] = tight[at][1][0];
    }
}
