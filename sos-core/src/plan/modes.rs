//! Properties of all execution modes together, for rules that ask for them at every instruction: computed in one walk when the
//! first is needed.

use super::Scene;
use crate::inst::Inst;
use crate::tables::{execution_mode as mode, op};

/// The modes that are counted, with the width that is their operand.
const COUNTED: [(u32, u32); 4] = [
    (mode::RoundingModeRTZ, 32),
    (mode::RoundingModeRTZ, 64),
    (mode::DenormFlushToZero, 32),
    (mode::DenormFlushToZero, 64),
];

/// Properties of the execution modes of a module.
#[derive(Clone, Debug, Default)]
pub struct Modes {
    looked: bool,
    counts: [usize; COUNTED.len()],
    /// Word offset of the first mode that gives a workgroup size, 0 if there is none or others give another size.
    size: u32,
}

impl Modes {
    /// Clears the properties.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Returns how many modes require a rounding or flushing, one of [`COUNTED`], of results of `width` bits.
    pub fn count(&mut self, scene: &Scene<'_>, wanted: u32, width: u32) -> usize {
        self.look(scene);
        let counted = COUNTED.iter().zip(&self.counts);
        let mut found = counted.filter(|(counted, _)| **counted == (wanted, width));
        found.next().map_or(0, |(_, &count)| count)
    }

    /// Returns the mode that gives the workgroup size, if all such modes give the same size.
    pub fn size<'s>(&mut self, scene: &Scene<'s>) -> Option<Inst<'s>> {
        self.look(scene);
        Inst::at(scene.words, self.size).filter(|_| self.size != 0)
    }

    fn look(&mut self, scene: &Scene<'_>) {
        if std::mem::replace(&mut self.looked, true) {
            return;
        }
        let mut size: Option<Inst<'_>> = None;
        let mut differs = false;
        for inst in scene.facts.modes(scene.words) {
            match (inst.opcode(), inst.word(2)) {
                (op::OpExecutionMode, mode::LocalSize)
                | (op::OpExecutionModeId, mode::LocalSizeId) => {
                    let first = *size.get_or_insert(inst);
                    differs |= (inst.opcode(), inst.from(3)) != (first.opcode(), first.from(3));
                }
                (op::OpExecutionMode, wanted) => {
                    let said = (wanted, inst.word(3));
                    for (counted, count) in COUNTED.iter().zip(&mut self.counts) {
                        *count += usize::from(*counted == said);
                    }
                }
                _ => {}
            }
        }
        self.size = size.filter(|_| !differs).map_or(0, |inst| inst.offset());
    }
}
