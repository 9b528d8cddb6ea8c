#version 450
// The fragment half: two lights in a loop, a material from a table, an early end for what is outside of a circle.
//
// build: --target-env vulkan1.0
// sos: draw 32 32 with lit.vert.spv
// sos: push f32 0 0 0 0
// sos: outcome all unchanged
layout(location = 0) in vec3 normal;
layout(location = 1) in vec2 where;
layout(location = 2) flat in uint material;
layout(location = 0) out vec4 shade;

const vec3 LIGHTS[2] = vec3[](vec3(0.5, 0.5, 0.75), vec3(-0.75, 0.25, 0.5));
const vec3 COLOURS[3] = vec3[](vec3(1.0, 0.5, 0.25), vec3(0.25, 1.0, 0.5), vec3(0.5, 0.25, 1.0));

void main() {
    if (dot(where, where) > 0.75) {
        discard;
    }
    vec3 light = vec3(0.0625);
    for (int number = 0; number < 2; ++number) {
        float facing = dot(normal, LIGHTS[number]);
        if (facing > 0.0) {
            light += COLOURS[(material + uint(number)) % 3u] * facing * 0.5;
        }
    }
    shade = vec4(light, 1.0);
}
