//! Execution modes with a feature, a property or a limit of their own, and the fast-math decorations.

use super::super::limits::Limit;
use super::{Checker, Is};
use crate::facts::Scalar;
use crate::inst::{Inst, Insts};
use crate::plan::Need;
use crate::tables::{
    decoration, execution_mode as mode, execution_model as model, fp_fast_math_mode as fast, op,
    op_hot, OpFlags,
};
use crate::views;

/// The modes that must be set on a device that does not preserve signed zeros, infinities and NaN.
const LOOSE: u32 = fast::NotNaN | fast::NotInf | fast::NSZ;

/// The number of modes searched for one that a mode must agree with.
const MAX_MODES: usize = 256;

/// The number of targets of a group, and of uses of groups, that are visited. For a larger group, all float widths count.
const MAX_TARGETS: usize = 256;

impl Checker<'_, '_> {
    pub(super) fn mode(&mut self) {
        let inst = self.inst;
        match views::ExecutionMode(inst).mode() {
            mode::SubgroupUniformControlFlowKHR => {
                self.need(Is::SubgroupUniformControlFlow);
                let facts = self.place.facts;
                let function = facts.function_of(inst.target());
                let stages = function.and_then(|index| self.place.stages.of.get(index));
                self.subgroups_in(stages.copied().unwrap_or(0));
            }
            mode::MaximallyReconvergesKHR => self.need(Is::MaximalReconvergence),
            mode::LocalSizeId => self.need(Is::LocalSizeId),
            mode::Isolines => self.need(Is::Isolines),
            mode::PointMode => self.need(Is::PointMode),
            mode::EarlyAndLateFragmentTestsAMD
            | mode::StencilRefUnchangedFrontAMD
            | mode::StencilRefGreaterFrontAMD
            | mode::StencilRefLessFrontAMD
            | mode::StencilRefUnchangedBackAMD
            | mode::StencilRefGreaterBackAMD
            | mode::StencilRefLessBackAMD => self.need(Is::EarlyAndLateTests),
            mode::DerivativeGroupQuadsKHR | mode::DerivativeGroupLinearKHR if self.is_mesh() => {
                self.need(Is::MeshDerivatives);
            }
            mode::OutputVertices if self.is_mesh() => {
                (self.visit)(Need::limit(
                    Limit::MeshOutputVertices,
                    views::ExecutionMode(inst).operand(),
                ));
            }
            mode::OutputPrimitivesEXT if self.is_mesh() => {
                (self.visit)(Need::limit(
                    Limit::MeshOutputPrimitives,
                    views::ExecutionMode(inst).operand(),
                ));
            }
            mode::FPFastMathDefault => {
                let allowed = views::ExecutionMode(inst).operands().get(1);
                let allowed = allowed.and_then(|&id| self.constant(id)).unwrap_or(0);
                if allowed & LOOSE != LOOSE {
                    self.fast_math(views::ExecutionMode(inst).operand());
                }
            }
            mode::SignedZeroInfNanPreserve
            | mode::DenormPreserve
            | mode::DenormFlushToZero
            | mode::RoundingModeRTE
            | mode::RoundingModeRTZ => self.float_control(),
            _ => {}
        }
    }

    /// Whether the mode's entry point is a mesh or task shader.
    fn is_mesh(&self) -> bool {
        let facts = self.place.facts;
        let mut entries = facts.entries(self.place.words).take(MAX_MODES);
        entries.any(|entry| {
            let entry = views::EntryPoint(entry);
            entry.entry_point() == self.inst.target()
                && matches!(
                    entry.execution_model(),
                    model::MeshEXT | model::TaskEXT | model::MeshNV | model::TaskNV
                )
        })
    }

    fn float_control(&mut self) {
        let set = views::ExecutionMode(self.inst);
        let (mode, width) = (set.mode(), set.operand());
        let condition = match (mode, width) {
            (mode::SignedZeroInfNanPreserve, 16) => Is::SignedZeroInfNanPreserve16,
            (mode::SignedZeroInfNanPreserve, 32) => Is::SignedZeroInfNanPreserve32,
            (mode::SignedZeroInfNanPreserve, 64) => Is::SignedZeroInfNanPreserve64,
            (mode::DenormPreserve, 16) => Is::DenormPreserve16,
            (mode::DenormPreserve, 32) => Is::DenormPreserve32,
            (mode::DenormPreserve, 64) => Is::DenormPreserve64,
            (mode::DenormFlushToZero, 16) => Is::DenormFlushToZero16,
            (mode::DenormFlushToZero, 32) => Is::DenormFlushToZero32,
            (mode::DenormFlushToZero, 64) => Is::DenormFlushToZero64,
            (mode::RoundingModeRTE, 16) => Is::RoundingModeRTE16,
            (mode::RoundingModeRTE, 32) => Is::RoundingModeRTE32,
            (mode::RoundingModeRTE, 64) => Is::RoundingModeRTE64,
            (mode::RoundingModeRTZ, 16) => Is::RoundingModeRTZ16,
            (mode::RoundingModeRTZ, 32) => Is::RoundingModeRTZ32,
            (mode::RoundingModeRTZ, 64) => Is::RoundingModeRTZ64,
            _ => return,
        };
        self.need(condition);
        let (other, apart, apart32) = match mode {
            mode::DenormPreserve => (
                mode::DenormFlushToZero,
                Is::DenormWidthsApart,
                Is::Denorm32Apart,
            ),
            mode::DenormFlushToZero => (
                mode::DenormPreserve,
                Is::DenormWidthsApart,
                Is::Denorm32Apart,
            ),
            mode::RoundingModeRTE => (
                mode::RoundingModeRTZ,
                Is::RoundingWidthsApart,
                Is::Rounding32Apart,
            ),
            mode::RoundingModeRTZ => (
                mode::RoundingModeRTE,
                Is::RoundingWidthsApart,
                Is::Rounding32Apart,
            ),
            _ => return,
        };
        // Of two modes with different settings, the later one has the condition.
        let facts = self.place.facts;
        let start = facts.entry_points.last().copied().unwrap_or(0);
        let earlier = Insts::new(self.place.words, start, self.inst.offset()).take(MAX_MODES);
        for before in earlier.filter(|before| before.opcode() == op::OpExecutionMode) {
            let before = views::ExecutionMode(before);
            let differs = before.entry_point() == set.entry_point()
                && before.mode() == other
                && before.operand() != width;
            if differs {
                let with32 = before.operand() == 32 || width == 32;
                self.need(if with32 { apart32 } else { apart });
            }
        }
    }

    pub(super) fn decoration(&mut self) {
        let inst = self.inst;
        let at = if inst.opcode() == op::OpDecorate {
            2
        } else {
            3
        };
        match inst.word(at) {
            decoration::FPFastMathMode if inst.word(at + 1) & LOOSE != LOOSE => {
                match self.place.facts.def(self.place.words, inst.target()) {
                    Some(def) if def.opcode() == op::OpDecorationGroup => {
                        self.fast_math_of_group(inst.target());
                    }
                    Some(def) => self.fast_math_of(def),
                    None => {}
                }
            }
            decoration::Stream => {
                (self.visit)(Need::limit(
                    Limit::TransformFeedbackStreams,
                    inst.word(at + 1).saturating_add(1),
                ));
            }
            decoration::XfbStride => {
                (self.visit)(Need::limit(
                    Limit::TransformFeedbackStride,
                    inst.word(at + 1),
                ));
            }
            _ => {}
        }
    }

    pub(super) fn stream(&mut self) {
        if let Some(stream) = self.constant(views::StreamVertex(self.inst).stream()) {
            (self.visit)(Need::limit(
                Limit::TransformFeedbackStreams,
                stream.saturating_add(1),
            ));
        }
    }

    /// Adds the needs of a decorated group: those of each target as if it were decorated itself.
    fn fast_math_of_group(&mut self, group: u32) {
        let place = self.place;
        let mut left = MAX_TARGETS;
        for &offset in &place.facts.group_decorates {
            let targets = match Inst::at(place.words, offset) {
                Some(inst) if views::GroupDecorate(inst).decoration_group() == group => {
                    views::GroupDecorate(inst).targets()
                }
                _ => &[],
            };
            let Some(rest) = left.checked_sub(targets.len().max(1)) else {
                return [Is::FastMath16, Is::FastMath32, Is::FastMath64]
                    .into_iter()
                    .for_each(|condition| self.need(condition));
            };
            left = rest;
            for &id in targets {
                if let Some(def) = place.facts.def(place.words, id) {
                    self.fast_math_of(def);
                }
            }
        }
    }

    /// Adds the needs of an instruction with a fast-math mode.
    fn fast_math_of(&mut self, def: Inst<'_>) {
        let flags = op_hot(def.opcode()).flags;
        if !flags.contains(OpFlags::RESULT_TYPE) {
            return;
        }
        self.fast_math(def.result_type());
        if flags.contains(OpFlags::IDS_ONLY) {
            for &id in def.operands().iter().take(4) {
                self.fast_math(self.place.type_of(id));
            }
        }
    }

    fn fast_math(&mut self, ty: u32) {
        match self.scalar(ty) {
            Some(Scalar::Float { width: 16 }) => self.need(Is::FastMath16),
            Some(Scalar::Float { width: 32 }) => self.need(Is::FastMath32),
            Some(Scalar::Float { width: 64 }) => self.need(Is::FastMath64),
            _ => {}
        }
    }
}
