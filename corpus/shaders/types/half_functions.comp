#version 450
// Functions of GLSL.std.450 on 16-bit floats whose results are exact.
//
// build: --target-env vulkan1.2
// sos: native Float16
// sos: dispatch 4 1 1
// sos: buffer 0 0 random 256 502
// sos: buffer 0 1 zero 2048
// sos: outcome lavapipe-*,nvk-ampere,radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uvec2 result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x, bits = source[at];
    float16_t a = float16_t(int(bits & 0x7ffu) - 1024) * 0.125hf, b = float16_t(int(bits >> 21) - 1024) * 0.25hf;
    float16_t whole = floor(a) + ceil(b), least = min(a, b), most = clamp(a, -16.0hf, abs(b));
    float16_t part = fract(b) + sign(a), chosen = mix(a, b, a < b), stepped = step(a, b);
    result[at] = uvec2(packFloat2x16(f16vec2(whole, least)),
        packFloat2x16(f16vec2(most, part)) ^ packFloat2x16(f16vec2(chosen, stepped)));
}
