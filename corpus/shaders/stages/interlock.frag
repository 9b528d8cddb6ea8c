#version 450
// Fragments of one pixel that wait for each other (SPV_EXT_fragment_shader_interlock).
//
// build: --target-env vulkan1.0
// sos: native FragmentShaderPixelInterlockEXT
// sos: outcome chosen unsupported
// sos: outcome radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
#extension GL_ARB_fragment_shader_interlock : require

layout(pixel_interlock_ordered) in;
layout(binding = 0, rgba8) uniform coherent image2D target_image;
layout(location = 0) in vec4 tint;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    beginInvocationInterlockARB();
    imageStore(target_image, at, mix(imageLoad(target_image, at), tint, tint.w));
    endInvocationInterlockARB();
}
