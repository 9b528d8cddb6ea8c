#version 450
// The library's quads of pixels. Helper invocations take part, as they do in the derivatives that a device without quad
// operations runs it with.
//
// build: -g0 --target-env vulkan1.1
// sos: draw 16 16 with ../stages/full_screen.vert.spv
#extension GL_GOOGLE_include_directive : require
#include "sos_quad.glsl"

layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    vec2 cell = floor(where * 16.0);
    float value = mod(cell.x * 5.0 + cell.y * 3.0, 8.0) * 0.125;
    float votes = (allQuad(value > 0.3) ? 0.25 : 0.0) + (anyQuad(value > 0.7) ? 0.5 : 0.0);
    uint whole = quadSwizzle3(uint(cell.x) + 16u * uint(cell.y));
    shade = vec4(quadSwizzleX(value), quadSwizzleFloatY(value), float(whole) / 255.0, votes);
}
