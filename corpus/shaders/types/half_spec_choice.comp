#version 450
// One open Boolean chooses between vectors of halves that are rounded from open constants: from SPIR-V 1.4 on that is one operation.
// Only first components are looked at: Mesa 22.3.6 takes the others of the second operand.
//
// build: --target-env vulkan1.2
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,nvk-kepler,swiftshader rewritten
// sos: outcome lavapipe-* unchanged
// sos: dispatch 1 1 1
// sos: buffer 0 0 zero 12
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(constant_id = 3) const float S = 1.2345;
layout(constant_id = 4) const float T = 0.1;
layout(constant_id = 6) const bool B = true;
layout(local_size_x = 1) in;
layout(binding = 0) buffer Out { float result[]; };

void main() {
    const f16vec2 a = f16vec2(vec2(S, T)), b = f16vec2(vec2(T, S));
    const f16vec2 c = B ? a : b;
    f16vec2 d = B ? f16vec2(vec2(S)) : f16vec2(vec2(T));
    result[0] = float(c.x);
    result[1] = float(d.x);
    result[2] = float(a.y);
}
