#version 450
// Images of one dimension, sampled and stored to.
//
// build: --target-env vulkan1.0
// sos: native Sampled1D Image1D
// sos: outcome all unchanged
layout(binding = 0) uniform sampler1D ramp;
layout(binding = 1) uniform sampler1DArray ramps;
layout(binding = 2, rgba8) uniform readonly image1D line;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

void main() {
    shade = texture(ramp, where.x) + texture(ramps, where) + imageLoad(line, int(gl_FragCoord.x));
}
