//! Derivatives of compute shaders, by what the invocations of a quad exchange.
//!
//! # Before and after
//!
//! With `lane = LocalInvocationIndex`, and the bits of it that tell the columns and the rows of a quad apart: 1 and 2 with
//! `DerivativeGroupLinearKHR`, 1 and the width of the workgroup with `DerivativeGroupQuadsKHR`
//!
//! ```text
//! %d = OpDPdx %p                         %q = OpGroupNonUniformShuffleXor %p bit
//!                                        %d = OpFSub (lane & bit ? %p : %q) (lane & bit ? %q : %p)
//! OpDPdy                                 the same with the other bit
//! OpFwidth                               FAbs dx + FAbs dy
//! …Fine, …Coarse                         the same
//! OpImageSampleImplicitLod %i %c         OpImageSampleExplicitLod %i %c Grad dx dy, of the coordinates without the layer
//! …Dref…, …Proj…, Sparse…                the same; projected coordinates are divided before
//! the execution mode                     nothing
//! ```
//!
//! The module is then filtered with emulated subgroups, which number the invocations of a workgroup by their index, so that
//! both of a pair are in one ([`Derivatives::least`]).
//!
//! # Exactness
//! Exact. The quads are those of the mode (specification, "Execution Modes"; Vulkan, "Quads in compute shaders"), a derivative is the difference
//! within the row or the column of the quad (Vulkan, "Derivative Operations"), which every invocation of it computes from the same two
//! values, and a coarse derivative may be the fine one. No multiplication is contracted into the difference. Vulkan defines the level of an
//! implicit sample by the same derivatives of its coordinates as explicit ones give ("Scale Factor Operation, LOD Operation and Image Level(s) Selection").
//! A derivative where not all of a quad are is undefined, as the exchange is.
//!
//! # Pitfalls
//! - With quads of two rows, the rows of a pair are as far apart as the workgroup is wide: its width has to be a power of two, and twice
//!   that the size of a subgroup.
//! - `OpSampledImage` has to stay in the block of its use: nothing here begins a block.
//!
//! # What it refuses
//! Quad operations beside quads of two rows; a bias on an implicit level, for which explicit ones have no operand; `OpImageQueryLod` and
//! footprints; entry points with different modes.
//!
//! # Prior art
//! DirectX's shader model 6.6 and `VK_KHR_compute_shader_derivatives` define quads of these two shapes in compute shaders; what has neither computes
//! derivatives by hand, in workgroup memory.
//!
//! `compute-derivatives` is shown by `corpus/shaders/subgroup/compute_derivatives.comp`.

use super::rewrite::Rewrite;
use super::{Input, Kind, LowerError, ModuleBuilder};
use crate::build::Build;
use crate::facts::{built_in_of, Scalar, TypeView};
use crate::inst::Inst;
use crate::plan::has_quads;
use crate::specialize::is_derivative;
use crate::tables::{
    built_in, capability, decoration, dim, execution_mode as mode, glsl_std_450 as glsl,
    image_operands as bits, op, scope,
};
use crate::views;

const UNKNOWN: LowerError = LowerError::Because("a derivative of something unexpected");
const BIAS: LowerError =
    LowerError::Because("an implicit level of detail with a bias, which explicit ones do not have");
const QUERY: LowerError =
    LowerError::Because("a query of an implicit level of detail, or of its footprint");
const MODES: LowerError = LowerError::Because("its entry points group invocations differently");
const SQUARES: LowerError =
    LowerError::Because("it has quad operations, and its quads are squares of invocations");
const WIDTH: LowerError = LowerError::Because(
    "the width of its workgroups is not known, no power of two, or larger than 64: rows of a quad are in different subgroups",
);

/// The widest workgroup with quads of two rows.
const MOST_WIDTH: u32 = 64;

/// The working memory.
#[derive(Clone, Debug, Default)]
pub struct Derivatives {
    /// The bits of the index that tell columns and rows apart.
    bits: [u32; 2],
    /// The variable with `LocalInvocationIndex`, 0 if it is still to be declared.
    index: u32,
    /// Whether entry points list it.
    listed: bool,
}

/// The rewrite of one module.
type Work<'a> = super::rewrite::Work<'a, Derivatives>;

impl Derivatives {
    /// Writes the module into the build. `width` is that of all workgroups, if it is known. Returns false if its invocations are not
    /// grouped for derivatives.
    ///
    /// # Errors
    /// The reason, if the module contains something that is refused.
    pub fn run(
        &mut self,
        input: Input<'_>,
        width: Option<u32>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let Input { words, facts } = input;
        let mut found = None;
        for inst in facts.modes(words) {
            let value = views::ExecutionMode(inst).mode();
            if !matches!(
                value,
                mode::DerivativeGroupLinearKHR | mode::DerivativeGroupQuadsKHR
            ) {
                continue;
            }
            if found.is_some_and(|found| found != value) {
                return Err(MODES);
            }
            found = Some(value);
            build.drop_mode_or_name(inst);
        }
        let rows = match found {
            None => return Ok(false),
            Some(mode::DerivativeGroupLinearKHR) => 2,
            Some(_) => width
                .filter(|width| width.is_power_of_two() && (2..=MOST_WIDTH).contains(width))
                .ok_or(WIDTH)?,
        };
        // Emulated quads are four invocations in a row.
        if rows != 2 && has_quads(facts) {
            return Err(SQUARES);
        }
        self.bits = [1, rows];
        self.listed = false;
        let index = |inst: &Inst<'_>| built_in_of(*inst) == Some(built_in::LocalInvocationIndex);
        let is_variable = |id: u32| {
            let def = facts.def(words, id);
            def.is_some_and(|def| def.opcode() == op::OpVariable)
        };
        let index = facts.decorations(words).find(index);
        if index.is_some_and(|inst| !is_variable(inst.target())) {
            return Err(UNKNOWN);
        }
        self.index = index.map_or(0, |inst| inst.target());
        let mut work = Work {
            input,
            build,
            tables: self,
        };
        work.walk()?;
        Ok(true)
    }

    /// The least size of subgroups in which both of a pair are in the same one.
    pub fn least(&self) -> u32 {
        (self.bits[1] * 2).max(4)
    }
}

impl<'w> Rewrite<'w> for Work<'w> {
    fn stops_at(opcode: u16) -> bool {
        is_derivative(opcode)
    }

    fn code(&mut self, inst: Inst<'w>, _marks: u16) -> Result<(), LowerError> {
        if !Self::stops_at(inst.opcode()) {
            return self.build.copy_code(self.input, inst);
        }
        self.build.count(Kind::ComputeDerivative);
        match inst.opcode() {
            op::OpDPdx..=op::OpFwidthCoarse => self.derivative(inst),
            op::OpImageQueryLod | op::OpImageSampleFootprintNV => Err(QUERY),
            _ => self.sample(inst),
        }
    }
}

impl Work<'_> {
    fn get(&self, id: u32) -> Result<u32, LowerError> {
        self.build.get(id).ok_or(UNKNOWN)
    }

    /// Emits a derivative.
    fn derivative(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let ty = inst.result_type();
        let &[value] = inst.from(3) else {
            return Err(UNKNOWN);
        };
        if self.input.type_of(value) != ty {
            return Err(UNKNOWN);
        }
        let (components, now, out) = (self.components(ty)?, self.get(value)?, self.get(ty)?);
        let result = match inst.opcode() {
            op::OpDPdx | op::OpDPdxFine | op::OpDPdxCoarse => {
                self.difference(0, now, out, components)?
            }
            op::OpDPdy | op::OpDPdyFine | op::OpDPdyCoarse => {
                self.difference(1, now, out, components)?
            }
            _ => {
                let mut parts = [0; 2];
                for (axis, part) in parts.iter_mut().enumerate() {
                    let difference = self.difference(axis, now, out, components)?;
                    *part = self.build.glsl(glsl::FAbs, out, &[difference]);
                }
                let sum = self.build.op(op::OpFAdd, out, &parts);
                self.build.decorate(sum, &[decoration::NoContraction]);
                sum
            }
        };
        self.build
            .unary_as(inst.result(), op::OpCopyObject, out, result);
        Ok(())
    }

    /// The number of components of a type of floats.
    fn components(&self, ty: u32) -> Result<u32, LowerError> {
        let is_float =
            |ty: u32| matches!(self.input.view(ty), TypeView::Scalar(Scalar::Float { .. }));
        match self.input.view(ty) {
            TypeView::Vector { component, count } if is_float(component) => Ok(count),
            _ if is_float(ty) => Ok(1),
            _ => Err(UNKNOWN),
        }
    }

    /// Emits the difference of a value, as ids of the output, along an axis. 6 instructions beside the exchange, one more for a vector.
    fn difference(
        &mut self,
        axis: usize,
        value: u32,
        ty: u32,
        components: u32,
    ) -> Result<u32, LowerError> {
        let bit = self.tables.bits.get(axis).copied().unwrap_or(1);
        let bit = self.build.constant(bit);
        let is_second = self.is_second(bit, components)?;
        let subgroup = self.build.constant(scope::Subgroup);
        self.build.capability(capability::GroupNonUniformShuffle);
        let opcode = op::OpGroupNonUniformShuffleXor;
        let other = self.build.op(opcode, ty, &[subgroup, value, bit]);
        let [second, first] = [[value, other], [other, value]]
            .map(|[yes, no]| self.build.op(op::OpSelect, ty, &[is_second, yes, no]));
        let difference = self.build.op(op::OpFSub, ty, &[second, first]);
        self.build
            .decorate(difference, &[decoration::NoContraction]);
        Ok(difference)
    }

    /// Emits whether the invocation is the second of a pair, for each component.
    fn is_second(&mut self, bit: u32, components: u32) -> Result<u32, LowerError> {
        let (uint, bool_type) = (self.build.uint(), self.build.bool());
        let index = self.index(uint)?;
        let masked = self.build.op(op::OpBitwiseAnd, uint, &[index, bit]);
        let zero = self.build.constant(0);
        let is = self.build.op(op::OpINotEqual, bool_type, &[masked, zero]);
        if components <= 1 {
            return Ok(is);
        }
        let all = self.build.vector(bool_type, components);
        let parts = [is; 4];
        let parts = parts.get(..components as usize).ok_or(UNKNOWN)?;
        Ok(self.build.op(op::OpCompositeConstruct, all, parts))
    }

    /// Emits the index of the invocation.
    fn index(&mut self, uint: u32) -> Result<u32, LowerError> {
        let Input { words, facts } = self.input;
        if self.tables.index == 0 {
            self.tables.index = self.build.built_in(built_in::LocalInvocationIndex, uint);
        }
        let variable = self.tables.index;
        if !core::mem::replace(&mut self.tables.listed, true) {
            self.build.list_everywhere(self.input, variable);
        }
        let own = facts.def(words, variable).map(|def| def.result_type());
        match own.map(|pointer| facts.pointee(words, pointer)) {
            Some(held) if self.get(held)? != uint => {
                let held = self.get(held)?;
                let index = self.build.op(op::OpLoad, held, &[variable]);
                Ok(self.build.op(op::OpBitcast, uint, &[index]))
            }
            _ => Ok(self.build.op(op::OpLoad, uint, &[variable])),
        }
    }

    /// Emits a sample with an explicit level.
    fn sample(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let Input { words, facts } = self.input;
        let first = match inst.opcode() {
            op::OpImageSparseSampleImplicitLod..=op::OpImageSparseSampleProjDrefExplicitLod => {
                op::OpImageSparseSampleImplicitLod
            }
            _ => op::OpImageSampleImplicitLod,
        };
        let form = inst.opcode() - first;
        let (has_reference, is_projected) = (form & 2 != 0, form & 4 != 0);
        let fixed = 2 + usize::from(has_reference);
        let operands = inst.from(3);
        let (Some(start), rest) = (operands.get(..fixed), operands.get(fixed..).unwrap_or(&[]))
        else {
            return Err(UNKNOWN);
        };
        let (mut mask, mut rest) = rest
            .split_first()
            .map_or((0, rest), |(&mask, rest)| (mask, rest));
        // The bias is the first operand of the mask.
        if mask & bits::Bias != 0 {
            let (&bias, behind) = rest.split_first().ok_or(UNKNOWN)?;
            let is_zero = facts.def(words, bias).is_some_and(|def| {
                def.opcode() == op::OpConstantNull
                    // It may be negative.
                    || def.opcode() == op::OpConstant
                        && def.from(3).iter().all(|&word| word << 1 == 0)
            });
            if !is_zero {
                return Err(BIAS);
            }
            (mask, rest) = (mask & !bits::Bias, behind);
        }
        if mask & (bits::Lod | bits::Grad) != 0 {
            return Err(UNKNOWN);
        }
        let &[image, coordinate, ..] = start else {
            return Err(UNKNOWN);
        };
        let [dx, dy] = self.gradients(image, coordinate, is_projected)?;
        let mut words = arrayvec::ArrayVec::<u32, 12>::new();
        let mut add = |id: u32| words.try_push(id).map_err(|_| UNKNOWN);
        for &id in start {
            add(self.build.get(id).ok_or(UNKNOWN)?)?;
        }
        add(mask | bits::Grad)?;
        add(dx)?;
        add(dy)?;
        for &id in rest {
            add(self.build.get(id).ok_or(UNKNOWN)?)?;
        }
        let ty = self.get(inst.result_type())?;
        self.build
            .op_as(inst.result(), inst.opcode() + 1, ty, &words);
        Ok(())
    }

    /// Emits the derivatives of a sample's coordinates along both axes.
    fn gradients(
        &mut self,
        image: u32,
        coordinate: u32,
        is_projected: bool,
    ) -> Result<[u32; 2], LowerError> {
        let Input { words, facts } = self.input;
        let sampled = facts.def(words, self.input.type_of(image)).ok_or(UNKNOWN)?;
        let shape = facts.def(words, sampled.word(2)).ok_or(UNKNOWN)?;
        if sampled.opcode() != op::OpTypeSampledImage || shape.opcode() != op::OpTypeImage {
            return Err(UNKNOWN);
        }
        let count = match views::TypeImage(shape).dim() {
            dim::Dim1D => 1,
            dim::Dim2D | dim::Rect => 2,
            dim::Dim3D | dim::Cube => 3,
            _ => return Err(UNKNOWN),
        };
        let held = self.input.type_of(coordinate);
        let given = self.components(held)?;
        let component = match self.input.view(held) {
            TypeView::Vector { component, .. } => component,
            _ => held,
        };
        if given < count + u32::from(is_projected) {
            return Err(UNKNOWN);
        }
        let (component, mut place) = (self.get(component)?, self.get(coordinate)?);
        let ty = self.build.vector(component, count);
        let whole = place;
        if given > count {
            place = match count {
                1 => self.build.op(op::OpCompositeExtract, ty, &[whole, 0]),
                _ => {
                    let all = [whole, whole, 0, 1, 2];
                    let operands = all.get(..2 + count as usize).ok_or(UNKNOWN)?;
                    self.build.op(op::OpVectorShuffle, ty, operands)
                }
            };
        }
        if is_projected {
            let by = self
                .build
                .op(op::OpCompositeExtract, component, &[whole, count]);
            let parts = [by; 3];
            let by = match count {
                1 => by,
                _ => {
                    let parts = parts.get(..count as usize).ok_or(UNKNOWN)?;
                    self.build.op(op::OpCompositeConstruct, ty, parts)
                }
            };
            place = self.build.op(op::OpFDiv, ty, &[place, by]);
        }
        Ok([
            self.difference(0, place, ty, count)?,
            self.difference(1, place, ty, count)?,
        ])
    }
}

#[cfg(test)]
mod tests;
