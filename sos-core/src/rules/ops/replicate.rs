//! Replicated composites (SPV_EXT_replicated_composites) by composites that repeat the operand.
//!
//! ```text
//! %c = OpConstantCompositeReplicateEXT %v4float %one       %c = OpConstantComposite %v4float %one %one %one %one
//! %s = OpSpecConstantCompositeReplicateEXT %v2int %size    %s = OpSpecConstantComposite %v2int %size %size
//! %r = OpCompositeConstructReplicateEXT %v3float %x        %r = OpCompositeConstruct %v3float %x %x %x
//! ```
//!
//! Exact, by definition (SPV_EXT_replicated_composites, "Composite Instructions"). Vectors, matrices, structures, and arrays of
//! at most [`MAX_PARTS`] elements: larger ones are refused, since the output would grow out of proportion.
//!
//! `replicated-composite` is shown by `corpus/shaders/ops/replicated.spvasm`.

use crate::emit::Builder;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;
use arrayvec::ArrayVec;

/// The maximum number of repetitions.
const MAX_PARTS: usize = 1024;

/// Replicated composites.
pub const REPLICATE: Rule = Rule {
    name: "replicated-composite",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "composites of one value, written out",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpConstantCompositeReplicateEXT..=OpCompositeConstructReplicateEXT
        ]),
        lower,
    },
};

fn written_out(opcode: u16) -> Option<u16> {
    match opcode {
        op::OpConstantCompositeReplicateEXT => Some(op::OpConstantComposite),
        op::OpSpecConstantCompositeReplicateEXT => Some(op::OpSpecConstantComposite),
        op::OpCompositeConstructReplicateEXT => Some(op::OpCompositeConstruct),
        _ => None,
    }
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let opcode = written_out(inst.opcode()).ok_or(LowerError::Because("no such instruction"))?;
    let &[ty, id, value] = inst.from(1) else {
        return Err(LowerError::Because("it has one operand"));
    };
    let count = match build.view(ty) {
        TypeView::Vector { count, .. } => count as usize,
        TypeView::Struct(members) => members.len(),
        TypeView::Array { length, .. } => build.constant_value(length).ok_or(
            LowerError::Because("the length of an array is an open specialization constant"),
        )? as usize,
        _ => {
            return Err(LowerError::Because(
                "a composite whose contents are up to the device",
            ))
        }
    };
    if count > MAX_PARTS {
        return Err(LowerError::Because("the composite has too many components"));
    }
    let mut words = ArrayVec::<u32, { MAX_PARTS + 3 }>::new();
    let len = count as u32 + 3;
    words.extend([len << 16 | u32::from(opcode), ty, id]);
    words.extend(core::iter::repeat_n(value, count));
    build.plan.new.note_type(id, ty);
    build.whole(&words);
    Ok(())
}
