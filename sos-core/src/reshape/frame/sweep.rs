//! Types that nothing names any more.
//!
//! A pass gives other types to variables and values and leaves behind what only the old ones were made of: structures with
//! the layout of memory that is no longer there, pointers to their parts. The last plan takes out what the target lacks and
//! leaves the rest, which is valid and says nothing; the next pass would have to make sense of it.

use super::{Cached, Frame};
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::plan::result;
use crate::tables::{op, op_hot, OpFlags};

/// Something that stays names it.
pub(super) const USED: u8 = 1;
/// It is no longer declared.
pub(super) const SWEPT: u8 = 2;

/// The first opcode that is not of core SPIR-V.
const EXTENSIONS: u16 = 4096;

impl Frame {
    /// Removes types that nothing uses. To be called when globals and code are written, and before the input's annotations
    /// are copied; nothing can be declared after it.
    pub fn sweep(&mut self) {
        let mut state = std::mem::take(&mut self.state);
        state.clear();
        state.resize(self.bound as usize, 0);
        for section in [&self.code, &self.helpers] {
            for inst in Insts::new(section, 0, section.len() as u32) {
                mark_in_code(&mut state, inst);
            }
        }
        // Modes can name constants, and those stay; so do all global variables.
        let mut starts = std::mem::take(&mut self.starts);
        starts.clear();
        let globals = || Insts::new(&self.globals, 0, self.globals.len() as u32);
        for inst in globals() {
            starts.push(inst.offset());
            // Named before it is declared: what it points to is met before its users.
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
        keep(&mut self.globals, |inst| {
            let is_type = op_hot(inst.opcode()).flags.contains(OpFlags::TYPE);
            !is_type || !result(inst).is_some_and(is_swept)
        });
        keep(&mut self.annotations, |inst| !is_swept(inst.word(1)));
        self.declared.clear();
        self.cached = Cached::default();
        self.state = state;
        self.starts = starts;
    }

    /// Whether a type was removed by that.
    pub fn is_swept(&self, id: u32) -> bool {
        self.state.get(id as usize) == Some(&SWEPT)
    }
}

/// Marks the types that an instruction of a function names: its result's. Of core SPIR-V, only `OpFunction` names another;
/// extensions and extended instructions may.
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

/// Marks what an instruction names. Of an `OpSwitch` this cannot tell how long its literals are; its ids are values and
/// labels, and none of them is a type.
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

/// Keeps the instructions for which that holds, in place.
fn keep(words: &mut Vec<u32>, keeps: impl Fn(Inst<'_>) -> bool) {
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
    fn only_types_that_nothing_names_go() {
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
