#version 450
// A fragment shader that runs for each sample: its number, its place, an input interpolated there.
//
// build: --target-env vulkan1.0
// sos: draw 16 16
// sos: native SampleRateShading
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
layout(location = 0) sample in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = vec4(where, gl_SamplePosition.x, float(gl_SampleID) * 0.25);
    gl_SampleMask[0] = gl_SampleMaskIn[0] & ~gl_SampleID;
}
