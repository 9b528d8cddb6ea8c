//! Which instructions are to blame: without them, the target runs the module as it is.
//!
//! ```text
//! %old = OpAtomicFAddEXT %double %p …      %old = OpUndef %double
//!        OpStore %place %old                      OpStore %place %old
//! ```
//!
//! An instruction of a function with a result becomes `OpUndef`, one without goes, so the rest keeps its offsets in order. Nobody runs
//! the result: it only shows that everything else is fine. A type that only such instructions force on the target is then no cause:
//! 64-bit floats are replaced, and only an atomic operation on them is not.
//!
//! Declarations, decorations, blocks and what ends them stay, and so do needs that only these have.

use super::{fewest, key, Key, Trials};
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::module::Module;
use crate::options::Limits;
use crate::order::Order;
use crate::report::Unsupported;
use crate::tables::{op, op_hot, OpFlags};
use alloc::vec::Vec;

impl Trials<'_> {
    /// The needs among these whose instructions suffice as a cause: without them the target runs the module. `None` if it does not
    /// run it without all that can be taken out.
    pub(super) fn find_culprits(
        &mut self,
        unsupported: &[Unsupported],
        causes: &[Key],
    ) -> Option<Vec<Key>> {
        let mut left: Vec<Key> = causes.to_vec();
        // Needs of declarations and limits cannot be taken out, and need not be if those of instructions suffice.
        left.retain(|cause| {
            let mut places = unsupported.iter().filter(|one| key(one) == *cause);
            places.all(|one| one.function.is_some())
        });
        if left.is_empty() || !self.runs_without(unsupported, &left) {
            return None;
        }
        Some(fewest(left, |left| self.runs_without(unsupported, left)))
    }

    /// Whether the target runs the module without the instructions that have these needs.
    fn runs_without(&mut self, unsupported: &[Unsupported], needs: &[Key]) -> bool {
        let places = unsupported.iter().filter(|one| needs.contains(&key(one)));
        let mut offsets: Vec<u32> = places.map(|one| one.offset).collect();
        offsets.order();
        offsets.dedup();
        let Some(words) = without(self.module, &offsets) else {
            return false;
        };
        match Module::scan(&words, &Limits::NONE) {
            Ok(module) => self.runs(&module, self.target, self.options),
            Err(_) => false,
        }
    }
}

/// The words of a module without the instructions at these offsets, which are those of the original module, ascending. `None` if one of them
/// cannot be taken out.
fn without(module: &Module<'_>, offsets: &[u32]) -> Option<Vec<u32>> {
    let words = module.words();
    let mut out = words.get(..LEN)?.to_vec();
    let mut found = 0;
    for inst in Insts::new(words, LEN as u32, words.len() as u32) {
        let original = module.removed.original_offset(inst.offset());
        if offsets.binary_search(&original).is_err() {
            out.extend_from_slice(inst.words());
            continue;
        }
        found += 1;
        let is_code = inst.offset() >= module.facts.first_function;
        if !is_code || is_structure(inst) {
            return None;
        }
        let flags = op_hot(inst.opcode()).flags;
        if flags.contains(OpFlags::RESULT_TYPE) {
            let undef = 3 << 16 | u32::from(op::OpUndef);
            out.extend_from_slice(&[undef, inst.result_type(), inst.result()]);
        }
    }
    (found == offsets.len()).then_some(out)
}

/// Whether an instruction is part of the control flow of a function, or declares something in it.
fn is_structure(inst: Inst<'_>) -> bool {
    matches!(
        inst.opcode(),
        op::OpFunction
            | op::OpFunctionParameter
            | op::OpFunctionEnd
            | op::OpLabel
            | op::OpPhi
            | op::OpVariable
            | op::OpUntypedVariableKHR
            | op::OpSelectionMerge
            | op::OpLoopMerge
    ) || op_hot(inst.opcode()).flags.contains(OpFlags::TERMINATOR)
}
