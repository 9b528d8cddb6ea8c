#version 450
// Solves systems of six linear equations by LU decomposition with pivoting.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 2048 703
// sos: buffer 0 1 zero 2048
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { int source[]; };
layout(std430, binding = 1) buffer Out { double solution[16][6]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    double a[6][7];
    for (uint row = 0u; row < 6u; row++)
        for (uint column = 0u; column < 7u; column++)
            a[row][column] = double(source[at + 16u * (row * 7u + column)]) * 1e-9lf;
    for (uint k = 0u; k < 6u; k++) {
        uint best = k;
        for (uint row = k + 1u; row < 6u; row++)
            if (abs(a[row][k]) > abs(a[best][k])) best = row;
        for (uint column = 0u; column < 7u; column++) {
            double kept = a[k][column];
            a[k][column] = a[best][column];
            a[best][column] = kept;
        }
        for (uint row = k + 1u; row < 6u; row++) {
            precise double factor = a[row][k] / a[k][k];
            for (uint column = k; column < 7u; column++) {
                precise double less = a[row][column] - factor * a[k][column];
                a[row][column] = less;
            }
        }
    }
    for (int row = 5; row >= 0; row--) {
        precise double rest = a[row][6];
        for (int column = row + 1; column < 6; column++) rest -= a[row][column] * solution[at][column];
        precise double value = rest / a[row][row];
        solution[at][row] = value;
    }
}
