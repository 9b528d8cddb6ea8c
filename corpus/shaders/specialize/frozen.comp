#version 450
// Constants that nothing sets, frozen: code that their defaults disable goes, and with it what it needs.
//
// build: --target-env vulkan1.1
// sos: freeze
// sos: dispatch 1 1 1
// sos: buffer 0 0 zero 64
// sos: outcome swiftshader,lavapipe-22.3.6 rewritten
// sos: absent all OpSpecConstant
// sos: absent swiftshader OpCapability Float64
layout(local_size_x = 16) in;
layout(constant_id = 0) const bool PRECISE = false;
layout(constant_id = 1) const uint FACTOR = 3;
layout(constant_id = 2) const float SCALE = 0.5;
layout(std430, binding = 0) buffer Out { float result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    if (PRECISE) {
        result[at] = float(double(at * FACTOR) / 3.0LF);
    } else {
        result[at] = float(at * FACTOR) * SCALE;
    }
}
