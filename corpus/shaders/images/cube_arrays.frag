#version 450
// Arrays of cubes, sampled and stored to.
//
// build: --target-env vulkan1.0
// sos: native SampledCubeArray ImageCubeArray
// sos: outcome chosen unsupported
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader,android-2022,android-2025,roadmap-2022,roadmap-2024,vulkan-1.4,adreno-a540,adreno-a6xx,amd-r7-370-windows,hasvk-hsw,panvk-g52 unchanged
// sos: draw 8 8
// sos: image 0 0 combined CubeArray 8x8x2 Rgba8 levels 4 linear random 2000 1
// sos: image 0 1 storage CubeArray 8x8x2 Rgba8 random 768 2
layout(binding = 0) uniform samplerCubeArray skies;
layout(binding = 1, rgba8) uniform readonly imageCubeArray faces;
layout(location = 0) in vec4 direction;
layout(location = 0) out vec4 shade;

void main() {
    shade = texture(skies, direction) + imageLoad(faces, ivec3(gl_FragCoord.xy, 7));
}
