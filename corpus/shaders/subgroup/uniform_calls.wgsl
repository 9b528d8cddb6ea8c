// Subgroup operations in loops and selections that depend on storage which nobody writes to, and on divisions, which
// compilers of WGSL put into functions that calls with other values share. The result is the same for every subgroup size of
// two or more.
//
// build: --spirv-version 1.3
// sos: native GroupNonUniformShuffle
// sos: size any
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 128 71
// sos: buffer 0 1 u32 3 2 14 60
// sos: buffer 0 2 zero 512
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader unchanged
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let place = group.x * 64u + at;
    var value = source[place] / (at + 1u) + at % sizes[0];
    for (var row = 0u; row < sizes[2] / sizes[1] + sizes[3] % sizes[2]; row++) {
        value = value * 3u + subgroupShuffleXor(value, 1u);
    }
    if (sizes[0] % sizes[1] == 1u) {
        let other = subgroupShuffleXor(value, 1u);
        if (at < sizes[3]) {
            value = value ^ (other >> 1u);
        }
    }
    result[place] = value;
}
