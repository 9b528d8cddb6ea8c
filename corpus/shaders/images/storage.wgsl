// WGSL's textures: one sampled by level, one with several samples, one stored to.
//
// build: --spirv-version 1.3
// sos: outcome lavapipe-*,radv-*,nvk-ampere,nvk-maxwell,nvk-pascal,nvk-turing,swiftshader,vulkan-1.1,vulkan-1.2,vulkan-1.3 unchanged
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
