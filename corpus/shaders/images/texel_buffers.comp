#version 450
// Texel buffers, read and stored to, and how large they are.
//
// build: --target-env vulkan1.0
// sos: native SampledBuffer ImageBuffer ImageQuery
// sos: outcome all unchanged
// sos: dispatch 1 1 1
// sos: texels 0 0 uniform Rgba16ui random 80 1
// sos: texels 0 1 R32ui random 48 2
layout(local_size_x = 64) in;
layout(binding = 0) uniform usamplerBuffer source;
layout(binding = 1, r32ui) uniform uimageBuffer result;

void main() {
    int at = int(gl_GlobalInvocationID.x);
    if (at < textureSize(source) && at < imageSize(result)) {
        imageStore(result, at, texelFetch(source, at) + imageLoad(result, at));
    }
}
