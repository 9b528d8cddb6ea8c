#version 450
// The coverage after the depth test (SPV_KHR_post_depth_coverage).
//
// build: --target-env vulkan1.0
// sos: draw 16 16
// sos: native SampleMaskPostDepthCoverage
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-navi10,radv-navi21,radv-navi31 unchanged
#extension GL_ARB_post_depth_coverage : require

layout(post_depth_coverage, early_fragment_tests) in;
layout(location = 0) out vec4 shade;

void main() {
    shade = vec4(float(bitCount(gl_SampleMaskIn[0])) * 0.25);
}
