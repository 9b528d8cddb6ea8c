//! The pass `fast_math`: what SPV_KHR_float_controls2 says about each instruction, on devices with fewer controls.
//!
//! Input: a module with `FPFastMathMode` on instructions or `FPFastMathDefault` on entry points. Output: the same with what core
//! SPIR-V and SPV_KHR_float_controls have, which is never looser.
//!
//! ```text
//! OpExecutionModeId %main FPFastMathDefault %float %none      OpExecutionMode %main SignedZeroInfNanPreserve 32
//! OpDecorate %sum FPFastMathMode NotNaN|NotInf|NSZ            OpDecorate %sum NoContraction
//! ```
//!
//! # What an instruction may do
//!
//! What its own decoration allows; without one, what the entry points' defaults allow for all floats among its types; where
//! an entry point has a default for one type only, it allows nothing for the others; where it has none, Vulkan's own rules
//! hold before and after, and nothing is to be said (SPV_KHR_float_controls2, "FP Fast Math Mode"). Of several entry points
//! the strictest counts.
//!
//! - *Not to be contracted, reordered, transformed, or divided by way of a reciprocal*: `NoContraction` on it, which
//!   forbids all of that. What is no arithmetic cannot have it (a comparison, a conversion): then what computes its operands has,
//!   through copies, phis and composites. If these go through calls, or through memory that a shader can write, all arithmetic
//!   of the module has.
//! - *To keep signed zeros, infinities and NaN*: `SignedZeroInfNanPreserve` for the width, on all entry points.
//!
//! # What it refuses
//!
//! - That mode does not bind all instructions: moves, `OpFConvert`, `OpFNegate`, `OpFAdd`, `OpFSub` and `OpFMul` alone (Vulkan
//!   specification, "Precision and Operation of SPIR-V Instructions"). A comparison, a division, an image that is sampled, an
//!   input of a fragment, or an extended instruction that is to keep NaN is promised nothing without SPV_KHR_float_controls2.
//!   Conversions from and to integers keep nothing of the kind in the first place.
//! - The mode where the device lacks it.
//!
//! Both go where the caller allows `float-controls`, with as much said as can be.

use super::{Frame, Input, Kind, Pass, Refusal};
use crate::facts::{Gates, Scalar, TypeView};
use crate::inst::Inst;
use crate::options::{Allow, Options};
use crate::plan::is_non_semantic;
use crate::tables::{
    capability, decoration, execution_mode as mode, execution_model, fp_fast_math_mode as fast,
    is_float_arithmetic, op, op_hot, storage_class, OpFlags,
};
use crate::target::{feature, Feature, FloatControl, Properties, Target};

/// What the pass takes the place of.
pub const FEATURES: &[Feature] = &[feature::shaderFloatControls2];

/// Extensions by which a device could have the same.
pub const EXTENSIONS: &[&str] = &["VK_KHR_shader_float_controls2"];

/// Lets a device keep signed zeros, infinities and NaN: whether it can, the pass asks.
pub fn pretend(properties: &mut Properties) {
    properties.shader_signed_zero_inf_nan_preserve_float16 = Some(true);
    properties.shader_signed_zero_inf_nan_preserve_float32 = Some(true);
    properties.shader_signed_zero_inf_nan_preserve_float64 = Some(true);
}

const MALFORMED: Refusal = Refusal("an invalid fast-math mode");

/// What an instruction is bound to, and what is known of an id: bits.
mod bit {
    /// Signed zeros, infinities and NaN are to be kept.
    pub const NUMBERS: u16 = 1;
    /// Nothing is to be rearranged.
    pub const ORDER: u16 = 2;
    /// The two above are its own decoration's.
    pub const OWN: u16 = 4;
    /// It says `NoContraction`.
    pub const SAID: u16 = 8;
    /// It is to say so.
    pub const MARKED: u16 = 16;
    /// What computes it has been asked for.
    pub const TRACED: u16 = 32;
    /// Of entry points: it has a mode of the pass's for floats of 16, 32 and 64 bits, at this bit and the next two.
    pub const MODE: u16 = 64;
    /// Likewise, a default.
    pub const DEFAULT: u16 = 512;
}

/// What a mode of SPV_KHR_float_controls2 forbids.
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

/// The pass, with the tables that it works in.
#[derive(Clone, Debug, Default)]
pub struct FastMath {
    /// By id.
    bits: Vec<u16>,
    pending: Vec<u32>,
}

impl Pass for FastMath {
    fn concerns(&mut self, input: Input<'_>, target: &Target, _options: &Options) -> bool {
        input.lacks(target, capability::FloatControls2)
    }

    fn run(
        &mut self,
        input: Input<'_>,
        target: &Target,
        options: &Options,
        frame: &mut Frame,
    ) -> Result<bool, Refusal> {
        let Input { words, facts } = input;
        self.bits.clear();
        self.bits.resize(facts.header.bound as usize, 0);
        self.pending.clear();
        let mut work = Work {
            input,
            frame,
            table: self,
            defaults: None,
            kept: 0,
            unbound: false,
            everywhere: false,
        };
        work.read_annotations();
        work.read_modes()?;
        for inst in facts.code(words) {
            work.bind(inst);
        }
        let allowed = options.allow.contains(Allow::FLOAT_CONTROLS);
        let lost = work.write_modes(target);
        if work.unbound && !allowed {
            return Err(Refusal(
                "infinities, NaN or signs of zeros must be preserved where only SPV_KHR_float_controls2 can express it",
            ));
        }
        if lost && !allowed {
            return Err(Refusal(
                "infinities, NaN or signs of zeros must be preserved, which the device has no way to request",
            ));
        }
        work.frame.count(match lost {
            true => Kind::FastMathRelaxed,
            false => Kind::FastMath,
        });
        work.write()?;
        Ok(true)
    }
}

/// A module on its way.
struct Work<'a> {
    input: Input<'a>,
    frame: &'a mut Frame,
    table: &'a mut FastMath,
    /// What defaults bind floats of 16, 32 and 64 bits to; `None` if there are none.
    defaults: Option<[u16; 3]>,
    /// Widths, as bits of their numbers, whose signed zeros, infinities and NaN are to be kept.
    kept: u16,
    /// Whether that is asked of an instruction which no mode binds.
    unbound: bool,
    /// Whether all arithmetic is to be marked.
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

    /// What is said of ids. Groups come before what they decorate is said to be theirs.
    fn read_annotations(&mut self) {
        let Input { words, facts } = self.input;
        for inst in facts.decorations(words) {
            match (inst.opcode(), inst.word(2)) {
                (op::OpDecorate, decoration::FPFastMathMode) => {
                    self.set(inst.word(1), bit::OWN | forbids(inst.word(3)));
                }
                (op::OpDecorate, decoration::NoContraction) => self.set(inst.word(1), bit::SAID),
                (op::OpGroupDecorate, _) => {
                    let group = self.bits(inst.word(1));
                    for &id in inst.from(2) {
                        self.set(id, group);
                    }
                }
                _ => {}
            }
        }
    }

    /// What is said of entry points.
    fn read_modes(&mut self) -> Result<(), Refusal> {
        let Input { words, facts } = self.input;
        let modes = || facts.modes(words);
        for inst in modes() {
            match (inst.opcode(), inst.word(2)) {
                (op::OpExecutionModeId, mode::FPFastMathDefault) => {
                    let width = self.width(inst.word(3)).ok_or(MALFORMED)?;
                    let flags = facts.def(words, inst.word(4));
                    let flags = match flags.map(|def| (def.opcode(), def)) {
                        Some((op::OpConstant, def)) => def.word(3),
                        Some((op::OpConstantNull, _)) => 0,
                        _ => return Err(MALFORMED),
                    };
                    let slot = self.defaults.get_or_insert([0; 3]).get_mut(width);
                    *slot.ok_or(MALFORMED)? |= forbids(flags);
                    self.set(inst.word(1), bit::DEFAULT << width);
                    self.frame.drop_mode_or_name(inst);
                }
                (op::OpExecutionMode, mode::SignedZeroInfNanPreserve) => {
                    if let Some(width) = width_number(inst.word(3)) {
                        self.set(inst.word(1), bit::MODE << width);
                    }
                }
                _ => {}
            }
        }
        let Some(mut defaults) = self.defaults else {
            return Ok(());
        };
        for entry in facts.entries(words) {
            let function = entry.word(2);
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

    /// Of a type of floats, of vectors or of matrices of them, the number of its width.
    fn width(&self, ty: u32) -> Option<usize> {
        let Input { words, facts } = self.input;
        let mut ty = ty;
        for _ in 0..3 {
            match facts.type_view(words, ty) {
                TypeView::Vector { component, .. } => ty = component,
                TypeView::Scalar(Scalar::Float { width }) => return width_number(width),
                _ => return None,
            }
        }
        None
    }

    /// Finds what an instruction is bound to, and binds what computes its operands if it cannot be bound itself.
    fn bind(&mut self, inst: Inst<'_>) {
        let Input { words, facts } = self.input;
        let flags = op_hot(inst.opcode()).flags;
        let (ty, id) = match flags.contains(OpFlags::RESULT_TYPE) {
            true => (inst.word(1), inst.word(2)),
            false => (0, 0),
        };
        if inst.opcode() == op::OpFunction || is_non_semantic(facts, inst) {
            return;
        }
        let mut widths = 0_u16;
        let mut look = |ty: u32| widths |= self.width(ty).map_or(0, |width| 1 << width);
        look(ty);
        self.input
            .uses(inst, |used| look(facts.type_of(words, used)));
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
            self.kept |= widths;
            self.unbound |= !keeps_numbers(inst.opcode()) || self.is_interpolated(inst);
        }
        if bound & bit::ORDER == 0 {
            return;
        }
        if is_float_arithmetic(inst.opcode()) {
            return self.set(id, bit::MARKED);
        }
        // A value that is stored or handed on is computed by then.
        let ends = [op::OpStore, op::OpReturnValue, op::OpFunctionCall];
        if !ends.contains(&inst.opcode()) {
            self.input.uses(inst, |used| self.table.pending.push(used));
        }
        while let Some(value) = self.table.pending.pop() {
            self.trace(value);
        }
    }

    /// Whether an instruction loads an input of fragments.
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

    /// Marks what computes a value.
    fn trace(&mut self, id: u32) {
        let Input { words, facts } = self.input;
        let Some(def) = facts.def(words, id) else {
            return;
        };
        if self.bits(id) & bit::TRACED != 0 || self.width(facts.type_of(words, id)).is_none() {
            return;
        }
        self.set(id, bit::TRACED);
        match def.opcode() {
            opcode if is_float_arithmetic(opcode) => self.set(id, bit::MARKED),
            op::OpFunctionCall | op::OpFunctionParameter => self.everywhere = true,
            op::OpLoad if !self.is_read_only(def.word(3)) => self.everywhere = true,
            opcode if moves(opcode) => {
                self.input.uses(def, |used| self.table.pending.push(used));
            }
            _ => {}
        }
    }

    /// Whether what a pointer leads to was computed before the shader.
    fn is_read_only(&self, pointer: u32) -> bool {
        let Input { words, facts } = self.input;
        match facts.type_view(words, facts.type_of(words, pointer)) {
            TypeView::Pointer { class, .. } => {
                matches!(class, storage_class::Input | storage_class::PushConstant)
            }
            _ => false,
        }
    }

    /// Gives entry points their modes; whether something is lost.
    fn write_modes(&mut self, target: &Target) -> bool {
        let Input { words, facts } = self.input;
        let mut lost = self.unbound;
        let keeps = FloatControl::SignedZeroInfNanPreserve;
        for (number, width) in [16, 32, 64].into_iter().enumerate() {
            if self.kept & 1 << number == 0 {
                continue;
            }
            if !target.properties().float_control(keeps, width)
                || !target.has_capability(capability::SignedZeroInfNanPreserve)
            {
                lost = true;
                continue;
            }
            self.frame.capability(capability::SignedZeroInfNanPreserve);
            for entry in facts.entries(words) {
                let function = entry.word(2);
                if self.bits(function) & bit::MODE << number == 0 {
                    self.set(function, bit::MODE << number);
                    self.frame
                        .mode(&[function, mode::SignedZeroInfNanPreserve, width]);
                }
            }
        }
        lost
    }

    /// Writes the module.
    fn write(&mut self) -> Result<(), Refusal> {
        let (Input { words, facts }, input) = (self.input, self.input);
        for inst in input.facts.decorations(input.words) {
            let is_ours =
                inst.opcode() == op::OpDecorate && inst.word(2) == decoration::FPFastMathMode;
            if !is_ours {
                self.frame.copy_annotation(input, inst)?;
            }
        }
        for inst in facts.declarations(words) {
            self.frame.copy_global(input, inst)?;
        }
        for inst in facts.code(words) {
            self.frame.copy_code(input, inst)?;
            if !is_float_arithmetic(inst.opcode()) || self.width(inst.word(1)).is_none() {
                continue;
            }
            let bits = self.bits(inst.word(2));
            if (self.everywhere || bits & bit::MARKED != 0) && bits & bit::SAID == 0 {
                let say = [inst.word(2), decoration::NoContraction];
                self.frame.annotate(op::OpDecorate, &say);
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

/// Whether `SignedZeroInfNanPreserve` binds an instruction, or there is nothing about it to be bound.
fn keeps_numbers(opcode: u16) -> bool {
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
