#version 450
// An array of buffers without a size, under an index that differs between lanes.
//
// build: --target-env vulkan1.2
// sos: native RuntimeDescriptorArray StorageBufferArrayNonUniformIndexing
// sos: outcome radv-*,lavapipe-25.0.7,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; } inputs[];
layout(std430, set = 1, binding = 0) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_GlobalInvocationID.x;
    result[at] = inputs[nonuniformEXT(at & 7u)].source[at] + at;
}
