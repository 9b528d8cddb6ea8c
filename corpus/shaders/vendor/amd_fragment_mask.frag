#version 450
// SPV_AMD_shader_fragment_mask: which stored fragment a sample has, and the fragment itself.
//
// build: --target-env vulkan1.0
// sos: outcome radv-bonaire,radv-navi10,radv-navi21,radv-pitcairn,radv-polaris10,radv-stoney,radv-vega10 unchanged
// sos: shows amd-fragment-mask swiftshader
#extension GL_AMD_shader_fragment_mask : require

layout(binding = 0) uniform sampler2DMS samples;
layout(location = 0) out vec4 shade;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uint mask = fragmentMaskFetchAMD(samples, at);
    shade = fragmentFetchAMD(samples, at, mask & 0xfu) + fragmentFetchAMD(samples, at, (mask >> 4) & 0xfu);
}
