//! Execution modes, decorations and names.

use super::scalars::{self, ScalarSet};
use super::{round, LowerError, Work};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::builder::mark;
use crate::passes::input::captures;
use crate::tables::{decoration, execution_mode, op};
use crate::views;

/// What entry points ask of the floats of a type.
#[derive(Default)]
struct Asked {
    of: round::Mode,
    /// The opposites: rounding to nearest, preserved denormals.
    nearest: bool,
    preserve: bool,
}

impl Asked {
    fn add(&mut self, mode: u32) {
        match mode {
            execution_mode::RoundingModeRTZ => self.of.to_zero = true,
            execution_mode::RoundingModeRTE => self.nearest = true,
            execution_mode::DenormFlushToZero => self.of.flush = true,
            execution_mode::DenormPreserve => self.preserve = true,
            _ => {}
        }
    }

    fn differ(&self) -> bool {
        self.of.to_zero && self.nearest || self.of.flush && self.preserve
    }
}

impl Work<'_> {
    /// Rewrites execution modes. Those of 16- and 64-bit floats are dropped, since none remain. `SignedZeroInfNanPreserve`
    /// of halves is requested for 32-bit floats instead; the emitted arithmetic ensures the others.
    pub fn modes(&mut self) -> Result<(), LowerError> {
        let mut conversions = core::mem::take(&mut self.tables.conversions);
        conversions.read(self.input);
        conversions.retain(|one| self.is_promoted(self.input.type_of(one.id)));
        self.tables.conversions = conversions;
        for one in self.tables.conversions.iter() {
            one.rounds_to_zero()?;
        }
        const KEEPS: u32 = execution_mode::SignedZeroInfNanPreserve;
        let mut singles = Asked::default();
        for inst in self.input.facts.modes(self.input.words) {
            let mode = views::ExecutionMode(inst);
            if inst.opcode() == op::OpExecutionMode && mode.operand() == 32 {
                singles.add(mode.mode());
                if mode.mode() == KEEPS {
                    self.build.mark(inst.target(), mark::HAS_MODE);
                }
            }
        }
        (self.single_rounding, self.singles_differ) = (singles.of, singles.differ());
        let (mut halves, mut doubles) = (Asked::default(), Asked::default());
        for inst in self.input.facts.modes(self.input.words) {
            let width = match (
                inst.opcode(),
                self.shape(views::ExecutionMode(inst).operand()),
            ) {
                (op::OpExecutionMode, _) => views::ExecutionMode(inst).operand(),
                (_, Some((Scalar::Float { width }, _))) => width,
                _ => continue,
            };
            if scalars::row(self.legalized, Scalar::Float { width }).is_none() {
                continue;
            }
            let mode = views::ExecutionMode(inst).mode();
            match mode {
                KEEPS if width == 16 && self.exact => {
                    let function = inst.target();
                    if !self.build.is_marked(function, mark::HAS_MODE) {
                        self.build.mark(function, mark::HAS_MODE);
                        self.build.mode(&[function, KEEPS, 32]);
                    }
                }
                execution_mode::DenormPreserve
                | execution_mode::DenormFlushToZero
                | execution_mode::SignedZeroInfNanPreserve
                | execution_mode::RoundingModeRTE
                | execution_mode::RoundingModeRTZ
                | execution_mode::FPFastMathDefault => {}
                _ => continue,
            }
            self.build.drop_mode_or_name(inst);
            match width {
                16 => halves.add(mode),
                // The caller allows the loss of doubles, so their modes are dropped, too.
                _ if self.legalized.meets(ScalarSet::FLOAT64) => {}
                _ => doubles.add(mode),
            }
        }
        // Functions may be shared by entry points.
        if self.exact && halves.differ() {
            return Err(LowerError::Because(
                "entry points that round 16-bit floats, or treat their denormals, in different ways",
            ));
        }
        if doubles.differ() {
            return Err(LowerError::Because(
                "entry points that round 64-bit floats, or treat their denormals, in different ways",
            ));
        }
        (self.rounding, self.double_rounding) = (halves.of, doubles.of);
        Ok(())
    }

    /// Gives a structure's second form and its members the names of the first: Mesa accepts `OpCopyLogical` between
    /// structures only if they and their members have the same names, or none.
    pub fn names(&mut self) {
        for inst in self.input.facts.name_instructions(self.input.words) {
            let structure = inst.target();
            let value = self.value_type(structure);
            if value != self.get(structure) && self.build.keeps(structure) {
                self.build.name_like(value, inst);
            }
        }
    }

    /// Copies an annotation of an expanded value.
    fn annotation_of_words(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        match views::Decorate(inst).decoration() {
            decoration::NonUniform => self.build.copy_annotation(self.input, inst),
            decoration::NoContraction
            | decoration::RelaxedPrecision
            | decoration::FPFastMathMode
            | decoration::NoSignedWrap
            | decoration::NoUnsignedWrap
            | decoration::Uniform
            | decoration::UniformId
            | decoration::UserSemantic => Ok(()),
            _ => Err(LowerError::Because(
                "an unknown decoration of a 64-bit value",
            )),
        }
    }

    /// Copies an annotation, unless it would be wrong for what represents its target.
    pub fn decoration(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (words, facts) = (self.input.words, self.input.facts);
        let decoration = match inst.opcode() {
            op::OpDecorate => views::Decorate(inst).decoration(),
            op::OpMemberDecorate => views::MemberDecorate(inst).decoration(),
            _ => u32::MAX,
        };
        if self.tables.conversions.drops(inst) {
            return Ok(());
        }
        let of_value = matches!(
            inst.opcode(),
            op::OpDecorate | op::OpDecorateId | op::OpDecorateString
        );
        if of_value && self.count_of(inst.target()) > 0 {
            return self.annotation_of_words(inst);
        }
        let of_matrix = matches!(
            decoration,
            decoration::RowMajor | decoration::ColMajor | decoration::MatrixStride
        );
        if of_matrix && inst.opcode() == op::OpMemberDecorate {
            // A matrix that became an array has no layout of its own.
            let member = views::MemberDecorate(inst).member();
            let part = facts.part_type(words, inst.target(), member);
            if part.is_some_and(|part| self.tables.has_expanded(part)) {
                return Ok(());
            }
        }
        if !self.may_be_wrong(decoration) {
            return self.build.copy_annotation(self.input, inst);
        }
        let ty = match self.input.type_of(inst.target()) {
            _ if inst.opcode() == op::OpMemberDecorate => {
                let part =
                    facts.part_type(words, inst.target(), views::MemberDecorate(inst).member());
                part.unwrap_or(0)
            }
            0 => inst.target(),
            ty => ty,
        };
        let held = match facts.type_view(words, ty) {
            TypeView::Pointer { pointee, .. } => pointee,
            _ => ty,
        };
        if !self.is_promoted(held) {
            return self.build.copy_annotation(self.input, inst);
        }
        match decoration {
            // On 32-bit floats `RelaxedPrecision` would lose precision; no-wrap guarantees do not hold with unspecified upper
            // bits; and the mode of one instruction would apply to the last of several only.
            decoration::RelaxedPrecision
            | decoration::NoSignedWrap
            | decoration::NoUnsignedWrap
            | decoration::FPFastMathMode => Ok(()),
            decoration::NoContraction if self.exact && self.holds(held, ScalarSet::FLOAT16) => {
                Ok(())
            }
            decoration::XfbBuffer | decoration::Offset if captures(self.input, inst) => {
                Err(LowerError::Because("transform feedback of 64-bit floats"))
            }
            _ => self.build.copy_annotation(self.input, inst),
        }
    }

    /// Whether a decoration can be wrong for a 32-bit form.
    fn may_be_wrong(&self, decoration: u32) -> bool {
        match decoration {
            decoration::RelaxedPrecision
            | decoration::NoSignedWrap
            | decoration::NoUnsignedWrap
            | decoration::FPFastMathMode
            | decoration::NoContraction => true,
            decoration::XfbBuffer | decoration::Offset => self.legalized.meets(ScalarSet::FLOAT64),
            _ => false,
        }
    }
}
