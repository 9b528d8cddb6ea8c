#version 450
// A storage image read whose format the shader does not say. Not run as it is: lavapipe has the feature and not for any format,
// and SwiftShader has it and dies.
//
// build: --target-env vulkan1.1
// sos: native StorageImageReadWithoutFormat
// sos: image-format 0:0=Rgba16f
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
#extension GL_EXT_shader_image_load_formatted : require

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform readonly image2D picture;
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    result[gl_LocalInvocationIndex] = imageLoad(picture, ivec2(gl_GlobalInvocationID.xy)) * 2.0;
}
