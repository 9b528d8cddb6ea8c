#version 460
// Shadows by ray queries from compute: most devices refuse it.
//
// build: --target-env vulkan1.2
// sos: native RayQueryKHR
// sos: outcome chosen unsupported
// sos: outcome lavapipe-25.0.7,radv-navi21,radv-navi31 unchanged
#extension GL_EXT_ray_query : require

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1, rgba16f) uniform writeonly image2D picture;
layout(std430, binding = 2) readonly buffer Surfaces { vec4 surfaces[]; };
layout(push_constant) uniform Push { vec3 sun; uint width; };

void main() {
    uvec2 at = gl_GlobalInvocationID.xy;
    vec3 origin = surfaces[at.y * width + at.x].xyz;
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsTerminateOnFirstHitEXT, 0xff, origin, 0.001, sun, 1000.0);
    while (rayQueryProceedEXT(query)) {
        if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionTriangleEXT) {
            rayQueryConfirmIntersectionEXT(query);
        }
    }
    bool lit = rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT;
    imageStore(picture, ivec2(at), lit ? vec4(1.0) : vec4(rayQueryGetIntersectionTEXT(query, true) * 0.001));
}
