//! The pass `half_images`: images of 16-bit floats and 16-bit coordinates (SPV_AMD_gpu_shader_half_float_fetch) become 32-bit
//! ones, on devices that lack either these images or arithmetic on halves.
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
//! The sampled type of an image determines how a shader sees texels, not how they are stored: views, formats and samplers are
//! unaffected. If the device lacks 16-bit arithmetic, the later pass [`legalize`](super::legalize) replaces the conversions.
//!
//! # Exactness
//!
//! Every half is representable as a 32-bit float, so coordinates, levels, gradients, comparison references and written texels
//! keep their values. A texel is rounded to the nearest half, or as the module's execution modes specify; texels of formats
//! with half components keep all bits. Vulkan does not define how precisely a device converts other formats, filters, or
//! computes a location from a 16-bit coordinate ("Texel Filtering"); here it does so in 32 bits. The execution modes for
//! 16-bit floats also apply to the conversions, because these have a 16-bit operand or result. Nothing else is computed in 32
//! bits, so no modes for 32-bit floats are needed.
//!
//! # Pitfalls
//!
//! - The module may already declare the same image type with 32-bit floats. Image types, and all types derived from them
//!   except arrays and structures, must be declared once.
//! - Sparse instructions return a structure with the residency code; it is disassembled and rebuilt.
//! - Any single operand can have 16 bits: a coordinate of an image of 32-bit floats, or a bias beside a 32-bit coordinate.
//!
//! # What it refuses
//!
//! Texel pointers: no atomic operation supports 16-bit floats in images.
//!
//! `half-image` is shown by `corpus/shaders/vendor/amd_half_sparse.frag`.

use super::builder::map_uses;
use super::{Kind, LowerError, ModuleBuilder, Pass, Request, Rewrite, Step};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::tables::{capability, is_image_access, op};
use crate::views;
use alloc::vec::Vec;

/// The row of the pass.
pub const STEP: Step = Step {
    extensions: &["VK_AMD_gpu_shader_half_float_fetch"],
    ..Step::new(|memory| &mut memory.half_images)
};

/// `OpImageTexelPointer` with a 16-bit float type.
const TEXEL_POINTER: LowerError = LowerError::Because("a texel pointer to 16-bit floats");

/// An image access that the grammar does not know.
const UNKNOWN: LowerError = LowerError::Because("an unknown image access");

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct HalfImages {
    /// By id of a structure of residency code and 16-bit texel: its counterpart with 32-bit floats.
    forms: Vec<u32>,
    /// Operands of an instruction that is being emitted.
    list: Vec<u32>,
}

/// The rewrite of one module.
type Work<'a> = super::rewrite::Work<'a, HalfImages>;

impl<'w> Rewrite<'w> for Work<'w> {
    fn global(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        if inst.opcode() != op::OpTypeImage
            || self.halves(views::TypeImage(inst).sampled_type()).is_none()
        {
            return self.build.copy_global(self.input, inst);
        }
        let list = &mut self.tables.list;
        list.clear();
        list.push(self.build.float());
        list.extend_from_slice(inst.from(3));
        let (id, opcode) = (views::TypeImage(inst).result(), inst.opcode());
        self.build.declare_as(id, opcode, None, list);
        self.build.count(Kind::HalfImage);
        Ok(())
    }

    fn stops_at(opcode: u16) -> bool {
        is_image_access(opcode) || opcode == op::OpImageTexelPointer
    }

    fn code(&mut self, inst: Inst<'w>, _marks: u16) -> Result<(), LowerError> {
        if inst.opcode() == op::OpImageTexelPointer
            && self
                .halves(self.input.pointee(inst.result_type()))
                .is_some()
        {
            return Err(TEXEL_POINTER);
        }
        match is_image_access(inst.opcode()) {
            true => self.access(inst),
            false => self.build.copy_code(self.input, inst),
        }
    }

    fn before_annotations(&mut self) {
        self.build.sweep();
    }
}

impl Pass for HalfImages {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        let uses = input.facts.uses(capability::Float16ImageAMD);
        let lacks = |capability| !target.has_capability(capability);
        uses && (lacks(capability::Float16ImageAMD) || lacks(capability::Float16))
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        self.forms.clear();
        self.forms.resize(input.facts.def.len(), 0);
        let mut work = Work {
            input,
            build,
            tables: self,
        };
        work.walk()?;
        Ok(true)
    }
}

impl Work<'_> {
    /// The number of components of a type, if it is a 16-bit float or a vector of those.
    fn halves(&self, ty: u32) -> Option<u32> {
        let (component, count) = match self.input.view(ty) {
            TypeView::Vector { component, count } => (component, count),
            _ => (ty, 1),
        };
        let half = TypeView::Scalar(Scalar::Float { width: 16 });
        (self.input.view(component) == half).then_some(count)
    }

    /// The 32-bit counterpart of a type, if it is a 16-bit float or a vector of those.
    fn float_form(&mut self, ty: u32) -> Option<u32> {
        let count = self.halves(ty)?;
        let float = self.build.float();
        Some(self.build.vector(float, count))
    }

    fn get(&self, id: u32) -> Result<u32, LowerError> {
        self.build.get(id).ok_or(UNKNOWN)
    }

    /// Emits an image access with 32-bit floats in place of halves.
    fn access(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let has_result = inst.has_type();
        let (ty, id) = (inst.word(1), inst.word(2));
        let residency = has_result.then(|| self.residency(ty)).flatten();
        let form = match residency {
            Some(parts) => Some(self.residency_form(ty, parts)?),
            None if has_result => self.float_form(ty),
            None => None,
        };
        let mut touched = form.is_some();
        let mut list = core::mem::take(&mut self.tables.list);
        map_uses(inst, &mut list, |used| {
            let now = self.get(used)?;
            let Some(form) = self.float_form(self.input.type_of(used)) else {
                return Ok(now);
            };
            touched = true;
            Ok(self.build.op(op::OpFConvert, form, &[now]))
        })?;
        if touched {
            self.build.count(Kind::HalfImage);
        }
        let wide = form.map(|form| (form, self.build.id()));
        if let (Some(wide), [ty, result, ..]) = (wide, list.as_mut_slice()) {
            (*ty, *result) = wide;
        }
        self.build.raw(inst.opcode(), &list);
        self.tables.list = list;
        match (wide, residency) {
            (None, _) => Ok(()),
            (Some((_, wide)), Some(parts)) => self.narrow_residency((ty, id), wide, parts),
            (Some((_, wide)), None) => {
                let ty = self.get(ty)?;
                self.build.op_as(id, op::OpFConvert, ty, &[wide]);
                Ok(())
            }
        }
    }

    /// The member types of a sparse result structure with 16-bit texels: residency code and texel.
    fn residency(&self, ty: u32) -> Option<[u32; 2]> {
        match self.input.view(ty) {
            TypeView::Struct(&[code, texel]) if self.halves(texel).is_some() => Some([code, texel]),
            _ => None,
        }
    }

    /// Returns the counterpart of such a structure with 32-bit floats.
    fn residency_form(&mut self, ty: u32, [code, texel]: [u32; 2]) -> Result<u32, LowerError> {
        if let Some(&known @ 1..) = self.tables.forms.get(ty as usize) {
            return Ok(known);
        }
        let members = [self.get(code)?, self.float_form(texel).ok_or(UNKNOWN)?];
        let form = self.build.structure(&members);
        if let Some(slot) = self.tables.forms.get_mut(ty as usize) {
            *slot = form;
        }
        Ok(form)
    }

    /// Emits the conversion of a sparse result with 32-bit texels to one with 16-bit texels.
    fn narrow_residency(
        &mut self,
        (ty, id): (u32, u32),
        wide: u32,
        [code, texel]: [u32; 2],
    ) -> Result<(), LowerError> {
        let floats = self.float_form(texel).ok_or(UNKNOWN)?;
        let [ty, code, texel] = [self.get(ty)?, self.get(code)?, self.get(texel)?];
        let build = &mut *self.build;
        let code = build.op(op::OpCompositeExtract, code, &[wide, 0]);
        let wide = build.op(op::OpCompositeExtract, floats, &[wide, 1]);
        let texel = build.op(op::OpFConvert, texel, &[wide]);
        build.op_as(id, op::OpCompositeConstruct, ty, &[code, texel]);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
