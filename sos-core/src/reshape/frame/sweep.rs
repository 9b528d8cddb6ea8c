//! Removal of unused types.
//!
//! After a pass has changed the types of variables and values, types that only the old ones were built of are unused:
//! structures with obsolete layouts, and pointers to their members. The final plan removes those that need what the target
//! lacks. It keeps the others, which are valid and harmless, but later passes would have to handle them.

use super::{Cached, Frame};
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::plan::result;
use crate::tables::{op, op_hot, OpFlags};

/// A kept instruction uses the type.
pub(super) const USED: u8 = 1;
/// The declaration is removed.
pub(super) const SWEPT: u8 = 2;

/// The lowest opcode that does not belong to core SPIR-V.
const EXTENSIONS: u16 = 4096;

impl Frame {
    /// Removes unused types. Must be called after globals and code are written and before the input's annotations are
    /// copied. Nothing can be declared afterwards.
    pub fn sweep(&mut self) {
        let mut state = std::mem::take(&mut self.state);
        state.clear();
        state.resize(self.bound as usize, 0);
        for section in [&self.code, &self.helpers] {
            for inst in Insts::new(section, 0, section.len() as u32) {
                mark_in_code(&mut state, inst);
            }
        }
        // Constants are kept, since execution modes may use them; so are global variables.
        let mut starts = std::mem::take(&mut self.starts);
        starts.clear();
        let globals = || Insts::new(&self.globals, 0, self.globals.len() as u32);
        for inst in globals() {
            starts.push(inst.offset());
            // Used before its declaration: in reverse order, the pointee would be visited before the users of the pointer.
            if inst.opcode() == op::OpTypeForwardPointer {
                mark(&mut state, inst);
            }
        }
        for &at in starts.iter().rev() {
            let Some(inst) = Inst::at(&self.globals, at) else {
                continue;
            };
            let is_type = op_hot(inst.opcode()).flags.contains(OpFlags::TYPE);
            let id = result(inst).filter(|_| is_type).unwrap_or(0);
            match state.get_mut(id as usize) {
                Some(slot) if is_type && *slot != USED => {
                    *slot = SWEPT;
                    self.remove(id);
                }
                _ => mark(&mut state, inst),
            }
        }
        let is_swept = |id: u32| state.get(id as usize) == Some(&SWEPT);
        retain(&mut self.globals, |inst| {
            let is_type = op_hot(inst.opcode()).flags.contains(OpFlags::TYPE);
            !is_type || !result(inst).is_some_and(is_swept)
        });
        retain(&mut self.annotations, |inst| !is_swept(inst.word(1)));
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

/// Marks the types that an instruction of a function uses: its result type. In core SPIR-V only `OpFunction` uses another
/// type; instructions of extensions and extended instruction sets may use others.
fn mark_in_code(state: &mut [u8], inst: Inst<'_>) {
    let opcode = inst.opcode();
    if opcode == op::OpFunction || opcode >= EXTENSIONS || inst.is_extended() {
        mark(state, inst);
    } else if op_hot(opcode).flags.contains(OpFlags::RESULT_TYPE) {
        if let Some(slot) = state.get_mut(inst.word(1) as usize) {
            *slot = USED;
        }
    }
}

/// Marks all ids that an instruction uses. `OpSwitch` is skipped: the width of its literals is not known here, and its ids
/// are values and labels, never types.
fn mark(state: &mut [u8], inst: Inst<'_>) {
    if inst.opcode() == op::OpSwitch {
        return;
    }
    for_each_use(inst.words(), 1, |_, id| {
        if let Some(slot) = state.get_mut(id as usize) {
            *slot = USED;
        }
    });
}

/// Keeps the instructions for which `keeps` holds, in place.
fn retain(words: &mut Vec<u32>, keeps: impl Fn(Inst<'_>) -> bool) {
    let (mut from, mut to) = (0, 0);
    while let Some(inst) = Inst::at(words, from as u32) {
        let (len, stays) = (inst.words().len(), keeps(inst));
        if stays {
            if from != to {
                words.copy_within(from..from + len, to);
            }
            to += len;
        }
        from += len;
    }
    words.truncate(to);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::header::LEN;
    use crate::options::Limits;
    use crate::reshape::Input;

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
        let (mut frame, mut out) = (Frame::default(), Vec::new());
        frame.begin(input, None);
        for inst in facts.declarations(&words) {
            frame.copy_global(input, inst).unwrap();
        }
        let mine = frame.structure(&[]);
        frame.annotate(op::OpDecorate, &[mine, crate::tables::decoration::Block]);
        for inst in facts.code(&words) {
            frame.copy_code(input, inst).unwrap();
        }
        frame.sweep();
        frame.copy_annotations(input).unwrap();
        frame.finish(input, &mut out).unwrap();
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
