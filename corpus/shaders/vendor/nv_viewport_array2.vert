#version 450
// SPV_NV_viewport_array2: a vertex goes to several viewports at once.
//
// build: --target-env vulkan1.0
// sos: outcome chosen unsupported
#extension GL_NV_viewport_array2 : require

layout(location = 0) in vec4 place;
layout(location = 1) in uint views;

void main() {
    gl_Position = place;
    gl_ViewportMask[0] = int(views & 0xfu);
}
