//! Copying functions of the library into an output.

use super::{library, Soft};
use crate::inst::Inst;
use crate::operands::for_each_id;
use crate::tables::{decoration, op};
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

/// Memory of the linker, kept by the builder.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// By id of the library: the id in the output, 0 if there is none yet. First what functions share, then the ids within the
    /// function that is being copied.
    ids: Vec<u32>,
    /// The words of the function that is being copied.
    words: Vec<u32>,
}

/// A builder of an output that functions can be linked into.
pub trait SoftBuilder: Sized {
    /// The memory of the linker.
    fn soft_buffers(&mut self) -> &mut Buffers;

    /// Returns the id of a function that is linked already, and of its result type.
    fn find_soft(&self, function: Function) -> Option<(u32, u32)>;

    /// Appends a function, given from `OpFunction` to `OpFunctionEnd`, with its id and that of its result type.
    fn add_soft(&mut self, function: Function, id: u32, ty: u32, words: &[u32]);

    /// Returns a new id.
    fn new_id(&mut self) -> u32;

    /// Returns the id of a type or constant with this content. A structure must not be shared with the input, where it may be
    /// decorated.
    fn declare(&mut self, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u32;

    /// Returns the id of the import of `GLSL.std.450`.
    fn import_glsl(&mut self) -> u32;

    /// Decorates a new id.
    fn decorate(&mut self, id: u32, decoration: u32);

    /// Emits an `OpFunctionCall` with a given result id.
    fn call_soft(&mut self, id: u32, ty: u32, function: u32, arguments: &[u32]);

    /// Emits a call of a function of the library for vectors of `count` components, 1 for scalars, with a given result id.
    fn soft_as(&mut self, id: u32, function: Soft, count: u32, arguments: &[u32]) {
        let function = Function {
            id: function as u32,
            count,
        };
        let (callee, ty) = match self.find_soft(function) {
            Some(known) => known,
            None => link(self, function),
        };
        self.call_soft(id, ty, callee, arguments);
    }

    /// As [`SoftBuilder::soft_as`], with a new result id.
    fn soft(&mut self, function: Soft, count: u32, arguments: &[u32]) -> u32 {
        let id = self.new_id();
        self.soft_as(id, function, count, arguments);
        id
    }
}

/// Copies a function and those that it calls. Returns its id and that of its result type.
#[cold]
fn link<B: SoftBuilder>(to: &mut B, function: Function) -> (u32, u32) {
    let Buffers { mut ids, words } = std::mem::take(to.soft_buffers());
    ids.clear();
    ids.resize(library::SHARED, 0);
    let mut linker = Linker {
        to,
        count: function.count,
        ids,
        first: 0,
        words,
    };
    let linked = linker.function(function.id);
    let Linker { ids, words, .. } = linker;
    *to.soft_buffers() = Buffers { ids, words };
    linked
}

struct Linker<'b, B> {
    to: &'b mut B,
    count: u32,
    ids: Vec<u32>,
    /// The first id within the function that is being copied.
    first: usize,
    words: Vec<u32>,
}

impl<B: SoftBuilder> Linker<'_, B> {
    fn function(&mut self, id: u32) -> (u32, u32) {
        let function = Function {
            id,
            count: self.count,
        };
        if let Some(known) = self.to.find_soft(function) {
            return known;
        }
        for call in library::body(id).filter(|inst| inst.opcode() == op::OpFunctionCall) {
            let (callee, _) = self.function(call.word(3));
            self.set(call.word(3), callee);
        }
        let own = self.to.new_id();
        self.set(id, own);
        self.ids.truncate(library::SHARED);
        self.first = library::first(id) as usize;
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        for inst in library::body(id) {
            self.copy(inst, &mut words);
        }
        let ty = words.get(1).copied().unwrap_or(0);
        self.to.add_soft(function, own, ty, &words);
        self.words = words;
        (own, ty)
    }

    /// Appends an instruction of a function, with the ids of the output.
    fn copy(&mut self, inst: Inst<'_>, words: &mut Vec<u32>) {
        let start = words.len();
        words.extend_from_slice(inst.words());
        for_each_id(inst.words(), 1, |index, id| {
            let now = self.get(id);
            if let Some(slot) = words.get_mut(start + index) {
                *slot = now;
            }
        });
        // The library asks its optimizer not to inline the function, but not the driver.
        if inst.opcode() == op::OpFunction {
            if let Some(control) = words.get_mut(start + 3) {
                *control = 0;
            }
        }
    }

    /// Returns the id in the output: of a declaration, or a new one for what a function defines.
    fn get(&mut self, id: u32) -> u32 {
        match self.ids.get(self.slot(id)) {
            Some(&known) if known != 0 => return known,
            _ => {}
        }
        let now = match library::definition(id) {
            Some(inst) => self.declare(inst),
            None => self.to.new_id(),
        };
        if library::is_exact(id) {
            self.to.decorate(now, decoration::NoContraction);
        }
        self.set(id, now);
        now
    }

    fn set(&mut self, id: u32, now: u32) {
        let slot = self.slot(id);
        if slot >= self.ids.len() {
            self.ids.resize(slot + 1, 0);
        }
        if let Some(slot) = self.ids.get_mut(slot) {
            *slot = now;
        }
    }

    /// The index of an id in [`Buffers::ids`].
    fn slot(&self, id: u32) -> usize {
        match id as usize {
            shared @ ..library::SHARED => shared,
            own => (library::SHARED + own).saturating_sub(self.first),
        }
    }

    /// Declares a type or a constant of the library, widened to vectors.
    fn declare(&mut self, inst: Inst<'_>) -> u32 {
        match inst.opcode() {
            op::OpExtInstImport => self.to.import_glsl(),
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
        self.to.declare(ty.opcode(), None, ty.from(2))
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
