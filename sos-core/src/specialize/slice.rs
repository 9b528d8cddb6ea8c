//! What the values of specialization constants can reach in functions: found once for a module, and all that has to be looked at
//! for each set of values.
//!
//! An instruction is in the slice if its value can be known at all: it can be computed, and its operands are constants of the
//! module or in the slice. Which of them are known, and which paths can be taken, depends on the values.

use super::eval::is_absorbing;
use super::flow::is_evaluated;
use crate::facts::{Block, Facts};
use crate::inst::{Inst, Insts};
use crate::tables::{op, op_hot, OpFlags};
use crate::views;
use alloc::vec;
use alloc::vec::Vec;

/// An id whose value may be known.
const KNOWN: u8 = 1;
/// One whose value depends on a specialization constant.
const OPEN: u8 = 2;

/// The slice of a module.
#[derive(Debug, Default)]
pub struct Slice {
    /// Word offsets, in order.
    insts: Vec<u32>,
    /// By block: where its range of instructions begins; one more than there are blocks.
    first: Vec<u32>,
    /// By block: whether its branch may be decided.
    decides: Vec<bool>,
    /// By block: whether it has instructions in the slice, or a branch that may be decided.
    concerns: Vec<bool>,
    /// By id: what is known of it.
    marks: Vec<u8>,
    /// Whether a branch of the function that is looked at may be decided.
    folds: bool,
}

impl Slice {
    /// Finds the slice of a module.
    pub fn of_module(facts: &Facts, words: &[u32]) -> Self {
        let mut slice = Self {
            marks: vec![0; facts.def.len()],
            ..Self::default()
        };
        slice.first.reserve(facts.blocks.len() + 1);
        for inst in facts.declarations(words) {
            let flags = op_hot(inst.opcode()).flags;
            if flags.contains(OpFlags::CONSTANT) && flags.contains(OpFlags::RESULT_TYPE) {
                slice.mark(inst.result(), KNOWN);
            }
        }
        for &offset in &facts.spec_constants {
            if let Some(inst) = Inst::at(words, offset) {
                slice.mark(inst.result(), KNOWN | OPEN);
            }
        }
        for function in &facts.functions {
            slice.folds = false;
            let blocks = function.first_block as usize..function.last_block as usize;
            for block in facts.blocks.get(blocks).unwrap_or(&[]) {
                slice.block(words, block);
            }
        }
        slice.first.push(slice.insts.len() as u32);
        slice
    }

    fn block(&mut self, words: &[u32], block: &Block) {
        self.first.push(self.insts.len() as u32);
        for inst in Insts::new(words, block.label, block.end) {
            if !is_evaluated(inst.opcode()) {
                continue;
            }
            let mark = self.judge(inst);
            if mark != 0 {
                self.mark(inst.result(), mark);
                self.insts.push(inst.offset());
            }
        }
        let condition = Inst::at(words, block.end).map_or(0, |end| match end.opcode() {
            op::OpBranchConditional => views::BranchConditional(end).condition(),
            op::OpSwitch => views::Switch(end).selector(),
            _ => 0,
        });
        let decides = self.of_id(condition) != 0;
        self.decides.push(decides);
        self.folds |= decides;
        let any = self.first.last() != Some(&(self.insts.len() as u32));
        self.concerns.push(decides || any);
    }

    /// What may be known of the value of an instruction.
    fn judge(&self, inst: Inst<'_>) -> u8 {
        let opcode = inst.opcode();
        let operands = inst.operands();
        let of = |ids: &[u32]| {
            let all = ids.iter().all(|&id| self.of_id(id) != 0);
            let open = ids.iter().fold(0, |open, &id| open | self.of_id(id));
            if all && !ids.is_empty() {
                open
            } else {
                0
            }
        };
        match opcode {
            // Where a branch before it is decided, one path may remain.
            op::OpPhi => {
                let values = || operands.iter().step_by(2).map(|&id| self.of_id(id));
                let all = self.folds || values().all(|mark| mark != 0);
                match values().fold(0, |any, mark| any | mark) {
                    mark if all || mark & OPEN != 0 => mark,
                    _ => 0,
                }
            }
            op::OpSelect => self.of_id(inst.operand()),
            op::OpCompositeExtract => self.of_id(inst.operand()),
            op::OpVectorShuffle | op::OpCompositeInsert => of(operands.get(..2).unwrap_or(&[])),
            _ => match *operands {
                // A constant that the module has for it, such as a mask, decides nothing.
                [a, b] if is_absorbing(opcode) => {
                    let open = (self.of_id(a) | self.of_id(b)) & OPEN;
                    if open != 0 {
                        open | KNOWN
                    } else {
                        of(&[a, b])
                    }
                }
                _ => of(operands),
            },
        }
    }

    fn mark(&mut self, id: u32, mark: u8) {
        if let Some(slot) = self.marks.get_mut(id as usize) {
            *slot |= mark;
        }
    }

    fn of_id(&self, id: u32) -> u8 {
        self.marks.get(id as usize).copied().unwrap_or(0)
    }

    /// Whether the value of an id depends on a specialization constant.
    pub fn is_open(&self, id: u32) -> bool {
        self.of_id(id) & OPEN != 0
    }

    /// The word offsets of a block's instructions whose values may be known.
    #[inline]
    pub fn of(&self, block: u32) -> &[u32] {
        let from = self.first.get(block as usize).copied().unwrap_or(0);
        let to = self.first.get(block as usize + 1).copied().unwrap_or(from);
        self.insts.get(from as usize..to as usize).unwrap_or(&[])
    }

    /// Whether anything of a block is in the slice.
    #[inline]
    pub fn concerns(&self, block: u32) -> bool {
        self.concerns.get(block as usize) == Some(&true)
    }

    /// Whether a block's branch may be decided.
    #[inline]
    pub fn decides(&self, block: u32) -> bool {
        self.decides.get(block as usize) == Some(&true)
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        4 * (self.insts.len() + self.first.len()) + 2 * self.decides.len() + self.marks.len()
    }
}
