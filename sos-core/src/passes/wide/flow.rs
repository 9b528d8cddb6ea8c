//! Functions, phis and switches.
//!
//! ```text
//! OpFunctionParameter    a parameter for each word
//! OpFunctionCall         an argument for each word; the result is unpacked, as for a load
//! OpReturnValue          packed, as for a store
//! OpPhi                  a phi for each word
//! OpSwitch               compares with each case to get the number of the case, then OpSwitch on that number
//!                        4 instructions per case
//! ```

use super::words::{Half, Pair};
use super::{Work, MALFORMED};
use crate::inst::Inst;
use crate::passes::LowerError;
use crate::tables::op;

impl Work<'_> {
    /// Rewrites an instruction of control flow; `n` is the number of 64-bit integers of its result.
    pub(super) fn flow(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (ty, id) = (inst.word(1), inst.word(2));
        match inst.opcode() {
            op::OpFunction if n > 0 => {
                let ty = self.wide.packed_type(self.build, ty, false)?;
                let signature = self.id(inst.word(4))?;
                let operands = [inst.word(3), signature];
                self.build.op_as(id, op::OpFunction, ty, &operands);
                Ok(())
            }
            op::OpFunctionParameter if n > 0 => {
                let to = self.result_pair(id)?;
                self.words().each_word(to, op::OpFunctionParameter, n, []);
                Ok(())
            }
            op::OpFunctionCall => self.call(inst, n),
            op::OpReturnValue if self.count_of(inst.word(1)) > 0 => {
                let whole = self.packed_value(inst.word(1), false)?;
                self.build.raw(op::OpReturnValue, &[whole]);
                Ok(())
            }
            op::OpPhi if n > 0 => {
                let to = self.result_pair(id)?;
                for half in [Half::Low, Half::High] {
                    let mut operands = std::mem::take(&mut self.wide.list);
                    operands.clear();
                    for edge in inst.from(3).chunks_exact(2) {
                        if let &[value, parent] = edge {
                            operands.extend([half.of(self.pair_of(value, n)?), parent]);
                        }
                    }
                    self.words().op_as(half.of(to), op::OpPhi, n, &operands);
                    self.wide.list = operands;
                }
                Ok(())
            }
            op::OpSelectionMerge | op::OpLoopMerge => {
                let next = Inst::at(self.input.words, inst.end());
                if let Some(switch) = next.filter(|next| self.is_wide_switch(*next)) {
                    self.wide.selector = self.case(switch)?;
                }
                self.copy(inst)
            }
            op::OpSwitch if self.is_wide_switch(inst) => {
                let selector = match std::mem::take(&mut self.wide.selector) {
                    0 => self.case(inst)?,
                    selector => selector,
                };
                let mut operands = std::mem::take(&mut self.wide.list);
                operands.clear();
                operands.extend([selector, inst.word(2)]);
                for (number, case) in (1..).zip(cases(inst)) {
                    operands.extend([number, case.1]);
                }
                self.build.raw(op::OpSwitch, &operands);
                self.wide.list = operands;
                Ok(())
            }
            // Composites keep their ids.
            _ => self.copy(inst),
        }
    }

    fn call(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (ty, id) = (inst.word(1), inst.word(2));
        let function = self.id(inst.word(3))?;
        let mut arguments = std::mem::take(&mut self.wide.list);
        arguments.clear();
        for &argument in inst.from(4) {
            if self.count_of(argument) > 0 {
                let Pair { lo, hi } = self.pair(argument)?;
                arguments.extend([lo, hi]);
            } else {
                arguments.push(self.id(argument)?);
            }
        }
        let whole = self.wide.packed_type(self.build, ty, false)?;
        let result = match n {
            0 => id,
            _ => self.build.id(),
        };
        self.build.call_as(result, whole, function, &arguments);
        self.wide.list = arguments;
        match n {
            0 => Ok(()),
            _ => self.unpack(id, n, result),
        }
    }

    fn is_wide_switch(&self, inst: Inst<'_>) -> bool {
        inst.opcode() == op::OpSwitch && self.count_of(inst.word(1)) > 0
    }

    /// Emits the number of the case that equals a selector, starting at 1; 0 if none does.
    fn case(&mut self, inst: Inst<'_>) -> Result<u32, LowerError> {
        let selector = self.pair_of(inst.word(1), 1)?;
        if inst.from(3).len() % 3 != 0 {
            return Err(MALFORMED);
        }
        let mut words = self.words();
        let mut chosen = words.splat(1, 0);
        for (number, ((lo, hi), _)) in (1..).zip(cases(inst)) {
            let [lo, hi, number] = [lo, hi, number].map(|bits| words.splat(1, bits));
            let same = words.build.id();
            words.equal_as(same, 1, true, selector, Pair { lo, hi });
            chosen = words.op(op::OpSelect, 1, &[same, number, chosen]);
        }
        Ok(chosen)
    }
}

/// The 64-bit literals of a switch, with their labels.
fn cases<'w>(inst: Inst<'w>) -> impl Iterator<Item = ((u32, u32), u32)> + 'w {
    inst.from(3).chunks_exact(3).filter_map(|case| match *case {
        [lo, hi, label] => Some(((lo, hi), label)),
        _ => None,
    })
}
