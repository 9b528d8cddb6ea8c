//! Copying functions of the library into an output.

use super::library;
use crate::build::Build;
use crate::inst::Inst;
use crate::tables::{decoration, op};
use alloc::vec::Vec;
use arrayvec::ArrayVec;

/// The largest number of members of a structure, or of types in a signature.
const MOST_WORDS: usize = 16;

/// The largest number of components of a vector that a module may state.
pub const MOST_COMPONENTS: usize = 16;

/// A function of the library for vectors of a size, 1 for scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its id in the library.
    pub id: u32,
    /// The number of components.
    pub count: u32,
}

/// A function of the library in an output.
#[derive(Clone, Copy, Debug)]
pub struct Linked {
    /// Which one it is.
    pub function: Function,
    /// Its id in the output.
    pub id: u32,
    /// The id of its result type.
    pub ty: u32,
}

/// Memory of the linker, kept by the builder.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// For each number of components less one, by id of the library, of those that are not within a function: the id in the output,
    /// 0 if there is none yet. Empty while nothing is linked.
    ids: [Vec<u32>; MOST_COMPONENTS],
    /// The words of the function that is being copied.
    words: Vec<u32>,
}

impl Buffers {
    /// Forgets which declarations the output has: for another output, or if it may have lost some.
    pub fn forget(&mut self) {
        self.ids.iter_mut().for_each(Vec::clear);
    }
}

/// Copies a function and those that it calls.
#[cold]
pub fn link<B: Build>(to: &mut B, function: Function) -> Linked {
    let mut buffers = core::mem::take(to.soft_buffers());
    let of_count = function.count.saturating_sub(1) as usize;
    let slot = buffers.ids.get_mut(of_count);
    let mut ids = slot.map(core::mem::take).unwrap_or_default();
    ids.resize(library::SHARED, 0);
    let mut linker = Linker {
        to,
        count: function.count,
        ids,
        words: buffers.words,
    };
    let linked = linker.function(function.id);
    let Linker { ids, words, .. } = linker;
    if let Some(slot) = buffers.ids.get_mut(of_count) {
        *slot = ids;
    }
    buffers.words = words;
    *to.soft_buffers() = buffers;
    linked
}

struct Linker<'b, B> {
    to: &'b mut B,
    count: u32,
    ids: Vec<u32>,
    words: Vec<u32>,
}

impl<B: Build> Linker<'_, B> {
    fn function(&mut self, id: u32) -> Linked {
        let function = Function {
            id,
            count: self.count,
        };
        if let Some(linked) = self.to.find_soft(function) {
            return linked;
        }
        for callee in library::callees(id) {
            let linked = self.function(callee);
            self.set(callee, linked.id);
        }
        let own = self.to.id();
        self.set(id, own);
        // The ids within the function are consecutive here and there.
        let inside = library::inside(id);
        let first = self.to.ids(inside.len() as u32);
        let mut words = core::mem::take(&mut self.words);
        words.clear();
        for code in library::body(id) {
            words.push(code.header());
            words.extend(code.words().map(|(word, is_id)| match is_id {
                true if word >= library::SHARED as u32 => word - inside.start + first,
                true => self.get(word),
                false => word,
            }));
        }
        // The library asks its optimizer not to inline the function, but not the driver.
        if let Some(control) = words.get_mut(3) {
            *control = 0;
        }
        let linked = Linked {
            function,
            id: own,
            ty: words.get(1).copied().unwrap_or(0),
        };
        self.to.add_soft(linked, &words);
        self.words = words;
        linked
    }

    /// Returns the id in the output of a declaration, a function or a decorated result.
    #[inline]
    fn get(&mut self, id: u32) -> u32 {
        match self.ids.get(id as usize) {
            Some(&known) if known != 0 => known,
            _ => self.enter(id),
        }
    }

    #[inline(never)]
    fn enter(&mut self, id: u32) -> u32 {
        let now = match library::definition(id) {
            Some(inst) => self.declare(inst),
            None if id == library::IMPORT => self.to.import_glsl(),
            None => self.to.id(),
        };
        if library::is_exact(id) {
            self.to.decorate(now, &[decoration::NoContraction]);
        }
        self.set(id, now);
        now
    }

    fn set(&mut self, id: u32, now: u32) {
        if let Some(slot) = self.ids.get_mut(id as usize) {
            *slot = now;
        }
    }

    /// Declares a type or a constant of the library, widened to vectors.
    fn declare(&mut self, inst: Inst<'_>) -> u32 {
        match inst.opcode() {
            op::OpTypeStruct | op::OpTypeFunction => {
                let parts = self.all(inst.from(2));
                self.to.declare(inst.opcode(), None, &parts)
            }
            op::OpConstantComposite => {
                let ty = self.get(inst.word(1));
                let parts = self.all(inst.from(3));
                self.to.declare(inst.opcode(), Some(ty), &parts)
            }
            _ if inst.has_type() => {
                let ty = library::definition(inst.word(1)).map_or(0, |ty| self.scalar(ty));
                let one = self.to.declare(inst.opcode(), Some(ty), inst.from(3));
                self.splat(inst.word(1), one)
            }
            _ => {
                let scalar = self.scalar(inst);
                match self.count {
                    ..=1 => scalar,
                    count => self.to.declare(op::OpTypeVector, None, &[scalar, count]),
                }
            }
        }
    }

    /// Declares a scalar type as it is.
    fn scalar(&mut self, ty: Inst<'_>) -> u32 {
        match (ty.opcode(), ty.from(2)) {
            (op::OpTypeInt, [32, 0]) => self.to.uint(),
            (op::OpTypeInt, [32, _]) => self.to.int(),
            (op::OpTypeFloat, [32]) => self.to.float(),
            (op::OpTypeBool, _) => self.to.bool(),
            (opcode, operands) => self.to.declare(opcode, None, operands),
        }
    }

    /// Declares a constant of a widened type whose components are all `one`.
    fn splat(&mut self, ty: u32, one: u32) -> u32 {
        let all = [one; MOST_COMPONENTS];
        match all.get(..self.count as usize) {
            Some(all @ [_, _, ..]) => {
                let ty = self.get(ty);
                self.to.declare(op::OpConstantComposite, Some(ty), all)
            }
            _ => one,
        }
    }

    /// The ids in the output.
    fn all(&mut self, ids: &[u32]) -> ArrayVec<u32, MOST_WORDS> {
        let ids = ids.iter().take(MOST_WORDS);
        ids.map(|&id| self.get(id)).collect()
    }
}
