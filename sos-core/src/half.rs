//! 16-bit floats: their bits, and the numbers that they represent.

/// 2 to the power of an exponent from -1022 to 1023.
pub const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// Returns the number that a 16-bit float represents.
pub fn half_to_f32(half: u16) -> f32 {
    let sign = if half & 0x8000 != 0 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(half >> 10 & 31), f32::from(half & 0x3FF));
    let magnitude = match exponent {
        0 => fraction * power_of_two(-24) as f32,
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * power_of_two(exponent - 25) as f32,
    };
    sign * magnitude
}

/// The bits of the 32-bit float that 16 bits encode; NaN payload bits keep their positions.
pub fn half_bits_to_f32(bits: u32) -> u32 {
    let (sign, magnitude) = ((bits & 0x8000) << 16, bits & 0x7FFF);
    if magnitude > 0x7C00 {
        return sign | 0x7F80_0000 | (magnitude & 0x03FF) << 13;
    }
    half_to_f32(bits as u16).to_bits()
}

/// Returns the bits nearest to a number, ties to even.
pub fn half_from_f64(value: f64) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    if value.is_nan() {
        return sign | 0x7E00;
    }
    let magnitude = value.abs();
    // In units in the last place: 2^-24 for denormals, more above.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    if exponent > 15 {
        return sign | 0x7C00;
    }
    let exact = magnitude * power_of_two(10 - exponent);
    let below = exact as u16;
    let rest = exact - f64::from(below);
    let units = below + u16::from(rest > 0.5 || rest == 0.5 && below % 2 == 1);
    // A carry out of the significand correctly increments the exponent, up to infinity.
    sign | ((((exponent + 14) as u16) << 10) + units)
}
