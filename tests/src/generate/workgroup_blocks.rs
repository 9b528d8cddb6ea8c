//! Blocks in workgroup memory (`SPV_KHR_workgroup_memory_explicit_layout`): an array with an element per invocation, often
//! aliased by an array of integers. The drivers at hand do not support them; the reference result comes from the same blocks in
//! a storage buffer.

use sos_core::tables::{capability, decoration, op, storage_class};

use super::data_types::{DataType, Layout};
use super::memory::{Index, Region, WorkgroupBlocks};
use super::module::{Writer, INVOCATIONS};
use crate::Buffer;

/// The binding of the storage buffer that substitutes for workgroup memory.
pub const WORKGROUP_BUFFER_BINDING: u32 = 9;

impl Writer {
    /// Whether there are blocks in workgroup memory or its substitute.
    pub fn has_workgroup_blocks(&self) -> bool {
        self.shape
            .memory
            .is_some_and(|memory| memory.workgroup_blocks.is_some())
    }

    /// Declares the blocks.
    pub fn declare_blocks(&mut self, data_type: &DataType, blocks: WorkgroupBlocks) {
        let layout = [Layout::Scalar, Layout::Std430, Layout::Std140];
        let layout = self.random.choose(&layout);
        let data_type = self.lay_out(data_type, layout);
        let overlay = self.overlay_array(&data_type);
        let start = data_type.align.max(8) * self.random.below_u32(3);
        let stride = overlay.size;
        let aliased = self.random.percent(60);
        let class = match blocks {
            WorkgroupBlocks::Workgroup => storage_class::Workgroup,
            WorkgroupBlocks::Buffer => storage_class::StorageBuffer,
        };
        let mut all = vec![data_type];
        if aliased {
            all.push(overlay);
        }
        for data_type in all {
            let length = self.constant(INVOCATIONS);
            let list = self.global(op::OpTypeArray, &[data_type.ty, length]);
            self.decorate_array_stride(list, stride);
            let block = self.global(op::OpTypeStruct, &[list]);
            self.decorate_member(block, 0, start, &data_type);
            self.decorate(&[block, decoration::Block]);
            let variable = match blocks {
                WorkgroupBlocks::Workgroup => {
                    self.require_workgroup_layout(&data_type);
                    self.variable(class, block)
                }
                WorkgroupBlocks::Buffer => {
                    self.require_buffer_storage(&data_type);
                    self.bound_variable(class, block, WORKGROUP_BUFFER_BINDING)
                }
            };
            if aliased {
                self.decorate(&[variable, decoration::Aliased]);
            }
            let region = |step: Index, writable: bool| Region {
                variable,
                class,
                prefix: vec![(Index::Member(0), list), (step, data_type.ty)],
                data_type: data_type.clone(),
                writable,
                aliased,
                in_workgroup: true,
            };
            if self.memory.workgroup_region.is_none() || self.random.percent(50) {
                self.memory.workgroup_region = Some(region(Index::Any(INVOCATIONS), false));
            }
            self.memory.regions.push(region(Index::Invocation, true));
        }
        // Bytes between the elements are read only after the module has written them.
        let words = (start + stride * INVOCATIONS).div_ceil(4);
        if blocks == WorkgroupBlocks::Buffer {
            let buffer = Buffer::storage(WORKGROUP_BUFFER_BINDING, vec![0; words as usize]);
            self.memory.buffers.push(buffer);
        }
    }

    fn require_workgroup_layout(&mut self, data_type: &DataType) {
        let extension = "SPV_KHR_workgroup_memory_explicit_layout";
        let mut scalars = Vec::new();
        data_type.collect_scalars(&mut scalars);
        let narrow = scalars.iter().filter_map(|scalar| match scalar.bits {
            8 => Some(capability::WorkgroupMemoryExplicitLayout8BitAccessKHR),
            16 => Some(capability::WorkgroupMemoryExplicitLayout16BitAccessKHR),
            _ => None,
        });
        for capability in narrow.chain([capability::WorkgroupMemoryExplicitLayoutKHR]) {
            self.require(extension, Some(capability));
        }
    }
}
