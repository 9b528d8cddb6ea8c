//! The pass `storage`: rewrites blocks in memory to arrays of 32-bit words if the device cannot access them as declared.
//! These are:
//! - 8- and 16-bit data in buffers, push constants, blocks in workgroup memory and behind physical pointers, where the
//!   device does not support that width;
//! - blocks whose layout the device does not support, or blocks in workgroup memory where it supports none;
//! - blocks with matrices of 64-bit floats that the target lacks, since words have no matrices; uniform blocks with vectors of
//!   64-bit numbers that it lacks, since no type of words fits there;
//! - plain variables in workgroup memory with narrow data, where it would exceed the device's limit if it were widened
//!   ([below](#packed-workgroup-memory)).
//!
//! Input: a module, and the widths that the target supports in each storage class (SPV_KHR_16bit_storage and
//! SPV_KHR_8bit_storage; devices support any combination), and the layouts that it supports ([`crate::plan::Dialects`]).
//! Output: a module in which each unsupported block is an array of words (a *rewritten block*). Other blocks are not
//! changed.
//!
//! ```text
//! struct { half head; half list[]; } %block                 struct { uint words[]; } %block
//!                                                      ⇒
//! %chain = OpAccessChain %to_half %block %one %i            %bytes = OpShiftLeftLogical %uint %i %uint_1
//! %x = OpLoad %half %chain                                  %at = OpIAdd %uint %bytes %uint_2
//!                                                           %word = OpShiftRightLogical %uint %at %uint_2
//!                                                           %pointer = OpAccessChain %to_uint %block %uint_0 %word
//!                                                           %w = OpLoad %uint %pointer
//!                                                           %eights = OpShiftLeftLogical %uint %at %uint_3
//!                                                           %shift = OpBitwiseAnd %uint %eights %uint_24
//!                                                           %s = OpShiftRightLogical %uint %w %shift
//!                                                           %u = OpUConvert %ushort %s
//!                                                           %x = OpBitcast %half %u
//! ```
//!
//! Values keep their types: the pass for narrow values runs later and replaces what the target cannot compute with.
//!
//! # Parts
//!
//! [`layout`] computes the offsets and strides of a block's parts, and lays out types that have none. [`blocks`] determines
//! which blocks are rewritten, and declares their replacements. [`place`] tracks where pointers into them point. [`pairs`]
//! represents pointers that are selected or passed on, [`address`] those that do not originate from a variable, and [`held`]
//! determines which physical pointers become addresses although the device can access their data. [`code`] visits the
//! functions. [`load`], [`store`] and [`atomic`] emit the accesses, and [`memo`] reuses loads and address computations of
//! neighbouring data in the same word.
//!
//! # Packed workgroup memory
//!
//! On a device without a narrow type, the pass for narrow values widens it, also in plain variables in workgroup memory,
//! which nobody but the shader sees. An access then takes a single instruction, but the memory may exceed the device's
//! limit. If so, the passes run once more, and this pass packs those variables: they get a layout ([`layout`]) and become
//! arrays of words, as blocks do. The layout has the narrow sizes, so but for padding they take what they took as written.
//!
//! Whether memory exceeds the limit is decided by the plan for the passes' output ([`mod@crate::filter`]), which alone knows
//! what is used, what rules and emulated subgroups have added, and which limit applies. Modules that fit without packing
//! are not affected.
//!
//! Each variable becomes words of its own ([`blocks`]), since plain variables do not overlap. These stay widened: variables
//! with Booleans, which have no representation in memory; those whose length is an open specialization constant, which no
//! limit is checked for; and those whose type is also that of a part of one that stays. Stores of parts of words are atomic
//! operations on 32-bit integers, which every Vulkan device has in workgroup memory.
//!
//! # Exactness
//!
//! Memory contains the same bytes and values have the same bits, in every interleaving of invocations for which the
//! original has defined results. A store of less than a word leaves the rest of the word to other invocations ([`store`]).
//! Two things differ, neither of which the original defines: accesses out of bounds of a buffer, and the bytes behind its
//! last whole word ([`atomic`]).
//!
//! # Instructions
//!
//! For one 16-bit access, including the address computation. Neighbouring accesses in a block share most of it.
//!
//! | access | constant index | index `i` | by hand, index `i` |
//! |---|---|---|---|
//! | load `uint16_t` | 4 | 9 | 9: `uint16_t(words[i >> 1] >> ((i & 1) << 4))` with the element's offset |
//! | load `f16vec2`, aligned | 3 | 3 | 3: `unpackFloat2x16(words[i])` |
//! | load `f16vec4`, aligned | 7 | 10 | 10 |
//! | store `uint16_t` | 5 | 12 | 12 |
//! | store `f16vec2`, aligned | 3 | 3 | 3 |
//!
//! # Pitfalls
//!
//! - The same pointer type can point into rewritten and other blocks (`uint` members next to halves): which is the case is
//!   decided by the variable, never by the pointer type.
//! - A store of less than a word reads the word, so `NonReadable` is dropped.
//! - Bytes before the first member of a push constant block belong to other stages: the array of words begins at that
//!   member ([`blocks`]).
//! - `NonUniform` on access chains, which every new pointer needs too; indices of other widths than 32
//!   bits.
//! - Halves that a device can store but that are loaded as integers, to keep their denormals: a matrix of them has no equivalent, so
//!   its block becomes words although the device can access it.
//! - Ids of access chains are removed, and with them their names, decorations and debug information.
//!
//! # What it refuses
//!
//! Pointers into rewritten blocks that are returned by functions, compared, or stored in anything but a function variable
//! ([`pairs`]); narrow data in shader records; atomic arithmetic on floats and 64-bit integers in rewritten blocks; data
//! that is not aligned to its size; pointers to parts of packed variables that are passed to functions; and any other
//! instruction on such a pointer that the pass does not know.
//!
//! `narrow-array-length` is shown by `corpus/shaders/storage/half_length.comp`.
//! `narrow-storage` is shown by `corpus/shaders/storage/array_addresses.spvasm`.

mod address;
mod atomic;
mod blocks;
mod code;
mod compare;
mod held;
pub mod layout;
mod load;
mod memo;
mod pairs;
mod place;
mod store;

use super::builder::mark;
use super::legalize::converts_bits;
use super::{Input, LowerError, ModuleBuilder, Pass, Request, Step};
use crate::facts::{Facts, Scalar, TypeView};
use crate::inst::{Inst, Insts};
use crate::plan::conditions::{self, ConditionSet};
use crate::plan::implicit::{contents, fill_contents};
use crate::plan::Dialects;
use crate::tables::{capability as c, decoration, op, storage_class};
use crate::target::{feature, Target};
use crate::views;
use alloc::vec::Vec;
use blocks::{is_physical, Blocks};
use code::{refusal_for, Code};
use held::Arithmetic;
use layout::Layouts;
use memo::Memo;
use place::Places;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[
        feature::storageBuffer8BitAccess,
        feature::uniformAndStorageBuffer8BitAccess,
        feature::storagePushConstant8,
        feature::storageBuffer16BitAccess,
        feature::uniformAndStorageBuffer16BitAccess,
        feature::storagePushConstant16,
        feature::uniformBufferStandardLayout,
        feature::scalarBlockLayout,
        feature::workgroupMemoryExplicitLayout,
        feature::workgroupMemoryExplicitLayout8BitAccess,
        feature::workgroupMemoryExplicitLayout16BitAccess,
        feature::workgroupMemoryExplicitLayoutScalarBlockLayout,
    ],
    extensions: &[
        "VK_KHR_16bit_storage",
        "VK_KHR_8bit_storage",
        "VK_KHR_workgroup_memory_explicit_layout",
    ],
    ..Step::new(|memory| &mut memory.storage)
};

/// The budget for parts of composites in a module's accesses: per word of the module, and in addition to that.
const PARTS: (u32, u32) = (16, 1 << 16);

/// The widths of data that a target cannot access, by class of memory, as bits of [`contents`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lacks {
    buffer: u8,
    uniform: u8,
    push: u8,
    /// Blocks in workgroup memory.
    shared: u8,
    /// Whether it does not support explicit layouts in workgroup memory at all.
    shared_layout: bool,
    /// Plain variables in workgroup memory, if those are to be packed.
    plain: u8,
}

impl Lacks {
    /// Returns what a target lacks.
    fn by(target: &Target) -> Self {
        let has = |value: u32| target.has_capability(value);
        let lacks = |shorts: bool, bytes: bool| {
            (if shorts { 0 } else { contents::ANY16 }) | (if bytes { 0 } else { contents::INT8 })
        };
        let uniform16 = has(c::UniformAndStorageBuffer16BitAccess);
        let uniform8 = has(c::UniformAndStorageBuffer8BitAccess);
        Self {
            buffer: lacks(
                uniform16 || has(c::StorageBuffer16BitAccess),
                uniform8 || has(c::StorageBuffer8BitAccess),
            ),
            uniform: lacks(uniform16, uniform8),
            push: lacks(has(c::StoragePushConstant16), has(c::StoragePushConstant8)),
            shared: lacks(
                has(c::WorkgroupMemoryExplicitLayout16BitAccessKHR),
                has(c::WorkgroupMemoryExplicitLayout8BitAccessKHR),
            ),
            shared_layout: !has(c::WorkgroupMemoryExplicitLayoutKHR),
            plain: 0,
        }
    }

    /// Adds the widths that a target does not support as values, in plain variables in workgroup memory.
    fn packing(self, facts: &Facts, target: &Target) -> Self {
        // Beside blocks there, which all start at the same address, variables are not packed.
        if facts.has_workgroup_layout() {
            return self;
        }
        let kinds = [
            (c::Float16, contents::FLOAT16),
            (c::Int16, contents::INT16),
            (c::Int8, contents::INT8),
        ];
        let lacking = kinds.iter().filter(|kind| !target.has_capability(kind.0));
        let plain = lacking.fold(0, |bits, kind| bits | kind.1);
        Self { plain, ..self }
    }

    /// Whether any class of memory lacks support for these contents.
    fn any_of(&self, holds: u8) -> bool {
        holds & (self.buffer | self.uniform | self.push | self.shared) != 0
    }

    /// Whether any class of memory supports these contents.
    fn any_without(&self, holds: u8) -> bool {
        holds & !(self.buffer & self.uniform & self.push & self.shared) != 0
    }

    /// Whether support for a block with these contents in workgroup memory is missing.
    fn of_shared(&self, holds: u8) -> bool {
        self.shared_layout || holds & self.shared != 0
    }

    /// Returns the unsupported widths for a block in this storage class.
    fn of_block(&self, class: u32, is_buffer_block: bool) -> u8 {
        match class {
            storage_class::StorageBuffer => self.buffer,
            storage_class::Uniform if is_buffer_block => self.buffer,
            storage_class::Uniform => self.uniform,
            storage_class::PushConstant => self.push,
            _ => 0,
        }
    }

    /// Returns the unsupported widths for a pointer of this class into a block. In the class `Uniform`, the block may be a
    /// uniform buffer or a storage buffer in the old form (`BufferBlock`).
    fn of_part(&self, class: u32) -> u8 {
        match class {
            storage_class::Uniform => self.buffer & self.uniform,
            _ if is_physical(class) => self.buffer,
            _ => self.of_block(class, false),
        }
    }

    /// Returns the widths that some memory of this class does not support.
    fn of_class(&self, class: u32) -> u8 {
        match class {
            storage_class::Uniform => self.buffer | self.uniform,
            storage_class::Workgroup => self.shared,
            _ => self.of_part(class),
        }
    }
}

/// The pass, with its working memory.
#[derive(Clone, Debug, Default)]
pub struct Storage {
    layouts: Layouts,
    dialects: Dialects,
    contents: Vec<u8>,
    /// Working memory of [`held`].
    pointed: Vec<u8>,
    blocks: Blocks,
    places: Places,
    memo: Memo,
    parts: Vec<u32>,
    path: Vec<u32>,
    /// By type id: what it contains that has no equivalent with the same layout.
    without_form: Vec<u8>,
    /// Whether narrow data in plain variables in workgroup memory is packed.
    pub packs: bool,
}

impl Pass for Storage {
    fn concerns(
        &mut self,
        Request {
            input,
            target,
            options,
        }: Request<'_>,
    ) -> bool {
        let Input { words, facts } = input;
        let lacks = self.lacks(facts, target);
        // Nor are there matrices of integers: halves may be converted as such.
        let halves = lacks.any_without(contents::FLOAT16) && converts_bits(target, options);
        let [integers, doubles] = [c::Int64, c::Float64].map(|of| input.lacks(target, of));
        let form = |scalar| match scalar {
            Scalar::Float { width: 64 } if doubles => MATRIX | VECTOR,
            Scalar::Float { width: 16 } if halves => MATRIX,
            Scalar::Int { width: 64, .. } if integers => VECTOR,
            _ => 0,
        };
        let by_bits = (integers || doubles || halves)
            && fill_without_form(input, form, &mut self.without_form);
        if !by_bits {
            self.without_form.clear();
        }
        self.dialects.fill(words, facts, None, target);
        let holds = fill_contents(words, facts, &mut self.contents);
        let arithmetic = Arithmetic::of(target);
        let may_matter = |&entry: &u8| arithmetic.may_matter(entry);
        let reaches_narrow = |inst: Inst<'_>| {
            let holds = self.contents.get(inst.word(3) as usize);
            inst.opcode() == op::OpTypePointer
                && lacks.of_class(views::TypePointer(inst).storage_class())
                    & holds.copied().unwrap_or(0)
                    != 0
        };
        let mut globals = facts.declarations(words);
        lacks.any_of(holds) && globals.any(reaches_narrow)
            || lacks.plain & holds != 0
            || lacks.shared_layout && facts.uses(c::WorkgroupMemoryExplicitLayoutKHR)
            || by_bits
            || facts.uses(c::PhysicalStorageBufferAddresses)
                && (arithmetic.may_matter(holds)
                    || !arithmetic.has_long && self.contents.iter().any(may_matter))
            || {
                let unmet = conditions::unmet_layouts(target);
                !self.dialects.are_accepted(words, facts, &unmet)
            }
    }

    fn run(
        &mut self,
        Request { input, target, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let Input { words, facts } = input;
        let lacks = self.lacks(facts, target);
        let unmet = conditions::unmet_layouts(target);
        self.layouts.read(words, facts);
        if lacks.plain != 0 {
            let types = facts.shared_variables(words);
            let types = types.map(|variable| input.pointee(variable.result_type()));
            self.layouts.lay_out(words, facts, types);
        }
        self.blocks.any_pairs = false;
        let arithmetic = Arithmetic::of(target);
        let tables = (&self.contents[..], &mut self.pointed);
        self.blocks.held = held::find(input, arithmetic, &lacks, tables);
        if !self.find_blocks(input, &lacks, &unmet)? {
            return Ok(false);
        }
        if self.blocks.any_address && !arithmetic.has_long {
            // Without 64-bit integers, conversions from addresses to pointers become bitcasts.
            self.blocks.held = arithmetic.lacks;
            self.find_blocks(input, &lacks, &unmet)?;
        }
        let by_pointers = arithmetic.has_long && !self.blocks.are_all_addresses;
        self.blocks.native_data = match by_pointers {
            true => contents::ALL & !lacks.buffer,
            false => 0,
        };
        if self.find_pointers(input, build) {
            self.blocks.any_pairs = true;
            self.blocks.any_volatile = self.layouts.any(decoration::Volatile);
            self.find_blocks(input, &lacks, &unmet)?;
            self.find_pointers(input, build);
        }
        if self.blocks.any_address {
            self.blocks.declare_addresses(input, &self.layouts, build);
        }
        for inst in facts.declarations(words) {
            self.global(inst, input, build)?;
        }
        self.code(input, build)?;
        build.sweep();
        for inst in input.facts.decorations(input.words) {
            if !self.is_dropped(inst, input) {
                build.copy_annotation(input, inst)?;
            }
        }
        Ok(true)
    }
}

impl Storage {
    /// Returns what a target lacks for a module.
    fn lacks(&self, facts: &Facts, target: &Target) -> Lacks {
        match self.packs {
            true => Lacks::by(target).packing(facts, target),
            false => Lacks::by(target),
        }
    }

    /// Whether an annotation is dropped: `NonReadable` on a rewritten block, which stores of less than a word read, or a
    /// decoration of pointers on what is no longer a pointer.
    fn is_dropped(&self, inst: Inst<'_>, input: Input<'_>) -> bool {
        let is_words = || {
            let ty = input.type_of(inst.target());
            self.blocks.whole(ty).is_some()
        };
        inst.opcode() == op::OpDecorate
            && views::Decorate(inst).decoration() == decoration::NonReadable
            && is_words()
            || self.blocks.any_address && self.blocks.is_pointer_only(input, inst)
    }

    /// Emits an instruction between annotations and functions.
    fn global(
        &mut self,
        inst: Inst<'_>,
        input: Input<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<(), LowerError> {
        let blocks = &mut self.blocks;
        if blocks.any_address && blocks.address_global(inst)? {
            return Ok(());
        }
        if blocks.shared_variable(input, build, inst)? {
            return Ok(());
        }
        let whole = blocks.whole(inst.word(1));
        if let Some(whole) = whole.filter(|_| inst.opcode() == op::OpTypePointer) {
            return blocks.declare(input, &self.layouts, build, inst, whole);
        }
        if blocks.any_pairs && blocks.to_word == 0 {
            blocks.declare_to_word(build);
        }
        let pairs = (&self.blocks, &mut self.places);
        if pairs::global(pairs, build, &mut self.parts, inst)? {
            return Ok(());
        }
        match self.blocks.is_inside(inst.word(1)) && inst.has_type() {
            true => Err(refusal_for(input, inst)),
            false => build.copy_global(input, inst),
        }
    }

    /// Finds the blocks to rewrite. Returns whether there are any. `unmet` contains the conditions that the target does not
    /// meet.
    fn find_blocks(
        &mut self,
        input: Input<'_>,
        lacks: &Lacks,
        unmet: &ConditionSet,
    ) -> Result<bool, LowerError> {
        let Self {
            blocks,
            layouts,
            dialects,
            without_form,
            ..
        } = self;
        let accepts = |class, structure| {
            dialects.accepts(input.facts, class, structure, unmet)
                && without_form.get(structure as usize).copied().unwrap_or(0) & in_class(class) == 0
        };
        blocks.find(input, layouts, &self.contents, lacks, &accepts)
    }

    /// Records the results that point into rewritten blocks. Returns whether any such pointer is used in a way that
    /// requires pairs.
    fn find_pointers(&mut self, input: Input<'_>, build: &mut ModuleBuilder) -> bool {
        self.places.reset(input.facts.def.len());
        let Input { words, facts } = input;
        let functions = || facts.code(words);
        let mut code = self.writer(input, build);
        let globals = facts.declarations(words);
        globals.for_each(|inst| code.mark(inst));
        // Phis may use ids that are defined later, so removed ids are known before anything is emitted.
        functions().for_each(|inst| code.record_result(inst));
        functions().any(|inst| code.needs_pair(inst))
    }

    /// Emits the functions.
    fn code(&mut self, input: Input<'_>, build: &mut ModuleBuilder) -> Result<(), LowerError> {
        self.memo.reset();
        self.parts.clear();
        let mut code = self.writer(input, build);
        let end = input.words.len() as u32;
        let mut insts = Insts::new(input.words, input.facts.first_function, end);
        let any_pairs = code.blocks.any_pairs;
        let may_affect_memory = |opcode| any_pairs || code::may_affect_memory(opcode);
        while let Some((inst, marks)) = code.build.copy_run(input, &mut insts, may_affect_memory) {
            code.instruction(inst, marks & mark::TOUCHED != 0)?;
        }
        Ok(())
    }

    /// Returns the state for emitting functions.
    fn writer<'a>(&'a mut self, input: Input<'a>, build: &'a mut ModuleBuilder) -> Code<'a> {
        let words = input.words.len() as u32;
        Code {
            input,
            build,
            layouts: &self.layouts,
            blocks: &self.blocks,
            places: &mut self.places,
            memo: &mut self.memo,
            parts: &mut self.parts,
            path: &mut self.path,
            pending: None,
            budget: PARTS.1.saturating_add(words.saturating_mul(PARTS.0)),
            vulkan_memory_model: input.facts.has_vulkan_memory_model(input.words),
        }
    }
}

/// A matrix, which has no form with the same layout in any memory that has one.
const MATRIX: u8 = 1;
/// A vector of 64-bit numbers, which has none in a uniform block: it is an array elsewhere, whose elements are 16 bytes apart there.
const VECTOR: u8 = 2;

/// What has no form in memory of a storage class.
fn in_class(class: u32) -> u8 {
    match class {
        storage_class::Uniform => MATRIX | VECTOR,
        storage_class::Input | storage_class::Output => 0,
        _ => MATRIX,
    }
}

/// Fills the table of types that contain matrices or vectors without a form. `form` says which of these a scalar does not have.
/// Returns whether memory may contain any.
fn fill_without_form(input: Input<'_>, form: impl Fn(Scalar) -> u8, table: &mut Vec<u8>) -> bool {
    let Input { words, facts } = input;
    table.clear();
    table.resize(facts.def.len(), 0);
    let mut any = false;
    for inst in facts.declarations(words) {
        let of = |id: &u32| table.get(*id as usize).copied().unwrap_or(0);
        let holds = match TypeView::of(inst) {
            TypeView::Vector { component, .. } => {
                let kind = match inst.opcode() {
                    op::OpTypeMatrix => MATRIX | VECTOR,
                    _ => VECTOR,
                };
                facts.scalar_of(words, component).map_or(0, &form) & kind
            }
            TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => of(&element),
            TypeView::Struct(members) => members.iter().map(of).fold(0, |all, of| all | of),
            TypeView::Pointer { class, pointee } => {
                any |= of(&pointee) & in_class(class) != 0;
                continue;
            }
            _ => continue,
        };
        if let Some(slot) = table.get_mut(inst.word(1) as usize) {
            *slot = holds;
        }
    }
    any
}

#[cfg(test)]
mod tests;
