// Entry points with workgroups of different sizes that call a function with subgroup operations: emulated subgroups divide both.
//
// build: --spirv-version 1.3
// sos: native GroupNonUniformBallot GroupNonUniformShuffle GroupNonUniformArithmetic
// sos: entry large
// sos: dispatch 2 1 1
// sos: size any
// sos: buffer 0 0 random 192 47
// sos: buffer 0 1 zero 768
// sos: present vulkan-1.0 OpControlBarrier
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

// The four invocations around one, in subgroups of any size.
fn neighbours(value: u32, lane: u32) -> u32 {
    let votes = subgroupBallot((value & 1u) != 0u);
    let own = (votes[lane >> 5u] >> (lane & 28u)) & 15u;
    let before = subgroupExclusiveAdd(value & 0xffffu);
    let first = subgroupShuffle(before, lane & ~3u);
    return subgroupShuffleXor(value, 3u) + ((before - first) << 4u) + own;
}

@compute @workgroup_size(48)
fn small(@builtin(local_invocation_index) at: u32, @builtin(subgroup_invocation_id) lane: u32) {
    result[at] = neighbours(source[at], lane);
}

@compute @workgroup_size(96)
fn large(
    @builtin(local_invocation_index) at: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    let here = group.x * 96u + at;
    result[here] = neighbours(source[here] ^ (lane & 3u), lane) * 3u + at;
}
