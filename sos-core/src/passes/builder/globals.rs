//! Types, constants and global variables, without duplicate declarations.

use super::{mark, push, Cached, ModuleBuilder, Section};
use crate::build::{Basic, Build};
use crate::declared::{id_of, is_shareable, must_be_unique, parts, Declared};
use crate::inst::Inst;
use crate::passes::{Input, LowerError};
use crate::plan::result;
use crate::tables::{decoration, op, storage_class as class};

impl ModuleBuilder {
    /// Declares the new content of an id of the input. Returns the id to use from here on: another one if it is a type that
    /// the output has already and must not declare twice.
    pub fn declare_as(&mut self, id: u32, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u32 {
        // Aggregates and pointers of the input are never shared with those that `declare` creates, since they may be
        // decorated.
        let found = match is_shareable(opcode) {
            true => self.find_or_enter(opcode, ty, operands),
            false => None,
        };
        let now = found.filter(|_| must_be_unique(opcode)).unwrap_or(id);
        if now == id {
            self.write_global(id, opcode, ty, operands);
        }
        self.substitute(id, now);
        now
    }

    /// Returns the id of an existing declaration. If there is none, records that the next one has this content.
    pub(super) fn find_or_enter(
        &mut self,
        opcode: u16,
        ty: Option<u32>,
        operands: &[u32],
    ) -> Option<u32> {
        let next = self.globals.len();
        enter(
            &mut self.declared,
            &self.globals,
            next,
            (opcode, ty, operands),
        )
    }

    pub(super) fn write_global(&mut self, id: u32, opcode: u16, ty: Option<u32>, operands: &[u32]) {
        let (buffer, overlong) = (&mut self.globals, &mut self.overlong);
        match ty {
            Some(ty) => push(buffer, opcode, [0, ty, id], operands, overlong),
            None => push(buffer, opcode, [0, id], operands, overlong),
        }
    }

    /// Copies an instruction between annotations and functions and maps its ids. A type that has become a duplicate is
    /// replaced by the existing one.
    ///
    /// # Errors
    /// If it uses a removed id, or has operands that the grammar does not know.
    pub fn copy_global(&mut self, input: Input<'_>, inst: Inst<'_>) -> Result<(), LowerError> {
        let (opcode, start) = (inst.opcode(), self.globals.len());
        let is_mapped = self.has_marked_words(inst, mark::CHANGED);
        if is_mapped {
            self.copy_mapped(input, inst, Section::Globals)?;
        }
        let found = match is_shareable(opcode) {
            true => {
                // An instruction without changed ids is only copied if it is not a duplicate.
                let copy = Inst::at(&self.globals, start as u32);
                let (ty, operands) = parts(copy.unwrap_or(inst));
                let content = (opcode, ty, operands);
                enter(&mut self.declared, &self.globals, start, content)
            }
            false => None,
        };
        if let Some(other) = found.filter(|_| must_be_unique(opcode)) {
            self.globals.truncate(start);
            result(inst)
                .into_iter()
                .for_each(|id| self.substitute(id, other));
        } else if !is_mapped {
            self.globals.extend_from_slice(inst.words());
        }
        Ok(())
    }

    /// As [`ModuleBuilder::copy_global`], but with another result type. Not for types.
    ///
    /// # Errors
    /// As [`ModuleBuilder::copy_global`].
    pub fn copy_global_as(
        &mut self,
        input: Input<'_>,
        inst: Inst<'_>,
        ty: u32,
    ) -> Result<(), LowerError> {
        let start = self.globals.len();
        self.copy_global(input, inst)?;
        if let Some(slot) = self.globals.get_mut(start + 1) {
            *slot = ty;
        }
        Ok(())
    }

    /// Emits an `OpSpecConstantOp` with a given result id.
    pub fn constant_op(&mut self, id: u32, ty: u32, opcode: u16, operands: &[u32]) {
        let (buffer, first) = (&mut self.globals, [0, ty, id, u32::from(opcode)]);
        let opcode = op::OpSpecConstantOp;
        push(buffer, opcode, first, operands, &mut self.overlong);
    }

    /// Emits a global variable with a given result id.
    pub fn variable_as(&mut self, id: u32, pointer: u32, operands: &[u32]) {
        self.write_global(id, op::OpVariable, Some(pointer), operands);
    }

    /// Declares an input variable with a built-in, which entry points must list.
    pub fn built_in(&mut self, built_in: u32, ty: u32) -> u32 {
        let (pointer, id) = (self.pointer(class::Input, ty), self.id());
        self.variable_as(id, pointer, &[class::Input]);
        self.decorate(id, &[decoration::BuiltIn, built_in]);
        id
    }

    /// Declares a structure under a new id; it is never shared with others of the same members.
    pub fn structure(&mut self, members: &[u32]) -> u32 {
        let id = self.id();
        self.write_global(id, op::OpTypeStruct, None, members);
        id
    }

    /// Declares an array, runtime array or pointer under a new id, so that it can be decorated.
    pub fn new_type(&mut self, opcode: u16, operands: &[u32]) -> u32 {
        let id = self.id();
        self.write_global(id, opcode, None, operands);
        id
    }

    #[cold]
    pub(super) fn declare_basic(&mut self, which: Basic) -> u32 {
        let (opcode, operands) = which.declaration();
        let id = self.declare(opcode, None, operands);
        if let Some(slot) = self.cached.types.get_mut(which as usize) {
            *slot = id;
        }
        id
    }

    /// The cache slot of a vector type, if it has one.
    pub(super) fn cached_vector(&mut self, component: u32, count: u32) -> Option<&mut u32> {
        let Cached { types, vectors, .. } = &mut self.cached;
        let of = types.iter().position(|&id| id == component && id != 0)?;
        vectors.get_mut(of)?.get_mut(count as usize)
    }

    #[cold]
    pub(super) fn declare_constant(&mut self, value: u32) -> u32 {
        let ty = self.uint();
        let id = self.declare(op::OpConstant, Some(ty), &[value]);
        if let Some(slot) = self.cached.small.get_mut(value as usize) {
            *slot = id;
        }
        id
    }

    /// Returns a constant, given by its bits, of a scalar type of at most 32 bits; or a vector with all components equal to
    /// it.
    pub fn splat(&mut self, component: u32, count: u32, bits: u32) -> u32 {
        let is_uint = self.cached.types.first() == Some(&component);
        let one = match is_uint && component != 0 {
            true => self.constant(bits),
            false => self.declare(op::OpConstant, Some(component), &[bits]),
        };
        if count <= 1 {
            return one;
        }
        let ty = self.vector(component, count);
        let parts = [one; 16];
        let parts = parts.get(..count as usize).unwrap_or(&parts);
        self.declare(op::OpConstantComposite, Some(ty), parts)
    }
}

/// Returns the id of a declaration with this opcode, type and operands. If there is none, enters that the one at `at` has
/// this content.
fn enter(
    declared: &mut Declared<u32>,
    globals: &[u32],
    at: usize,
    (opcode, ty, operands): (u16, Option<u32>, &[u32]),
) -> Option<u32> {
    let key = declared.key(opcode, ty, operands);
    let known = declared.insert_first(key, at as u32)?;
    let same = Inst::at(globals, known).and_then(|inst| id_of(inst, opcode, ty, operands));
    if same.is_none() {
        // Another declaration has the same hash.
        declared.insert(key, at as u32);
    }
    same
}
