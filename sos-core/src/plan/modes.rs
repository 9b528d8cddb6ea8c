//! Properties of all execution modes together, for rules that ask for them at every instruction: computed in one walk when the
//! first is needed.

use super::Scene;
use crate::inst::Inst;
use crate::tables::{execution_mode as mode, op};
use crate::views;

/// How many modes require a rounding or flushing of results of one width. An entry point has each mode at most once.
#[derive(Clone, Copy, Debug, Default)]
pub struct FloatModes {
    /// `RoundingModeRTZ`
    pub rounding_rtz: usize,
    /// `DenormFlushToZero`
    pub denorm_flush: usize,
}

/// Properties of the execution modes of a module.
#[derive(Clone, Debug, Default)]
pub struct Modes {
    computed: bool,
    single: FloatModes,
    double: FloatModes,
    /// Word offset of the first mode that gives a workgroup size, 0 if there is none or others give another size.
    size: u32,
}

impl Modes {
    /// Clears the properties.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Returns the modes for results of 64 bits or, if not `wide`, 32 bits.
    pub fn of_floats(&mut self, scene: &Scene<'_>, wide: bool) -> FloatModes {
        self.compute(scene);
        if wide {
            self.double
        } else {
            self.single
        }
    }

    /// Returns the mode that gives the workgroup size, if all such modes give the same size.
    pub fn size<'s>(&mut self, scene: &Scene<'s>) -> Option<Inst<'s>> {
        self.compute(scene);
        Inst::at(scene.words, self.size).filter(|_| self.size != 0)
    }

    fn compute(&mut self, scene: &Scene<'_>) {
        if core::mem::replace(&mut self.computed, true) {
            return;
        }
        let mut size: Option<Inst<'_>> = None;
        let mut differs = false;
        for inst in scene.facts.modes(scene.words) {
            match (inst.opcode(), views::ExecutionMode(inst).mode()) {
                (op::OpExecutionMode, mode::LocalSize)
                | (op::OpExecutionModeId, mode::LocalSizeId) => {
                    let first = *size.get_or_insert(inst);
                    let [one, other] = [inst, first].map(views::ExecutionMode);
                    differs |=
                        inst.opcode() != first.opcode() || one.operands() != other.operands();
                }
                (op::OpExecutionMode, which) => {
                    let modes = match views::ExecutionMode(inst).operand() {
                        32 => &mut self.single,
                        64 => &mut self.double,
                        _ => continue,
                    };
                    match which {
                        mode::RoundingModeRTZ => modes.rounding_rtz += 1,
                        mode::DenormFlushToZero => modes.denorm_flush += 1,
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        self.size = size.filter(|_| !differs).map_or(0, |inst| inst.offset());
    }
}
