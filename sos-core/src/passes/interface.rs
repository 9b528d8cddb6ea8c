//! The pass `interface`: 16-bit stage inputs and outputs become 32-bit ones on devices without `storageInputOutput16`, and
//! vectors of 64-bit numbers in them become vectors of words on devices without `shaderInt64` or `shaderFloat64` ([`long`]).
//!
//! ```text
//! %out = OpTypePointer Output %half                  %out = OpTypePointer Output %float
//! %colour = OpVariable %out Output                   %colour = OpVariable %out Output
//!          OpStore %colour %x                   ⇒    %wide = OpFConvert %float %x
//!                                                             OpStore %colour %wide
//! %in = OpTypePointer Input %short                   %in = OpTypePointer Input %int
//! %y = OpLoad %short %kind                           %wide = OpLoad %int %kind
//!                                                    %y = OpSConvert %short %wide
//! ```
//!
//! Few devices have the feature, even among those with 16-bit arithmetic. This pass changes only interfaces, not the types of
//! values: if the device lacks 16-bit arithmetic, the pass for narrow values follows.
//!
//! # Interface matching
//!
//! A 16-bit component occupies one component of a location, as a 32-bit one does (Vulkan specification, "Location
//! Assignment"), so locations, components, interpolation, arrays and blocks are unchanged. Two stages filtered for the same
//! target match. Vertex attributes and attachments match as well, because their widths are given by their own formats. A
//! pointer type into an interface keeps its id, so access chains are copied unchanged.
//!
//! # Exactness
//!
//! Exact: every 16-bit number is representable in 32 bits. An interpolated value is rounded when it is loaded; the device
//! would interpolate in 16 bits with an unspecified precision.
//!
//! # Cost
//!
//! One instruction for a load or store of a scalar or vector; for a composite, two for each part and one for each composite.
//!
//! # What it refuses
//!
//! Transform feedback of 16-bit outputs, whose bytes the application reads; initializers; extended instructions that write an
//! output through a pointer; blocks decorated by groups. The same applies to vectors of 64-bit numbers; [`long`] lists
//! further cases.
//!
//! `narrow-interface` is shown by `corpus/shaders/storage/half_stage.frag`.

mod long;

use super::access::Access;
use super::builder::mark;
use super::input::{captures, vertex_inputs, VERTEX_INPUT};
use super::rewrite::Ends;
use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Rewrite, Step};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::options::Allow;
use crate::plan::implicit::{contents, fill_contents};
use crate::plan::{import_set, is_non_semantic, result};
use crate::tables::{
    capability, decoration, glsl_std_450 as glsl, op, op_hot, storage_class, ExtInstSet, OpFlags,
};
use crate::target::feature;
use crate::views;
use alloc::vec::Vec;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[feature::storageInputOutput16],
    ..Step::new(|memory| &mut memory.interface)
};

/// An unknown use of a pointer.
const UNKNOWN: LowerError = LowerError::Because(
    "a pointer to 16-bit inputs or outputs, or to vectors of 64-bit numbers there, is used for something other than an access",
);

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    /// By type id: which kinds of scalars and vectors it contains.
    contents: Vec<u8>,
    /// By id of a type that contains something to change: its form in an interface.
    forms: Vec<u32>,
    /// By id of a pointer to one component of a vector that changes: the pointer to the vector.
    vectors: Vec<u32>,
    /// Parts of composites that are being converted.
    parts: Vec<u32>,
    /// Operands of an instruction that is being emitted.
    list: Vec<u32>,
}

/// Which 64-bit numbers become words.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Long {
    integers: bool,
    floats: bool,
}

impl Long {
    fn of(request: Request<'_>) -> Self {
        let lacks = |of| request.input.lacks(request.target, of);
        Self {
            integers: lacks(capability::Int64),
            floats: lacks(capability::Float64)
                && !request.options.allow.contains(Allow::F64_TO_F32),
        }
    }

    fn has(self, scalar: Scalar) -> bool {
        match scalar {
            Scalar::Int { width: 64, .. } => self.integers,
            Scalar::Float { width: 64 } => self.floats,
            _ => false,
        }
    }
}

/// The direction of a conversion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// From the interface: to 16 bits, or from words to a vector of 64-bit numbers.
    In,
    /// To the interface: to 32 bits, or from a vector of 64-bit numbers to words.
    Out,
}

/// The rewrite of one module.
struct Work<'a> {
    input: Input<'a>,
    build: &'a mut ModuleBuilder,
    tables: &'a mut Interface,
    /// Bits of [`Interface::contents`] that change.
    changing: u8,
    /// Whether an interface contains a vector of three 64-bit numbers.
    threes: bool,
    /// Number of parts of composites converted so far.
    parts: usize,
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

    fn code(&mut self, inst: Inst<'w>, _marks: u16) -> Result<(), LowerError> {
        self.instruction(inst)
    }

    fn before_annotations(&mut self) {
        self.build.sweep();
        // Types that interfaces share with buffers may have unused forms; these are not annotated.
        for form in &mut self.tables.forms {
            if self.build.is_swept(*form) {
                *form = 0;
            }
        }
    }

    fn annotation(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        self.decoration(inst)
    }
}

impl Work<'_> {
    /// Gives the forms of structures the names of these.
    fn names(&mut self) {
        for inst in self.input.facts.name_instructions(self.input.words) {
            let form = self.form(inst.target());
            if form != 0 {
                self.build.name_like(form, inst);
            }
        }
    }
}

impl Pass for Interface {
    fn concerns(&mut self, request: Request<'_>) -> bool {
        let Request { input, target, .. } = request;
        let Input { words, facts } = input;
        let narrow = facts.float_type(16) != 0 || facts.int_widths & 16 != 0;
        let lacks = narrow && !target.has_capability(capability::StorageInputOutput16)
            || Long::of(request) != Long::default();
        lacks
            && facts.declarations(words).any(|inst| {
                is_interface_pointer(inst)
                    && facts
                        .scalar_of(words, views::TypePointer(inst).pointee())
                        .map(Scalar::width)
                        != Some(32)
            })
    }

    fn run(&mut self, request: Request<'_>, build: &mut ModuleBuilder) -> Result<bool, LowerError> {
        let Request { input, target, .. } = request;
        let halves = !target.has_capability(capability::StorageInputOutput16);
        let lacking = Long::of(request);
        let long = lacking != Long::default();
        let Input { words, facts } = input;
        fill_contents(words, facts, &mut self.contents);
        self.contents
            .iter_mut()
            .for_each(|bits| *bits &= contents::ALL);
        if long {
            self.mark_long(input, |scalar| lacking.has(scalar));
        }
        let globals = || facts.declarations(words);
        let mut work = Work {
            input,
            build,
            tables: self,
            changing: if halves { contents::ANY16 } else { 0 }
                | if long { long::VECTORS } else { 0 },
            threes: false,
            parts: 0,
        };
        if !globals().any(|inst| work.is_changing_pointer(inst)) {
            return Ok(false);
        }
        if vertex_inputs(input).any(|ty| work.has_long(ty)) {
            return Err(VERTEX_INPUT);
        }
        work.tables.parts.clear();
        work.tables.forms.clear();
        work.tables.forms.resize(facts.def.len(), 0);
        work.tables.vectors.clear();
        work.tables.vectors.resize(facts.def.len(), 0);
        work.walk()?;
        work.names();
        // Conversions are arithmetic and need these capabilities; the last plan drops those that are not needed.
        let converted = work.build.counts().get(Kind::Interface);
        if converted > 0 {
            work.build.capability(capability::Float16);
            work.build.capability(capability::Int16);
        }
        Ok(true)
    }
}

/// Whether an instruction declares a pointer type to inputs or outputs.
fn is_interface_pointer(inst: Inst<'_>) -> bool {
    inst.opcode() == op::OpTypePointer
        && matches!(
            views::TypePointer(inst).storage_class(),
            storage_class::Input | storage_class::Output
        )
}

impl Work<'_> {
    /// Whether a type contains something that changes.
    fn changes(&self, ty: u32) -> bool {
        self.bits(ty) & self.changing != 0
    }

    /// Counts an access to a value of a type, for the report.
    fn count(&mut self, ty: u32) {
        let kind = match self.has_long(ty) {
            true => long::kind_of(self.input.scalar_of(ty)),
            false => Kind::Interface,
        };
        self.build.count(kind);
    }

    /// Whether an instruction declares a pointer type to interface data that changes.
    fn is_changing_pointer(&self, inst: Inst<'_>) -> bool {
        is_interface_pointer(inst) && self.changes(views::TypePointer(inst).pointee())
    }

    /// The pointee type of a value that points to interface data that changes; otherwise 0.
    fn pointee(&self, pointer: u32) -> u32 {
        let ty = self.input.def(self.input.type_of(pointer));
        ty.filter(|&ty| self.is_changing_pointer(ty))
            .map_or(0, |ty| views::TypePointer(ty).pointee())
    }

    /// The form of a type in an interface, 0 if it is unchanged.
    fn form(&self, ty: u32) -> u32 {
        self.tables.forms.get(ty as usize).copied().unwrap_or(0)
    }

    /// The type of a composite's part in an interface: its own if nothing in it changes.
    fn part_form(&self, ty: u32) -> u32 {
        match self.form(ty) {
            0 => self.get(ty),
            form => form,
        }
    }

    fn get(&self, id: u32) -> u32 {
        self.build.get(id).unwrap_or(id)
    }

    /// Marks a pointer to interface data that changes. Its type is marked too, so that every instruction with a result of
    /// that type is visited.
    fn mark(&mut self, inst: Inst<'_>) {
        let id = result(inst).unwrap_or(0);
        if self.pointee(id) != 0 {
            self.build.mark(id, mark::TOUCHED);
        }
    }

    // ---- Globals ----

    fn declaration(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        if self.is_changing_pointer(inst) {
            let pointer = views::TypePointer(inst);
            self.threes |= self.has_threes(pointer.pointee());
            let operands = [pointer.storage_class(), self.form(pointer.pointee())];
            self.build
                .declare_as(pointer.result(), op::OpTypePointer, None, &operands);
            self.build.mark(pointer.result(), mark::TOUCHED);
            return Ok(());
        }
        self.mark(inst);
        if inst.opcode() == op::OpVariable
            && inst.words().len() > 4
            && self.pointee(inst.result()) != 0
        {
            return Err(LowerError::Because(
                "an initializer of a 16-bit output, or of one with vectors of 64-bit numbers",
            ));
        }
        self.build.copy_global(self.input, inst)?;
        let is_type = op_hot(inst.opcode()).flags.contains(OpFlags::TYPE);
        let Some(ty) = result(inst).filter(|&id| is_type && self.changes(id)) else {
            return Ok(());
        };
        // Forms are declared for every type that an interface could use; unused ones are swept at the end.
        let opcode = inst.opcode();
        let form = match TypeView::of(inst) {
            TypeView::Scalar(Scalar::Float { .. }) => self.build.float(),
            TypeView::Scalar(Scalar::Int { signed: true, .. }) => self.build.int(),
            TypeView::Scalar(_) => self.build.uint(),
            TypeView::Vector { component, count } if self.form(component) == 0 => {
                self.long_form(count)?
            }
            TypeView::Vector { component, count } if self.has_long(component) => {
                let length = self.build.constant(count);
                let operands = [self.form(component), length];
                self.build.new_type(op::OpTypeArray, &operands)
            }
            TypeView::Vector { component, count } => {
                let component = self.part_form(component);
                self.build.declare(opcode, None, &[component, count])
            }
            TypeView::Array { element, length } => {
                let operands = [self.part_form(element), self.get(length)];
                self.build.new_type(opcode, &operands)
            }
            TypeView::RuntimeArray { element } => {
                let element = self.part_form(element);
                self.build.new_type(opcode, &[element])
            }
            TypeView::Struct(members) => {
                let mut list = core::mem::take(&mut self.tables.list);
                list.clear();
                list.extend(members.iter().map(|&ty| self.part_form(ty)));
                let form = self.build.structure(&list);
                self.tables.list = list;
                form
            }
            _ => return Ok(()),
        };
        if let Some(slot) = self.tables.forms.get_mut(ty as usize) {
            *slot = form;
        }
        Ok(())
    }

    /// Copies an annotation; those of a structure or its members are repeated for its form.
    fn decoration(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let target = inst.target();
        let (is_changed, decoration) = match inst.opcode() {
            op::OpDecorate => (
                self.pointee(target) != 0 || self.form(target) != 0,
                views::Decorate(inst).decoration(),
            ),
            op::OpMemberDecorate | op::OpMemberDecorateString => (
                self.form(target) != 0,
                views::MemberDecorate(inst).decoration(),
            ),
            op::OpDecorateString | op::OpDecorateId => (self.form(target) != 0, inst.word(2)),
            _ => (false, 0),
        };
        self.check_component(inst)?;
        match decoration {
            decoration::XfbBuffer | decoration::Offset
                if is_changed && captures(self.input, inst) =>
            {
                return Err(LowerError::Because(
                    "transform feedback of 16-bit outputs, or of ones with vectors of 64-bit numbers",
                ));
            }
            // On a 32-bit value `RelaxedPrecision` loses more than on a 16-bit one, including range.
            decoration::RelaxedPrecision if is_changed => return Ok(()),
            _ => {}
        }
        let form = self.form(target);
        if form != 0 {
            let mut list = core::mem::take(&mut self.tables.list);
            list.clear();
            list.push(form);
            list.extend_from_slice(inst.from(2));
            self.build.annotate(inst.opcode(), &list);
            self.tables.list = list;
        }
        self.build.copy_annotation(self.input, inst)
    }

    // ---- Code ----

    fn instruction(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        self.mark(inst);
        let (first, second) = (inst.word(1), inst.word(2));
        match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain if self.selects_component(inst) => {
                return self.component(inst);
            }
            op::OpLoad if self.vector_pointer(views::Load(inst).pointer()) != 0 => {
                return self.load_component(inst)
            }
            op::OpStore if self.vector_pointer(first) != 0 => return self.store_component(inst),
            op::OpLoad => {
                let ty = self.pointee(views::Load(inst).pointer());
                if ty != 0 {
                    let mut list = core::mem::take(&mut self.tables.list);
                    list.clear();
                    list.push(self.get(views::Load(inst).pointer()));
                    list.extend_from_slice(views::Load(inst).memory_access_words());
                    let wide = self.build.op(op::OpLoad, self.form(ty), &list);
                    self.tables.list = list;
                    return self.load_converted(second, ty, wide);
                }
            }
            op::OpStore => {
                let ty = self.pointee(first);
                if ty != 0 {
                    let wide = self.convert(None, ty, self.get(second), Direction::Out, 0)?;
                    let mut list = core::mem::take(&mut self.tables.list);
                    list.clear();
                    list.extend([self.get(first), wide]);
                    list.extend_from_slice(views::Store(inst).memory_access_words());
                    self.build.raw(op::OpStore, &list);
                    self.tables.list = list;
                    self.count(ty);
                    return Ok(());
                }
            }
            op::OpCopyMemory => {
                let (to, from) = (self.pointee(first), self.pointee(second));
                if (to == 0) != (from == 0) {
                    return self.copy_memory(inst, to, from);
                }
            }
            op::OpExtInst
                if import_set(self.input.facts, views::ExtInst(inst).set())
                    == ExtInstSet::GlslStd450 =>
            {
                let ty = self.pointee(views::ExtInst(inst).operand());
                let number = views::ExtInst(inst).instruction();
                if ty != 0
                    && matches!(
                        number,
                        glsl::InterpolateAtCentroid..=glsl::InterpolateAtOffset
                    )
                {
                    return self.interpolate(inst, ty);
                }
            }
            _ => {}
        }
        self.other(inst)
    }

    /// Rewrites the interpolation of a 16-bit input, which SPV_AMD_gpu_shader_half_float allows, also with an offset of
    /// halves.
    fn interpolate(&mut self, inst: Inst<'_>, ty: u32) -> Result<(), LowerError> {
        let interpolant = self.get(views::ExtInst(inst).operand());
        let wide = match *inst.from(6) {
            [] => self.build.glsl(
                views::ExtInst(inst).instruction(),
                self.form(ty),
                &[interpolant],
            ),
            [at] => {
                let at_type = self.input.type_of(at);
                let at = self.convert(None, at_type, self.get(at), Direction::Out, 0)?;
                self.build.glsl(
                    views::ExtInst(inst).instruction(),
                    self.form(ty),
                    &[interpolant, at],
                )
            }
            _ => return Err(UNKNOWN),
        };
        self.load_converted(inst.result(), ty, wide)
    }

    /// Copies an instruction that does not access memory through a changed pointer; refuses unknown uses of such pointers.
    fn other(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let carries = matches!(
            inst.opcode(),
            op::OpAccessChain
                | op::OpInBoundsAccessChain
                | op::OpCopyObject
                | op::OpCopyMemory
                | op::OpFunctionCall
                | op::OpFunctionParameter
        );
        if !is_non_semantic(self.input.facts, inst) {
            let mut touches = false;
            self.input.uses(inst, |id| {
                touches |= self.vector_pointer(id) != 0 || !carries && self.pointee(id) != 0;
            });
            if touches {
                return Err(UNKNOWN);
            }
        }
        self.build.copy_code(self.input, inst)
    }

    fn load_converted(&mut self, id: u32, ty: u32, wide: u32) -> Result<(), LowerError> {
        self.convert(Some(id), ty, wide, Direction::In, 0)?;
        self.count(ty);
        Ok(())
    }

    /// Rewrites an `OpCopyMemory` with one of its two sides in an interface.
    fn copy_memory(&mut self, inst: Inst<'_>, to: u32, from: u32) -> Result<(), LowerError> {
        let (target, source) = (
            self.get(views::CopyMemory(inst).target()),
            self.get(views::CopyMemory(inst).source()),
        );
        let (write, read) = Access::of(inst)?;
        let value = match from {
            0 => {
                let load = read.load_operands(source);
                let narrow = self.build.op(op::OpLoad, self.get(to), &load);
                self.convert(None, to, narrow, Direction::Out, 0)?
            }
            _ => {
                let load = read.load_operands(source);
                let wide = self.build.op(op::OpLoad, self.form(from), &load);
                self.convert(None, from, wide, Direction::In, 0)?
            }
        };
        self.build
            .raw(op::OpStore, &write.store_operands(target, value));
        self.count(to.max(from));
        Ok(())
    }

    /// Emits the conversion of a value, of the given type of the input, with a given or a new result id.
    fn convert(
        &mut self,
        id: Option<u32>,
        ty: u32,
        value: u32,
        direction: Direction,
        depth: u32,
    ) -> Result<u32, LowerError> {
        self.parts += 1;
        if !self.input.allows(self.parts, depth) {
            return Err(LowerError::Because(
                "16-bit inputs or outputs, or ones with vectors of 64-bit numbers, with too many members",
            ));
        }
        if !self.changes(ty) {
            return Ok(value);
        }
        let (words, facts) = (self.input.words, self.input.facts);
        let of = |work: &Self, ty: u32| match direction {
            Direction::In => work.get(ty),
            Direction::Out => work.part_form(ty),
        };
        let result_type = of(self, ty);
        let count = match facts.type_view(words, ty) {
            TypeView::Struct(members) => members.len() as u32,
            TypeView::Array { length, .. } => self.input.index(length).ok_or(LowerError::Because(
                "an array of 16-bit inputs or outputs, or of vectors of 64-bit numbers there, whose length is an open \
                 specialization constant",
            ))?,
            // A matrix.
            TypeView::Vector { component, count }
                if !matches!(facts.type_view(words, component), TypeView::Scalar(_)) =>
            {
                count
            }
            TypeView::Vector { component, count } if self.form(component) == 0 => {
                let id = id.unwrap_or_else(|| self.build.id());
                self.convert_long(id, ty, (component, count), value, direction)?;
                return Ok(id);
            }
            _ => {
                let opcode = match facts.scalar_of(words, ty).ok_or(UNKNOWN)? {
                    Scalar::Float { .. } => op::OpFConvert,
                    Scalar::Int { signed: true, .. } => op::OpSConvert,
                    _ => op::OpUConvert,
                };
                let id = id.unwrap_or_else(|| self.build.id());
                self.build.op_as(id, opcode, result_type, &[value]);
                return Ok(id);
            }
        };
        let first = self.tables.parts.len();
        for at in 0..count {
            let part = facts.part_type(words, ty, at).ok_or(UNKNOWN)?;
            let source = match direction {
                Direction::In => self.part_form(part),
                Direction::Out => self.get(part),
            };
            let before = self.build.op(op::OpCompositeExtract, source, &[value, at]);
            let after = self.convert(None, part, before, direction, depth + 1)?;
            self.tables.parts.push(after);
        }
        let id = id.unwrap_or_else(|| self.build.id());
        let parts = self.tables.parts.get(first..).unwrap_or(&[]);
        self.build
            .op_as(id, op::OpCompositeConstruct, result_type, parts);
        self.tables.parts.truncate(first);
        Ok(id)
    }
}

#[cfg(test)]
mod tests;
