#version 450
// OpKill inside a loop of a function: control flow that ends in the middle.
//
// build: --target-env vulkan1.0
// sos: draw 16 16 with ../stages/full_screen.vert.spv
// sos: outcome all unchanged
layout(location = 0) in vec2 where;
layout(location = 0) out vec4 shade;

float search(vec2 cell) {
    float found = 0.0;
    for (float turn = 0.0; turn < 8.0; turn += 1.0) {
        if (cell.x + turn > 20.0) {
            discard;
        }
        found += mod(cell.y + turn, 3.0);
    }
    return found;
}

void main() {
    vec2 cell = floor(where * 16.0);
    shade = vec4(search(cell) * 0.03125, cell.x * 0.0625, 0.25, 1.0);
}
