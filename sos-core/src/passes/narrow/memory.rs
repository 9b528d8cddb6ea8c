//! Loads and stores: unchanged in memory that only the shader accesses, converted in external memory.
//!
//! A device that can store narrow data but not compute with it can load and store scalars and vectors of it, but not
//! composites (SPV_KHR_16bit_storage, "Validation Rules"). So composites are loaded and stored part by part, through access
//! chains.

use super::{round, LowerError, UpperBits, Work, UNKNOWN};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::access::Access;
use crate::tables::{decoration, memory_access, op};

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
    /// The place that a pointer of the input points to, with the memory operands of an access.
    fn place<'w>(&self, pointer: u32, access: &'w [u32]) -> Place<'w> {
        let (class, _) = self.pointer_of(pointer);
        Place {
            pointer: self.get(pointer),
            class,
            access,
            aligned: 0,
            non_uniform: self.tables.non_uniform.get(pointer as usize) == Some(&true),
            depth: 0,
        }
    }

    pub fn load_instruction(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, pointer) = (inst.word(1), inst.word(2), inst.word(3));
        let (class, _) = self.pointer_of(pointer);
        if !self.is_external_class(class) {
            let form = self.value_type(ty);
            return self.build.copy_code_as(self.input, inst, form);
        }
        let place = self.place(pointer, inst.from(4));
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

    pub fn store_instruction(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (pointer, object) = (inst.word(1), inst.word(2));
        let (class, _) = self.pointer_of(pointer);
        let ty = self.input.type_of(object);
        if !self.is_external_class(class) {
            return self.build.copy_code(self.input, inst);
        }
        let place = self.place(pointer, inst.from(3));
        let value = self.get(object);
        self.store(value, ty, place)
    }

    /// Whether an `OpCopyMemory` copies narrow data.
    pub fn copies_narrow(&self, inst: Inst<'_>) -> bool {
        let (_, pointee) = self.pointer_of(inst.word(1));
        self.is_narrow(pointee)
    }

    /// Rewrites an `OpCopyMemory` as a load and a store, unless neither side is external.
    pub fn copy_memory(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (to, pointee) = self.pointer_of(inst.word(1));
        let (from, _) = self.pointer_of(inst.word(2));
        self.count(pointee);
        if !self.is_external_class(to) && !self.is_external_class(from) {
            return self.build.copy_code(self.input, inst);
        }
        let (write, read) = Access::of(inst)?;
        self.tables.parts.clear();
        let value = self.build.id();
        let operands = read.load_operands(self.get(inst.word(2)));
        if let [_, access @ ..] = operands.as_slice() {
            let place = self.place(inst.word(2), access);
            self.load(value, pointee, place)?;
        }
        let operands = write.store_operands(self.get(inst.word(1)), value);
        if let [_, _, access @ ..] = operands.as_slice() {
            let place = self.place(inst.word(1), access);
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
                None => Err(LowerError(
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
            return Err(LowerError(
                "a composite of narrow data that is too large to be copied by members",
            ));
        }
        let facts = self.input.facts;
        let part = facts.part_type(self.input.words, ty, at).ok_or(UNKNOWN)?;
        let form = if self.is_external_class(place.class) {
            self.memory_type(part)
        } else {
            self.value_type(part)
        };
        let pointer_type = self.build.pointer(place.class, form);
        let index = self.build.constant(at);
        let pointer = self
            .build
            .op(op::OpAccessChain, pointer_type, &[place.pointer, index]);
        if place.non_uniform {
            let operands = [pointer, decoration::NonUniform];
            self.build.annotate(op::OpDecorate, &operands);
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
                depth,
                ..place
            },
            part,
        ))
    }

    /// Emits a load of a value in its 32-bit form.
    fn load(&mut self, id: u32, ty: u32, place: Place<'_>) -> Result<(), LowerError> {
        let external = self.is_external_class(place.class);
        if !external || !self.is_narrow(ty) {
            let form = self.value_type(ty);
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
            let decode = round::decode(self.build, count);
            self.build.call_as(id, form, decode, &[bits]);
            return Ok(());
        }
        let convert = self.conversion(ty).ok_or(UNKNOWN)?;
        self.build.op_as(id, convert, form, &[narrow]);
        Ok(())
    }

    fn load_as(&mut self, id: u32, ty: u32, place: Place<'_>) {
        let mut list = std::mem::take(&mut self.tables.words);
        list.clear();
        list.push(place.pointer);
        place.push_access(&mut list);
        self.build.op_as(id, op::OpLoad, ty, &list);
        self.tables.words = list;
    }

    /// Emits a store of a value that is in its 32-bit form.
    fn store(&mut self, value: u32, ty: u32, place: Place<'_>) -> Result<(), LowerError> {
        let external = self.is_external_class(place.class);
        if !external || !self.is_narrow(ty) {
            self.store_as(value, place);
            return Ok(());
        }
        if let Some(count) = self.parts(ty)? {
            for at in 0..count {
                let (place, part_type) = self.part(ty, at, place)?;
                let form = self.value_type(part_type);
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
            let uint = self.build.uint();
            let words = self.build.vector(uint, count);
            let encode = round::encode(self.build, count);
            let bits = self.build.call(words, encode, &[value]);
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
        let mut list = std::mem::take(&mut self.tables.words);
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
}
