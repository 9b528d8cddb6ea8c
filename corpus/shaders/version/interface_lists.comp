#version 450
// From SPIR-V 1.4 on an entry point lists every global variable that it uses, before only inputs and outputs.
//
// build: --target-env vulkan1.2
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 301
// sos: buffer 0 1 zero 256
// sos: buffer 0 2 uniform u32 5 0 0 0
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.2,vulkan-1.3 unchanged
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
layout(std140, binding = 2) uniform Scale { uint scale; };
shared uint line[64];
uint kept = 3u;

void main() {
    uint at = gl_LocalInvocationIndex;
    line[at] = source[at];
    barrier();
    kept += line[63u - at];
    result[at] = kept * scale;
}
