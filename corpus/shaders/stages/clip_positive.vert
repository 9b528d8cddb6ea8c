#version 450
// A distance to clip by that is never negative, as the application promises, in front of a member that no instruction accesses.
//
// build: --target-env vulkan1.0
// sos: native ClipDistance
// sos: assume clip-distances-positive
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
// sos: outcome vulkan-* rewritten
// sos: shows clip-distance vulkan-1.0
layout(location = 0) in vec4 place;

void main() {
    gl_Position = place;
    gl_ClipDistance[0] = abs(place.x);
}
