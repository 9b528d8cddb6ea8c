#version 450
// Work-items of a group that cooperate through local memory: a tile of a matrix is turned, with one column of padding so
// that rows and columns fall on different banks.
//
// build: --target-env vulkan1.0
// sos: dispatch 2 2 1
// sos: buffer 0 0 random 1024 807
// sos: buffer 0 1 zero 4096
// sos: outcome lavapipe-*,nvk-*,radv-*,swiftshader unchanged
const uint TILE = 16u, SIZE = 32u;
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
shared uint tile[16][17];

void main() {
    uvec2 at = gl_GlobalInvocationID.xy, place = gl_LocalInvocationID.xy;
    tile[place.y][place.x] = source[at.y * SIZE + at.x];
    barrier();
    uvec2 to = gl_WorkGroupID.yx * TILE + place;
    result[to.y * SIZE + to.x] = tile[place.x][place.y];
}
