#version 450
// Inputs interpolated at places of the shader's choosing.
//
// build: --target-env vulkan1.0
// sos: draw 16 16
// sos: native InterpolationFunction
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
layout(location = 0) in vec2 where;
layout(location = 1) centroid in vec2 inner;
layout(location = 2) noperspective in vec2 straight;
layout(location = 0) out vec4 shade;

void main() {
    shade = vec4(interpolateAtCentroid(where), interpolateAtOffset(inner, vec2(0.25, -0.25)));
    shade.xy += interpolateAtSample(straight, 1);
}
