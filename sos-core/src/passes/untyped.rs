//! The pass `untyped`: untyped pointers (SPV_KHR_untyped_pointers), replaced by typed ones where their pointee types are
//! evident.
//!
//! Input: a module with `OpTypeUntypedPointerKHR`, `OpUntypedVariableKHR` and access chains with explicit base types.
//! Output: the same module with `OpTypePointer`. If an access interprets memory as another type of the same size, the value
//! is bitcast.
//!
//! ```text
//! %any = OpTypeUntypedPointerKHR StorageBuffer
//! %words = OpUntypedVariableKHR %any StorageBuffer %Block     %words = OpVariable %to_Block StorageBuffer
//!
//! %p = OpUntypedAccessChainKHR %any %list %words %i           %p = OpAccessChain %to_uint %words %zero %i
//! %f = OpLoad %float %p                                       %w = OpLoad %uint %p
//!                                                             %f = OpBitcast %float %w
//! %v = OpLoad %v2float %p                                     %j = OpIAdd %uint %i %one
//!                                                             %q = OpAccessChain %to_uint %words %zero %j
//!                                                             %v of %p's and of %q's word
//! %n = OpUntypedArrayLengthKHR %uint %Block %words 0          %n = OpArrayLength %uint %words 0
//! ```
//!
//! Exact: an access through an untyped pointer is equivalent to one through a pointer to the type of the access
//! (SPV_KHR_untyped_pointers, "Untyped Pointers"), and two types of the same size at the same place hold the same bits.
//!
//! # What is evident
//!
//! A pointer's pointee type is the data type of its variable, or the type at the end of the last access chain. The base
//! type of a chain or the type of an access is then searched for at that place ([`places`]). It is found if it is the
//! pointee type; the type of an object at the very beginning of the pointee (a first member at offset 0, a first element);
//! numbers of the same total size; or a vector of as many consecutive array elements as it has components, provided that
//! the array is tightly packed.
//!
//! Bitcasts and vectors of narrow numbers require more than storage capabilities. So the pass declares the arithmetic
//! capabilities, and later passes replace those that the device lacks.
//!
//! # What it refuses
//!
//! - Memory interpreted in any other way: as narrower or wider numbers, other structures, or arrays with another stride.
//! - Row-major matrices and their columns, unless the chain continues to a component: a typed pointer gathers a column from
//!   several rows, an untyped one reads consecutive memory.
//! - Atomic operations and copies with any type but the pointee type, since a bitcast cannot be inserted.
//! - Untyped pointers that are selected, loaded, compared or passed to functions, and pointers without a known variable
//!   (`PhysicalStorageBuffer`).
//!
//! `untyped-pointers` is shown by `corpus/shaders/ops/untyped_non_uniform.spvasm`.

mod layouts;
mod places;
#[cfg(test)]
mod tests;

use super::access::Access;
use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Rewrite, Step};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::tables::{atomic_pointer, capability, decoration, is_atomic, op, storage_class};
use crate::target::{feature, Description, VulkanExtension};
use crate::views;
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use layouts::flag;
use places::{Interpretation, Place};

/// Adds dynamic and nonuniform indexing of descriptor arrays to a device; see [`pretended_for`](super::pretended_for).
pub fn pretend_indexing(description: &mut Description) {
    for feature in [
        feature::shaderUniformBufferArrayDynamicIndexing,
        feature::shaderSampledImageArrayDynamicIndexing,
        feature::shaderStorageBufferArrayDynamicIndexing,
        feature::shaderStorageImageArrayDynamicIndexing,
        feature::shaderUniformBufferArrayNonUniformIndexing,
        feature::shaderSampledImageArrayNonUniformIndexing,
        feature::shaderStorageBufferArrayNonUniformIndexing,
        feature::shaderStorageImageArrayNonUniformIndexing,
    ] {
        description.set_feature(feature, true);
    }
    if let Some(extension) = VulkanExtension::find("VK_EXT_descriptor_indexing") {
        description.set_extension(extension, true);
    }
}

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[feature::shaderUntypedPointers],
    extensions: &["VK_KHR_shader_untyped_pointers"],
    ..Step::new(|memory| &mut memory.untyped)
};

const MALFORMED: LowerError =
    LowerError::Because("an untyped pointer is used for something other than an access");
const UNKNOWN: LowerError = LowerError::Because(
    "an untyped pointer that is selected, loaded, compared, or passed to a function: its pointee type is not evident",
);
const DIFFERENT_BITS: LowerError =
    LowerError::Because("memory that an untyped pointer accesses as a type with other bits");

/// The maximal number of operands of a copy: two pointers, and for each a mask, an alignment and two scopes.
const MOST_OPERANDS: usize = 10;

/// The pass, with its working memory.
#[derive(Clone, Debug, Default)]
pub struct Untyped {
    /// By id: the stride of an array; for a structure, 1 if its first member has offset 0.
    layouts: Vec<u32>,
    /// By id: the bits of [`flag`].
    flags: Vec<u8>,
    /// By id of a formerly untyped pointer: the number of its place in `places` plus one, or 0.
    known: Vec<u32>,
    places: Vec<Place>,
}

impl Pass for Untyped {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        input.lacks(target, capability::UntypedPointersKHR)
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let bound = input.facts.header.bound as usize;
        self.layouts.clear();
        self.layouts.resize(bound, 0);
        self.flags.clear();
        self.flags.resize(bound, 0);
        self.known.clear();
        self.known.resize(bound, 0);
        self.places.clear();
        self.read_decorations(input);
        let mut work = Work {
            input,
            build,
            tables: self,
        };
        work.walk()?;
        Ok(true)
    }
}

/// The rewrite of one module.
type Work<'a> = super::rewrite::Work<'a, Untyped>;

impl<'w> Rewrite<'w> for Work<'w> {
    fn global(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        match inst.opcode() {
            op::OpTypeUntypedPointerKHR => {
                self.build
                    .remove(views::TypeUntypedPointerKHR(inst).result());
                Ok(())
            }
            op::OpUntypedVariableKHR => {
                let (pointer, operands) = self.variable(inst)?;
                self.build.variable_as(inst.result(), pointer, &operands);
                Ok(())
            }
            _ => self.build.copy_global(self.input, inst),
        }
    }

    fn stops_at(_opcode: u16) -> bool {
        true
    }

    fn code(&mut self, inst: Inst<'w>, _marks: u16) -> Result<(), LowerError> {
        let pointer = |at: usize| self.is_untyped(self.input.type_of(inst.word(at)));
        match inst.opcode() {
            op::OpUntypedVariableKHR => {
                let (pointer, operands) = self.variable(inst)?;
                self.build
                    .op_as(inst.result(), op::OpVariable, pointer, &operands);
                Ok(())
            }
            op::OpUntypedAccessChainKHR | op::OpUntypedInBoundsAccessChainKHR => {
                self.chain(inst, views::UntypedAccessChain(inst).indexes())
            }
            op::OpUntypedPtrAccessChainKHR | op::OpUntypedInBoundsPtrAccessChainKHR => {
                match self
                    .input
                    .index(views::UntypedPtrAccessChain(inst).element())
                {
                    Some(0) => self.chain(inst, views::UntypedPtrAccessChain(inst).indexes()),
                    _ => Err(LowerError::Because(
                        "an untyped pointer that is stepped by elements of its own type",
                    )),
                }
            }
            op::OpCopyObject if self.is_untyped(inst.result_type()) => {
                let place = self.place(views::CopyObject(inst).operand())?;
                self.record(inst.result(), place);
                self.replace(inst.result(), views::CopyObject(inst).operand())
            }
            op::OpUntypedArrayLengthKHR => {
                let &[ty, id, structure, base, member] = inst.from(1) else {
                    return Err(MALFORMED);
                };
                let base = self.pointer_to_type(base, structure)?;
                let ty = self.id(ty)?;
                self.build.op_as(id, op::OpArrayLength, ty, &[base, member]);
                Ok(())
            }
            op::OpLoad if pointer(3) => self.load(inst),
            op::OpStore if pointer(1) => self.store(inst),
            op::OpCopyMemory if pointer(1) || pointer(2) => {
                let [target, source] = [
                    views::CopyMemory(inst).target(),
                    views::CopyMemory(inst).source(),
                ];
                let sizes = if pointer(1) { source } else { target };
                let size = self.input.pointee(self.input.type_of(sizes));
                let [target, source] = [
                    self.pointer_to_type(target, size)?,
                    self.pointer_to_type(source, size)?,
                ];
                let mut operands = ArrayVec::<u32, MOST_OPERANDS>::new();
                operands.extend([target, source]);
                // Scopes are copied: constants keep their ids.
                let rest =
                    operands.try_extend_from_slice(views::CopyMemory(inst).memory_access_words());
                rest.map_err(|_| MALFORMED)?;
                self.build.raw(op::OpCopyMemory, &operands);
                Ok(())
            }
            opcode if is_atomic(opcode) => {
                let at = atomic_pointer(opcode);
                let is_store = at == 1;
                if !pointer(at) {
                    return self.copy_other(inst);
                }
                let seen = match is_store {
                    true => self.input.type_of(inst.word(4)),
                    false => inst.result_type(),
                };
                let pointer = self.pointer_to_type(inst.word(at), seen)?;
                let mut operands = ArrayVec::<u32, 8>::new();
                for (index, &word) in inst.words().iter().enumerate().skip(1) {
                    // All operands are ids. The result id is kept.
                    let word = match index {
                        _ if index == at => pointer,
                        2 if !is_store => word,
                        _ => self.id(word)?,
                    };
                    operands.try_push(word).map_err(|_| MALFORMED)?;
                }
                self.build.raw(opcode, &operands);
                Ok(())
            }
            _ => self.copy_other(inst),
        }
    }
}

impl Work<'_> {
    fn id(&self, id: u32) -> Result<u32, LowerError> {
        self.build.get(id).ok_or(MALFORMED)
    }

    /// Whether a type is an untyped pointer type.
    fn is_untyped(&self, ty: u32) -> bool {
        let def = self.input.def(ty);
        def.is_some_and(|def| def.opcode() == op::OpTypeUntypedPointerKHR)
    }

    /// Returns the type of the typed variable that replaces an untyped one, and its operands.
    fn variable(&mut self, inst: Inst<'_>) -> Result<(u32, ArrayVec<u32, 2>), LowerError> {
        let (id, class, data) = (
            inst.result(),
            views::UntypedVariableKHR(inst).storage_class(),
            views::UntypedVariableKHR(inst).data_type(),
        );
        if inst.words().len() < 5 {
            return Err(LowerError::Because(
                "an untyped variable without a data type",
            ));
        }
        self.record(id, Place::at(id, class, data));
        self.build.count(Kind::Untyped);
        let data = self.id(data)?;
        let pointer = self.build.pointer(class, data);
        let mut operands = ArrayVec::from_iter([class]);
        if let Some(&initializer) = inst.from(5).first() {
            operands.push(self.id(initializer)?);
        }
        Ok((pointer, operands))
    }

    fn record(&mut self, id: u32, place: Place) {
        self.tables.places.push(place);
        let number = self.tables.places.len() as u32;
        if let Some(slot) = self.tables.known.get_mut(id as usize) {
            *slot = number;
        }
    }

    /// Copies an instruction that does not involve untyped pointers, and refuses others.
    fn copy_other(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let mut untyped = false;
        self.input.uses(inst, |used| {
            untyped |= self.is_untyped(used) || self.is_untyped(self.input.type_of(used));
        });
        match untyped && !crate::plan::is_non_semantic(self.input.facts, inst) {
            true => Err(UNKNOWN),
            false => self.build.copy_code(self.input, inst),
        }
    }

    /// Replaces one pointer by another, which becomes `NonUniform` if the first is.
    fn replace(&mut self, id: u32, other: u32) -> Result<(), LowerError> {
        let differs = self.is_non_uniform(id)?;
        let other = self.id(other)?;
        self.build.substitute(id, other);
        if differs && !self.tables.has_flag(other, flag::NON_UNIFORM) {
            self.tables.set_flag(other, flag::NON_UNIFORM);
            self.non_uniform(other);
        }
        Ok(())
    }

    /// Whether a pointer of the input, or its replacement, is decorated with `NonUniform`.
    fn is_non_uniform(&self, pointer: u32) -> Result<bool, LowerError> {
        let is = |id: u32| self.tables.has_flag(id, flag::NON_UNIFORM);
        Ok(is(pointer) || is(self.id(pointer)?))
    }

    fn non_uniform(&mut self, id: u32) {
        self.build.decorate(id, &[decoration::NonUniform]);
    }

    /// Rewrites an access chain with explicit base type, followed by these indices.
    fn chain(&mut self, inst: Inst<'_>, indices: &[u32]) -> Result<(), LowerError> {
        let (id, base_type, base) = (
            inst.result(),
            views::UntypedChain(inst).base_type(),
            views::UntypedChain(inst).base(),
        );
        let from = self.place(base)?;
        let Interpretation::Same(mut place) = self.interpret(&from, base_type)? else {
            return Err(DIFFERENT_BITS);
        };
        for &index in indices {
            self.step(&mut place, index)?;
        }
        self.build.count(Kind::Untyped);
        let stays = place.indices.len() == from.indices.len();
        if stays {
            self.record(id, place);
            return self.replace(id, base);
        }
        self.write_pointer(id, &place)?;
        self.record(id, place);
        Ok(())
    }

    /// Emits an access chain to a place, with a given result id.
    fn write_pointer(&mut self, id: u32, place: &Place) -> Result<(), LowerError> {
        let pointee = self.id(place.pointee)?;
        let pointer = self.build.pointer(place.class, pointee);
        let mut operands = ArrayVec::<u32, { places::MOST_INDICES + 1 }>::new();
        operands.push(self.id(place.root)?);
        for &index in &place.indices {
            operands.push(self.id(index)?);
        }
        self.build.op_as(id, op::OpAccessChain, pointer, &operands);
        Ok(())
    }

    /// Returns a pointer to a place found through a pointer of the input: the pointer itself, if the place is its own.
    fn pointer_to(&mut self, pointer: u32, place: &Place) -> Result<u32, LowerError> {
        let from = self.place(pointer)?;
        if from.indices.len() == place.indices.len() {
            return self.id(pointer);
        }
        self.new_pointer(pointer, place)
    }

    /// Emits a new pointer to a place, for a single access through a pointer of the input.
    fn new_pointer(&mut self, pointer: u32, place: &Place) -> Result<u32, LowerError> {
        let id = self.build.id();
        self.write_pointer(id, place)?;
        if self.is_non_uniform(pointer)? {
            self.non_uniform(id);
        }
        Ok(id)
    }

    /// Declares the arithmetic capability for the components of a narrow type: storage capabilities only allow to move such
    /// values.
    fn declare_arithmetic(&mut self, ty: u32) {
        let scalar = self.input.scalar_of(ty);
        let capability = match scalar {
            Some(Scalar::Int { width: 8, .. }) => capability::Int8,
            Some(Scalar::Int { width: 16, .. }) => capability::Int16,
            Some(Scalar::Float { width: 16 }) => capability::Float16,
            _ => return,
        };
        self.build.capability(capability);
    }

    /// Returns a pointer to an object of exactly this type at a pointer of the input.
    fn pointer_to_type(&mut self, pointer: u32, ty: u32) -> Result<u32, LowerError> {
        let from = self.place(pointer)?;
        match self.interpret(&from, ty)? {
            Interpretation::Same(place) => self.pointer_to(pointer, &place),
            _ => Err(DIFFERENT_BITS),
        }
    }

    fn load(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, pointer) = (
            inst.result_type(),
            inst.result(),
            views::Load(inst).pointer(),
        );
        let (_, access) = Access::of(inst)?;
        let from = self.place(pointer)?;
        let own = self.id(ty)?;
        let read = |work: &mut Self, id: u32, ty: u32, pointer: u32, offset: u32| {
            let operands = access.at_offset(offset).load_operands(pointer);
            work.build.op_as(id, op::OpLoad, ty, &operands);
        };
        match self.interpret(&from, ty)? {
            Interpretation::Same(place) => {
                let pointer = self.pointer_to(pointer, &place)?;
                read(self, id, own, pointer, 0);
            }
            Interpretation::Cast(place) => {
                let pointer = self.pointer_to(pointer, &place)?;
                let held = self.id(place.pointee)?;
                let value = self.build.id();
                self.declare_arithmetic(place.pointee);
                self.declare_arithmetic(ty);
                read(self, value, held, pointer, 0);
                self.build.op_as(id, op::OpBitcast, own, &[value]);
            }
            Interpretation::Neighbours(place, component, count) => {
                let (held, component_id) = (self.id(place.pointee)?, self.id(component)?);
                let mut parts = ArrayVec::<u32, { places::MOST_PARTS }>::new();
                let stride = self.stride(&place);
                self.declare_arithmetic(place.pointee);
                self.declare_arithmetic(component);
                for number in 0..count {
                    let pointer = self.neighbour(pointer, &place, number)?;
                    let value = self.build.id();
                    read(self, value, held, pointer, number * stride);
                    parts.push(match place.pointee == component {
                        true => value,
                        false => self.build.op(op::OpBitcast, component_id, &[value]),
                    });
                }
                self.build.op_as(id, op::OpCompositeConstruct, own, &parts);
            }
        }
        Ok(())
    }

    fn store(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (pointer, object) = (views::Store(inst).pointer(), views::Store(inst).object());
        let (access, _) = Access::of(inst)?;
        let from = self.place(pointer)?;
        let value = self.id(object)?;
        let write = |work: &mut Self, pointer: u32, value: u32, offset: u32| {
            let operands = access.at_offset(offset).store_operands(pointer, value);
            work.build.raw(op::OpStore, &operands);
        };
        let ty = self.input.type_of(object);
        match self.interpret(&from, ty)? {
            Interpretation::Same(place) => {
                let pointer = self.pointer_to(pointer, &place)?;
                write(self, pointer, value, 0);
            }
            Interpretation::Cast(place) => {
                let pointer = self.pointer_to(pointer, &place)?;
                let held = self.id(place.pointee)?;
                self.declare_arithmetic(place.pointee);
                self.declare_arithmetic(ty);
                let value = self.build.op(op::OpBitcast, held, &[value]);
                write(self, pointer, value, 0);
            }
            Interpretation::Neighbours(place, component, count) => {
                let (held, component_id) = (self.id(place.pointee)?, self.id(component)?);
                let stride = self.stride(&place);
                self.declare_arithmetic(place.pointee);
                self.declare_arithmetic(component);
                for number in 0..count {
                    let extract = op::OpCompositeExtract;
                    let part = self.build.op(extract, component_id, &[value, number]);
                    let part = match place.pointee == component {
                        true => part,
                        false => self.build.op(op::OpBitcast, held, &[part]),
                    };
                    let pointer = self.neighbour(pointer, &place, number)?;
                    write(self, pointer, part, number * stride);
                }
            }
        }
        Ok(())
    }

    /// Returns the stride of the array that contains a place.
    fn stride(&self, place: &Place) -> u32 {
        let stride = self.tables.layouts.get(place.parent as usize);
        stride.copied().unwrap_or(0)
    }

    /// Returns a pointer to the array element `number` behind a place, for an access through a pointer of the input.
    fn neighbour(&mut self, pointer: u32, place: &Place, number: u32) -> Result<u32, LowerError> {
        let mut place = place.clone();
        if let Some(last) = place.indices.last_mut().filter(|_| number > 0) {
            let ty = match self.input.type_of(*last) {
                0 => self.build.uint(),
                ty => self.id(ty)?,
            };
            let index = self.id(*last)?;
            let further = self.build.declare(op::OpConstant, Some(ty), &[number]);
            *last = self.build.op(op::OpIAdd, ty, &[index, further]);
        }
        self.new_pointer(pointer, &place)
    }

    /// Returns the place that a pointer of the input points to.
    fn place(&self, pointer: u32) -> Result<Place, LowerError> {
        let number = self.tables.known.get(pointer as usize).copied();
        let known = number.and_then(|number| number.checked_sub(1));
        if let Some(place) = known.and_then(|at| self.tables.places.get(at as usize)) {
            return Ok(place.clone());
        }
        match self.input.view(self.input.type_of(pointer)) {
            TypeView::Pointer { class, pointee }
                if class != storage_class::PhysicalStorageBuffer =>
            {
                Ok(Place::at(pointer, class, pointee))
            }
            _ => Err(UNKNOWN),
        }
    }
}
