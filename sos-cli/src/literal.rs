//! A value as a person writes it (`--set 3=0.5`) and the bits that it has in a constant of a given type.
//!
//! Refuses what does not fit: a fraction for an integer, a number for a Boolean, a magnitude outside the type's range.

use half::f16;
use sos_core::SpecKind;

/// A value before the type of its constant is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `true` or `false`.
    Bool(bool),
    /// A decimal integer.
    Int(i128),
    /// A hexadecimal number: the constant's bits, whatever its type.
    Bits(u64),
    /// A number with a fraction or an exponent, or `inf` or `nan`.
    Float(f64),
}

impl Literal {
    /// Reads `true`, `-3`, `0x10`, `0.5`, `1e3`, `inf`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let lower = text.to_ascii_lowercase();
        if let Some(digits) = lower.strip_prefix("0x") {
            return u64::from_str_radix(digits, 16)
                .map(Self::Bits)
                .map_err(|_| format!("`{text}` is not a hexadecimal number of at most 64 bits"));
        }
        match lower.as_str() {
            "true" => return Ok(Self::Bool(true)),
            "false" => return Ok(Self::Bool(false)),
            _ => {}
        }
        if let Ok(int) = lower.parse::<i128>() {
            return Ok(Self::Int(int));
        }
        lower.parse::<f64>().map(Self::Float).map_err(|_| {
            format!("`{text}` is no value: give a number, 0x and its bits, true or false")
        })
    }

    /// The bits in a constant of this type, zero-extended to 64. The width is in bits.
    pub(crate) fn bits(self, kind: SpecKind, width: u32) -> Result<u64, String> {
        use SpecKind::{Bool, Float, Signed, Unsigned};
        match (kind, self) {
            (Bool, Self::Bool(value)) => Ok(u64::from(value)),
            (Bool, Self::Int(0) | Self::Bits(0)) => Ok(0),
            (Bool, Self::Int(1) | Self::Bits(1)) => Ok(1),
            (Signed | Unsigned | Float, Self::Bits(bits)) if bits <= ones(width) => Ok(bits),
            // Either reading of the sign is taken: 4294967295 and -1 are the same 32 bits.
            (Signed | Unsigned, Self::Int(int))
                if int >= -i128::from(ones(width) >> 1) - 1 && int <= i128::from(ones(width)) =>
            {
                Ok(int as u64 & ones(width))
            }
            (Float, Self::Int(int)) => float_bits(int as f64, width),
            (Float, Self::Float(float)) => float_bits(float, width),
            _ => Err(format!(
                "the value does not fit the constant's type, {}",
                kind.type_name(width)
            )),
        }
    }
}

/// A mask of the lowest `width` bits, for widths from 1 to 64.
const fn ones(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// Rounds to nearest even; a finite value must stay finite.
fn float_bits(value: f64, width: u32) -> Result<u64, String> {
    let (bits, finite) = match width {
        16 => (
            u64::from(f16::from_f64(value).to_bits()),
            f16::from_f64(value).is_finite(),
        ),
        32 => (
            u64::from((value as f32).to_bits()),
            (value as f32).is_finite(),
        ),
        64 => (value.to_bits(), value.is_finite()),
        _ => return Err(format!("give a {width}-bit float by its bits, as 0x…")),
    };
    if value.is_finite() && !finite {
        return Err(format!("{value} is out of range for a {width}-bit float"));
    }
    Ok(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOL: (SpecKind, u32) = (SpecKind::Bool, 32);
    const I8: (SpecKind, u32) = (SpecKind::Signed, 8);
    const U32: (SpecKind, u32) = (SpecKind::Unsigned, 32);
    const I64: (SpecKind, u32) = (SpecKind::Signed, 64);
    const F16: (SpecKind, u32) = (SpecKind::Float, 16);
    const F32: (SpecKind, u32) = (SpecKind::Float, 32);
    const F64: (SpecKind, u32) = (SpecKind::Float, 64);

    fn bits(text: &str, (kind, width): (SpecKind, u32)) -> Result<u64, String> {
        Literal::parse(text)?.bits(kind, width)
    }

    #[test]
    fn integers_fit_by_either_sign() {
        assert_eq!(bits("-1", I8), Ok(0xFF));
        assert_eq!(bits("255", I8), Ok(0xFF));
        assert_eq!(bits("-128", I8), Ok(0x80));
        assert!(bits("-129", I8).is_err());
        assert!(bits("256", I8).is_err());
        assert_eq!(bits("4294967295", U32), Ok(0xFFFF_FFFF));
        assert!(bits("4294967296", U32).is_err());
        assert_eq!(bits("-9223372036854775808", I64), Ok(1 << 63));
        assert_eq!(bits("18446744073709551615", I64), Ok(u64::MAX));
        assert!(bits("18446744073709551616", I64).is_err());
        assert!(bits("0.5", U32).is_err());
        assert!(bits("true", U32).is_err());
    }

    #[test]
    fn hexadecimal_is_the_bits() {
        assert_eq!(bits("0x3F800000", F32), Ok(0x3F80_0000));
        assert_eq!(bits("0XfF", I8), Ok(0xFF));
        assert!(bits("0x100", I8).is_err());
        assert!(bits("0x10000000000000000", I64).is_err());
        assert!(bits("0x", U32).is_err());
    }

    #[test]
    fn floats_round_to_the_type() {
        assert_eq!(bits("0.5", F16), Ok(0x3800));
        assert_eq!(bits("1", F32), Ok(0x3F80_0000));
        assert_eq!(bits("-0.0", F64), Ok(1 << 63));
        assert_eq!(bits("inf", F32), Ok(0x7F80_0000));
        assert!(bits("65520", F16).is_err());
        assert!(bits("1e39", F32).is_err());
    }

    #[test]
    fn booleans_are_true_or_false() {
        assert_eq!(bits("TRUE", BOOL), Ok(1));
        assert_eq!(bits("0", BOOL), Ok(0));
        assert!(bits("2", BOOL).is_err());
        assert!(bits("yes", BOOL).is_err());
    }
}
