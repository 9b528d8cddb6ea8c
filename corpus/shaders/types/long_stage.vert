#version 450
// 64-bit outputs of a vertex shader, alone and in an array; they have to match the inputs of long_stage.frag.
//
// build: --target-env vulkan1.1
// sos: native Int64
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(location = 0) flat out uint64_t key;
layout(location = 1) flat out int64_t pair[2];
layout(location = 3) out vec2 place;

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(corner * 4.0 - 1.0, 0.0, 1.0);
    place = corner;
    key = 0x0123456789abcdeful;
    pair[0] = -5l;
    pair[1] = 0x700000000l;
}
