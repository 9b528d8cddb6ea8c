#version 450
// A storage texel buffer written whose format the shader does not say. SwiftShader has the feature, and not for any format of
// texel buffers.
//
// build: --target-env vulkan1.0
// sos: native StorageImageWriteWithoutFormat
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,vulkan-1.3 unchanged
layout(local_size_x = 8) in;
layout(binding = 0) uniform writeonly uimageBuffer line;

void main() {
    imageStore(line, int(gl_LocalInvocationIndex), uvec4(gl_LocalInvocationIndex + 7u));
}
