//! Which built-ins a module accesses.
//!
//! Front ends declare the whole of `gl_PerVertex` in every vertex shader: `PointSize`, `ClipDistance` and `CullDistance`, too.
//! Vulkan's features for these three speak of reading and writing alone (`shaderClipDistance`), and validators accept their
//! declaration without a capability. So their need is *excused* if no instruction accesses the built-in, whether the module
//! declares the capability or not. Everything else that a module uses counts.
//!
//! Input: decorations with a need that the target does not meet. An instruction accesses
//! - a built-in variable if it names the variable;
//! - a member of a block if it is an access chain through that member;
//! - all members of a block if it loads, stores or copies the block or something that contains it.
//!
//! The types of pointers tell which blocks an instruction concerns, so it does not matter where a pointer comes from. An output
//! with an initializer is written. Where a decoration group decorates, the built-in counts as accessed.

use super::dead::is_unused_without_effect;
use super::needs::implicit::Set;
use super::needs::Place;
use super::{result, stage_bit, Need, Plan, Scene, Unmet};
use crate::facts::{Facts, TypeView};
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::order::Order;
use crate::tables::{decoration, execution_model as model, op};
use crate::views;
use alloc::vec::Vec;

/// The member of a decoration that concerns a variable.
const WHOLE: u32 = u32::MAX;

/// A built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wanted {
    /// The variable, or the structure that it is a member of.
    owner: u32,
    /// The index of the member, or [`WHOLE`].
    member: u32,
    /// Bits of the stages in which an access counts.
    stages: u32,
    accessed: bool,
    /// Of the first one of an owner: bits of the stages in which all of the owner's are accessed.
    whole: u32,
}

/// The built-ins of one question, and working memory to answer it.
#[derive(Clone, Debug, Default)]
pub struct Accessed {
    wanted: Vec<Wanted>,
    /// By id: whether it is a variable of interest, or a type that is or contains a block of interest.
    of_interest: Vec<bool>,
    /// Whether all of them count as accessed.
    all: bool,
}

/// The maximum number of arrays around a block that are looked through; of more, everything counts as accessed.
const MOST_NESTED: u32 = 16;

/// Returns the built-in that an instruction declares.
fn built_in(inst: Inst<'_>) -> Option<u32> {
    let at = match inst.opcode() {
        op::OpDecorate => 2,
        op::OpMemberDecorate => 3,
        _ => return None,
    };
    (inst.word(at) == decoration::BuiltIn).then(|| inst.word(at + 1))
}

/// Whether an instruction declares a built-in.
pub fn is_built_in(inst: Inst<'_>) -> bool {
    built_in(inst).is_some()
}

/// Whether an instruction declares a built-in that only counts where it is accessed.
#[inline]
pub fn is_excusable(inst: Inst<'_>) -> bool {
    use crate::tables::built_in as is;
    matches!(
        built_in(inst),
        Some(is::PointSize | is::ClipDistance | is::CullDistance)
    )
}

/// The stages in which accessing a built-in brings a need about.
fn stages_of(need: Need) -> u32 {
    match need {
        Need::Capability(set) if set == Set::PointSizeGeometry.number() => {
            stage_bit(model::Geometry)
        }
        Need::Capability(set) if set == Set::PointSizeTessellation.number() => {
            stage_bit(model::TessellationControl) | stage_bit(model::TessellationEvaluation)
        }
        _ => u32::MAX,
    }
}

impl Wanted {
    fn new(inst: Inst<'_>, need: Need) -> Self {
        let member = match inst.opcode() {
            op::OpMemberDecorate => views::MemberDecorate(inst).member(),
            _ => WHOLE,
        };
        Self {
            owner: inst.target(),
            member,
            stages: stages_of(need),
            accessed: false,
            whole: 0,
        }
    }
}

impl Accessed {
    /// Removes all built-ins.
    pub fn clear(&mut self) {
        self.wanted.clear();
        self.all = false;
    }

    /// Whether there are no built-ins.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Adds the built-in that an instruction declares, with a need of it.
    pub fn add(&mut self, inst: Inst<'_>, need: Need) {
        self.wanted.push(Wanted::new(inst, need));
    }

    /// Whether the built-in that an instruction declares is accessed in a stage that matters for a need. It must have been
    /// added.
    pub fn contains(&self, inst: Inst<'_>, need: Need) -> bool {
        let key = Wanted::new(inst, need);
        let at = self.wanted.partition_point(|one| *one < key);
        let same = |one: &&Wanted| {
            Wanted {
                accessed: false,
                whole: 0,
                ..**one
            } == key
        };
        self.all
            || self
                .wanted
                .get(at)
                .filter(same)
                .is_none_or(|one| one.accessed)
    }

    /// Whether any of the built-ins is accessed.
    pub fn any(&self) -> bool {
        self.all || self.wanted.iter().any(|one| one.accessed)
    }

    /// Finds what is accessed. `stages` are those of each function. `visit` is called with the index and the range of each
    /// function, and calls its argument with each instruction of it that counts.
    pub fn find<'w>(
        &mut self,
        words: &'w [u32],
        facts: &Facts,
        stages: &[u32],
        mut visit: impl FnMut(usize, &mut dyn FnMut(Inst<'w>)),
    ) {
        self.wanted.order();
        self.wanted.dedup();
        self.mark_types(words, facts);
        for (index, &stage) in stages.iter().enumerate() {
            visit(index, &mut |inst| self.access(words, facts, stage, inst));
        }
    }

    fn is_of_interest(&self, id: u32) -> bool {
        self.of_interest.get(id as usize) == Some(&true)
    }

    /// Returns a structure's or variable's built-ins from the first to the last of these members.
    fn among(&mut self, owner: u32, first: u32, last: u32) -> &mut [Wanted] {
        let place = |one: &Wanted| (one.owner, one.member);
        let from = self
            .wanted
            .partition_point(|one| place(one) < (owner, first));
        let to = self
            .wanted
            .partition_point(|one| place(one) <= (owner, last));
        self.wanted.get_mut(from..to).unwrap_or(&mut [])
    }

    /// Marks types and variables. A type is declared behind its parts, and a pointer is not part of anything.
    fn mark_types(&mut self, words: &[u32], facts: &Facts) {
        self.of_interest.clear();
        self.of_interest.resize(facts.def.len(), false);
        let mut index = 0;
        while let Some(owner) = self.wanted.get(index).map(|one| one.owner) {
            index += self.among(owner, 0, WHOLE).len();
            match facts.def(words, owner).map(|def| def.opcode()) {
                Some(op::OpVariable | op::OpUntypedVariableKHR | op::OpTypeStruct) => {}
                // A decoration group, or a constant such as the workgroup size.
                _ => {
                    self.touch_whole(u32::MAX, owner);
                }
            }
            if let Some(slot) = self.of_interest.get_mut(owner as usize) {
                *slot = true;
            }
        }
        for inst in facts.declarations(words) {
            let view = TypeView::of(inst);
            let contains = match view {
                TypeView::Struct(_) | TypeView::Array { .. } | TypeView::RuntimeArray { .. } => {
                    view.parts().iter().any(|&part| self.is_of_interest(part))
                }
                _ => false,
            };
            match inst.opcode() {
                op::OpVariable if inst.words().len() > 4 => {
                    self.touch_all(
                        words,
                        facts,
                        u32::MAX,
                        facts.pointee(words, inst.result_type()),
                    );
                    self.touch_whole(u32::MAX, inst.result());
                }
                _ if contains => {
                    if let Some(slot) = self.of_interest.get_mut(inst.word(1) as usize) {
                        *slot = true;
                    }
                }
                _ => {}
            }
        }
    }

    /// Records the accesses of an instruction in a function that runs in these stages.
    fn access(&mut self, words: &[u32], facts: &Facts, stages: u32, inst: Inst<'_>) {
        if self.all {
            return;
        }
        match inst.opcode() {
            op::OpAccessChain | op::OpInBoundsAccessChain => {
                let chain = views::AccessChain(inst);
                let base = facts.pointee(words, facts.type_of(words, chain.base()));
                self.chain(words, facts, stages, base, chain.indexes());
            }
            op::OpPtrAccessChain | op::OpInBoundsPtrAccessChain => {
                let chain = views::PtrAccessChain(inst);
                let base = facts.pointee(words, facts.type_of(words, chain.base()));
                self.chain(words, facts, stages, base, chain.indexes());
            }
            op::OpUntypedAccessChainKHR | op::OpUntypedInBoundsAccessChainKHR => {
                let chain = views::UntypedAccessChain(inst);
                self.chain(words, facts, stages, chain.base_type(), chain.indexes());
            }
            op::OpUntypedPtrAccessChainKHR | op::OpUntypedInBoundsPtrAccessChainKHR => {
                let chain = views::UntypedPtrAccessChain(inst);
                self.chain(words, facts, stages, chain.base_type(), chain.indexes());
            }
            op::OpLoad => self.touch_all(words, facts, stages, inst.result_type()),
            op::OpStore => {
                let ty = facts.type_of(words, views::Store(inst).object());
                self.touch_all(words, facts, stages, ty);
            }
            op::OpCopyMemory | op::OpCopyMemorySized => {
                let copy = views::AnyCopyMemory(inst);
                for pointer in [copy.target(), copy.source()] {
                    let ty = facts.pointee(words, facts.type_of(words, pointer));
                    self.touch_all(words, facts, stages, ty);
                }
            }
            _ => {}
        }
        for_each_use(inst.words(), 1, |_, id| {
            if self.is_of_interest(id) {
                self.touch(stages, id, WHOLE);
            }
        });
    }

    /// Follows the indices of an access chain from a type on.
    fn chain(&mut self, words: &[u32], facts: &Facts, stages: u32, base: u32, indices: &[u32]) {
        let mut ty = base;
        for &index in indices {
            if !self.is_of_interest(ty) {
                return;
            }
            match facts.type_view(words, ty) {
                TypeView::Struct(members) => {
                    let Some(member) = facts.index(words, index) else {
                        return self.touch_all(words, facts, stages, ty);
                    };
                    self.touch(stages, ty, member);
                    ty = members.get(member as usize).copied().unwrap_or(0);
                }
                view => ty = view.parts().first().copied().unwrap_or(0),
            }
        }
    }

    /// Records an access to everything that a value of a type contains.
    fn touch_all(&mut self, words: &[u32], facts: &Facts, stages: u32, mut ty: u32) {
        for _ in 0..MOST_NESTED {
            if self.all || !self.is_of_interest(ty) {
                return;
            }
            match facts.type_view(words, ty) {
                TypeView::Struct(members) => {
                    // The blocks of an interface contain no blocks of built-ins; if one did, all of them would count.
                    let is_first = self.touch_whole(stages, ty);
                    self.all |=
                        is_first && members.iter().any(|&member| self.is_of_interest(member));
                    return;
                }
                view => ty = view.parts().first().copied().unwrap_or(0),
            }
        }
        self.all = true;
    }

    /// Records an access to a member of a structure, or to a variable.
    fn touch(&mut self, stages: u32, owner: u32, member: u32) {
        for one in self.among(owner, member, member) {
            one.accessed |= one.stages & stages != 0;
        }
    }

    /// Records an access to a variable or to all members of a structure. Returns false if they were accessed as a whole in
    /// these stages before.
    fn touch_whole(&mut self, stages: u32, owner: u32) -> bool {
        let own = self.among(owner, 0, WHOLE);
        if let Some(first) = own.first_mut() {
            if stages & !first.whole == 0 {
                return false;
            }
            first.whole |= stages;
        }
        for one in own {
            one.accessed |= one.stages & stages != 0;
        }
        true
    }
}

impl Plan {
    /// Drops the unmet needs of built-ins that nothing accesses. The unmet needs of declarations are those after the first
    /// `bodies`. With `pruned`, dead instructions do not count: liveness is then known.
    pub(super) fn excuse(
        &mut self,
        scene: &Scene<'_>,
        place: &Place<'_>,
        bodies: usize,
        pruned: bool,
    ) {
        let (words, facts) = (scene.words, scene.facts);
        let mut accessed = core::mem::take(&mut self.accessed);
        accessed.clear();
        let declared =
            |unmet: &Unmet| Inst::at(words, unmet.offset).filter(|&inst| is_excusable(inst));
        for unmet in self.unmet.get(bodies..).unwrap_or(&[]) {
            if let Some(inst) = declared(unmet) {
                accessed.add(inst, unmet.need);
            }
        }
        if !accessed.is_empty() {
            accessed.find(words, facts, place.stages.of, |index, visit| {
                let Some(function) = facts.functions.get(index) else {
                    return;
                };
                let numbers = function.first_block..function.last_block;
                for number in numbers.filter(|&number| scene.flow.is_kept(number)) {
                    let Some(block) = facts.blocks.get(number as usize) else {
                        continue;
                    };
                    let code = Insts::new(words, block.label, block.end);
                    let is_dead = |inst: &Inst<'_>| {
                        pruned
                            && is_unused_without_effect(facts, *inst)
                            && result(*inst).is_some_and(|id| !self.is_marked(id))
                    };
                    code.filter(|inst| !is_dead(inst)).for_each(&mut *visit);
                }
            });
            let mut index = 0;
            self.unmet.retain(|unmet| {
                index += 1;
                index <= bodies
                    || declared(unmet).is_none_or(|inst| accessed.contains(inst, unmet.need))
            });
        }
        self.accessed = accessed;
    }
}

#[cfg(test)]
mod tests;
