#version 450
// What an earlier subpass left: input attachments, one of them multisampled.
//
// build: --target-env vulkan1.0
// sos: native InputAttachment
// sos: outcome all unchanged
layout(input_attachment_index = 0, binding = 0) uniform subpassInput colour;
layout(input_attachment_index = 1, binding = 1) uniform usubpassInputMS marks;
layout(location = 0) out vec4 shade;

void main() {
    shade = subpassLoad(colour) * float(subpassLoad(marks, 2).x & 1u);
}
