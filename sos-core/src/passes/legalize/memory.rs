//! Loads, stores and access chains.
//!
//! Memory that only the shader accesses has the forms of values. In external memory a promoted value keeps its type, and is
//! converted. A device that can store narrow data but not compute with it can load and store scalars and vectors of it, but not
//! composites (SPV_KHR_16bit_storage, "Validation Rules"). So composites are loaded and stored part by part, through access
//! chains.
//!
//! An expanded value is packed everywhere:
//!
//! ```text
//! OpLoad     one OpLoad of the packed type, unpacked       3 instructions, 2 more per component
//! OpStore    packed, one OpStore                           2, 3 more per component
//! ```
//!
//! One access stays one access, with its memory operands: an alignment of 8 is valid for uvec2, and a volatile or coherent
//! load accesses the same bytes. Pointers keep their ids.
//!
//! # Indices
//! An expanded index is replaced by its lower word: no variable or descriptor has more elements. Memory behind a physical
//! address may be larger than 4 GiB. There, the base pointer is moved by the full index times the stride, and the access
//! chain has index 0 instead:
//!
//! ```text
//! %q = OpAccessChain %to %p %one %i      %w = OpBitcast %uvec2 %p
//!                                        %s = OpBitcast %to_list of %w + %i * stride              15 more instructions
//!                                        %q = OpAccessChain %to %s %one %zero
//! ```
//!
//! An index that was converted from 32 bits is used as it is.

use super::expand::words::Pair;
use super::promote::UpperBits;
use super::scalars::ScalarSet;
use super::{LowerError, Work, MALFORMED, UNKNOWN};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::access::Access;
use crate::soft::Soft;
use crate::tables::{decoration, memory_access, op, storage_class};
use crate::views;
use alloc::vec::Vec;
use arrayvec::ArrayVec;

/// The place of a value in memory.
#[derive(Clone, Copy)]
struct Place<'w> {
    pointer: u32,
    class: u32,
    /// Memory operands of the instruction.
    access: &'w [u32],
    /// The alignment of a part of an aligned composite, else 0.
    aligned: u32,
    /// Whether pointers derived from the pointer have to be decorated with `NonUniform`.
    non_uniform: bool,
    /// Whether the memory, or the composite around it, has an explicit layout.
    explicit: bool,
    /// The number of composites around it.
    depth: u32,
}

impl Place<'_> {
    /// Appends the memory operands. The alignment is the first operand after the mask.
    fn push_access(&self, list: &mut Vec<u32>) {
        let mask = list.len();
        list.extend_from_slice(self.access);
        if let Some(alignment) = list.get_mut(mask + 1).filter(|_| self.aligned != 0) {
            *alignment = self.aligned;
        }
    }
}

impl Work<'_> {
    /// The storage class and the pointee of a pointer of the input.
    pub fn pointer_of(&self, id: u32) -> (u32, u32) {
        let ty = self.input.type_of(id);
        match self.input.view(ty) {
            TypeView::Pointer { class, pointee } => (class, pointee),
            _ => (storage_class::Function, 0),
        }
    }

    /// The place that a pointer of the input points to, with the memory operands of an access.
    fn place<'w>(&self, pointer: u32, access: &'w [u32]) -> Place<'w> {
        let (class, _) = self.pointer_of(pointer);
        Place {
            pointer: self.get(pointer),
            class,
            access,
            aligned: 0,
            non_uniform: self.tables.non_uniform.get(pointer as usize) == Some(&true),
            explicit: self.is_explicit_class(class),
            depth: 0,
        }
    }

    /// Rewrites an `OpLoad`.
    pub fn load_instruction(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, pointer) = (
            inst.result_type(),
            inst.result(),
            views::Load(inst).pointer(),
        );
        let (class, _) = self.pointer_of(pointer);
        let n = self.count(ty);
        if n > 0 {
            self.check_pointee(pointer, n)?;
            let form = self.packed_type(n, self.is_explicit_class(class));
            let loaded = self.build.id();
            self.load_as(
                loaded,
                form,
                self.place(pointer, views::Load(inst).memory_access_words()),
            );
            return self.unpack(id, n, loaded);
        }
        if !self.is_promoted(ty) || !self.is_external_class(class) {
            return self.copy_with_value_type(inst);
        }
        let place = self.place(pointer, views::Load(inst).memory_access_words());
        let known = match self.shape(ty) {
            Some((Scalar::Int { signed: true, .. }, _)) => UpperBits::SIGN,
            Some((Scalar::Int { .. }, _)) => UpperBits::ZERO,
            _ => UpperBits::NOTHING,
        };
        self.tables.parts.clear();
        self.load(id, ty, place)?;
        self.set_known(id, known);
        Ok(())
    }

    /// Rewrites an `OpStore`.
    pub fn store_instruction(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let store = views::Store(inst);
        let (pointer, object) = (store.pointer(), store.object());
        let (class, _) = self.pointer_of(pointer);
        let ty = self.input.type_of(object);
        let n = self.count(ty);
        if n > 0 {
            self.check_pointee(pointer, n)?;
            let whole = self.packed_value(object, self.is_explicit_class(class))?;
            self.store_as(whole, self.place(pointer, store.memory_access_words()));
            return Ok(());
        }
        if !self.is_promoted(ty) || !self.is_external_class(class) {
            return self.build.copy_code(self.input, inst);
        }
        let place = self.place(pointer, store.memory_access_words());
        let value = self.get(object);
        self.store(value, ty, place)
    }

    /// Emits a store of a value that is in its single form, without memory operands.
    pub fn store_value(&mut self, pointer: u32, ty: u32, value: u32) -> Result<(), LowerError> {
        let place = self.place(pointer, &[]);
        self.store(value, ty, place)
    }

    /// Checks that a pointer points to `n` expanded scalars.
    fn check_pointee(&self, pointer: u32, n: u32) -> Result<(), LowerError> {
        let (_, pointee) = self.pointer_of(pointer);
        match self.count(pointee) == n {
            true => Ok(()),
            false => Err(MALFORMED),
        }
    }

    /// Rewrites an `OpCopyMemory` as a load and a store where the two sides have other forms.
    pub fn copy_memory(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let copy = views::CopyMemory(inst);
        let [(to, pointee), (from, _)] = [1, 2].map(|at| self.pointer_of(inst.word(at)));
        let external = [to, from].map(|class| self.is_external_class(class));
        let explicit = [to, from].map(|class| self.is_explicit_class(class));
        self.count_first(self.tables.values_of(pointee));
        let promoted = self.is_promoted(pointee) && external != [false; 2];
        let repacked = self.count(pointee) > 1 && explicit == [true, false]
            || self.count(pointee) > 1 && explicit == [false, true];
        if !promoted && !repacked {
            return self.build.copy_code(self.input, inst);
        }
        let (write, read) = Access::of(inst)?;
        self.tables.parts.clear();
        let mut value = self.build.id();
        let operands = read.load_operands(self.get(copy.source()));
        if let [_, access @ ..] = operands.as_slice() {
            let place = self.place(copy.source(), access);
            self.load(value, pointee, place)?;
        }
        if repacked {
            let n = self.count(pointee);
            let mut parts = ArrayVec::<u32, 4>::new();
            for at in 0..n.min(4) {
                parts.push(self.words().op(op::OpCompositeExtract, 2, &[value, at]));
            }
            let ty = self.packed_type(n, explicit == [true, false]);
            value = self.build.op(op::OpCompositeConstruct, ty, &parts);
        }
        let operands = write.store_operands(self.get(copy.target()), value);
        if let [_, _, access @ ..] = operands.as_slice() {
            let place = self.place(copy.target(), access);
            self.store(value, pointee, place)?;
        }
        Ok(())
    }

    /// The number of parts of a composite that is accessed part by part; `None` for scalars and vectors.
    fn parts(&self, ty: u32) -> Result<Option<u32>, LowerError> {
        let (words, facts) = (self.input.words, self.input.facts);
        match facts.type_view(words, ty) {
            TypeView::Struct(members) => Ok(Some(members.len() as u32)),
            TypeView::Vector { count, .. } if self.shape(ty).is_none() => Ok(Some(count)),
            TypeView::Array { length, .. } => match facts.index(words, length) {
                Some(length) => Ok(Some(length)),
                None => Err(LowerError::Because(
                    "an array of narrow data whose length is an open specialization constant",
                )),
            },
            TypeView::Scalar(_) | TypeView::Vector { .. } => Ok(None),
            _ => Err(UNKNOWN),
        }
    }

    /// Returns the place and the type of part `at` of a composite.
    fn part<'w>(
        &mut self,
        ty: u32,
        at: u32,
        place: Place<'w>,
    ) -> Result<(Place<'w>, u32), LowerError> {
        self.parts += 1;
        if !self.input.allows(self.parts, place.depth) {
            return Err(LowerError::Because(
                "a composite of narrow data that is too large to be copied by members",
            ));
        }
        let facts = self.input.facts;
        let part = facts.part_type(self.input.words, ty, at).ok_or(UNKNOWN)?;
        let explicit = self.is_explicit(ty);
        let form = self.single_type(part, self.is_external_class(place.class), explicit);
        let pointer_type = self.build.pointer(place.class, form);
        let index = self.build.constant(at);
        let pointer = self
            .build
            .op(op::OpAccessChain, pointer_type, &[place.pointer, index]);
        if place.non_uniform {
            self.build.decorate(pointer, &[decoration::NonUniform]);
        }
        let depth = place.depth + 1;
        // The layout determines where the part is. It guarantees no alignment beyond that of the part's largest scalar, and
        // physical pointers must not have less (Vulkan, VUID-StandaloneSpirv-PhysicalStorageBuffer64-06314).
        let mask = place.access.first().copied().unwrap_or(0);
        let aligned = match mask & memory_access::Aligned {
            0 => 0,
            _ => self.largest(part).max(1),
        };
        Ok((
            Place {
                pointer,
                aligned,
                explicit,
                depth,
                ..place
            },
            part,
        ))
    }

    /// Emits a load of a value in its single form.
    fn load(&mut self, id: u32, ty: u32, place: Place<'_>) -> Result<(), LowerError> {
        let external = self.is_external_class(place.class);
        if !external || !self.is_promoted(ty) {
            let form = self.single_type(ty, false, place.explicit);
            self.load_as(id, form, place);
            return Ok(());
        }
        if let Some(count) = self.parts(ty)? {
            let first = self.tables.parts.len();
            for at in 0..count {
                let (place, part_type) = self.part(ty, at, place)?;
                let part = self.build.id();
                self.load(part, part_type, place)?;
                self.tables.parts.push(part);
            }
            let form = self.value_type(ty);
            let list = self.tables.parts.get(first..).unwrap_or(&[]);
            self.build.op_as(id, op::OpCompositeConstruct, form, list);
            self.tables.parts.truncate(first);
            return Ok(());
        }
        let memory = self.memory_type(ty);
        let narrow = self.build.id();
        self.load_as(narrow, memory, place);
        if let Some((Scalar::Float { width: 64 }, count)) = self.shape(ty) {
            self.decode_doubles(id, narrow, count);
            return Ok(());
        }
        let form = self.value_type(ty);
        if let Some((Scalar::Float { .. }, count)) = self.shape(ty).filter(|_| self.converts_bits())
        {
            let uint = self.build.uint();
            let words = self.build.vector(uint, count);
            let bits = self.build.op(op::OpUConvert, words, &[narrow]);
            self.build.soft_as(id, Soft::HalfDecode, count, &[bits]);
            return Ok(());
        }
        let convert = self.conversion(ty).ok_or(UNKNOWN)?;
        self.build.op_as(id, convert, form, &[narrow]);
        Ok(())
    }

    fn load_as(&mut self, id: u32, ty: u32, place: Place<'_>) {
        let mut list = core::mem::take(&mut self.tables.words);
        list.clear();
        list.push(place.pointer);
        place.push_access(&mut list);
        self.build.op_as(id, op::OpLoad, ty, &list);
        self.tables.words = list;
    }

    /// Emits a store of a value that is in its single form.
    fn store(&mut self, value: u32, ty: u32, place: Place<'_>) -> Result<(), LowerError> {
        let external = self.is_external_class(place.class);
        if !external || !self.is_promoted(ty) {
            self.store_as(value, place);
            return Ok(());
        }
        if let Some(count) = self.parts(ty)? {
            for at in 0..count {
                let (place, part_type) = self.part(ty, at, place)?;
                let form = self.single_type(part_type, false, place.explicit);
                let part = self.build.op(op::OpCompositeExtract, form, &[value, at]);
                self.store(part, part_type, place)?;
            }
            return Ok(());
        }
        if let Some((Scalar::Float { width: 64 }, count)) = self.shape(ty) {
            let bits = self.encode_doubles(value, count);
            self.store_as(bits, place);
            return Ok(());
        }
        let memory = self.memory_type(ty);
        if let Some((Scalar::Float { .. }, count)) = self.shape(ty).filter(|_| self.converts_bits())
        {
            let bits = self.build.soft(Soft::HalfEncode, count, &[value]);
            let narrow = self.build.op(op::OpUConvert, memory, &[bits]);
            self.store_as(narrow, place);
            return Ok(());
        }
        let convert = self.conversion(ty).ok_or(UNKNOWN)?;
        let narrow = self.build.op(convert, memory, &[value]);
        self.store_as(narrow, place);
        Ok(())
    }

    fn store_as(&mut self, value: u32, place: Place<'_>) {
        let mut list = core::mem::take(&mut self.tables.words);
        list.clear();
        list.extend([place.pointer, value]);
        place.push_access(&mut list);
        self.build.raw(op::OpStore, &list);
        self.tables.words = list;
    }

    /// The instruction that converts the width of a type's values, in either direction.
    fn conversion(&self, ty: u32) -> Option<u16> {
        Some(match self.shape(ty)?.0 {
            Scalar::Float { .. } => op::OpFConvert,
            Scalar::Int { signed: true, .. } => op::OpSConvert,
            Scalar::Int { .. } => op::OpUConvert,
            Scalar::Bool => return None,
        })
    }

    /// Rewrites an access chain, with or without an element operand.
    pub fn chain(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let from = match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain => 4,
            _ => 5,
        };
        let base = self.input.type_of(inst.operand());
        match self.input.view(base) {
            TypeView::Pointer {
                class: storage_class::PhysicalStorageBuffer,
                pointee,
            } if self.legalized.meets(ScalarSet::INT64) => {
                self.physical_chain(inst, from, (base, pointee))
            }
            _ => {
                let mut list = core::mem::take(&mut self.tables.words);
                list.clear();
                list.push(self.get(inst.operand()));
                for &index in inst.from(4) {
                    list.push(self.small(index)?);
                }
                let ty = self.get(inst.result_type());
                self.build.op_as(inst.result(), inst.opcode(), ty, &list);
                self.tables.words = list;
                Ok(())
            }
        }
    }

    /// Rewrites an access chain from a physical pointer, given its type and pointee type.
    fn physical_chain(
        &mut self,
        inst: Inst<'_>,
        from: usize,
        (pointer, pointee): (u32, u32),
    ) -> Result<(), LowerError> {
        let mut operands = core::mem::take(&mut self.tables.words);
        operands.clear();
        operands.push(self.id(inst.operand())?);
        let mut moved = None;
        // The stride for the element operand is a decoration of the pointer type.
        let elements = inst.words().get(4..from).unwrap_or(&[]);
        for &element in elements {
            operands.push(self.index_or_move(&mut moved, element, pointer)?);
        }
        let mut ty = pointee;
        for &index in inst.from(from) {
            operands.push(self.index_or_move(&mut moved, index, ty)?);
            let number = self.input.index(index).unwrap_or(0);
            ty = self.part_of(ty, number).map_or(0, |part| part.0);
        }
        let mut opcode = inst.opcode();
        if let (Some(by), Some(base)) = (moved, operands.first_mut()) {
            let pointer = self.build.get(pointer).ok_or(MALFORMED)?;
            let mut words = self.words();
            let bits = words.op(op::OpBitcast, 2, &[*base]);
            let [lo, hi] = [0, 1].map(|half| words.op(op::OpCompositeExtract, 1, &[bits, half]));
            let sum = words.new_pair();
            words.add(sum, 1, Pair { lo, hi }, by);
            let bits = words.op(op::OpCompositeConstruct, 2, &[sum.lo, sum.hi]);
            *base = words.build.op(op::OpBitcast, pointer, &[bits]);
            // The in-bounds guarantee does not hold for the moved base.
            opcode = match from {
                4 => op::OpAccessChain,
                _ => op::OpPtrAccessChain,
            };
        }
        let ty = self.id(inst.result_type())?;
        self.build.op_as(inst.result(), opcode, ty, &operands);
        self.tables.words = operands;
        Ok(())
    }

    /// Returns an index as 32 bits, given the type that it selects from. If it may be large, returns 0 and adds its offset in
    /// bytes to `moved`.
    fn index_or_move(
        &mut self,
        moved: &mut Option<Pair>,
        index: u32,
        ty: u32,
    ) -> Result<u32, LowerError> {
        // Components, columns and members have small indices.
        let stride = self.stride(ty);
        if stride == 0 || self.count_of(index) == 0 || self.input.fits_i32(index) {
            return self.small(index);
        }
        if !self.casts_pointers() {
            return Err(LowerError::Because(
                "a 64-bit index on a physical address, without SPV_KHR_physical_storage_buffer",
            ));
        }
        let index = self.pair_of(index, 1)?;
        let mut words = self.words();
        let stride = words.splat(1, stride);
        let lo = words.build.id();
        let carried = words.two_results(lo, op::OpUMulExtended, 1, &[index.lo, stride]);
        let hi = words.op(op::OpIMul, 1, &[index.hi, stride]);
        let hi = words.op(op::OpIAdd, 1, &[hi, carried]);
        let by = Pair { lo, hi };
        *moved = Some(match *moved {
            None => by,
            Some(before) => {
                let sum = words.new_pair();
                words.add(sum, 1, before, by);
                sum
            }
        });
        Ok(words.splat(1, 0))
    }
}
