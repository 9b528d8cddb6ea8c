#version 450
// Arrays of storage images with several samples.
//
// build: --target-env vulkan1.0
// sos: native StorageImageMultisample ImageMSArray
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,amd-r7-370-windows unchanged
// sos: dispatch 1 1 2
// sos: image 0 0 storage 2DMSArray 8x8x2 Rgba8 f32 1 0.5 0.25 0
// sos: buffer 0 1 zero 2048
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform image2DMSArray samples;
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    ivec3 at = ivec3(gl_GlobalInvocationID);
    imageStore(samples, at, 1, imageLoad(samples, at, 0) * 0.5);
    uint number = gl_LocalInvocationIndex + 64u * gl_WorkGroupID.z;
    result[number] = imageLoad(samples, at, 1) + imageLoad(samples, at, 3);
}
