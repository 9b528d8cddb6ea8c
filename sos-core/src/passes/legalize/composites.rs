//! Composites: where values of expanded types are packed and unpacked. Those of promoted types keep their shape.
//!
//! ```text
//! OpCompositeConstruct of a vector         of the lower words, of the upper words                 2 instructions
//! OpCompositeExtract from a vector         from each word vector                                  2
//! OpVectorShuffle, OpVector…Dynamic        of each word vector                                    2
//! OpSelect                                 of each word                                           2
//! extract a scalar member                  OpCompositeExtract of each word                        2
//! extract a vector member                  of each word, OpCompositeConstruct of both vectors     2 per component, 2
//! pack a scalar                            OpCompositeConstruct of uvec2                          1 more
//! pack a vector                            of uvec2 for each component, and of these              3 per component, 1 more
//! ```
//!
//! Indices are unchanged: the index of a vector's component selects the same component of the array or structure that
//! represents it.

use super::expand::words::{Half, Pair};
use super::promote::UpperBits;
use super::{LowerError, Work, MALFORMED};
use crate::build::Build;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::tables::op;
use crate::views;
use alloc::vec::Vec;
use arrayvec::ArrayVec;

impl Work<'_> {
    /// Rewrites an instruction that moves a value: `n` is the number of components of an expanded result, or 0.
    pub fn composite(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        match n {
            0 => self.move_whole(inst),
            _ => self.move_words(inst, n),
        }
    }

    /// Moves a value that is represented by a single one.
    fn move_whole(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.result_type(), inst.result(), inst.opcode());
        let known = match opcode {
            op::OpSelect => self
                .known(views::Select(inst).object_1())
                .and(self.known(views::Select(inst).object_2())),
            op::OpVectorShuffle => self.known(inst.operand()).and(self.known(inst.word(4))),
            // For a component, the same is known as for its vector; nothing is known for other composites.
            op::OpCompositeExtract | op::OpVectorExtractDynamic => self.known(inst.operand()),
            _ => UpperBits::NOTHING,
        };
        match opcode {
            op::OpCompositeConstruct if self.tables.has_expanded(ty) => self.construct(inst)?,
            op::OpTranspose if self.tables.has_expanded(ty) => self.transpose_doubles(inst)?,
            op::OpCompositeInsert if self.count_of(inst.operand()) > 0 => {
                self.insert_packed(inst)?
            }
            op::OpVectorExtractDynamic | op::OpVectorInsertDynamic => {
                let mut list = core::mem::take(&mut self.tables.words);
                list.clear();
                if let [values @ .., index] = inst.operands() {
                    list.extend(values.iter().map(|&value| self.get(value)));
                    list.push(self.small(*index)?);
                }
                let ty = self.value_type(ty);
                self.build.op_as(id, opcode, ty, &list);
                self.tables.words = list;
            }
            op::OpVectorShuffle | op::OpCompositeExtract if self.count_of(inst.operand()) > 0 => {
                return Err(MALFORMED);
            }
            _ => self.copy_with_value_type(inst)?,
        }
        self.set_known(id, known);
        Ok(())
    }

    /// Moves a value of `n` components that is represented by words.
    fn move_words(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (id, first) = (inst.result(), inst.operand());
        match inst.opcode() {
            op::OpCompositeConstruct => {
                for half in [Half::Low, Half::High] {
                    let mut parts = core::mem::take(&mut self.tables.words);
                    parts.clear();
                    for &part in inst.operands() {
                        parts.push(half.of(self.pair(part)?));
                    }
                    let to = half.of(self.result_pair(id)?);
                    self.words().op_as(to, op::OpCompositeConstruct, n, &parts);
                    self.tables.words = parts;
                }
                Ok(())
            }
            op::OpCompositeExtract if self.count_of(first) > 0 => {
                let (of, at) = (self.pair(first)?, inst.word(4));
                if n != 1 || self.count_of(first) == 1 || inst.words().len() != 5 {
                    return Err(MALFORMED);
                }
                let to = self.result_pair(id)?;
                self.words().part_as(to, of, at);
                Ok(())
            }
            op::OpCompositeExtract => {
                let mut path = core::mem::take(&mut self.tables.words);
                path.clear();
                path.push(self.id(first)?);
                path.extend(inst.from(4));
                let done = self.unpack_at(id, n, &mut path);
                self.tables.words = path;
                done
            }
            op::OpCompositeInsert => {
                let (part, of) = (self.pair_of(first, 1)?, self.pair_of(inst.word(4), n)?);
                if inst.words().len() != 6 {
                    return Err(MALFORMED);
                }
                self.put(inst, n, [part, of], inst.word(5))
            }
            op::OpVectorShuffle => {
                let (a, b) = (self.pair(first)?, self.pair(inst.word(4))?);
                let to = self.result_pair(id)?;
                for half in [Half::Low, Half::High] {
                    let mut operands = core::mem::take(&mut self.tables.words);
                    operands.clear();
                    operands.extend([half.of(a), half.of(b)]);
                    operands.extend(inst.from(5));
                    self.words()
                        .op_as(half.of(to), op::OpVectorShuffle, n, &operands);
                    self.tables.words = operands;
                }
                Ok(())
            }
            op::OpVectorExtractDynamic => {
                let (of, at) = (self.pair(first)?, self.small(inst.word(4))?);
                let to = self.result_pair(id)?;
                let mut words = self.words();
                words.op_as(to.lo, op::OpVectorExtractDynamic, n, &[of.lo, at]);
                words.op_as(to.hi, op::OpVectorExtractDynamic, n, &[of.hi, at]);
                Ok(())
            }
            op::OpVectorInsertDynamic => {
                let into = self.pair_of(first, n)?;
                let part = self.pair_of(inst.word(4), 1)?;
                let at = self.small(inst.word(5))?;
                self.put(inst, n, [into, part], at)
            }
            op::OpSelect => {
                let (a, b) = (
                    self.pair_of(views::Select(inst).object_1(), n)?,
                    self.pair_of(views::Select(inst).object_2(), n)?,
                );
                let condition = self.id(first)?;
                if !self.is_needed(id) {
                    let words = [condition, a.lo, b.lo];
                    self.words().op_as(id, op::OpSelect, n, &words);
                    self.leave_upper(id);
                    return Ok(());
                }
                let to = self.result_pair(id)?;
                self.words().select(to, n, condition, a, b);
                Ok(())
            }
            op::OpCopyObject | op::OpExpectKHR => {
                let value = self.pair_of(first, n)?;
                self.alias(id, n, value)
            }
            op::OpUndef => {
                let to = self.result_pair(id)?;
                self.words().each_word(to, op::OpUndef, n, []);
                Ok(())
            }
            _ => Err(MALFORMED),
        }
    }

    /// Emits an insertion of each word, with these operands and an index.
    fn put(
        &mut self,
        inst: Inst<'_>,
        n: u32,
        [a, b]: [Pair; 2],
        at: u32,
    ) -> Result<(), LowerError> {
        let to = self.result_pair(inst.result())?;
        let mut words = self.words();
        words.op_as(to.lo, inst.opcode(), n, &[a.lo, b.lo, at]);
        words.op_as(to.hi, inst.opcode(), n, &[a.hi, b.hi, at]);
        Ok(())
    }

    /// Emits a composite with expanded parts, packed.
    fn construct(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let explicit = self.is_explicit(inst.result_type());
        let mut parts = core::mem::take(&mut self.tables.words);
        parts.clear();
        for &part in inst.operands() {
            parts.push(self.packed_value(part, explicit)?);
        }
        let ty = self.value_type(inst.result_type());
        self.build
            .op_as(inst.result(), op::OpCompositeConstruct, ty, &parts);
        self.tables.words = parts;
        Ok(())
    }

    /// Emits the insertion of an expanded part into a composite, packed.
    fn insert_packed(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, object, into) = (
            inst.result_type(),
            inst.result(),
            inst.operand(),
            inst.word(4),
        );
        let (mut holder, mut explicit) = (ty, false);
        for &index in inst.from(5) {
            (holder, explicit) = self.part_of(holder, index).ok_or(MALFORMED)?;
        }
        let packed = self.packed_value(object, explicit)?;
        let mut operands = core::mem::take(&mut self.tables.words);
        operands.clear();
        operands.extend([packed, self.id(into)?]);
        operands.extend(inst.from(5));
        let ty = self.value_type(ty);
        self.build.op_as(id, op::OpCompositeInsert, ty, &operands);
        self.tables.words = operands;
        Ok(())
    }

    /// The type of a composite's part, and whether the composite has an explicit layout; `None` if there is no such part.
    pub fn part_of(&self, ty: u32, index: u32) -> Option<(u32, bool)> {
        if let TypeView::Other = self.input.view(ty) {
            return None;
        }
        let part = self.input.part_type(ty, index)?;
        Some((part, self.is_explicit(ty)))
    }

    /// A value as a single id: packed if it consists of 64-bit integers, unchanged otherwise.
    pub fn packed_value(&mut self, id: u32, explicit: bool) -> Result<u32, LowerError> {
        let n = self.count_of(id);
        if n == 0 {
            return self.id(id);
        }
        if let Some(packed) = self.packed_constant(id, explicit)? {
            return Ok(packed);
        }
        let value = self.pair(id)?;
        match self.tables.packed_values.get(id as usize) {
            Some(&known) if n == 1 && known != 0 => Ok(known),
            _ => Ok(self.pack(n, value, explicit)),
        }
    }

    /// Packs a value of `n` components.
    pub fn pack(&mut self, n: u32, value: Pair, explicit: bool) -> u32 {
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
        let ty = self.packed_type(n, explicit);
        self.build.op(op::OpCompositeConstruct, ty, &parts)
    }

    /// Unpacks a packed value into the result `id` of `n` components.
    pub fn unpack(&mut self, id: u32, n: u32, whole: u32) -> Result<(), LowerError> {
        let known = self.tables.packed_values.get_mut(id as usize);
        if let Some(known) = known.filter(|_| n == 1) {
            *known = whole;
        }
        let mut path = core::mem::take(&mut self.tables.words);
        path.clear();
        path.push(whole);
        let done = self.unpack_at(id, n, &mut path);
        self.tables.words = path;
        done
    }

    /// The same for a part of a composite: `path` has the composite and the indices of the part.
    fn unpack_at(&mut self, id: u32, n: u32, path: &mut Vec<u32>) -> Result<(), LowerError> {
        let is_whole = self.is_needed(id);
        if !is_whole {
            self.leave_upper(id);
        }
        let to = self.result_pair(id)?;
        let mut words = self.words();
        let end = path.len();
        let halves = [(to.lo, 0), (to.hi, 1)];
        let halves = halves.into_iter().take(1 + usize::from(is_whole));
        if n == 1 {
            for (to, half) in halves {
                path.truncate(end);
                path.push(half);
                words.op_as(to, op::OpCompositeExtract, 1, path);
            }
            return Ok(());
        }
        for (to, half) in halves {
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
