//! Types, constants and variables that become integers.

use super::{Work, MALFORMED};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::{LowerError, MOST_DEPTH};
use crate::tables::{capability, decoration, op, storage_class as class};
use crate::views;

const MATRIX: LowerError = LowerError::Because("an atomic operation on floats in a matrix");
const CONSTANT: LowerError =
    LowerError::Because("a constant that has to become integers, whose bits are not known");
const DEEP: LowerError =
    LowerError::Because("an atomic operation on floats in arrays that are nested too deeply");

impl Work<'_> {
    /// Emits a type, constant or variable.
    pub(super) fn declaration(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        self.record_contents(inst);
        let has_members = |id: u32| self.has_members(self.input.type_of(id));
        match inst.opcode() {
            op::OpTypeStruct if self.has_members(views::TypeStruct(inst).result()) => {
                self.structure(inst)
            }
            op::OpVariable if self.tables.is_rewritten(inst.result()) => self.root(inst),
            op::OpVariable => {
                self.check_class(inst)?;
                self.build.copy_global(self.input, inst)
            }
            op::OpConstantComposite if self.has_members(inst.result_type()) => {
                self.constant_structure(inst)
            }
            op::OpSpecConstantComposite | op::OpSpecConstantOp
                if self.has_members(inst.word(1)) =>
            {
                Err(CONSTANT)
            }
            op::OpSpecConstantOp if inst.from(4).iter().any(|&id| has_members(id)) => Err(CONSTANT),
            _ => self.build.copy_global(self.input, inst),
        }
    }

    /// Whether a type is a structure with members that become integers.
    pub(super) fn has_members(&self, ty: u32) -> bool {
        let members = &self.tables.members;
        let at = members.partition_point(|member| member.0 < ty);
        members.get(at).is_some_and(|member| member.0 == ty)
    }

    pub(super) fn is_member(&self, structure: u32, member: usize) -> bool {
        let member = (structure, member as u32);
        self.tables.members.binary_search(&member).is_ok()
    }

    fn structure(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let mut list = core::mem::take(&mut self.tables.list);
        list.clear();
        for (number, &member) in views::TypeStruct(inst).member_types().iter().enumerate() {
            list.push(
                match self.is_member(views::TypeStruct(inst).result(), number) {
                    true => self.form(member)?,
                    false => self.id(member)?,
                },
            );
        }
        self.build.declare_as(
            views::TypeStruct(inst).result(),
            op::OpTypeStruct,
            None,
            &list,
        );
        self.tables.list = list;
        Ok(())
    }

    /// Emits a variable that becomes integers as a whole.
    fn root(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let facts = self.input.facts;
        let form = self.form(facts.pointee(self.input.words, inst.result_type()))?;
        let pointer = self.build.pointer(class::Workgroup, form);
        let id = inst.result();
        let initializer = views::Variable(inst).initializer();
        if initializer == 0 {
            self.build.variable_as(id, pointer, &[class::Workgroup]);
            return Ok(());
        }
        match facts
            .def(self.input.words, initializer)
            .map(|def| def.opcode())
        {
            Some(op::OpConstantNull) => {
                let null = self.build.null(form);
                self.build
                    .variable_as(id, pointer, &[class::Workgroup, null]);
                Ok(())
            }
            _ => Err(CONSTANT),
        }
    }

    /// Refuses variables of a stage interface that contain such a member: other stages keep their types.
    fn check_class(&self, inst: Inst<'_>) -> Result<(), LowerError> {
        let facts = self.input.facts;
        let held = facts.pointee(self.input.words, inst.result_type());
        let is_own = matches!(
            views::Variable(inst).storage_class(),
            class::StorageBuffer
                | class::Uniform
                | class::PushConstant
                | class::Workgroup
                | class::Private
                | class::Function
                | class::UniformConstant
        );
        match !is_own && self.contains_member(held) {
            true => Err(LowerError::Because(
                "a structure that atomic operations access and that is part of a stage interface",
            )),
            false => Ok(()),
        }
    }

    /// Records whether a type contains a member that becomes integers. Its component types precede it.
    fn record_contents(&mut self, inst: Inst<'_>) {
        let ty = inst.word(1);
        let holds = match TypeView::of(inst) {
            TypeView::Struct(members) => {
                self.has_members(ty) || members.iter().any(|&member| self.contains_member(member))
            }
            TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => {
                self.contains_member(element)
            }
            _ => return,
        };
        if let Some(slot) = self.tables.contains_members.get_mut(ty as usize) {
            *slot = holds;
        }
    }

    fn contains_member(&self, ty: u32) -> bool {
        self.tables.contains_members.get(ty as usize) == Some(&true)
    }

    fn constant_structure(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let mark = self.tables.stack.len();
        for (number, &part) in views::ConstantComposite(inst)
            .constituents()
            .iter()
            .enumerate()
        {
            let now = match self.is_member(inst.result_type(), number) {
                true => self.constant(part, MOST_DEPTH)?,
                false => self.id(part)?,
            };
            self.tables.stack.push(now);
        }
        let ty = self.id(inst.result_type())?;
        let parts = self.tables.stack.get(mark..).unwrap_or(&[]);
        self.build
            .declare_as(inst.result(), op::OpConstantComposite, Some(ty), parts);
        self.tables.stack.truncate(mark);
        Ok(())
    }

    /// Returns the integer form of a constant, with composites nested up to `depth`. Each is made once, however many
    /// constants use it.
    fn constant(&mut self, id: u32, depth: u32) -> Result<u32, LowerError> {
        if let Some(&form @ 1..) = self.tables.forms.get(id as usize) {
            return Ok(form);
        }
        let facts = self.input.facts;
        let def = facts.def(self.input.words, id);
        let def = def.filter(Inst::has_type).ok_or(MALFORMED)?;
        let is_half = self.is_half(def.result_type());
        let form = self.form(def.result_type())?;
        let made = match def.opcode() {
            op::OpConstant if !is_half => self.build.declare(
                op::OpConstant,
                Some(form),
                views::Constant(def).value_words(),
            ),
            op::OpConstantNull | op::OpUndef => self.build.declare(def.opcode(), Some(form), &[]),
            op::OpConstantComposite if !self.is_half_vector(def.result_type()) => {
                let depth = depth.checked_sub(1).ok_or(DEEP)?;
                let mark = self.tables.stack.len();
                for &part in views::ConstantComposite(def).constituents() {
                    let now = self.constant(part, depth)?;
                    self.tables.stack.push(now);
                }
                let parts = self.tables.stack.get(mark..).unwrap_or(&[]);
                let composite = self
                    .build
                    .declare(op::OpConstantComposite, Some(form), parts);
                self.tables.stack.truncate(mark);
                composite
            }
            _ => return Err(CONSTANT),
        };
        self.record_form(id, made);
        Ok(made)
    }

    /// Records the integer form of a type or constant.
    fn record_form(&mut self, id: u32, form: u32) {
        if let Some(slot) = self.tables.forms.get_mut(id as usize) {
            *slot = form;
        }
    }

    /// Whether a type is a scalar 16-bit float.
    pub(super) fn is_half(&self, ty: u32) -> bool {
        let view = self.input.view(ty);
        view == TypeView::Scalar(Scalar::Float { width: 16 })
    }

    /// Whether a type is a vector of 16-bit floats.
    pub(super) fn is_half_vector(&self, ty: u32) -> bool {
        match self.input.view(ty) {
            TypeView::Vector { component, .. } => self.is_half(component),
            _ => false,
        }
    }

    /// Returns the integer form of a type of floats.
    pub(super) fn form(&mut self, ty: u32) -> Result<u32, LowerError> {
        self.form_within(ty, MOST_DEPTH)
    }

    /// Returns the same, with arrays and vectors nested up to `depth`.
    fn form_within(&mut self, ty: u32, depth: u32) -> Result<u32, LowerError> {
        if let Some(&form @ 1..) = self.tables.forms.get(ty as usize) {
            return Ok(form);
        }
        let depth = depth.checked_sub(1).ok_or(DEEP)?;
        let Some(def) = self.input.def(ty) else {
            return Err(MALFORMED);
        };
        let form = match TypeView::of(def) {
            TypeView::Scalar(Scalar::Float { width: 16 | 32 }) => self.build.uint(),
            TypeView::Scalar(Scalar::Float { width: 64 }) => {
                self.build.capability(capability::Int64);
                self.build.capability(capability::Int64Atomics);
                self.build.declare(op::OpTypeInt, None, &[64, 0])
            }
            TypeView::Vector { component, count } if def.opcode() == op::OpTypeVector => {
                match (self.is_half(component), count) {
                    (true, 2) => self.build.uint(),
                    (true, _) => {
                        return Err(LowerError::Because(
                            "an atomic operation on four 16-bit floats",
                        ))
                    }
                    _ => {
                        let component = self.form_within(component, depth)?;
                        self.build.vector(component, count)
                    }
                }
            }
            TypeView::Array { element, length } => {
                let length = self.id(length)?;
                let element = self.element(ty, element, depth)?;
                self.array(ty, op::OpTypeArray, &[element, length])
            }
            TypeView::RuntimeArray { element } => {
                let element = self.element(ty, element, depth)?;
                self.array(ty, op::OpTypeRuntimeArray, &[element])
            }
            TypeView::Vector { .. } => return Err(MATRIX),
            _ => return Err(MALFORMED),
        };
        self.record_form(ty, form);
        Ok(form)
    }

    /// Returns the integer form of an array's element type.
    fn element(&mut self, array: u32, element: u32, depth: u32) -> Result<u32, LowerError> {
        if self.is_half(element) && self.stride(array).is_some() {
            return Err(LowerError::Because(
                "an atomic operation on a single 16-bit float, which shares a word with others",
            ));
        }
        self.form_within(element, depth)
    }

    fn stride(&self, array: u32) -> Option<u32> {
        self.tables.strides.get(array, decoration::ArrayStride)
    }

    fn array(&mut self, ty: u32, opcode: u16, operands: &[u32]) -> u32 {
        let array = self.build.new_type(opcode, operands);
        if let Some(stride) = self.stride(ty) {
            self.build
                .decorate(array, &[decoration::ArrayStride, stride]);
        }
        array
    }
}
