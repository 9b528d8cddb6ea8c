#version 450
// A storage image written whose format the shader does not say.
//
// build: --target-env vulkan1.0
// sos: native StorageImageWriteWithoutFormat
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,vulkan-1.3 unchanged
// sos: dispatch 1 1 1
// sos: image 0 0 storage 2D 8x8 Rgba8 zero 4
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform writeonly image2D picture;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(picture, at, vec4(vec2(at) * 0.125, 0.5, 1.0));
}
