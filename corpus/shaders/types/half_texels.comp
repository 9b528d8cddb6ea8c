#version 450
// Halves of texels, and a product of three, where the shader leaves nothing to the driver: results are rounded to nearest
// even, by the mode `RoundingModeRTE` (4462; its capability is 4467), and products are computed as written, by `precise`.
// Without the mode, lavapipe truncates fetched texels that become halves; without `precise`, it computes c * (x * x * x) as
// c * x * x * x.
//
// sos: native Float16 RoundingModeRTE
// sos: dispatch 1 1 1
// sos: image 0 0 sampled 2D 8x8 Rgba32f f32 0.1 -0.2 0.3 1.7 -2.9 0.0123 -4.56 7.89 0.9999 1.0002 1.0005 1.0007 1234.567 -65519.9 0.0012 -0.777 1.1 1.3 1.5007 1.9 2.3 2.71828 3.14159 -3.3 -1.234 -1.618 0.57721 5.005 6.7 9.11
// sos: buffer 0 1 zero 2048
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_EXT_spirv_intrinsics : require

spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4467], 4462, 16);

layout(local_size_x = 64) in;
layout(binding = 0) uniform texture2D numbers;
layout(std430, binding = 1) writeonly buffer Out { vec4 results[][2]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    f16vec4 x = f16vec4(texelFetch(numbers, ivec2(i & 7u, i >> 3u), 0));
    precise float16_t cube = 0.044715hf * (x.x * x.x * x.x);
    results[i][0] = vec4(x);
    // Cubes of numbers near 1000 are infinite, and those of small ones denormal.
    results[i][1] = vec4(abs(x.x) > 0.5hf && abs(x.x) < 32.0hf ? cube : 0.0hf);
}
