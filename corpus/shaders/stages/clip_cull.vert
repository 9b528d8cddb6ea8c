#version 450
// Distances to clip and to cull by.
//
// build: --target-env vulkan1.0
// sos: native ClipDistance CullDistance
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; float gl_CullDistance[1]; };
layout(location = 0) in vec4 place;

void main() {
    gl_Position = place;
    gl_ClipDistance[0] = place.x + 1.0;
    gl_ClipDistance[1] = 1.0 - place.y;
    gl_CullDistance[0] = place.z;
}
