//! The pass `format`: storage images and storage texel buffers without a format get the format that the caller specifies, on
//! devices that lack reads or writes without a format.
//!
//! ```text
//!  %image = OpTypeImage %float 2D 0 0 0 2 Unknown      %image = OpTypeImage %float 2D 0 0 0 2 Rgba8
//!    %ptr = OpTypePointer UniformConstant %image         %ptr = OpTypePointer UniformConstant %image
//! %target = OpVariable %ptr UniformConstant           %target = OpVariable %ptr UniformConstant
//!      %i = OpLoad %image %target                  ⇒       %i = OpLoad %image %target
//!           OpImageWrite %i %at %texel                          OpImageWrite %i %at %texel
//! ```
//!
//! The format is not in the module: it is that of the bound view, which only the application knows. The application specifies
//! it for each set and binding ([`Options::image_formats`]). Such a variable gets a type of its own, as does everything
//! derived from it: pointers, images, function parameters. Other variables of the same type are unchanged.
//!
//! # Exactness
//!
//! Exact if the caller is right: texels are converted according to the view's format, whether or not the module declares it,
//! and Vulkan requires the two to be equal where the module does (Vulkan specification, "Texel Input Validation Operations",
//! "Texel Output Operations").
//!
//! # What it refuses
//!
//! A format whose numeric type (float, signed, unsigned) differs from the image's; a function that is called with images of
//! several formats; images selected by `OpPhi` or `OpSelect`. No format is refused for requiring
//! `StorageImageExtendedFormats`: every version of Vulkan supports that capability, and which of its formats storage images
//! can have depends on format features, which the application queries when it creates the images.
//!
//! `image-format` is shown by `corpus/shaders/images/format_given.comp`.

use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Rewrite, Step};
use crate::build::Build;
use crate::facts::{is_formatless, Decorations, Facts, Scalar};
use crate::inst::{Inst, Insts};
use crate::module::Module;
use crate::options::{ImageFormat, Options};
use crate::plan::{is_non_semantic, result};
use crate::tables::{capability, decoration, image_format, op};
use crate::target::feature;
use crate::views;
use alloc::vec::Vec;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[
        feature::shaderStorageImageReadWithoutFormat,
        feature::shaderStorageImageWriteWithoutFormat,
    ],
    ..Step::new(|memory| &mut memory.format)
};

/// The same as capabilities.
const CAPABILITIES: [u32; 2] = [
    capability::StorageImageReadWithoutFormat,
    capability::StorageImageWriteWithoutFormat,
];

/// Marks a value derived from an image without a format for which the caller specifies none.
const UNSPECIFIED: u32 = u32::MAX;

/// The maximum nesting depth of arrays.
const MOST_NESTING: u32 = 8;

const UNKNOWN: LowerError =
    LowerError::Because("an image without a format is used for something other than an access");

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Format {
    /// By id: the new format of a value derived from such a variable, or [`UNSPECIFIED`]; 0 for all other ids.
    formats: Vec<u32>,
    /// By id: descriptor set and binding.
    places: Decorations,
    /// By function id: the number of its calls that have not been visited.
    calls: Vec<u32>,
    /// Functions whose calls have all been visited.
    ready: Vec<u32>,
    /// Operands of a type that is being emitted.
    list: Vec<u32>,
    /// Operands of a function type that is being emitted.
    signature: Vec<u32>,
}

/// The storage image type without a format that a pointer type refers to, directly or through arrays.
fn image_of<'w>(words: &'w [u32], facts: &Facts, pointer: u32) -> Option<Inst<'w>> {
    let mut ty = facts.def(words, facts.pointee(words, pointer))?;
    for _ in 0..MOST_NESTING {
        match ty.opcode() {
            op::OpTypeArray | op::OpTypeRuntimeArray => {
                ty = facts.def(words, views::TypeAnyArray(ty).element_type())?
            }
            _ => return Some(ty).filter(|&ty| is_formatless(ty)),
        }
    }
    None
}

/// Descriptor sets and bindings of the storage images and storage texel buffers that a module declares without a format: what
/// [`Options::image_formats`] may name. For tools; this allocates.
pub fn images_without_format(module: &Module<'_>) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    each_image(module, |place, _| all.push(place));
    all
}

/// For each of them that gets no format, by its place: one that fits its texels, for trials.
pub(crate) fn fitting_formats(module: &Module<'_>, options: &Options) -> Vec<ImageFormat> {
    let mut fitting: Vec<ImageFormat> = Vec::new();
    each_image(module, |(set, binding), image| {
        let format = match texel_of(module.words(), &module.facts, image) {
            Some(Scalar::Int { width: 64, signed }) => match signed {
                true => image_format::R64i,
                false => image_format::R64ui,
            },
            Some(Scalar::Int { signed, .. }) => match signed {
                true => image_format::R32i,
                false => image_format::R32ui,
            },
            _ => image_format::R32f,
        };
        let is_here = |of: &ImageFormat| (of.set, of.binding) == (set, binding);
        if !options.image_formats.iter().any(is_here) && !fitting.iter().any(is_here) {
            fitting.push(ImageFormat {
                set,
                binding,
                format,
            });
        }
    });
    fitting
}

/// Calls for each variable of storage images without a format, with its place and the image's type.
fn each_image<'w>(module: &Module<'w>, mut call: impl FnMut((u32, u32), Inst<'w>)) {
    let (words, facts) = (module.words(), &module.facts);
    let mut places = Decorations::default();
    places.read(words, facts, is_place);
    for inst in facts.declarations(words) {
        if inst.opcode() != op::OpVariable {
            continue;
        }
        let image = image_of(words, facts, inst.result_type());
        if let (Some(image), Some(place)) = (image, place(&places, inst.result())) {
            call(place, image);
        }
    }
}

/// The numeric type of an image's texels, as its formats have it.
fn texel_of(words: &[u32], facts: &Facts, image: Inst<'_>) -> Option<Scalar> {
    match facts.scalar_of(words, views::TypeImage(image).sampled_type()) {
        Some(Scalar::Float { .. }) => Some(Scalar::Float { width: 32 }),
        other => other,
    }
}

/// Whether a decoration says where a descriptor is.
fn is_place(value: u32) -> bool {
    matches!(value, decoration::DescriptorSet | decoration::Binding)
}

/// The descriptor set and the binding of a variable.
fn place(places: &Decorations, variable: u32) -> Option<(u32, u32)> {
    let set = places.get(variable, decoration::DescriptorSet)?;
    Some((set, places.get(variable, decoration::Binding)?))
}

/// The rewrite of one module.
type Work<'a> = super::rewrite::Work<'a, Format>;

impl<'w> Rewrite<'w> for Work<'w> {
    fn global(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        if inst.opcode() == op::OpVariable && self.changes(inst.result()) {
            let pointer = self.with_format(inst.result_type(), self.format(inst.result()), 0)?;
            self.build
                .variable_as(inst.result(), pointer, inst.operands());
            self.build.count(Kind::ImageFormat);
            return Ok(());
        }
        self.build.copy_global(self.input, inst)
    }

    fn stops_at(_opcode: u16) -> bool {
        true
    }

    fn code(&mut self, inst: Inst<'w>, _marks: u16) -> Result<(), LowerError> {
        if inst.opcode() == op::OpFunction {
            return self.function(inst);
        }
        if let Some(id) = result(inst).filter(|&id| self.changes(id)) {
            let ty = self.with_format(inst.result_type(), self.format(id), 0)?;
            return self.build.copy_code_as(self.input, inst, ty);
        }
        let is_known_use = match inst.opcode() {
            op::OpImageRead
            | op::OpImageWrite
            | op::OpImageSparseRead
            | op::OpImageTexelPointer
            | op::OpFunctionCall => true,
            opcode => (op::OpImageQueryFormat..=op::OpImageQuerySamples).contains(&opcode),
        };
        if !is_known_use && !is_non_semantic(self.input.facts, inst) {
            let mut touches = false;
            self.input.uses(inst, |id| touches |= self.changes(id));
            if touches {
                return Err(UNKNOWN);
            }
        }
        self.build.copy_code(self.input, inst)
    }

    fn before_annotations(&mut self) {
        self.build.sweep();
    }
}

impl Pass for Format {
    fn concerns(
        &mut self,
        Request {
            input,
            target,
            options,
        }: Request<'_>,
    ) -> bool {
        let mut capabilities = CAPABILITIES.iter();
        !options.image_formats.is_empty()
            && capabilities.any(|&capability| input.lacks(target, capability))
    }

    fn run(
        &mut self,
        Request { input, options, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let mut work = Work {
            input,
            build,
            tables: self,
        };
        if !work.variables(options)? {
            return Ok(false);
        }
        work.follow()?;
        work.walk()?;
        // The last plan drops what is not needed.
        work.build
            .capability(capability::StorageImageExtendedFormats);
        Ok(true)
    }
}

impl Work<'_> {
    fn format(&self, id: u32) -> u32 {
        self.tables.formats.get(id as usize).copied().unwrap_or(0)
    }

    /// Whether a value is derived from an image that gets a format.
    fn changes(&self, id: u32) -> bool {
        !matches!(self.format(id), 0 | UNSPECIFIED)
    }

    /// Records the format of an id.
    fn record(&mut self, id: u32, format: u32) -> Result<(), LowerError> {
        let Some(slot) = self.tables.formats.get_mut(id as usize) else {
            return Err(UNKNOWN);
        };
        if *slot != 0 && *slot != format {
            return Err(LowerError::Because(
                "a function is called with images of several formats",
            ));
        }
        *slot = format;
        Ok(())
    }

    /// Collects the variables for which the caller specifies a format. Returns whether there are any.
    fn variables(&mut self, options: &Options) -> Result<bool, LowerError> {
        let Input { words, facts } = self.input;
        let bound = facts.def.len();
        let Format {
            formats, places, ..
        } = &mut *self.tables;
        formats.clear();
        formats.resize(bound, 0);
        places.read(words, facts, is_place);
        let mut any = false;
        for inst in facts.declarations(words) {
            if inst.opcode() != op::OpVariable {
                continue;
            }
            let Some(image) = image_of(words, facts, inst.result_type()) else {
                continue;
            };
            let named = place(&self.tables.places, inst.result()).and_then(|place| {
                let mut formats = options.image_formats.iter();
                formats.find(|of| (of.set, of.binding) == place)
            });
            let format = named.map_or(UNSPECIFIED, |of| of.format);
            if format == image_format::Unknown {
                continue;
            }
            if format != UNSPECIFIED && texel_of(words, facts, image) != numbers(format) {
                return Err(LowerError::Because(
                    "the format given for an image has another numeric type",
                ));
            }
            any |= format != UNSPECIFIED;
            self.record(inst.result(), format)?;
        }
        Ok(any)
    }

    /// Propagates formats through functions, visiting each function once, after all its callers.
    fn follow(&mut self) -> Result<(), LowerError> {
        let Input { words, facts } = self.input;
        let functions = || facts.code(words);
        let Format { calls, ready, .. } = &mut *self.tables;
        calls.clear();
        calls.resize(facts.def.len(), 0);
        for call in functions().filter(|inst| inst.opcode() == op::OpFunctionCall) {
            *calls
                .get_mut(views::FunctionCall(call).function() as usize)
                .ok_or(UNKNOWN)? += 1;
        }
        let mut left = 0u32;
        ready.clear();
        for function in functions().filter(|inst| inst.opcode() == op::OpFunction) {
            left += 1;
            if calls.get(function.result() as usize) == Some(&0) {
                ready.push(function.result());
            }
        }
        while let Some(function) = self.tables.ready.pop() {
            left = left.saturating_sub(1);
            let function = facts.def(words, function).ok_or(UNKNOWN)?;
            let body = Insts::new(words, function.end(), words.len() as u32);
            for inst in body.take_while(|inst| inst.opcode() != op::OpFunctionEnd) {
                match inst.opcode() {
                    op::OpAccessChain
                    | op::OpInBoundsAccessChain
                    | op::OpCopyObject
                    | op::OpLoad => {
                        let format = self.format(inst.operand());
                        if format != 0 {
                            self.record(inst.result(), format)?;
                        }
                    }
                    op::OpFunctionCall => self.call(inst)?,
                    _ => {}
                }
            }
        }
        match left {
            0 => Ok(()),
            _ => {
                let function = self.function_on_cycle(left);
                let at = facts.def(words, function).map_or(0, |def| def.offset());
                self.build
                    .locate(at, Err(LowerError::Because("a function is recursive")))
            }
        }
    }

    /// A function on a cycle of calls, where `left` functions have not been visited: each of these is called by another of
    /// them, so following callers backwards from any of them reaches a cycle.
    fn function_on_cycle(&mut self, left: u32) -> u32 {
        let Input { words, facts } = self.input;
        let calls = &mut self.tables.calls;
        let (mut caller, mut at) = (0, 0);
        for inst in facts.code(words) {
            match inst.opcode() {
                op::OpFunction => caller = inst.result(),
                op::OpFunctionCall if calls.get(caller as usize).is_some_and(|&n| n != 0) => {
                    at = views::FunctionCall(inst).function();
                    if let Some(slot) = calls.get_mut(at as usize) {
                        *slot = caller;
                    }
                }
                _ => {}
            }
        }
        for _ in 0..left {
            at = calls.get(at as usize).copied().unwrap_or(0);
        }
        at
    }

    /// Gives the parameters of a function the formats of a call's arguments.
    fn call(&mut self, call: Inst<'_>) -> Result<(), LowerError> {
        let called = views::FunctionCall(call);
        let Input { words, facts } = self.input;
        let callee = facts.def(words, called.function());
        let function = callee.filter(|inst| inst.opcode() == op::OpFunction);
        let function = function.ok_or(UNKNOWN)?;
        for (parameter, &argument) in facts.parameters(words, function).zip(called.arguments()) {
            let format = self.format(argument);
            if format != 0 {
                self.record(parameter.result(), format)?;
            }
        }
        let Format { calls, ready, .. } = &mut *self.tables;
        if let Some(calls) = calls.get_mut(called.function() as usize) {
            *calls = calls.saturating_sub(1);
            if *calls == 0 {
                ready.push(called.function());
            }
        }
        Ok(())
    }

    /// Returns a type with this format in place of `Unknown`.
    fn with_format(&mut self, ty: u32, format: u32, depth: u32) -> Result<u32, LowerError> {
        let Some(def) = self.input.def(ty).filter(|_| depth < MOST_NESTING) else {
            return Err(UNKNOWN);
        };
        let get = |build: &ModuleBuilder, id| build.get(id).ok_or(UNKNOWN);
        match def.opcode() {
            op::OpTypePointer => {
                let pointee =
                    self.with_format(views::TypePointer(def).pointee(), format, depth + 1)?;
                Ok(self
                    .build
                    .pointer(views::TypePointer(def).storage_class(), pointee))
            }
            op::OpTypeArray => {
                let element =
                    self.with_format(views::TypeArray(def).element_type(), format, depth + 1)?;
                let length = get(self.build, views::TypeArray(def).length())?;
                let operands = [element, length];
                Ok(self.build.declare(op::OpTypeArray, None, &operands))
            }
            op::OpTypeRuntimeArray => {
                let element = self.with_format(
                    views::TypeRuntimeArray(def).element_type(),
                    format,
                    depth + 1,
                )?;
                Ok(self.build.declare(op::OpTypeRuntimeArray, None, &[element]))
            }
            op::OpTypeImage => {
                let list = &mut self.tables.list;
                list.clear();
                list.push(get(self.build, views::TypeImage(def).sampled_type())?);
                list.extend_from_slice(def.from(3));
                if let Some(slot) = list.get_mut(6) {
                    *slot = format;
                }
                Ok(self.build.declare(op::OpTypeImage, None, list))
            }
            _ => Err(UNKNOWN),
        }
    }

    /// Emits an `OpFunction` with the function type that follows from its parameters.
    fn function(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let Input { words, facts } = self.input;
        let parameters = || facts.parameters(words, inst);
        if !parameters().any(|parameter| self.changes(parameter.result())) {
            return self.build.copy_code(self.input, inst);
        }
        let returned = self.build.get(inst.result_type()).ok_or(UNKNOWN)?;
        let mut signature = core::mem::take(&mut self.tables.signature);
        signature.clear();
        signature.push(returned);
        for parameter in parameters() {
            let (ty, id) = (parameter.result_type(), parameter.result());
            signature.push(match self.changes(id) {
                true => self.with_format(ty, self.format(id), 0)?,
                false => self.build.get(ty).ok_or(UNKNOWN)?,
            });
        }
        let ty = self.build.declare(op::OpTypeFunction, None, &signature);
        self.tables.signature = signature;
        let head = [
            returned,
            inst.result(),
            views::Function(inst).function_control(),
            ty,
        ];
        self.build.raw(op::OpFunction, &head);
        Ok(())
    }
}

/// The numeric type of texels of a format, as the shader sees them.
fn numbers(format: u32) -> Option<Scalar> {
    let int = |width, signed| Some(Scalar::Int { width, signed });
    match format {
        image_format::Rgba32f..=image_format::R8Snorm => Some(Scalar::Float { width: 32 }),
        image_format::Rgba32i..=image_format::R8i => int(32, true),
        image_format::Rgba32ui..=image_format::R8ui => int(32, false),
        image_format::R64ui => int(64, false),
        image_format::R64i => int(64, true),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
