#version 450
// SPV_AMD_gcn_shader: the face of a cube that a direction points to, and the coordinates on it.
//
// build: --target-env vulkan1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 192 18
// sos: buffer 0 1 zero 1024
// sos: tolerance 4 ulp
// sos: outcome radv-* unchanged
// sos: shows amd-cube-face swiftshader
#extension GL_AMD_gcn_shader : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    ivec3 whole = ivec3(source[3 * at], source[3 * at + 1], source[3 * at + 2]) >> 20;
    vec3 direction = vec3(whole) + vec3(0.25, 0.5, 0.125);
    result[at] = vec4(cubeFaceCoordAMD(direction), cubeFaceIndexAMD(direction), direction.x);
}
