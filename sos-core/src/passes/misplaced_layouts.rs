//! The pass `misplaced_layouts`: variables in workgroup, private and function memory get types without an explicit layout.
//!
//! ```text
//!          OpDecorate %array ArrayStride 4                  the same
//! %array = OpTypeArray %uint %four                          the same
//!                                                  %bare  = OpTypeArray %uint %four
//! %to    = OpTypePointer Workgroup %array          %to    = OpTypePointer Workgroup %bare
//! %w     = OpVariable %to Workgroup                         the same
//! %a     = OpLoad %array %w                        %b     = OpLoad %bare %w
//!                                                  %a     = OpCopyLogical %array %b
//!          OpStore %w %a                           %c     = OpCopyLogical %bare %a
//!                                                           OpStore %w %c
//! ```
//!
//! The input is invalid: `Block`, `BufferBlock`, `Offset`, `ArrayStride`, `MatrixStride`, `RowMajor` and `ColMajor` are only allowed on the
//! types of buffers, push constants and some interfaces; in private and function memory also with SPIR-V 1.4 and earlier
//! (VUID-StandaloneSpirv-None-10684; Vulkan specification, "Shader Interfaces"), in workgroup memory also with
//! `WorkgroupMemoryExplicitLayoutKHR`. Front ends write it nevertheless ([`crate::facts`], `misplaced`), most drivers ignore it, and
//! one crashes. So the pass repairs every such module, whatever the target.
//!
//! # How
//!
//! What decides is the storage class of a pointer type. A type with a layout that no pointer type needs loses it. If a pointer type of
//! another storage class needs the layout, it stays, and a second type is declared for memory that may have none: for the type itself
//! and for all that contain it. The pointer types keep their ids, so access chains, parameters, phis and selections
//! stay as they are. Values keep their types: only loads, stores, copies and initializers change. Constants that are stored are declared
//! with the second type, too, since `OpCopyLogical` comes with SPIR-V 1.4, and the rule that replaces it takes a composite apart.
//!
//! # Exactness
//!
//! Exact: a layout says where data is in memory, no instruction can observe that in these storage classes, and `OpCopyLogical` copies
//! each scalar. Types of values have no layout, except through memory.
//!
//! # Where it does nothing
//!
//! The module is as invalid as it was, so nothing is refused: it stays as it was where a pointer to a changed type has a use that is
//! not known here, with untyped pointers, and where the target lacks `OpCopyLogical` and its replacement declines. Pointers into
//! other storage classes do not change. Variables of functions are repaired if one at module scope is to be.
//!
//! `misplaced-layout` is shown by `corpus/shaders/storage/misplaced_layouts.spvasm`.

use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Rewrite, Step};
use crate::build::Build;
use crate::facts::{layout_decoration, TypeView};
use crate::inst::Inst;
use crate::plan::is_non_semantic;
use crate::tables::{capability, decoration, op, op_hot, storage_class as class, OpFlags};
use crate::views;
use alloc::vec::Vec;

/// The row of the pass.
pub const STEP: Step = Step::new(|memory| &mut memory.misplaced_layouts);

const UNKNOWN: LowerError =
    LowerError::Because("a use of a variable that would have to lose its layout");

/// What is known of a type.
mod flag {
    /// It, or a member, has a decoration of a layout.
    pub const LAID: u8 = 1;
    /// The same is so for it or for what it is composed of.
    pub const HOLDS: u8 = 2;
    /// Memory that may have no layout is made of it.
    pub const BARE: u8 = 4;
    /// Other memory, which needs the layout.
    pub const NEEDED: u8 = 8;
    /// A pointer to a type that has a second one.
    pub const CHANGED: u8 = 16;
}

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct MisplacedLayouts {
    /// Whether modules are to be repaired: not if that has failed.
    pub repairs: bool,
    /// By id of a type: bits of [`flag`].
    flags: Vec<u8>,
    /// By id: the type without a layout that represents it in memory, or the constant of such a type; 0 if it is the same.
    bare: Vec<u32>,
    pending: Vec<u32>,
    /// Operands of what is being emitted; those of constants within constants lie one behind the other.
    list: Vec<u32>,
}

impl Pass for MisplacedLayouts {
    fn concerns(&mut self, Request { input, .. }: Request<'_>) -> bool {
        self.repairs
            && input.facts.misplaced_layouts
            && !input.facts.uses(capability::UntypedPointersKHR)
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        self.find(input);
        let mut work = Work {
            input,
            build,
            tables: self,
        };
        match work.walk() {
            Ok(()) => Ok(build.counts().get(Kind::MisplacedLayout) > 0),
            Err(LowerError::TooLarge) => Err(LowerError::TooLarge),
            Err(_) => Ok(false),
        }
    }
}

impl MisplacedLayouts {
    fn has(&self, id: u32, bits: u8) -> bool {
        self.of(id) & bits != 0
    }

    fn of(&self, id: u32) -> u8 {
        self.flags.get(id as usize).copied().unwrap_or(0)
    }

    fn set(&mut self, id: u32, bits: u8) {
        if let Some(flags) = self.flags.get_mut(id as usize) {
            *flags |= bits;
        }
    }

    /// What represents a type in memory without a layout, or a constant there; 0 if it is the same.
    fn bare(&self, id: u32) -> u32 {
        self.bare.get(id as usize).copied().unwrap_or(0)
    }

    fn set_bare(&mut self, id: u32, other: u32) {
        if let Some(slot) = self.bare.get_mut(id as usize) {
            *slot = other;
        }
    }

    /// Whether a type loses its layout: no memory needs it.
    fn loses(&self, ty: u32) -> bool {
        self.of(ty) & (flag::LAID | flag::BARE | flag::NEEDED) == flag::LAID | flag::BARE
    }

    /// Finds the types with a layout, and which memory is made of each.
    fn find(&mut self, input: Input<'_>) {
        let Input { words, facts } = input;
        self.flags.clear();
        self.flags.resize(facts.def.len(), 0);
        self.bare.clear();
        self.bare.resize(facts.def.len(), 0);
        for inst in facts.decorations(words) {
            // The stride of a pointer says how far it moves, wherever the pointer itself is.
            let is_pointer = matches!(input.view(inst.target()), TypeView::Pointer { .. });
            if layout_decoration(inst).is_some() && !is_pointer {
                self.set(inst.target(), flag::LAID);
            }
        }
        for inst in facts.declarations(words) {
            match TypeView::of(inst) {
                TypeView::Pointer { class, pointee } if facts.forbids_layout(class) => {
                    self.reach(input, pointee, flag::BARE);
                }
                // Allowed there, and without effect.
                TypeView::Pointer {
                    class: class::Function | class::Private,
                    ..
                } => {}
                TypeView::Pointer { pointee, .. } => self.reach(input, pointee, flag::NEEDED),
                TypeView::Other
                    if inst.opcode() != op::OpTypeFunction
                        && op_hot(inst.opcode()).flags.contains(OpFlags::TYPE) =>
                {
                    input.uses(inst, |id| self.reach(input, id, flag::NEEDED));
                }
                _ => {}
            }
        }
    }

    /// Sets a bit of a type and of all that it is composed of.
    fn reach(&mut self, input: Input<'_>, ty: u32, bit: u8) {
        self.pending.push(ty);
        while let Some(ty) = self.pending.pop() {
            if !self.has(ty, bit) {
                self.set(ty, bit);
                self.pending.extend_from_slice(input.view(ty).parts());
            }
        }
    }
}

/// The rewrite of one module.
type Work<'a> = super::rewrite::Work<'a, MisplacedLayouts>;

impl<'w> Rewrite<'w> for Work<'w> {
    fn global(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        match TypeView::of(inst) {
            view @ (TypeView::Array { .. }
            | TypeView::RuntimeArray { .. }
            | TypeView::Struct(_)) => {
                self.build.copy_global(self.input, inst)?;
                self.composite(inst, view)
            }
            TypeView::Pointer { class, pointee }
                if self.input.facts.forbids_layout(class) && self.tables.bare(pointee) != 0 =>
            {
                let id = views::TypePointer(inst).result();
                self.tables.set(id, flag::CHANGED);
                let operands = [class, self.tables.bare(pointee)];
                self.build
                    .declare_as(id, op::OpTypePointer, None, &operands);
                Ok(())
            }
            _ if inst.opcode() == op::OpVariable => match self.variable(inst)? {
                Some(initializer) => {
                    let variable = views::Variable(inst);
                    let operands = [variable.storage_class(), initializer];
                    let ty = variable.result_type();
                    self.build.variable_as(inst.result(), ty, &operands);
                    Ok(())
                }
                None => self.build.copy_global(self.input, inst),
            },
            _ => self.build.copy_global(self.input, inst),
        }
    }

    fn before_functions(&mut self) {
        let Self {
            input,
            build,
            tables,
        } = self;
        build.mark_all(*input, |flags, ty| {
            match flags.contains(OpFlags::RESULT_TYPE) && tables.has(ty, flag::CHANGED) {
                true => super::builder::mark::TOUCHED,
                false => 0,
            }
        });
        for name in input.facts.name_instructions(input.words) {
            let bare = tables.bare(name.target());
            // Mesa copies only between structures whose names, and those of their members, are the same.
            if bare != 0 && tables.has(name.target(), flag::BARE) {
                build.name_like(bare, name);
            }
        }
    }

    fn stops_at(opcode: u16) -> bool {
        opcode == op::OpVariable
    }

    fn code(&mut self, inst: Inst<'w>, _marks: u16) -> Result<(), LowerError> {
        let input = self.input;
        match inst.opcode() {
            op::OpLoad if self.is_changed(views::Load(inst).pointer()) => {
                let ty = inst.result_type();
                let bare = self.second(ty)?;
                let bare = self.build.op(op::OpLoad, bare, inst.from(3));
                self.build
                    .op_as(inst.result(), op::OpCopyLogical, ty, &[bare]);
                Ok(())
            }
            op::OpStore if self.is_changed(views::Store(inst).pointer()) => {
                let object = self.value(views::Store(inst).object())?;
                let list = &mut self.tables.list;
                list.clear();
                list.extend_from_slice(inst.from(1));
                if let Some(slot) = list.get_mut(1) {
                    *slot = object;
                }
                self.build.raw(op::OpStore, list);
                Ok(())
            }
            op::OpCopyMemory => self.copy(inst),
            op::OpVariable => match self.variable(inst)? {
                Some(initializer) => {
                    let [ty, id, storage] = [1, 2, 3].map(|at| inst.word(at));
                    let words = [ty, id, storage, initializer];
                    self.build.raw(op::OpVariable, &words);
                    Ok(())
                }
                None => self.build.copy_code(input, inst),
            },
            op::OpLabel
            | op::OpLoad
            | op::OpStore
            | op::OpAccessChain
            | op::OpInBoundsAccessChain
            | op::OpPtrAccessChain
            | op::OpInBoundsPtrAccessChain
            | op::OpCopyObject
            | op::OpPhi
            | op::OpSelect
            | op::OpUndef
            | op::OpPtrEqual
            | op::OpPtrNotEqual
            | op::OpPtrDiff
            | op::OpFunctionParameter
            | op::OpFunctionCall
            | op::OpFunction
            | op::OpReturnValue => self.build.copy_code(input, inst),
            _ if is_non_semantic(input.facts, inst) => self.build.copy_code(input, inst),
            _ => Err(UNKNOWN),
        }
    }

    fn annotation(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        let id = inst.target();
        let lays = layout_decoration(inst).is_some();
        if lays && self.tables.loses(id) {
            return Ok(());
        }
        let kind = match inst.opcode() {
            op::OpMemberDecorate => views::MemberDecorate(inst).decoration(),
            _ => u32::MAX,
        };
        let stays = matches!(
            kind,
            decoration::RelaxedPrecision | decoration::Volatile | decoration::Coherent
        );
        if stays && self.tables.bare(id) != 0 {
            let bare = self.tables.bare(id);
            let list = &mut self.tables.list;
            list.clear();
            list.push(bare);
            list.extend_from_slice(inst.from(2));
            self.build.annotate(inst.opcode(), list);
        }
        self.build.copy_annotation(self.input, inst)
    }
}

impl<'w> Work<'w> {
    /// Whether a pointer points to a type that has another in memory.
    fn is_changed(&self, pointer: u32) -> bool {
        self.tables.has(self.input.type_of(pointer), flag::CHANGED)
    }

    /// The second type of one that should have it.
    fn second(&self, ty: u32) -> Result<u32, LowerError> {
        let bare = Some(self.tables.bare(ty));
        bare.filter(|&bare| bare != 0).ok_or(UNKNOWN)
    }

    /// Declares the second type of an array or a structure, if it needs one. Its parts have been declared.
    fn composite(&mut self, inst: Inst<'w>, view: TypeView<'w>) -> Result<(), LowerError> {
        let id = inst.word(1);
        let (mut holds, mut differs) = (self.tables.has(id, flag::LAID), false);
        for &part in view.parts() {
            holds |= self.tables.has(part, flag::HOLDS);
            differs |= self.tables.bare(part) != 0;
        }
        if holds {
            self.tables.set(id, flag::HOLDS);
        }
        let all = flag::LAID | flag::NEEDED;
        if !self.tables.has(id, flag::BARE) || !differs && self.tables.of(id) & all != all {
            return Ok(());
        }
        let bare = match view {
            TypeView::Array { element, length } => {
                let operands = [self.part(element), length];
                self.build.new_type(op::OpTypeArray, &operands)
            }
            TypeView::Struct(members) => {
                let mut list = core::mem::take(&mut self.tables.list);
                list.clear();
                list.extend(members.iter().map(|&member| self.part(member)));
                let structure = self.build.structure(&list);
                self.tables.list = list;
                structure
            }
            _ => return Err(UNKNOWN),
        };
        self.tables.set_bare(id, bare);
        Ok(())
    }

    /// What represents a part of a type in memory without a layout. A type that the output has already has that one's id.
    fn part(&self, part: u32) -> u32 {
        match self.tables.bare(part) {
            0 => self.build.get(part).unwrap_or(part),
            bare => bare,
        }
    }

    /// Counts a variable that loses a layout. Returns its new initializer, if that changes.
    fn variable(&mut self, inst: Inst<'w>) -> Result<Option<u32>, LowerError> {
        let variable = views::Variable(inst);
        let pointee = self.input.pointee(variable.result_type());
        if !self.input.facts.forbids_layout(variable.storage_class())
            || !self.tables.has(pointee, flag::HOLDS)
        {
            return Ok(None);
        }
        self.build.count(Kind::MisplacedLayout);
        let initializer = inst.from(4).first().copied();
        let initializer = initializer.filter(|_| self.tables.bare(pointee) != 0);
        let constant = |id| self.constant(id, 0);
        initializer.map(constant).transpose()
    }

    /// Returns a constant of an input's type with a second one, with that type.
    fn constant(&mut self, id: u32, depth: u32) -> Result<u32, LowerError> {
        let ty = self.tables.bare(self.input.type_of(id));
        match self.tables.bare(id) {
            0 if ty == 0 => return self.build.get(id).ok_or(UNKNOWN),
            0 => {}
            known => return Ok(known),
        }
        let def = self.input.def(id).ok_or(UNKNOWN)?;
        let opcode = def.opcode();
        let start = self.tables.list.len();
        match opcode {
            op::OpConstantNull | op::OpUndef => {}
            op::OpConstantComposite | op::OpSpecConstantComposite if depth < super::MOST_DEPTH => {
                for &part in def.operands() {
                    let part = self.constant(part, depth + 1)?;
                    self.tables.list.push(part);
                }
            }
            _ => return Err(UNKNOWN),
        }
        let parts = self.tables.list.get(start..).unwrap_or(&[]);
        let constant = self.build.declare(opcode, Some(ty), parts);
        self.tables.list.truncate(start);
        self.tables.set_bare(id, constant);
        Ok(constant)
    }

    /// Returns a value of a type with a second one, with that type.
    fn value(&mut self, id: u32) -> Result<u32, LowerError> {
        let (input, ty) = (self.input, self.input.type_of(id));
        let def = input.def(id).ok_or(UNKNOWN)?;
        if def.offset() < input.facts.first_function {
            if let Ok(constant) = self.constant(id, 0) {
                return Ok(constant);
            }
        }
        let ty = self.second(ty)?;
        Ok(self.build.op(op::OpCopyLogical, ty, &[id]))
    }

    /// Emits a copy of memory: where the types of both differ now, by a load and a store.
    fn copy(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        let copy = views::CopyMemory(inst);
        let [target, source] = [copy.target(), copy.source()];
        let [to, from] = [target, source].map(|pointer| self.is_changed(pointer));
        if to == from {
            return self.build.copy_code(self.input, inst);
        }
        let ty = self.input.pointee(self.input.type_of(target));
        if inst.words().len() > 3 || self.input.pointee(self.input.type_of(source)) != ty {
            return Err(UNKNOWN);
        }
        let bare = self.second(ty)?;
        let (read, written) = if from { (bare, ty) } else { (ty, bare) };
        let value = self.build.op(op::OpLoad, read, &[source]);
        let value = self.build.op(op::OpCopyLogical, written, &[value]);
        self.build.raw(op::OpStore, &[target, value]);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
