#version 450
// Derivatives of all kinds: of the device's choosing, fine, coarse, and their sums of absolute values.
//
// build: --target-env vulkan1.0
// sos: native DerivativeControl
// sos: draw 16 16 with full_screen.vert.spv
// sos: outcome all unchanged
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    // Linear in both directions, so that coarse and fine agree.
    vec2 cell = gl_FragCoord.xy;
    float value = cell.x * 0.25 + cell.y * 0.5;
    shade = vec4(dFdx(value) + dFdxFine(value), dFdyCoarse(value), fwidth(value), fwidthCoarse(where.x) > 0.0);
}
