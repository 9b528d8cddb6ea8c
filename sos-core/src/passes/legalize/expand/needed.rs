//! Which upper words of 64-bit integers anything needs.
//!
//! ```text
//! %m = OpIMul %ulong %a %b                      %m = OpIMul %uint %a %b          %m_hi is not computed
//! %i = OpIAdd %ulong %m %c                      %i = OpIAdd %uint %m %c
//! %p = OpAccessChain %pointer %array %i         %p = OpAccessChain %pointer %array %i
//! ```
//!
//! The lower word of a sum, a difference, a product, a shift to the left and an operation on bits depends on the lower words of the
//! operands alone (arithmetic modulo 2^32). So where only lower words are used, as by indices and conversions to fewer bits, these
//! operations are single instructions. Shaders whose compiler computes addresses in 64 bits are full of such.
//!
//! One walk finds what other instructions read, and one backward over these operations what their results need: a result is used after it
//! in the order of the module, but by phis, which read all of it. Exact: an upper word that is left out is read by nothing that is
//! emitted.

use super::{LowerError, Pair, Work};
use crate::inst::Inst;
use crate::passes::computed::depends_on_low_words;
use crate::passes::legalize::scalars::ScalarSet;
use crate::plan::{is_non_semantic, result};
use crate::tables::{op, op_hot, storage_class, OpFlags};
use crate::views;
use arrayvec::ArrayVec;

/// Of an id: it is no 64-bit value.
const OTHER: u8 = 0;
/// Nothing needs its upper words.
const UNREAD: u8 = 1;
/// Something does.
const READ: u8 = 2;

fn state(needed: &[u8], id: u32) -> u8 {
    needed.get(id as usize).copied().unwrap_or(OTHER)
}

/// Enters that the upper words of all these are needed, but of one. Words that are no ids do no harm.
fn need(needed: &mut [u8], ids: &[u32], but: Option<u32>) {
    for &id in ids.iter().filter(|&&id| Some(id) != but) {
        if let Some(slot @ &mut UNREAD) = needed.get_mut(id as usize) {
            *slot = READ;
        }
    }
}

impl Work<'_> {
    /// Fills the table.
    pub fn find_needed(&mut self) {
        let facts = self.input.facts;
        let mut needed = core::mem::take(&mut self.tables.needed);
        needed.clear();
        if self.legalized.meets(ScalarSet::INT64) && facts.int_widths & 64 != 0 {
            let words = self.input.words;
            let mut any = false;
            needed.extend(facts.def.iter().map(|&at| {
                let at = at as usize;
                let Some(&[header, ty]) = words.get(at..at + 2).filter(|_| at != 0) else {
                    return OTHER;
                };
                let opcode = header as u16;
                let is_value = op_hot(opcode).flags.contains(OpFlags::RESULT_TYPE);
                if !is_value || self.count(ty) == 0 {
                    return OTHER;
                }
                any |= matches!(opcode, op::OpIAdd | op::OpISub | op::OpIMul);
                UNREAD
            }));
            // Without arithmetic, there is little to leave out.
            match any {
                true => self.read(&mut needed),
                false => needed.clear(),
            }
        }
        self.tables.needed = needed;
    }

    /// Enters what the functions read.
    fn read(&mut self, needed: &mut [u8]) {
        let facts = self.input.facts;
        let mut pending = core::mem::take(&mut self.tables.pending);
        pending.clear();
        for inst in facts.code(self.input.words) {
            let ids = inst.from(1).iter();
            if ids.map(|&id| state(needed, id)).all(|state| state == OTHER) {
                continue;
            }
            match inst.opcode() {
                opcode if is_modular(opcode) => pending.push(inst.offset()),
                op::OpUConvert | op::OpSConvert => {}
                op::OpAccessChain | op::OpInBoundsAccessChain if !self.is_far(inst) => {}
                op::OpExtInst if is_non_semantic(facts, inst) => {}
                // A result that is read by nothing is no operand.
                _ => need(needed, inst.from(1), result(inst)),
            }
        }
        while let Some(offset) = pending.pop() {
            if let Some(inst) = Inst::at(self.input.words, offset) {
                if state(needed, inst.result()) != UNREAD {
                    need(needed, inst.operands(), None);
                }
            }
        }
        self.tables.pending = pending;
    }

    /// Whether an access chain leads through memory that can have more than 2^32 elements.
    fn is_far(&self, inst: Inst<'_>) -> bool {
        let (class, _) = self.pointer_of(views::AccessChain(inst).base());
        class == storage_class::PhysicalStorageBuffer
    }

    /// Whether the upper words of a value are needed. Those of constants are: other constants may read them.
    pub fn is_needed(&self, id: u32) -> bool {
        self.in_constants || self.tables.needed.get(id as usize) != Some(&UNREAD)
    }

    /// Emits the lower words of an operation alone, if nothing needs the upper ones. Returns whether that was so.
    pub fn lower_words(&mut self, inst: Inst<'_>, n: u32) -> Result<bool, LowerError> {
        let (id, opcode) = (inst.result(), inst.opcode());
        if self.is_needed(id) || !depends_on_low_words(opcode) {
            return Ok(false);
        }
        let mut words = ArrayVec::<u32, 2>::new();
        for &operand in inst.operands().iter().take(2) {
            words.push(self.pair_of(operand, n)?.lo);
        }
        self.words().op_as(id, opcode, n, &words);
        self.leave_upper(id);
        Ok(true)
    }

    /// Notes that the upper words of a value do not exist: any words stand for them.
    pub fn leave_upper(&mut self, id: u32) {
        if let Some(hi) = self.tables.high.get_mut(id as usize) {
            *hi = id;
        }
    }

    /// Makes words of `n` components the upper ones of a result whose lower ones are emitted.
    pub fn set_upper(&mut self, id: u32, n: u32, word: u32) {
        let Some(hi) = self.tables.high.get_mut(id as usize) else {
            return;
        };
        match *hi {
            0 => *hi = word,
            // A phi has used it.
            early => self.words().op_as(early, op::OpCopyObject, n, &[word]),
        }
    }

    /// Emits an operation on bits of which one operand has upper words that are zero. Returns whether that was so.
    pub fn bits_of_short(
        &mut self,
        inst: Inst<'_>,
        n: u32,
        a: Pair,
        b: Pair,
    ) -> Result<bool, LowerError> {
        let words = self.words();
        let upper = match (words.is_zero(n, a.hi), words.is_zero(n, b.hi)) {
            (false, false) => return Ok(false),
            (true, _) if inst.opcode() == op::OpBitwiseAnd => a.hi,
            (_, true) if inst.opcode() == op::OpBitwiseAnd => b.hi,
            (true, _) => b.hi,
            (_, true) => a.hi,
        };
        let operands = [a.lo, b.lo];
        self.words()
            .op_as(inst.result(), inst.opcode(), n, &operands);
        self.set_upper(inst.result(), n, upper);
        Ok(true)
    }
}

/// Whether the lower word of a result depends on the lower words of the operands alone.
fn is_modular(opcode: u16) -> bool {
    depends_on_low_words(opcode)
        || matches!(
            opcode,
            op::OpShiftLeftLogical | op::OpSelect | op::OpCopyObject
        )
}
