//! Scalar types, and the operations of reductions and scans on them.

/// The type of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentType {
    /// An unsigned integer of 8, 16, 32 or 64 bits.
    Uint(u32),
    /// A signed integer in two's complement.
    Int(u32),
    /// A float of 32 or 64 bits.
    Float(u32),
}

/// The operation of a reduction or scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Addition; integers wrap.
    Add,
    /// Multiplication; integers wrap.
    Mul,
    /// Minimum.
    Min,
    /// Maximum.
    Max,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

impl ComponentType {
    /// The width in bits.
    pub fn width(self) -> u32 {
        match self {
            Self::Uint(width) | Self::Int(width) | Self::Float(width) => width,
        }
    }

    fn truncate(self, bits: u64) -> u64 {
        bits & (u64::MAX >> (64 - self.width()))
    }

    fn signed(self, bits: u64) -> i64 {
        let shift = 64 - self.width();
        ((bits << shift) as i64) >> shift
    }

    fn float(self, bits: u64) -> f64 {
        match self.width() {
            32 => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits),
        }
    }

    fn encode_float(self, value: f64) -> u64 {
        match self.width() {
            32 => u64::from((value as f32).to_bits()),
            _ => value.to_bits(),
        }
    }

    /// The identity of an operation, with which an exclusive scan starts.
    pub fn identity(self, op: Op) -> u64 {
        let sign = 1 << (self.width() - 1);
        match (op, self) {
            (Op::Add | Op::Or | Op::Xor, _) => 0,
            (Op::Mul, Self::Float(_)) => self.encode_float(1.0),
            (Op::Mul, _) => 1,
            (Op::And, _) => self.truncate(u64::MAX),
            (Op::Min, Self::Uint(_)) => self.truncate(u64::MAX),
            (Op::Min, Self::Int(_)) => sign - 1,
            (Op::Min, Self::Float(_)) => self.encode_float(f64::INFINITY),
            (Op::Max, Self::Uint(_)) => 0,
            (Op::Max, Self::Int(_)) => sign,
            (Op::Max, Self::Float(_)) => self.encode_float(f64::NEG_INFINITY),
        }
    }

    /// Combines two values. Floats are rounded after each operation. The order of operations is the device's choice, so tests
    /// use floats for which no operation rounds.
    ///
    /// If one operand of `FMin` or `FMax` is NaN, the result is the other operand, as `OpGroupNonUniformFMin` requires.
    pub fn combine(self, op: Op, a: u64, b: u64) -> u64 {
        let select = |first: bool| if first { a } else { b };
        match (op, self) {
            (Op::And, _) => a & b,
            (Op::Or, _) => a | b,
            (Op::Xor, _) => a ^ b,
            (Op::Add | Op::Mul, Self::Float(_)) => {
                let (x, y) = (self.float(a), self.float(b));
                self.encode_float(if op == Op::Add { x + y } else { x * y })
            }
            (Op::Add, _) => self.truncate(a.wrapping_add(b)),
            (Op::Mul, _) => self.truncate(a.wrapping_mul(b)),
            (Op::Min, Self::Uint(_)) => a.min(b),
            (Op::Max, Self::Uint(_)) => a.max(b),
            (Op::Min, Self::Int(_)) => select(self.signed(a) <= self.signed(b)),
            (Op::Max, Self::Int(_)) => select(self.signed(a) >= self.signed(b)),
            (Op::Min, Self::Float(_)) => {
                select(self.float(a) <= self.float(b) || self.float(b).is_nan())
            }
            (Op::Max, Self::Float(_)) => {
                select(self.float(a) >= self.float(b) || self.float(b).is_nan())
            }
        }
    }

    /// Whether the value is NaN.
    pub fn is_nan(self, bits: u64) -> bool {
        matches!(self, Self::Float(_)) && self.float(bits).is_nan()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_at_their_width() {
        for (component, op, a, b, result) in [
            (ComponentType::Uint(32), Op::Add, 0xFFFF_FFFF, 2, 1),
            (ComponentType::Int(8), Op::Add, 0x7F, 1, 0x80),
            (ComponentType::Uint(64), Op::Add, u64::MAX, 1, 0),
            (ComponentType::Uint(16), Op::Mul, 0x1_00, 0x1_00, 0),
            (ComponentType::Int(32), Op::Min, 0xFFFF_FFFF, 1, 0xFFFF_FFFF),
            (ComponentType::Uint(32), Op::Min, 0xFFFF_FFFF, 1, 1),
            (ComponentType::Int(16), Op::Max, 0x8000, 0x7FFF, 0x7FFF),
            (ComponentType::Int(64), Op::Max, 1 << 63, 0, 0),
        ] {
            assert_eq!(component.combine(op, a, b), result, "{component:?} {op:?}");
        }
    }

    #[test]
    fn float_min_and_max_compare_values_and_ignore_nan() {
        let bits = |value: f32| u64::from(value.to_bits());
        let float = ComponentType::Float(32);
        let nan = bits(f32::NAN);
        assert_eq!(float.combine(Op::Min, bits(-2.0), bits(1.0)), bits(-2.0));
        assert_eq!(float.combine(Op::Max, nan, bits(1.0)), bits(1.0));
        assert_eq!(float.combine(Op::Min, bits(1.0), nan), bits(1.0));
        assert_eq!(float.combine(Op::Add, bits(1.5), bits(2.0)), bits(3.5));
        assert!(float.is_nan(nan) && !ComponentType::Uint(32).is_nan(nan));
    }

    #[test]
    fn identity_leaves_values_unchanged() {
        let ops = [Op::Add, Op::Mul, Op::Min, Op::Max, Op::And, Op::Or, Op::Xor];
        for (component, values) in [
            (ComponentType::Uint(8), [0, 1, 0x80, 0xFF]),
            (ComponentType::Int(32), [0, 1, 0x8000_0000, 0xFFFF_FFFF]),
            (ComponentType::Int(64), [0, 5, 1 << 63, u64::MAX]),
            (
                ComponentType::Float(32),
                [0, 0x3F80_0000, 0xFF80_0000, 0x7F80_0000],
            ),
            (ComponentType::Float(64), [0, 1, 0x7FF0 << 48, 0xBFF0 << 48]),
        ] {
            let bitwise = !matches!(component, ComponentType::Float(_));
            for &op in ops.iter().take(if bitwise { 7 } else { 4 }) {
                for value in values {
                    let with = component.combine(op, component.identity(op), value);
                    assert_eq!(with, value, "{component:?} {op:?}");
                }
            }
        }
    }
}
