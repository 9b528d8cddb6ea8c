// Bodies that attract each other, a tile at a time through workgroup memory, in WGSL.
//
// build: --spirv-version 1.3
// sos: novalidate naga gives an array in workgroup memory a stride, to which newer validators object
// sos: dispatch 2 1 1
// sos: buffer 0 0 random 512 812
// sos: buffer 0 1 zero 2048
// sos: tolerance 16 ulp
// sos: outcome all rewritten
@group(0) @binding(0) var<storage, read> bodies: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4<f32>>;
var<workgroup> tile: array<vec4<f32>, 64>;

fn place(at: u32) -> vec4<f32> {
    let bits = bodies[at] >> vec4<u32>(24u);
    return vec4<f32>(bits) * 0.0625;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) at: u32) {
    let mine = place(id.x);
    var force = vec3<f32>(0.0);
    for (var start = 0u; start < 128u; start += 64u) {
        tile[at] = place(start + at);
        workgroupBarrier();
        for (var other = 0u; other < 64u; other++) {
            let body = tile[other];
            let apart = body.xyz - mine.xyz;
            let near = dot(apart, apart) + 1.0;
            force += apart * (body.w / near);
        }
        workgroupBarrier();
    }
    result[id.x] = vec4<f32>(force, mine.w);
}
