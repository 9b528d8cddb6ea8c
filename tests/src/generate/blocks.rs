//! Blocks in memory of the workgroup's (`SPV_KHR_workgroup_memory_explicit_layout`): a form of each invocation, and now and
//! then integers in the same place. No driver here has them; the same blocks in a buffer tell what is right.

use sos_core::tables::{capability, decoration, op, storage_class};

use super::choose::Choose as _;
use super::forms::{Form, Rules};
use super::memory::{Blocks, Root, Step};
use super::module::{Writer, INVOCATIONS};
use crate::Buffer;

/// The binding of a buffer that stands for memory of the workgroup's.
pub const STANDING: u32 = 9;

impl Writer {
    /// Whether memory of the workgroup's has blocks, or a buffer does that stands for it.
    pub fn has_blocks(&self) -> bool {
        self.shape
            .memory
            .is_some_and(|memory| memory.blocks.is_some())
    }

    /// Declares the blocks.
    pub fn declare_blocks(&mut self, form: &Form, blocks: Blocks) {
        let rules = [Rules::Scalar, Rules::Std430, Rules::Std140];
        let rules = self.random.of(&rules);
        let form = self.lay(form, rules);
        let row = self.row_of(&form);
        let start = form.align.max(8) * self.random.up_to(3);
        let stride = row.size;
        let aliased = self.random.percent(60);
        let class = match blocks {
            Blocks::Shared => storage_class::Workgroup,
            Blocks::Buffer => storage_class::StorageBuffer,
        };
        let mut all = vec![form];
        if aliased {
            all.push(row);
        }
        for form in all {
            let length = self.constant(INVOCATIONS);
            let list = self.global(op::OpTypeArray, &[form.ty, length]);
            self.strided(list, stride);
            let block = self.global(op::OpTypeStruct, &[list]);
            self.member(block, 0, start, &form);
            self.decorate(&[block, decoration::Block]);
            let variable = match blocks {
                Blocks::Shared => {
                    self.stored_in_workgroup(&form);
                    self.variable(class, block)
                }
                Blocks::Buffer => {
                    self.stored_in_buffer(&form);
                    self.bound(class, block, STANDING)
                }
            };
            if aliased {
                self.decorate(&[variable, decoration::Aliased]);
            }
            let root = |step: Step, writable: bool| Root {
                variable,
                class,
                begin: vec![(Step::Member(0), list), (step, form.ty)],
                form: form.clone(),
                writable,
                aliased,
                of_workgroup: true,
            };
            if self.memory.shared.is_none() || self.random.percent(50) {
                self.memory.shared = Some(root(Step::Any(INVOCATIONS), false));
            }
            self.memory.roots.push(root(Step::Own, true));
        }
        // What lies between is read only where it was written before.
        let words = (start + stride * INVOCATIONS).div_ceil(4);
        if blocks == Blocks::Buffer {
            let buffer = Buffer::storage(STANDING, vec![0; words as usize]);
            self.memory.buffers.push(buffer);
        }
    }

    fn stored_in_workgroup(&mut self, form: &Form) {
        let extension = "SPV_KHR_workgroup_memory_explicit_layout";
        let mut widths = Vec::new();
        form.widths(&mut widths);
        let narrow = widths.iter().filter_map(|width| match width.bits {
            8 => Some(capability::WorkgroupMemoryExplicitLayout8BitAccessKHR),
            16 => Some(capability::WorkgroupMemoryExplicitLayout16BitAccessKHR),
            _ => None,
        });
        for capability in narrow.chain([capability::WorkgroupMemoryExplicitLayoutKHR]) {
            self.needs(extension, Some(capability));
        }
    }
}
