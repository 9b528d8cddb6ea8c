// Two fragment shaders with quads that read their position. naga gives each a variable of its own for it; derivatives instead of
// quads need a single one. The one that runs is the one whose variable is replaced.
//
// build: --spirv-version 1.3
// sos: native GroupNonUniformQuad
// sos: entry second
// sos: draw 16 16
fn across(value: f32) -> f32 {
    return quadSwapX(value) * 2.0 + quadSwapY(value) * 3.0 + quadSwapDiagonal(value);
}

@fragment
fn first(@builtin(position) place: vec4<f32>, @location(0) colour: vec4<f32>) -> @location(0) vec4<f32> {
    return colour * across(place.x + place.y * 16.0);
}

@fragment
fn second(@builtin(position) place: vec4<f32>, @location(1) colour: vec4<f32>) -> @location(0) vec4<f32> {
    return vec4<f32>(across(floor(place.x) + floor(place.y) * 32.0), across(colour.x), colour.y, 1.0);
}
