//! Removal of unused types.
//!
//! After a pass has changed the types of variables and values, types that only the old ones were built of are unused:
//! structures with obsolete layouts, and pointers to their members. The final plan removes those that need what the target
//! lacks. It keeps the others, which are valid and harmless, but later passes would have to handle them.

use super::{Cached, ModuleBuilder};
use crate::inst::{Inst, Insts};
use crate::operands::for_each_id;
use crate::plan::result;
use crate::tables::{op, op_hot, OpFlags};
use alloc::vec::Vec;

/// A kept instruction uses the type.
pub(super) const USED: u8 = 1;
/// The declaration is removed.
pub(super) const SWEPT: u8 = 2;

/// The lowest opcode that does not belong to core SPIR-V.
const EXTENSIONS: u16 = 4096;

impl ModuleBuilder {
    /// Removes unused types. Must be called after globals and code are written and before the input's annotations are
    /// copied. Nothing can be declared afterwards.
    pub fn sweep(&mut self) {
        let mut state = core::mem::take(&mut self.state);
        state.clear();
        state.resize(self.bound as usize, 0);
        for section in [&self.code, &self.soft] {
            for inst in all(section) {
                mark_types(&mut state, inst);
            }
        }
        // Constants are kept, since execution modes may use them; so are global variables.
        let mut starts = core::mem::take(&mut self.starts);
        starts.clear();
        for inst in all(&self.globals) {
            starts.push(inst.offset());
            // Used before its declaration: in reverse order, the pointee would be visited before the users of the pointer.
            if inst.opcode() == op::OpTypeForwardPointer {
                mark(&mut state, inst);
            }
        }
        let mut swept = core::mem::take(&mut self.swept);
        swept.clear();
        for &at in starts.iter().rev() {
            let Some(inst) = Inst::at(&self.globals, at) else {
                continue;
            };
            let is_type = op_hot(inst.opcode()).flags.contains(OpFlags::TYPE);
            let ty = result(inst).filter(|_| is_type);
            let slot = ty.and_then(|ty| state.get_mut(ty as usize));
            match slot.filter(|slot| **slot != USED) {
                Some(slot) => {
                    *slot = SWEPT;
                    swept.push(at);
                    self.remove(inst.word(1));
                }
                None if is_type => mark(&mut state, inst),
                None => mark_types(&mut state, inst),
            }
        }
        remove_at(&mut self.globals, swept.iter().rev());
        swept.clear();
        let notes = all(&self.annotations);
        let is_swept = |inst: &Inst<'_>| state.get(inst.target() as usize) == Some(&SWEPT);
        swept.extend(notes.filter(is_swept).map(|inst| inst.offset()));
        remove_at(&mut self.annotations, swept.iter());
        self.swept = swept;
        self.declared.clear();
        self.cached = Cached::default();
        self.state = state;
        self.starts = starts;
    }

    /// Whether the last sweep removed a type.
    pub fn is_swept(&self, id: u32) -> bool {
        self.state.get(id as usize) == Some(&SWEPT)
    }
}

/// Marks the types that an instruction uses which is no type itself: its result type. In core SPIR-V only `OpFunction` uses
/// another type; instructions of extensions and extended instruction sets may use others.
fn mark_types(state: &mut [u8], inst: Inst<'_>) {
    let opcode = inst.opcode();
    if opcode == op::OpFunction || opcode >= EXTENSIONS || inst.is_extended() {
        mark(state, inst);
    } else if op_hot(opcode).flags.contains(OpFlags::RESULT_TYPE) {
        if let Some(slot) = state.get_mut(inst.result_type() as usize) {
            *slot = USED;
        }
    }
}

/// Marks all ids of an instruction. `OpSwitch` is skipped: the width of its literals is not known here, and its ids are values
/// and labels, never types.
fn mark(state: &mut [u8], inst: Inst<'_>) {
    if inst.opcode() == op::OpSwitch {
        return;
    }
    for_each_id(inst.words(), 1, |_, id| {
        if let Some(slot) = state.get_mut(id as usize) {
            *slot = USED;
        }
    });
}

/// Iterates over the instructions of a section.
fn all(section: &[u32]) -> Insts<'_> {
    Insts::new(section, 0, section.len() as u32)
}

/// Removes the instructions at these word offsets, which ascend.
fn remove_at<'o>(words: &mut Vec<u32>, offsets: impl Iterator<Item = &'o u32>) {
    let (mut from, mut to) = (0, 0);
    for &at in offsets {
        let Some(inst) = Inst::at(words, at) else {
            continue;
        };
        let (at, end) = (at as usize, inst.end() as usize);
        words.copy_within(from..at, to);
        to += at - from;
        from = end;
    }
    words.copy_within(from.., to);
    words.truncate(words.len() - (from - to));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Build;
    use crate::facts::Facts;
    use crate::header::LEN;
    use crate::options::Limits;
    use crate::passes::Input;

    #[test]
    fn only_unused_types_are_removed() {
        let words = crate::assemble::compute(
            3,
            "",
            "OpDecorate %strided ArrayStride 4
             OpMemberDecorate %unused 0 Offset 0
             OpMemberDecorate %held 0 Offset 0
             %strided = OpTypeRuntimeArray %f32
             %unused = OpTypeStruct %strided
             %to_unused = OpTypePointer Private %unused
             %held = OpTypeStruct %u32
             %to_held = OpTypePointer Private %held
             %variable = OpVariable %to_held Private
             OpTypeForwardPointer %to_late PhysicalStorageBuffer
             %early = OpTypeStruct %to_late
             %to_early = OpTypePointer Private %early
             %second = OpVariable %to_early Private
             %late = OpTypeStruct %early
             %to_late = OpTypePointer PhysicalStorageBuffer %late",
            "",
        );
        let mut facts = Facts::default();
        facts.scan(&words, &Limits::default()).unwrap();
        let input = Input {
            words: &words,
            facts: &facts,
        };
        let (mut build, mut out) = (ModuleBuilder::default(), Vec::new());
        build.begin(input, None);
        for inst in facts.declarations(&words) {
            build.copy_global(input, inst).unwrap();
        }
        let mine = build.structure(&[]);
        build.decorate(mine, &[crate::tables::decoration::Block]);
        for inst in facts.code(&words) {
            build.copy_code(input, inst).unwrap();
        }
        build.sweep();
        build.copy_annotations(input).unwrap();
        build.finish(input, &mut out).unwrap();
        let count = |opcode| {
            let all = Insts::new(&out, LEN as u32, out.len() as u32);
            all.filter(|inst| inst.opcode() == opcode).count()
        };
        assert_eq!(count(op::OpTypeStruct), 3);
        assert_eq!(count(op::OpTypePointer), 3);
        assert_eq!(count(op::OpTypeRuntimeArray), 0);
        assert_eq!(count(op::OpDecorate), 0);
        assert_eq!(count(op::OpMemberDecorate), 1);
        assert_eq!(count(op::OpVariable), 2);
    }
}
