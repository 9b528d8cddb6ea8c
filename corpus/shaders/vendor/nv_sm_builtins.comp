#version 450
// SPV_NV_shader_sm_builtins: where the invocation runs. Only what must hold is written: an index is below its count.
//
// build: --target-env vulkan1.1
// sos: native ShaderSMBuiltinsNV
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 28
// sos: buffer 0 1 zero 256
#extension GL_NV_shader_sm_builtins : require

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };

void main() {
    uint at = gl_LocalInvocationIndex;
    bool inside = gl_WarpIDNV < gl_WarpsPerSMNV && gl_SMIDNV < gl_SMCountNV;
    result[at] = source[at] ^ (inside ? 0xffu : 0u);
}
