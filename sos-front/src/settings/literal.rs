//! Conversion between values as people write them (`--set 3=0.5`) and their bits in a constant of a given type.
//!
//! Rejects values that do not fit: a fraction for an integer, a number for a Boolean, a magnitude outside the type's range.

use half::f16;
use sos_core::SpecKind;

/// A parsed value whose constant's type is not known yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `true` or `false`.
    Bool(bool),
    /// A decimal integer.
    Int(i128),
    /// A hexadecimal number: the bits of the constant, whatever its type.
    Bits(u64),
    /// A number with a fraction or an exponent, or `inf` or `nan`.
    Float(f64),
}

impl Literal {
    /// Parses `true`, `-3`, `0x10`, `0.5`, `1e3`, `inf`.
    ///
    /// # Errors
    /// It is no value, or one that no type holds; a sentence says which.
    pub fn parse(text: &str) -> Result<Self, String> {
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
        match lower.parse::<i128>() {
            // Only floats have it.
            Ok(0) if lower.starts_with('-') => return Ok(Self::Float(-0.0)),
            Ok(int) => return Ok(Self::Int(int)),
            Err(_) => {}
        }
        let float = lower.parse::<f64>().map_err(|_| {
            format!("`{text}` is not a value: give a number, 0x and its bits, true or false")
        })?;
        // Only a number so large that no type holds it becomes infinite by being read.
        if float.is_infinite() && !lower.contains("inf") {
            return Err(format!(
                "`{text}` is out of range for every type; infinity is `inf`"
            ));
        }
        Ok(Self::Float(float))
    }

    /// The bits of the value in a constant of this type, zero-extended to 64 bits. The width is in bits.
    ///
    /// # Errors
    /// The type does not hold the value; a sentence says why.
    pub fn bits(self, kind: SpecKind, width: u32) -> Result<u64, String> {
        use SpecKind::{Bool, Float, Signed, Unsigned};
        match (kind, self) {
            // `-0`, which is read as the float of that sign.
            (Signed | Unsigned, Self::Float(0.0)) => Ok(0),
            (Bool, Self::Bool(value)) => Ok(u64::from(value)),
            (Bool, Self::Int(0) | Self::Bits(0)) => Ok(0),
            (Bool, Self::Int(1) | Self::Bits(1)) => Ok(1),
            (Signed | Unsigned | Float, Self::Bits(bits)) if bits <= ones(width) => Ok(bits),
            (Signed | Unsigned, Self::Int(int)) => {
                let (least, most) = match kind {
                    Signed => (-i128::from(ones(width) >> 1) - 1, ones(width) >> 1),
                    _ => (0, ones(width)),
                };
                if int < least || int > most.into() {
                    return Err(format!(
                        "{int} is out of range for the constant's type, {}: {least} to {most}, or its bits as 0x…",
                        kind.type_name(width)
                    ));
                }
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

/// Rounds to nearest even. A finite value that overflows is an error.
fn float_bits(value: f64, width: u32) -> Result<u64, String> {
    let (half, single) = (f16::from_f64(value), value as f32);
    let (bits, finite, most) = match width {
        16 => (half.to_bits().into(), half.is_finite(), f16::MAX.to_f64()),
        32 => (single.to_bits().into(), single.is_finite(), f32::MAX.into()),
        64 => (value.to_bits(), value.is_finite(), f64::MAX),
        _ => return Err(format!("give a {width}-bit float by its bits, as 0x…")),
    };
    if value.is_finite() && !finite {
        return Err(format!(
            "{value:?} is out of range for the constant's type, float{width}: -{most:?} to {most:?}, or inf"
        ));
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
    fn integers_are_in_the_range_of_the_type() {
        assert_eq!(bits("-1", I8), Ok(0xFF));
        assert_eq!(bits("127", I8), Ok(0x7F));
        assert_eq!(bits("-128", I8), Ok(0x80));
        assert!(bits("-129", I8).is_err());
        assert!(bits("128", I8).unwrap_err().contains("int8: -128 to 127"));
        assert_eq!(bits("4294967295", U32), Ok(0xFFFF_FFFF));
        assert!(bits("4294967296", U32).is_err());
        assert!(bits("-1", U32)
            .unwrap_err()
            .contains("uint32: 0 to 4294967295"));
        assert_eq!(bits("-9223372036854775808", I64), Ok(1 << 63));
        assert_eq!(bits("9223372036854775807", I64), Ok(u64::MAX >> 1));
        assert!(bits("9223372036854775808", I64).is_err());
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
        assert_eq!(bits("-0", F64), Ok(1 << 63));
        assert_eq!(bits("-0", U32), Ok(0));
        assert_eq!(bits("inf", F32), Ok(0x7F80_0000));
        assert_eq!(bits("-Infinity", F64), Ok(0xFFF0_0000_0000_0000));
        assert_eq!(bits("65519", F16), Ok(0x7BFF));
        assert!(bits("65520", F16)
            .unwrap_err()
            .contains("float16: -65504.0 to 65504.0"));
        assert!(bits("1e39", F32).is_err());
        for too_large in ["1e400", "-1e400", &"9".repeat(400)] {
            assert!(bits(too_large, F64).unwrap_err().contains("`inf`"));
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for (value, of, written) in [
            (1, BOOL, "true"),
            (0x80, I8, "-128"),
            (0xFFFF_FFFF, U32, "4294967295"),
            (1 << 63, I64, "-9223372036854775808"),
            (0x3800, F16, "0.5"),
            (0x7BFF, F16, "65504.0"),
            (0xFC00, F16, "-inf"),
            (0x7E01, F16, "0x7e01"),
            (1, F32, "1e-45"),
            (0x8000_0000, F32, "-0.0"),
            (0x3DCC_CCCD, F32, "0.1"),
            (0x7FC0_0000, F32, "0x7fc00000"),
            (0x7FEF_FFFF_FFFF_FFFF, F64, "1.7976931348623157e308"),
            (0xFFF0_0000_0000_0001, F64, "0xfff0000000000001"),
        ] {
            assert_eq!(
                sos_core::text::literal(value, &of.0.type_name(of.1)),
                written
            );
            assert_eq!(bits(written, of), Ok(value), "{written}");
        }
        for value in 0..=0xFFFF {
            assert_eq!(
                bits(&sos_core::text::literal(value, "float16"), F16),
                Ok(value)
            );
        }
    }

    #[test]
    fn booleans_are_true_or_false() {
        assert_eq!(bits("TRUE", BOOL), Ok(1));
        assert_eq!(bits("0", BOOL), Ok(0));
        assert!(bits("2", BOOL).is_err());
        assert!(bits("yes", BOOL).is_err());
    }
}
