#version 450
// A fragment shader that asks for samples, where the application promises that there is one.
//
// build: --target-env vulkan1.0
// sos: native SampleRateShading InterpolationFunction
// sos: draw 16 16 with full_screen.vert.spv
// sos: assume single-sample
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,vulkan-1.4 unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3 rewritten
// sos: absent vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3 SampleId
// sos: shows interpolation vulkan-1.0
// sos: shows sample-id vulkan-1.0
// sos: shows sample-input vulkan-1.0
// sos: shows sample-position vulkan-1.0
layout(location = 0) sample in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    vec2 at = interpolateAtSample(where, gl_SampleID) + interpolateAtCentroid(where) * 0.5;
    shade = vec4(at + gl_SamplePosition, where.x, float(gl_SampleID) * 0.25 + gl_SamplePosition.y);
}
