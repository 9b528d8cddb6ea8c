#version 450
// The vertex half of a lit surface: places and normals made of the vertex' number, transformed by push constants.
//
// build: --target-env vulkan1.0
// sos: outcome all unchanged
layout(push_constant) uniform Push { vec4 rotation; } push;
layout(location = 0) out vec3 normal;
layout(location = 1) out vec2 where;
layout(location = 2) flat out uint material;

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0;
    gl_Position = vec4(corner, 0.25, 1.0);
    where = corner;
    normal = vec3(corner * 0.25, 1.0) + push.rotation.xyz;
    material = uint(gl_InstanceIndex);
}
