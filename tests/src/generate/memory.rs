//! Memory: what variables of every class a module has, and how their content lies.
//!
//! Each invocation writes to places of its own alone, between those of its neighbours; what others write it reads behind a
//! barrier. Every byte that the buffers hold at first is one that makes no NaN, no zero and nothing denormal of any float that
//! may be read there, and what is written keeps to that where two types share a binding.

use std::collections::BTreeMap;

use sos_core::tables::{capability, decoration, op, storage_class};

use super::choose::Choose as _;
use super::code::push;
use super::forms::{Form, Rules};
use super::module::{Writer, INVOCATIONS};
use super::widths::Width;
use crate::{Buffer, BufferKind};

/// What of memory a module has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// 64-bit floats.
    pub doubles: bool,
    /// Two variables of one binding.
    pub aliased: bool,
    /// Arrays of descriptors.
    pub several: bool,
    /// Pointers that are chosen.
    pub chosen: bool,
    /// Pointers that functions take.
    pub passed: bool,
    /// SPIR-V 1.5.
    pub later: bool,
    /// The Vulkan memory model.
    pub model: bool,
    /// Values of several parts that control flow carries.
    pub values: bool,
    /// Atomic operations on 64-bit integers.
    pub long_atomics: bool,
    /// Blocks in memory of the workgroup's.
    pub blocks: Option<Blocks>,
    /// Pointers into memory of the workgroup's that are chosen, and into it and into buffers that functions take.
    pub elements: bool,
}

/// Blocks in memory of the workgroup's, which all lie in one place: themselves or what stands for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// In memory of the workgroup's.
    Shared,
    /// In a buffer, for drivers that have none: with a single workgroup it is the same.
    Buffer,
}

/// An index on the way from a variable to its form.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Of a member.
    Member(u32),
    /// The invocation's number.
    Own,
    /// Any of so many.
    Any(u32),
    /// The same of so many in all invocations.
    Same(u32),
}

/// A way into memory.
#[derive(Clone, Debug)]
pub struct Root {
    /// 0 where there is none.
    pub variable: u32,
    pub class: u32,
    /// From the variable to the form, with the type behind each step.
    pub begin: Vec<(Step, u32)>,
    pub form: Form,
    pub writable: bool,
    /// Whether others see the same bytes as another type.
    pub aliased: bool,
    /// Whether it is memory of the workgroup's, or stands for it.
    pub of_workgroup: bool,
}

/// The memory of a module.
#[derive(Clone, Debug, Default)]
pub struct Memories {
    pub widths: Vec<Width>,
    /// Matrix types by column and number of columns.
    pub matrices: BTreeMap<(u32, u32), u32>,
    pub roots: Vec<Root>,
    /// Whether no block may begin here.
    pub single: bool,
    /// Runtime arrays: variable, the steps to its block, and which member.
    pub lists: Vec<(u32, u32)>,
    /// The type of the variable that the workgroup shares.
    pub shared_type: u32,
    /// The way to what the workgroup shares, of which only the own part is written.
    pub shared: Option<Root>,
    /// The variable of the entry point's own: its place among the roots.
    pub local: Option<usize>,
    /// Functions that take a pointer, and the place of the root that it is.
    pub callable: Vec<(u32, usize)>,
    /// What values there are besides those in memory.
    pub values: Vec<Form>,
    /// Functions that take a value and give one of the same type, which stands beside them.
    pub carriers: Vec<(u32, u32)>,
    pub buffers: Vec<Buffer>,
    pub pushed: Vec<u32>,
}

/// Bytes of push constants that every device has.
const PUSHED: u32 = 128;

/// So many bytes that are nothing special in any type of floats.
fn content(seed: u32, bytes: u32) -> Vec<u32> {
    let numbers = (1..=bytes.div_ceil(4)).map(|at| (at + seed * 977).wrapping_mul(0x9E37_79B9));
    numbers
        .map(|number| number & 0x3B3B_3B3B | 0x1010_1010)
        .collect()
}

impl Writer {
    /// Declares the numbers, and variables of the classes.
    pub fn declare_memory(&mut self, memory: Memory) {
        self.memory.widths = self.types.widths.clone();
        let number = self.types.number;
        let unsigned = self.with_four([number, self.types.pair, self.types.triple]);
        let signed = self.global(op::OpTypeInt, &[32, 1]);
        let float = self.global(op::OpTypeFloat, &[32]);
        let (signed, float) = (self.with_vectors(signed), self.with_vectors(float));
        let words = [
            self.width(unsigned, 32, false, false),
            self.width(signed, 32, true, false),
            self.width(float, 32, true, true),
        ];
        self.memory.widths.extend(words);
        if memory.doubles {
            let double = self.global(op::OpTypeFloat, &[64]);
            let double = self.with_vectors(double);
            let double = self.width(double, 64, true, true);
            self.memory.widths.push(double);
            self.cross.capabilities.insert(capability::Float64);
        }
        let forms = [self.some_record(24), self.some_record(16)];
        let mut binding = 1;
        for at in 0..2 + self.random.up_to(2) {
            let form = forms[self.random.up_to(2) as usize].clone();
            self.declare_buffer(&form, binding, at == 1 && memory.several);
            binding += 1;
        }
        if self.random.percent(70) {
            let form = forms[self.random.up_to(2) as usize].clone();
            let several = memory.several && self.random.percent(50);
            self.declare_uniform(&form, binding, several);
            binding += 1;
        }
        if memory.aliased {
            let form = forms[self.random.up_to(2) as usize].clone();
            self.declare_aliases(&form, binding);
        }
        if self.random.percent(50) {
            self.declare_pushed();
        }
        for class in [storage_class::Private, storage_class::Workgroup] {
            if self.random.percent(70) {
                let form = forms[self.random.up_to(2) as usize].clone();
                match (class, memory.blocks) {
                    (storage_class::Workgroup, Some(blocks)) => self.declare_blocks(&form, blocks),
                    _ => self.declare_own(&form, class),
                }
            }
        }
        let form = forms[self.random.up_to(2) as usize].clone();
        self.memory.local = Some(self.memory.roots.len());
        self.memory.roots.push(Root {
            variable: 0,
            class: storage_class::Function,
            begin: Vec::new(),
            form,
            writable: true,
            aliased: false,
            of_workgroup: false,
        });
        if memory.values {
            self.declare_values(&forms);
        }
        if memory.chosen {
            self.needs(
                "SPV_KHR_variable_pointers",
                Some(capability::VariablePointersStorageBuffer),
            );
        }
        if memory.elements {
            self.cross.capabilities.insert(capability::VariablePointers);
        }
        if memory.model {
            self.needs(
                "SPV_KHR_vulkan_memory_model",
                Some(capability::VulkanMemoryModel),
            );
        }
    }

    /// A type with vectors of two and three, and one of four.
    fn with_four(&mut self, types: [u32; 3]) -> [u32; 4] {
        let four = self.global(op::OpTypeVector, &[types[0], 4]);
        [types[0], types[1], types[2], four]
    }

    /// Notes which widths are in memory of a class.
    fn stored(&mut self, form: &Form, capabilities: [u32; 2]) {
        let mut widths = Vec::new();
        form.widths(&mut widths);
        for width in widths {
            match width.bits {
                8 => self.needs("SPV_KHR_8bit_storage", Some(capabilities[0])),
                16 => self.needs("SPV_KHR_16bit_storage", Some(capabilities[1])),
                _ => {}
            }
        }
    }

    pub fn stored_in_buffer(&mut self, form: &Form) {
        let capabilities = [
            capability::StorageBuffer8BitAccess,
            capability::StorageBuffer16BitAccess,
        ];
        self.stored(form, capabilities);
    }

    fn stored_in_uniform(&mut self, form: &Form) {
        let capabilities = [
            capability::UniformAndStorageBuffer8BitAccess,
            capability::UniformAndStorageBuffer16BitAccess,
        ];
        self.stored(form, capabilities);
    }

    /// A variable of a block, at a binding.
    pub fn bound(&mut self, class: u32, ty: u32, binding: u32) -> u32 {
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

    /// A block of a head that is only read and an array with an element of each invocation; one buffer or three.
    fn declare_buffer(&mut self, form: &Form, binding: u32, several: bool) {
        let rules = self
            .random
            .of(&[Rules::Scalar, Rules::Std430, Rules::Std140]);
        let old = self.later() || self.random.percent(75);
        let class = match old {
            true => storage_class::StorageBuffer,
            false => storage_class::Uniform,
        };
        let (head, form) = (self.lay(form, rules), self.lay(form, rules));
        let list = self.global(op::OpTypeRuntimeArray, &[form.ty]);
        let start = self.ahead(head.size, form.align);
        let stride = self.ahead(form.size, form.align);
        self.strided(list, stride);
        let block = self.global(op::OpTypeStruct, &[head.ty, list]);
        self.member(block, 0, 0, &head);
        self.member(block, 1, start, &form);
        match old {
            true => self.decorate(&[block, decoration::Block]),
            false => self.decorate(&[block, decoration::BufferBlock]),
        }
        let count = if several { 3 } else { 1 };
        let mut ty = block;
        let mut begin = Vec::new();
        if several {
            let length = self.constant(count);
            ty = self.global(op::OpTypeArray, &[block, length]);
            begin.push((Step::Same(count), block));
            self.cross
                .capabilities
                .insert(capability::StorageBufferArrayDynamicIndexing);
        }
        let variable = self.bound(class, ty, binding);
        match class {
            storage_class::Uniform => self.stored_in_uniform(&form),
            _ => self.stored_in_buffer(&form),
        }
        for at in 0..count {
            let words = content(3 * binding + at, start + stride * INVOCATIONS + 8);
            self.memory.buffers.push(Buffer::storage(binding, words));
        }
        let into = |step: &[(Step, u32)]| [&begin[..], step].concat();
        self.memory.roots.push(Root {
            variable,
            class,
            begin: into(&[(Step::Member(0), head.ty)]),
            form: head,
            writable: false,
            aliased: false,
            of_workgroup: false,
        });
        self.memory.roots.push(Root {
            variable,
            class,
            begin: into(&[(Step::Member(1), list), (Step::Own, form.ty)]),
            form,
            writable: true,
            aliased: false,
            of_workgroup: false,
        });
        if !several {
            self.memory.lists.push((variable, 1));
        }
    }

    /// As [`lay`](Self::lay) has gaps, between what a block holds.
    fn ahead(&mut self, end: u32, align: u32) -> u32 {
        end.next_multiple_of(align) + align * (self.random.up_to(4) / 3)
    }

    /// A uniform block of an array; one buffer or three.
    fn declare_uniform(&mut self, form: &Form, binding: u32, several: bool) {
        let rules = self
            .random
            .of(&[Rules::Scalar, Rules::Std430, Rules::Std140]);
        let form = self.lay(form, rules);
        let align = match rules {
            Rules::Std140 => form.align.next_multiple_of(16),
            _ => form.align,
        };
        let elements = self.constant(4);
        let list = self.global(op::OpTypeArray, &[form.ty, elements]);
        let stride = self.ahead(form.size, align);
        self.strided(list, stride);
        let block = self.global(op::OpTypeStruct, &[list]);
        self.member(block, 0, 0, &form);
        self.decorate(&[block, decoration::Block]);
        let count = if several { 3 } else { 1 };
        let mut ty = block;
        let mut begin = Vec::new();
        if several {
            let length = self.constant(count);
            ty = self.global(op::OpTypeArray, &[block, length]);
            begin.push((Step::Same(count), block));
            self.cross
                .capabilities
                .insert(capability::UniformBufferArrayDynamicIndexing);
        }
        let variable = self.bound(storage_class::Uniform, ty, binding);
        self.stored_in_uniform(&form);
        for at in 0..count {
            let bytes = (stride * 4).next_multiple_of(16);
            self.memory.buffers.push(Buffer {
                kind: BufferKind::Uniform,
                ..Buffer::storage(binding, content(3 * binding + at, bytes))
            });
        }
        begin.extend([(Step::Member(0), list), (Step::Any(4), form.ty)]);
        self.memory.roots.push(Root {
            variable,
            class: storage_class::Uniform,
            begin,
            form,
            writable: false,
            aliased: false,
            of_workgroup: false,
        });
    }

    /// Two variables of one binding: an array of a form, and one of words or of other integers in their place.
    fn declare_aliases(&mut self, form: &Form, binding: u32) {
        let form = self.lay(form, Rules::Scalar);
        self.stored_in_buffer(&form);
        let row = self.row_of(&form);
        self.stored_in_buffer(&row);
        let stride = row.size;
        for form in [form, row] {
            let list = self.global(op::OpTypeRuntimeArray, &[form.ty]);
            self.strided(list, stride);
            let block = self.global(op::OpTypeStruct, &[list]);
            self.member(block, 0, 0, &form);
            self.decorate(&[block, decoration::Block]);
            let variable = self.bound(storage_class::StorageBuffer, block, binding);
            self.decorate(&[variable, decoration::Aliased]);
            self.memory.lists.push((variable, 0));
            self.memory.roots.push(Root {
                variable,
                class: storage_class::StorageBuffer,
                begin: vec![(Step::Member(0), list), (Step::Own, form.ty)],
                form,
                writable: true,
                aliased: true,
                of_workgroup: false,
            });
        }
        let words = content(3 * binding, stride * INVOCATIONS);
        self.memory.buffers.push(Buffer::storage(binding, words));
    }

    /// A block of push constants.
    fn declare_pushed(&mut self) {
        let form = self.some_record(8);
        let rules = self
            .random
            .of(&[Rules::Scalar, Rules::Std430, Rules::Std140]);
        let form = self.lay(&form, rules);
        if form.size > PUSHED {
            return;
        }
        self.decorate(&[form.ty, decoration::Block]);
        let capabilities = [
            capability::StoragePushConstant8,
            capability::StoragePushConstant16,
        ];
        self.stored(&form, capabilities);
        let variable = self.variable(storage_class::PushConstant, form.ty);
        self.memory.pushed = content(0, form.size);
        self.memory.roots.push(Root {
            variable,
            class: storage_class::PushConstant,
            begin: Vec::new(),
            form,
            writable: false,
            aliased: false,
            of_workgroup: false,
        });
    }

    /// Integers of some width in the place of a form, to the last byte.
    pub fn row_of(&mut self, form: &Form) -> Form {
        let mut integers = self.memory.widths.clone();
        integers.retain(|width| !width.float);
        let width = self.random.of(&integers);
        let bytes = width.bits / 8;
        let stride = form.size.next_multiple_of(bytes.max(form.align));
        let other = Form::numbers(width, 1);
        let length = self.constant(stride / bytes);
        let row = self.global(op::OpTypeArray, &[other.ty, length]);
        self.strided(row, bytes);
        Form::array(stride / bytes, row, other)
    }

    /// A variable of the invocation's own, or of the workgroup with an element of each invocation.
    fn declare_own(&mut self, form: &Form, class: u32) {
        let mut root = Root {
            variable: 0,
            class,
            begin: Vec::new(),
            form: form.clone(),
            writable: true,
            aliased: false,
            of_workgroup: class == storage_class::Workgroup,
        };
        let mut ty = form.ty;
        if class == storage_class::Workgroup {
            let length = self.constant(INVOCATIONS);
            ty = self.global(op::OpTypeArray, &[form.ty, length]);
            root.begin.push((Step::Own, form.ty));
        }
        root.variable = self.variable(class, ty);
        if class == storage_class::Workgroup {
            self.memory.shared_type = ty;
            let begin = vec![(Step::Any(INVOCATIONS), form.ty)];
            let writable = false;
            self.memory.shared = Some(Root {
                begin,
                writable,
                ..root.clone()
            });
        }
        self.memory.roots.push(root);
    }
}
