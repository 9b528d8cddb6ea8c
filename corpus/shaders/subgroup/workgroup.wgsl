// WGSL's subgroup operations, which naga writes as SPIR-V 1.3's. What is written depends on the subgroup's size.
//
// build: --spirv-version 1.3
// sos: native GroupNonUniformArithmetic GroupNonUniformBallot
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 133
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
// sos: shows subgroup-arithmetic hasvk-hsw
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32, @builtin(subgroup_invocation_id) lane: u32) {
    let value = source[at];
    let sum = subgroupExclusiveAdd(value & 0xffffu);
    let most = subgroupMax(value);
    let votes = subgroupBallot((value & 1u) != 0u);
    result[at] = (sum ^ most) + countOneBits(votes.x) + lane;
}
