// A vertex and a fragment shader in one module, as WGSL keeps them.
//
// build: --spirv-version 1.3
// sos: entry shade
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.1,vulkan-1.2,vulkan-1.3 unchanged
struct Between {
    @builtin(position) place: vec4<f32>,
    @location(0) colour: vec3<f32>,
    @location(1) @interpolate(flat) kind: u32,
}

@vertex
fn place(@builtin(vertex_index) number: u32) -> Between {
    let corner = vec2<f32>(f32(number & 1u), f32(number >> 1u));
    return Between(vec4<f32>(corner * 4.0 - 1.0, 0.0, 1.0), vec3<f32>(corner, 0.5), number & 3u);
}

@fragment
fn shade(between: Between) -> @location(0) vec4<f32> {
    if between.kind == 3u { discard; }
    return vec4<f32>(between.colour * f32(between.kind + 1u) * 0.25, 1.0);
}
