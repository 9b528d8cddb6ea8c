//! The interface through which everything that writes instructions does so: rules ([`crate::emit`]), passes ([`crate::passes`])
//! and the linker of the soft library ([`crate::soft`]).
//!
//! Two builders implement it, because rules and passes write into different places: rules into a list of edits, where each
//! instruction is checked against the target and lowered further at once; passes into the sections of a new module, which is
//! checked as a whole. Code that is generic over [`Build`] serves both.
//!
//! Structured control flow is in [`flow`].

pub mod flow;

use crate::soft::{self, Soft};
use crate::tables::op;

/// Types that are requested so often that builders keep their ids.
#[derive(Clone, Copy, Debug)]
pub enum Basic {
    /// `OpTypeInt 32 0`.
    Uint,
    /// `OpTypeInt 32 1`.
    Int,
    /// `OpTypeFloat 32`.
    Float,
    /// `OpTypeBool`.
    Bool,
}

impl Basic {
    /// The number of these types.
    pub const COUNT: usize = 4;

    /// The opcode of the declaration, and its operands.
    pub const fn declaration(self) -> (u16, &'static [u32]) {
        match self {
            Self::Uint => (op::OpTypeInt, &[32, 0]),
            Self::Int => (op::OpTypeInt, &[32, 1]),
            Self::Float => (op::OpTypeFloat, &[32]),
            Self::Bool => (op::OpTypeBool, &[]),
        }
    }
}

/// A builder of an output.
pub trait Build: Sized {
    // ---- What builders have of their own ----

    /// Returns a new id.
    fn id(&mut self) -> u32;

    /// Returns the first of so many new ids, which are consecutive.
    fn ids(&mut self, count: u32) -> u32 {
        let first = self.id();
        (1..count).for_each(|_| _ = self.id());
        first
    }

    /// Returns the id of a type or constant with this content, declaring it if the output has none. `operands` are the words
    /// behind the result id. A structure is not shared with the input, where it may be decorated.
    fn declare(&mut self, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u32;

    /// Returns the id of the import of `GLSL.std.450`.
    fn import_glsl(&mut self) -> u32;

    /// Decorates an id of the output; `decoration` are the words behind the id.
    fn decorate(&mut self, id: u32, decoration: &[u32]);

    /// Emits an instruction with a given result id.
    fn op_as(&mut self, id: u32, opcode: u16, ty: u32, operands: &[u32]);

    /// Emits an instruction without a result or of any other form; `words` are those behind its header.
    fn raw(&mut self, opcode: u16, words: &[u32]);

    /// Emits an extended instruction of `GLSL.std.450` with a given result id. Rules can only do so in functions.
    fn glsl_as(&mut self, id: u32, number: u32, ty: u32, operands: &[u32]);

    /// Returns the label of the current block: the predecessor to name in a phi behind the next branch. Instructions may be
    /// lowered further to several blocks, so this need not be the label that was emitted last.
    fn block(&self) -> u32;

    /// Begins a block. In a function of the input this splits the block that is being rewritten: its phis, merge instructions
    /// and loop headers are repaired afterwards ([`crate::plan::Splits`]).
    fn label(&mut self, id: u32);

    /// Emits a call with a given result id.
    fn call_as(&mut self, id: u32, ty: u32, function: u32, arguments: &[u32]);

    /// The memory of the linker of the soft library.
    fn soft_buffers(&mut self) -> &mut soft::Buffers;

    /// Returns a function of the library that is linked already and can be called from here.
    fn find_soft(&self, function: soft::Function) -> Option<soft::Linked>;

    /// Appends a function of the library, given from `OpFunction` to `OpFunctionEnd`.
    fn add_soft(&mut self, linked: soft::Linked, words: &[u32]);

    // ---- Instructions ----

    /// Emits an instruction with a new result id, which it returns.
    fn op(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.op_as(id, opcode, ty, operands);
        id
    }

    /// As [`Build::glsl_as`], with a new result id.
    fn glsl(&mut self, number: u32, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.glsl_as(id, number, ty, operands);
        id
    }

    /// Emits a call of a function of the soft library for vectors of `count` components, 1 for scalars, with a given result id.
    fn soft_as(&mut self, id: u32, function: Soft, count: u32, arguments: &[u32]) {
        let function = soft::Function {
            id: function as u32,
            count,
        };
        let linked = match self.find_soft(function) {
            Some(linked) => linked,
            None => soft::link(self, function),
        };
        self.call_as(id, linked.ty, linked.id, arguments);
    }

    /// As [`Build::soft_as`], with a new result id.
    fn soft(&mut self, function: Soft, count: u32, arguments: &[u32]) -> u32 {
        let id = self.id();
        self.soft_as(id, function, count, arguments);
        id
    }

    // ---- Types and constants ----

    /// Returns the id of one of these types.
    fn basic(&mut self, which: Basic) -> u32;

    /// `OpTypeInt 32 0`.
    #[inline]
    fn uint(&mut self) -> u32 {
        self.basic(Basic::Uint)
    }

    /// `OpTypeInt 32 1`.
    #[inline]
    fn int(&mut self) -> u32 {
        self.basic(Basic::Int)
    }

    /// `OpTypeFloat 32`.
    #[inline]
    fn float(&mut self) -> u32 {
        self.basic(Basic::Float)
    }

    /// `OpTypeBool`.
    #[inline]
    fn bool(&mut self) -> u32 {
        self.basic(Basic::Bool)
    }

    /// The type of unsigned integers of a width.
    fn unsigned(&mut self, width: u32) -> u32 {
        match width {
            32 => self.uint(),
            _ => self.declare(op::OpTypeInt, None, &[width, 0]),
        }
    }

    /// Returns the vector type with so many components; for one component, the component type itself.
    fn vector(&mut self, component: u32, count: u32) -> u32 {
        match count {
            ..=1 => component,
            _ => self.declare(op::OpTypeVector, None, &[component, count]),
        }
    }

    /// Returns a pointer type.
    fn pointer(&mut self, class: u32, pointee: u32) -> u32 {
        self.declare(op::OpTypePointer, None, &[class, pointee])
    }

    /// Returns a 32-bit unsigned constant.
    fn constant(&mut self, value: u32) -> u32 {
        let ty = self.uint();
        self.declare(op::OpConstant, Some(ty), &[value])
    }

    /// Returns the constant `true`.
    fn constant_true(&mut self) -> u32 {
        let ty = self.bool();
        self.declare(op::OpConstantTrue, Some(ty), &[])
    }

    /// Returns the null constant of a type.
    fn null(&mut self, ty: u32) -> u32 {
        self.declare(op::OpConstantNull, Some(ty), &[])
    }
}
