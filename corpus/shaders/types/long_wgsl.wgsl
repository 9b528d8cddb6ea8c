// WGSL's 64-bit integers, a naga extension.
//
// build: --spirv-version 1.3
// sos: native Int64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 522
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing unchanged
// sos: shows int64 swiftshader
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32) {
    let wide = u64(source[at]) * 0x9e3779b97f4a7c15lu;
    let folded = wide ^ (wide >> 29u);
    result[at] = u32(folded >> 32u) + u32(folded);
}
