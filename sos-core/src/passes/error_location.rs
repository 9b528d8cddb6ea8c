//! What the refusal of a pass concerns.

use super::Input;
use crate::inst::Inst;
use crate::plan::{is_float_control, result};
use crate::target::Feature;

/// What a refusal concerns, for the report.
#[derive(Clone, Copy, Debug, Default)]
pub struct ErrorLocation {
    /// What the pass replaces that refused. Empty if that is not expressed by features.
    pub features: &'static [Feature],
    /// The opcode of the instruction at which it refused; 0 if there is no single one.
    pub opcode: u16,
    /// The id of its result, or 0.
    pub id: u32,
    /// The function that contains it, or 0.
    pub function: u32,
    /// If it is a mode for floats of a width: the mode and the width, else zeros.
    pub mode: [u32; 2],
}

impl ErrorLocation {
    /// For a pass that refused at an instruction of its input, given by its word offset.
    pub fn of(input: Input<'_>, at: u32, features: &'static [Feature]) -> Self {
        let Input { words, facts } = input;
        let inst = Inst::at(words, at).filter(|_| at != 0);
        Self {
            features,
            opcode: inst.map_or(0, |inst| inst.opcode()),
            id: inst.and_then(result).unwrap_or(0),
            function: facts.function_at(at).map_or(0, |function| function.id),
            mode: inst
                .filter(|&inst| is_float_control(inst))
                .map_or([0; 2], |inst| [inst.word(2), inst.word(3)]),
        }
    }
}
