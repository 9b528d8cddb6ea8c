//! Functions, phis and switches.
//!
//! | | promoted | expanded |
//! |---|---|---|
//! | `OpFunctionParameter` | the same | a parameter for each word |
//! | `OpFunctionCall` | the same | an argument for each word; the result is unpacked, as for a load |
//! | `OpReturnValue` | the same | packed, as for a store |
//! | `OpPhi` | the same | a phi for each word |
//! | `OpSwitch` | selector and literals zero-extended | compares with each case to get the number of the case, then `OpSwitch` on that number: 4 instructions per case |
//!
//! No instruction may be inserted between a merge instruction and its branch, so the selector is prepared before.

use super::expand::words::{Half, Pair};
use super::{LowerError, Work, MALFORMED, UNKNOWN};
use crate::build::Build;
use crate::inst::Inst;
use crate::tables::op;
use crate::views;

impl Work<'_> {
    /// Rewrites an `OpFunction`.
    pub fn function(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        self.count_replacement(inst);
        let ty = self.single_type(inst.result_type(), false, false);
        let operands = [
            views::Function(inst).function_control(),
            self.id(views::Function(inst).function_type())?,
        ];
        self.build
            .op_as(inst.result(), op::OpFunction, ty, &operands);
        Ok(())
    }

    /// Rewrites an instruction of control flow; `n` is the number of components of an expanded result.
    pub fn flow(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let id = inst.word(2);
        match inst.opcode() {
            op::OpFunctionParameter if n > 0 => {
                let to = self.result_pair(id)?;
                self.words().each_word(to, op::OpFunctionParameter, n, []);
                Ok(())
            }
            op::OpFunctionCall => self.call(inst, n),
            op::OpReturnValue if self.count_of(views::ReturnValue(inst).value()) > 0 => {
                let whole = self.packed_value(views::ReturnValue(inst).value(), false)?;
                self.build.raw(op::OpReturnValue, &[whole]);
                Ok(())
            }
            op::OpPhi if n > 0 => {
                let to = self.result_pair(id)?;
                for half in [Half::Low, Half::High] {
                    let mut operands = core::mem::take(&mut self.tables.words);
                    operands.clear();
                    for edge in views::Phi(inst).pairs().chunks_exact(2) {
                        if let &[value, parent] = edge {
                            operands.extend([half.of(self.pair_of(value, n)?), parent]);
                        }
                    }
                    self.words().op_as(half.of(to), op::OpPhi, n, &operands);
                    self.tables.words = operands;
                }
                Ok(())
            }
            op::OpSwitch => self.switch(inst),
            op::OpReturnValue => self.build.copy_code(self.input, inst),
            _ => self.copy_with_value_type(inst),
        }
    }

    fn call(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (ty, id) = (inst.result_type(), inst.result());
        let function = self.id(views::FunctionCall(inst).function())?;
        let mut arguments = core::mem::take(&mut self.tables.words);
        arguments.clear();
        for &argument in views::FunctionCall(inst).arguments() {
            if self.count_of(argument) > 0 {
                let Pair { lo, hi } = self.pair(argument)?;
                arguments.extend([lo, hi]);
            } else {
                arguments.push(self.id(argument)?);
            }
        }
        let whole = self.single_type(ty, false, false);
        let result = match n {
            0 => id,
            _ => self.build.id(),
        };
        self.build.call_as(result, whole, function, &arguments);
        self.tables.words = arguments;
        match n {
            0 => Ok(()),
            _ => self.unpack(id, n, result),
        }
    }

    /// Prepares the selector of the switch behind a merge instruction.
    pub fn prepare_switch(&mut self, merge: Inst<'_>) -> Result<(), LowerError> {
        let next = Inst::at(self.input.words, merge.end());
        let switch = next.filter(|next| next.opcode() == op::OpSwitch && self.touches(*next));
        if let Some(switch) = switch {
            self.selector = self.selector_of(switch)?;
        }
        Ok(())
    }

    /// The selector of a switch: zero-extended, or the number of the case.
    fn selector_of(&mut self, switch: Inst<'_>) -> Result<u32, LowerError> {
        match self.count_of(views::Switch(switch).selector()) {
            0 => self.zero_extended(views::Switch(switch).selector()),
            _ => self.case(switch),
        }
    }

    fn switch(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let switch = views::Switch(inst);
        let (scalar, _) = self.shape_of(switch.selector()).ok_or(UNKNOWN)?;
        let selector = match core::mem::take(&mut self.selector) {
            0 => self.selector_of(inst)?,
            ready => ready,
        };
        let mut list = core::mem::take(&mut self.tables.words);
        list.clear();
        list.extend([selector, switch.default()]);
        if self.count_of(switch.selector()) > 0 {
            for (number, case) in (1..).zip(cases(inst)) {
                list.extend([number, case.1]);
            }
        } else {
            // A literal is one word in both forms.
            let unused = 32 - scalar.width().min(32);
            for case in switch.targets().chunks_exact(2) {
                if let &[literal, label] = case {
                    list.extend([literal << unused >> unused, label]);
                }
            }
        }
        self.build.raw(op::OpSwitch, &list);
        self.tables.words = list;
        Ok(())
    }

    /// Emits the number of the case that equals an expanded selector, starting at 1; 0 if none does.
    fn case(&mut self, inst: Inst<'_>) -> Result<u32, LowerError> {
        let selector = self.pair_of(views::Switch(inst).selector(), 1)?;
        if views::Switch(inst).targets().len() % 3 != 0 {
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
    views::Switch(inst)
        .targets()
        .chunks_exact(3)
        .filter_map(|case| match *case {
            [lo, hi, label] => Some(((lo, hi), label)),
            _ => None,
        })
}
