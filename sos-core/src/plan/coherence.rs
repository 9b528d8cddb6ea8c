//! Adds the decorations `Coherent` and `Volatile` to memory of the input for rules.
//!
//! Under the Vulkan memory model, each access states its scope; under `GLSL450`, the memory is decorated, for all its
//! accesses. A rule that removes the memory operands of an access records the memory here ([`Memory`]), and the decorations
//! are written once, when it is known which ids remain:
//!
//! - for buffers, on the members of the block's structure, as front ends do: the block type is known whatever pointer an
//!   access uses;
//! - for images, on the variables, and on parameters that point to them;
//! - for a pointee behind a physical pointer that is not a structure, on the member of a block created for it
//!   ([`Coherence::block`]).
//!
//! If an access cannot be traced to its memory, all memory of that kind is decorated: more than needed, never less.

use super::{NewWords, Plan, Scene};
use crate::facts::TypeView;
use crate::order::Order;
use crate::tables::{decoration, op, storage_class};
use crate::views;
use alloc::vec::Vec;

/// The memory that an access refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Blocks with this structure type.
    Block(u32),
    /// A variable, or a parameter that points to one.
    Variable(u32),
    /// Any buffer.
    AnyBuffer,
    /// Any storage image.
    AnyImage,
}

/// How memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Writes of one invocation are visible to others.
    Coherent,
    /// Accesses are not omitted, merged or delayed.
    Volatile,
}

impl Access {
    fn decoration(self) -> u32 {
        match self {
            Self::Coherent => decoration::Coherent,
            Self::Volatile => decoration::Volatile,
        }
    }
}

/// What rules have recorded.
#[derive(Clone, Debug, Default)]
pub struct Coherence {
    /// Ids with their decorations.
    of: Vec<(u32, u32)>,
    /// Accesses to all memory of a kind, each once.
    any: Vec<(Memory, Access)>,
    /// By [`place_of`]: the block created for that type, or 0.
    blocks: Vec<u32>,
    /// The indices of the nonzero entries of `blocks`, in order of creation.
    places: Vec<usize>,
}

/// Sizes of [`Coherence`], to rewind to.
#[derive(Clone, Copy, Debug)]
pub struct Noted {
    of: usize,
    any: usize,
    places: usize,
}

/// Returns the index in `blocks` of the block for a type and a kind of access.
fn place_of(ty: u32, access: Access) -> usize {
    2 * ty as usize + access as usize
}

impl Coherence {
    /// Removes all.
    pub fn reset(&mut self) {
        self.of.clear();
        self.any.clear();
        self.forget_blocks(0);
    }

    /// Returns the current sizes, for [`Coherence::rewind`].
    pub fn mark(&self) -> Noted {
        Noted {
            of: self.of.len(),
            any: self.any.len(),
            places: self.places.len(),
        }
    }

    /// Removes what was recorded since a mark.
    pub fn rewind(&mut self, mark: Noted) {
        self.of.truncate(mark.of);
        self.any.truncate(mark.any);
        self.forget_blocks(mark.places);
    }

    /// Removes all blocks but the first `kept`.
    fn forget_blocks(&mut self, kept: usize) {
        for &place in self.places.iter().skip(kept) {
            if let Some(block) = self.blocks.get_mut(place) {
                *block = 0;
            }
        }
        self.places.truncate(kept);
    }

    /// Returns a block with a single decorated member of type `ty`, created on first use.
    pub fn block(&mut self, ty: u32, access: Access, new: &mut NewWords) -> u32 {
        let place = place_of(ty, access);
        match self.blocks.get(place) {
            Some(&block) if block != 0 => return block,
            Some(_) => {}
            None => self.blocks.resize(place + 1, 0),
        }
        let block = new.block_of(ty);
        new.decorate_member(block, 0, &[access.decoration()]);
        if let Some(slot) = self.blocks.get_mut(place) {
            *slot = block;
            self.places.push(place);
        }
        block
    }

    /// Records an access to memory.
    pub fn note(&mut self, memory: Memory, access: Access) {
        match memory {
            Memory::AnyBuffer | Memory::AnyImage => {
                if !self.any.contains(&(memory, access)) {
                    self.any.push((memory, access));
                }
            }
            Memory::Block(id) | Memory::Variable(id) => {
                let noted = (id, access.decoration());
                // Accesses to the same memory often come one after another.
                if self.of.last() != Some(&noted) {
                    self.of.push(noted);
                }
            }
        }
    }

    /// Resolves the records to a list of ids and decorations without duplicates.
    fn finish(&mut self, scene: &Scene<'_>) {
        let facts = scene.facts;
        for &(memory, access) in &self.any {
            let all = |id: &u32| (*id, access.decoration());
            if memory == Memory::AnyBuffer {
                self.of.extend(facts.storage_blocks.iter().map(all));
                self.of.extend(facts.buffer_blocks.iter().map(all));
                continue;
            }
            let globals = facts.declarations(scene.words);
            let variables = globals
                .filter(|inst| inst.opcode() == op::OpVariable)
                .filter(|inst| {
                    views::Variable(*inst).storage_class() == storage_class::UniformConstant
                })
                .filter(|inst| is_storage_image(scene, inst.result_type()));
            self.of.extend(variables.map(|inst| all(&inst.result())));
        }
        self.of.order();
        self.of.dedup();
    }
}

/// Whether a pointer type points to a storage image or to an array of them.
fn is_storage_image(scene: &Scene<'_>, pointer: u32) -> bool {
    let Scene { words, facts, .. } = *scene;
    let image = facts.element(words, facts.pointee(words, pointer));
    let image = facts.def(words, image);
    image.is_some_and(|ty| ty.opcode() == op::OpTypeImage && views::TypeImage(ty).sampled() == 2)
}

impl Plan {
    /// Writes the decorations for the memory that remains.
    pub(super) fn decorate_memory(&mut self, scene: &Scene<'_>) {
        let mut coherence = core::mem::take(&mut self.coherence);
        coherence.finish(scene);
        for &(id, decoration) in &coherence.of {
            let def = scene.facts.def(scene.words, id);
            let Some(def) = def.filter(|_| !self.is_removed(id)) else {
                continue;
            };
            match TypeView::of(def) {
                TypeView::Struct(members) => {
                    for member in 0..members.len() as u32 {
                        self.new.decorate_member(id, member, &[decoration]);
                    }
                }
                // Any other pointee in a buffer's storage class is part of a block.
                _ if def.opcode() == op::OpVariable || def.opcode() == op::OpFunctionParameter => {
                    self.new.decorate(id, &[decoration]);
                }
                _ => {}
            }
        }
        self.coherence = coherence;
    }
}
