//! Which blocks become words, and the words that they become.
//!
//! What a device has no access to is a matter of the memory and of the width (SPV_KHR_16bit_storage and
//! SPV_KHR_8bit_storage). A block that holds such data becomes an array of words, and so does one in a dialect of layout
//! that the device does not take; every other block stays.
//!
//! | memory | becomes | unit |
//! |---|---|---|
//! | storage buffer, `StorageBuffer` or the old `BufferBlock` | `struct { uint words[]; }` | 4 bytes |
//! | push constants | `struct { uint words[N]; }`, `Offset` that of the first member, rounded down | 4 bytes |
//! | uniform buffer | `struct { uvec4 words[N]; }`: an array there has a stride of 16, unless the device says otherwise | 16 bytes |
//! | workgroup memory | `uint words[N]`, one variable for all blocks, as they all begin at its start | 4 bytes |
//!
//! A pointer type to such a block, or to an array of descriptors of it, keeps its id and points to the words: so variables,
//! parameters, calls, phis and selections of whole blocks stay as they are.

use super::address::{is_address, Addresses};
use super::layout::{Layouts, Part, TOO_LARGE};
use super::place::Place;
use super::Lacks;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::plan::implicit::pointed;
use crate::reshape::{Frame, Input, Refusal};
use crate::tables::{decoration, op, storage_class};

/// A block that becomes words.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Its storage class.
    pub class: u32,
    /// The structure that it was.
    pub structure: u32,
    /// Bytes of a unit, as a power of two: 2 for words, 4 for vectors of four.
    pub unit: u32,
    /// The byte at which the words begin.
    pub start: u32,
    /// Units, or 0 for as many as there are.
    count: u32,
    /// Whether no access may be left out.
    pub is_volatile: bool,
    /// The structure that it becomes, once that is declared.
    words: u32,
}

/// What a pointer type points to, if that becomes words.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    /// The block, by number.
    pub block: u32,
    /// Whether it is an array of such blocks: of descriptors.
    pub array: bool,
}

/// What a pointer type leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    /// Nothing that has to become words.
    #[default]
    Not,
    /// Something that does.
    Part,
    /// Something in a storage buffer, where pointers are values.
    Pair,
    /// Something that does, by a physical pointer: that becomes an address.
    Address,
}

/// The blocks that become words.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    list: Vec<Block>,
    /// By type id and class: the block's number plus one.
    of_structure: Vec<[u32; 4]>,
    pointers: Vec<Whole>,
    /// By type id: the place in `pointers`, plus one.
    of_pointer: Vec<u32>,
    /// By type id: whether it is a pointer to narrow data inside such a block.
    inside: Vec<Inside>,
    /// Whether pointers into storage buffers go where no chain leads ([`super::pairs`]): then all of these become words.
    pub any_pairs: bool,
    /// Then the type of pointers to their first words, with a stride.
    pub to_word: u32,
    /// And whether anything is volatile, so that no access to any of them may be left out.
    pub any_volatile: bool,
    /// Whether any physical pointer becomes an address, and whether all of them do.
    pub any_address: bool,
    pub are_all_addresses: bool,
    /// Data to which pointers become addresses although the device reaches it ([`super::held`]): bits of
    /// [`contents`](crate::plan::implicit::contents).
    pub held: u8,
    /// Data that is reached by pointers made of addresses, as such bits.
    pub reached_data: u8,
    /// Whether rows of any matrix lie together: then also pointers to vectors do.
    pub any_row_major: bool,
    /// What these become then.
    pub addresses: Addresses,
    /// By type id: which pointers lead to it, where that matters.
    reached: Vec<Reached>,
    /// The array of words without a size, once there is one.
    runtime_array: u32,
    /// Whether blocks in workgroup memory become words, all of them.
    any_shared: bool,
    /// Words of the largest of them.
    shared_count: u32,
    /// What they all are then: the type of pointers to the words, the array of these, and the variable.
    shared: Shared,
}

/// Which pointers lead to a type.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    by_address: bool,
    by_variable: bool,
}

/// What blocks in workgroup memory become.
#[derive(Clone, Copy, Debug, Default)]
struct Shared {
    pointer: u32,
    words: u32,
    variable: u32,
}

impl Blocks {
    /// Finds them; whether there are any, or pointers into some.
    ///
    /// # Errors
    /// A block's layout is not known.
    pub fn find(
        &mut self,
        input: Input<'_>,
        layouts: &Layouts,
        contents: &[u8],
        lacks: &Lacks,
        takes: &dyn Fn(u32, u32) -> bool,
    ) -> Result<bool, Refusal> {
        let Input { words, facts } = input;
        self.list.clear();
        self.of_structure.clear();
        self.pointers.clear();
        self.of_pointer.clear();
        self.inside.clear();
        self.runtime_array = 0;
        self.to_word = 0;
        self.any_address = false;
        self.are_all_addresses = false;
        self.addresses = Addresses::default();
        self.shared_count = 0;
        self.shared = Shared::default();
        self.any_shared = facts.declarations(words).any(|inst| {
            let [class, pointee] = [inst.word(2), inst.word(3)];
            let holds = contents.get(pointee as usize).copied().unwrap_or(0);
            (inst.opcode(), class) == (op::OpTypePointer, storage_class::Workgroup)
                && layouts.is(pointee, decoration::Block)
                && (lacks.of_shared(holds) || !takes(class, pointee))
        });
        for inst in facts.declarations(words) {
            if inst.opcode() != op::OpTypePointer {
                continue;
            }
            let (id, class, pointee) = (inst.word(1), inst.word(2), inst.word(3));
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
            // A type of pointers to parts there may be that of ordinary variables too, of other entry points. Pointers into
            // blocks are told by their chains.
            let shared = self.any_shared && class == storage_class::Workgroup && !is_part;
            let all = any_pairs || shared;
            // What is no block lies in one that says how; but a physical pointer leads to any type by itself.
            let laid_out = match is_address(class) {
                true => Some(pointee),
                false => (!is_part).then_some(structure),
            };
            let takes = || laid_out.is_none_or(|laid_out| takes(class, laid_out));
            // Of pointers that are declared ahead, nobody asks what they lead to.
            let led_to = pointed(contents.get(id as usize).copied().unwrap_or(0));
            let is_held = is_address(class) && holds & led_to & self.held != 0;
            if !all && !is_held && holds & lacking == 0 && takes() {
                continue;
            }
            if is_part {
                let inside = match class {
                    _ if is_address(class) => Inside::Address,
                    _ if any_pairs => Inside::Pair,
                    _ => Inside::Part,
                };
                self.any_address |= inside == Inside::Address;
                self.enter_inside(input, id, inside);
                continue;
            }
            let block = self.enter(input, layouts, class, structure)?;
            self.pointers.push(Whole { block, array });
            let number = self.pointers.len() as u32;
            if self.of_pointer.is_empty() {
                self.of_pointer.resize(facts.def.len(), 0);
            }
            if let Some(slot) = self.of_pointer.get_mut(id as usize) {
                *slot = number;
            }
        }
        if self.any_address {
            self.find_addresses(input, layouts);
        }
        Ok(!self.list.is_empty() || !self.inside.is_empty())
    }

    fn enter_inside(&mut self, input: Input<'_>, id: u32, inside: Inside) {
        if self.inside.is_empty() {
            self.inside.resize(input.facts.def.len(), Inside::Not);
        }
        if let Some(slot) = self.inside.get_mut(id as usize) {
            *slot = inside;
        }
    }

    /// Has all physical pointers become addresses, where accesses by them may have to be coherent or volatile; otherwise those
    /// to matrices, and to what may be a column of one whose rows lie together.
    fn find_addresses(&mut self, input: Input<'_>, layouts: &Layouts) {
        let Input { words, facts } = input;
        let pointers = || {
            let all = facts.declarations(words);
            all.filter(|inst| inst.opcode() == op::OpTypePointer)
        };
        let reached = &mut self.reached;
        reached.clear();
        reached.resize(facts.def.len(), Reached::default());
        for inst in pointers() {
            if let Some(reached) = reached.get_mut(inst.word(3) as usize) {
                match is_address(inst.word(2)) {
                    true => reached.by_address = true,
                    false => reached.by_variable = true,
                }
            }
        }
        // What only other memory holds does not matter here: whole blocks of variables. What is no block may lie in any.
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
            for inst in pointers().filter(|inst| is_address(inst.word(2))) {
                self.enter_inside(input, inst.word(1), Inside::Address);
            }
            return;
        }
        // How a matrix lies is said by the member that holds it, and no pointer that is made of an address is to a member.
        for inst in pointers().filter(|inst| is_address(inst.word(2))) {
            let held = input.strip_arrays(inst.word(3));
            let is_matrix = match facts.type_view(words, held) {
                TypeView::Vector { component, .. } => {
                    self.any_row_major
                        || matches!(facts.type_view(words, component), TypeView::Vector { .. })
                }
                _ => false,
            };
            if is_matrix {
                self.enter_inside(input, inst.word(1), Inside::Address);
            }
        }
    }

    /// Whether a type is that of pointers to narrow data that is not to be there. Chains have such types, and go.
    pub fn is_inside(&self, ty: u32) -> bool {
        let inside = self.inside.get(ty as usize).copied();
        matches!(inside, Some(Inside::Part | Inside::Pair))
    }

    /// Whether a type is that of pointers that become addresses.
    pub fn is_address(&self, ty: u32) -> bool {
        self.inside.get(ty as usize) == Some(&Inside::Address)
    }

    /// Whether a type is that of pointers that are pairs.
    pub fn is_pair(&self, ty: u32) -> bool {
        self.inside.get(ty as usize) == Some(&Inside::Pair)
    }

    /// A block of which nothing is known but that it is a storage buffer that has become words.
    fn any_buffer(&self) -> Block {
        Block {
            class: storage_class::StorageBuffer,
            structure: 0,
            unit: 2,
            start: 0,
            count: 0,
            is_volatile: self.any_volatile,
            words: 0,
        }
    }

    /// Declares the type of pointers to the first words of blocks.
    pub fn declare_to_word(&mut self, frame: &mut Frame) {
        let uint = frame.uint();
        let operands = [storage_class::StorageBuffer, uint];
        self.to_word = frame.new_type(op::OpTypePointer, &operands);
        let stride = [self.to_word, decoration::ArrayStride, 4];
        frame.annotate(op::OpDecorate, &stride);
    }

    /// The number of a block.
    fn enter(
        &mut self,
        input: Input<'_>,
        layouts: &Layouts,
        class: u32,
        structure: u32,
    ) -> Result<u32, Refusal> {
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
            None => return Err(Refusal("a block that is not a structure")),
        }
        let TypeView::Struct(members) = facts.type_view(input.words, structure) else {
            return Err(Refusal("a block that is not a structure"));
        };
        let mut block = Block {
            class,
            structure,
            unit: 2,
            start: 0,
            count: 0,
            is_volatile: any(layouts, structure, members, decoration::Volatile),
            words: 0,
        };
        let is_buffer =
            class == storage_class::StorageBuffer || layouts.is(structure, decoration::BufferBlock);
        if !is_buffer {
            let end = layouts.extent(input.words, facts, Part::new(structure))?;
            if class == storage_class::Uniform {
                block.unit = 4;
            } else if class == storage_class::PushConstant {
                // What lies before the first member belongs to another stage: a pipeline need not have it for this one.
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

    /// What a pointer type points to, if that becomes words.
    pub fn whole(&self, ty: u32) -> Option<Whole> {
        let number = self.of_pointer.get(ty as usize)?.checked_sub(1)?;
        self.pointers.get(number as usize).copied()
    }

    /// The block that a place is in.
    pub fn of(&self, place: &Place) -> Option<Block> {
        match place.is_pair {
            true => Some(self.any_buffer()),
            false => self.get(place.block),
        }
    }

    /// A block by its number.
    pub fn get(&self, number: u32) -> Option<Block> {
        self.list.get(number as usize).copied()
    }

    /// Declares what a pointer type to such a block points to now, and itself.
    pub fn declare(
        &mut self,
        input: Input<'_>,
        layouts: &Layouts,
        frame: &mut Frame,
        inst: Inst<'_>,
        whole: Whole,
    ) -> Result<(), Refusal> {
        let gone = Refusal("an array of blocks without a length");
        if inst.word(2) == storage_class::Workgroup {
            return self.declare_shared(frame, inst, whole);
        }
        let mut pointee = self.structure(input, layouts, frame, whole.block)?;
        if let Some(array) = input
            .facts
            .def(input.words, inst.word(3))
            .filter(|_| whole.array)
        {
            pointee = match array.opcode() {
                op::OpTypeArray => {
                    let length = frame.get(array.word(3)).ok_or(gone)?;
                    frame.new_type(op::OpTypeArray, &[pointee, length])
                }
                _ => frame.new_type(op::OpTypeRuntimeArray, &[pointee]),
            };
        }
        let operands = [inst.word(2), pointee];
        frame.declare_as(inst.word(1), op::OpTypePointer, None, &operands);
        Ok(())
    }

    /// The same in workgroup memory. All blocks lie there at the same place, so they are one array, and pointers to them
    /// are of one type.
    fn declare_shared(
        &mut self,
        frame: &mut Frame,
        inst: Inst<'_>,
        whole: Whole,
    ) -> Result<(), Refusal> {
        if whole.array {
            return Err(Refusal("an array of blocks in workgroup memory"));
        }
        let id = inst.word(1);
        if self.shared.pointer != 0 {
            frame.substitute(id, self.shared.pointer);
            return Ok(());
        }
        let uint = frame.uint();
        let count = frame.constant(self.shared_count);
        let words = frame.new_type(op::OpTypeArray, &[uint, count]);
        frame.declare_as(id, op::OpTypePointer, None, &[inst.word(2), words]);
        (self.shared.pointer, self.shared.words) = (id, words);
        Ok(())
    }

    /// Writes a variable that holds a block in workgroup memory; whether it is one. The first is the words, all others stand
    /// for it.
    pub fn shared_variable(
        &mut self,
        input: Input<'_>,
        frame: &mut Frame,
        inst: Inst<'_>,
    ) -> Result<bool, Refusal> {
        let class = storage_class::Workgroup;
        let is_block = (inst.opcode(), inst.word(3)) == (op::OpVariable, class)
            && self.whole(inst.word(1)).is_some();
        if !is_block {
            return Ok(false);
        }
        if self.shared.variable != 0 {
            frame.substitute(inst.word(2), self.shared.variable);
            return Ok(true);
        }
        self.shared.variable = inst.word(2);
        // What one says that it holds at first, the words do.
        let Input { words, facts } = input;
        let initial = facts
            .shared_variables(words)
            .any(|variable| variable.words().len() > 4 && self.whole(variable.word(1)).is_some());
        let null = initial.then(|| {
            let ty = Some(self.shared.words);
            frame.declare(op::OpConstantNull, ty, &[])
        });
        let operands = [class, null.unwrap_or(0)];
        let operands = operands.get(..1 + usize::from(initial)).unwrap_or(&[]);
        frame.variable_as(inst.word(2), self.shared.pointer, operands);
        Ok(true)
    }

    /// The structure of words that a block becomes.
    fn structure(
        &mut self,
        input: Input<'_>,
        layouts: &Layouts,
        frame: &mut Frame,
        number: u32,
    ) -> Result<u32, Refusal> {
        let Some(block) = self.list.get_mut(number as usize) else {
            return Err(Refusal("a block that is not a structure"));
        };
        if block.words != 0 {
            return Ok(block.words);
        }
        let uint = frame.uint();
        let array = if block.count == 0 {
            if self.runtime_array == 0 {
                self.runtime_array = frame.new_type(op::OpTypeRuntimeArray, &[uint]);
                frame.annotate(
                    op::OpDecorate,
                    &[self.runtime_array, decoration::ArrayStride, 4],
                );
            }
            self.runtime_array
        } else {
            let element = frame.vector(uint, 1 << (block.unit - 2));
            let count = frame.constant(block.count);
            let array = frame.new_type(op::OpTypeArray, &[element, count]);
            let stride = [array, decoration::ArrayStride, 1 << block.unit];
            frame.annotate(op::OpDecorate, &stride);
            array
        };
        let words = frame.structure(&[array]);
        block.words = words;
        let old = block.structure;
        let form = match layouts.is(old, decoration::BufferBlock) {
            true => decoration::BufferBlock,
            false => decoration::Block,
        };
        frame.annotate(op::OpDecorate, &[words, form]);
        let offset = [words, 0, decoration::Offset, block.start];
        frame.annotate(op::OpMemberDecorate, &offset);
        let TypeView::Struct(members) = input.facts.type_view(input.words, old) else {
            return Ok(words);
        };
        // What holds for one member has to hold for the words; what only all of them promise, they promise. That nothing
        // is read is no promise that can be kept: a store of less than a word reads it.
        for kind in [decoration::Coherent, decoration::Volatile] {
            if any(layouts, old, members, kind) {
                frame.annotate(op::OpMemberDecorate, &[words, 0, kind]);
            }
        }
        let mut all = 0..members.len() as u32;
        if all.all(|member| layouts.member_is(old, member, decoration::NonWritable)) {
            let promise = [words, 0, decoration::NonWritable];
            frame.annotate(op::OpMemberDecorate, &promise);
        }
        Ok(words)
    }
}

/// Whether any member is decorated so.
fn any(layouts: &Layouts, structure: u32, members: &[u32], decoration: u32) -> bool {
    (0..members.len() as u32).any(|member| layouts.member_is(structure, member, decoration))
}

/// Whether a type is that of pointers into storage buffers, as opposed to pointers to whole ones.
pub fn is_storage_part(input: Input<'_>, layouts: &Layouts, ty: u32) -> bool {
    let Input { words, facts } = input;
    let TypeView::Pointer { class, pointee } = facts.type_view(words, ty) else {
        return false;
    };
    let structure = match facts.type_view(words, pointee) {
        TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => element,
        _ => pointee,
    };
    class == storage_class::StorageBuffer && !layouts.is(structure, decoration::Block)
}

/// Whether pointers of a class are addresses, which lead to no variable.
pub fn is_physical(class: u32) -> bool {
    matches!(
        class,
        storage_class::PhysicalStorageBuffer | storage_class::ShaderRecordBufferKHR
    )
}
