// Arithmetic on 64-bit integers as pairs of words, and moves between the words of longer ones.

// A 64-bit integer.
struct Pair {
    uint lo;
    uint hi;
};

// Leading zeros; 32 for 0.
uint _leading_zeros(const uint x) {
    return uint(31 - findMSB(x));
}

// The upper word of a pair shifted left by `by`, less than 32. Two shifts, because one by 32 is undefined.
uint _left(const uint hi, const uint lo, const uint by) {
    return hi << by | lo >> 1u >> (by ^ 31u);
}

// The lower word of a pair shifted right by `by`, less than 32.
uint _right(const uint hi, const uint lo, const uint by) {
    return lo >> by | hi << 1u << (by ^ 31u);
}

Pair _sub(const Pair a, const Pair b) {
    uint borrow;
    uint lo = usubBorrow(a.lo, b.lo, borrow);
    return Pair(lo, a.hi - b.hi - borrow);
}

bool _less(const Pair a, const Pair b) {
    return mix(a.hi < b.hi, a.lo < b.lo, a.hi == b.hi);
}

// The sign of a word, in all bits.
uint _sign(const uint hi) {
    return uint(int(hi) >> 31u);
}

// `a` where all bits of `sign` are 0, `-a` where they are 1.
Pair _with_sign(const Pair a, const uint sign) {
    return _sub(Pair(a.lo ^ sign, a.hi ^ sign), Pair(sign, sign));
}
