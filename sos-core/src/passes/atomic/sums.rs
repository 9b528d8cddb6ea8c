//! Emulation of float atomics by integer atomics.

use super::{Work, MALFORMED};
use crate::build::flow::{Again, Carried, Flow};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::{LowerError, ModuleBuilder};
use crate::tables::{decoration, memory_semantics, op};
use crate::views;

/// An atomic operation on floats, with ids of the output.
#[derive(Clone, Copy)]
struct Operation {
    id: u32,
    /// The type of floats, of the input, and its width.
    ty: u32,
    width: u32,
    /// The integer form of the type.
    form: u32,
    pointer: u32,
    scope: u32,
    semantics: u32,
    /// Semantics for an access that orders nothing.
    relaxed: u32,
    /// The operand.
    value: u32,
}

impl Work<'_> {
    /// Rewrites an atomic operation on floats.
    pub(super) fn atomic_operation(
        &mut self,
        inst: Inst<'_>,
        pointer: u32,
        ty: u32,
    ) -> Result<(), LowerError> {
        let form = self.form(ty)?;
        let pointer = self.id(pointer)?;
        match *inst.from(1) {
            [_, scope, semantics, value] if inst.opcode() == op::OpAtomicStore => {
                let value = self.id(value)?;
                let bits = self.integers_of(ty, value)?;
                let operands = [pointer, self.id(scope)?, self.id(semantics)?, bits];
                self.build.raw(op::OpAtomicStore, &operands);
                Ok(())
            }
            [_, id, _, scope, semantics] if inst.opcode() == op::OpAtomicLoad => {
                let operands = [pointer, self.id(scope)?, self.id(semantics)?];
                let bits = self.build.op(op::OpAtomicLoad, form, &operands);
                self.floats_of(ty, bits, Some(id))?;
                Ok(())
            }
            [_, id, _, scope, semantics, value] => {
                let operation = Operation {
                    id,
                    ty,
                    width: self.width(ty)?,
                    form,
                    pointer,
                    scope: self.id(scope)?,
                    semantics: self.id(semantics)?,
                    relaxed: self.relaxed(semantics)?,
                    value: self.id(value)?,
                };
                match inst.opcode() {
                    op::OpAtomicExchange => self.exchange(operation),
                    op::OpAtomicFAddEXT => {
                        self.compare_exchange_loop(operation, |work, ty, old, value| {
                            // The operand is rounded before the atomic addition, so its computation must not be contracted
                            // with the addition.
                            let sum = work.build.op(op::OpFAdd, ty, &[old, value]);
                            work.build.decorate(sum, &[decoration::NoContraction]);
                            Ok(sum)
                        })
                    }
                    _ if operation.width == 16 => {
                        self.compare_exchange_loop(operation, |work, ty, old, value| {
                            work.min_max(ty, inst.opcode() == op::OpAtomicFMinEXT, old, value)
                        })
                    }
                    _ => self.min_max_by_bits(operation, inst.opcode() == op::OpAtomicFMinEXT),
                }
            }
            _ => Err(MALFORMED),
        }
    }

    /// The width of a float type or of a vector's components.
    fn width(&self, ty: u32) -> Result<u32, LowerError> {
        let facts = self.input.facts;
        let scalar = match facts.type_view(self.input.words, ty) {
            TypeView::Vector { component, .. } => component,
            _ => ty,
        };
        match facts.type_view(self.input.words, scalar) {
            TypeView::Scalar(Scalar::Float { width }) => Ok(width),
            _ => Err(MALFORMED),
        }
    }

    /// Returns relaxed semantics that keep `Volatile`.
    fn relaxed(&mut self, semantics: u32) -> Result<u32, LowerError> {
        let def = self.input.def(semantics);
        let bits = match def.map(|def| (def.opcode(), def)) {
            Some((op::OpConstant, def)) => views::Constant(def).value(),
            Some((op::OpConstantNull, _)) => 0,
            _ => {
                return Err(LowerError::Because(
                    "an atomic operation whose semantics are an open specialization constant",
                ))
            }
        };
        Ok(self.build.constant(bits & memory_semantics::Volatile))
    }

    fn exchange(&mut self, on: Operation) -> Result<(), LowerError> {
        let bits = self.integers_of(on.ty, on.value)?;
        let operands = [on.pointer, on.scope, on.semantics, bits];
        let out = self.build.op(op::OpAtomicExchange, on.form, &operands);
        self.floats_of(on.ty, out, Some(on.id))?;
        Ok(())
    }

    /// Emits a compare-exchange loop that repeats the computation until no other invocation has intervened.
    fn compare_exchange_loop(
        &mut self,
        on: Operation,
        compute: impl FnOnce(&mut Self, u32, u32, u32) -> Result<u32, LowerError>,
    ) -> Result<(), LowerError> {
        let [old, seen] = [0; 2].map(|_| self.build.id());
        let operands = [on.pointer, on.scope, on.relaxed];
        let first = self.build.op(op::OpAtomicLoad, on.form, &operands);
        let round = self.build.begin_loop(&[Carried {
            ty: on.form,
            first,
            now: old,
            next: seen,
        }]);
        let float = self.floats_of(on.ty, old, None)?;
        let ty = self.id(on.ty)?;
        let computed = compute(self, ty, float, on.value)?;
        let new = self.integers_of(on.ty, computed)?;
        let operands = [on.pointer, on.scope, on.semantics, on.relaxed, new, old];
        self.build
            .op_as(seen, op::OpAtomicCompareExchange, on.form, &operands);
        let truth = self.build.bool();
        let same = self.build.op(op::OpIEqual, truth, &[seen, old]);
        self.build.end_loop(round, Again::Until(same));
        // The value seen equals the old one. SwiftShader keeps the phi's value for invocations that have left the loop, but
        // recomputes everything else in the loop for them.
        self.floats_of(on.ty, old, Some(on.id))?;
        Ok(())
    }

    /// Emits the minimum or maximum of two values by component; of a number and NaN, the number.
    fn min_max(&mut self, ty: u32, least: bool, old: u32, value: u32) -> Result<u32, LowerError> {
        let truth = match self.input.view(ty) {
            TypeView::Vector { count, .. } => {
                let truth = self.build.bool();
                self.build.vector(truth, count)
            }
            _ => self.build.bool(),
        };
        let compare = match least {
            true => op::OpFOrdLessThan,
            false => op::OpFOrdGreaterThan,
        };
        let better = self.build.op(compare, truth, &[value, old]);
        let is_nan = self.build.op(op::OpIsNan, truth, &[old]);
        let replaces = self.build.op(op::OpLogicalOr, truth, &[better, is_nan]);
        Ok(self.build.op(op::OpSelect, ty, &[replaces, value, old]))
    }

    /// Emits a minimum or maximum of 32 or 64 bits, using the order of the bits of numbers of one sign.
    fn min_max_by_bits(&mut self, on: Operation, least: bool) -> Result<(), LowerError> {
        let bits = self.integers_of(on.ty, on.value)?;
        let build = &mut *self.build;
        let (truth, form) = (build.bool(), on.form);
        let sign = constant(build, form, on.width, 1 << (on.width - 1));
        let infinity = match on.width {
            64 => 0x7FF0 << 48,
            _ => 0xFF << 23,
        };
        let infinity = constant(build, form, on.width, infinity);
        let magnitude = constant(build, form, on.width, u64::MAX >> (65 - on.width));
        // The neutral operand: the greatest signed integer for the minimum, the greatest unsigned one for the maximum.
        let nothing = match least {
            true => u64::MAX >> (65 - on.width),
            false => u64::MAX,
        };
        let nothing = constant(build, form, on.width, nothing);
        let without = build.op(op::OpBitwiseAnd, form, &[bits, magnitude]);
        let is_nan = build.op(op::OpUGreaterThan, truth, &[without, infinity]);
        let operand = build.op(op::OpSelect, form, &[is_nan, nothing, bits]);
        let negative = build.op(op::OpUGreaterThanEqual, truth, &[operand, sign]);
        let [below, above] = match least {
            true => [op::OpAtomicUMax, op::OpAtomicSMin],
            false => [op::OpAtomicUMin, op::OpAtomicSMax],
        };
        let operands = [on.pointer, on.scope, on.semantics, operand];
        let choice = build.begin_if_else(negative);
        let one = build.op(below, form, &operands);
        let yes = build.otherwise(&choice);
        let other = build.op(above, form, &operands);
        let [_, no] = build.end_if(choice);
        let out = build.id();
        build.phi_as(out, form, &[(one, yes), (other, no)]);
        self.floats_of(on.ty, out, Some(on.id))?;
        Ok(())
    }
}

/// Declares a constant of 32- or 64-bit integers.
fn constant(build: &mut ModuleBuilder, ty: u32, width: u32, bits: u64) -> u32 {
    let words = [bits as u32, (bits >> 32) as u32];
    let len = if width > 32 { 2 } else { 1 };
    let words = words.get(..len).unwrap_or(&words);
    build.declare(op::OpConstant, Some(ty), words)
}
