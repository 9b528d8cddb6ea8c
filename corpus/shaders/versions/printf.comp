// build: --target-env vulkan1.3
// sos: outcome chosen unchanged
// sos: outcome vulkan-1.0,vulkan-1.1,vulkan-1.2,nvk-kepler,android-2022,android-2025,adreno-a540,adreno-a6xx,amd-r7-370-windows,hasvk-hsw,panvk-g52 rewritten
// sos: absent vulkan-1.0,vulkan-1.1,vulkan-1.2 NonSemantic
// sos: absent vulkan-1.0,vulkan-1.1,vulkan-1.2 SPV_KHR_non_semantic_info
// sos: present nvk-kepler SPV_KHR_non_semantic_info
// sos: dispatch 1 1 1
// sos: buffer 0 0 iota 1
//
// A message without effect on results: it stays where a device takes it, and goes where not.
#version 450
#extension GL_EXT_debug_printf : enable
layout(local_size_x = 1) in;
layout(binding = 0) buffer Result { uint result; };

void main() {
    debugPrintfEXT("it was %u", result);
    result = 5;
}
