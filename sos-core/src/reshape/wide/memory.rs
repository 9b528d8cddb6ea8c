//! Memory: loads, stores and the ways to what they access.
//!
//! ```text
//! OpLoad     one OpLoad of uvec2 or of what vectors are in memory, taken apart       3 instructions, 2 a component more
//! OpStore    put together, one OpStore                                               2, 3 a component more
//! ```
//!
//! One access stays one access, with its memory operands: an alignment of 8 holds for uvec2, and a volatile or coherent load
//! is one of the same bytes. Pointers keep their ids. Indices of access chains may be of 64 bits.

use super::{Work, MALFORMED};
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::reshape::access::Access;
use crate::reshape::Refusal;
use crate::tables::op;

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
                let loaded = self.frame.op(op::OpLoad, whole, &read.of_load(from));
                let ty = self.wide.packed(self.frame, n, to.1);
                let mut parts = [0; 4];
                for (at, part) in (0..n).zip(&mut parts) {
                    *part = self.words().op(op::OpCompositeExtract, 2, &[loaded, at]);
                }
                let parts = parts.get(..n as usize).unwrap_or(&[]);
                let whole = self.frame.op(op::OpCompositeConstruct, ty, parts);
                self.frame.raw(op::OpStore, &write.of_store(to.0, whole));
                Ok(())
            }
            op::OpAccessChain | op::OpInBoundsAccessChain => {
                self.indices(inst, 4)?;
                self.copy(inst)
            }
            op::OpPtrAccessChain | op::OpInBoundsPtrAccessChain => {
                if self.count_of(inst.word(4)) > 0 {
                    return Err(Refusal("an element of a pointer chosen by 64 bits"));
                }
                self.indices(inst, 5)?;
                self.copy(inst)
            }
            // Whole composites keep their ids.
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
                    "a component of a vector of 64-bit integers chosen at run time, where there are such vectors in uniform blocks",
                ));
            }
            // A vector may be asked for one, which is not defined; a structure may not.
            if count > 1 && number >= count {
                return Err(Refusal(
                    "a component that a vector of 64-bit integers does not have, where there are such vectors in uniform blocks",
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
