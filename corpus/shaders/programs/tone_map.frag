#version 450
// A tone-mapper: a colour of great range is exposed, compressed and brought to what a screen shows. The steps are chosen by
// specialization constants.
//
// build: --target-env vulkan1.0
// sos: set 0=2
// sos: draw 32 32 with ../stages/full_screen.vert.spv
// sos: tolerance 4 ulp
layout(constant_id = 0) const uint OPERATOR = 0;
layout(constant_id = 1) const float EXPOSURE = 1.5;
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

vec3 compress(vec3 light) {
    switch (OPERATOR) {
    case 0:
        return clamp(light, 0.0, 1.0);
    case 1:
        return light / (1.0 + light);
    case 2:
        return light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14);
    default:
        return 1.0 - exp2(-light);
    }
}

void main() {
    vec3 light = vec3(where * 8.0, where.x * where.y * 16.0) * EXPOSURE;
    vec3 mapped = clamp(compress(light), 0.0, 1.0);
    shade = vec4(mapped * mapped, dot(mapped, vec3(0.25, 0.5, 0.25)));
}
