//! Decorations for memory of the input that rules want coherent or volatile.
//!
//! Under the Vulkan memory model each access says how far it reaches; under `GLSL450` the memory says it, for all its
//! accesses. A rule that takes the words off an access notes the memory here ([`Memory`]), and the decorations are written
//! once, when it is known which ids are left:
//!
//! - of buffers, the members of the block's structure are decorated, as front ends do: whatever pointer an access goes
//!   through, its block's type is known;
//! - of images, the variables, and parameters that point to them;
//! - of what is no structure behind a physical pointer, the member of a block that is made for it ([`Coherence::block`]).
//!
//! Where an access cannot be followed to its memory, all memory of the kind is decorated: more than needed, never less.

use super::{NewWords, Plan, Scene};
use crate::facts::TypeView;
use crate::tables::{decoration, op, storage_class};

/// What an access goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Blocks with this structure.
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
    /// What one invocation writes, others can see.
    Coherent,
    /// Nothing is left out, put together or kept for later.
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

/// What rules noted.
#[derive(Clone, Debug, Default)]
pub struct Coherence {
    /// Ids and decorations.
    of: Vec<(u32, u32)>,
    /// What is said of all memory of a kind, each once.
    any: Vec<(Memory, Access)>,
    /// By [`place_of`]: the block that is made of one such type, or 0.
    blocks: Vec<u32>,
    /// The places in `blocks` that are not 0, in order.
    places: Vec<usize>,
}

/// How much was noted at some time.
#[derive(Clone, Copy, Debug)]
pub struct Noted {
    of: usize,
    any: usize,
    places: usize,
}

/// Where the block of a type stands that is accessed so.
fn place_of(ty: u32, access: Access) -> usize {
    2 * ty as usize + access as usize
}

impl Coherence {
    /// Starts over.
    pub fn reset(&mut self) {
        self.of.clear();
        self.any.clear();
        self.forget_blocks(0);
    }

    /// How much was noted, to come back to.
    pub fn mark(&self) -> Noted {
        Noted {
            of: self.of.len(),
            any: self.any.len(),
            places: self.places.len(),
        }
    }

    /// Forgets what came since a mark.
    pub fn rewind(&mut self, mark: Noted) {
        self.of.truncate(mark.of);
        self.any.truncate(mark.any);
        self.forget_blocks(mark.places);
    }

    /// Forgets all blocks but the first so many.
    fn forget_blocks(&mut self, kept: usize) {
        for &place in self.places.iter().skip(kept) {
            if let Some(block) = self.blocks.get_mut(place) {
                *block = 0;
            }
        }
        self.places.truncate(kept);
    }

    /// A block of one value of a type, whose member is decorated.
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

    /// Notes that memory is accessed so.
    pub fn note(&mut self, memory: Memory, access: Access) {
        match memory {
            Memory::AnyBuffer | Memory::AnyImage => {
                if !self.any.contains(&(memory, access)) {
                    self.any.push((memory, access));
                }
            }
            Memory::Block(id) | Memory::Variable(id) => {
                let noted = (id, access.decoration());
                // One access comes after another to the same memory.
                if self.of.last() != Some(&noted) {
                    self.of.push(noted);
                }
            }
        }
    }

    /// Enters everything that the notes mean, each once.
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
                .filter(|inst| inst.word(3) == storage_class::UniformConstant)
                .filter(|inst| is_storage_image(scene, inst.word(1)));
            self.of.extend(variables.map(|inst| all(&inst.word(2))));
        }
        self.of.sort_unstable();
        self.of.dedup();
    }
}

/// Whether a pointer type is one to a storage image, or to an array of them.
fn is_storage_image(scene: &Scene<'_>, pointer: u32) -> bool {
    let pointee = scene.facts.pointee(scene.words, pointer);
    let image = match scene.facts.type_view(scene.words, pointee) {
        TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => element,
        _ => pointee,
    };
    let image = scene.facts.def(scene.words, image);
    image.is_some_and(|ty| ty.opcode() == op::OpTypeImage && ty.word(7) == 2)
}

impl Plan {
    /// Writes the decorations for memory that is left.
    pub(super) fn decorate_memory(&mut self, scene: &Scene<'_>) {
        let mut coherence = std::mem::take(&mut self.coherence);
        coherence.finish(scene);
        for &(id, decoration) in &coherence.of {
            let def = scene.facts.def(scene.words, id);
            let Some(def) = def.filter(|_| !self.is_gone(id)) else {
                continue;
            };
            match TypeView::of(def) {
                TypeView::Struct(members) => {
                    for member in 0..members.len() as u32 {
                        self.new.decorate_member(id, member, &[decoration]);
                    }
                }
                // What else a pointer of a buffer's class points to is part of a block.
                _ if def.opcode() == op::OpVariable || def.opcode() == op::OpFunctionParameter => {
                    self.new.decorate(id, &[decoration]);
                }
                _ => {}
            }
        }
        self.coherence = coherence;
    }
}
