//! Memory: loads, stores and the ways to what they access.
//!
//! ```text
//! OpLoad     one OpLoad of uvec2 or of what vectors are in memory, taken apart       3 instructions, 2 a component more
//! OpStore    put together, one OpStore                                               2, 3 a component more
//! ```
//!
//! One access stays one access, with its memory operands: an alignment of 8 holds for uvec2, and a volatile or coherent load
//! is one of the same bytes. Pointers keep their ids.
//!
//! # Indices
//! An index of 64 bits is its lower word: nothing that a variable or a descriptor holds has elements further off. What a
//! physical address leads to may be larger than 4 GiB. So there, the base moves by the whole of the index, and what the index
//! chooses from is entered at 0:
//!
//! ```text
//! %q = OpAccessChain %to %p %one %i      %w = OpBitcast %uvec2 %p
//!                                        %s = OpBitcast %to_list of %w + %i * stride              15 instructions more
//!                                        %q = OpAccessChain %to %s %one %zero
//! ```
//!
//! An index that was 32 bits before goes as it is.

use super::words::Pair;
use super::{Work, MALFORMED};
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::reshape::access::Access;
use crate::reshape::Refusal;
use crate::tables::{op, storage_class};

impl Work<'_> {
    /// An instruction on memory; `n` is the number of 64-bit integers that it loads.
    pub(super) fn memory(&mut self, inst: Inst<'_>, n: u32) -> Result<(), Refusal> {
        let (ty, id, first) = (inst.word(1), inst.word(2), inst.word(3));
        match inst.opcode() {
            op::OpLoad if n > 0 => {
                let whole = self.pointed(first, n)?;
                let mut operands = std::mem::take(&mut self.wide.list);
                operands.clear();
                operands.push(self.id(first)?);
                operands.extend(inst.from(4));
                let loaded = self.frame.op(op::OpLoad, whole, &operands);
                self.wide.list = operands;
                self.unpack(id, n, loaded)
            }
            op::OpStore if self.count_of(id) > 0 => {
                let (pointer, value) = (inst.word(1), id);
                let n = self.count_of(value);
                self.pointed(pointer, n)?;
                let laid = self.is_laid(pointer);
                let whole = self.whole_value(value, laid)?;
                let mut operands = std::mem::take(&mut self.wide.list);
                operands.clear();
                operands.extend([self.id(pointer)?, whole]);
                operands.extend(inst.from(3));
                self.frame.raw(op::OpStore, &operands);
                self.wide.list = operands;
                Ok(())
            }
            op::OpVariable if self.count_of(inst.word(4)) > 0 => {
                let class = first;
                let laid = self.wide.is_laid_class(class);
                let value = self.constant(inst.word(4), laid)?.ok_or(MALFORMED)?;
                let ty = self.id(ty)?;
                self.frame.op_as(id, op::OpVariable, ty, &[class, value]);
                Ok(())
            }
            op::OpCopyMemory if self.copies_vector(inst) => {
                // Vectors in memory with a layout are of another type than those in memory without.
                let (write, read) = Access::of(inst)?;
                let [to, from] = [inst.word(1), inst.word(2)];
                let n = self.pointee_count(from);
                let whole = self.pointed(from, n)?;
                let (from, to) = (self.id(from)?, (self.id(to)?, self.is_laid(to)));
                let loaded = self.frame.op(op::OpLoad, whole, &read.load_operands(from));
                let ty = self.wide.packed(self.frame, n, to.1);
                let mut parts = [0; 4];
                for (at, part) in (0..n).zip(&mut parts) {
                    *part = self.words().op(op::OpCompositeExtract, 2, &[loaded, at]);
                }
                let parts = parts.get(..n as usize).unwrap_or(&[]);
                let whole = self.frame.op(op::OpCompositeConstruct, ty, parts);
                self.frame
                    .raw(op::OpStore, &write.store_operands(to.0, whole));
                Ok(())
            }
            op::OpAccessChain
            | op::OpInBoundsAccessChain
            | op::OpPtrAccessChain
            | op::OpInBoundsPtrAccessChain => self.chain(inst),
            // Whole composites keep their ids, and so do pointers: to what is handed to other shaders, too.
            _ => self.copy(inst),
        }
    }

    /// What a pointer of the input points to in the output, if that is `n` 64-bit integers.
    fn pointed(&mut self, pointer: u32, n: u32) -> Result<u32, Refusal> {
        let laid = self.is_laid(pointer);
        match self.pointee_count(pointer) == n {
            true => Ok(self.wide.packed(self.frame, n, laid)),
            false => Err(MALFORMED),
        }
    }

    fn pointer_type(&self, pointer: u32) -> TypeView<'_> {
        self.input
            .facts
            .type_view(self.input.words, self.type_of(pointer))
    }

    fn pointee_count(&self, pointer: u32) -> u32 {
        match self.pointer_type(pointer) {
            TypeView::Pointer { pointee, .. } => self.wide.count(pointee),
            _ => 0,
        }
    }

    /// Whether what a pointer points to has a layout.
    fn is_laid(&self, pointer: u32) -> bool {
        match self.pointer_type(pointer) {
            TypeView::Pointer { class, .. } => self.wide.is_laid_class(class),
            _ => false,
        }
    }

    /// Whether `OpCopyMemory` copies a vector between two of its types.
    fn copies_vector(&self, inst: Inst<'_>) -> bool {
        let [to, from] = [inst.word(1), inst.word(2)];
        self.pointee_count(from) > 1 && self.is_laid(from) != self.is_laid(to)
    }

    /// An access chain, from what its base points to, or from an element beside that.
    fn chain(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        let from = match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain => 4,
            _ => 5,
        };
        self.indices(inst, from)?;
        let base = self.type_of(inst.word(3));
        match self.input.facts.type_view(self.input.words, base) {
            TypeView::Pointer {
                class: storage_class::PhysicalStorageBuffer,
                pointee,
            } => self.physical_chain(inst, from, (base, pointee)),
            _ => self.copy(inst),
        }
    }

    /// One from a physical pointer of a type to what that points to.
    fn physical_chain(
        &mut self,
        inst: Inst<'_>,
        from: usize,
        (pointer, pointee): (u32, u32),
    ) -> Result<(), Refusal> {
        let mut operands = std::mem::take(&mut self.wide.list);
        operands.clear();
        operands.push(self.id(inst.word(3))?);
        let mut moved = None;
        // The stride of elements beside what a pointer points to stands on the pointer's type.
        let elements = inst.words().get(4..from).unwrap_or(&[]);
        for &element in elements {
            operands.push(self.near(&mut moved, element, pointer)?);
        }
        let mut ty = pointee;
        for &index in inst.from(from) {
            operands.push(self.near(&mut moved, index, ty)?);
            let number = self.input.index(index).unwrap_or(0);
            ty = self.part(ty, number).map_or(0, |part| part.0);
        }
        let mut opcode = inst.opcode();
        if let (Some(by), Some(base)) = (moved, operands.first_mut()) {
            let pointer = self.frame.get(pointer).ok_or(MALFORMED)?;
            let mut words = self.wide.words(self.frame);
            let bits = words.op(op::OpBitcast, 2, &[*base]);
            let [lo, hi] = [0, 1].map(|half| words.op(op::OpCompositeExtract, 1, &[bits, half]));
            let sum = words.new_pair();
            words.add(sum, 1, Pair { lo, hi }, by);
            let bits = words.op(op::OpCompositeConstruct, 2, &[sum.lo, sum.hi]);
            *base = words.frame.op(op::OpBitcast, pointer, &[bits]);
            // What it is to stay within has moved as well.
            opcode = match from {
                4 => op::OpAccessChain,
                _ => op::OpPtrAccessChain,
            };
        }
        let ty = self.id(inst.word(1))?;
        self.frame.op_as(inst.word(2), opcode, ty, &operands);
        self.wide.list = operands;
        Ok(())
    }

    /// An index into what has the stride of a type: of 32 bits, or 0 where the base is to move by so many bytes instead.
    fn near(&mut self, moved: &mut Option<Pair>, index: u32, ty: u32) -> Result<u32, Refusal> {
        // Components, columns and members are never far.
        let stride = self.wide.form(ty).stride;
        if stride == 0 || self.count_of(index) == 0 || self.input.fits_i32(index) {
            return self.id(index);
        }
        if !self.casts_pointers() {
            return Err(Refusal(
                "a 64-bit index on a physical address, without SPV_KHR_physical_storage_buffer",
            ));
        }
        let index = self.pair_of(index, 1)?;
        let mut words = self.words();
        let stride = words.splat(1, stride);
        let lo = words.frame.id();
        let carried = words.two(lo, op::OpUMulExtended, 1, &[index.lo, stride]);
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

    /// Looks through the indices of an access chain, from a word on.
    fn indices(&mut self, inst: Inst<'_>, from: usize) -> Result<(), Refusal> {
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
                return Err(Refusal(
                    "dynamic indexing of a component of a vector of 64-bit integers, where uniform blocks have such vectors",
                ));
            }
            // A vector may be asked for one, which is not defined; a structure may not.
            if count > 1 && number >= count {
                return Err(Refusal(
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
