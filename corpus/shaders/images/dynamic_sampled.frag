#version 450
// An array of textures under an index that is uniform and not constant.
//
// build: --target-env vulkan1.0
// sos: native SampledImageArrayDynamicIndexing
// sos: outcome lavapipe-25.0.7,nvk-*,radv-*,swiftshader unchanged
// sos: outcome vulkan-*,lavapipe-22.3.6 rewritten
layout(binding = 0) uniform sampler2D pictures[4];
layout(push_constant) uniform Push { int chosen; };
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = texture(pictures[chosen], where) + texture(pictures[2], where.yx);
}
