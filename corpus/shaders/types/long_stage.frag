#version 450
// 64-bit inputs of a fragment shader, from long_stage.vert.
//
// build: --target-env vulkan1.1
// sos: native Int64
// sos: draw 16 16 with long_stage.vert.spv
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(location = 0) flat in uint64_t key;
layout(location = 1) flat in int64_t pair[2];
layout(location = 3) in vec2 place;
layout(location = 0) out vec4 shade;

void main() {
    int64_t sum = int64_t(key >> (uint(gl_FragCoord.x) * 4u)) * pair[0] / pair[1];
    shade = vec4(float(sum), float(uint(key)), float(pair[0] >> 1), place.x + 1.0);
}
