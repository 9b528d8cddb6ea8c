#version 450
// An array of textures under an index that is uniform and not constant.
//
// build: --target-env vulkan1.0
// sos: native SampledImageArrayDynamicIndexing
// sos: outcome lavapipe-25.0.7,nvk-*,radv-*,swiftshader,vulkan-1.4 unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,vulkan-1.3,lavapipe-22.3.6 rewritten
// sos: draw 16 16
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 1
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 2
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 3
// sos: image 0 0 combined 2D 16x16 Rgba8 levels 5 linear repeat random 400 4
// sos: push u32 3
layout(binding = 0) uniform sampler2D pictures[4];
layout(push_constant) uniform Push { int chosen; };
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = texture(pictures[chosen], where) + texture(pictures[2], where.yx);
}
