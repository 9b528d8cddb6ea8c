//! Where a pointer into a rewritten block points: a byte offset, split into a constant and a computed part.
//!
//! ```text
//! %to_half = OpTypePointer StorageBuffer %half            struct Item { half a[4]; uint b; } items[];   ArrayStride 12
//! %chain = OpAccessChain %to_half %block %zero %i %zero %j
//!   ⇒
//! %units = OpIMul %uint %i %uint_3                        12 bytes are three words: multiples of units are kept separate
//! %bytes = OpShiftLeftLogical %uint %j %uint_1            2 bytes are less than a unit
//!
//! at the access:
//! %word = OpShiftRightLogical %uint %bytes %uint_2
//! %index = OpIAdd %uint %units %word
//! %pointer = OpAccessChain %to_uint %words %uint_0 %index
//! %eights = OpShiftLeftLogical %uint %bytes %uint_3
//! %shift = OpBitwiseAnd %uint %eights %uint_24            the position in the word, in bits
//! ```
//!
//! An access chain that becomes a place leaves no pointer behind. Constant indices cost nothing; a stride of whole units
//! costs a multiplication and an addition; only the rest needs shifts. Indices are signed (specification, `OpAccessChain`).
//! Narrower ones are sign-extended and wider ones truncated: an offset beyond 4 GiB exceeds every buffer.

use super::blocks::Block;
use super::layout::{Part, Shape};
use super::memo::{key, Validity};
use super::pairs::Pair;
use super::Code;
use crate::build::Build;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::passes::access::Access;
use crate::passes::{LowerError, ModuleBuilder};
use crate::tables::{decoration, op, storage_class};
use crate::views;
use alloc::vec::Vec;
use arrayvec::ArrayVec;

/// Data that cannot be accessed through words.
pub const MISALIGNED: LowerError =
    LowerError::Because("narrow or whole words that are not aligned to their size");
/// An offset outside of the range that devices can address.
const TOO_FAR: LowerError =
    LowerError::Because("a constant index leads past 4 GiB or before its block");
/// An access chain that does not fit the type.
const NO_PART: LowerError = LowerError::Because("an access chain to a member that does not exist");
/// A use of a pointer that this pass does not support.
pub const POINTER: LowerError = LowerError::Because(
    "a pointer into a block of narrow data is used for something other than an access",
);

/// A place in a rewritten block.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// The number of the block.
    pub block: u32,
    /// The pointer to the block, or to the array of descriptors. With `is_pair`, the pointer to the first word of some
    /// block.
    pub root: u32,
    /// Whether the root is the first half of a pair ([`super::pairs`]). Then `block` is meaningless.
    pub is_pair: bool,
    /// Whether the root is an address ([`super::address`]). Then `block` is meaningless, and only `offset` is added.
    pub is_address: bool,
    /// The index of the descriptor, or 0.
    pub descriptor: u32,
    /// Whether the descriptor may differ between invocations.
    pub non_uniform: bool,
    /// The computed offset in units, or 0.
    pub units: u32,
    /// The computed offset in bytes, or 0.
    pub bytes: u32,
    /// The alignment of `bytes`, or of an address, as a power of two from 0 to 2.
    pub align: u32,
    /// The constant offset in bytes.
    pub offset: u32,
    /// The part of the block at this place.
    pub part: Part,
    /// The bytes from one to the next, if the last index selected one of several parts, else 0.
    pub stride: u32,
}

/// The bit position in a word at which data begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// A constant.
    Known(u32),
    /// A computed value.
    Computed(u32),
}

impl Place {
    /// Returns the place at an address.
    pub fn at_address(address: u32, part: Part) -> Self {
        Self {
            root: address,
            is_address: true,
            part,
            ..Self::default()
        }
    }

    /// Returns the place of a part at this byte offset.
    pub fn part(&self, part: Part, offset: u32) -> Result<Self, LowerError> {
        let offset = self.offset.checked_add(offset).ok_or(TOO_FAR)?;
        Ok(Self {
            offset,
            part,
            ..*self
        })
    }

    /// Returns the place of element `number`.
    pub fn element(&self, part: Part, stride: u32, number: u32) -> Result<Self, LowerError> {
        self.part(part, stride.checked_mul(number).ok_or(TOO_FAR)?)
    }

    /// Returns the bit position in its word, if it is constant.
    pub fn known_shift(&self) -> Option<u32> {
        self.is_aligned_to(4).then_some(self.offset % 4 * 8)
    }

    /// Whether the computed offset is a multiple of so many bytes: 1, 2 or 4.
    pub fn is_aligned_to(&self, bytes: u32) -> bool {
        self.bytes == 0 && !self.is_address || 1 << self.align >= bytes
    }

    /// Returns the place with the alignment that an access declares, which only matters for addresses.
    #[must_use]
    pub fn accessed(self, access: &Access) -> Self {
        let align = match access.alignment() {
            0 => 0,
            bytes => bytes.trailing_zeros().min(2),
        };
        match self.is_address {
            true => Self { align, ..self },
            false => self,
        }
    }
}

impl Code<'_> {
    /// Returns the place that an operand points to, if that is in a rewritten block or such a block itself.
    pub fn place(&self, pointer: u32) -> Option<Place> {
        if let Some(place) = self.places.get(pointer) {
            return Some(place);
        }
        if let Some(place) = self.place_at_address(pointer) {
            return Some(place);
        }
        let whole = self.blocks.whole(self.input.type_of(pointer))?;
        let block = self.blocks.get(whole.block).filter(|_| !whole.array)?;
        Some(Place {
            block: whole.block,
            root: pointer,
            part: Part::new(block.structure),
            non_uniform: self.layouts.is(pointer, decoration::NonUniform),
            ..Place::default()
        })
    }

    /// Follows an access chain into a rewritten block, and emits the computed part of the offset.
    pub fn follow(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (base, mut indices) = (
            views::AccessChain(inst).base(),
            views::AccessChain(inst).indexes(),
        );
        let mut place = match self.place(base) {
            Some(place) => place,
            None => {
                let whole = self.blocks.whole(self.input.type_of(base)).ok_or(NO_PART)?;
                let (&descriptor, rest) = indices.split_first().ok_or(NO_PART)?;
                indices = rest;
                let block = self.blocks.get(whole.block).ok_or(NO_PART)?;
                Place {
                    block: whole.block,
                    root: base,
                    descriptor: self.id(descriptor)?,
                    non_uniform: self.layouts.is(descriptor, decoration::NonUniform),
                    part: Part::new(block.structure),
                    ..Place::default()
                }
            }
        };
        place.non_uniform |= self.layouts.is(inst.result(), decoration::NonUniform);
        for &index in indices {
            self.step(&mut place, index)?;
        }
        self.places.enter(inst.result(), place);
        self.define_reserved(inst.result(), &place)
    }

    pub fn step(&mut self, place: &mut Place, index: u32) -> Result<(), LowerError> {
        let shape = self.shape(place.part)?;
        self.step_into(place, shape, index)
    }

    /// Follows one index into a part with this shape.
    pub fn step_into(
        &mut self,
        place: &mut Place,
        shape: Shape<'_>,
        index: u32,
    ) -> Result<(), LowerError> {
        match shape {
            Shape::Struct(members) => {
                let number = self.input.index(index).ok_or(NO_PART)?;
                let ty = place.part.ty;
                let (part, offset) = self.layouts.member(ty, members, number)?;
                *place = place.part(part, offset)?;
                place.stride = 0;
            }
            Shape::Many { stride, part, .. } => {
                match self.constant_index(index)? {
                    Some(number) => *place = place.element(part, stride, number)?,
                    None => {
                        self.move_on(place, index, stride)?;
                        place.part = part;
                    }
                }
                place.stride = stride;
            }
            Shape::Scalar { .. } => return Err(NO_PART),
        }
        Ok(())
    }

    /// Returns the value of a constant index.
    fn constant_index(&self, id: u32) -> Result<Option<u32>, LowerError> {
        let (words, facts) = (self.input.words, self.input.facts);
        let known = facts
            .def(words, id)
            .is_some_and(|def| matches!(def.opcode(), op::OpConstant | op::OpConstantNull));
        if !known {
            return Ok(None);
        }
        // Indices are signed: negative values and values beyond 32 bits are out of bounds.
        match facts.index(words, id) {
            Some(value) if value <= i32::MAX as u32 => Ok(Some(value)),
            _ => Err(TOO_FAR),
        }
    }

    /// Returns the value of the `Element` operand of an `OpPtrAccessChain`, which is signed, if it is a negative constant.
    pub fn negative(&self, id: u32) -> Option<i32> {
        let value = i32::try_from(self.input.signed(id)?).ok()?;
        Some(value).filter(|&value| value < 0)
    }

    /// Moves back by a constant number of elements. If that exceeds the constant offset, the computed part is decreased;
    /// its sums wrap around.
    pub fn move_back(
        &mut self,
        place: &mut Place,
        number: i32,
        stride: u32,
    ) -> Result<(), LowerError> {
        let back = stride.checked_mul(number.unsigned_abs()).ok_or(TOO_FAR)?;
        if let Some(offset) = place.offset.checked_sub(back) {
            place.offset = offset;
            return Ok(());
        }
        let unit = self.block(place)?.unit;
        if stride % (1 << unit) == 0 {
            place.units = self.plus_constant(place.units, (back >> unit).wrapping_neg());
        } else {
            let align = stride.trailing_zeros().min(2);
            place.align = match place.bytes {
                0 => align,
                _ => place.align.min(align),
            };
            place.bytes = self.plus_constant(place.bytes, back.wrapping_neg());
        }
        Ok(())
    }

    /// Adds `index` times `stride` bytes.
    fn move_on(&mut self, place: &mut Place, index: u32, stride: u32) -> Result<(), LowerError> {
        let index = self.widened(index)?;
        let unit = self.block(place)?.unit;
        if stride % (1 << unit) == 0 {
            let term = self.times(index, stride >> unit);
            place.units = self.plus(place.units, term);
        } else {
            let term = self.times(index, stride);
            let align = stride.trailing_zeros().min(2);
            place.align = match place.bytes {
                0 => align,
                _ => place.align.min(align),
            };
            place.bytes = self.plus(place.bytes, term);
        }
        Ok(())
    }

    /// Returns an index as a 32-bit value.
    fn widened(&mut self, index: u32) -> Result<u32, LowerError> {
        let ty = self.input.type_of(index);
        let scalar = self.input.scalar_of(ty);
        let id = self.id(self.places.same(index))?;
        let uint = self.build.uint();
        match scalar {
            // The second half of a pair is unsigned, and may be this value.
            Some(Scalar::Int {
                width: 32,
                signed: true,
            }) if self.blocks.any_pairs => Ok(self.pure(op::OpBitcast, uint, &[id])),
            Some(Scalar::Int { width: 32, .. }) => Ok(id),
            Some(Scalar::Int { width: 64, .. }) => Ok(self.pure(op::OpUConvert, uint, &[id])),
            Some(Scalar::Int { width: 8 | 16, .. }) => Ok(self.pure(op::OpSConvert, uint, &[id])),
            _ => Err(NO_PART),
        }
    }

    /// Emits a multiplication by a constant.
    pub fn times(&mut self, value: u32, factor: u32) -> u32 {
        let uint = self.build.uint();
        if factor == 1 {
            return value;
        }
        if factor.is_power_of_two() {
            let by = self.build.constant(factor.trailing_zeros());
            return self.pure(op::OpShiftLeftLogical, uint, &[value, by]);
        }
        let factor = self.build.constant(factor);
        self.pure(op::OpIMul, uint, &[value, factor])
    }

    /// Emits a sum. An operand 0 means nothing to add.
    fn plus(&mut self, a: u32, b: u32) -> u32 {
        match (a, b) {
            (0, other) | (other, 0) => other,
            _ => {
                let uint = self.build.uint();
                self.pure(op::OpIAdd, uint, &[a, b])
            }
        }
    }

    fn plus_constant(&mut self, value: u32, constant: u32) -> u32 {
        if constant == 0 && value != 0 {
            return value;
        }
        let constant = self.build.constant(constant);
        self.plus(value, constant)
    }

    fn shifted_right(&mut self, value: u32, by: u32) -> u32 {
        let uint = self.build.uint();
        let by = self.build.constant(by);
        self.pure(op::OpShiftRightLogical, uint, &[value, by])
    }

    /// Returns the bit position in a word of data at this computed byte offset.
    pub fn shift_of(&mut self, bytes: u32) -> Shift {
        let eights = self.times(bytes, 8);
        Shift::Computed(self.masked(eights, 24))
    }

    fn masked(&mut self, value: u32, mask: u32) -> u32 {
        let uint = self.build.uint();
        let mask = self.build.constant(mask);
        self.pure(op::OpBitwiseAnd, uint, &[value, mask])
    }

    /// Returns the pointer to the word in which the data at a place begins, and the bit position there.
    pub fn word(&mut self, place: &Place) -> Result<(u32, Shift), LowerError> {
        if place.is_address {
            return self.word_at_address(place);
        }
        let Block {
            class, unit, start, ..
        } = self.block(place)?;
        let at = place.offset.checked_sub(start).ok_or(TOO_FAR)?;
        let (index, component, shift) = match place.known_shift() {
            Some(shift) if place.bytes == 0 => {
                let index = self.plus_constant(place.units, at >> unit);
                (index, Ok(at >> 2 & 3), Shift::Known(shift))
            }
            Some(shift) => {
                let bytes = self.plus_constant(place.bytes, at & !3);
                let word = self.shifted_right(bytes, unit);
                (
                    self.plus(place.units, word),
                    Err(bytes),
                    Shift::Known(shift),
                )
            }
            None => {
                let bytes = self.plus_constant(place.bytes, at);
                let word = self.shifted_right(bytes, unit);
                let shift = self.shift_of(bytes);
                let index = self.plus(place.units, word);
                (index, Err(bytes), shift)
            }
        };
        let uint = self.build.uint();
        let (opcode, to_uint) = match place.is_pair {
            true => (op::OpPtrAccessChain, self.blocks.to_word),
            false => (op::OpAccessChain, self.build.pointer(class, uint)),
        };
        let root = self.id(place.root)?;
        let mut operands = ArrayVec::<u32, 5>::from_iter([root]);
        if place.descriptor != 0 {
            operands.push(place.descriptor);
        }
        if !place.is_pair && class != storage_class::Workgroup {
            operands.push(self.build.constant(0));
        }
        operands.push(index);
        if unit == 4 {
            operands.push(match component {
                Ok(known) => self.build.constant(known),
                Err(bytes) => {
                    let word = self.shifted_right(bytes, 2);
                    self.masked(word, 3)
                }
            });
        }
        let pointer = self.pointer(opcode, to_uint, &operands, place.non_uniform);
        Ok((pointer, shift))
    }

    /// Returns the pointer to the first word of the block that contains a place, as a value.
    pub fn first_word(&mut self, place: &Place) -> Result<u32, LowerError> {
        let (root, zero) = (self.id(place.root)?, self.build.constant(0));
        let with_descriptor = [root, place.descriptor, zero, zero];
        let operands = match place.descriptor {
            0 => &[root, zero, zero][..],
            _ => &with_descriptor,
        };
        let to_word = self.blocks.to_word;
        Ok(self.pointer(op::OpAccessChain, to_word, operands, place.non_uniform))
    }

    /// Returns the byte offset of a place from the first word of its block, or from that of the pair that it is derived from.
    pub fn bytes_of(&mut self, place: &Place) -> u32 {
        let unit = self.blocks.of(place).map_or(2, |block| block.unit);
        let units = match place.units {
            0 => 0,
            units => self.times(units, 1 << unit),
        };
        let bytes = self.plus(units, place.bytes);
        self.plus_constant(bytes, place.offset)
    }

    /// Emits a pointer to a word. It has to be decorated if its descriptor differs between invocations (Vulkan,
    /// "NonUniform").
    fn pointer(&mut self, opcode: u16, ty: u32, operands: &[u32], non_uniform: bool) -> u32 {
        if !non_uniform {
            return self.pure(opcode, ty, operands);
        }
        let key = key(opcode, ty, operands);
        if let Some(id) = key.and_then(|key| self.memo.find(&key, Validity::Block)) {
            return id;
        }
        let id = self.pure(opcode, ty, operands);
        self.build.decorate(id, &[decoration::NonUniform]);
        id
    }
}

/// Tables by id of the input: the places that ids point to, and ids with equal values.
#[derive(Clone, Debug, Default)]
pub struct Places {
    list: Vec<Place>,
    /// By id: the index into the list plus one; `INSIDE` until the place is known; or 0.
    of: Vec<u32>,
    /// By id: an earlier id with the same value in its block, or 0.
    same: Vec<u32>,
    /// By id: the first of the two ids that represent it as a pair, or 0.
    pairs: Vec<u32>,
}

/// A pointer into a rewritten block whose place is not known yet.
const INSIDE: u32 = u32::MAX;

impl Places {
    /// Resets the tables, for so many ids.
    pub fn reset(&mut self, bound: usize) {
        self.list.clear();
        self.of.clear();
        self.of.resize(bound, 0);
        self.same.clear();
        self.same.resize(bound, 0);
        self.pairs.clear();
    }

    /// Returns the pair of ids that represents an id, allocating it if necessary.
    pub fn pair(&mut self, id: u32, build: &mut ModuleBuilder) -> Pair {
        if self.pairs.is_empty() {
            self.pairs.resize(self.of.len(), 0);
        }
        if let Some(known) = self.pair_of(id) {
            return known;
        }
        let first = build.id();
        let pair = [first, build.id()];
        if let Some(slot) = self.pairs.get_mut(id as usize) {
            *slot = first;
        }
        pair
    }

    /// Returns the pair of ids that represents an id, if it was allocated.
    pub fn pair_of(&self, id: u32) -> Option<Pair> {
        let &first = self.pairs.get(id as usize).filter(|&&first| first != 0)?;
        Some([first, first + 1])
    }

    /// Records that an id has the same value as an earlier one.
    pub fn record_same(&mut self, id: u32, earlier: u32) {
        if let Some(slot) = self.same.get_mut(id as usize) {
            *slot = earlier;
        }
    }

    /// Returns the first id with the same value. It is defined in the same block and dominates this one.
    pub fn same(&self, id: u32) -> u32 {
        match self.same.get(id as usize) {
            Some(&earlier) if earlier != 0 => earlier,
            _ => id,
        }
    }

    /// Records that an id points into a rewritten block.
    pub fn set_inside(&mut self, id: u32) {
        if let Some(slot) = self.of.get_mut(id as usize) {
            *slot = INSIDE;
        }
    }

    /// Whether an id points into a rewritten block, and is therefore removed. Addresses are not: they keep their ids.
    pub fn is_inside(&self, id: u32) -> bool {
        self.of.get(id as usize).is_some_and(|&slot| slot != 0)
            && !self.get(id).is_some_and(|place| place.is_address)
    }

    /// Records where an id points.
    pub fn enter(&mut self, id: u32, place: Place) {
        self.list.push(place);
        let number = self.list.len() as u32;
        if let Some(slot) = self.of.get_mut(id as usize) {
            *slot = number;
        }
    }

    /// Returns the place that an id points to, if it points into a rewritten block.
    pub fn get(&self, id: u32) -> Option<Place> {
        let number = self.of.get(id as usize)?.checked_sub(1)?;
        self.list.get(number as usize).copied()
    }
}
