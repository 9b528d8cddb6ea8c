// WGSL's f16, as naga writes it.
//
// build: --spirv-version 1.3
// sos: native Float16
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 510
// sos: buffer 0 1 zero 256
// sos: outcome radv-navi10,radv-navi21,radv-navi31,radv-vega10 unchanged
enable f16;

@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32) {
    let value = vec2<f16>(f16(source[at] & 0xffu), f16((source[at] >> 8u) & 0xffu));
    let least = min(value.x, value.y) * 0.5h;
    result[at] = f32(least) + f32(max(value.x, 16.0h));
}
