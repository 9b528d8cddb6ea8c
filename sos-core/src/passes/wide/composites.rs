//! Composites: where pairs are packed and unpacked.
//!
//! ```text
//! OpCompositeConstruct of a vector         of the lower words, of the upper words                 2 instructions
//! OpCompositeExtract from a vector         from each word vector                                  2
//! OpVectorShuffle, OpVector…Dynamic        of each word vector                                    2
//! extract a scalar member                  OpCompositeExtract of each word                        2
//! extract a vector member                  of each word, OpCompositeConstruct of both vectors     2 per component, 2
//! pack a scalar                            OpCompositeConstruct of uvec2                          1 more
//! pack a vector                            of uvec2 for each component, and of these              3 per component, 1 more
//! ```
//!
//! Indices are unchanged: the index of a vector's component selects the same component of the array or structure that
//! represents it.

use super::words::{Half, Pair};
use super::{Work, MALFORMED};
use crate::inst::Inst;
use crate::passes::LowerError;
use crate::tables::op;
use arrayvec::ArrayVec;

impl Work<'_> {
    /// Rewrites an instruction that moves a value of `n` 64-bit integers, or of another type if `n` is 0.
    pub(super) fn composite(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (id, first) = (inst.word(2), inst.word(3));
        match inst.opcode() {
            op::OpCompositeConstruct if n > 0 => {
                for half in [Half::Low, Half::High] {
                    let mut parts = std::mem::take(&mut self.wide.list);
                    parts.clear();
                    for &part in inst.from(3) {
                        parts.push(half.of(self.pair(part)?));
                    }
                    let to = half.of(self.result_pair(id)?);
                    self.words().op_as(to, op::OpCompositeConstruct, n, &parts);
                    self.wide.list = parts;
                }
                Ok(())
            }
            op::OpCompositeConstruct => self.construct(inst),
            op::OpCompositeExtract if self.count_of(first) > 0 => {
                let (of, at) = (self.pair(first)?, inst.word(4));
                if n != 1 || self.count_of(first) == 1 || inst.words().len() != 5 {
                    return Err(MALFORMED);
                }
                let to = self.result_pair(id)?;
                self.words().part_as(to, of, at);
                Ok(())
            }
            op::OpCompositeExtract if n > 0 => {
                let mut path = std::mem::take(&mut self.wide.list);
                path.clear();
                path.push(self.id(first)?);
                path.extend(inst.from(4));
                let done = self.unpack_at(id, n, &mut path);
                self.wide.list = path;
                done
            }
            op::OpCompositeInsert => self.insert(inst, n),
            op::OpVectorShuffle if n > 0 => {
                let (a, b) = (self.pair(first)?, self.pair(inst.word(4))?);
                let to = self.result_pair(id)?;
                for half in [Half::Low, Half::High] {
                    let mut operands = std::mem::take(&mut self.wide.list);
                    operands.clear();
                    operands.extend([half.of(a), half.of(b)]);
                    operands.extend(inst.from(5));
                    self.words()
                        .op_as(half.of(to), op::OpVectorShuffle, n, &operands);
                    self.wide.list = operands;
                }
                Ok(())
            }
            op::OpVectorExtractDynamic if n > 0 => {
                let (of, at) = (self.pair(first)?, self.index(inst.word(4))?);
                let to = self.result_pair(id)?;
                let mut words = self.words();
                words.op_as(to.lo, op::OpVectorExtractDynamic, n, &[of.lo, at]);
                words.op_as(to.hi, op::OpVectorExtractDynamic, n, &[of.hi, at]);
                Ok(())
            }
            op::OpVectorInsertDynamic if n > 0 => {
                let into = self.pair_of(first, n)?;
                let part = self.pair_of(inst.word(4), 1)?;
                let at = self.index(inst.word(5))?;
                let to = self.result_pair(id)?;
                let mut words = self.words();
                words.op_as(to.lo, op::OpVectorInsertDynamic, n, &[into.lo, part.lo, at]);
                words.op_as(to.hi, op::OpVectorInsertDynamic, n, &[into.hi, part.hi, at]);
                Ok(())
            }
            op::OpVectorExtractDynamic | op::OpVectorInsertDynamic => {
                let last = inst.words().last().copied().unwrap_or(0);
                self.index(last)?;
                self.copy(inst)
            }
            op::OpCopyObject if n > 0 => {
                let value = self.pair_of(first, n)?;
                self.alias(id, n, value)
            }
            op::OpUndef if n > 0 => {
                let to = self.result_pair(id)?;
                self.words().each_word(to, op::OpUndef, n, []);
                Ok(())
            }
            op::OpVectorShuffle if self.touches(inst) => Err(MALFORMED),
            // Composites keep their ids, and so do parts without 64-bit integers.
            _ => self.copy(inst),
        }
    }

    /// An index as 32 bits, whatever its width.
    pub(super) fn index(&mut self, id: u32) -> Result<u32, LowerError> {
        match self.count_of(id) {
            0 => self.id(id),
            _ => Ok(self.pair_of(id, 1)?.lo),
        }
    }

    fn construct(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let form = self.wide.form(inst.word(1));
        if !form.inside {
            return self.other(inst);
        }
        let mut parts = std::mem::take(&mut self.wide.list);
        parts.clear();
        for &part in inst.from(3) {
            parts.push(self.packed_value(part, form.explicit)?);
        }
        let ty = self.id(inst.word(1))?;
        self.build
            .op_as(inst.word(2), op::OpCompositeConstruct, ty, &parts);
        self.wide.list = parts;
        Ok(())
    }

    /// Rewrites an `OpCompositeInsert`: object, composite, indices.
    fn insert(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (ty, id, object, into) = (inst.word(1), inst.word(2), inst.word(3), inst.word(4));
        if n > 0 {
            let (part, of, at) = (
                self.pair_of(object, 1)?,
                self.pair_of(into, n)?,
                inst.word(5),
            );
            if inst.words().len() != 6 {
                return Err(MALFORMED);
            }
            let to = self.result_pair(id)?;
            let mut words = self.words();
            words.op_as(to.lo, op::OpCompositeInsert, n, &[part.lo, of.lo, at]);
            words.op_as(to.hi, op::OpCompositeInsert, n, &[part.hi, of.hi, at]);
            return Ok(());
        }
        if self.count_of(object) == 0 {
            return self.copy(inst);
        }
        let (mut holder, mut explicit) = (ty, false);
        for &index in inst.from(5) {
            (holder, explicit) = self.part(holder, index).ok_or(MALFORMED)?;
        }
        let packed = self.packed_value(object, explicit)?;
        let mut operands = std::mem::take(&mut self.wide.list);
        operands.clear();
        operands.extend([packed, self.id(into)?]);
        operands.extend(inst.from(5));
        let ty = self.id(ty)?;
        self.build.op_as(id, op::OpCompositeInsert, ty, &operands);
        self.wide.list = operands;
        Ok(())
    }

    /// A value as a single id: packed if it consists of 64-bit integers, unchanged otherwise.
    pub(super) fn packed_value(&mut self, id: u32, explicit: bool) -> Result<u32, LowerError> {
        let n = self.count_of(id);
        if n == 0 {
            return self.id(id);
        }
        if let Some(packed) = self.constant(id, explicit)? {
            return Ok(packed);
        }
        let value = self.pair(id)?;
        match self.wide.packed_values.get(id as usize) {
            Some(&known) if n == 1 && known != 0 => Ok(known),
            _ => Ok(self.pack(n, value, explicit)),
        }
    }

    /// Packs a value of `n` components.
    pub(super) fn pack(&mut self, n: u32, value: Pair, explicit: bool) -> u32 {
        if n == 1 {
            let both = [value.lo, value.hi];
            return self.words().op(op::OpCompositeConstruct, 2, &both);
        }
        let mut parts = ArrayVec::<u32, 4>::new();
        for at in 0..n.min(4) {
            let mut words = self.words();
            let Pair { lo, hi } = words.part(value, at);
            parts.push(words.op(op::OpCompositeConstruct, 2, &[lo, hi]));
        }
        let ty = self.wide.packed_type_for(self.build, n, explicit);
        self.build.op(op::OpCompositeConstruct, ty, &parts)
    }

    /// Unpacks a packed value into the result `id` of `n` components.
    pub(super) fn unpack(&mut self, id: u32, n: u32, whole: u32) -> Result<(), LowerError> {
        if let Some(known) = self
            .wide
            .packed_values
            .get_mut(id as usize)
            .filter(|_| n == 1)
        {
            *known = whole;
        }
        let mut path = std::mem::take(&mut self.wide.list);
        path.clear();
        path.push(whole);
        let done = self.unpack_at(id, n, &mut path);
        self.wide.list = path;
        done
    }

    /// The same for a part of a composite: `path` has the composite and the indices of the part.
    fn unpack_at(&mut self, id: u32, n: u32, path: &mut Vec<u32>) -> Result<(), LowerError> {
        let to = self.result_pair(id)?;
        let mut words = self.words();
        let end = path.len();
        if n == 1 {
            for (to, half) in [(to.lo, 0), (to.hi, 1)] {
                path.truncate(end);
                path.push(half);
                words.op_as(to, op::OpCompositeExtract, 1, path);
            }
            return Ok(());
        }
        for (to, half) in [(to.lo, 0), (to.hi, 1)] {
            let mut parts = ArrayVec::<u32, 4>::new();
            for at in 0..n.min(4) {
                path.truncate(end);
                path.extend([at, half]);
                parts.push(words.op(op::OpCompositeExtract, 1, path));
            }
            words.op_as(to, op::OpCompositeConstruct, n, &parts);
        }
        Ok(())
    }
}
