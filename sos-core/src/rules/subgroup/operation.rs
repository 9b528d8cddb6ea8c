//! The operations of reductions and scans: the binary instruction and the identity of each.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::identity_bits;
use crate::tables::{glsl_std_450 as glsl, op};

/// An instruction that combines two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binary {
    /// A core instruction.
    Core(u16),
    /// An instruction of `GLSL.std.450`.
    Glsl(u32),
}

/// The binary instruction of a group operation. Minima and maxima of floats are those that return the number if one operand is
/// NaN, as group operations do.
fn binary(opcode: u16) -> Option<Binary> {
    use Binary::{Core, Glsl};
    Some(match opcode {
        op::OpGroupNonUniformIAdd => Core(op::OpIAdd),
        op::OpGroupNonUniformFAdd => Core(op::OpFAdd),
        op::OpGroupNonUniformIMul => Core(op::OpIMul),
        op::OpGroupNonUniformFMul => Core(op::OpFMul),
        op::OpGroupNonUniformSMin => Glsl(glsl::SMin),
        op::OpGroupNonUniformUMin => Glsl(glsl::UMin),
        op::OpGroupNonUniformFMin => Glsl(glsl::NMin),
        op::OpGroupNonUniformSMax => Glsl(glsl::SMax),
        op::OpGroupNonUniformUMax => Glsl(glsl::UMax),
        op::OpGroupNonUniformFMax => Glsl(glsl::NMax),
        op::OpGroupNonUniformBitwiseAnd => Core(op::OpBitwiseAnd),
        op::OpGroupNonUniformBitwiseOr => Core(op::OpBitwiseOr),
        op::OpGroupNonUniformBitwiseXor => Core(op::OpBitwiseXor),
        op::OpGroupNonUniformLogicalAnd => Core(op::OpLogicalAnd),
        op::OpGroupNonUniformLogicalOr => Core(op::OpLogicalOr),
        op::OpGroupNonUniformLogicalXor => Core(op::OpLogicalNotEqual),
        _ => return None,
    })
}

/// Whether an opcode is a reduction or scan.
pub fn is_operation(opcode: u16) -> bool {
    binary(opcode).is_some()
}

/// Returns the operand of a reduction or scan as a value of the result's type. The specification demands that type, but
/// validators have long accepted integers of the other signedness.
pub fn operand(build: &mut Builder<'_, '_>, ty: u32, value: u32) -> u32 {
    match build.type_of(value) == ty {
        true => value,
        false => build.op(op::OpBitcast, ty, &[value]),
    }
}

/// Combines two values; the first is that of the lower invocation. 1 instruction.
pub fn combine(build: &mut Builder<'_, '_>, opcode: u16, ty: u32, low: u32, high: u32) -> u32 {
    let id = build.id();
    combine_as(build, id, opcode, ty, [low, high]);
    id
}

/// As [`combine`], with a given result id.
pub fn combine_as(build: &mut Builder<'_, '_>, id: u32, opcode: u16, ty: u32, values: [u32; 2]) {
    match binary(opcode) {
        Some(Binary::Core(core)) => build.op_as(id, core, ty, &values),
        Some(Binary::Glsl(number)) => build.glsl_as(id, number, ty, &values),
        None => {}
    }
}

/// The identity (specification, "Group and Subgroup Instructions": the identity I), or `None` if the operation does not accept
/// the type.
pub fn identity(build: &mut Builder<'_, '_>, opcode: u16, ty: u32) -> Option<u32> {
    let (scalar, _) = build.shape(ty)?;
    Some(build.splat(ty, identity_bits(opcode, scalar)?))
}

#[cfg(test)]
mod tests;
