#version 450
// The scalar layout in storage buffers alone. On Vulkan 1.0 they are uniform buffers by decoration, and that form of them
// lies no other way: what says so is not the module but what a rule would write.
//
// build: --target-env vulkan1.1
// sos: novalidate the layout is valid where scalarBlockLayout is on, which spirv-val has to be told
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 192 77
// sos: buffer 0 1 zero 192
// sos: outcome vulkan-1.0,vulkan-1.1 rewritten
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x = 16) in;
layout(scalar, binding = 0) readonly buffer In { uvec3 source[]; };
layout(scalar, binding = 1) writeonly buffer Out { uvec3 result[16]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    result[at] = source[at].zxy + uvec3(source.length(), at, 7u);
}
