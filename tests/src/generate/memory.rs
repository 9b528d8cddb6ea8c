//! Memory: variables of all storage classes, their types and their initial contents.
//!
//! An invocation writes only to its own elements, which lie between those of other invocations. It reads what other invocations
//! have written only after a barrier. No part of the initial contents is NaN, zero or denormal in any floating-point type.
//! Neither is any value written to memory that two types alias.

use std::collections::BTreeMap;

use sos_core::tables::{capability, decoration, op, storage_class};

use super::code::push;
use super::data_types::{DataType, Layout};
use super::module::{Writer, INVOCATIONS};
use super::scalars::ScalarType;
use crate::{Buffer, BufferKind};

/// The memory features that a module uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// 64-bit floats.
    pub doubles: bool,
    /// Two aliased variables with the same binding.
    pub aliased: bool,
    /// Arrays of descriptors.
    pub descriptor_arrays: bool,
    /// Pointers selected at run time.
    pub selected_pointers: bool,
    /// Functions with pointer parameters.
    pub pointer_parameters: bool,
    /// SPIR-V 1.5.
    pub spirv_1_5: bool,
    /// The Vulkan memory model.
    pub vulkan_memory_model: bool,
    /// Composite values in phis and as function parameters and results.
    pub composite_values: bool,
    /// Atomic operations on 64-bit integers.
    pub int64_atomics: bool,
    /// Blocks in workgroup memory.
    pub workgroup_blocks: Option<WorkgroupBlocks>,
    /// Pointers into workgroup memory that are selected at run time, and pointers to elements of it and of buffers as function
    /// parameters.
    pub element_pointers: bool,
}

/// Blocks in workgroup memory, which all start at the same address, or their substitute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkgroupBlocks {
    /// In workgroup memory.
    Workgroup,
    /// In a storage buffer, for drivers without such blocks. The two are equivalent if there is a single workgroup.
    Buffer,
}

/// An index of an access chain.
#[derive(Clone, Copy, Debug)]
pub enum Index {
    /// A structure member.
    Member(u32),
    /// The invocation's number: its own element.
    Invocation,
    /// Any element of so many.
    Any(u32),
    /// Any element of so many, the same in all invocations.
    Uniform(u32),
}

/// A part of a variable that the invocation may access.
#[derive(Clone, Debug)]
pub struct Region {
    /// The variable, or 0 if there is none in the current function.
    pub variable: u32,
    pub class: u32,
    /// The access chain from the variable to the part, with the type that each index leads to.
    pub prefix: Vec<(Index, u32)>,
    pub data_type: DataType,
    pub writable: bool,
    /// Whether another variable aliases the same bytes with another type.
    pub aliased: bool,
    /// Whether it is in workgroup memory or its substitute.
    pub in_workgroup: bool,
}

/// The memory of a module.
#[derive(Clone, Debug, Default)]
pub struct MemoryState {
    pub scalars: Vec<ScalarType>,
    /// Matrix types by column type and number of columns.
    pub matrices: BTreeMap<(u32, u32), u32>,
    pub regions: Vec<Region>,
    /// Whether the current code must stay in a single block.
    pub single_block: bool,
    /// Runtime arrays: the variable and the index of the last member.
    pub runtime_arrays: Vec<(u32, u32)>,
    /// The type of the workgroup variable.
    pub shared_type: u32,
    /// All elements of the workgroup variable. Other invocations' elements are only read.
    pub workgroup_region: Option<Region>,
    /// The index of the region that is a variable of the entry point.
    pub function_region: Option<usize>,
    /// Functions with a pointer parameter, and the index of the region that the pointer is to.
    pub pointer_functions: Vec<(u32, usize)>,
    /// Types of composite values, besides those in memory.
    pub composite_types: Vec<DataType>,
    /// Functions that take and return a value of a type: the function and the type.
    pub value_functions: Vec<(u32, u32)>,
    pub buffers: Vec<Buffer>,
    pub push_constants: Vec<u32>,
}

/// The size of push constants that every device supports.
const PUSH_CONSTANT_BYTES: u32 = 128;

/// Bytes that are neither NaN nor zero nor denormal in any floating-point type.
fn initial_content(seed: u32, bytes: u32) -> Vec<u32> {
    let numbers = (1..=bytes.div_ceil(4)).map(|at| (at + seed * 977).wrapping_mul(0x9E37_79B9));
    numbers
        .map(|uint| uint & 0x3B3B_3B3B | 0x1010_1010)
        .collect()
}

impl Writer {
    /// Declares scalar types, and variables of all storage classes.
    pub fn declare_memory(&mut self, memory: Memory) {
        self.memory.scalars = self.types.scalars.clone();
        let uint = self.types.uint;
        let unsigned = self.uint_vectors([uint, self.types.uint2, self.types.uint3]);
        let signed = self.global(op::OpTypeInt, &[32, 1]);
        let float = self.global(op::OpTypeFloat, &[32]);
        let (signed, float) = (self.with_vectors(signed), self.with_vectors(float));
        let words = [
            self.declare_scalar(unsigned, 32, false, false),
            self.declare_scalar(signed, 32, true, false),
            self.declare_scalar(float, 32, true, true),
        ];
        self.memory.scalars.extend(words);
        if memory.doubles {
            let double = self.global(op::OpTypeFloat, &[64]);
            let double = self.with_vectors(double);
            let double = self.declare_scalar(double, 64, true, true);
            self.memory.scalars.push(double);
            self.cross_lane.capabilities.insert(capability::Float64);
        }
        let data_types = [self.random_record(24), self.random_record(16)];
        let mut binding = 1;
        for at in 0..2 + self.random.below_u32(2) {
            let data_type = data_types[self.random.below_u32(2) as usize].clone();
            self.declare_buffer(&data_type, binding, at == 1 && memory.descriptor_arrays);
            binding += 1;
        }
        if self.random.percent(70) {
            let data_type = data_types[self.random.below_u32(2) as usize].clone();
            let descriptor_arrays = memory.descriptor_arrays && self.random.percent(50);
            self.declare_uniform(&data_type, binding, descriptor_arrays);
            binding += 1;
        }
        if memory.aliased {
            let data_type = data_types[self.random.below_u32(2) as usize].clone();
            self.declare_aliases(&data_type, binding);
        }
        if self.random.percent(50) {
            self.declare_push_constants();
        }
        for class in [storage_class::Private, storage_class::Workgroup] {
            if self.random.percent(70) {
                let data_type = data_types[self.random.below_u32(2) as usize].clone();
                match (class, memory.workgroup_blocks) {
                    (storage_class::Workgroup, Some(blocks)) => {
                        self.declare_blocks(&data_type, blocks)
                    }
                    _ => self.declare_variable(&data_type, class),
                }
            }
        }
        let data_type = data_types[self.random.below_u32(2) as usize].clone();
        self.memory.function_region = Some(self.memory.regions.len());
        self.memory.regions.push(Region {
            variable: 0,
            class: storage_class::Function,
            prefix: Vec::new(),
            data_type,
            writable: true,
            aliased: false,
            in_workgroup: false,
        });
        if memory.composite_values {
            self.declare_composite_types(&data_types);
        }
        if memory.selected_pointers {
            self.require(
                "SPV_KHR_variable_pointers",
                Some(capability::VariablePointersStorageBuffer),
            );
        }
        if memory.element_pointers {
            self.cross_lane
                .capabilities
                .insert(capability::VariablePointers);
        }
        if memory.vulkan_memory_model {
            self.require(
                "SPV_KHR_vulkan_memory_model",
                Some(capability::VulkanMemoryModel),
            );
        }
    }

    /// Combines the given scalar and vector types with a vector of four.
    fn uint_vectors(&mut self, types: [u32; 3]) -> [u32; 4] {
        let four = self.global(op::OpTypeVector, &[types[0], 4]);
        [types[0], types[1], types[2], four]
    }

    /// Requires the capabilities for narrow scalars in a storage class. `capabilities` are for 8 and 16 bits.
    fn require_storage(&mut self, data_type: &DataType, capabilities: [u32; 2]) {
        let mut scalars = Vec::new();
        data_type.collect_scalars(&mut scalars);
        for scalar in scalars {
            match scalar.bits {
                8 => self.require("SPV_KHR_8bit_storage", Some(capabilities[0])),
                16 => self.require("SPV_KHR_16bit_storage", Some(capabilities[1])),
                _ => {}
            }
        }
    }

    pub fn require_buffer_storage(&mut self, data_type: &DataType) {
        let capabilities = [
            capability::StorageBuffer8BitAccess,
            capability::StorageBuffer16BitAccess,
        ];
        self.require_storage(data_type, capabilities);
    }

    fn require_uniform_storage(&mut self, data_type: &DataType) {
        let capabilities = [
            capability::UniformAndStorageBuffer8BitAccess,
            capability::UniformAndStorageBuffer16BitAccess,
        ];
        self.require_storage(data_type, capabilities);
    }

    /// Declares a variable with a binding.
    pub fn bound_variable(&mut self, class: u32, ty: u32, binding: u32) -> u32 {
        let variable = self.variable(class, ty);
        for words in [
            [variable, decoration::DescriptorSet, 0],
            [variable, decoration::Binding, binding],
        ] {
            push(&mut self.annotations, op::OpDecorate, &words);
        }
        variable
    }

    pub fn decorate(&mut self, words: &[u32]) {
        push(&mut self.annotations, op::OpDecorate, words);
    }

    /// Declares a storage buffer: a read-only first member, and a runtime array with an element per invocation. With
    /// `descriptor_arrays` it is an array of three buffers.
    fn declare_buffer(&mut self, data_type: &DataType, binding: u32, descriptor_arrays: bool) {
        let layout = self
            .random
            .choose(&[Layout::Scalar, Layout::Std430, Layout::Std140]);
        let old = self.spirv_1_5() || self.random.percent(75);
        let class = match old {
            true => storage_class::StorageBuffer,
            false => storage_class::Uniform,
        };
        let (head, data_type) = (
            self.lay_out(data_type, layout),
            self.lay_out(data_type, layout),
        );
        let list = self.global(op::OpTypeRuntimeArray, &[data_type.ty]);
        let start = self.next_offset(head.size, data_type.align);
        let stride = self.next_offset(data_type.size, data_type.align);
        self.decorate_array_stride(list, stride);
        let block = self.global(op::OpTypeStruct, &[head.ty, list]);
        self.decorate_member(block, 0, 0, &head);
        self.decorate_member(block, 1, start, &data_type);
        match old {
            true => self.decorate(&[block, decoration::Block]),
            false => self.decorate(&[block, decoration::BufferBlock]),
        }
        let count = if descriptor_arrays { 3 } else { 1 };
        let mut ty = block;
        let mut prefix = Vec::new();
        if descriptor_arrays {
            let length = self.constant(count);
            ty = self.global(op::OpTypeArray, &[block, length]);
            prefix.push((Index::Uniform(count), block));
            self.cross_lane
                .capabilities
                .insert(capability::StorageBufferArrayDynamicIndexing);
        }
        let variable = self.bound_variable(class, ty, binding);
        match class {
            storage_class::Uniform => self.require_uniform_storage(&data_type),
            _ => self.require_buffer_storage(&data_type),
        }
        for at in 0..count {
            let words = initial_content(3 * binding + at, start + stride * INVOCATIONS + 8);
            self.memory.buffers.push(Buffer::storage(binding, words));
        }
        let into = |step: &[(Index, u32)]| [&prefix[..], step].concat();
        self.memory.regions.push(Region {
            variable,
            class,
            prefix: into(&[(Index::Member(0), head.ty)]),
            data_type: head,
            writable: false,
            aliased: false,
            in_workgroup: false,
        });
        self.memory.regions.push(Region {
            variable,
            class,
            prefix: into(&[(Index::Member(1), list), (Index::Invocation, data_type.ty)]),
            data_type,
            writable: true,
            aliased: false,
            in_workgroup: false,
        });
        if !descriptor_arrays {
            self.memory.runtime_arrays.push((variable, 1));
        }
    }

    /// The end rounded up to the alignment, sometimes with a gap, as in [`lay_out`](Self::lay_out).
    fn next_offset(&mut self, end: u32, align: u32) -> u32 {
        end.next_multiple_of(align) + align * (self.random.below_u32(4) / 3)
    }

    /// Declares a uniform buffer of an array, or an array of three.
    fn declare_uniform(&mut self, data_type: &DataType, binding: u32, descriptor_arrays: bool) {
        let layout = self
            .random
            .choose(&[Layout::Scalar, Layout::Std430, Layout::Std140]);
        let data_type = self.lay_out(data_type, layout);
        let align = match layout {
            Layout::Std140 => data_type.align.next_multiple_of(16),
            _ => data_type.align,
        };
        let elements = self.constant(4);
        let list = self.global(op::OpTypeArray, &[data_type.ty, elements]);
        let stride = self.next_offset(data_type.size, align);
        self.decorate_array_stride(list, stride);
        let block = self.global(op::OpTypeStruct, &[list]);
        self.decorate_member(block, 0, 0, &data_type);
        self.decorate(&[block, decoration::Block]);
        let count = if descriptor_arrays { 3 } else { 1 };
        let mut ty = block;
        let mut prefix = Vec::new();
        if descriptor_arrays {
            let length = self.constant(count);
            ty = self.global(op::OpTypeArray, &[block, length]);
            prefix.push((Index::Uniform(count), block));
            self.cross_lane
                .capabilities
                .insert(capability::UniformBufferArrayDynamicIndexing);
        }
        let variable = self.bound_variable(storage_class::Uniform, ty, binding);
        self.require_uniform_storage(&data_type);
        for at in 0..count {
            let bytes = (stride * 4).next_multiple_of(16);
            self.memory.buffers.push(Buffer {
                kind: BufferKind::Uniform,
                ..Buffer::storage(binding, initial_content(3 * binding + at, bytes))
            });
        }
        prefix.extend([(Index::Member(0), list), (Index::Any(4), data_type.ty)]);
        self.memory.regions.push(Region {
            variable,
            class: storage_class::Uniform,
            prefix,
            data_type,
            writable: false,
            aliased: false,
            in_workgroup: false,
        });
    }

    /// Declares two variables with the same binding: an array of a data type, and an array of integers over the same bytes.
    fn declare_aliases(&mut self, data_type: &DataType, binding: u32) {
        let data_type = self.lay_out(data_type, Layout::Scalar);
        self.require_buffer_storage(&data_type);
        let overlay = self.overlay_array(&data_type);
        self.require_buffer_storage(&overlay);
        let stride = overlay.size;
        for data_type in [data_type, overlay] {
            let list = self.global(op::OpTypeRuntimeArray, &[data_type.ty]);
            self.decorate_array_stride(list, stride);
            let block = self.global(op::OpTypeStruct, &[list]);
            self.decorate_member(block, 0, 0, &data_type);
            self.decorate(&[block, decoration::Block]);
            let variable = self.bound_variable(storage_class::StorageBuffer, block, binding);
            self.decorate(&[variable, decoration::Aliased]);
            self.memory.runtime_arrays.push((variable, 0));
            self.memory.regions.push(Region {
                variable,
                class: storage_class::StorageBuffer,
                prefix: vec![(Index::Member(0), list), (Index::Invocation, data_type.ty)],
                data_type,
                writable: true,
                aliased: true,
                in_workgroup: false,
            });
        }
        let words = initial_content(3 * binding, stride * INVOCATIONS);
        self.memory.buffers.push(Buffer::storage(binding, words));
    }

    /// Declares push constants.
    fn declare_push_constants(&mut self) {
        let data_type = self.random_record(8);
        let layout = self
            .random
            .choose(&[Layout::Scalar, Layout::Std430, Layout::Std140]);
        let data_type = self.lay_out(&data_type, layout);
        if data_type.size > PUSH_CONSTANT_BYTES {
            return;
        }
        self.decorate(&[data_type.ty, decoration::Block]);
        let capabilities = [
            capability::StoragePushConstant8,
            capability::StoragePushConstant16,
        ];
        self.require_storage(&data_type, capabilities);
        let variable = self.variable(storage_class::PushConstant, data_type.ty);
        self.memory.push_constants = initial_content(0, data_type.size);
        self.memory.regions.push(Region {
            variable,
            class: storage_class::PushConstant,
            prefix: Vec::new(),
            data_type,
            writable: false,
            aliased: false,
            in_workgroup: false,
        });
    }

    /// An array of integers of a random width that covers a data type entirely.
    pub fn overlay_array(&mut self, data_type: &DataType) -> DataType {
        let mut integers = self.memory.scalars.clone();
        integers.retain(|scalar| !scalar.float);
        let scalar = self.random.choose(&integers);
        let bytes = scalar.bits / 8;
        let stride = data_type.size.next_multiple_of(bytes.max(data_type.align));
        let other = DataType::numeric(scalar, 1);
        let length = self.constant(stride / bytes);
        let overlay = self.global(op::OpTypeArray, &[other.ty, length]);
        self.decorate_array_stride(overlay, bytes);
        DataType::array(stride / bytes, overlay, other)
    }

    /// Declares a `Private` variable, or a `Workgroup` array with an element per invocation.
    fn declare_variable(&mut self, data_type: &DataType, class: u32) {
        let mut region = Region {
            variable: 0,
            class,
            prefix: Vec::new(),
            data_type: data_type.clone(),
            writable: true,
            aliased: false,
            in_workgroup: class == storage_class::Workgroup,
        };
        let mut ty = data_type.ty;
        if class == storage_class::Workgroup {
            let length = self.constant(INVOCATIONS);
            ty = self.global(op::OpTypeArray, &[data_type.ty, length]);
            region.prefix.push((Index::Invocation, data_type.ty));
        }
        region.variable = self.variable(class, ty);
        if class == storage_class::Workgroup {
            self.memory.shared_type = ty;
            let readable = match self.shape.alone {
                true => Index::Invocation,
                false => Index::Any(INVOCATIONS),
            };
            let prefix = vec![(readable, data_type.ty)];
            let writable = false;
            self.memory.workgroup_region = Some(Region {
                prefix,
                writable,
                ..region.clone()
            });
        }
        self.memory.regions.push(region);
    }
}
