//! Operations of groups of invocations.

use super::Scalar;
use crate::tables::op;

/// The bits of the identity of a reduction or scan for a scalar type (specification, "Group and Subgroup Instructions": the
/// identity I), or `None` if the operation does not accept the type.
pub fn identity_bits(opcode: u16, scalar: Scalar) -> Option<u64> {
    let ones = u64::MAX >> 64u32.saturating_sub(scalar.width()).min(63);
    let sign = 1 << scalar.width().saturating_sub(1).min(63);
    // The bits of 1 and of infinity.
    let (one, infinity) = match scalar {
        Scalar::Float { width: 16 } => (0x3C00, 0x7C00),
        Scalar::Float { width: 32 } => (0x3F80_0000, 0x7F80_0000),
        Scalar::Float { width: 64 } => (0x3FF0_0000_0000_0000, 0x7FF0_0000_0000_0000),
        Scalar::Float { .. } => return None,
        _ => (1, 0),
    };
    Some(match opcode {
        op::OpGroupNonUniformIMul | op::OpGroupNonUniformFMul => one,
        op::OpGroupNonUniformSMin => ones ^ sign,
        op::OpGroupNonUniformUMin | op::OpGroupNonUniformBitwiseAnd => ones,
        op::OpGroupNonUniformFMin => infinity,
        op::OpGroupNonUniformSMax => sign,
        op::OpGroupNonUniformFMax => infinity | sign,
        op::OpGroupNonUniformLogicalAnd => 1,
        _ => 0,
    })
}
