//! The pass `fast_math`: the per-instruction modes of SPV_KHR_float_controls2, on devices without that extension.
//!
//! Input: a module with `FPFastMathMode` on instructions or `FPFastMathDefault` on entry points. Output: the same module with
//! the controls of core SPIR-V and SPV_KHR_float_controls, which are never less strict.
//!
//! ```text
//! OpExecutionModeId %main FPFastMathDefault %float %none      OpExecutionMode %main SignedZeroInfNanPreserve 32
//! OpDecorate %sum FPFastMathMode NotNaN|NotInf|NSZ            OpDecorate %sum NoContraction
//! ```
//!
//! # What an instruction may do
//!
//! An instruction may do what its own decoration allows. Without one, it may do what the defaults of the entry points allow
//! for all floating-point types among its operands and result. If an entry point has a default for one type only, nothing is
//! allowed for the others. If it has none, Vulkan's own rules apply before and after, and nothing has to be emitted
//! (SPV_KHR_float_controls2, "FP Fast Math Mode"). With several entry points, the strictest applies.
//!
//! - *Contraction, reassociation, transformation or reciprocals not allowed*: `NoContraction` on the instruction forbids all
//!   of them. Instructions that are not arithmetic (comparisons, conversions) cannot have it: then the instructions that
//!   compute their operands get it, traced through copies, phis and composites. If the trace reaches calls, or memory that is
//!   not read-only in every shader, all arithmetic of the module gets it.
//! - *Signed zeros, infinities and NaN preserved*: `SignedZeroInfNanPreserve` for the width, on all entry points.
//!
//! # What it refuses
//!
//! - Signed zeros, infinities or NaN that must be preserved where that mode does not apply: it covers only moves,
//!   `OpFConvert`, `OpFNegate`, `OpFAdd`, `OpFSub` and `OpFMul` (Vulkan specification, "Precision and Operation of SPIR-V
//!   Instructions"). For a comparison, a division, an image sample, a fragment input or an extended instruction, only
//!   SPV_KHR_float_controls2 gives a guarantee. Conversions from and to integers preserve none of these in the first place.
//! - The mode, if the device lacks it.
//!
//! If the caller allows `float-controls`, both are accepted, with the strictest controls that can be expressed.
//!
//! `fast-math-relaxed` is shown by the test `inexpressible_requirements_are_refused_or_dropped` in `sos-core/src/passes/fast_math/tests.rs`.
//! `fast-math` is shown by `corpus/shaders/ops/fast_math_default.spvasm`.

use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Step};
use crate::build::Build;
use crate::facts::{Gates, Scalar, TypeView};
use crate::inst::Inst;
use crate::options::Allow;
use crate::plan::is_non_semantic;
use crate::tables::{
    capability, decoration, execution_mode as mode, execution_model, fp_fast_math_mode as fast,
    is_float_arithmetic, op, op_hot, storage_class, OpFlags,
};
use crate::target::{feature, Description, FloatControl, Target};
use crate::views;
use alloc::vec::Vec;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[feature::shaderFloatControls2],
    extensions: &["VK_KHR_shader_float_controls2"],
    pretend,
    ..Step::new(|memory| &mut memory.fast_math)
};

/// Pretends that the device preserves signed zeros, infinities and NaN; the pass checks whether it does.
fn pretend(description: &mut Description) {
    if description.has(feature::shaderFloatControls2) {
        return;
    }
    let properties = &mut description.properties;
    properties.shader_signed_zero_inf_nan_preserve_float16 = Some(true);
    properties.shader_signed_zero_inf_nan_preserve_float32 = Some(true);
    properties.shader_signed_zero_inf_nan_preserve_float64 = Some(true);
}

const MALFORMED: LowerError = LowerError::Because("an invalid fast-math mode");

/// Requirements of an instruction, and what is known of an id: bits.
mod bit {
    /// Signed zeros, infinities and NaN must be preserved.
    pub const NUMBERS: u16 = 1;
    /// No contraction, reassociation, transformation or reciprocal.
    pub const ORDER: u16 = 2;
    /// The two bits above are from its own decoration.
    pub const OWN: u16 = 4;
    /// It is decorated `NoContraction`.
    pub const NO_CONTRACTION: u16 = 8;
    /// It needs `NoContraction`.
    pub const NEEDS_NO_CONTRACTION: u16 = 16;
    /// The instructions that compute it have been traced.
    pub const VISITED: u16 = 32;
    /// For entry points: has `SignedZeroInfNanPreserve` for floats of 16, 32 and 64 bits, in this bit and the next two.
    pub const MODE: u16 = 64;
    /// Likewise: has an `FPFastMathDefault`.
    pub const DEFAULT: u16 = 512;
}

/// The requirements that follow from a mode of SPV_KHR_float_controls2.
fn forbids(flags: u32) -> u16 {
    const NUMBERS: u32 = fast::NotNaN | fast::NotInf | fast::NSZ;
    const ORDER: u32 =
        fast::AllowRecip | fast::AllowContract | fast::AllowReassoc | fast::AllowTransform;
    if flags & fast::Fast != 0 {
        return 0;
    }
    let numbers = u16::from(flags & NUMBERS != NUMBERS) * bit::NUMBERS;
    let order = u16::from(flags & ORDER != ORDER) * bit::ORDER;
    numbers | order
}

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct FastMath {
    /// By id: bits of [`bit`].
    bits: Vec<u16>,
    pending: Vec<u32>,
}

impl Pass for FastMath {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        input.lacks(target, capability::FloatControls2)
    }

    fn run(
        &mut self,
        Request {
            input,
            target,
            options,
        }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let Input { words, facts } = input;
        self.bits.clear();
        self.bits.resize(facts.header.bound as usize, 0);
        self.pending.clear();
        let mut work = Work {
            input,
            build,
            table: self,
            defaults: None,
            preserved: 0,
            not_covered: false,
            everywhere: false,
        };
        work.read_annotations();
        work.read_modes()?;
        for inst in facts.code(words) {
            work.bind(inst);
        }
        let allowed = options.allow.contains(Allow::FLOAT_CONTROLS);
        let lost = work.write_modes(target);
        if work.not_covered && !allowed {
            return Err(LowerError::Because(
                "infinities, NaN or signs of zeros must be preserved where only SPV_KHR_float_controls2 can express it, unless float-controls is allowed ({allow float-controls})",
            ));
        }
        if lost && !allowed {
            return Err(LowerError::Because(
                "infinities, NaN or signs of zeros must be preserved, which the device has no way to request, unless float-controls is allowed ({allow float-controls})",
            ));
        }
        work.build.count(match lost {
            true => Kind::FastMathRelaxed,
            false => Kind::FastMath,
        });
        work.write()?;
        Ok(true)
    }
}

/// The rewrite of one module.
struct Work<'a> {
    input: Input<'a>,
    build: &'a mut ModuleBuilder,
    table: &'a mut FastMath,
    /// Requirements from the defaults for floats of 16, 32 and 64 bits; `None` if there are no defaults.
    defaults: Option<[u16; 3]>,
    /// Widths, as bits by their number, whose signed zeros, infinities and NaN must be preserved.
    preserved: u16,
    /// Whether an instruction to which the mode does not apply must preserve them.
    not_covered: bool,
    /// Whether all arithmetic needs `NoContraction`.
    everywhere: bool,
}

impl Work<'_> {
    fn bits(&self, id: u32) -> u16 {
        self.table.bits.get(id as usize).copied().unwrap_or(0)
    }

    fn set(&mut self, id: u32, bits: u16) {
        if let Some(slot) = self.table.bits.get_mut(id as usize) {
            *slot |= bits;
        }
    }

    /// Reads decorations.
    fn read_annotations(&mut self) {
        let Input { words, facts } = self.input;
        for inst in facts.decorations(words) {
            match (inst.opcode(), inst.word(2)) {
                (op::OpDecorate, decoration::FPFastMathMode) => {
                    self.set(
                        inst.target(),
                        bit::OWN | forbids(views::Decorate(inst).operand()),
                    );
                }
                (op::OpDecorate, decoration::NoContraction) => {
                    self.set(inst.target(), bit::NO_CONTRACTION)
                }
                _ => {}
            }
        }
    }

    /// Reads the execution modes of entry points.
    fn read_modes(&mut self) -> Result<(), LowerError> {
        let Input { words, facts } = self.input;
        let modes = || facts.modes(words);
        for inst in modes() {
            match (inst.opcode(), views::ExecutionMode(inst).mode()) {
                (op::OpExecutionModeId, mode::FPFastMathDefault) => {
                    let width = self
                        .width(views::ExecutionMode(inst).operand())
                        .ok_or(MALFORMED)?;
                    let flags = facts.def(words, inst.word(4));
                    let flags = match flags.map(|def| (def.opcode(), def)) {
                        Some((op::OpConstant, def)) => views::Constant(def).value(),
                        Some((op::OpConstantNull, _)) => 0,
                        _ => return Err(MALFORMED),
                    };
                    let slot = self.defaults.get_or_insert([0; 3]).get_mut(width);
                    *slot.ok_or(MALFORMED)? |= forbids(flags);
                    self.set(inst.target(), bit::DEFAULT << width);
                    self.build.drop_mode_or_name(inst);
                }
                (op::OpExecutionMode, mode::SignedZeroInfNanPreserve) => {
                    if let Some(width) = width_number(views::ExecutionMode(inst).operand()) {
                        self.set(inst.target(), bit::MODE << width);
                    }
                }
                _ => {}
            }
        }
        let Some(mut defaults) = self.defaults else {
            return Ok(());
        };
        for entry in facts.entries(words) {
            let function = views::EntryPoint(entry).entry_point();
            let has = |width: usize| self.bits(function) & bit::DEFAULT << width != 0;
            if (0..3).any(has) {
                for (width, slot) in defaults.iter_mut().enumerate() {
                    *slot |= if has(width) { 0 } else { forbids(0) };
                }
            }
        }
        self.defaults = Some(defaults);
        Ok(())
    }

    /// The number of the width of a floating-point type, vector or matrix.
    fn width(&self, ty: u32) -> Option<usize> {
        let mut ty = ty;
        for _ in 0..3 {
            match self.input.view(ty) {
                TypeView::Vector { component, .. } => ty = component,
                TypeView::Scalar(Scalar::Float { width }) => return width_number(width),
                _ => return None,
            }
        }
        None
    }

    /// Determines the requirements of an instruction, and passes them to the instructions that compute its operands if it
    /// cannot be decorated itself.
    fn bind(&mut self, inst: Inst<'_>) {
        let Input { words, facts } = self.input;
        let flags = op_hot(inst.opcode()).flags;
        let (ty, id) = match flags.contains(OpFlags::RESULT_TYPE) {
            true => (inst.result_type(), inst.result()),
            false => (0, 0),
        };
        if inst.opcode() == op::OpFunction || is_non_semantic(facts, inst) {
            return;
        }
        let mut widths = 0_u16;
        let mut add = |ty: u32| widths |= self.width(ty).map_or(0, |width| 1 << width);
        add(ty);
        self.input
            .uses(inst, |used| add(facts.type_of(words, used)));
        if widths == 0 {
            return;
        }
        let own = self.bits(id);
        let bound = match (own & bit::OWN != 0, self.defaults) {
            (true, _) => own,
            (false, None) => 0,
            (false, Some(defaults)) => {
                let of = (0..3)
                    .zip(defaults)
                    .filter(|&(width, _)| widths & 1 << width != 0);
                of.fold(0, |all, (_, bits)| all | bits)
            }
        };
        if bound & bit::NUMBERS != 0 {
            self.preserved |= widths;
            self.not_covered |= !is_covered_by_mode(inst.opcode()) || self.is_interpolated(inst);
        }
        if bound & bit::ORDER == 0 {
            return;
        }
        if is_float_arithmetic(inst.opcode()) {
            return self.set(id, bit::NEEDS_NO_CONTRACTION);
        }
        // A value that is stored or passed on has been computed by an instruction that is visited itself.
        let ends = [op::OpStore, op::OpReturnValue, op::OpFunctionCall];
        if !ends.contains(&inst.opcode()) {
            self.input.uses(inst, |used| self.table.pending.push(used));
        }
        while let Some(value) = self.table.pending.pop() {
            self.trace(value);
        }
    }

    /// Whether an instruction loads an input of a fragment shader.
    fn is_interpolated(&self, inst: Inst<'_>) -> bool {
        let Input { words, facts } = self.input;
        let pointer = facts.type_view(words, facts.type_of(words, inst.word(3)));
        let class = match pointer {
            TypeView::Pointer { class, .. } if inst.opcode() == op::OpLoad => class,
            _ => return false,
        };
        let fragment = facts
            .gates
            .meets(Gates::of_model(execution_model::Fragment));
        class == storage_class::Input && fragment
    }

    /// Marks the instruction that computes a value as one that needs `NoContraction`.
    fn trace(&mut self, id: u32) {
        let Some(def) = self.input.def(id) else {
            return;
        };
        if self.bits(id) & bit::VISITED != 0 || self.width(self.input.type_of(id)).is_none() {
            return;
        }
        self.set(id, bit::VISITED);
        match def.opcode() {
            opcode if is_float_arithmetic(opcode) => self.set(id, bit::NEEDS_NO_CONTRACTION),
            op::OpFunctionCall | op::OpFunctionParameter => self.everywhere = true,
            op::OpLoad if !self.is_read_only(views::Load(def).pointer()) => self.everywhere = true,
            opcode if moves(opcode) => {
                self.input.uses(def, |used| self.table.pending.push(used));
            }
            _ => {}
        }
    }

    /// Whether the storage class of a pointer is read-only in shaders. `Uniform` is not: it includes buffer blocks.
    fn is_read_only(&self, pointer: u32) -> bool {
        match self.input.view(self.input.type_of(pointer)) {
            TypeView::Pointer { class, .. } => {
                matches!(class, storage_class::Input | storage_class::PushConstant)
            }
            _ => false,
        }
    }

    /// Adds execution modes to entry points. Returns whether a requirement cannot be expressed.
    fn write_modes(&mut self, target: &Target) -> bool {
        let Input { words, facts } = self.input;
        let mut lost = self.not_covered;
        let keeps = FloatControl::SignedZeroInfNanPreserve;
        for (number, width) in [16, 32, 64].into_iter().enumerate() {
            if self.preserved & 1 << number == 0 {
                continue;
            }
            if !target.properties().float_control(keeps, width)
                || !target.has_capability(capability::SignedZeroInfNanPreserve)
            {
                lost = true;
                continue;
            }
            self.build.capability(capability::SignedZeroInfNanPreserve);
            for entry in facts.entries(words) {
                let function = views::EntryPoint(entry).entry_point();
                if self.bits(function) & bit::MODE << number == 0 {
                    self.set(function, bit::MODE << number);
                    self.build
                        .mode(&[function, mode::SignedZeroInfNanPreserve, width]);
                }
            }
        }
        lost
    }

    /// Emits the module.
    fn write(&mut self) -> Result<(), LowerError> {
        let (Input { words, facts }, input) = (self.input, self.input);
        for inst in input.facts.decorations(input.words) {
            let is_ours = inst.opcode() == op::OpDecorate
                && views::Decorate(inst).decoration() == decoration::FPFastMathMode;
            if !is_ours {
                self.build.copy_annotation(input, inst)?;
            }
        }
        for inst in facts.declarations(words) {
            self.build.copy_global(input, inst)?;
        }
        for inst in facts.code(words) {
            self.build.copy_code(input, inst)?;
            if !is_float_arithmetic(inst.opcode()) || self.width(inst.result_type()).is_none() {
                continue;
            }
            let bits = self.bits(inst.result());
            if (self.everywhere || bits & bit::NEEDS_NO_CONTRACTION != 0)
                && bits & bit::NO_CONTRACTION == 0
            {
                self.build
                    .decorate(inst.result(), &[decoration::NoContraction]);
            }
        }
        Ok(())
    }
}

fn width_number(width: u32) -> Option<usize> {
    [16, 32, 64].iter().position(|&known| known == width)
}

/// Whether an instruction only moves floats.
fn moves(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpPhi
            | op::OpSelect
            | op::OpVectorExtractDynamic
            | op::OpVectorInsertDynamic
            | op::OpVectorShuffle
            | op::OpCompositeConstruct
            | op::OpCompositeExtract
            | op::OpCompositeInsert
            | op::OpCopyObject
            | op::OpCopyLogical
            | op::OpTranspose
            | op::OpBitcast
    )
}

/// Whether `SignedZeroInfNanPreserve` applies to an instruction, or the instruction has nothing to preserve.
fn is_covered_by_mode(opcode: u16) -> bool {
    moves(opcode)
        || matches!(
            opcode,
            op::OpReturnValue
                | op::OpFunctionCall
                | op::OpFunctionParameter
                | op::OpVariable
                | op::OpLoad
                | op::OpStore
                | op::OpUndef
                | op::OpFConvert
                | op::OpConvertSToF
                | op::OpConvertUToF
                | op::OpConvertFToS
                | op::OpConvertFToU
                | op::OpFNegate
                | op::OpFAdd
                | op::OpFSub
                | op::OpFMul
        )
}

#[cfg(test)]
mod tests;
