#version 450
// SPV_AMD_shader_fragment_mask on arrays, on integers, and on what an earlier subpass left.
//
// build: --target-env vulkan1.0
// sos: outcome radv-bonaire,radv-navi10,radv-navi21,radv-pitcairn,radv-polaris10,radv-stoney,radv-vega10 unchanged
#extension GL_AMD_shader_fragment_mask : require

layout(binding = 0) uniform isampler2DMSArray layers;
layout(input_attachment_index = 0, binding = 1) uniform usubpassInputMS marks;
layout(location = 0) out vec4 shade;

void main() {
    ivec3 at = ivec3(gl_FragCoord.xy, 1);
    uint mask = fragmentMaskFetchAMD(layers, at);
    shade = vec4(fragmentFetchAMD(layers, at, (mask >> 12) & 0xfu));
    // A pixel with one fragment is read once.
    uint others = fragmentMaskFetchAMD(marks);
    uint sum = 4u * fragmentFetchAMD(marks, others & 0xfu).x;
    if ((others & 0xffffu) != 0u) {
        sum = 0u;
        for (uint number = 0u; number < 4u; ++number) {
            sum += fragmentFetchAMD(marks, (others >> (4u * number)) & 0xfu).x;
        }
    }
    shade.x += float(sum);
}
