//! The pass `computed`: operations on open specialization constants that the device lacks are computed by each function that
//! uses their results.
//!
//! ```text
//! %c = OpSpecConstant %float 0                    %c = OpSpecConstant %float 0
//! %h = OpSpecConstantOp %half FConvert %c
//! %v = OpSpecConstantComposite %half2 %h %one
//! %f = OpFunction …                               %f = OpFunction …
//! %block = OpLabel                                %block = OpLabel
//! %x = OpVariable %to_half2 Function       ──▶    %x = OpVariable %to_half2 Function
//!                                                 %h_f = OpFConvert %half %c
//!                                                 %v_f = OpCompositeConstruct %half2 %h_f %one
//! OpStore %x %v                                   OpStore %x %v_f
//! ```
//!
//! Replaced are
//! - conversions to 16-bit floats, bfloat16 and 8-bit floats, and from these to other floats than 32-bit ones. No constant
//!   operation rounds exactly: of those allowed in shaders (SPIR-V specification, `OpSpecConstantOp`), only `OpQuantizeToF16`
//!   rounds to halves, and it flushes denormals; none can inspect the bits of a float;
//! - operations with a 64-bit integer as their result or operand. In two words, each would have to be computed from four
//!   others;
//! - operations on the results of these.
//!
//! Each becomes the corresponding instruction. Later passes lower that for a device without such numbers like any other
//! instruction, so results are as exact as theirs.
//!
//! The instructions are placed after the variables of a function's first block, which dominates all other blocks and all
//! edges that phis refer to. Each function computes the constants that it uses and those that these depend on, in the order
//! of declaration, which is an order of dependence.
//!
//! The length of an array has to stay a constant. A 64-bit one is computed in 32 bits, which no array exceeds: the lower words
//! of sums, differences, products and bitwise operations only depend on lower words ([`Computed::short`]).
//!
//! # Pitfalls
//! - Each function needs its own copy of a chain of constants. The total emitted is limited to [`MOST`] times the length of
//!   the module, which no shader comes near, so time and memory stay linear.
//! - Some instructions require constant integers: scopes, image offsets, cluster sizes. Integers are computed only for
//!   instructions that are known to accept any value.
//! - Debug information among the variables of a function may refer to a constant, which is computed only after them: it is
//!   removed.
//! - Names and decorations of the constants are removed. The only such decoration is `RelaxedPrecision`, and the emitted code
//!   is exact.
//!
//! # What is refused
//! Constants used where no instruction can compute them, such as sizes of workgroups, initializers of variables and array
//! lengths by other operations; and integers used by an instruction that may require a constant.

use super::builder::{map_uses, mark, DANGLING};
use super::{encodings, Input, LowerError, ModuleBuilder, Pass, Request, Step};
use crate::build::Build;
use crate::facts::{Function, Scalar, TypeView};
use crate::inst::{Inst, Insts};
use crate::options::Allow;
use crate::order::Order;
use crate::plan::result;
use crate::tables::{capability, op};
use crate::target::{feature, Target};
use crate::views;
use alloc::vec::Vec;
use arrayvec::ArrayVec;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[
        feature::shaderFloat16,
        feature::shaderFloat64,
        feature::shaderInt64,
        feature::shaderBFloat16Type,
        feature::shaderFloat8,
    ],
    ..Step::new(|memory| &mut memory.computed)
};

/// Such a constant is used outside of functions, or as the initializer of a variable.
const NOWHERE: LowerError = LowerError::Because(
    "an operation on specialization constants that the device lacks, where no instruction can compute it",
);

/// The constant operation does not exist as an instruction.
const UNKNOWN: LowerError = LowerError::Because(
    "an operation on specialization constants that does not exist as an instruction",
);

/// An integer used by an instruction that may require a constant.
const MUST_BE_CONSTANT: LowerError = LowerError::Because(
    "an operation on specialization constants that the device lacks, where a constant may be required",
);

/// Limit of the words emitted for constants, as a multiple of the module's length.
const MOST: usize = 4;

/// How deeply operations may be nested that compute the length of an array.
const MOST_NESTED: u32 = 32;

/// The limit was exceeded.
const TOO_MUCH: LowerError = LowerError::Because(
    "too many functions that use operations on specialization constants that the device lacks",
);

/// The pass, with the constants that the current function uses.
#[derive(Clone, Debug, Default)]
pub struct Computed {
    /// Word offsets of the declarations of these constants.
    used: Vec<u32>,
    /// Ids that an instruction uses, or the operands of an instruction that is being emitted.
    words: Vec<u32>,
    /// How many words may still be emitted.
    left: usize,
    /// By id of a constant: its value in 32 bits, or 0; empty if there are none.
    short: Vec<u32>,
}

impl Pass for Computed {
    fn concerns(&mut self, request: Request<'_>) -> bool {
        let Input { words, facts } = request.input;
        let mut constants = declarations(words, &facts.spec_constants);
        constants.any(|inst| is_unsupported(request, inst))
    }

    fn run(&mut self, request: Request<'_>, build: &mut ModuleBuilder) -> Result<bool, LowerError> {
        let Request { input, .. } = request;
        let Input { words, facts } = input;
        self.left = MOST.saturating_mul(words.len());
        for inst in declarations(words, &facts.spec_constants) {
            let depends = build.marks(input, inst) & mark::TOUCHED != 0;
            if depends || is_unsupported(request, inst) {
                build.mark(inst.result(), mark::TOUCHED);
                build.remove(inst.result());
            }
        }
        if build.is_marked(facts.workgroup.object, mark::TOUCHED) {
            return Err(NOWHERE);
        }
        self.short.clear();
        for inst in facts.declarations(words) {
            if inst.opcode() == op::OpTypeArray
                && build.is_marked(views::TypeArray(inst).length(), mark::TOUCHED)
            {
                let length =
                    self.short(input, views::TypeArray(inst).length(), build, MOST_NESTED)?;
                let element = build
                    .get(views::TypeArray(inst).element_type())
                    .ok_or(NOWHERE)?;
                build.declare_as(
                    views::TypeArray(inst).result(),
                    op::OpTypeArray,
                    None,
                    &[element, length],
                );
                continue;
            }
            if !result(inst).is_some_and(|id| build.is_marked(id, mark::TOUCHED)) {
                build.copy_global(input, inst).map_err(nowhere)?;
            }
        }
        build.copy_annotations(input).map_err(nowhere)?;
        let mut modes = input
            .facts
            .modes(input.words)
            .filter(|inst| inst.opcode() == op::OpExecutionModeId);
        if modes.any(|inst| inst.from(3).iter().any(|&id| build.get(id).is_none())) {
            return Err(NOWHERE);
        }
        let mut at = facts.first_function;
        for function in &facts.functions {
            let done = self.function(input, at, function, build);
            build.locate(function.start, done)?;
            at = function.end;
        }
        build.copy_between(input, at, words.len() as u32)?;
        Ok(true)
    }
}

impl Computed {
    /// The value of a constant in 32 bits, as a constant.
    fn short(
        &mut self,
        input: Input<'_>,
        id: u32,
        build: &mut ModuleBuilder,
        depth: u32,
    ) -> Result<u32, LowerError> {
        let def = input.def(id).filter(Inst::has_type).ok_or(NOWHERE)?;
        let uint = build.uint();
        match (input.view(def.result_type()), build.get(id)) {
            (TypeView::Scalar(Scalar::Int { width: 32, .. }), Some(now)) => return Ok(now),
            (TypeView::Scalar(Scalar::Int { width: 32 | 64, .. }), _) => {}
            _ => return Err(NOWHERE),
        }
        self.short.resize(input.facts.def.len(), 0);
        if let Some(&known) = self.short.get(id as usize).filter(|&&known| known != 0) {
            return Ok(known);
        }
        let depth = depth.checked_sub(1).ok_or(NOWHERE)?;
        let value = match (def.opcode(), def.operand() as u16) {
            (op::OpConstant, _) => build.constant(views::Constant(def).value()),
            (op::OpConstantNull, _) => build.constant(0),
            (op::OpSpecConstantOp, op::OpUConvert | op::OpSConvert) => {
                self.short(input, views::SpecConstantOp(def).operand(), build, depth)?
            }
            (op::OpSpecConstantOp, opcode) if depends_on_low_words(opcode) => {
                let mut operands = ArrayVec::<u32, 2>::new();
                for &operand in views::SpecConstantOp(def).operands() {
                    let operand = self.short(input, operand, build, depth)?;
                    operands.try_push(operand).map_err(|_| NOWHERE)?;
                }
                let value = build.id();
                build.constant_op(value, uint, opcode, &operands);
                value
            }
            _ => return Err(NOWHERE),
        };
        if let Some(slot) = self.short.get_mut(id as usize) {
            *slot = value;
        }
        Ok(value)
    }

    /// Emits the words from an offset to the end of a function.
    fn function(
        &mut self,
        input: Input<'_>,
        from: u32,
        function: &Function,
        build: &mut ModuleBuilder,
    ) -> Result<(), LowerError> {
        let body = input.body(function);
        build.copy_between(input, from, body).map_err(nowhere)?;
        self.compute(input, body, function.end, build)?;
        build.copy_between(input, body, function.end)?;
        for inst in declarations(input.words, &self.used) {
            build.remove(inst.result());
        }
        Ok(())
    }

    /// Emits the computations of the constants that the instructions between two word offsets use.
    fn compute(
        &mut self,
        input: Input<'_>,
        from: u32,
        to: u32,
        build: &mut ModuleBuilder,
    ) -> Result<(), LowerError> {
        let words = input.words;
        self.used.clear();
        for inst in Insts::new(words, from, to) {
            self.find(input, inst, build)?;
        }
        let mut next = 0;
        while let Some(inst) = self.used.get(next).and_then(|&at| Inst::at(words, at)) {
            self.find(input, inst, build)?;
            next += 1;
        }
        self.used.order();
        for inst in declarations(words, &self.used) {
            map_uses(inst, &mut self.words, |id| Ok(build.get(id).unwrap_or(id)))?;
            let (opcode, operands) = match inst.opcode() {
                op::OpSpecConstantOp => (views::SpecConstantOp(inst).opcode() as u16, 3),
                _ => (op::OpCompositeConstruct, 2),
            };
            let ty = self.words.first().copied().unwrap_or(0);
            let id = build.get(inst.result()).unwrap_or(0);
            let operands = self.words.get(operands..).unwrap_or(&[]);
            build.op_as(id, opcode, ty, operands);
        }
        Ok(())
    }

    /// Assigns an id in this function to each constant that an instruction uses and that has none yet.
    fn find(
        &mut self,
        input: Input<'_>,
        inst: Inst<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<(), LowerError> {
        if build.marks(input, inst) & mark::TOUCHED == 0 {
            return Ok(());
        }
        let Input { words, facts } = input;
        self.words.clear();
        input.uses(inst, |id| self.words.push(id));
        for &id in &self.words {
            if build.get(id).is_some() || !build.is_marked(id, mark::TOUCHED) {
                continue;
            }
            let Some(constant) = facts.def(words, id) else {
                continue;
            };
            if !has_form(constant) {
                return Err(UNKNOWN);
            }
            if !accepts_non_constants(inst)
                && may_have_to_be_constant(input, constant.result_type())
            {
                return Err(MUST_BE_CONSTANT);
            }
            let left = self.left.checked_sub(constant.words().len());
            self.left = left.ok_or(TOO_MUCH)?;
            let own = build.id();
            build.substitute(id, own);
            self.used.push(constant.offset());
        }
        Ok(())
    }
}

/// Whether the lower word of an operation's result is the same operation on the lower words of its operands.
pub fn depends_on_low_words(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpIAdd
            | op::OpISub
            | op::OpIMul
            | op::OpSNegate
            | op::OpNot
            | op::OpBitwiseAnd
            | op::OpBitwiseOr
            | op::OpBitwiseXor
    )
}

/// The instructions at these word offsets.
fn declarations<'w>(words: &'w [u32], offsets: &'w [u32]) -> impl Iterator<Item = Inst<'w>> {
    offsets.iter().filter_map(|&at| Inst::at(words, at))
}

/// Whether no constant operation that the target supports is equivalent to this one.
fn is_unsupported(request: Request<'_>, inst: Inst<'_>) -> bool {
    is_rounded(request.input, request.target, inst) || is_long(request, inst)
}

/// Whether a constant operation or composite has a 64-bit number as its result or operand that becomes words.
fn is_long(request: Request<'_>, inst: Inst<'_>) -> bool {
    let Request { input, target, .. } = request;
    let integers = input.lacks(target, capability::Int64);
    let floats = input.lacks(target, capability::Float64)
        && !request.options.allow.contains(Allow::F64_TO_F32);
    let is = |ty| match input.scalar_of(ty) {
        Some(Scalar::Int { width: 64, .. }) => integers,
        Some(Scalar::Float { width: 64 }) => floats,
        _ => false,
    };
    if !integers && !floats {
        return false;
    }
    if !matches!(
        inst.opcode(),
        op::OpSpecConstantOp | op::OpSpecConstantComposite
    ) {
        return false;
    }
    let mut any = is(inst.result_type());
    input.uses(inst, |id| any |= is(input.type_of(id)));
    any
}

/// Whether a constant is converted to 16-bit floats, from these to 64-bit ones, or to or from floats with an encoding of
/// their own, and no constant operation that the target supports is equivalent.
fn is_rounded(input: Input<'_>, target: &Target, inst: Inst<'_>) -> bool {
    if inst.opcode() != op::OpSpecConstantOp
        || views::SpecConstantOp(inst).opcode() != u32::from(op::OpFConvert)
    {
        return false;
    }
    let width = |ty| match input.scalar_of(ty) {
        Some(Scalar::Float { width }) => width,
        _ => 0,
    };
    let lacks = |capability| !target.has_capability(capability);
    let types = [
        input.type_of(views::SpecConstantOp(inst).operand()),
        inst.result_type(),
    ];
    if types
        .iter()
        .any(|&ty| encodings::encoding_to_replace(input, target, ty).is_some())
    {
        return true;
    }
    match (width(types[0]), width(types[1])) {
        (16, 64) | (64, 16) => lacks(capability::Float16) || lacks(capability::Float64),
        (_, 16) => lacks(capability::Float16),
        _ => false,
    }
}

/// Whether such a constant, or one computed from it, can be expressed as an instruction.
fn has_form(inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpSpecConstantOp => {
            u16::try_from(views::SpecConstantOp(inst).opcode()).is_ok_and(is_operation)
        }
        opcode => opcode == op::OpSpecConstantComposite,
    }
}

/// Whether shaders can use an opcode in `OpSpecConstantOp` (SPIR-V specification, `OpSpecConstantOp`). As an instruction,
/// each has the same operands, and none of these has to be a constant.
fn is_operation(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpVectorShuffle
            | op::OpCompositeExtract
            | op::OpCompositeInsert
            | op::OpUConvert..=op::OpQuantizeToF16
            | op::OpSNegate
            | op::OpIAdd
            | op::OpISub
            | op::OpIMul
            | op::OpUDiv
            | op::OpSDiv
            | op::OpUMod
            | op::OpSRem
            | op::OpSMod
            | op::OpLogicalEqual..=op::OpSLessThanEqual
            | op::OpShiftRightLogical..=op::OpNot
    )
}

/// Whether an instruction accepts non-constant integers in all its operands.
fn accepts_non_constants(inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpSpecConstantOp
        | op::OpSpecConstantComposite
        | op::OpAccessChain
        | op::OpInBoundsAccessChain
        | op::OpPtrAccessChain
        | op::OpInBoundsPtrAccessChain
        | op::OpVectorExtractDynamic
        | op::OpVectorInsertDynamic
        | op::OpCompositeConstruct
        | op::OpCopyObject
        | op::OpBitcast
        | op::OpConvertSToF
        | op::OpConvertUToF
        | op::OpConvertUToPtr
        | op::OpBitFieldInsert..=op::OpBitCount
        | op::OpPhi
        | op::OpFunctionCall
        | op::OpBranchConditional
        | op::OpSwitch
        | op::OpReturnValue => true,
        // Memory operands of a store may contain a scope, which must be constant.
        op::OpStore => inst.words().len() <= 4,
        opcode => is_operation(opcode),
    }
}

/// Whether some instruction requires a constant of this type: an integer, or arrays and vectors of integers.
fn may_have_to_be_constant(input: Input<'_>, ty: u32) -> bool {
    let scalar = input.scalar_of(input.strip_arrays(ty));
    matches!(scalar, Some(Scalar::Int { width, .. }) if width <= 32)
}

/// Replaces the refusal for a use of a removed constant.
fn nowhere(refusal: LowerError) -> LowerError {
    match refusal == DANGLING {
        true => NOWHERE,
        false => refusal,
    }
}

#[cfg(test)]
mod tests;
