//! Reference arithmetic of 16-bit floats, exact in units of 2^-48, the least significant bit of a product.

/// The value of a 16-bit float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    Nan,
    /// Infinity, and whether it is negative.
    Infinity(bool),
    /// The sign, and the magnitude in units of 2^-24.
    Finite(bool, i128),
}

pub const NAN: u32 = 0x7E00;
const SIGN: u32 = 0x8000;
const INFINITY: u32 = 0x7C00;

/// Decodes a 16-bit float.
pub fn read(bits: u32) -> Half {
    let negative = bits & SIGN != 0;
    let (exponent, fraction) = (bits >> 10 & 31, i128::from(bits & 0x3FF));
    match (exponent, fraction) {
        (31, 0) => Half::Infinity(negative),
        (31, _) => Half::Nan,
        (0, _) => Half::Finite(negative, fraction),
        _ => Half::Finite(negative, (fraction | 0x400) << (exponent - 1)),
    }
}

/// How results are rounded.
#[derive(Clone, Copy, Default)]
pub struct Mode {
    /// Towards zero instead of to nearest even.
    pub to_zero: bool,
    /// Denormals become zeros.
    pub flush: bool,
}

pub const NEAREST: Mode = Mode {
    to_zero: false,
    flush: false,
};

impl Mode {
    /// An operand, or a result.
    pub fn flushed(self, bits: u32) -> u32 {
        match self.flush && bits & INFINITY == 0 {
            true => bits & SIGN,
            false => bits,
        }
    }
}

/// Rounds a value in units of 2^-`scale` to nearest even. `negative_zero` is the sign of a zero result.
pub fn round(value: i128, scale: u32, negative_zero: bool) -> u32 {
    round_in(NEAREST, value, scale, negative_zero)
}

/// As [`round`], in a mode.
pub fn round_in(mode: Mode, value: i128, scale: u32, negative_zero: bool) -> u32 {
    let sign = if value < 0 || value == 0 && negative_zero {
        SIGN
    } else {
        0
    };
    let magnitude = value.unsigned_abs();
    // The candidates are the two neighbouring floats. Magnitudes are ordered like their bits.
    let units = |bits: u32| match read(bits) {
        Half::Finite(_, units) => (units as u128) << (scale - 24),
        // Rounding to infinity depends on the next larger float with an unlimited exponent.
        _ => 0x1_0000_u128 << scale,
    };
    let (mut low, mut high) = (0, INFINITY);
    if magnitude >= units(INFINITY) {
        return sign | (INFINITY - u32::from(mode.to_zero));
    }
    while high - low > 1 {
        let middle = (low + high) / 2;
        if units(middle) <= magnitude {
            low = middle;
        } else {
            high = middle;
        }
    }
    let (below, above) = (magnitude - units(low), units(high) - magnitude);
    if mode.to_zero {
        return mode.flushed(sign | low);
    }
    let nearest = match below.cmp(&above) {
        std::cmp::Ordering::Less => low,
        std::cmp::Ordering::Greater => high,
        std::cmp::Ordering::Equal => low + (low & 1),
    };
    mode.flushed(sign | nearest)
}

/// A finite value in units of 2^-24.
fn units(half: Half) -> Option<i128> {
    match half {
        Half::Finite(negative, units) => Some(if negative { -units } else { units }),
        _ => None,
    }
}

fn is_negative(bits: u32) -> bool {
    bits & SIGN != 0
}

pub fn is_nan(bits: u32) -> bool {
    read(bits) == Half::Nan
}

/// `x * y + z`, rounded once.
pub fn fused_multiply_add(x: u32, y: u32, z: u32) -> u32 {
    fused_multiply_add_in(NEAREST, x, y, z)
}

/// As [`fused_multiply_add`], in a mode.
pub fn fused_multiply_add_in(mode: Mode, x: u32, y: u32, z: u32) -> u32 {
    let [x, y, z] = [x, y, z].map(|operand| mode.flushed(operand));
    let negative = is_negative(x) != is_negative(y);
    let (a, b, c) = (read(x), read(y), read(z));
    if [a, b, c].contains(&Half::Nan) {
        return NAN;
    }
    let (Some(a), Some(b)) = (units(a), units(b)) else {
        // One factor is infinite.
        let by_nothing = units(a) == Some(0) || units(b) == Some(0);
        let cancels = c == Half::Infinity(!negative);
        return if by_nothing || cancels {
            NAN
        } else {
            INFINITY | if negative { SIGN } else { 0 }
        };
    };
    let Some(c) = units(c) else { return z };
    let sum = a * b + (c << 24);
    // A sum of zeros is negative if both are. An exact difference of other values is a positive zero.
    let negative = negative && is_negative(z) && a * b == 0 && c == 0;
    round_in(mode, sum, 48, negative)
}

pub fn add(x: u32, y: u32) -> u32 {
    add_in(NEAREST, x, y)
}

pub fn add_in(mode: Mode, x: u32, y: u32) -> u32 {
    fused_multiply_add_in(mode, x, 0x3C00, y)
}

pub fn mul(x: u32, y: u32) -> u32 {
    mul_in(NEAREST, x, y)
}

pub fn mul_in(mode: Mode, x: u32, y: u32) -> u32 {
    let negative = is_negative(x) != is_negative(y);
    // Adding a zero with the sign of the product does not change it.
    fused_multiply_add_in(mode, x, y, if negative { SIGN } else { 0 })
}

pub fn div(x: u32, y: u32) -> u32 {
    let negative = is_negative(x) != is_negative(y);
    let sign = if negative { SIGN } else { 0 };
    match (read(x), read(y)) {
        (Half::Nan, _) | (_, Half::Nan) | (Half::Infinity(_), Half::Infinity(_)) => NAN,
        (Half::Infinity(_), _) => sign | INFINITY,
        (_, Half::Infinity(_)) => sign,
        (Half::Finite(_, 0), Half::Finite(_, 0)) => NAN,
        (_, Half::Finite(_, 0)) => sign | INFINITY,
        (Half::Finite(_, a), Half::Finite(_, b)) => {
            // Digits beyond the rounding position are replaced by a sticky bit.
            let quotient = (a << 72) / b;
            let rest = i128::from((a << 72) % b != 0);
            let value = quotient << 1 | rest;
            round(if negative { -value } else { value }, 73, negative)
        }
    }
}

/// Rounds a 64-bit float to nearest even.
pub fn from_f64(value: f64) -> u32 {
    from_f64_in(NEAREST, value)
}

/// As [`from_f64`], in a mode.
pub fn from_f64_in(mode: Mode, value: f64) -> u32 {
    let sign = if value.is_sign_negative() { SIGN } else { 0 };
    if value.is_nan() {
        return NAN;
    }
    if value.abs() >= 65536.0 {
        let is_finite = mode.to_zero && value.is_finite();
        return sign | (INFINITY - u32::from(is_finite));
    }
    // The digits down to 2^-60, and a sticky bit for the others.
    let scaled = value.abs() * 2f64.powi(60);
    let whole = (scaled as i128) << 1 | i128::from(scaled.fract() != 0.0);
    round_in(mode, if sign == 0 { whole } else { -whole }, 61, sign != 0)
}

/// The value of a 16-bit float.
pub fn to_f64(bits: u32) -> f64 {
    let sign = if is_negative(bits) { -1.0 } else { 1.0 };
    match read(bits) {
        Half::Nan => f64::NAN,
        Half::Infinity(_) => sign * f64::INFINITY,
        Half::Finite(_, units) => sign * units as f64 * 2f64.powi(-24),
    }
}

/// The number of 16-bit floats from one to the other, or `None` if exactly one of them is NaN.
pub fn distance(a: u32, b: u32) -> Option<u32> {
    let offset = |bits: u32| {
        let magnitude = (bits & 0x7FFF) as i32;
        if is_negative(bits) {
            -magnitude
        } else {
            magnitude
        }
    };
    match (is_nan(a), is_nan(b)) {
        (true, true) => Some(0),
        (false, false) => Some(offset(a).abs_diff(offset(b))),
        _ => None,
    }
}

#[test]
fn reference_arithmetic_is_correct_for_known_cases() {
    let cases: [(u32, u32); 10] = [
        (add(0x3C00, 0x3C00), 0x4000),
        (add(0x7BFF, 0x4C00), 0x7C00),
        (add(0x8000, 0x8000), 0x8000),
        (add(0x3C00, 0xBC00), 0),
        (mul(0x0001, 0x3800), 0),
        (mul(0x0003, 0x3800), 2),
        (mul(0x8001, 0x0001), 0x8000),
        (div(0x3C00, 0x4200), 0x3555),
        (from_f64(65519.99), 0x7BFF),
        (from_f64(65520.0), 0x7C00),
    ];
    for (at, (is, expected)) in cases.iter().enumerate() {
        assert_eq!(is, expected, "case {at}");
    }
    for bits in (0..0x1_0000).filter(|&bits| !is_nan(bits)) {
        assert_eq!(from_f64(to_f64(bits)), bits);
        assert_eq!(add(bits, 0x8000), bits);
    }
}
