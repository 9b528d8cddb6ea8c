#version 450
// Vectors of open halves converted to longer floats: an operation on constants that moves them, where halves are 32-bit floats.
//
// build: --target-env vulkan1.1
// sos: allow f64-to-f32
// sos: outcome swiftshader,vulkan-1.1 rewritten
// sos: outcome lavapipe-25.0.7 unchanged
// sos: dispatch 1 1 1
// sos: buffer 0 0 zero 12
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(constant_id = 8) const float16_t H = 0.7hf;
layout(constant_id = 4) const float T = 0.1;
layout(local_size_x = 1) in;
layout(binding = 0) buffer Out { float result[]; };

void main() {
    vec2 d = vec2(f16vec2(H));
    vec2 e = vec2(f16vec2(H, 2.0hf));
    dvec2 z = dvec2(vec2(T));
    result[0] = d.x;
    result[1] = e.x + e.y;
    result[2] = float(z.x);
}
