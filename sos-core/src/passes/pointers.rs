//! The pass `pointers`: pointers selected at run time (SPV_KHR_variable_pointers), replaced by selected indices.
//!
//! ```text
//! %p = OpAccessChain %word %block %zero %i
//! %q = OpAccessChain %word %block %zero %j
//! %r = OpSelect %word %c %p %q                         %k = OpSelect %uint %c %i %j
//!
//! %s = OpPhi %word %r %before %t %loop                 %m = OpPhi %uint %k %before %n %loop
//! %t = OpPtrAccessChain %word %s %one                  %n = OpIAdd %uint %m %one
//! %x = OpLoad %uint %s                                 %u = OpAccessChain %word %block %zero %m
//!                                                      %x = OpLoad %uint %u
//! ```
//!
//! Exact: a pointer is determined by its variable and the indices of its access path. All pointers that a selection can
//! yield must have the same path except for index values: the same variable and descriptor, the same structure members, and
//! as many indices of the same types, or constant ones. Then it is enough to select the indices.
//!
//! # What it refuses
//!
//! - Selections between variables, members or descriptors, with null pointers, and between indices of different types of which
//!   none is constant.
//! - Pointers that are moved by a stride that is not that of an array that they point into ([`strides`]).
//! - Pointers that are moved from or to an index of 8 or 16 bits, in which the sum may not fit.
//! - Selected pointers that are stored to variables or returned by functions. Pointers there that are not selected are copied; the
//!   final plan reports what the device lacks.
//! - Pointers that are passed to one function from different variables, members or descriptors ([`parameters`]).
//!
//! `chosen-pointers` is shown by `corpus/shaders/ops/pointers_buffer.spvasm`.

mod parameters;
mod strides;
#[cfg(test)]
mod tests;
mod types;

use super::storage::layout::{Layouts, Part};
use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Step};
use crate::build::Build;
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::order::Order;
use crate::tables::{capability, decoration, op, storage_class};
use crate::target::{feature, Target};
use crate::views;
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use types::Types;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[
        feature::variablePointersStorageBuffer,
        feature::variablePointers,
    ],
    extensions: &["VK_KHR_variable_pointers"],
    can_help,
    ..Step::new(|memory| &mut memory.pointers)
};

const CAPABILITIES: [u32; 2] = [
    capability::VariablePointersStorageBuffer,
    capability::VariablePointers,
];

/// The maximal number of indices of an access path.
const MOST_INDICES: usize = 16;

const MALFORMED: LowerError =
    LowerError::Because("a selected pointer is used for something other than an access");
const UNKNOWN: LowerError = LowerError::Because(
    "a pointer that is selected or moved at run time and does not come from a variable by indices, but from a null pointer, from \
     memory or from a parameter of a function that is not inlined",
);
const NO_ELEMENT: LowerError = LowerError::Because(
    "a pointer that is moved at run time and does not point to an element of an array",
);
const PASSED: LowerError =
    LowerError::Because("a selected pointer that is then stored or passed on");
const NARROW: LowerError =
    LowerError::Because("a pointer that is moved by an index of 8 or 16 bits");
const DIFFERENT_PATHS: LowerError = LowerError::Because(
    "a selection between pointers that do not come from one variable by the same members",
);

/// An index of an access path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Index {
    id: u32,
    /// Bytes from what it denotes to the next, or 0 if the memory has no explicit layout.
    stride: u32,
    /// Whether it must not differ between selected pointers: it denotes a structure member or a descriptor.
    fixed: bool,
}

/// An access path from a variable.
#[derive(Clone, Debug)]
struct Path {
    root: u32,
    indices: ArrayVec<Index, MOST_INDICES>,
    /// What is at its end.
    part: Part,
    /// Whether it is the path of a selected pointer. The output does not define such a pointer; an access chain is emitted
    /// before each use.
    selected: bool,
}

/// The pass, with its working memory.
#[derive(Clone, Debug, Default)]
pub struct Pointers {
    /// By id of a pointer: the number of its path in `paths` plus one, or 0.
    known: Vec<u32>,
    paths: Vec<Path>,
    /// Reused for the selected pointers that an instruction uses, the operands of a phi, and pointers whose path was just
    /// found.
    list: Vec<u32>,
    /// Pointers without a path yet, each with the word offset of an instruction that derives a pointer from it.
    deferred: Vec<(u32, u32)>,
    /// By id: whether it is decorated with `NonUniform`.
    non_uniform: Vec<bool>,
    layouts: Layouts,
    types: Types,
}

/// Whether a module may have variable pointers that the target lacks.
fn can_help(input: Input<'_>, target: &Target) -> bool {
    let Input { words, facts } = input;
    let lacking = CAPABILITIES.map(|one| (one, !target.has_capability(one)));
    lacking.iter().any(|&(one, lacks)| lacks && facts.uses(one))
        || lacking.iter().any(|one| one.1) && facts.moves_pointers(words)
}

impl Pass for Pointers {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        can_help(input, target)
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let Input { words, facts } = input;
        self.known.clear();
        self.known.resize(facts.header.bound as usize, 0);
        self.paths.clear();
        self.deferred.clear();
        self.types.clear();
        self.layouts.read(words, facts);
        let mut work = Work {
            input,
            build,
            tables: self,
        };
        for inst in facts.declarations(words) {
            work.build.copy_global(input, inst)?;
            work.variable(inst);
        }
        let code = || facts.code(words);
        // Phis use pointers that are defined later, so all paths are found before anything is emitted.
        work.with_list(|work, passed| {
            for inst in code() {
                if inst.opcode() == op::OpFunctionCall {
                    let passed = work.pass(inst, None, passed);
                    work.build.locate(inst.offset(), passed)?;
                    continue;
                }
                let found = work.find(inst);
                if !work.build.locate(inst.offset(), found)? {
                    work.defer(inst);
                }
            }
            Ok(())
        })?;
        let mut deferred = core::mem::take(&mut work.tables.deferred);
        deferred.order();
        let found = work.with_list(|work, found| work.find_deferred(&deferred, found));
        work.tables.deferred = deferred;
        found?;
        if !work.tables.paths.iter().any(|path| path.selected) {
            return Ok(false);
        }
        for inst in code() {
            work.join(inst)?;
        }
        work.settle();
        input.fill_non_uniform(&mut work.tables.non_uniform);
        for inst in code() {
            work.build.check_size()?;
            let written = work.write(inst);
            work.build.locate(inst.offset(), written)?;
        }
        work.build.copy_annotations(input)?;
        Ok(true)
    }
}

/// The rewrite of one module.
type Work<'a> = super::rewrite::Work<'a, Pointers>;

impl Work<'_> {
    /// Calls a function with the empty list. The list keeps its memory, whatever the function returns.
    fn with_list<T>(
        &mut self,
        use_it: impl FnOnce(&mut Self, &mut Vec<u32>) -> Result<T, LowerError>,
    ) -> Result<T, LowerError> {
        let mut list = core::mem::take(&mut self.tables.list);
        list.clear();
        let result = use_it(self, &mut list);
        self.tables.list = list;
        result
    }

    /// Returns the path of a pointer, if it is known.
    fn path(&self, pointer: u32) -> Option<&Path> {
        let number = self.tables.known.get(pointer as usize)?.checked_sub(1)?;
        self.tables.paths.get(number as usize)
    }

    fn is_selected(&self, pointer: u32) -> bool {
        self.path(pointer).is_some_and(|path| path.selected)
    }

    fn record(&mut self, id: u32, path: Path) {
        self.tables.paths.push(path);
        let number = self.tables.paths.len() as u32;
        if let Some(slot) = self.tables.known.get_mut(id as usize) {
            *slot = number;
        }
    }

    /// Whether a type is a pointer type whose values can be selected.
    fn is_pointer(&self, ty: u32) -> bool {
        matches!(
            self.input.view(ty),
            TypeView::Pointer {
                class: storage_class::StorageBuffer
                    | storage_class::Uniform
                    | storage_class::Workgroup,
                ..
            }
        )
    }

    fn variable(&mut self, inst: Inst<'_>) {
        if inst.opcode() == op::OpVariable && self.is_pointer(inst.result_type()) {
            let path = Path {
                root: inst.result(),
                indices: ArrayVec::new(),
                part: Part::new(self.input.pointee(inst.result_type())),
                selected: false,
            };
            self.record(inst.result(), path);
        }
    }

    /// Finds the path of the pointer that an instruction defines. Returns `false` if the path of an operand has to be found
    /// first.
    fn find(&mut self, inst: Inst<'_>) -> Result<bool, LowerError> {
        let (ty, id) = (inst.word(1), inst.word(2));
        let path = match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain => {
                let Some(mut path) = self.path(views::AccessChain(inst).base()).cloned() else {
                    return Ok(false);
                };
                // A chain that is too deep or not understood is copied, unless it is derived from a selected pointer.
                match self.extend(&mut path, views::AccessChain(inst).indexes()) {
                    Err(reason) if path.selected => return Err(reason),
                    Err(_) => return Ok(true),
                    Ok(()) => path,
                }
            }
            op::OpCopyObject => {
                let Some(path) = self.path(views::CopyObject(inst).operand()) else {
                    return Ok(false);
                };
                path.clone()
            }
            op::OpPtrAccessChain | op::OpInBoundsPtrAccessChain if self.is_pointer(ty) => {
                let Some(mut path) = self.path(views::PtrAccessChain(inst).base()).cloned() else {
                    return Ok(false);
                };
                let element = views::PtrAccessChain(inst).element();
                match self.moved(
                    &path,
                    self.input.type_of(views::PtrAccessChain(inst).base()),
                ) {
                    Ok(at) => {
                        let index = path.indices.get_mut(at).ok_or(NO_ELEMENT)?;
                        index.id = self.new_sum(index, element);
                    }
                    // Zero elements further is the same place.
                    Err(reason) if self.input.signed(element) != Some(0) => return Err(reason),
                    Err(_) => {}
                }
                path.selected = true;
                self.extend(&mut path, views::PtrAccessChain(inst).indexes())?;
                path
            }
            op::OpSelect if self.is_pointer(ty) => {
                let [yes, no] = [
                    views::Select(inst).object_1(),
                    views::Select(inst).object_2(),
                ];
                let [Some(yes), Some(no)] = [self.path(yes), self.path(no)] else {
                    return Ok(false);
                };
                let mut path = yes.clone();
                let other = no.clone();
                for (index, other) in path.indices.iter_mut().zip(&other.indices) {
                    if !index.fixed && index.id != other.id {
                        index.id = self.new_index(index);
                    }
                }
                path.selected = true;
                path
            }
            op::OpPhi if self.is_pointer(ty) => {
                let values = views::Phi(inst).pairs().iter().step_by(2);
                let known = values.filter_map(|&value| self.path(value)).next();
                let Some(mut path) = known.cloned() else {
                    return Ok(false);
                };
                for index in path.indices.iter_mut().filter(|index| !index.fixed) {
                    index.id = self.new_index(index);
                }
                path.selected = true;
                path
            }
            _ => return Ok(true),
        };
        self.record(id, path);
        Ok(true)
    }

    /// Records the pointers whose paths are needed before that of an instruction's result.
    fn defer(&mut self, inst: Inst<'_>) {
        if !self.is_pointer(inst.result_type()) {
            return;
        }
        self.input.uses(inst, |used| {
            if self.path(used).is_none() && self.is_pointer(self.input.type_of(used)) {
                self.tables.deferred.push((used, inst.offset()));
            }
        });
    }

    /// Finds the paths that depend on pointers defined later. Blocks may be in any order in which each follows its
    /// dominators, so a phi may precede the definitions of all its operands.
    fn find_deferred(
        &mut self,
        deferred: &[(u32, u32)],
        found: &mut Vec<u32>,
    ) -> Result<(), LowerError> {
        found.extend(deferred.iter().map(|one| one.0));
        found.dedup();
        found.retain(|&id| self.path(id).is_some());
        while let Some(id) = found.pop() {
            let first = deferred.partition_point(|one| one.0 < id);
            let those = deferred.get(first..).unwrap_or(&[]).iter();
            for &(_, at) in those.take_while(|one| one.0 == id) {
                let inst = Inst::at(self.input.words, at).ok_or(MALFORMED)?;
                if inst.opcode() == op::OpFunctionCall {
                    self.pass(inst, Some(id), found)?;
                } else if self.path(inst.result()).is_none() && self.find(inst)? {
                    // A chain that is not understood is done, but without a path.
                    found.extend(self.path(inst.result()).map(|_| inst.result()));
                }
            }
        }
        let mut left = deferred
            .iter()
            .filter_map(|&(_, at)| Inst::at(self.input.words, at))
            .filter(|inst| {
                !matches!(
                    inst.opcode(),
                    op::OpAccessChain
                        | op::OpInBoundsAccessChain
                        | op::OpCopyObject
                        | op::OpFunctionCall
                )
            });
        let lost = left.find(|inst| self.path(inst.result()).is_none());
        match lost {
            Some(inst) => self.build.locate(inst.offset(), Err(UNKNOWN)),
            None => Ok(()),
        }
    }

    /// Whether an id is undefined, so that it may be replaced by any pointer.
    fn is_undefined(&self, id: u32) -> bool {
        let def = self.input.def(id);
        def.is_some_and(|def| def.opcode() == op::OpUndef)
    }

    /// Whether two paths differ at most in the values of indices that may be selected.
    fn check(&self, path: &Path, other: &Path) -> Result<(), LowerError> {
        let same = |id: u32, other: u32| {
            id == other
                || self.input.signed(id) == self.input.signed(other)
                    && self.input.signed(id).is_some()
        };
        let fits = |(index, other): (&Index, &Index)| match index.fixed || other.fixed {
            true => index.fixed && other.fixed && same(index.id, other.id),
            false => {
                let ty = self.ty(index);
                ty == self.ty(other) || self.fits(other.id, ty)
            }
        };
        let pairs = path.indices.iter().zip(&other.indices);
        let alike = path.root == other.root && path.indices.len() == other.indices.len();
        match alike && pairs.into_iter().all(fits) {
            true => Ok(()),
            false => Err(DIFFERENT_PATHS),
        }
    }

    fn write(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let id = inst.word(2);
        if !inst.has_type() || !self.is_selected(id) {
            let is_done = match inst.opcode() {
                op::OpFunction => self.function(inst)?,
                op::OpFunctionCall => self.call(inst)?,
                _ => false,
            };
            return match is_done {
                true => Ok(()),
                false => self.with_list(|work, list| work.uses(inst, list)),
            };
        }
        let path = self.path(id).ok_or(MALFORMED)?.clone();
        match inst.opcode() {
            op::OpSelect => {
                let condition = self
                    .build
                    .get(views::Select(inst).condition())
                    .ok_or(MALFORMED)?;
                let [yes, no] = [
                    views::Select(inst).object_1(),
                    views::Select(inst).object_2(),
                ];
                let yes = self.path(yes).ok_or(UNKNOWN)?.clone();
                let no = self.path(no).ok_or(UNKNOWN)?.clone();
                self.check(&path, &yes)?;
                self.check(&path, &no)?;
                for ((index, yes), no) in path.indices.iter().zip(&yes.indices).zip(&no.indices) {
                    if index.id != yes.id {
                        let ty = self.ty(index);
                        let [yes, no] = [*yes, *no].map(|of| self.index_as(of, ty));
                        let ty = self.build.get(ty).ok_or(MALFORMED)?;
                        let operands = [condition, yes, no];
                        self.build.op_as(index.id, op::OpSelect, ty, &operands);
                    }
                }
            }
            op::OpPhi => {
                let values = views::Phi(inst).pairs().iter().step_by(2);
                for &value in values.filter(|&&value| !self.is_undefined(value)) {
                    let other = self.path(value).ok_or(UNKNOWN)?;
                    self.check(&path, other)?;
                }
                for (at, index) in path.indices.iter().enumerate() {
                    if index.fixed {
                        continue;
                    }
                    let of = self.ty(index);
                    let ty = self.build.get(of).ok_or(MALFORMED)?;
                    self.tables.list.clear();
                    for pair in views::Phi(inst).pairs().chunks_exact(2) {
                        let &[value, label] = pair else { continue };
                        let other = match self.path(value) {
                            Some(path) => {
                                let other = path.indices.get(at).copied().ok_or(DIFFERENT_PATHS)?;
                                self.index_as(other, of)
                            }
                            None => self.build.declare(op::OpUndef, Some(ty), &[]),
                        };
                        self.tables.list.extend([other, label]);
                    }
                    self.build.op_as(index.id, op::OpPhi, ty, &self.tables.list);
                }
            }
            op::OpPtrAccessChain | op::OpInBoundsPtrAccessChain => {
                let base = self
                    .path(views::PtrAccessChain(inst).base())
                    .ok_or(UNKNOWN)?;
                let mut pairs = base.indices.iter().zip(&path.indices);
                if let Some((&old, &new)) = pairs.find(|(old, new)| old.id != new.id) {
                    let by = Index {
                        id: views::PtrAccessChain(inst).element(),
                        ..old
                    };
                    let of = self.ty(&new);
                    if !matches!(self.width(of), Some(32 | 64)) {
                        return Err(NARROW);
                    }
                    let ty = self.build.get(of).ok_or(MALFORMED)?;
                    let [old, by] = [old, by].map(|index| self.converted(index, of));
                    self.build.op_as(new.id, op::OpIAdd, ty, &[old?, by?]);
                }
            }
            op::OpFunctionParameter => self.parameters(&path)?,
            op::OpAccessChain | op::OpInBoundsAccessChain | op::OpCopyObject => {}
            _ => return Err(MALFORMED),
        }
        self.build.count(Kind::Pointers);
        self.build.remove(id);
        Ok(())
    }

    /// Emits access chains for the selected pointers that an instruction uses, and copies the instruction.
    fn uses(&mut self, inst: Inst<'_>, list: &mut Vec<u32>) -> Result<(), LowerError> {
        self.input.uses(inst, |used| {
            if self.is_selected(used) && !list.contains(&used) && list.len() < MOST_INDICES {
                list.push(used);
            }
        });
        let passes = matches!(inst.opcode(), op::OpFunctionCall | op::OpReturnValue)
            || inst.opcode() == op::OpStore && self.is_selected(views::Store(inst).object());
        if passes && !list.is_empty() {
            return Err(PASSED);
        }
        for &pointer in list.iter() {
            let path = self.path(pointer).ok_or(UNKNOWN)?.clone();
            let ty = self
                .build
                .get(self.input.type_of(pointer))
                .ok_or(MALFORMED)?;
            if path.indices.is_empty() {
                let root = self.build.get(path.root).ok_or(MALFORMED)?;
                self.build.substitute(pointer, root);
                continue;
            }
            let mut operands = ArrayVec::<u32, { MOST_INDICES + 1 }>::new();
            operands.push(path.root);
            operands.extend(path.indices.iter().map(|index| index.id));
            let made = self.build.op(op::OpAccessChain, ty, &operands);
            if self.tables.non_uniform.get(pointer as usize) == Some(&true) {
                self.build.decorate(made, &[decoration::NonUniform]);
            }
            self.build.substitute(pointer, made);
        }
        self.build.copy_code(self.input, inst)?;
        for &pointer in list.iter() {
            self.build.remove(pointer);
        }
        Ok(())
    }
}
