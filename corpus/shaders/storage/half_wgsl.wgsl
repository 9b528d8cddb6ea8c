// WGSL's f16 in storage and uniform buffers, with arithmetic.
//
// build: --spirv-version 1.3
// sos: native Float16 StorageBuffer16BitAccess UniformAndStorageBuffer16BitAccess StorageInputOutput16
// sos: dispatch 1 1 1
// sos: buffer 0 0 uniform f16 1 2 4 8
// sos: buffer 0 1 zero 128
// sos: outcome radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
enable f16;

struct Weights { near: vec2<f16>, far: vec2<f16> }

@group(0) @binding(0) var<uniform> weights: Weights;
@group(0) @binding(1) var<storage, read_write> result: array<f16>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32) {
    let sum = weights.near * f16(at) + weights.far;
    result[at] = sum.x + sum.y;
}
