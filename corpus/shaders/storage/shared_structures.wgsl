// Structures of halves in buffers and, as they are, in workgroup memory, where their offsets mean nothing: what becomes of them need
// not be aligned there.
//
// build: --spirv-version 1.3
// sos: novalidate naga gives workgroup memory the decorations of a layout, to which newer validators object
// sos: outcome all rewritten
enable f16;

struct Item {
    one: f16,
    three: vec3<f16>,
    list: array<f16, 5>,
}
@group(0) @binding(0) var<storage, read> source: array<Item, 4>;
@group(0) @binding(1) var<storage, read_write> result: array<Item, 4>;
var<workgroup> shared_items: array<Item, 4>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) at: u32) {
    shared_items[at] = source[at];
    workgroupBarrier();
    result[at] = shared_items[at ^ 1u];
    result[at].three += source[at].three * shared_items[at ^ 2u].list[at];
}
