//! Plain variables in workgroup memory that are packed: each becomes an array of words of its own.
//!
//! ```text
//! %tile = OpTypeArray %half %256                        %words = OpTypeArray %uint %128
//! %to_tile = OpTypePointer Workgroup %tile         ⇒    %to_tile = OpTypePointer Workgroup %words
//! %a = OpVariable %to_tile Workgroup                    %a = OpVariable %to_tile Workgroup
//! ```
//!
//! A type of pointers to such variables keeps its id. The same type may be that of pointers to *parts* of other variables,
//! such as rows of a larger array. What a pointer points to is therefore decided by where it comes from: access chains with
//! indices lead into a variable, and everything else of that type (variables, parameters, selections) is a pointer to a
//! whole one. This holds only if no variable that stays as it is has a part of that type, so such types are left alone.

use super::{Block, Blocks, Whole};
use crate::build::Build;
use crate::inst::Inst;
use crate::passes::storage::layout::{Layouts, Part};
use crate::passes::{Input, LowerError, ModuleBuilder};
use crate::tables::{decoration, op, storage_class};
use crate::views;

/// An initializer that Vulkan does not allow.
const NOT_ZERO: LowerError =
    LowerError::Because("workgroup memory with an initializer other than zero");

impl Blocks {
    /// Finds the plain variables in workgroup memory that hold data of these widths and have a layout.
    pub(super) fn find_plain(
        &mut self,
        input: Input<'_>,
        layouts: &Layouts,
        contents: &[u8],
        widths: u8,
    ) {
        let Input { words, facts } = input;
        let extent = |held| {
            let holds = contents.get(held as usize).copied().unwrap_or(0);
            let is_block = layouts.is(input.strip_arrays(held), decoration::Block);
            let bytes = layouts.extent(words, facts, Part::new(held)).ok();
            bytes.filter(|_| holds & widths != 0 && !is_block)
        };
        let held = |variable: Inst<'_>| input.pointee(variable.result_type());
        let stays = facts.shared_variables(words).map(held);
        self.find_parts(input, stays.filter(|&held| extent(held).is_none()));
        let is_volatile = layouts.any(decoration::Volatile);
        for variable in facts.shared_variables(words) {
            let (ty, held) = (variable.result_type(), held(variable));
            let is_part = self.kept_parts.get(held as usize) == Some(&true);
            if is_part || self.whole(ty).is_some() {
                continue;
            }
            let Some(bytes) = extent(held) else {
                continue;
            };
            let block = self.list.len() as u32;
            self.list.push(Block {
                class: storage_class::Workgroup,
                structure: held,
                unit: 2,
                start: 0,
                count: bytes.div_ceil(4).max(1),
                is_volatile,
                is_plain: true,
                words: 0,
            });
            let array = false;
            self.set_whole(input, ty, Whole { block, array });
        }
    }

    /// Records types, their parts, and the parts of these.
    fn find_parts(&mut self, input: Input<'_>, types: impl Iterator<Item = u32>) {
        self.kept_parts.clear();
        self.kept_parts.resize(input.facts.def.len(), false);
        self.pending.clear();
        types.for_each(|ty| self.keep(ty));
        while let Some(ty) = self.pending.pop() {
            let view = input.view(ty);
            view.parts().iter().for_each(|&part| self.keep(part));
        }
    }

    fn keep(&mut self, ty: u32) {
        let slot = self.kept_parts.get_mut(ty as usize);
        if let Some(known) = slot.filter(|known| !**known) {
            *known = true;
            self.pending.push(ty);
        }
    }

    /// Whether a pointer type is that of packed variables.
    pub(super) fn is_plain(&self, whole: Whole) -> bool {
        self.get(whole.block).is_some_and(|block| block.is_plain)
    }

    /// Whether an instruction that is copied has the type of pointers to packed variables although it may point to part of
    /// another variable.
    pub fn takes_for_packed(&self, input: Input<'_>, inst: Inst<'_>) -> bool {
        let is_packed = |ty| self.whole(ty).is_some_and(|whole| self.is_plain(whole));
        if !inst.has_type() || !is_packed(inst.result_type()) {
            return false;
        }
        match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain => {
                !is_packed(input.type_of(views::AccessChain(inst).base()))
            }
            op::OpFunction
            | op::OpFunctionParameter
            | op::OpFunctionCall
            | op::OpCopyObject
            | op::OpPhi
            | op::OpSelect
            | op::OpLoad
            | op::OpUndef => false,
            _ => true,
        }
    }

    /// Declares the type of pointers to a packed variable, and the array of words.
    pub(super) fn declare_plain(&mut self, build: &mut ModuleBuilder, id: u32, whole: Whole) {
        let uint = build.uint();
        let Some(block) = self.list.get_mut(whole.block as usize) else {
            return;
        };
        let count = build.constant(block.count);
        block.words = build.new_type(op::OpTypeArray, &[uint, count]);
        let operands = [storage_class::Workgroup, block.words];
        build.declare_as(id, op::OpTypePointer, None, &operands);
    }

    /// Emits a packed variable whose initializer has to change. Returns false if it has none.
    pub(super) fn plain_variable(
        &self,
        input: Input<'_>,
        build: &mut ModuleBuilder,
        inst: Inst<'_>,
        whole: Whole,
    ) -> Result<bool, LowerError> {
        let Some(initial) = inst.from(4).first().and_then(|&id| input.def(id)) else {
            return Ok(false);
        };
        if initial.opcode() != op::OpConstantNull {
            return Err(NOT_ZERO);
        }
        let words = self.get(whole.block).map(|block| block.words);
        let null = build.declare(op::OpConstantNull, words, &[]);
        let operands = [storage_class::Workgroup, null];
        build.variable_as(inst.result(), inst.result_type(), &operands);
        Ok(true)
    }
}
