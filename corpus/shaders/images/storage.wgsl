// WGSL's textures: one sampled by level, one with several samples, one stored to.
//
// build: --spirv-version 1.3
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.1,vulkan-1.2,vulkan-1.3 unchanged
// sos: dispatch 1 1 1
// sos: image 0 0 sampled 2D 16x16 Rgba8 levels 3 random 512 1
// sos: sampler 0 1 linear repeat
// sos: image 0 2 sampled 2DMS 8x8 Rgba8 f32 0.5 0.25 1 0
// sos: image 0 3 storage 2D 8x8 Rgba16f zero 4
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var smooth_one: sampler;
@group(0) @binding(2) var samples: texture_multisampled_2d<f32>;
@group(0) @binding(3) var target_image: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let at = vec2<i32>(id.xy);
    let size = vec2<f32>(textureDimensions(picture));
    let smoothed = textureSampleLevel(picture, smooth_one, (vec2<f32>(at) + 0.5) / size, 1.0);
    textureStore(target_image, at, smoothed + textureLoad(samples, at, 1));
}
