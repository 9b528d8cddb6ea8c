// WGSL as SPIR-V 1.0: naga writes storage buffers by their older extension and wraps what it stores in structures.
//
// build: --spirv-version 1.0
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 64 320
// sos: buffer 0 1 zero 256
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,vulkan-1.1,vulkan-1.2,vulkan-1.3 unchanged
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32) {
    var sum = source[at];
    loop {
        if sum < 1000u { break; }
        sum = sum / 3u + 1u;
        continuing {
            break if (sum & 7u) == 5u;
        }
    }
    result[at] = sum + arrayLength(&source);
}
