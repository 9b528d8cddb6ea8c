//! The pass `encodings`: floats with an encoding of their own, bfloat16 (SPV_KHR_bfloat16) and the 8-bit E4M3 and E5M2
//! (SPV_EXT_float8), represented as integers of the same bits.
//!
//! ```text
//! %bfloat = OpTypeFloat 16 BFloat16KHR               %bfloat = OpTypeInt 16 0
//! %half   = OpConstant %bfloat 0x1p-1                %half   = OpConstant %bfloat 0x3F00
//!
//! %x = OpLoad %bfloat %pointer                       the same
//! %y = OpFConvert %float %x                   ⇒        %bits = OpUConvert %uint %x
//!                                                    %upper = OpShiftLeftLogical %uint %bits %uint_16
//!                                                    %y = OpBitcast %float %upper
//! %z = OpFConvert %bfloat %sum                         %bits = OpFunctionCall %uint %encode %sum
//!                                                    %z = OpUConvert %bfloat %bits
//! %i = OpBitcast %ushort %z                          %i is %z
//! ```
//!
//! These types are only stored, moved and converted: both extensions list the instructions that accept them ("Validation
//! Rules"), and apart from conversions and dot products none interprets a value. So each type becomes the unsigned integer of
//! its width, types derived from it follow, and conversions are made by way of 32-bit floats ([`convert`]). A rule has
//! lowered dot products of bfloat16 before. If the device lacks these integers too, later passes replace them in memory and
//! as values; so this pass comes first.
//!
//! | | instructions |
//! |---|---|
//! | to a 32-bit float, of bfloat16 or 8 bits | 3, or 2 and 15 in a function |
//! | from a 32-bit float, to bfloat16 or 8 bits | 2, and 10 or 25 in a function |
//! | to bfloat16 from integers of 32 or 64 bits, from 64-bit floats also to 8 bits | 1, and 8 to 30 in a function, more |
//! | to and from other numbers | 1 more |
//! | everything else | 0 |
//!
//! # Exactness
//!
//! Every bfloat16 and 8-bit float is representable as a 32-bit float. Conversions to them are rounded once, to nearest, ties to
//! even: numbers of more than 24 bits become 32-bit floats that are rounded to odd (`shaderlib/soft/odd.glsl`), unless they are
//! integers and the result has 8 bits, where all of these are out of range. Out-of-range values become infinity, NaN in E4M3,
//! which has no infinity, or the largest number if the conversion is saturating. NaN stays NaN; its payload is not specified.
//!
//! # Pitfalls
//!
//! - The integer types may exist already, and a numeric type must be declared once: [`ModuleBuilder`] merges them. A bit cast between
//!   two types that have become the same is the value itself.
//! - Decorations for rounding and saturation are invalid on a function call; the latter also requires a capability that is
//!   removed.
//! - A module may keep bfloat16 in memory without declaring 16-bit storage (SPIRV-Tools do not require it). Integers need the
//!   capability: the later plan determines needs from instructions, whether declared or not.
//!
//! # What it refuses
//!
//! Matrices and other types derived from such floats that do not exist for integers; variables between stages, where integers
//! are not interpolated; instructions that the extensions do not list; rounding other than to nearest, and flushing of
//! denormals. Conversions of open specialization constants have become instructions before ([`computed`](super::computed)).
//!
//! `bfloat16` is shown by `corpus/shaders/types/bfloat16.spvasm`.
//! `float8` is shown by `corpus/shaders/types/float8.spvasm`.

mod convert;

use super::rewrite::Ends;
use super::{builder::mark, Input, Kind, LowerError, ModuleBuilder, Pass, Request, Rewrite, Step};
use crate::build::Build;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::plan::is_non_semantic;
use crate::soft::MOST_COMPONENTS;
use crate::tables::{
    capability, decoration, execution_mode, fp_encoding, fp_rounding_mode, op, op_hot,
    storage_class as class, OpFlags,
};
use crate::target::{feature, Target};
use crate::views;
use alloc::vec::Vec;
use convert::Encoding;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[feature::shaderBFloat16Type, feature::shaderFloat8],
    extensions: &["VK_KHR_shader_bfloat16", "VK_EXT_shader_float8"],
    ..Step::new(|memory| &mut memory.encodings)
};

const UNKNOWN: LowerError = LowerError::Because(
    "an instruction on bfloat16 or 8-bit floats other than moves and conversions",
);
const NO_FORM: LowerError =
    LowerError::Because("a type of bfloat16 or 8-bit floats that has no integer counterpart");
const BETWEEN_STAGES: LowerError =
    LowerError::Because("bfloat16 or 8-bit floats in a stage interface");
const ROUNDING: LowerError = LowerError::Because(
    "a conversion of bfloat16 or 8-bit floats that must not round to nearest, or must flush denormals",
);

/// What is known of an id of the input.
mod bit {
    /// Types: contains floats with an encoding.
    pub const HOLDS: u8 = 1;
    /// Conversions: out-of-range values become the largest number.
    pub const SATURATED: u8 = 1 << 1;
    /// Conversions: must not be rounded to nearest.
    pub const ROUNDED: u8 = 1 << 2;
    /// Conversions: emitted as a call.
    pub const CONVERTED: u8 = 1 << 3;
}

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Encodings {
    /// By id of the input: bits of [`bit`].
    bits: Vec<u8>,
}

/// The encoding of a float scalar or vector type, if the pass replaces that for this target.
pub fn encoding_to_replace(input: Input<'_>, target: &Target, ty: u32) -> Option<Encoding> {
    let def = input.def(ty)?;
    match TypeView::of(def) {
        TypeView::Vector { component, .. } => {
            scalar_encoding_to_replace(target, input.def(component)?)
        }
        _ => scalar_encoding_to_replace(target, def),
    }
}

/// The same for scalar types only.
fn scalar_encoding_to_replace(target: &Target, ty: Inst<'_>) -> Option<Encoding> {
    let has_encoding = ty.opcode() == op::OpTypeFloat && ty.words().len() == 4;
    let (encoding, capability) = match (
        has_encoding.then_some(ty.word(3))?,
        views::TypeFloat(ty).width(),
    ) {
        (fp_encoding::BFloat16KHR, 16) => (Encoding::BFloat16, capability::BFloat16TypeKHR),
        (fp_encoding::Float8E4M3EXT, 8) => (Encoding::E4M3, capability::Float8EXT),
        (fp_encoding::Float8E5M2EXT, 8) => (Encoding::E5M2, capability::Float8EXT),
        _ => return None,
    };
    replaces(target, capability).then_some(encoding)
}

/// Whether the pass replaces the floats of a capability: the target lacks them, or it has no integers of that width, so that
/// bit casts between the two would prevent later passes from replacing the integers.
fn replaces(target: &Target, floats: u32) -> bool {
    let integers = match floats {
        capability::BFloat16TypeKHR => capability::Int16,
        _ => capability::Int8,
    };
    [floats, integers]
        .iter()
        .any(|&one| !target.has_capability(one))
}

/// The rewrite of one module.
struct Work<'a> {
    input: Input<'a>,
    build: &'a mut ModuleBuilder,
    tables: &'a mut Encodings,
    target: &'a Target,
    /// Whether execution modes require 16-bit floats to be rounded towards zero, and their denormals to be flushed.
    modes: (bool, bool),
}

impl<'w> Ends<'w> for Work<'w> {
    fn input(&self) -> Input<'w> {
        self.input
    }

    fn build(&mut self) -> &mut ModuleBuilder {
        self.build
    }
}

impl<'w> Rewrite<'w> for Work<'w> {
    fn global(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        self.declaration(inst)
    }

    fn code(&mut self, inst: Inst<'w>, marks: u16) -> Result<(), LowerError> {
        match marks & mark::TOUCHED {
            0 => self.build.copy_code(self.input, inst),
            _ => self.instruction(inst),
        }
    }

    fn annotation(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        self.decoration(inst)
    }
}

impl Pass for Encodings {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        let mut types = [capability::BFloat16TypeKHR, capability::Float8EXT].into_iter();
        types.any(|one| input.facts.uses(one) && replaces(target, one))
    }

    fn run(
        &mut self,
        Request { input, target, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        self.bits.clear();
        self.bits.resize(input.facts.def.len(), 0);
        let mut work = Work {
            input,
            build,
            tables: self,
            target,
            modes: (false, false),
        };
        if !work.find_types()? {
            return Ok(false);
        }
        work.read_modes();
        work.read_annotations();
        let (bits, build) = (&work.tables.bits, &mut *work.build);
        build.mark_all(input, |flags, ty| {
            let bits = bits.get(ty as usize).copied().unwrap_or(0);
            match flags.contains(OpFlags::RESULT_TYPE) && bits & bit::HOLDS != 0 {
                true => mark::TOUCHED,
                false => 0,
            }
        });
        work.walk()?;
        Ok(true)
    }
}

/// Whether an instruction only moves values of any type.
fn moves(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpUndef
            | op::OpVariable
            | op::OpFunction
            | op::OpFunctionParameter
            | op::OpFunctionCall
            | op::OpReturnValue
            | op::OpLoad
            | op::OpStore
            | op::OpCopyObject
            | op::OpCopyLogical
            | op::OpCompositeConstruct
            | op::OpCompositeConstructReplicateEXT
            | op::OpCompositeExtract
            | op::OpCompositeInsert
            | op::OpVectorShuffle
            | op::OpVectorExtractDynamic
            | op::OpVectorInsertDynamic
            | op::OpSelect
            | op::OpPhi
    )
}

impl<'a> Work<'a> {
    fn bits(&self, id: u32) -> u8 {
        self.tables.bits.get(id as usize).copied().unwrap_or(0)
    }

    fn set(&mut self, id: u32, bits: u8) {
        if let Some(slot) = self.tables.bits.get_mut(id as usize) {
            *slot |= bits;
        }
    }

    fn get(&self, id: u32) -> Result<u32, LowerError> {
        self.build.get(id).ok_or(UNKNOWN)
    }

    fn encoding(&self, ty: u32) -> Option<Encoding> {
        encoding_to_replace(self.input, self.target, ty)
    }

    /// Finds the types that contain such floats. Returns whether there are any.
    fn find_types(&mut self) -> Result<bool, LowerError> {
        let Input { words, facts } = self.input;
        let mut any = false;
        for inst in facts.declarations(words) {
            let holds = match inst.opcode() {
                op::OpTypeFloat => match scalar_encoding_to_replace(self.target, inst) {
                    Some(_) => bit::HOLDS,
                    None => 0,
                },
                op::OpTypeVector | op::OpTypeArray | op::OpTypeRuntimeArray => {
                    self.bits(inst.word(2))
                }
                op::OpTypeStruct => views::TypeStruct(inst)
                    .member_types()
                    .iter()
                    .fold(0, |all, &id| all | self.bits(id)),
                op::OpTypePointer | op::OpTypeFunction => 0,
                opcode if op_hot(opcode).flags.contains(OpFlags::TYPE) => {
                    let mut holds = 0;
                    self.input.uses(inst, |id| holds |= self.bits(id));
                    match holds {
                        0 => 0,
                        _ => return Err(NO_FORM),
                    }
                }
                _ => 0,
            };
            any |= holds != 0;
            self.set(inst.word(1), holds);
        }
        Ok(any)
    }

    /// Reads the execution modes that apply to such floats.
    fn read_modes(&mut self) {
        for inst in self.input.facts.modes(self.input.words) {
            match (
                inst.opcode(),
                views::ExecutionMode(inst).mode(),
                views::ExecutionMode(inst).operand(),
            ) {
                (op::OpExecutionMode, execution_mode::RoundingModeRTZ, 16) => self.modes.0 = true,
                (op::OpExecutionMode, execution_mode::DenormFlushToZero, 16) => self.modes.1 = true,
                (op::OpExecutionModeId, execution_mode::FPFastMathDefault, ty)
                    if self.encoding(ty).is_some() =>
                {
                    self.build.drop_mode_or_name(inst);
                }
                _ => {}
            }
        }
    }

    /// Reads the decorations of conversions.
    fn read_annotations(&mut self) {
        for inst in self.input.facts.decorations(self.input.words) {
            let bits = match (inst.opcode(), inst.word(2)) {
                (op::OpDecorate, decoration::SaturatedToLargestFloat8NormalConversionEXT) => {
                    bit::SATURATED
                }
                (op::OpDecorate, decoration::FPRoundingMode)
                    if views::Decorate(inst).operand() != fp_rounding_mode::RTE =>
                {
                    bit::ROUNDED
                }
                _ => continue,
            };
            self.set(inst.target(), bits);
        }
    }

    /// Copies a decoration, unless it is invalid on a call.
    fn decoration(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        match (inst.opcode(), inst.word(2)) {
            (op::OpDecorate, decoration::SaturatedToLargestFloat8NormalConversionEXT)
                if replaces(self.target, capability::Float8EXT) =>
            {
                Ok(())
            }
            (
                op::OpDecorate,
                decoration::FPRoundingMode | decoration::NoContraction | decoration::FPFastMathMode,
            ) if self.bits(inst.target()) & bit::CONVERTED != 0 => Ok(()),
            _ => self.build.copy_annotation(self.input, inst),
        }
    }

    /// Emits a type, constant or global variable.
    fn declaration(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        match inst.opcode() {
            op::OpTypeFloat => {
                if let Some(encoding) = scalar_encoding_to_replace(self.target, inst) {
                    let width = views::TypeFloat(inst).width();
                    self.build.capability(match encoding {
                        Encoding::BFloat16 => capability::Int16,
                        _ => capability::Int8,
                    });
                    let form = (op::OpTypeInt, [width, 0]);
                    self.build
                        .declare_as(views::TypeFloat(inst).result(), form.0, None, &form.1);
                    self.count(encoding);
                    return Ok(());
                }
            }
            op::OpVariable
                if matches!(
                    views::Variable(inst).storage_class(),
                    class::Input | class::Output
                ) && self.bits(self.input.pointee(inst.result_type())) & bit::HOLDS != 0 =>
            {
                return Err(BETWEEN_STAGES);
            }
            op::OpSpecConstantOp if !moves(inst.word(3) as u16) => {
                let marks = self.build.marks(self.input, inst);
                if marks & mark::TOUCHED != 0 {
                    return Err(UNKNOWN);
                }
            }
            _ => {}
        }
        self.build.copy_global(self.input, inst)
    }

    fn count(&mut self, encoding: Encoding) {
        self.build.count(match encoding {
            Encoding::BFloat16 => Kind::BFloat16,
            _ => Kind::Float8,
        });
    }

    /// Rewrites an instruction with values of such types.
    fn instruction(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        match inst.opcode() {
            op::OpBitcast => {
                let [ty, operand] = [inst.result_type(), views::Bitcast(inst).operand()];
                let [to, from] = [self.get(ty)?, self.get(self.input.type_of(operand))?];
                if to != from {
                    return self.build.copy_code(self.input, inst);
                }
                let operand = self.get(operand)?;
                let id = inst.result();
                self.build.unary_as(id, op::OpCopyObject, to, operand);
                Ok(())
            }
            op::OpFConvert
            | op::OpConvertFToU
            | op::OpConvertFToS
            | op::OpConvertSToF
            | op::OpConvertUToF => self.convert(inst),
            opcode if moves(opcode) || is_non_semantic(self.input.facts, inst) => {
                self.build.copy_code(self.input, inst)
            }
            _ => Err(UNKNOWN),
        }
    }

    /// Emits a conversion by way of 32-bit floats.
    fn convert(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (opcode, ty, id, operand) = (
            inst.opcode(),
            inst.result_type(),
            inst.result(),
            inst.operand(),
        );
        let of = self.input.type_of(operand);
        let count = match self.input.view(ty) {
            TypeView::Vector { count, .. } => count,
            _ => 1,
        };
        if !(1..=MOST_COMPONENTS as u32).contains(&count) {
            return Err(UNKNOWN);
        }
        let [from, to] = [of, ty].map(|ty| self.encoding(ty));
        let (value, result) = (self.get(operand)?, self.get(ty)?);
        let flags = self.bits(id);
        let (toward_zero, flushes) = self.modes;
        if to.is_some() && flags & bit::ROUNDED != 0
            || to == Some(Encoding::BFloat16) && (toward_zero || flushes)
            || from == Some(Encoding::BFloat16) && flushes
        {
            return Err(ROUNDING);
        }
        from.into_iter().chain(to).for_each(|one| self.count(one));
        let float = self.build.float();
        let floats = self.build.vector(float, count);
        let is_last = opcode == op::OpFConvert && result == floats;
        if to.is_some() || is_last {
            self.set(id, bit::CONVERTED);
        }
        let build = &mut *self.build;
        let scalar = self.input.scalar_of(of);
        let value = match (from, to) {
            (Some(encoding), _) => {
                let decoded = if is_last { id } else { build.id() };
                convert::decode_as(build, decoded, encoding, count, value);
                if is_last {
                    return Ok(());
                }
                decoded
            }
            (None, _) if build.get(of) == Some(floats) => value,
            (None, Some(to)) => convert::to_float(build, opcode, scalar, to, count, value),
            (None, None) => build.op(opcode, floats, &[value]),
        };
        match to {
            Some(encoding) => {
                let saturated = flags & bit::SATURATED != 0;
                let bits = convert::encode(build, encoding, saturated, count, value);
                build.op_as(id, op::OpUConvert, result, &[bits]);
            }
            None => build.op_as(id, opcode, result, &[value]),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
