//! The pass `half_images`: images of 16-bit floats and 16-bit coordinates (SPV_AMD_gpu_shader_half_float_fetch) as 32-bit
//! ones, on devices that have none, or compute with no halves.
//!
//! ```text
//! %image = OpTypeImage %half 2D 0 0 0 1 Unknown           %image = OpTypeImage %float 2D 0 0 0 1 Unknown
//!
//! %texel = OpImageSampleExplicitLod %v4half %s %at        %place = OpFConvert %v2float %at
//!             Lod %lod                               ⇒    %level = OpFConvert %float %lod
//!                                                          %wide = OpImageSampleExplicitLod %v4float %s %place Lod %level
//!                                                         %texel = OpFConvert %v4half %wide
//!
//!          OpImageWrite %i %at %texel                       %wide = OpFConvert %v4float %texel
//!                                                                  OpImageWrite %i %at %wide
//! ```
//!
//! The numbers of an image's type say how a shader sees texels, not how they lie in memory: views, formats and samplers stay
//! as they are. Where the device computes with no halves, the pass behind ([`super::narrow`]) takes the conversions.
//!
//! # Exactness
//!
//! Every half is a 32-bit float, so coordinates, levels, gradients and what is compared or written keep their values. A texel
//! is rounded to the nearest half, or as the module's execution modes say: of formats whose numbers are halves all bits are the
//! same. How precisely a device converts other formats, filters, or works out its place from a coordinate of 16 bits, Vulkan
//! leaves open ("Texel Filtering"); here it does so in 32 bits. The modes for 16-bit floats hold for the conversions too, since
//! these have an operand or a result of 16 bits, and nothing else is computed in 32 bits: no mode for those is owed.
//!
//! # Pitfalls
//!
//! - A module may have the same image of 32-bit floats already, and image types, with all that is made of them but arrays and
//!   structures, exist once.
//! - Sparse instructions return a structure with the residency code; it is taken apart and built again.
//! - Any operand can have 16 bits alone: a coordinate for an image of 32-bit floats, a bias beside a coordinate of 32 bits.
//!
//! # What it refuses
//!
//! Pointers to texels: no atomic operation is for halves in images.

use super::frame::map_uses;
use super::{Frame, Input, Kind, Pass, Refusal};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::options::Options;
use crate::tables::{capability, is_image_access, op, op_hot, OpFlags};
use crate::target::Target;

/// The extension by which a device has the same; there is no feature.
pub const EXTENSIONS: &[&str] = &["VK_AMD_gpu_shader_half_float_fetch"];

/// Something that cannot be had.
const TEXEL_POINTER: Refusal = Refusal("a texel pointer to 16-bit floats");

/// Not of this grammar.
const UNKNOWN: Refusal = Refusal("an unknown image access");

/// The pass, and its tables.
#[derive(Clone, Debug, Default)]
pub struct HalfImages {
    /// By type of the input that tells residency beside a texel: its form with 32-bit floats.
    forms: Vec<u32>,
    /// An instruction that is being written.
    list: Vec<u32>,
}

/// The pass at work.
struct Work<'a> {
    input: Input<'a>,
    frame: &'a mut Frame,
    tables: &'a mut HalfImages,
}

impl Pass for HalfImages {
    fn concerns(&mut self, input: Input<'_>, target: &Target, _options: &Options) -> bool {
        let declares = input.facts.declares(capability::Float16ImageAMD);
        let lacks = |capability| !target.has_capability(capability);
        declares && (lacks(capability::Float16ImageAMD) || lacks(capability::Float16))
    }

    fn run(
        &mut self,
        input: Input<'_>,
        _target: &Target,
        _options: &Options,
        frame: &mut Frame,
    ) -> Result<bool, Refusal> {
        let Input { words, facts } = input;
        self.forms.clear();
        self.forms.resize(facts.def.len(), 0);
        let mut work = Work {
            input,
            frame,
            tables: self,
        };
        for inst in facts.declarations(words) {
            work.global(inst)?;
        }
        let stops_at = |opcode| is_image_access(opcode) || opcode == op::OpImageTexelPointer;
        let mut code = facts.code(words);
        while let Some((inst, _)) = work.frame.copy_run(input, &mut code, stops_at) {
            work.code(inst)?;
        }
        work.frame.sweep();
        work.frame.copy_annotations(input)?;
        Ok(true)
    }
}

impl Work<'_> {
    /// How many components a type has that is a 16-bit float or a vector of such.
    fn halves(&self, ty: u32) -> Option<u32> {
        let Input { words, facts } = self.input;
        let (component, count) = match facts.type_view(words, ty) {
            TypeView::Vector { component, count } => (component, count),
            _ => (ty, 1),
        };
        let half = TypeView::Scalar(Scalar::Float { width: 16 });
        (facts.type_view(words, component) == half).then_some(count)
    }

    /// As many 32-bit floats as a type has of 16 bits, if it has such.
    fn float_form(&mut self, ty: u32) -> Option<u32> {
        let count = self.halves(ty)?;
        let float = self.frame.float();
        Some(self.frame.vector(float, count))
    }

    fn get(&self, id: u32) -> Result<u32, Refusal> {
        self.frame.get(id).ok_or(UNKNOWN)
    }

    fn global(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        if inst.opcode() != op::OpTypeImage || self.halves(inst.word(2)).is_none() {
            return self.frame.copy_global(self.input, inst);
        }
        let list = &mut self.tables.list;
        list.clear();
        list.push(self.frame.float());
        list.extend_from_slice(inst.from(3));
        let (id, opcode) = (inst.word(1), inst.opcode());
        self.frame.declare_as(id, opcode, None, list);
        self.frame.count(Kind::HalfImage);
        Ok(())
    }

    fn code(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        let Input { words, facts } = self.input;
        if inst.opcode() == op::OpImageTexelPointer
            && self.halves(facts.pointee(words, inst.word(1))).is_some()
        {
            return Err(TEXEL_POINTER);
        }
        match is_image_access(inst.opcode()) {
            true => self.access(inst),
            false => self.frame.copy_code(self.input, inst),
        }
    }

    /// Writes an access with 32-bit floats in the place of halves.
    fn access(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        let Input { words, facts } = self.input;
        let has_result = op_hot(inst.opcode()).flags.contains(OpFlags::RESULT_TYPE);
        let (ty, id) = (inst.word(1), inst.word(2));
        let told = has_result.then(|| self.residency(ty)).flatten();
        let form = match told {
            Some(parts) => Some(self.residency_form(ty, parts)?),
            None if has_result => self.float_form(ty),
            None => None,
        };
        let mut touched = form.is_some();
        let mut list = std::mem::take(&mut self.tables.list);
        map_uses(inst, &mut list, |used| {
            let now = self.get(used)?;
            let Some(form) = self.float_form(facts.type_of(words, used)) else {
                return Ok(now);
            };
            touched = true;
            Ok(self.frame.op(op::OpFConvert, form, &[now]))
        })?;
        if touched {
            self.frame.count(Kind::HalfImage);
        }
        let wide = form.map(|form| (form, self.frame.id()));
        if let (Some(wide), [ty, result, ..]) = (wide, list.as_mut_slice()) {
            (*ty, *result) = wide;
        }
        self.frame.raw(inst.opcode(), &list);
        self.tables.list = list;
        match (wide, told) {
            (None, _) => Ok(()),
            (Some((_, wide)), Some(parts)) => self.narrow_residency((ty, id), wide, parts),
            (Some((_, wide)), None) => {
                let ty = self.get(ty)?;
                self.frame.op_as(id, op::OpFConvert, ty, &[wide]);
                Ok(())
            }
        }
    }

    /// The types in a structure that tells residency beside halves: of the code, and of the texel.
    fn residency(&self, ty: u32) -> Option<[u32; 2]> {
        let Input { words, facts } = self.input;
        match facts.type_view(words, ty) {
            TypeView::Struct(&[code, texel]) if self.halves(texel).is_some() => Some([code, texel]),
            _ => None,
        }
    }

    /// Such a structure with 32-bit floats.
    fn residency_form(&mut self, ty: u32, [code, texel]: [u32; 2]) -> Result<u32, Refusal> {
        if let Some(&known @ 1..) = self.tables.forms.get(ty as usize) {
            return Ok(known);
        }
        let members = [self.get(code)?, self.float_form(texel).ok_or(UNKNOWN)?];
        let form = self.frame.structure(&members);
        if let Some(slot) = self.tables.forms.get_mut(ty as usize) {
            *slot = form;
        }
        Ok(form)
    }

    /// Makes what tells residency beside 32-bit floats tell it beside halves.
    fn narrow_residency(
        &mut self,
        (ty, id): (u32, u32),
        wide: u32,
        [code, texel]: [u32; 2],
    ) -> Result<(), Refusal> {
        let floats = self.float_form(texel).ok_or(UNKNOWN)?;
        let [ty, code, texel] = [self.get(ty)?, self.get(code)?, self.get(texel)?];
        let frame = &mut *self.frame;
        let code = frame.op(op::OpCompositeExtract, code, &[wide, 0]);
        let wide = frame.op(op::OpCompositeExtract, floats, &[wide, 1]);
        let texel = frame.op(op::OpFConvert, texel, &[wide]);
        frame.op_as(id, op::OpCompositeConstruct, ty, &[code, texel]);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
