// WGSL as SPIR-V 1.6, with a dot product that is an instruction there.
//
// build: --spirv-version 1.6
// sos: native DotProduct DotProductInput4x8BitPacked
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 321
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.3 unchanged
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32) {
    let a = source[at];
    let b = source[63u - at];
    result[at] = dot4U8Packed(a, b) + u32(dot4I8Packed(a, b));
}
