//! `OpCopyMemory` with two memory operands.
//!
//! Since 1.4, `OpCopyMemory` may have separate memory operands for its target and its source. A store and a load can have these
//! in every version.

use crate::emit::Builder;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::operands::{operands, Operand};
use crate::report::Exactness;
use crate::rules::{Action, Family, Refusal, Rule};
use crate::tables::{op, OperandKind};

/// Copies with two memory operands.
pub const COPY_MEMORY: Rule = Rule {
    name: "copy-memory",
    family: Family::Version,
    exactness: Exactness::Exact,
    summary: "a copy with an access for each end by a load and a store",
    action: Action::Lower {
        claims: |_, inst| inst.opcode() == op::OpCopyMemory,
        lower: lower_copy_memory,
    },
};

fn lower_copy_memory(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let is_mask = |operand: &Operand| operand.kind == OperandKind::MemoryAccess;
    let second = operands(inst.words(), 1).filter(is_mask).nth(1);
    let second = second
        .ok_or(Refusal("it has one access for both ends"))?
        .index;
    let (target, source) = (inst.word(1), inst.word(2));
    let TypeView::Pointer { pointee: ty, .. } = build.view(build.type_of(source)) else {
        return Err(Refusal("what it copies is not known"));
    };
    let mut operands = [0; 16];
    let of_source = inst.from(second);
    let slot = operands.get_mut(..=of_source.len());
    let slot = slot.ok_or(Refusal("too many operands"))?;
    for (word, &value) in slot.iter_mut().zip([source].iter().chain(of_source)) {
        *word = value;
    }
    let value = build.op(op::OpLoad, ty, slot);
    let of_target = inst.words().get(3..second).unwrap_or(&[]);
    let len = of_target.len() + 3;
    let slot = operands.get_mut(..len);
    let slot = slot.ok_or(Refusal("too many operands"))?;
    let header = (len as u32) << 16 | u32::from(op::OpStore);
    for (word, &value) in slot
        .iter_mut()
        .zip([header, target, value].iter().chain(of_target))
    {
        *word = value;
    }
    build.raw(slot);
    Ok(())
}
