#version 450
// Distances on the ellipsoid of the Earth by Lambert's formula; sine, cosine and arc functions by their series.
//
// build: --target-env vulkan1.1
// sos: native Float64
// sos: dispatch 1 1 1
// sos: buffer 0 0 random 128 705
// sos: buffer 0 1 zero 256
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { ivec4 source[32]; };
layout(std430, binding = 1) buffer Out { double result[32]; };

double sine(double x) {
    precise double square = x * x, term = x, sum = x;
    for (int i = 1; i < 12; i++) {
        term *= -square / double(2 * i * (2 * i + 1));
        sum += term;
    }
    return sum;
}

double arc_tangent(double x) {
    // Halved twice.
    for (int i = 0; i < 2; i++) {
        precise double half_of = x / (1.0lf + sqrt(1.0lf + x * x));
        x = half_of;
    }
    precise double square = x * x, term = x, sum = x;
    for (int i = 1; i < 20; i++) {
        term *= -square;
        sum += term / double(2 * i + 1);
    }
    return sum * 4.0lf;
}

const double HALF_PI = 1.5707963267948966lf;

void main() {
    uint at = gl_LocalInvocationIndex;
    // Latitudes up to 80 degrees, longitudes up to 60.
    precise dvec4 angles = dvec4(source[at]) / 2147483648.0lf * dvec4(1.4lf, 1.0lf, 1.4lf, 1.0lf);
    precise double flat_by = 1.0lf / 298.257223563lf;
    dvec2 latitude;
    for (int i = 0; i < 2; i++) {
        double s = sine(angles[i * 2]), c = sine(HALF_PI - abs(angles[i * 2]));
        precise double t = (1.0lf - flat_by) * (s / c);
        latitude[i] = arc_tangent(t);
    }
    precise double up = sine((latitude.y - latitude.x) * 0.5lf), along = sine((angles.w - angles.y) * 0.5lf);
    precise double h = up * up + sine(HALF_PI - abs(latitude.x)) * sine(HALF_PI - abs(latitude.y)) * (along * along);
    precise double angle = 2.0lf * arc_tangent(sqrt(h / (1.0lf - h)));
    precise double p = (latitude.x + latitude.y) * 0.5lf, q = (latitude.y - latitude.x) * 0.5lf;
    precise double sp = sine(p), sq = sine(q), cp = 1.0lf - sp * sp, cq = 1.0lf - sq * sq, sa = sine(angle * 0.5lf);
    precise double ca = 1.0lf - sa * sa, s = sine(angle);
    precise double x = (angle - s) * (sp * sp * cq) / ca, y = (angle + s) * (cp * sq * sq) / (sa * sa);
    result[at] = 6378137.0lf * (angle - flat_by * 0.5lf * (x + y));
}
