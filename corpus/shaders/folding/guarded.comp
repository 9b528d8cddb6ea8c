#version 450
// build: --target-env vulkan1.1
// native: 0=0
// native: 0=1
// run: 0=2
//
// Half floats, doubles and cross-lane sums behind one constant: each of them a reason for some device to refuse the module.
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(constant_id = 0) const int PATH = 3;
layout(std430, binding = 0) readonly buffer Input { uint source[64]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[256]; };

void main() {
    uint at = gl_LocalInvocationID.x;
    uint value = source[at] & 0xFFu;
    switch (PATH) {
    case 0:
        value = uint(float16_t(value) * float16_t(0.5));
        break;
    case 1:
        value = uint(double(value) * 0.25lf);
        break;
    case 4:
        value = subgroupAdd(value);
        break;
    default:
        value += 3u;
    }
    result[at] = value;
}
