#version 450
// Matrices of doubles in buffers, by columns and by rows, whole and in parts, where their loss is allowed: numbers that have
// 24 bits come out the same in 32 bits.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: allow f64-to-f32
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 1024 527
// sos: buffer 0 1 zero 2048
// sos: buffer 0 2 zero 4096
// sos: buffer 0 3 uniform u32 0 1072693248 0 1073741824 0 3219128320 0 1079574528 0 1070596096 0 3221749760 0 1076101120 0 1069547520 0 1074790400 0 3220701184
// sos: outcome lavapipe-*,radv-* unchanged
// sos: outcome swiftshader rewritten
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) buffer Matrices {
    double head;
    dmat3x2 columns;
    layout(row_major) dmat2x4 rows;
    dmat4 list[2];
    layout(row_major) dmat3 turned[2];
} m;
layout(std140, binding = 3) uniform Constants { dmat2 plain; layout(row_major) dmat2x3 rowed; } u;
layout(std430, binding = 2) writeonly buffer Out { dvec4 result[]; };

double number(uint at) { return double(int(source[at & 255u]) >> 16) * 0.125lf; }

void main() {
    uint at = gl_LocalInvocationIndex;
    if (at < 3u) m.columns[at] = dvec2(number(at), number(at + 3u));
    if (at < 2u) m.rows[at] = dvec4(number(at + 6u), number(at + 8u), number(at + 10u), number(at + 12u));
    if (at < 8u) m.list[at & 1u][at >> 1] = dvec4(number(at), number(at * 3u), number(at * 5u), 0.5lf);
    if (at < 6u) m.turned[at & 1u][at >> 1].zxy = dvec3(number(at + 20u), number(at * 7u), -0.25lf);
    if (at == 9u) m.head = number(99u);
    memoryBarrierBuffer();
    barrier();
    dmat4 whole = m.list[at & 1u];
    dmat3 turned = m.turned[at & 1u];
    dmat2x4 rows = m.rows;
    result[at * 4u] = whole[at & 3u] + dvec4(m.head);
    result[at * 4u + 1u] = dvec4(turned[at % 3u], m.turned[1][at % 3u][at & 1u]);
    result[at * 4u + 2u] = rows[at & 1u] - dvec4(m.columns[at % 3u], m.columns[2]);
    rows[1].xyz += u.rowed * (u.plain[at & 1u] + u.plain[0]) + u.rowed[at & 1u][at % 3u];
    result[at * 4u + 3u] = rows[1] + dvec4((turned * dvec3(1.0lf, 2.0lf, -1.0lf)), m.rows[at & 1u].y);
    barrier();
    if (at == 3u) {
        m.columns = dmat3x2(rows[0].xy, rows[0].zw, rows[1].yz);
        m.turned[0] = transpose(turned);
        m.list[1] = dmat4(2.0lf);
    }
}
