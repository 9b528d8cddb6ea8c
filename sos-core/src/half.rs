//! 16-bit floats: their bits, and the numbers that they represent.

/// Returns the number that a 16-bit float represents.
pub fn half_to_f32(half: u16) -> f32 {
    let sign = if half & 0x8000 != 0 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(half >> 10 & 31), f32::from(half & 0x3FF));
    let magnitude = match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * 2f32.powi(exponent - 25),
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
    // In units in the last place: 2^-24 for denormals, more above. `round_ties_even` does the rounding.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    if exponent > 15 {
        return sign | 0x7C00;
    }
    let units = (magnitude * 2f64.powi(10 - exponent)).round_ties_even() as u16;
    // A carry out of the significand correctly increments the exponent, up to infinity.
    sign | ((((exponent + 14) as u16) << 10) + units)
}
