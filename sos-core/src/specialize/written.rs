//! How the outcome of a specialization is written: constants with their values, and blocks with their branches decided. The words
//! are edits of the module.

use super::cfg::Cfg;
use super::flow::Flow;
use super::structure::Merge;
use super::values::{Node, Value, Values};
use crate::edits::Edits;
use crate::facts::{Block, Facts, Scalar};
use crate::inst::Inst;
use crate::tables::op;
use crate::views;

/// What new words may refer to.
pub trait Fresh {
    /// Takes a number of new ids, and returns the first.
    fn ids(&mut self, count: u32) -> u32;
    /// The id of an undefined value of a type.
    fn undef(&mut self, ty: u32) -> u32;
    /// The id of a constant that a switch on a value of type `ty` can have in its place.
    fn selector(&mut self, ty: u32) -> u32;
}

/// A module whose edits are written.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    /// Its words.
    pub words: &'a [u32],
    /// What the scan found.
    pub facts: &'a Facts,
    /// The control flow graph.
    pub cfg: &'a Cfg,
    /// How many new ids may be spent on the components of constants, so that the output stays linear.
    pub spare: u32,
}

impl Written<'_> {
    /// Writes a specialization constant that has become a plain one. Returns whether its value is known and can be written.
    pub fn constant(
        &mut self,
        values: &Values,
        inst: Inst<'_>,
        edits: &mut Edits,
        fresh: &mut dyn Fresh,
    ) -> bool {
        let (ty, id) = (inst.result_type(), inst.result());
        let node = values.entered(id);
        if node == 0 {
            return false;
        }
        let mark = edits.mark();
        if inst.opcode() == op::OpSpecConstantComposite {
            edits.push(&[0]);
            edits.push(inst.from(1));
            edits.seal(mark, op::OpConstantComposite);
        } else if self
            .value(values, (ty, id), node, 0, edits, fresh)
            .is_none()
        {
            edits.rewind(mark);
            return false;
        }
        edits.close(inst.offset(), inst.end(), mark);
        true
    }

    /// Pushes the declaration of a constant of any type, components first.
    fn value(
        &mut self,
        values: &Values,
        (ty, id): (u32, u32),
        node: Node,
        depth: u32,
        edits: &mut Edits,
        fresh: &mut dyn Fresh,
    ) -> Option<()> {
        match values.value(node).filter(|_| depth < 4)? {
            Value::Null => edits.push(&[3 << 16 | u32::from(op::OpConstantNull), ty, id]),
            Value::Scalar(bits) => {
                let scalar = self.facts.constant_scalar(self.words, ty)?;
                scalar_constant((ty, id), scalar, bits, false, edits);
            }
            Value::Composite { len, .. } => {
                // A component used in several places is written as often.
                self.spare = self.spare.checked_sub(len)?;
                let first = fresh.ids(len);
                for index in 0..len {
                    let part = values.part(node, index)?;
                    let part_type = self.facts.part_type(self.words, ty, index)?;
                    let one = (part_type, first.saturating_add(index));
                    self.value(values, one, part, depth + 1, edits, fresh)?;
                }
                let mark = edits.mark();
                edits.push(&[0, ty, id]);
                for index in 0..len {
                    edits.push(&[first.saturating_add(index)]);
                }
                edits.seal(mark, op::OpConstantComposite);
            }
        }
        Some(())
    }

    /// Writes the end of a kept block whose branch is decided.
    pub fn decided(
        &self,
        flow: &Flow,
        number: u32,
        end: Inst<'_>,
        edits: &mut Edits,
        fresh: &mut dyn Fresh,
    ) {
        let taken = flow.folded_to(number).wrapping_sub(1);
        let label = self.facts.blocks.get(taken as usize);
        let label = label.map_or(0, |block| block.id);
        if flow.merge(number) == Merge::Switch {
            // It may have this form already.
            if end.opcode() == op::OpSwitch && end.words().len() != 3 {
                let ty = self
                    .facts
                    .type_of(self.words, views::Switch(end).selector());
                let zero = fresh.selector(ty);
                edits.replace(
                    end.offset(),
                    end.end(),
                    &[3 << 16 | u32::from(op::OpSwitch), zero, label],
                );
            }
        } else if end.opcode() != op::OpBranch {
            edits.replace(
                end.offset(),
                end.end(),
                &[2 << 16 | u32::from(op::OpBranch), label],
            );
        }
    }

    /// The words in place of the body of a block that is kept only because a merge instruction names it.
    pub fn stub(&self, merge: Merge) -> Option<([u32; 2], usize)> {
        match merge {
            Merge::UnreachableStub => Some(([1 << 16 | u32::from(op::OpUnreachable), 0], 1)),
            Merge::ContinueStub(header) => {
                let header = self.facts.blocks.get(header as usize);
                let label = header.map_or(0, |header| header.id);
                Some(([2 << 16 | u32::from(op::OpBranch), label], 2))
            }
            _ => None,
        }
    }

    /// Removes edges from a phi that are not in the output; `lost` receives the values of these. A loop whose continue target became
    /// a stub gets an undefined value from there, over an edge that is never taken.
    pub fn phi(
        &self,
        flow: &Flow,
        number: u32,
        inst: Inst<'_>,
        edits: &mut Edits,
        fresh: &mut dyn Fresh,
        lost: &mut dyn FnMut(u32),
    ) {
        let (facts, words) = (self.facts, self.words);
        let stub = facts
            .blocks
            .get(number as usize)
            .and_then(|block| self.stub_behind(flow, block));
        let kept = |label: u32| {
            let from = self.cfg.block(label);
            from.is_some_and(|from| flow.keeps_edge(from, number))
        };
        let pairs = || {
            let pairs = views::Phi(inst).pairs().chunks_exact(2);
            pairs.filter_map(|pair| <[u32; 2]>::try_from(pair).ok())
        };
        if stub.is_none() && pairs().all(|[_, label]| kept(label)) {
            return;
        }
        // The input's own value for that edge serves if it is defined outside of the functions.
        let own = pairs().find(|&[value, label]| {
            let def = facts.def(words, value);
            stub == Some(label) && def.is_some_and(|def| def.offset() < facts.first_function)
        });
        let undef = stub.map(|label| match own {
            Some([value, _]) => (value, label),
            None => (fresh.undef(inst.result_type()), label),
        });
        let mark = edits.mark();
        edits.push(&[0, inst.result_type(), inst.result()]);
        for [value, label] in pairs() {
            if kept(label) {
                edits.push(&[value, label]);
            } else if own != Some([value, label]) {
                lost(value);
            }
        }
        if let Some((value, label)) = undef {
            edits.push(&[value, label]);
        }
        edits.seal(mark, op::OpPhi);
        edits.close(inst.offset(), inst.end(), mark);
    }

    /// The label of the continue target of a loop's header, if that became a stub.
    fn stub_behind(&self, flow: &Flow, block: &Block) -> Option<u32> {
        let merge = Inst::at(self.words, block.merge).filter(|_| block.merge != 0)?;
        let merge = Some(merge).filter(|merge| merge.opcode() == op::OpLoopMerge)?;
        let label = views::LoopMerge(merge).continue_target();
        let target = self.cfg.block(label)?;
        matches!(flow.merge(target), Merge::ContinueStub(_)).then_some(label)
    }
}

/// Pushes the declaration of a scalar constant, given its type and id; a specialization constant if `open`.
pub fn scalar_constant(
    (ty, id): (u32, u32),
    scalar: Scalar,
    bits: u64,
    open: bool,
    edits: &mut Edits,
) {
    let (opcode, words) = scalar.constant(bits);
    let opcode = match opcode {
        _ if !open => opcode,
        op::OpConstantTrue => op::OpSpecConstantTrue,
        op::OpConstantFalse => op::OpSpecConstantFalse,
        _ => op::OpSpecConstant,
    };
    let head = (words.len() as u32 + 3) << 16 | u32::from(opcode);
    edits.push(&[head, ty, id]);
    edits.push(&words);
}
