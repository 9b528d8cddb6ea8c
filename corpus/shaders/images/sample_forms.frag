#version 450
// The ways to sample that every device has: implicit, biased, by level, by gradients, projected, compared, fetched.
//
// build: --target-env vulkan1.0
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
// sos: draw 16 16
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 1
// sos: image 0 1 combined 2D 8x8 D32 less border f32 0 0.125 0.5 0.25 1 0.75 0.3
// sos: image 0 2 combined 3D 8x8x8 Rgba8 levels 4 linear mirror random 600 2
// sos: image 0 3 combined Cube 8x8 Rgba8 levels 4 linear random 600 5
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform sampler2DShadow depth;
layout(binding = 2) uniform sampler3D volume;
layout(binding = 3) uniform samplerCube sky;
layout(location = 0) in vec3 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = texture(picture, where.xy) + texture(picture, where.xy, 1.0) + textureLod(volume, where, 2.0);
    shade += textureGrad(sky, where, dFdx(where), dFdy(where)) + textureProj(picture, where);
    shade += vec4(texture(depth, where), textureProjLod(depth, vec4(where, 2.0), 0.0), 0.0, 1.0);
    shade += texelFetch(picture, ivec2(where.xy), 1) + textureOffset(picture, where.xy, ivec2(2, -3));
}
