#version 460
// A closest-hit shader with its attributes and the geometry that was hit.
//
// build: --target-env vulkan1.2
// sos: native RayTracingKHR
// sos: outcome chosen unsupported
// sos: outcome lavapipe-25.0.7,radv-navi21,radv-navi31 unchanged
#extension GL_EXT_ray_tracing : require

layout(location = 0) rayPayloadInEXT vec3 light;
hitAttributeEXT vec2 weights;

void main() {
    light = vec3(weights, gl_HitTEXT * 0.01) + vec3(gl_PrimitiveID & 1, gl_InstanceCustomIndexEXT & 1, 0);
}
