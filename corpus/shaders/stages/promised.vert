#version 460
// What the application knows of its draws and the device does not tell: a triangle as large as the image, from values that
// are zero as promised.
//
// build: --target-env vulkan1.1
// sos: native DrawParameters MultiView
// sos: assume base-vertex-zero base-instance-zero draw-index-zero single-view
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
// sos: outcome swiftshader,nvk-kepler,vulkan-1.0 rewritten
// sos: absent swiftshader BaseVertex
// sos: absent vulkan-1.0 ViewIndex
// sos: shows base-instance swiftshader
// sos: shows base-vertex swiftshader
// sos: shows draw-index swiftshader
// sos: shows view-index adreno-a540
#extension GL_EXT_multiview : require

layout(location = 0) out vec4 colour;

int corner() {
    return gl_VertexIndex - gl_BaseVertex;
}

void main() {
    vec2 where = vec2((corner() << 1) & 2, corner() & 2);
    colour = vec4(where, gl_BaseInstance + 1, 0.25 * float(gl_DrawID + 2 * gl_ViewIndex + 1));
    if (gl_ViewIndex == 0) {
        gl_Position = vec4(where * 2.0 - 1.0, float(gl_BaseInstance + gl_DrawID), 1.0);
    } else {
        gl_Position = vec4(2.0);
    }
}
