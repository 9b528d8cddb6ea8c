#version 450
// Storage images with several samples.
//
// build: --target-env vulkan1.0
// sos: native StorageImageMultisample
// sos: outcome all unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform image2DMS samples;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(samples, at, 1, imageLoad(samples, at, 0) * 0.5);
}
