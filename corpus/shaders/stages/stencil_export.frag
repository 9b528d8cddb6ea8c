#version 450
// The stencil value from a fragment shader.
//
// build: --target-env vulkan1.0
// sos: draw 16 16
// sos: native StencilExportEXT
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,radv-*,swiftshader,amd-r7-370-windows,panvk-g52 unchanged
#extension GL_ARB_shader_stencil_export : require

layout(location = 0) flat in int kind;
layout(location = 0) out vec4 shade;

void main() {
    gl_FragStencilRefARB = kind & 0xff;
    shade = vec4(float(kind) * 0.125);
}
