//! The blocks that are rewritten, and the declarations that replace them.
//!
//! Devices support access to narrow data by width and by class of memory (SPV_KHR_16bit_storage and SPV_KHR_8bit_storage).
//! A block that contains data of an unsupported width, or whose layout is unsupported, becomes an array of words. Other
//! blocks are not changed.
//!
//! | memory | replacement | unit |
//! |---|---|---|
//! | storage buffer, `StorageBuffer` or the old `BufferBlock` | `struct { uint words[]; }` | 4 bytes |
//! | push constants | `struct { uint words[N]; }`, with the first member's `Offset`, rounded down | 4 bytes |
//! | uniform buffer | `struct { uvec4 words[N]; }`, an array stride of 16 is always allowed there | 16 bytes |
//! | blocks in workgroup memory | `uint words[N]`, one variable for all blocks, which all start at the same address | 4 bytes |
//! | packed variables in workgroup memory ([`plain`]) | `uint words[N]` | 4 bytes |
//!
//! A pointer type to a rewritten block, or to an array of descriptors of it, keeps its id and points to the words. So
//! variables, parameters, calls, phis and selections of pointers to whole blocks need no change.

mod plain;

use super::address::{is_address, Addresses};
use super::layout::{Layouts, Part, TOO_LARGE};
use super::place::Place;
use super::Lacks;
use crate::build::Build;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::passes::{Input, LowerError, ModuleBuilder};
use crate::plan::implicit::pointed;
use crate::tables::{decoration, op, storage_class};
use crate::views;
use alloc::vec::Vec;

/// A rewritten block.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its storage class.
    pub class: u32,
    /// The original structure.
    pub structure: u32,
    /// The size of a unit in bytes, as a power of two: 2 for words, 4 for vectors of four words.
    pub unit: u32,
    /// The byte offset at which the array of words begins.
    pub start: u32,
    /// The number of units, or 0 for a runtime array.
    count: u32,
    /// Whether no access may be removed.
    pub is_volatile: bool,
    /// Whether it is a plain variable in workgroup memory. Then `structure` can be any type.
    is_plain: bool,
    /// The structure or array that replaces it, once declared, or 0.
    words: u32,
}

/// What a pointer type to a whole rewritten block points to.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    /// The number of the block.
    pub block: u32,
    /// Whether it points to an array of descriptors of the block.
    pub array: bool,
}

/// What pointers of a type become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PointerKind {
    /// They stay as they are.
    #[default]
    Unchanged,
    /// Pointers into rewritten blocks, which only access chains have; these are removed.
    Part,
    /// Pointers into storage buffers, which are represented as pairs.
    Pair,
    /// Physical pointers, which become addresses.
    Address,
}

/// The rewritten blocks, and the pointer types that this changes.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    list: Vec<Block>,
    /// By type id and class: the number of the block plus one, or 0.
    of_structure: Vec<[u32; 4]>,
    pointers: Vec<Whole>,
    /// By type id: the index into `pointers` plus one, or 0.
    of_pointer: Vec<u32>,
    /// By type id: what pointers of this type become.
    pointer_kinds: Vec<PointerKind>,
    /// Whether pointers into storage buffers are represented as pairs ([`super::pairs`]). Then all storage buffers are
    /// rewritten.
    pub any_pairs: bool,
    /// With pairs: the type of pointers to the first word of a block, with an array stride.
    pub to_word: u32,
    /// With pairs or addresses: whether anything is volatile, so that no access may be removed.
    pub any_volatile: bool,
    /// Whether any physical pointers become addresses, and whether all of them do.
    pub any_address: bool,
    pub are_all_addresses: bool,
    /// The kinds of data to which pointers become addresses although the device can access the data ([`super::held`]), as
    /// bits of [`contents`](crate::plan::implicit::contents).
    pub held: u8,
    /// The kinds of data that are accessed through pointers converted from addresses, as the same bits.
    pub native_data: u8,
    /// Whether any matrix is row-major. Then physical pointers to vectors become addresses too.
    pub any_row_major: bool,
    /// The types that represent addresses.
    pub addresses: Addresses,
    /// By type id: which kinds of pointers point to the type. Only filled if there are addresses.
    reached: Vec<Reached>,
    /// The runtime array of words, once declared, or 0.
    runtime_array: u32,
    /// Whether any block in workgroup memory is rewritten, and therefore all of them.
    any_shared: bool,
    /// The number of words of the largest of them.
    shared_count: u32,
    /// Their common replacement.
    shared: Shared,
    /// By type id: whether a plain variable that is not packed has parts of the type.
    kept_parts: Vec<bool>,
    pending: Vec<u32>,
}

/// Which kinds of pointers point to a type.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    by_address: bool,
    by_variable: bool,
}

/// The replacement of all blocks in workgroup memory: the pointer type, the array type and the variable.
#[derive(Clone, Copy, Debug, Default)]
struct Shared {
    pointer: u32,
    words: u32,
    variable: u32,
}

impl Blocks {
    /// Finds the blocks to rewrite. Returns whether there are any, or pointers into any. `accepts` determines whether the
    /// target supports the layout of a structure in a storage class.
    ///
    /// # Errors
    /// If the layout of a block to rewrite cannot be determined.
    pub fn find(
        &mut self,
        input: Input<'_>,
        layouts: &Layouts,
        contents: &[u8],
        lacks: &Lacks,
        accepts: &dyn Fn(u32, u32) -> bool,
    ) -> Result<bool, LowerError> {
        let Input { words, facts } = input;
        self.list.clear();
        self.of_structure.clear();
        self.pointers.clear();
        self.of_pointer.clear();
        self.pointer_kinds.clear();
        self.runtime_array = 0;
        self.to_word = 0;
        self.any_address = false;
        self.are_all_addresses = false;
        self.addresses = Addresses::default();
        self.shared_count = 0;
        self.shared = Shared::default();
        self.any_shared = pointer_types(input).any(|pointer| {
            let [class, pointee] = [pointer.storage_class(), pointer.pointee()];
            let holds = contents.get(pointee as usize).copied().unwrap_or(0);
            class == storage_class::Workgroup
                && layouts.is(pointee, decoration::Block)
                && (lacks.of_shared(holds) || !accepts(class, pointee))
        });
        for pointer in pointer_types(input) {
            let (class, pointee) = (pointer.storage_class(), pointer.pointee());
            let id = pointer.result();
            let (structure, array) = match facts.type_view(words, pointee) {
                TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => {
                    (element, true)
                }
                _ => (pointee, false),
            };
            let is_buffer = layouts.is(structure, decoration::BufferBlock);
            let is_block = is_buffer || layouts.is(structure, decoration::Block);
            let is_part = !is_block || is_physical(class);
            let lacking = match is_part {
                true => lacks.of_part(class),
                false => lacks.of_block(class, is_buffer),
            };
            let holds = contents.get(pointee as usize).copied().unwrap_or(0);
            let any_pairs = self.any_pairs && class == storage_class::StorageBuffer;
            // In workgroup memory, a type of pointers to parts may also be that of ordinary variables of other entry
            // points. Pointers into blocks are recognized by their access chains.
            let shared = self.any_shared && class == storage_class::Workgroup && !is_part;
            let all = any_pairs || shared;
            // A part's layout is given by the block that contains it. A physical pointer may point to any type, which has a
            // layout of its own.
            let laid_out = match is_address(class) {
                true => Some(pointee),
                false => (!is_part).then_some(structure),
            };
            let is_accepted = || laid_out.is_none_or(|laid_out| accepts(class, laid_out));
            // For pointer types that are declared ahead (`OpTypeForwardPointer`), validators do not examine the pointee.
            let led_to = pointed(contents.get(id as usize).copied().unwrap_or(0));
            let is_held = is_address(class) && holds & led_to & self.held != 0;
            if !all && !is_held && holds & lacking == 0 && is_accepted() {
                continue;
            }
            if is_part {
                let inside = match class {
                    _ if is_address(class) => PointerKind::Address,
                    _ if any_pairs => PointerKind::Pair,
                    _ => PointerKind::Part,
                };
                self.any_address |= inside == PointerKind::Address;
                self.set_kind(input, id, inside);
                continue;
            }
            let block = self.add(input, layouts, class, structure)?;
            self.set_whole(input, id, Whole { block, array });
        }
        if lacks.plain != 0 {
            self.find_plain(input, layouts, contents, lacks.plain);
        }
        if self.any_address {
            self.find_addresses(input, layouts);
        }
        Ok(!self.list.is_empty() || !self.pointer_kinds.is_empty())
    }

    fn set_whole(&mut self, input: Input<'_>, id: u32, whole: Whole) {
        self.pointers.push(whole);
        let number = self.pointers.len() as u32;
        if self.of_pointer.is_empty() {
            self.of_pointer.resize(input.facts.def.len(), 0);
        }
        if let Some(slot) = self.of_pointer.get_mut(id as usize) {
            *slot = number;
        }
    }

    fn set_kind(&mut self, input: Input<'_>, id: u32, inside: PointerKind) {
        if self.pointer_kinds.is_empty() {
            self.pointer_kinds
                .resize(input.facts.def.len(), PointerKind::Unchanged);
        }
        if let Some(slot) = self.pointer_kinds.get_mut(id as usize) {
            *slot = inside;
        }
    }

    /// Makes all physical pointers addresses if accesses through them may have to be coherent or volatile. Otherwise makes
    /// addresses of pointers to matrices, and of pointers to possible columns of row-major matrices.
    fn find_addresses(&mut self, input: Input<'_>, layouts: &Layouts) {
        let Input { words, facts } = input;
        let addresses =
            || pointer_types(input).filter(|pointer| is_address(pointer.storage_class()));
        let reached = &mut self.reached;
        reached.clear();
        reached.resize(facts.def.len(), Reached::default());
        for pointer in pointer_types(input) {
            if let Some(reached) = reached.get_mut(pointer.pointee() as usize) {
                match is_address(pointer.storage_class()) {
                    true => reached.by_address = true,
                    false => reached.by_variable = true,
                }
            }
        }
        // Ignores variables, and blocks that only pointers of other classes point to. Structures that are no blocks may be
        // nested in any block.
        let matters = |id: u32| {
            let reached = reached.get(id as usize).copied().unwrap_or_default();
            let is_block =
                layouts.is(id, decoration::Block) || layouts.is(id, decoration::BufferBlock);
            let def = facts.def(words, id);
            (reached.by_address || !reached.by_variable || !is_block)
                && def.is_some_and(|def| def.opcode() != op::OpVariable)
        };
        let kinds = [decoration::Coherent, decoration::Volatile];
        self.any_volatile = layouts.any(decoration::Volatile);
        self.any_row_major = layouts.any(decoration::RowMajor);
        self.are_all_addresses = layouts.are_any_of(&kinds, matters);
        if self.are_all_addresses {
            for pointer in addresses() {
                self.set_kind(input, pointer.result(), PointerKind::Address);
            }
            return;
        }
        // The layout of a matrix is decorated at the member that contains it, and pointers converted from addresses do not
        // point to members.
        for pointer in addresses() {
            let held = input.strip_arrays(pointer.pointee());
            let is_matrix = match facts.type_view(words, held) {
                TypeView::Vector { component, .. } => {
                    self.any_row_major
                        || matches!(facts.type_view(words, component), TypeView::Vector { .. })
                }
                _ => false,
            };
            if is_matrix {
                self.set_kind(input, pointer.result(), PointerKind::Address);
            }
        }
    }

    /// Whether a type is that of pointers into rewritten blocks. Only access chains have such types, and they are removed.
    pub fn is_inside(&self, ty: u32) -> bool {
        let inside = self.pointer_kinds.get(ty as usize).copied();
        matches!(inside, Some(PointerKind::Part | PointerKind::Pair))
    }

    /// Whether pointers of a type become addresses.
    pub fn is_address(&self, ty: u32) -> bool {
        self.pointer_kinds.get(ty as usize) == Some(&PointerKind::Address)
    }

    /// Whether pointers of a type become pairs.
    pub fn is_pair(&self, ty: u32) -> bool {
        self.pointer_kinds.get(ty as usize) == Some(&PointerKind::Pair)
    }

    /// A rewritten storage buffer of unknown structure.
    fn any_buffer(&self) -> Block {
        Block {
            class: storage_class::StorageBuffer,
            structure: 0,
            unit: 2,
            start: 0,
            count: 0,
            is_volatile: self.any_volatile,
            is_plain: false,
            words: 0,
        }
    }

    /// Declares the type of pointers to the first words of blocks.
    pub fn declare_to_word(&mut self, build: &mut ModuleBuilder) {
        let uint = build.uint();
        let operands = [storage_class::StorageBuffer, uint];
        self.to_word = build.new_type(op::OpTypePointer, &operands);
        build.decorate(self.to_word, &[decoration::ArrayStride, 4]);
    }

    /// Adds a block unless it is known. Returns its number.
    fn add(
        &mut self,
        input: Input<'_>,
        layouts: &Layouts,
        class: u32,
        structure: u32,
    ) -> Result<u32, LowerError> {
        let facts = input.facts;
        let column = match class {
            storage_class::PushConstant => 0,
            storage_class::Uniform => 1,
            storage_class::Workgroup => 2,
            _ => 3,
        };
        if self.of_structure.is_empty() {
            self.of_structure.resize(facts.def.len(), [0; 4]);
        }
        let slot = self.of_structure.get_mut(structure as usize);
        let slot = slot.and_then(|row| row.get_mut(column));
        let number = self.list.len() as u32;
        match slot {
            Some(slot) if *slot == 0 => *slot = number + 1,
            Some(slot) => return Ok(*slot - 1),
            None => return Err(LowerError::Because("a block that is not a structure")),
        }
        let TypeView::Struct(members) = facts.type_view(input.words, structure) else {
            return Err(LowerError::Because("a block that is not a structure"));
        };
        let mut block = Block {
            class,
            structure,
            unit: 2,
            start: 0,
            count: 0,
            is_volatile: any(layouts, structure, members, decoration::Volatile),
            is_plain: false,
            words: 0,
        };
        let is_buffer =
            class == storage_class::StorageBuffer || layouts.is(structure, decoration::BufferBlock);
        if !is_buffer {
            let end = layouts.extent(input.words, facts, Part::new(structure))?;
            if class == storage_class::Uniform {
                block.unit = 4;
            } else if class == storage_class::PushConstant {
                // Bytes before the first member belong to other stages, and pipelines need not provide them to this one.
                let members = 0..members.len() as u32;
                let offset = |member| layouts.offset(structure, member);
                let first = members.filter_map(offset).min().unwrap_or(0);
                block.start = first & !3;
            }
            let bytes = end.checked_sub(block.start).ok_or(TOO_LARGE)?;
            block.count = bytes.div_ceil(1 << block.unit).max(1);
            if class == storage_class::Workgroup {
                self.shared_count = self.shared_count.max(block.count);
            }
        }
        self.list.push(block);
        Ok(number)
    }

    /// Returns what a pointer type to a whole rewritten block points to.
    pub fn whole(&self, ty: u32) -> Option<Whole> {
        let number = self.of_pointer.get(ty as usize)?.checked_sub(1)?;
        self.pointers.get(number as usize).copied()
    }

    /// Returns the block that contains a place.
    pub fn of(&self, place: &Place) -> Option<Block> {
        match place.is_pair {
            true => Some(self.any_buffer()),
            false => self.get(place.block),
        }
    }

    /// Returns a block by its number.
    pub fn get(&self, number: u32) -> Option<Block> {
        self.list.get(number as usize).copied()
    }

    /// Declares a pointer type to a rewritten block, and the replacement of its pointee.
    pub fn declare(
        &mut self,
        input: Input<'_>,
        layouts: &Layouts,
        build: &mut ModuleBuilder,
        inst: Inst<'_>,
        whole: Whole,
    ) -> Result<(), LowerError> {
        let pointer = views::TypePointer(inst);
        let gone = LowerError::Because("an array of blocks without a length");
        if self.is_plain(whole) {
            self.declare_plain(build, pointer.result(), whole);
            return Ok(());
        }
        if pointer.storage_class() == storage_class::Workgroup {
            return self.declare_shared(build, pointer, whole);
        }
        let mut pointee = self.structure(input, layouts, build, whole.block)?;
        if let Some(array) = input.def(pointer.pointee()).filter(|_| whole.array) {
            pointee = match array.opcode() {
                op::OpTypeArray => {
                    let length = build.get(views::TypeArray(array).length()).ok_or(gone)?;
                    build.new_type(op::OpTypeArray, &[pointee, length])
                }
                _ => build.new_type(op::OpTypeRuntimeArray, &[pointee]),
            };
        }
        let operands = [pointer.storage_class(), pointee];
        build.declare_as(pointer.result(), op::OpTypePointer, None, &operands);
        Ok(())
    }

    /// As [`Self::declare`], in workgroup memory. All blocks start at the same address, so they become one array, and all
    /// pointers to them have the same type.
    fn declare_shared(
        &mut self,
        build: &mut ModuleBuilder,
        pointer: views::TypePointer<'_>,
        whole: Whole,
    ) -> Result<(), LowerError> {
        if whole.array {
            return Err(LowerError::Because(
                "an array of blocks in workgroup memory",
            ));
        }
        let id = pointer.result();
        if self.shared.pointer != 0 {
            build.substitute(id, self.shared.pointer);
            return Ok(());
        }
        let uint = build.uint();
        let count = build.constant(self.shared_count);
        let words = build.new_type(op::OpTypeArray, &[uint, count]);
        let operands = [pointer.storage_class(), words];
        build.declare_as(id, op::OpTypePointer, None, &operands);
        (self.shared.pointer, self.shared.words) = (id, words);
        Ok(())
    }

    /// Emits a variable of a rewritten block in workgroup memory. Returns false if it is not one. The first variable becomes
    /// the array of words and replaces the others.
    pub fn shared_variable(
        &mut self,
        input: Input<'_>,
        build: &mut ModuleBuilder,
        inst: Inst<'_>,
    ) -> Result<bool, LowerError> {
        let class = storage_class::Workgroup;
        let is_variable = (inst.opcode(), inst.word(3)) == (op::OpVariable, class);
        let Some(whole) = self.whole(inst.word(1)).filter(|_| is_variable) else {
            return Ok(false);
        };
        if self.is_plain(whole) {
            return self.plain_variable(input, build, inst, whole);
        }
        if self.shared.variable != 0 {
            build.substitute(inst.result(), self.shared.variable);
            return Ok(true);
        }
        self.shared.variable = inst.result();
        // If any of the variables has an initializer, so does the array.
        let Input { words, facts } = input;
        let is_block = |ty| self.whole(ty).is_some_and(|whole| !self.is_plain(whole));
        let initial = facts
            .shared_variables(words)
            .any(|variable| variable.words().len() > 4 && is_block(variable.word(1)));
        let null = initial.then(|| {
            let ty = Some(self.shared.words);
            build.declare(op::OpConstantNull, ty, &[])
        });
        let operands = [class, null.unwrap_or(0)];
        let operands = operands.get(..1 + usize::from(initial)).unwrap_or(&[]);
        build.variable_as(inst.result(), self.shared.pointer, operands);
        Ok(true)
    }

    /// Returns the structure that replaces a block, declaring it if necessary.
    fn structure(
        &mut self,
        input: Input<'_>,
        layouts: &Layouts,
        build: &mut ModuleBuilder,
        number: u32,
    ) -> Result<u32, LowerError> {
        let Some(block) = self.list.get_mut(number as usize) else {
            return Err(LowerError::Because("a block that is not a structure"));
        };
        if block.words != 0 {
            return Ok(block.words);
        }
        let uint = build.uint();
        let array = if block.count == 0 {
            if self.runtime_array == 0 {
                self.runtime_array = build.new_type(op::OpTypeRuntimeArray, &[uint]);
                build.annotate(
                    op::OpDecorate,
                    &[self.runtime_array, decoration::ArrayStride, 4],
                );
            }
            self.runtime_array
        } else {
            let element = build.vector(uint, 1 << (block.unit - 2));
            let count = build.constant(block.count);
            let array = build.new_type(op::OpTypeArray, &[element, count]);
            build.decorate(array, &[decoration::ArrayStride, 1 << block.unit]);
            array
        };
        let words = build.structure(&[array]);
        block.words = words;
        let old = block.structure;
        let form = match layouts.is(old, decoration::BufferBlock) {
            true => decoration::BufferBlock,
            false => decoration::Block,
        };
        build.decorate(words, &[form]);
        let offset = [words, 0, decoration::Offset, block.start];
        build.annotate(op::OpMemberDecorate, &offset);
        let TypeView::Struct(members) = input.view(old) else {
            return Ok(words);
        };
        // `Coherent` and `Volatile` apply if any member has them, `NonWritable` only if all have it. `NonReadable` is
        // dropped: stores of less than a word read it.
        for kind in [decoration::Coherent, decoration::Volatile] {
            if any(layouts, old, members, kind) {
                build.annotate(op::OpMemberDecorate, &[words, 0, kind]);
            }
        }
        let mut all = 0..members.len() as u32;
        if all.all(|member| layouts.member_is(old, member, decoration::NonWritable)) {
            let promise = [words, 0, decoration::NonWritable];
            build.annotate(op::OpMemberDecorate, &promise);
        }
        Ok(words)
    }
}

/// The pointer types that a module declares.
fn pointer_types(input: Input<'_>) -> impl Iterator<Item = views::TypePointer<'_>> {
    let all = input.facts.declarations(input.words);
    all.filter(|inst| inst.opcode() == op::OpTypePointer)
        .map(views::TypePointer)
}

/// Whether any member has a decoration.
fn any(layouts: &Layouts, structure: u32, members: &[u32], decoration: u32) -> bool {
    (0..members.len() as u32).any(|member| layouts.member_is(structure, member, decoration))
}

/// Whether a type is that of pointers into storage buffers, as opposed to pointers to whole blocks.
pub fn is_storage_part(input: Input<'_>, layouts: &Layouts, ty: u32) -> bool {
    let TypeView::Pointer { class, pointee } = input.view(ty) else {
        return false;
    };
    let structure = input.element(pointee);
    class == storage_class::StorageBuffer && !layouts.is(structure, decoration::Block)
}

/// Whether pointers of a class are addresses in memory, which do not originate from a variable.
pub fn is_physical(class: u32) -> bool {
    matches!(
        class,
        storage_class::PhysicalStorageBuffer | storage_class::ShaderRecordBufferKHR
    )
}
