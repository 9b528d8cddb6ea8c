// Comparisons of 64-bit floats. Each is false if an operand is NaN; zeros of both signs are equal.

bool f64_is_nan(const uint lo, const uint hi) {
    return _ranked64(lo, hi & MAGNITUDE) > INFINITY64;
}

bool _either_nan64(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    return max(_ranked64(x_lo, x_hi & MAGNITUDE), _ranked64(y_lo, y_hi & MAGNITUDE)) > INFINITY64;
}

bool _both_zero64(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    return (x_lo | y_lo | (x_hi | y_hi) << 1u) == 0u;
}

// Equal as numbers; of NaN, if the bits are.
bool _alike64(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    bool is_same = (x_lo ^ y_lo | x_hi ^ y_hi) == 0u;
    bool are_zero = _both_zero64(x_lo, x_hi, y_lo, y_hi);
    return is_same || are_zero;
}

// Below as a number; of NaN, anything.
bool _below64(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    bool is_smaller = _less(Pair(x_lo, x_hi), Pair(y_lo, y_hi));
    bool is_negative = int(x_hi & y_hi) < 0;
    bool is_alike = _alike64(x_lo, x_hi, y_lo, y_hi);
    // Of opposite signs, the negative one has the larger bits.
    bool are_apart = int(x_hi ^ y_hi) < 0;
    bool is_turned = is_negative || are_apart;
    return (is_smaller != is_turned) && !is_alike;
}

bool f64_equal(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    bool is_alike = _alike64(x_lo, x_hi, y_lo, y_hi);
    bool is_nan = f64_is_nan(x_lo, x_hi);
    return is_alike && !is_nan;
}

// Neither equal nor unordered.
bool f64_unequal(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    bool is_alike = _alike64(x_lo, x_hi, y_lo, y_hi);
    bool is_nan = _either_nan64(x_lo, x_hi, y_lo, y_hi);
    return !(is_alike || is_nan);
}

bool f64_less(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    bool is_below = _below64(x_lo, x_hi, y_lo, y_hi);
    bool is_nan = _either_nan64(x_lo, x_hi, y_lo, y_hi);
    return is_below && !is_nan;
}

bool f64_less_equal(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    bool is_above = _below64(y_lo, y_hi, x_lo, x_hi);
    bool is_nan = _either_nan64(x_lo, x_hi, y_lo, y_hi);
    return !(is_above || is_nan);
}

// The smaller number; if one is NaN, the other.
Pair f64_min(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    bool is_above = f64_less(y_lo, y_hi, x_lo, x_hi);
    bool is_nan = f64_is_nan(x_lo, x_hi);
    bool takes = is_above || is_nan;
    return Pair(mix(x_lo, y_lo, takes), mix(x_hi, y_hi, takes));
}

Pair f64_max(const uint x_lo, const uint x_hi, const uint y_lo, const uint y_hi) {
    bool is_below = f64_less(x_lo, x_hi, y_lo, y_hi);
    bool is_nan = f64_is_nan(x_lo, x_hi);
    bool takes = is_below || is_nan;
    return Pair(mix(x_lo, y_lo, takes), mix(x_hi, y_hi, takes));
}

// -1, 0 or 1.
Pair f64_sign(const uint lo, const uint hi) {
    return Pair(0u, mix(hi & SIGN | 0x3FF00000u, 0u, (lo | hi << 1u) == 0u));
}
