#version 450
// Storage images of formats beyond those that every device has.
//
// build: --target-env vulkan1.0
// sos: native StorageImageExtendedFormats
// sos: outcome all unchanged
// sos: dispatch 1 1 1
// sos: image 0 0 storage 2D 8x8 Rg16f f16 0.5 0.25 1 3 0.125 7 0.75 100
// sos: image 0 1 storage 2D 8x8 R11fG11fB10f zero 4
// sos: image 0 2 storage 2D 8x8 R16 random 32 1
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rg16f) uniform readonly image2D field;
layout(binding = 1, r11f_g11f_b10f) uniform writeonly image2D light;
layout(binding = 2, r16) uniform image2D depth;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec2 flow = imageLoad(field, at).xy;
    float before = imageLoad(depth, at).x;
    imageStore(light, at, vec4(flow, before, 0.0));
    imageStore(depth, at, vec4(before + flow.x));
}
