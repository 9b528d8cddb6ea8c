#version 450
// Square roots of 16-bit floats: what kills the process where the driver has none, and the program did not ask.
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 8) in;
layout(binding = 0) buffer Numbers { uint numbers[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    float16_t root = sqrt(float16_t(float(numbers[at])));
    numbers[at] = uint(root);
}
