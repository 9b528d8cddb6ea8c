#version 450
// What fragments write to buffers and images, before and after some of them are demoted: in functions, under divergence,
// with results of atomics in use. A demoted fragment writes nothing, and its neighbours' derivatives know its values.
//
// build: --target-env vulkan1.1
// sos: native DemoteToHelperInvocation
// sos: draw 16 16 with ../stages/full_screen.vert.spv
// sos: buffer 0 0 zero 2064
#extension GL_EXT_demote_to_helper_invocation : require

layout(location = 0) out vec4 shade;
layout(std430, binding = 0) buffer Out { uint counts[4]; uint cells[512]; };

uint note(uint at, uint value) {
    cells[at] = value;
    if (value > 20u) {
        demote;
    }
    // Its sum is seen where the fragment goes on.
    return atomicAdd(cells[at + 256u], value) + (helperInvocationEXT() ? 100u : 0u);
}

void main() {
    uvec2 cell = uvec2(gl_FragCoord.xy);
    uint at = cell.y * 16u + cell.x;
    atomicAdd(counts[0], 1u);
    if ((cell.x & 3u) == 1u) {
        demote;
        // Not a helper's.
        atomicAdd(counts[1], 1u);
    }
    uint sum = 0u;
    for (uint i = 0u; i < cell.y; i++) {
        sum += i;
        if (sum > 40u) {
            note(at, sum);
            break;
        }
        cells[at] += sum;
    }
    uint told = helperInvocationEXT() ? 0u : note(at, sum & 31u);
    atomicMax(counts[2], sum);
    float value = float(cell.x * cell.x + sum);
    shade = vec4(value * 0.00390625, abs(dFdxFine(value)) * 0.03125, float(told) * 0.00390625, 1.0);
    if (cell.y == 15u) {
        return;
    }
    atomicAdd(counts[3], 1u);
}
