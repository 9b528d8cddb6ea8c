//! The module that a pass writes: its sections as buffers, new ids, and which id of the input stands for which now.
//!
//! A pass walks its input in any order that suits it and writes into four sections: annotations, globals, code, and helper
//! functions, which come last. What stands before annotations is written by [`Frame::finish`] from the input. Ids of the
//! input keep their numbers; new ones come behind them.
//!
//! An id of the input may *stand for* another in the output ([`Frame::substitute`]), or be *gone* ([`Frame::remove`]). Every
//! copied instruction has its ids exchanged by the grammar's own walk over operands; one that names an id that is gone is
//! refused. Names and decorations of ids that no longer exist are dropped.
//!
//! Types: SPIR-V forbids two declarations of the same type that is no aggregate and no pointer (section 2.8). All types
//! and constants go through [`Frame::declare`] or [`Frame::declare_as`], which find what is there already; so two types
//! of the input that become one are one.

mod finish;
mod sweep;

use super::{Counts, Input, Kind, Refusal};
use crate::inst::Inst;
use crate::operands::{for_each_id, WalkEnd};
use crate::plan::{push_string, result};
use crate::specialize::switch_literal_words;
use crate::tables::{op, op_hot, ExtInstSet, OpFlags};
use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

/// What an id that is gone stands for.
const GONE: u32 = u32::MAX;

/// The longest instruction that can be.
const MAX_INSTRUCTION: usize = 0xFFFF;

/// An id that is gone is named by something that stays.
const DANGLING: Refusal = Refusal("an instruction names something that has no form on this device");

/// What [`Frame`] is about: see the module.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    bound: u32,
    /// By id of the input: what stands for it, 0 for itself.
    stands_for: Vec<u32>,
    capabilities: Vec<u32>,
    imports: Vec<u32>,
    /// Modes and names that the pass has dropped, as word offsets into the input.
    dropped: Vec<u32>,
    /// Names beside the input's.
    names: Vec<u32>,
    annotations: Vec<u32>,
    globals: Vec<u32>,
    code: Vec<u32>,
    helpers: Vec<u32>,
    in_helper: bool,
    /// Helper functions by the pass's key.
    known_helpers: Vec<(u32, u32)>,
    /// Where types and constants are declared in `globals`, by a hash of what they say.
    declared: HashMap<u64, u32, RandomState>,
    glsl: u32,
    counts: Counts,
    overlong: bool,
    /// Of a sweep: what is known of each id, and where globals start.
    state: Vec<u8>,
    starts: Vec<u32>,
}

impl Frame {
    /// Starts over, for an input.
    pub(super) fn begin(&mut self, input: Input<'_>) {
        let bound = input.facts.header.bound;
        self.bound = bound;
        self.stands_for.clear();
        self.stands_for.resize(bound as usize, 0);
        self.capabilities.clear();
        self.imports.clear();
        self.dropped.clear();
        self.names.clear();
        self.annotations.clear();
        self.globals.clear();
        self.code.clear();
        self.helpers.clear();
        self.in_helper = false;
        self.known_helpers.clear();
        self.declared.clear();
        let imports = &input.facts.imports;
        let glsl = imports
            .iter()
            .find(|import| import.set == ExtInstSet::GlslStd450);
        self.glsl = glsl.map_or(0, |import| import.id);
        self.counts = Counts::default();
        self.overlong = false;
    }

    /// Counts something that was taken away or rewritten, for the report.
    pub fn count(&mut self, kind: Kind) {
        if let Some(count) = self.counts.get_mut(kind as usize) {
            *count += 1;
        }
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    // ---- Ids ----

    /// A new id.
    pub fn id(&mut self) -> u32 {
        let id = self.bound;
        self.bound = self.bound.saturating_add(1);
        id
    }

    /// Makes another id stand for one of the input wherever that is named.
    pub fn substitute(&mut self, id: u32, other: u32) {
        if let Some(slot) = self.stands_for.get_mut(id as usize) {
            *slot = if id == other { 0 } else { other };
        }
    }

    /// Says that the output does not define an id of the input: its names and decorations go, and whatever else names it
    /// is refused.
    pub fn remove(&mut self, id: u32) {
        self.substitute(id, GONE);
    }

    /// What stands for an id of the input; `None` if it is gone. New ids stand for themselves.
    pub fn get(&self, id: u32) -> Option<u32> {
        match self.stands_for.get(id as usize) {
            Some(0) | None => Some(id),
            Some(&GONE) => None,
            Some(&other) => Some(other),
        }
    }

    /// Whether the output still defines an id of the input, under its own number.
    pub fn keeps(&self, id: u32) -> bool {
        self.get(id) == Some(id)
    }

    // ---- What stands before the annotations ----

    /// Adds a capability, by its value. The last plan drops those that are not needed, but adds none.
    pub fn capability(&mut self, capability: u32) {
        if !self.capabilities.contains(&capability) {
            self.capabilities.push(capability);
        }
    }

    /// Drops an instruction that stands between the memory model and the annotations: an execution mode, or a name.
    /// In ascending order only.
    pub fn drop_head(&mut self, inst: Inst<'_>) {
        self.dropped.push(inst.offset());
    }

    /// The id of `GLSL.std.450`: the input's import, or a new one.
    pub fn glsl_set(&mut self) -> u32 {
        if self.glsl == 0 {
            self.glsl = self.id();
            let name = "GLSL.std.450";
            let len = name.len() as u32 / 4 + 3;
            self.imports
                .extend_from_slice(&[len << 16 | u32::from(op::OpExtInstImport), self.glsl]);
            push_string(&mut self.imports, name);
        }
        self.glsl
    }

    // ---- Annotations ----

    /// Gives a structure the name of another, or of a member of it, by the `OpName` or `OpMemberName` of that.
    pub fn name_like(&mut self, structure: u32, like: Inst<'_>) {
        let start = self.names.len();
        self.names.extend_from_slice(like.words());
        if let Some(target) = self.names.get_mut(start + 1) {
            *target = structure;
        }
    }

    /// Writes an annotation, given without its header: `OpDecorate` with target, decoration and operands, and the like.
    pub fn annotate(&mut self, opcode: u16, words: &[u32]) {
        push(&mut self.annotations, opcode, words, &mut self.overlong);
    }

    /// Copies an annotation, without what no longer exists: nothing at all, if that is its target. To be called once all
    /// substitutions of types, constants and variables are known.
    ///
    /// # Errors
    /// If it names something else that is gone.
    pub fn copy_annotation(&mut self, input: Input<'_>, inst: Inst<'_>) -> Result<(), Refusal> {
        let step = match inst.opcode() {
            op::OpGroupDecorate => 1,
            op::OpGroupMemberDecorate => 2,
            _ if self.keeps(inst.word(1)) => return self.copy(input, inst, Section::Annotations),
            _ => return Ok(()),
        };
        let start = self.annotations.len();
        self.annotations.extend_from_slice(&[0, inst.word(1)]);
        for target in inst.from(2).chunks_exact(step) {
            if target.first().is_some_and(|&id| self.keeps(id)) {
                self.annotations.extend_from_slice(target);
            }
        }
        seal(
            &mut self.annotations,
            start,
            inst.opcode(),
            &mut self.overlong,
        );
        Ok(())
    }

    // ---- Types, constants, global variables ----

    /// The id of a type or constant that says this: one that the output has, or a new one. `operands` are the words
    /// behind the result. Structures, and types or constants with decorations, are not for this.
    pub fn declare(&mut self, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u32 {
        match self.find(opcode, ty, operands) {
            Ok(id) => id,
            Err(key) => {
                let id = self.id();
                self.enter(key, id, opcode, ty, operands);
                id
            }
        }
    }

    /// Declares what an id of the input is now, and returns the id that stands for it from here on: another one, if it
    /// is a type that the output has already and may not have twice.
    pub fn declare_as(&mut self, id: u32, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u32 {
        let found = self.find(opcode, ty, operands);
        if must_be_one(opcode) {
            if let Ok(other) = found {
                self.substitute(id, other);
                return other;
            }
        }
        match found {
            // An aggregate that frames make up is not the input's: that may be decorated.
            Err(key) if may_be_one(opcode) => self.enter(key, id, opcode, ty, operands),
            _ => self.write_global(id, opcode, ty, operands),
        }
        self.substitute(id, id);
        id
    }

    /// The id of a declaration, or its key.
    fn find(&self, opcode: u16, ty: Option<u32>, operands: &[u32]) -> Result<u32, u64> {
        let key = self.declared.hasher().hash_one((opcode, ty, operands));
        let at = self.declared.get(&key).copied();
        let found = at.and_then(|at| Inst::at(&self.globals, at));
        match found.and_then(|inst| Some((inst, result(inst)?))) {
            Some((inst, id)) if inst.opcode() == opcode && parts(inst) == (ty, operands) => Ok(id),
            _ => Err(key),
        }
    }

    fn enter(&mut self, key: u64, id: u32, opcode: u16, ty: Option<u32>, operands: &[u32]) {
        self.declared.insert(key, self.globals.len() as u32);
        self.write_global(id, opcode, ty, operands);
    }

    fn write_global(&mut self, id: u32, opcode: u16, ty: Option<u32>, operands: &[u32]) {
        let start = self.globals.len();
        self.globals.push(0);
        self.globals.extend(ty);
        self.globals.push(id);
        self.globals.extend_from_slice(operands);
        seal(&mut self.globals, start, opcode, &mut self.overlong);
    }

    /// Copies what stands in the input between annotations and functions, with its ids exchanged; a type that has become
    /// another's double is that other from here on.
    ///
    /// # Errors
    /// If it names something that is gone, or holds words that the grammar does not know.
    pub fn copy_global(&mut self, input: Input<'_>, inst: Inst<'_>) -> Result<(), Refusal> {
        let start = self.globals.len();
        self.copy(input, inst, Section::Globals)?;
        let Some(id) = result(inst).filter(|_| may_be_one(inst.opcode())) else {
            return Ok(());
        };
        let Some(copy) = Inst::at(&self.globals, start as u32) else {
            return Ok(());
        };
        let (ty, operands) = parts(copy);
        match self.find(inst.opcode(), ty, operands) {
            Ok(other) if must_be_one(inst.opcode()) => {
                self.globals.truncate(start);
                self.substitute(id, other);
            }
            Ok(_) => {}
            Err(key) => {
                self.declared.insert(key, start as u32);
            }
        }
        Ok(())
    }

    /// As [`Frame::copy_global`], with another result type, for what is no type.
    ///
    /// # Errors
    /// As [`Frame::copy_global`].
    pub fn copy_global_as(
        &mut self,
        input: Input<'_>,
        inst: Inst<'_>,
        ty: u32,
    ) -> Result<(), Refusal> {
        let start = self.globals.len();
        self.copy_global(input, inst)?;
        if let Some(slot) = self.globals.get_mut(start + 1) {
            *slot = ty;
        }
        Ok(())
    }

    /// Writes an operation on constants: `OpSpecConstantOp` with a given result.
    pub fn constant_op(&mut self, id: u32, ty: u32, opcode: u16, operands: &[u32]) {
        let start = self.globals.len();
        self.globals
            .extend_from_slice(&[0, ty, id, u32::from(opcode)]);
        self.globals.extend_from_slice(operands);
        let opcode = op::OpSpecConstantOp;
        seal(&mut self.globals, start, opcode, &mut self.overlong);
    }

    /// A global variable with a given id.
    pub fn variable_as(&mut self, id: u32, pointer: u32, operands: &[u32]) {
        self.write_global(id, op::OpVariable, Some(pointer), operands);
    }

    /// A structure, which is never another's double: a new id.
    pub fn structure(&mut self, members: &[u32]) -> u32 {
        let id = self.id();
        self.write_global(id, op::OpTypeStruct, None, members);
        id
    }

    /// An array, runtime array or pointer of its own, to be decorated: a new id.
    pub fn own_type(&mut self, opcode: u16, operands: &[u32]) -> u32 {
        let id = self.id();
        self.write_global(id, opcode, None, operands);
        id
    }

    /// `OpTypeInt 32 0`.
    pub fn uint(&mut self) -> u32 {
        self.declare(op::OpTypeInt, None, &[32, 0])
    }

    /// `OpTypeInt 32 1`.
    pub fn int(&mut self) -> u32 {
        self.declare(op::OpTypeInt, None, &[32, 1])
    }

    /// `OpTypeFloat 32`.
    pub fn float(&mut self) -> u32 {
        self.declare(op::OpTypeFloat, None, &[32])
    }

    /// `OpTypeBool`.
    pub fn bool(&mut self) -> u32 {
        self.declare(op::OpTypeBool, None, &[])
    }

    /// The vector type of so many components, or the component type itself for one.
    pub fn vector(&mut self, component: u32, count: u32) -> u32 {
        if count <= 1 {
            component
        } else {
            self.declare(op::OpTypeVector, None, &[component, count])
        }
    }

    /// A pointer type.
    pub fn pointer(&mut self, class: u32, pointee: u32) -> u32 {
        self.declare(op::OpTypePointer, None, &[class, pointee])
    }

    /// A 32-bit unsigned constant.
    pub fn constant(&mut self, value: u32) -> u32 {
        let ty = self.uint();
        self.declare(op::OpConstant, Some(ty), &[value])
    }

    /// A constant of a scalar type of up to 32 bits, or of a vector type with so many of it; given by its bits.
    pub fn splat(&mut self, component: u32, count: u32, bits: u32) -> u32 {
        let one = self.declare(op::OpConstant, Some(component), &[bits]);
        if count <= 1 {
            return one;
        }
        let ty = self.vector(component, count);
        let parts = [one; 16];
        let parts = parts.get(..count as usize).unwrap_or(&parts);
        self.declare(op::OpConstantComposite, Some(ty), parts)
    }

    // ---- Code ----

    /// Writes an instruction with a new result and returns its id.
    pub fn op(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.op_as(id, opcode, ty, operands);
        id
    }

    /// Writes an instruction with a given result.
    pub fn op_as(&mut self, id: u32, opcode: u16, ty: u32, operands: &[u32]) {
        let (buffer, overlong) = self.code_buffer();
        let start = buffer.len();
        buffer.extend_from_slice(&[0, ty, id]);
        buffer.extend_from_slice(operands);
        seal(buffer, start, opcode, overlong);
    }

    /// Writes an extended instruction of `GLSL.std.450` with a new result.
    pub fn glsl(&mut self, number: u32, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.glsl_as(id, number, ty, operands);
        id
    }

    /// Writes an extended instruction of `GLSL.std.450` with a given result.
    pub fn glsl_as(&mut self, id: u32, number: u32, ty: u32, operands: &[u32]) {
        let set = self.glsl_set();
        let (buffer, overlong) = self.code_buffer();
        let start = buffer.len();
        buffer.extend_from_slice(&[0, ty, id, set, number]);
        buffer.extend_from_slice(operands);
        seal(buffer, start, op::OpExtInst, overlong);
    }

    /// Writes an instruction without a result, or of any other shape, given without its header.
    pub fn raw(&mut self, opcode: u16, words: &[u32]) {
        let (buffer, overlong) = self.code_buffer();
        push(buffer, opcode, words, overlong);
    }

    /// Copies an instruction of a function, with its ids exchanged.
    ///
    /// # Errors
    /// If it names something that is gone, or holds words that the grammar does not know.
    pub fn copy_code(&mut self, input: Input<'_>, inst: Inst<'_>) -> Result<(), Refusal> {
        self.copy(input, inst, Section::Code)
    }

    /// As [`Frame::copy_code`], with another result type.
    ///
    /// # Errors
    /// As [`Frame::copy_code`].
    pub fn copy_code_as(
        &mut self,
        input: Input<'_>,
        inst: Inst<'_>,
        ty: u32,
    ) -> Result<(), Refusal> {
        let start = self.code.len();
        self.copy(input, inst, Section::Code)?;
        if let Some(slot) = self.code.get_mut(start + 1) {
            *slot = ty;
        }
        Ok(())
    }

    /// The helper function with this key: a number of the pass's own choice. On the first call it is written: its result
    /// type, its parameters' types, and its body, which is given the parameters and returns the value to return. The body is
    /// one block, unless it writes labels. Helpers that it calls must be asked for before.
    pub fn helper<const N: usize>(
        &mut self,
        key: u32,
        ty: u32,
        parameters: [u32; N],
        body: impl FnOnce(&mut Self, [u32; N]) -> u32,
    ) -> u32 {
        if let Some(known) = self.known_helpers.iter().find(|known| known.0 == key) {
            return known.1;
        }
        let mut operands = [ty; 17];
        for (slot, parameter) in operands.iter_mut().skip(1).zip(parameters) {
            *slot = parameter;
        }
        let operands = operands.get(..=N).unwrap_or(&operands);
        let function_type = self.declare(op::OpTypeFunction, None, operands);
        let id = self.id();
        self.known_helpers.push((key, id));
        debug_assert!(!self.in_helper, "a helper inside a helper");
        self.in_helper = true;
        self.op_as(id, op::OpFunction, ty, &[0, function_type]);
        let parameters = parameters.map(|ty| self.op(op::OpFunctionParameter, ty, &[]));
        let label = self.id();
        self.raw(op::OpLabel, &[label]);
        let value = body(self, parameters);
        self.raw(op::OpReturnValue, &[value]);
        self.raw(op::OpFunctionEnd, &[]);
        self.in_helper = false;
        id
    }

    /// Calls a function with a new result.
    pub fn call(&mut self, ty: u32, function: u32, arguments: &[u32]) -> u32 {
        let id = self.id();
        self.call_as(id, ty, function, arguments);
        id
    }

    /// Calls a function with a given result.
    pub fn call_as(&mut self, id: u32, ty: u32, function: u32, arguments: &[u32]) {
        let (buffer, overlong) = self.code_buffer();
        let start = buffer.len();
        buffer.extend_from_slice(&[0, ty, id, function]);
        buffer.extend_from_slice(arguments);
        seal(buffer, start, op::OpFunctionCall, overlong);
    }

    fn code_buffer(&mut self) -> (&mut Vec<u32>, &mut bool) {
        let buffer = if self.in_helper {
            &mut self.helpers
        } else {
            &mut self.code
        };
        (buffer, &mut self.overlong)
    }

    fn copy(&mut self, input: Input<'_>, inst: Inst<'_>, into: Section) -> Result<(), Refusal> {
        let literals = match inst.opcode() {
            op::OpSwitch => switch_literal_words(input.facts, input.words, inst),
            _ => 1,
        };
        let buffer = match into {
            Section::Annotations => &mut self.annotations,
            Section::Globals => &mut self.globals,
            Section::Code => &mut self.code,
        };
        let start = buffer.len();
        buffer.extend_from_slice(inst.words());
        let (stands_for, mut dangles) = (&self.stands_for, false);
        let defined = result(inst);
        let end = for_each_id(inst.words(), literals, |index, id| {
            let now = match stands_for.get(id as usize) {
                Some(&now) if now != 0 && defined != Some(id) => now,
                _ => return,
            };
            dangles |= now == GONE;
            if let Some(slot) = buffer.get_mut(start + index) {
                *slot = now;
            }
        });
        if !dangles && end == WalkEnd::Complete {
            return Ok(());
        }
        buffer.truncate(start);
        if end != WalkEnd::Complete {
            return Err(Refusal(
                "an instruction with operands that the grammar does not know",
            ));
        }
        // What has no effect goes with what it speaks of, and so does what speaks of that.
        match result(inst).filter(|_| crate::plan::is_non_semantic(input.facts, inst)) {
            Some(id) => {
                self.remove(id);
                Ok(())
            }
            None => Err(DANGLING),
        }
    }
}

/// Where a copy goes.
#[derive(Clone, Copy)]
enum Section {
    Annotations,
    Globals,
    Code,
}

/// Whether a declaration can be found by what it says.
fn may_be_one(opcode: u16) -> bool {
    must_be_one(opcode)
        || matches!(
            opcode,
            op::OpConstant
                | op::OpConstantTrue
                | op::OpConstantFalse
                | op::OpConstantComposite
                | op::OpConstantNull
        )
}

/// Whether a module may declare it only once: types that are neither aggregates nor pointers.
fn must_be_one(opcode: u16) -> bool {
    op_hot(opcode).flags.contains(OpFlags::TYPE)
        && !matches!(
            opcode,
            op::OpTypeStruct
                | op::OpTypeArray
                | op::OpTypeRuntimeArray
                | op::OpTypePointer
                | op::OpTypeUntypedPointerKHR
                | op::OpTypeForwardPointer
        )
}

/// The result type of a declaration, if it has one, and the words behind its result.
fn parts(inst: Inst<'_>) -> (Option<u32>, &[u32]) {
    if op_hot(inst.opcode()).flags.contains(OpFlags::RESULT_TYPE) {
        (Some(inst.word(1)), inst.from(3))
    } else {
        (None, inst.from(2))
    }
}

fn push(buffer: &mut Vec<u32>, opcode: u16, words: &[u32], overlong: &mut bool) {
    let start = buffer.len();
    buffer.push(0);
    buffer.extend_from_slice(words);
    seal(buffer, start, opcode, overlong);
}

/// Writes the header of the instruction that begins at `start` and ends with the buffer.
fn seal(buffer: &mut [u32], start: usize, opcode: u16, overlong: &mut bool) {
    let len = buffer.len() - start;
    *overlong |= len > MAX_INSTRUCTION;
    if let Some(header) = buffer.get_mut(start) {
        *header = (len as u32) << 16 | u32::from(opcode);
    }
}

#[cfg(test)]
mod tests;
