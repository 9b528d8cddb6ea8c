//! Which memory becomes integers, and which pointers refer to it.

use super::{Atomic, MALFORMED};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::order::Order;
use crate::passes::{Input, LowerError, ModuleBuilder};
use crate::plan::conditions::lacks_float_atomic;
use crate::plan::result;
use crate::tables::{op, storage_class};
use crate::target::Target;
use crate::views;

/// The pointer of an atomic instruction that may operate on floats, and the type of the value.
pub(super) fn atomic_of(input: Input<'_>, inst: Inst<'_>) -> Option<(u32, u32)> {
    match inst.opcode() {
        op::OpAtomicStore => Some((
            views::AtomicStore(inst).pointer(),
            input.type_of(views::AtomicStore(inst).value()),
        )),
        op::OpAtomicLoad
        | op::OpAtomicExchange
        | op::OpAtomicFAddEXT
        | op::OpAtomicFMinEXT
        | op::OpAtomicFMaxEXT => Some((inst.operand(), inst.result_type())),
        _ => None,
    }
}

/// What a pointer points into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Origin {
    /// Not known.
    #[default]
    Unknown,
    /// A variable without a structure.
    Root(u32),
    /// A member of a structure: type and member number.
    Member(u32, u32),
    /// A texel of an image.
    Texel,
}

const IMAGE: LowerError =
    LowerError::Because(
        "an atomic operation on floats in an image, whose view has a float format: integer atomics do the same where the shader \
         declares the image R32ui and the application binds such a view",
    );
const SINGLE: LowerError = LowerError::Because(
    "an atomic operation on a single 16-bit float, which shares a word with others",
);
const POINTER: LowerError =
    LowerError::Because("an atomic operation on floats through an unknown pointer");

impl Atomic {
    /// Collects the memory accessed by operations that the target lacks.
    pub(super) fn find(
        &mut self,
        input: Input<'_>,
        target: &Target,
        build: &mut ModuleBuilder,
    ) -> Result<(), LowerError> {
        let Input { words, facts } = input;
        self.members.clear();
        self.roots.clear();
        self.origins.clear();
        self.origins
            .resize(facts.header.bound as usize, Origin::Unknown);
        for inst in facts.declarations(words) {
            if inst.opcode() == op::OpVariable
                && views::Variable(inst).storage_class() == storage_class::Workgroup
            {
                self.set_origin(inst.result(), Origin::Root(inst.result()));
            }
        }
        for inst in facts.code(words) {
            if let Some((pointer, ty)) = atomic_of(input, inst) {
                if let Some(single) = unsupported(input, target, inst, (pointer, ty)) {
                    let recorded = self.record(self.origin(pointer), single);
                    build.locate(inst.offset(), recorded)?;
                }
                continue;
            }
            let origin = match inst.opcode() {
                op::OpCopyObject => self.origin(views::CopyObject(inst).operand()),
                op::OpImageTexelPointer => Origin::Texel,
                _ => match chain(inst) {
                    Some((base, indices)) => match innermost(input, base, indices)? {
                        Some((structure, member)) => Origin::Member(structure, member),
                        None => self.origin(base),
                    },
                    None => continue,
                },
            };
            self.set_origin(inst.result(), origin);
        }
        self.members.order();
        self.members.dedup();
        self.roots.order();
        self.roots.dedup();
        Ok(())
    }

    fn origin(&self, id: u32) -> Origin {
        self.origins.get(id as usize).copied().unwrap_or_default()
    }

    fn set_origin(&mut self, id: u32, origin: Origin) {
        if let Some(slot) = self.origins.get_mut(id as usize) {
            *slot = origin;
        }
    }

    /// Records memory that becomes integers; `single` means a half that is not part of a pair.
    fn record(&mut self, origin: Origin, single: bool) -> Result<(), LowerError> {
        match origin {
            Origin::Unknown => return Err(POINTER),
            Origin::Texel => return Err(IMAGE),
            Origin::Member(..) if single => return Err(SINGLE),
            Origin::Member(structure, member) => self.members.push((structure, member)),
            Origin::Root(variable) => self.roots.push(variable),
        }
        Ok(())
    }

    /// Whether indices select something in a member that becomes integers.
    pub(super) fn reaches_member(
        &self,
        input: Input<'_>,
        mut ty: u32,
        indices: impl Iterator<Item = Option<u32>>,
    ) -> bool {
        for index in indices {
            let Some(part) = index else { return false };
            if self.members.binary_search(&(ty, part)).is_ok() {
                return true;
            }
            match input.part_type(ty, part) {
                Some(part) => ty = part,
                None => return false,
            }
        }
        false
    }

    /// Collects the pointers to memory that becomes integers.
    pub(super) fn trace(&mut self, input: Input<'_>) {
        let Input { words, facts } = input;
        self.rewritten.clear();
        self.rewritten.resize(facts.header.bound as usize, false);
        for &root in &self.roots {
            if let Some(slot) = self.rewritten.get_mut(root as usize) {
                *slot = true;
            }
        }
        for inst in facts.code(words) {
            let rewritten = match inst.opcode() {
                op::OpCopyObject => self.is_rewritten(views::CopyObject(inst).operand()),
                _ => match chain(inst) {
                    Some((base, indices)) => {
                        let ty = facts.pointee(words, facts.type_of(words, base));
                        let known = |&index: &u32| Some(input.index(index).unwrap_or(0));
                        self.is_rewritten(base)
                            || self.reaches_member(input, ty, indices.iter().map(known))
                    }
                    None => false,
                },
            };
            if let Some(slot) = result(inst).and_then(|id| self.rewritten.get_mut(id as usize)) {
                *slot |= rewritten;
            }
        }
    }

    /// Whether an id is a pointer to memory that has become integers.
    pub(super) fn is_rewritten(&self, id: u32) -> bool {
        self.rewritten.get(id as usize) == Some(&true)
    }

    /// Whether an instruction uses such a pointer.
    pub(super) fn touches(&self, input: Input<'_>, inst: Inst<'_>) -> bool {
        let mut touches = false;
        input.uses(inst, |id| touches |= self.is_rewritten(id));
        touches
    }
}

/// For an atomic operation on floats that the target lacks: whether it is on a single half.
fn unsupported(
    input: Input<'_>,
    target: &Target,
    inst: Inst<'_>,
    (pointer, ty): (u32, u32),
) -> Option<bool> {
    let TypeView::Pointer { class, .. } = input.view(input.type_of(pointer)) else {
        return None;
    };
    let (scalar, is_vector) = match input.view(ty) {
        TypeView::Vector { component, .. } => (input.view(component), true),
        scalar => (scalar, false),
    };
    let TypeView::Scalar(Scalar::Float { width }) = scalar else {
        return None;
    };
    let lacks = lacks_float_atomic(target, class, width, is_vector, inst.opcode());
    lacks.then_some(width == 16 && !is_vector)
}

/// The innermost structure that a chain's indices pass through, and the member that they select.
fn innermost(
    input: Input<'_>,
    base: u32,
    indices: &[u32],
) -> Result<Option<(u32, u32)>, LowerError> {
    let mut ty = input.pointee(input.type_of(base));
    let mut member = None;
    for &index in indices {
        let part = input.index(index);
        if let TypeView::Struct(_) = input.view(ty) {
            member = Some((ty, part.ok_or(MALFORMED)?));
        }
        match input.part_type(ty, part.unwrap_or(0)) {
            Some(part) => ty = part,
            None => return Ok(None),
        }
    }
    Ok(member)
}

/// Base and indices of an access chain.
pub(super) fn chain(inst: Inst<'_>) -> Option<(u32, &[u32])> {
    match inst.opcode() {
        op::OpAccessChain | op::OpInBoundsAccessChain => Some((
            views::AccessChain(inst).base(),
            views::AccessChain(inst).indexes(),
        )),
        op::OpPtrAccessChain | op::OpInBoundsPtrAccessChain => Some((
            views::PtrAccessChain(inst).base(),
            views::PtrAccessChain(inst).indexes(),
        )),
        _ => None,
    }
}
