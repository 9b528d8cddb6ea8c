//! Sizes of workgroups and of the memory that their invocations share.

use super::{Facts, Scalar, TypeView};
use crate::inst::{Inst, Insts};
use crate::order::Order;
use crate::tables::{built_in, capability, execution_mode, known_capability, op, storage_class};
use crate::views;

/// The nesting depth of types beyond which a size counts as unknown.
const MAX_DEPTH: u32 = 16;

/// The number of types visited for a whole module before sizes count as unknown: types that contain one another many times
/// must not cost more than the length of the module.
const BUDGET: u32 = 1 << 14;

/// The maximum over all entry points, as far as plain constants determine it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Workgroup {
    /// Invocations in each dimension.
    pub size: [u32; 3],
    /// Invocations.
    pub invocations: u64,
    /// Bytes of shared memory without any padding, a lower bound for every device.
    pub shared: u64,
    /// Word offset of the first `LocalSizeId`, or 0.
    pub by_id: u32,
    /// The constant decorated `WorkgroupSize`, or 0.
    pub object: u32,
    budget: u32,
}

/// The sizes that the execution mode `LocalSize` gives, or the ids of those that `LocalSizeId` names.
pub fn local_size(mode: Inst<'_>) -> [u32; 3] {
    let sizes = views::ExecutionMode(mode).operands();
    [0, 1, 2].map(|at: usize| sizes.get(at).copied().unwrap_or(0))
}

impl Workgroup {
    /// Returns the three dimensions, invocations and bytes.
    pub fn sizes(&self) -> [u64; 5] {
        let [x, y, z] = self.size.map(u64::from);
        [x, y, z, self.invocations, self.shared]
    }

    fn include(&mut self, size: [u32; 3]) {
        for (most, size) in self.size.iter_mut().zip(size) {
            *most = (*most).max(size);
        }
        self.invocations = self.invocations.max(product(size));
    }
}

/// Returns the number of invocations in a workgroup of this size.
pub fn product(size: [u32; 3]) -> u64 {
    size.iter().fold(1, |product: u64, &size| {
        product.saturating_mul(u64::from(size))
    })
}

impl Facts {
    /// Clears the sizes.
    pub(super) fn reset_workgroup(&mut self) {
        self.workgroup = Workgroup {
            budget: BUDGET,
            ..Workgroup::default()
        };
    }

    /// Records an execution mode.
    pub(super) fn workgroup_mode(&mut self, inst: Inst<'_>) {
        match views::ExecutionMode(inst).mode() {
            execution_mode::LocalSize => {
                self.workgroup.include(local_size(inst));
            }
            execution_mode::LocalSizeId if self.workgroup.by_id == 0 => {
                self.workgroup.by_id = inst.offset();
            }
            _ => {}
        }
    }

    /// Records a `BuiltIn` decoration.
    pub(super) fn workgroup_object(&mut self, inst: Inst<'_>) {
        if views::Decorate(inst).operand() == built_in::WorkgroupSize {
            self.workgroup.object = views::Decorate(inst).target();
        }
    }

    /// Whether shared memory may have an explicit layout: by its capability, which those for narrow data there imply, or by a block.
    pub fn has_workgroup_layout(&self) -> bool {
        const LAYOUTS: [u16; 3] = [
            known_capability(capability::WorkgroupMemoryExplicitLayoutKHR),
            known_capability(capability::WorkgroupMemoryExplicitLayout8BitAccessKHR),
            known_capability(capability::WorkgroupMemoryExplicitLayout16BitAccessKHR),
        ];
        let declares = |one| self.capabilities.contains(one);
        self.shares_blocks == Some(true) || LAYOUTS.into_iter().any(declares)
    }

    /// Adds the size of a variable in shared memory. Variables with explicit layout overlap: the largest counts.
    pub(super) fn workgroup_variable(&mut self, words: &[u32], inst: Inst<'_>) {
        if views::Variable(inst).storage_class() != storage_class::Workgroup {
            return;
        }
        if self.shares_blocks.is_none() {
            self.block_structures.order();
        }
        let pointee = self.pointee(words, inst.result_type());
        let is_block = self.is_block(pointee);
        self.shares_blocks = Some(is_block || self.shares_blocks == Some(true));
        let mut budget = self.workgroup.budget;
        let constant = |id| self.plain_constant(words, id);
        let bytes = self.variable_bytes(words, inst, &mut budget, constant);
        let overlap = self.has_workgroup_layout();
        if !overlap {
            self.bare_variable(words, pointee, storage_class::Workgroup);
        }
        let workgroup = &mut self.workgroup;
        workgroup.budget = budget;
        let bytes = bytes.unwrap_or(0);
        workgroup.shared = if overlap {
            workgroup.shared.max(bytes)
        } else {
            workgroup.shared.saturating_add(bytes)
        };
    }

    /// Once constants are defined, records the sizes given by ids, or those of the constant that overrides all modes (Vulkan,
    /// "Built-In Variables", `WorkgroupSize`). A dimension that is not a plain constant counts as 1.
    pub(super) fn finish_workgroup(&mut self, words: &[u32]) {
        let size = |facts: &Self, id| {
            let size = facts.plain_constant(words, id).unwrap_or(1);
            u32::try_from(size).unwrap_or(u32::MAX)
        };
        if let Some(object) = self.def(words, self.workgroup.object) {
            let parts = match object.opcode() {
                op::OpConstantComposite | op::OpSpecConstantComposite => object.words().get(3..6),
                _ => None,
            };
            let sizes = match parts {
                Some(&[x, y, z]) => [x, y, z].map(|id| size(self, id)),
                _ => [1; 3],
            };
            (self.workgroup.size, self.workgroup.invocations) = ([0; 3], 0);
            self.workgroup.include(sizes);
        } else if self.workgroup.by_id != 0 {
            for inst in Insts::new(words, self.workgroup.by_id, words.len() as u32) {
                match (inst.opcode(), inst.word(2)) {
                    (op::OpExecutionModeId, execution_mode::LocalSizeId) => {
                        let sizes = local_size(inst).map(|id| size(self, id));
                        self.workgroup.include(sizes);
                    }
                    (op::OpExecutionMode | op::OpExecutionModeId, _) => {}
                    _ => break,
                }
            }
        }
    }

    /// Returns the value of a constant that is no specialization constant.
    pub fn plain_constant(&self, words: &[u32], id: u32) -> Option<u64> {
        let def = self.def(words, id)?;
        (def.opcode() == op::OpConstant).then(|| def.literal())
    }

    /// Returns the minimum number of bytes that a variable occupies, `None` if unknown. `constant` returns the value of an
    /// id.
    pub fn variable_bytes(
        &self,
        words: &[u32],
        variable: Inst<'_>,
        budget: &mut u32,
        constant: impl Fn(u32) -> Option<u64> + Copy,
    ) -> Option<u64> {
        match self.type_view(words, variable.result_type()) {
            TypeView::Pointer { pointee, .. } => self.bytes(words, pointee, budget, constant, 0),
            _ => None,
        }
    }

    fn bytes(
        &self,
        words: &[u32],
        ty: u32,
        budget: &mut u32,
        constant: impl Fn(u32) -> Option<u64> + Copy,
        depth: u32,
    ) -> Option<u64> {
        *budget = budget.checked_sub(1)?;
        if depth > MAX_DEPTH {
            return None;
        }
        match self.type_view(words, ty) {
            TypeView::Scalar(Scalar::Bool) => Some(4),
            TypeView::Scalar(scalar) => Some(u64::from(scalar.width() / 8)),
            TypeView::Vector { component, count } => {
                let one = self.bytes(words, component, budget, constant, depth + 1)?;
                Some(one.saturating_mul(u64::from(count)))
            }
            TypeView::Array { element, length } => {
                let one = self.bytes(words, element, budget, constant, depth + 1)?;
                Some(one.saturating_mul(constant(length)?))
            }
            TypeView::Struct(members) => {
                let mut sum = 0u64;
                for &member in members {
                    sum = sum.saturating_add(self.bytes(
                        words,
                        member,
                        budget,
                        constant,
                        depth + 1,
                    )?);
                }
                Some(sum)
            }
            _ => Some(0),
        }
    }

    /// Iterates over the variables in shared memory.
    pub fn shared_variables<'w>(&self, words: &'w [u32]) -> impl Iterator<Item = Inst<'w>> {
        self.declarations(words).filter(|inst| {
            inst.opcode() == op::OpVariable
                && views::Variable(*inst).storage_class() == storage_class::Workgroup
        })
    }
}

#[cfg(test)]
mod tests;
