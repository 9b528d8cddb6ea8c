//! Memory: loads, stores and access chains.
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
//! A 64-bit index is replaced by its lower word: no variable or descriptor has more elements. Memory behind a physical
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

use super::words::Pair;
use super::{Work, MALFORMED};
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::passes::access::Access;
use crate::passes::LowerError;
use crate::tables::{op, storage_class};
use arrayvec::ArrayVec;

impl Work<'_> {
    /// Rewrites a memory instruction; `n` is the number of 64-bit integers that it loads.
    pub(super) fn memory(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (ty, id, first) = (inst.word(1), inst.word(2), inst.word(3));
        match inst.opcode() {
            op::OpLoad if n > 0 => {
                let whole = self.packed_pointee(first, n)?;
                let mut operands = std::mem::take(&mut self.wide.list);
                operands.clear();
                operands.push(self.id(first)?);
                operands.extend(inst.from(4));
                let loaded = self.build.op(op::OpLoad, whole, &operands);
                self.wide.list = operands;
                self.unpack(id, n, loaded)
            }
            op::OpStore if self.count_of(id) > 0 => {
                let (pointer, value) = (inst.word(1), id);
                let n = self.count_of(value);
                self.packed_pointee(pointer, n)?;
                let explicit = self.is_explicit(pointer);
                let whole = self.packed_value(value, explicit)?;
                let mut operands = std::mem::take(&mut self.wide.list);
                operands.clear();
                operands.extend([self.id(pointer)?, whole]);
                operands.extend(inst.from(3));
                self.build.raw(op::OpStore, &operands);
                self.wide.list = operands;
                Ok(())
            }
            op::OpVariable if self.count_of(inst.word(4)) > 0 => {
                let class = first;
                let explicit = self.wide.is_explicit_class(class);
                let value = self.constant(inst.word(4), explicit)?.ok_or(MALFORMED)?;
                let ty = self.id(ty)?;
                self.build.op_as(id, op::OpVariable, ty, &[class, value]);
                Ok(())
            }
            op::OpCopyMemory if self.copies_vector(inst) => {
                // Vectors in memory with an explicit layout have another packed type than those in other memory.
                let (write, read) = Access::of(inst)?;
                let [to, from] = [inst.word(1), inst.word(2)];
                let n = self.pointee_count(from);
                let whole = self.packed_pointee(from, n)?;
                let (from, to) = (self.id(from)?, (self.id(to)?, self.is_explicit(to)));
                let loaded = self.build.op(op::OpLoad, whole, &read.load_operands(from));
                let ty = self.wide.packed_type_for(self.build, n, to.1);
                let mut parts = ArrayVec::<u32, 4>::new();
                for at in 0..n.min(4) {
                    parts.push(self.words().op(op::OpCompositeExtract, 2, &[loaded, at]));
                }
                let whole = self.build.op(op::OpCompositeConstruct, ty, &parts);
                self.build
                    .raw(op::OpStore, &write.store_operands(to.0, whole));
                Ok(())
            }
            op::OpAccessChain
            | op::OpInBoundsAccessChain
            | op::OpPtrAccessChain
            | op::OpInBoundsPtrAccessChain => self.chain(inst),
            // Composites and pointers keep their ids, also pointers to data that is passed to other shaders.
            _ => self.copy(inst),
        }
    }

    /// The packed type that a pointer of the input points to, which must be `n` 64-bit integers.
    fn packed_pointee(&mut self, pointer: u32, n: u32) -> Result<u32, LowerError> {
        let explicit = self.is_explicit(pointer);
        match self.pointee_count(pointer) == n {
            true => Ok(self.wide.packed_type_for(self.build, n, explicit)),
            false => Err(MALFORMED),
        }
    }

    fn pointer_type(&self, pointer: u32) -> TypeView<'_> {
        self.input.view(self.input.type_of(pointer))
    }

    fn pointee_count(&self, pointer: u32) -> u32 {
        match self.pointer_type(pointer) {
            TypeView::Pointer { pointee, .. } => self.wide.count(pointee),
            _ => 0,
        }
    }

    /// Whether the memory that a pointer points to has an explicit layout.
    fn is_explicit(&self, pointer: u32) -> bool {
        match self.pointer_type(pointer) {
            TypeView::Pointer { class, .. } => self.wide.is_explicit_class(class),
            _ => false,
        }
    }

    /// Whether an `OpCopyMemory` copies a vector between its two packed types.
    fn copies_vector(&self, inst: Inst<'_>) -> bool {
        let [to, from] = [inst.word(1), inst.word(2)];
        self.pointee_count(from) > 1 && self.is_explicit(from) != self.is_explicit(to)
    }

    /// Rewrites an access chain, with or without an element operand.
    fn chain(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let from = match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain => 4,
            _ => 5,
        };
        self.indices(inst, from)?;
        let base = self.input.type_of(inst.word(3));
        match self.input.view(base) {
            TypeView::Pointer {
                class: storage_class::PhysicalStorageBuffer,
                pointee,
            } => self.physical_chain(inst, from, (base, pointee)),
            _ => self.copy(inst),
        }
    }

    /// Rewrites an access chain from a physical pointer, given its type and pointee type.
    fn physical_chain(
        &mut self,
        inst: Inst<'_>,
        from: usize,
        (pointer, pointee): (u32, u32),
    ) -> Result<(), LowerError> {
        let mut operands = std::mem::take(&mut self.wide.list);
        operands.clear();
        operands.push(self.id(inst.word(3))?);
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
            ty = self.part(ty, number).map_or(0, |part| part.0);
        }
        let mut opcode = inst.opcode();
        if let (Some(by), Some(base)) = (moved, operands.first_mut()) {
            let pointer = self.build.get(pointer).ok_or(MALFORMED)?;
            let mut words = self.wide.words(self.build);
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
        let ty = self.id(inst.word(1))?;
        self.build.op_as(inst.word(2), opcode, ty, &operands);
        self.wide.list = operands;
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
        let stride = self.wide.form(ty).stride;
        if stride == 0 || self.count_of(index) == 0 || self.input.fits_i32(index) {
            return self.id(index);
        }
        if !self.casts_pointers() {
            return Err(LowerError(
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

    /// Checks the indices of an access chain, from a word on.
    fn indices(&mut self, inst: Inst<'_>, from: usize) -> Result<(), LowerError> {
        let indices = inst.from(from);
        for &index in indices {
            if self.count_of(index) > 0 {
                self.pair_of(index, 1)?;
            }
        }
        if !self.wide.layout.members {
            return Ok(());
        }
        let TypeView::Pointer { pointee, .. } = self.pointer_type(inst.word(3)) else {
            return Ok(());
        };
        let mut ty = pointee;
        for &index in indices {
            let known = self.input.index(index);
            let (count, number) = (self.wide.count(ty), known.unwrap_or(0));
            if count > 1 && known.is_none() {
                return Err(LowerError(
                    "dynamic indexing of a component of a vector of 64-bit integers, where uniform blocks have such vectors",
                ));
            }
            // A vector may be indexed out of bounds, with an undefined result; a structure may not.
            if count > 1 && number >= count {
                return Err(LowerError(
                    "a component that a vector of 64-bit integers does not have, where uniform blocks have such vectors",
                ));
            }
            match self.part(ty, number) {
                Some((part, _)) => ty = part,
                None => return Ok(()),
            }
        }
        Ok(())
    }
}
