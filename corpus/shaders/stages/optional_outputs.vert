#version 450
// Outputs that the application can do without, or knows to be zero: a triangle as large as the image.
//
// build: --target-env vulkan1.1
// sos: native CullDistance ShaderViewportIndexLayerEXT
// sos: assume culling-optional layer-zero viewport-zero
// sos: outcome lavapipe-* unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.3,swiftshader rewritten
// sos: absent vulkan-1.0 OpCapability CullDistance
// sos: absent vulkan-1.3 Layer
// sos: shows cull-distance kosmickrisp-m5
// sos: shows layer-output swiftshader
// sos: shows viewport-output swiftshader
#extension GL_ARB_shader_viewport_layer_array : require

out gl_PerVertex { vec4 gl_Position; float gl_CullDistance[2]; };
layout(location = 0) out vec4 colour;

void main() {
    vec2 where = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(where * 2.0 - 1.0, 0.0, 1.0);
    for (int i = 0; i < 2; ++i) {
        gl_CullDistance[i] = where.x + float(i) + 1.0;
    }
    gl_Layer = gl_InstanceIndex;
    gl_ViewportIndex = gl_Layer;
    colour = vec4(where, gl_CullDistance[1], float(gl_ViewportIndex) + 0.5);
}
