#version 450
// Inputs that share a location by components, and a block with locations of its own.
//
// build: --target-env vulkan1.0
// sos: draw 16 16
// sos: outcome all unchanged
layout(location = 0, component = 0) in vec2 low;
layout(location = 0, component = 2) in vec2 high;
layout(location = 1) in Block { vec4 first; flat ivec3 second; } block;
layout(location = 0) out vec4 shade;

void main() {
    shade = vec4(low, high) * block.first + vec4(block.second, 1.0);
}
