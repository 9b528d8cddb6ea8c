#version 450
// build: --target-env vulkan1.0
//
// Takes a direction for each pixel, chooses a palette by the cube face that it points to, and limits the tint to what lies
// between the palette's two colours. AMD has instructions for the face and for the middle of three values; elsewhere
// comparisons give the same.
#extension GL_AMD_gcn_shader : enable
#extension GL_AMD_shader_trinary_minmax : enable
#extension GL_GOOGLE_include_directive : require
#define SOS_USE_HAS_VK_AMD_gcn_shader
#define SOS_USE_HAS_VK_AMD_shader_trinary_minmax
#include "sos.glsl"

layout(location = 0) flat in vec3 tint;
layout(location = 0) out vec4 colour;

// For each face two colours, in any order.
layout(std140, set = 0, binding = 0) uniform Palettes { vec4 palettes[12]; };
layout(push_constant) uniform Push { vec2 centre; float depth; };

float cube_face(vec3 direction) {
    if (SOS_HAS_VK_AMD_gcn_shader) {
        return cubeFaceIndexAMD(direction);
    }
    vec3 size = abs(direction);
    if (size.z >= size.x && size.z >= size.y) {
        return direction.z < 0.0 ? 5.0 : 4.0;
    }
    if (size.y >= size.x) {
        return direction.y < 0.0 ? 3.0 : 2.0;
    }
    return direction.x < 0.0 ? 1.0 : 0.0;
}

vec3 middle(vec3 a, vec3 b, vec3 c) {
    if (SOS_HAS_VK_AMD_shader_trinary_minmax) {
        return mid3(a, b, c);
    }
    return max(min(a, b), min(max(a, b), c));
}

void main() {
    int face = int(cube_face(vec3(gl_FragCoord.xy - centre, depth)));
    vec4 first = palettes[2 * face];
    vec4 second = palettes[2 * face + 1];
    colour = vec4(middle(first.rgb, second.rgb, tint), first.a);
}
