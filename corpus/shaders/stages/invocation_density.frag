#version 450
// How many pixels one fragment stands for (SPV_EXT_fragment_invocation_density).
//
// build: --target-env vulkan1.0
// sos: draw 16 16
// sos: native FragmentDensityEXT
// sos: outcome chosen unsupported
// sos: outcome adreno-a6xx unchanged
#extension GL_EXT_fragment_invocation_density : require

layout(location = 0) out vec4 shade;

void main() {
    shade = vec4(vec2(gl_FragSizeEXT), float(gl_FragInvocationCountEXT), 1.0);
}
