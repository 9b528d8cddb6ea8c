//! The pass `storage`: 8- and 16-bit data in buffers and push constants, on devices that have no access to it there.
//!
//! Input: a module, and of the target which classes of memory it can reach in which width (SPV_KHR_16bit_storage and
//! SPV_KHR_8bit_storage: a device may have any of them alone). Output: a module in which a block that holds data of a
//! width that its memory lacks is an array of words. Blocks that the device can take stay as they are.
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
//! Values keep their types: the pass for narrow values comes after this one, and takes away what the target cannot
//! compute with.
//!
//! # Parts
//!
//! [`layout`] knows where the parts of a block lie, [`blocks`] which blocks change and what into, [`place`] where a
//! pointer points; [`load`], [`store`] and [`atomic`] write the accesses, [`access`] keeps what they said of themselves, and
//! [`memo`] sees to it that neighbours in one word share its load and its address.
//!
//! # Exactness
//!
//! Exact: the same bytes in memory, the same bits in values, under any order of invocations for which the original has
//! defined results. A store of less than a word leaves the rest of it to others ([`store`]). Two things are different and
//! neither is defined by the original: accesses outside of a buffer, and the bytes behind its last whole word ([`atomic`]).
//!
//! # Instructions
//!
//! For one access of 16 bits, address included, of which neighbours in a block share most:
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
//! - The same pointer type can lead into blocks that change and into ones that do not (`uint` beside halves): what
//!   changes is told by the variable, never by the type of the pointer.
//! - A `NonReadable` block is read by a store of less than a word, so that promise goes.
//! - Push constants of another stage lie before the first member: the words begin at it ([`blocks`]).
//! - Decorations by groups; `NonUniform` on chains, which belongs on every new pointer; indices of other widths.
//! - The ids of chains are gone: so are their names and decorations, and debug information on them.
//!
//! # What it refuses
//!
//! Pointers into such a block that are passed to functions, chosen between or kept in variables (those to whole blocks are
//! fine), pointer arithmetic, physical pointers to narrow data, atomic arithmetic on floats and 64-bit integers in such a
//! block, data that is not aligned to its size, and whatever instruction it does not know with such a pointer.

mod access;
mod atomic;
mod blocks;
mod layout;
mod load;
mod memo;
mod place;
mod store;

use super::{Frame, Input, Kind, Pass, Refusal};
use crate::facts::TypeView;
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::options::Options;
use crate::plan::implicit::{contents, fill_contents};
use crate::plan::is_non_semantic;
use crate::specialize::switch_literal_words;
use crate::tables::{
    capability as c, capability_index, decoration, memory_model, op, op_hot, storage_class, OpFlags,
};
use crate::target::{feature, Feature, Target};
use access::Access;
use atomic::{atomic_operands, is_atomic, ATOMIC};
use blocks::{is_physical, Blocks};
use layout::{Layouts, Part, Shape};
use memo::{key, Lasts, Memo};
use place::{Places, POINTER};
use store::Pending;

/// What the pass takes the place of.
pub const FEATURES: &[Feature] = &[
    feature::storageBuffer8BitAccess,
    feature::uniformAndStorageBuffer8BitAccess,
    feature::storagePushConstant8,
    feature::storageBuffer16BitAccess,
    feature::uniformAndStorageBuffer16BitAccess,
    feature::storagePushConstant16,
];

/// How many parts of composites the accesses of a module may have, for each of its words and beyond that.
const PARTS: (u32, u32) = (16, 1 << 16);

/// Widths of data that a device has no access to, by the class of memory: bits of [`contents`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lacks {
    buffer: u8,
    uniform: u8,
    push: u8,
}

impl Lacks {
    /// What a target lacks.
    fn by(target: &Target) -> Self {
        let has = |value: u32| {
            capability_index(value).is_some_and(|index| target.capabilities().contains(index))
        };
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
        }
    }

    /// What it lacks where a pointer of this class points to this type.
    fn of(&self, input: Input<'_>, class: u32, pointee: u32) -> u8 {
        match class {
            storage_class::StorageBuffer => self.buffer,
            _ if is_physical(class) => self.buffer,
            storage_class::Uniform if input.facts.is_buffer_block(input.words, pointee) => {
                self.buffer
            }
            storage_class::Uniform => self.uniform,
            storage_class::PushConstant => self.push,
            _ => 0,
        }
    }
}

/// The pass, with its tables.
#[derive(Clone, Debug, Default)]
pub struct Storage {
    layouts: Layouts,
    contents: Vec<u8>,
    blocks: Blocks,
    places: Places,
    memo: Memo,
    parts: Vec<u32>,
    path: Vec<u32>,
}

impl Pass for Storage {
    fn run(
        &mut self,
        input: Input<'_>,
        target: &Target,
        _: &Options,
        frame: &mut Frame,
    ) -> Result<bool, Refusal> {
        let Input { words, facts } = input;
        let lacks = Lacks::by(target);
        if lacks == Lacks::default() {
            return Ok(false);
        }
        let (from, to) = (facts.globals, facts.first_function);
        fill_contents(words, from, to, facts.def.len(), &mut self.contents);
        self.layouts.read(words, facts);
        let Self {
            blocks, layouts, ..
        } = self;
        if !blocks.find(input, layouts, &self.contents, &lacks)? {
            return Ok(false);
        }
        for inst in Insts::new(words, from, to) {
            match blocks.whole(inst.word(1)) {
                Some(whole) if inst.opcode() == op::OpTypePointer => {
                    blocks.declare(input, layouts, frame, inst, whole)?;
                }
                _ if blocks.is_inside(inst.word(1)) && has_type(inst) => {
                    return Err(why(input, inst));
                }
                _ => frame.copy_global(input, inst)?,
            }
        }
        self.code(input, frame)?;
        frame.sweep(input);
        for inst in Insts::new(words, facts.preamble_end, facts.globals) {
            if op_hot(inst.opcode()).flags.contains(OpFlags::ANNOTATION)
                && !self.breaks(inst, input)
            {
                frame.copy_annotation(input, inst)?;
            }
        }
        Ok(true)
    }
}

impl Storage {
    /// Whether an annotation is a promise that words cannot keep: a store of less than a word reads it.
    fn breaks(&self, inst: Inst<'_>, input: Input<'_>) -> bool {
        inst.opcode() == op::OpDecorate
            && inst.word(2) == decoration::NonReadable
            && self
                .blocks
                .whole(input.facts.type_of(input.words, inst.word(1)))
                .is_some()
    }

    /// Writes the functions.
    fn code(&mut self, input: Input<'_>, frame: &mut Frame) -> Result<(), Refusal> {
        let Input { words, facts } = input;
        self.places.reset(facts.def.len());
        self.memo.reset();
        let functions = || Insts::new(words, facts.first_function, words.len() as u32);
        let mut code = Code {
            input,
            frame,
            layouts: &self.layouts,
            blocks: &self.blocks,
            places: &mut self.places,
            memo: &mut self.memo,
            parts: &mut self.parts,
            path: &mut self.path,
            pending: None,
            budget: PARTS
                .1
                .saturating_add((words.len() as u32).saturating_mul(PARTS.0)),
            vulkan_memory_model: has_vulkan_memory_model(input),
        };
        code.parts.clear();
        // Phis may name what comes later, so what goes is known before anything is written.
        functions().for_each(|inst| code.expect(inst));
        for inst in functions() {
            code.instruction(inst)?;
        }
        Ok(())
    }
}

fn has_vulkan_memory_model(input: Input<'_>) -> bool {
    let Input { words, facts } = input;
    Insts::new(words, facts.preamble_end, facts.globals)
        .any(|inst| inst.opcode() == op::OpMemoryModel && inst.word(2) == memory_model::Vulkan)
}

/// The functions, as they are written.
struct Code<'a> {
    input: Input<'a>,
    frame: &'a mut Frame,
    layouts: &'a Layouts,
    blocks: &'a Blocks,
    places: &'a mut Places,
    memo: &'a mut Memo,
    /// Parts of the composites that are being put together or taken apart.
    parts: &'a mut Vec<u32>,
    /// Where in a value a part lies that is being stored.
    path: &'a mut Vec<u32>,
    /// A word that is being put together.
    pending: Option<Pending>,
    /// How many more parts may be loaded or stored.
    budget: u32,
    vulkan_memory_model: bool,
}

impl<'a> Code<'a> {
    /// Notes an instruction whose result points into a block that becomes words.
    fn expect(&mut self, inst: Inst<'_>) {
        let base = inst.word(3);
        let inside = match inst.opcode() {
            _ if self.places.is_inside(base) => is_chain(inst) || inst.opcode() == op::OpCopyObject,
            _ if !is_chain(inst) => false,
            _ => match self.blocks.whole(self.type_of(base)) {
                Some(whole) => inst.words().len() > 4 + usize::from(whole.array),
                None => false,
            },
        };
        if inside {
            self.places.expect(inst.word(2));
            self.frame.remove(inst.word(2));
        }
    }

    /// Writes an instruction.
    fn instruction(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        let opcode = inst.opcode();
        let done = match opcode {
            op::OpLabel => {
                self.memo.enter_block();
                false
            }
            op::OpAccessChain | op::OpInBoundsAccessChain | op::OpCopyObject
                if self.places.is_inside(inst.word(2)) =>
            {
                match opcode {
                    op::OpCopyObject => {
                        let place = self.place(inst.word(3)).ok_or(POINTER)?;
                        self.places.enter(inst.word(2), place);
                    }
                    _ => self.follow(inst)?,
                }
                true
            }
            op::OpLoad => self.loads(inst)?,
            op::OpStore => self.stores(inst)?,
            op::OpCopyMemory => self.copies(inst)?,
            op::OpArrayLength => match self.place(inst.word(3)) {
                Some(place) => self.array_length(inst, &place).map(|()| true)?,
                None => false,
            },
            _ => match atomic_operands(opcode).and_then(|(at, _)| self.place(inst.word(at))) {
                Some(place) => self.atomic(inst, &place).map(|()| true)?,
                None => false,
            },
        };
        if done {
            self.frame.count(Kind::Storage);
            return Ok(());
        }
        self.copy(inst)
    }

    /// Copies an instruction that has to do with no block that becomes words, or with a whole one in a way that does not
    /// look into it.
    fn copy(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        let opcode = inst.opcode();
        let literals = match opcode {
            op::OpSwitch => switch_literal_words(self.input.facts, self.input.words, inst),
            _ => 1,
        };
        let (mut inside, mut whole) = (false, false);
        for_each_use(inst.words(), literals, |_, id| {
            inside |= self.places.is_inside(id);
            whole |= self.blocks.whole(self.type_of(id)).is_some();
        });
        let carries = matches!(
            opcode,
            op::OpAccessChain
                | op::OpInBoundsAccessChain
                | op::OpCopyObject
                | op::OpFunctionCall
                | op::OpPhi
                | op::OpSelect
                | op::OpReturnValue
                | op::OpPtrEqual
                | op::OpPtrNotEqual
        );
        let silent = is_non_semantic(self.input.facts, inst);
        // A pointer that is itself stored is a value, and what holds it is not looked into either.
        let kept = opcode == op::OpStore && self.blocks.whole(self.type_of(inst.word(1))).is_none();
        inside |= has_type(inst) && self.blocks.is_inside(inst.word(1));
        if !silent && (inside || whole && !carries && !kept) {
            return Err(match is_atomic(opcode) {
                true => ATOMIC,
                false => why(self.input, inst),
            });
        }
        match opcode {
            op::OpLoad => self.note_load(inst),
            op::OpStore => self.memo.store(),
            _ => {}
        }
        if changes_shared(self.input, inst) {
            self.memo.store();
            self.memo.change_shared();
        }
        self.frame.copy_code(self.input, inst)
    }

    /// Notes a value that was loaded from a variable of the invocation's own.
    fn note_load(&mut self, inst: Inst<'_>) {
        let Input { words, facts } = self.input;
        let variable = facts.def(words, inst.word(3));
        let own = variable.is_some_and(|def| {
            def.opcode() == op::OpVariable
                && matches!(
                    def.word(3),
                    storage_class::Function | storage_class::Private | storage_class::Input
                )
        });
        let key = key(op::OpLoad, inst.word(1), inst.from(3));
        let Some(key) = key.filter(|_| own && inst.words().len() == 4) else {
            return;
        };
        match self.memo.find(&key, Lasts::UntilStored) {
            Some(earlier) => self.places.note_same(inst.word(2), earlier),
            None => self.memo.enter(&key, Lasts::UntilStored, inst.word(2)),
        }
    }

    fn loads(&mut self, inst: Inst<'_>) -> Result<bool, Refusal> {
        let Some(place) = self.place(inst.word(3)) else {
            return Ok(false);
        };
        self.check_type(&place, inst.word(1))?;
        let (_, access) = self.access(inst)?;
        self.load(&place, &access, Some(inst.word(2)), 0)?;
        Ok(true)
    }

    fn stores(&mut self, inst: Inst<'_>) -> Result<bool, Refusal> {
        let Some(place) = self.place(inst.word(1)) else {
            return Ok(false);
        };
        self.check_type(&place, self.type_of(inst.word(2)))?;
        let (access, _) = self.access(inst)?;
        let value = self.id(inst.word(2))?;
        self.store(&place, value, &access)?;
        Ok(true)
    }

    /// A copy is a load and a store; either side can be ordinary memory.
    fn copies(&mut self, inst: Inst<'_>) -> Result<bool, Refusal> {
        let (target, source) = (inst.word(1), inst.word(2));
        let (to, from) = (self.place(target), self.place(source));
        if to.is_none() && from.is_none() {
            return Ok(false);
        }
        let (write, read) = self.access(inst)?;
        let value = match &from {
            Some(place) => {
                self.check_type(place, self.pointee(target, &to))?;
                self.load(place, &read, None, 0)?
            }
            None => {
                let ty = self.pointee(source, &from);
                let ty = self.id(ty)?;
                let pointer = self.id(source)?;
                let (operands, len) = read.of_load(pointer);
                let operands = operands.get(..len).unwrap_or(&operands);
                self.frame.op(op::OpLoad, ty, operands)
            }
        };
        match &to {
            Some(place) => {
                self.check_type(place, self.pointee(source, &from))?;
                self.store(place, value, &write)?;
            }
            None => {
                let pointer = self.id(target)?;
                let (operands, len) = write.of_store(pointer, value);
                let operands = operands.get(..len).unwrap_or(&operands);
                self.frame.raw(op::OpStore, operands);
                self.memo.store();
                self.memo.change_shared();
            }
        }
        Ok(true)
    }

    /// The type that a pointer points to, be it into a block or not.
    fn pointee(&self, pointer: u32, place: &Option<place::Place>) -> u32 {
        let Input { words, facts } = self.input;
        match place {
            Some(place) => place.part.ty,
            None => facts.pointee(words, self.type_of(pointer)),
        }
    }

    /// A value has the type of what it is stored to or loaded from.
    fn check_type(&self, place: &place::Place, ty: u32) -> Result<(), Refusal> {
        if place.part.ty == ty {
            Ok(())
        } else {
            Err(Refusal(
                "an access to a block by another type than is there",
            ))
        }
    }

    fn access(&mut self, inst: Inst<'_>) -> Result<(Access, Access), Refusal> {
        let (mut write, mut read) = Access::of(inst)?;
        write.map(|id| self.id(id))?;
        read.map(|id| self.id(id))?;
        Ok((write, read))
    }

    // ---- What the parts have in common ----

    /// What stands for an id of the input.
    fn id(&self, id: u32) -> Result<u32, Refusal> {
        self.frame.get(id).ok_or(POINTER)
    }

    /// The type of a value of the input.
    fn type_of(&self, id: u32) -> u32 {
        self.input.facts.type_of(self.input.words, id)
    }

    fn shape(&self, part: Part) -> Result<Shape<'a>, Refusal> {
        self.layouts.shape(self.input.words, self.input.facts, part)
    }

    fn block(&self, place: &place::Place) -> Result<blocks::Block, Refusal> {
        self.blocks.get(place.block).ok_or(POINTER)
    }

    fn is_vector(&self, ty: u32) -> bool {
        let def = self.input.facts.def(self.input.words, ty);
        def.is_some_and(|def| def.opcode() == op::OpTypeVector)
    }

    /// Whether no access to what an id points to may be left out. Of a descriptor it is said where the array is declared;
    /// of what is no variable, nobody knows.
    fn is_volatile(&self, root: u32) -> bool {
        let def = |id| self.input.facts.def(self.input.words, id);
        let mut variable = def(root);
        if let Some(chain) = variable.filter(|&def| is_chain(def)) {
            variable = def(chain.word(3));
        }
        !variable.is_some_and(|def| {
            def.opcode() == op::OpVariable && !self.layouts.is(def.word(2), decoration::Volatile)
        })
    }

    /// The result of an instruction that depends on its operands alone.
    fn pure(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        self.remembered(opcode, ty, operands, Lasts::Always)
    }

    /// As [`Code::pure`], with a given result.
    fn pure_as(&mut self, result: Option<u32>, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        match result {
            Some(id) => {
                self.frame.op_as(id, opcode, ty, operands);
                id
            }
            None => self.pure(opcode, ty, operands),
        }
    }

    fn remembered(&mut self, opcode: u16, ty: u32, operands: &[u32], lasts: Lasts) -> u32 {
        let key = key(opcode, ty, operands);
        if let Some(id) = key.and_then(|key| self.memo.find(&key, lasts)) {
            return id;
        }
        let id = self.frame.op(opcode, ty, operands);
        if let Some(key) = key {
            self.memo.enter(&key, lasts, id);
        }
        id
    }
}

/// Why an instruction that makes a pointer to narrow data, or uses one, is refused.
fn why(input: Input<'_>, inst: Inst<'_>) -> Refusal {
    match input.facts.type_view(input.words, inst.word(1)) {
        TypeView::Pointer { class, .. } if has_type(inst) && is_physical(class) => {
            Refusal("narrow data behind a physical pointer")
        }
        _ => POINTER,
    }
}

fn has_type(inst: Inst<'_>) -> bool {
    op_hot(inst.opcode()).flags.contains(OpFlags::RESULT_TYPE)
}

fn is_chain(inst: Inst<'_>) -> bool {
    matches!(inst.opcode(), op::OpAccessChain | op::OpInBoundsAccessChain)
}

/// Whether an instruction may leave memory that is shared with others different, or see what others have left there.
fn changes_shared(input: Input<'_>, inst: Inst<'_>) -> bool {
    let Input { words, facts } = input;
    match inst.opcode() {
        op::OpStore => {
            let pointer = facts.type_of(words, inst.word(1));
            let own = matches!(
                facts.type_view(words, pointer),
                TypeView::Pointer {
                    class: storage_class::Function | storage_class::Private,
                    ..
                }
            );
            !own
        }
        // Others may see to it that what is loaded from now on is new.
        op::OpLoad => inst.words().len() > 4,
        // Extended instructions can write through a pointer.
        op::OpExtInst => inst.from(5).iter().any(|&id| {
            let ty = facts.type_of(words, id);
            matches!(facts.type_view(words, ty), TypeView::Pointer { .. })
        }),
        opcode => !op_hot(opcode)
            .flags
            .intersects(OpFlags::PURE | OpFlags::DEBUG),
    }
}

#[cfg(test)]
mod tests;
