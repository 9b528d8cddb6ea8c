#version 450
// Which device of a group runs the shader.
//
// build: --target-env vulkan1.1
// sos: native DeviceGroup
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 701
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.1,vulkan-1.2,vulkan-1.3 unchanged
// sos: shows device-index adreno-a540
#extension GL_EXT_device_group : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = source[at] + uint(gl_DeviceIndex);
}
