#version 450
// build: --target-env vulkan1.0
//
// Image operands with parameters, loop control, built-ins and an extended instruction set.
layout(binding = 0) uniform sampler2D colour;
layout(binding = 1, rgba8) uniform readonly image2D plane;
layout(binding = 2) uniform sampler2DMS samples;
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int count;
layout(location = 0) out vec4 result;
void main() {
    vec4 sum = texture(colour, uv, 0.5) + textureOffset(colour, uv, ivec2(1, -1), 0.25);
    sum += textureGradOffset(colour, uv, dFdx(uv), dFdy(uv), ivec2(2, 1));
    sum += textureGather(colour, uv, 1) + imageLoad(plane, ivec2(gl_FragCoord.xy));
    for (int i = 0; i < count; ++i) {
        sum += texelFetch(samples, ivec2(i), gl_SampleID) * inversesqrt(float(i));
    }
    result = sum;
}
