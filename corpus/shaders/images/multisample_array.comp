#version 450
// Arrays of storage images with several samples.
//
// build: --target-env vulkan1.0
// sos: native StorageImageMultisample ImageMSArray
// sos: outcome all unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform image2DMSArray samples;

void main() {
    ivec3 at = ivec3(gl_GlobalInvocationID);
    imageStore(samples, at, 1, imageLoad(samples, at, 0) * 0.5);
}
