//! Additions to the input: ids, types, constants, variables, decorations, imports, functions.
//!
//! New declarations are placed behind the input's globals, so that everything they use precedes them and every function
//! follows. A type that the input has is reused, since SPIR-V forbids duplicate declarations (section 2.8).

use super::built_ins::{is_like, BuiltIns, Choice};
use super::functions::Functions;
use super::{result, BuiltIn, Scene};
use crate::build::Basic;
use crate::declared::{id_of, parts, Declared};
use crate::facts::Facts;
use crate::inst::{Inst, Insts};
use crate::soft::Buffers;
use crate::specialize::Fresh;
use crate::tables::{decoration, op, op_hot, storage_class, OpFlags};
use crate::views;
use alloc::vec::Vec;

/// Sizes of [`NewWords`], to rewind to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    bound: u32,
    globals: usize,
    defined: usize,
    imports: usize,
    annotations: usize,
    built_ins: usize,
    keys: usize,
    functions: (usize, usize),
    exchange: usize,
}

/// Where a declaration is.
#[derive(Clone, Copy, Debug)]
enum Location {
    /// At this word offset of the input.
    Input(u32),
    /// At this word offset in [`NewWords::globals`].
    New(u32),
}

/// What new ids are: the types of values, and the declarations of types and constants. The checks of what rules write look
/// here as they look into the input.
#[derive(Clone, Debug, Default)]
pub struct NewIds {
    first: u32,
    /// By new id, from `first` on: the type of its value, 0 if there is none.
    types: Vec<u32>,
    /// The declarations.
    globals: Vec<u32>,
    /// What the globals define, with their places there. Both ascend.
    defined: Vec<(u32, u32)>,
}

/// No ids.
pub static NO_IDS: NewIds = NewIds {
    first: 0,
    types: Vec::new(),
    globals: Vec::new(),
    defined: Vec::new(),
};

impl NewIds {
    /// Returns the id of the type of a value of the input or a new one, 0 if it has none.
    pub fn type_of(&self, facts: &Facts, words: &[u32], id: u32) -> u32 {
        match facts.type_of(words, id) {
            0 => self.of(id),
            ty => ty,
        }
    }

    /// Returns the type of a new id's value, 0 if it has none.
    fn of(&self, id: u32) -> u32 {
        let at = id.checked_sub(self.first);
        at.and_then(|at| self.types.get(at as usize))
            .copied()
            .unwrap_or(0)
    }

    /// Returns the declarations to append to the input's globals.
    pub fn globals(&self) -> &[u32] {
        &self.globals
    }

    /// Returns the new declaration of a type or a constant.
    pub fn def(&self, id: u32) -> Option<Inst<'_>> {
        let found = self.defined.binary_search_by_key(&id, |defined| defined.0);
        let &(_, at) = self.defined.get(found.ok()?)?;
        Inst::at(&self.globals, at)
    }
}

/// New ids and the declarations that define them.
#[derive(Clone, Debug, Default)]
pub struct NewWords {
    first: u32,
    bound: u32,
    /// What they are.
    pub ids: NewIds,
    imports: Vec<u32>,
    annotations: Vec<u32>,
    /// Built-in variables that rules read, with the stages that read them.
    pub(super) built_ins: BuiltIns,
    /// Types and constants by a hash of their contents: the input's, entered at the first look-up, and the new ones.
    declared: Declared<Location>,
    /// Whether the input's are entered.
    entered: bool,
    /// The ids of often requested types, 0 for those that were not.
    basic: [u32; Basic::COUNT],
    /// Keys of the new ones, in order of declaration.
    keys: Vec<u64>,
    /// Functions that rules have written.
    pub functions: Functions,
    /// Variables with which the invocations of a workgroup exchange values.
    exchange: Vec<u32>,
    /// Memory for linking the soft library.
    pub soft: Buffers,
}

impl NewWords {
    /// Sets the first new id.
    pub fn start(&mut self, bound: u32) {
        self.first = bound;
        self.bound = bound;
        self.ids.first = bound;
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.ids.types.clear();
        self.functions.reset();
        self.ids.globals.clear();
        self.ids.defined.clear();
        self.imports.clear();
        self.annotations.clear();
        self.built_ins.reset();
        self.declared.clear();
        self.entered = false;
        self.basic = [0; Basic::COUNT];
        self.keys.clear();
        self.exchange.clear();
    }

    /// Returns the id bound of the output.
    pub fn bound(&self) -> u32 {
        self.bound
    }

    /// Returns the declarations to append to the input's globals.
    pub fn globals(&self) -> &[u32] {
        self.ids.globals()
    }

    /// Returns the `OpExtInstImport`s to append to the input's.
    pub fn imports(&self) -> &[u32] {
        &self.imports
    }

    /// Returns the decorations to append to the input's.
    pub fn annotations(&self) -> &[u32] {
        &self.annotations
    }

    /// Returns the built-in variables that rules read.
    pub fn built_ins(&self) -> &[BuiltIn] {
        self.built_ins.read()
    }

    /// Returns the current sizes, for [`NewWords::rewind`].
    pub fn mark(&self) -> Mark {
        Mark {
            bound: self.bound,
            globals: self.ids.globals.len(),
            defined: self.ids.defined.len(),
            imports: self.imports.len(),
            annotations: self.annotations.len(),
            built_ins: self.built_ins.count(),
            keys: self.keys.len(),
            functions: self.functions.mark(),
            exchange: self.exchange.len(),
        }
    }

    /// Removes what was added since a mark. Stages added to a built-in variable stay: an unused variable in an interface is
    /// harmless.
    pub fn rewind(&mut self, mark: Mark) {
        self.bound = mark.bound;
        self.ids
            .types
            .truncate(mark.bound.saturating_sub(self.first) as usize);
        self.functions.rewind(mark.functions);
        self.ids.globals.truncate(mark.globals);
        self.ids.defined.truncate(mark.defined);
        self.imports.truncate(mark.imports);
        self.annotations.truncate(mark.annotations);
        self.built_ins.truncate(mark.built_ins);
        self.exchange.truncate(mark.exchange);
        for id in self.basic.iter_mut().filter(|id| **id >= mark.bound) {
            *id = 0;
        }
        for key in self.keys.drain(mark.keys.min(self.keys.len())..) {
            self.declared.remove(key);
        }
    }

    /// Returns a new id.
    pub fn id(&mut self) -> u32 {
        let id = self.bound;
        self.bound = self.bound.saturating_add(1);
        id
    }

    /// Records the type of a new id's value.
    pub fn note_type(&mut self, id: u32, ty: u32) {
        let Some(at) = id.checked_sub(self.first).filter(|_| id < self.bound) else {
            return;
        };
        let types = &mut self.ids.types;
        if types.len() <= at as usize {
            types.resize(at as usize + 1, 0);
        }
        if let Some(slot) = types.get_mut(at as usize) {
            *slot = ty;
        }
    }

    /// A new id that is defined by what is added to the globals next.
    fn global(&mut self) -> u32 {
        let id = self.id();
        self.ids.defined.push((id, self.ids.globals.len() as u32));
        id
    }

    /// Returns the id of a type or constant of the input, or a new one. `operands` are the words without the result type and
    /// id.
    pub fn declare(
        &mut self,
        scene: &Scene<'_>,
        opcode: u16,
        ty: Option<u32>,
        operands: &[u32],
    ) -> u32 {
        if !self.entered {
            self.enter_input(scene);
        }
        let key = self.declared.key(opcode, ty, operands);
        let found = self.declared.get(key).and_then(|at| match at {
            Location::Input(at) => Inst::at(scene.words, at),
            Location::New(at) => Inst::at(&self.ids.globals, at),
        });
        if let Some(id) = found.and_then(|inst| id_of(inst, opcode, ty, operands)) {
            return id;
        }
        let id = self.global();
        let len = operands.len() as u32 + 2 + u32::from(ty.is_some());
        self.declared
            .insert(key, Location::New(self.ids.globals.len() as u32));
        self.keys.push(key);
        self.ids.globals.push(len << 16 | u32::from(opcode));
        self.ids.globals.extend(ty);
        self.ids.globals.push(id);
        self.ids.globals.extend_from_slice(operands);
        self.note_type(id, ty.unwrap_or(0));
        id
    }

    /// Returns the id of one of these types.
    #[inline]
    pub fn basic(&mut self, scene: &Scene<'_>, which: Basic) -> u32 {
        match self.basic.get(which as usize) {
            Some(&known) if known != 0 => known,
            _ => self.declare_basic(scene, which),
        }
    }

    #[cold]
    fn declare_basic(&mut self, scene: &Scene<'_>, which: Basic) -> u32 {
        let (opcode, operands) = which.declaration();
        let id = self.declare(scene, opcode, None, operands);
        if let Some(slot) = self.basic.get_mut(which as usize) {
            *slot = id;
        }
        id
    }

    /// Enters the types and constants of the input.
    fn enter_input(&mut self, scene: &Scene<'_>) {
        self.entered = true;
        let facts = scene.facts;
        for inst in facts.declarations(scene.words) {
            let flags = op_hot(inst.opcode()).flags;
            // Structures may be decorated: those that are declared here are shared only among each other.
            if inst.opcode() != op::OpTypeStruct
                && flags.intersects(OpFlags::TYPE | OpFlags::CONSTANT)
                && result(inst).is_some()
            {
                let (ty, operands) = parts(inst);
                let key = self.declared.key(inst.opcode(), ty, operands);
                let at = Location::Input(inst.offset());
                self.declared.insert_first(key, at);
            }
        }
    }

    /// Returns the id of a 32-bit unsigned constant.
    pub fn constant_u32(&mut self, scene: &Scene<'_>, value: u32) -> u32 {
        let ty = self.basic(scene, Basic::Uint);
        self.declare(scene, op::OpConstant, Some(ty), &[value])
    }

    /// Returns a new undefined value of a type, declared at module scope.
    pub fn undef(&mut self, ty: u32) -> u32 {
        let id = self.global();
        self.ids
            .globals
            .extend_from_slice(&[3 << 16 | u32::from(op::OpUndef), ty, id]);
        id
    }

    /// Returns the id of an input variable for a built-in, and the type of its contents: a variable of the input, possibly of
    /// signed integers, or a new one of type `ty`, which has `count` components. `stages` are the bits of the execution
    /// models that read it. `None` if no variable is possible ([`super::built_ins`]).
    pub fn built_in(
        &mut self,
        scene: &Scene<'_>,
        value: u32,
        (ty, count): (u32, u32),
        stages: u32,
    ) -> Option<(u32, u32)> {
        if let Choice::Variable(variable) = self.built_ins.choose(scene, value, stages)? {
            let held = scene.facts.def(scene.words, variable).map_or(ty, |def| {
                scene.facts.pointee(scene.words, def.result_type())
            });
            return (held == ty || is_like(scene, held, count)).then_some((variable, held));
        }
        let class = storage_class::Input;
        let pointer = self.declare(scene, op::OpTypePointer, None, &[class, ty]);
        let id = self.variable(pointer, class, &[]);
        self.decorate(id, &[decoration::BuiltIn, value]);
        self.built_ins.note(value, id, stages);
        Some((id, ty))
    }

    /// Adds a global variable, with an initializer if one is given.
    pub fn variable(&mut self, pointer: u32, class: u32, initial: &[u32]) -> u32 {
        let id = self.global();
        let len = initial.len() as u32 + 4;
        let head = [len << 16 | u32::from(op::OpVariable), pointer, id, class];
        self.ids.globals.extend_from_slice(&head);
        self.ids.globals.extend_from_slice(initial);
        id
    }

    /// Returns the variables with which the invocations of a workgroup exchange values: that of [`NewWords::exchange_turn`], if
    /// there are turns, and the arrays in workgroup memory.
    pub fn exchange(&self) -> &[u32] {
        &self.exchange
    }

    /// Returns the private variable that holds which part of the arrays was used last. It is requested before any array.
    pub fn exchange_turn(&mut self, scene: &Scene<'_>) -> u32 {
        if let Some(&variable) = self.exchange.first() {
            return variable;
        }
        let zero = self.constant_u32(scene, 0);
        let word = self.basic(scene, Basic::Uint);
        let class = storage_class::Private;
        let pointer = self.declare(scene, op::OpTypePointer, None, &[class, word]);
        let variable = self.variable(pointer, class, &[zero]);
        self.exchange.push(variable);
        variable
    }

    /// Returns an array variable in workgroup memory with `length` words, by its place in [`NewWords::exchange`]; they are
    /// requested in order. The array type is not shared, since an equal one of the input may have a layout.
    pub fn exchange_array(&mut self, scene: &Scene<'_>, at: usize, length: u32) -> u32 {
        if let Some(&variable) = self.exchange.get(at) {
            return variable;
        }
        let word = self.basic(scene, Basic::Uint);
        let length = self.constant_u32(scene, length);
        let array = self.global();
        self.ids.globals.extend_from_slice(&[
            4 << 16 | u32::from(op::OpTypeArray),
            array,
            word,
            length,
        ]);
        let class = storage_class::Workgroup;
        let pointer = self.declare(scene, op::OpTypePointer, None, &[class, array]);
        let variable = self.variable(pointer, class, &[]);
        self.note_type(variable, pointer);
        self.exchange.push(variable);
        variable
    }

    /// Decorates an id; `decoration` are the words behind the id.
    pub fn decorate(&mut self, id: u32, decoration: &[u32]) {
        let len = decoration.len() as u32 + 2;
        self.annotations
            .extend_from_slice(&[len << 16 | u32::from(op::OpDecorate), id]);
        self.annotations.extend_from_slice(decoration);
    }

    /// Decorates a member of a structure; `decoration` are the words behind the member index.
    pub fn decorate_member(&mut self, id: u32, member: u32, decoration: &[u32]) {
        let len = decoration.len() as u32 + 3;
        let head = [len << 16 | u32::from(op::OpMemberDecorate), id, member];
        self.annotations.extend_from_slice(&head);
        self.annotations.extend_from_slice(decoration);
    }

    /// Drops the decorations of ids that the output no longer defines.
    pub fn drop_annotations(&mut self, is_removed: impl Fn(u32) -> bool) {
        let (mut from, mut kept) = (0, 0);
        while let Some(&[first, id]) = self.annotations.get(from..).and_then(<[u32]>::first_chunk) {
            let end = (from + (first >> 16).max(2) as usize).min(self.annotations.len());
            if !is_removed(id) {
                self.annotations.copy_within(from..end, kept);
                kept += end - from;
            }
            from = end;
        }
        self.annotations.truncate(kept);
    }

    /// Adds a block type with one member of type `ty` at offset 0. Its id is never that of another structure.
    pub fn block_of(&mut self, ty: u32) -> u32 {
        let id = self.global();
        let structure = [3 << 16 | u32::from(op::OpTypeStruct), id, ty];
        self.ids.globals.extend_from_slice(&structure);
        self.decorate(id, &[decoration::Block]);
        self.decorate_member(id, 0, &[decoration::Offset, 0]);
        id
    }

    /// Returns the id of an extended instruction set that the input does not import.
    pub fn import(&mut self, name: &str) -> u32 {
        let start = Insts::new(&self.imports, 0, self.imports.len() as u32).find(|inst| {
            crate::inst::string_starts_with(views::ExtInstImport(*inst).name(), name.as_bytes())
        });
        if let Some(import) = start {
            return views::ExtInstImport(import).result();
        }
        let id = self.id();
        let string = name.len() as u32 / 4 + 1;
        self.imports
            .extend_from_slice(&[(2 + string) << 16 | u32::from(op::OpExtInstImport), id]);
        push_string(&mut self.imports, name);
        id
    }
}

/// New words for a scene: what writing the outcome of a specialization may refer to.
pub(super) struct NewOf<'n, 's>(pub &'n mut NewWords, pub &'s Scene<'s>);

impl Fresh for NewOf<'_, '_> {
    fn ids(&mut self, count: u32) -> u32 {
        let first = self.0.bound;
        self.0.bound = first.saturating_add(count);
        first
    }

    fn undef(&mut self, ty: u32) -> u32 {
        self.0.undef(ty)
    }

    fn selector(&mut self, _: u32) -> u32 {
        self.0.constant_u32(self.1, 0)
    }
}

/// Appends a literal string.
pub fn push_string(words: &mut Vec<u32>, text: &str) {
    let mut bytes = text.bytes();
    for _ in 0..=text.len() / 4 {
        let mut next = || bytes.next().unwrap_or(0);
        words.push(u32::from_le_bytes([next(), next(), next(), next()]));
    }
}
