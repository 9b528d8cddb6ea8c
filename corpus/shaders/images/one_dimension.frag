#version 450
// Images of one dimension, sampled and stored to.
//
// build: --target-env vulkan1.0
// sos: native Sampled1D Image1D
// sos: outcome all unchanged
// sos: draw 16 16
// sos: image 0 0 combined 1D 16 Rgba8 levels 5 linear repeat random 64 1
// sos: image 0 1 combined 1DArray 16x4 Rgba16f linear f16 1 2 3 4 5 6 7
// sos: image 0 2 storage 1D 16 Rgba8 random 16 3
layout(binding = 0) uniform sampler1D ramp;
layout(binding = 1) uniform sampler1DArray ramps;
layout(binding = 2, rgba8) uniform readonly image1D line;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = texture(ramp, where.x) + texture(ramps, where) + imageLoad(line, int(gl_FragCoord.x));
}
