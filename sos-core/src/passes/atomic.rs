//! The pass `atomic`: atomic operations on floats, on devices that support these only for integers.
//!
//! A device offers atomics on floats separately by kind (loads, stores and exchanges; additions; minimum and maximum), by
//! width, and by storage class (VK_EXT_shader_atomic_float, VK_EXT_shader_atomic_float2). All devices have them on 32-bit
//! integers.
//!
//! Input: a module with such an operation that the target lacks. Output: a module in which the memory that the operation
//! accesses is declared as integers with the same bits.
//!
//! ```text
//! struct { float sums[]; } %buffer              struct { uint sums[]; } %buffer
//!
//! %x = OpLoad %float %sum                       %bits = OpLoad %uint %sum
//!                                               %x = OpBitcast %float %bits
//!
//! %x = OpAtomicExchange %float %sum … %y        %in = OpBitcast %uint %y
//!                                               %out = OpAtomicExchange %uint %sum … %in
//!                                               %x = OpBitcast %float %out
//!
//! %x = OpAtomicFAddEXT %float %sum … %y         %first = OpAtomicLoad %uint %sum …
//!                                         loop: %old = OpPhi %uint %first %before %seen %loop
//!                                               %float = OpBitcast %float %old
//!                                               %added = OpFAdd %float %float %y
//!                                               %new = OpBitcast %uint %added
//!                                               %seen = OpAtomicCompareExchange %uint %sum … %new %old
//!                                               again, unless %seen is %old
//!                                               %x = OpBitcast %float %seen
//!
//! %x = OpAtomicFMinEXT %float %sum … %y         %in = OpBitcast %uint %y, all ones but the sign for NaN
//!                                               if %in is negative: OpAtomicUMax %uint %sum … %in
//!                                               else:               OpAtomicSMin %uint %sum … %in
//! ```
//!
//! # Which memory becomes integers
//!
//! The member of the innermost structure through which the operation accesses memory ([`places`]), wherever a value of that
//! structure type occurs: whole structures are still moved as before, and only values written to or read from the member are
//! bit cast ([`code`]). If there is no structure around it, the whole variable; this occurs in `Workgroup` memory only.
//! Memory is never accessed both as floats and as integers: this is impossible for `Workgroup` memory, and for buffers it
//! would rely on the compiler to assume that they alias.
//!
//! # Exactness
//!
//! Exact. *Addition*: `OpFAdd` computes what `OpAtomicFAddEXT` specifies, and the comparison is one of integers, so a NaN
//! ends the loop and -0 differs from 0. The loop repeats only if another invocation succeeded. *Minimum and maximum*: numbers
//! of the same sign are ordered as their bits, ascending if positive and descending if negative, and any negative number is
//! greater than any positive one as an unsigned integer and less as a signed one. So one integer operation suffices.
//! Denormals and infinities need no special treatment; -0 is less than 0. If the operand is NaN, memory is unchanged; if
//! memory contains NaN, its sign decides which of the two remains, which SPIR-V leaves undefined (SPIR-V extended
//! instructions for GLSL, `FMin`).
//!
//! *Memory*: the operation that modifies memory keeps scope and semantics. The load before a loop and a failing comparison
//! are relaxed, because the loop ends with one that succeeds; `Volatile` is kept on all of them.
//!
//! Single halves in `Workgroup` memory take one word each, with an upper half of 0: that memory has no visible layout.
//!
//! # What it refuses
//!
//! - Images: the format of the view must match that of the variable (Vulkan specification, "Image Format and Type Matching"),
//!   and the application has created a view with a float format.
//! - Single 16-bit floats in buffers, because no 16-bit integer has atomics; 64-bit floats if the device lacks 64-bit integer
//!   atomics.
//! - Floats in matrices; pointers to rewritten memory that are passed to functions, selected or stored; and any unknown
//!   instruction with such a pointer.
//!
//! `float-atomic` is shown by `corpus/shaders/ops/atomic_float_sampled.frag`.

mod code;
mod places;
mod sums;
#[cfg(test)]
mod tests;
mod types;

use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Rewrite, Step};
use crate::facts::{Decorations, Gates};
use crate::inst::Inst;
use crate::tables::decoration;
use crate::target::{feature as f, Target};
use alloc::vec::Vec;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[
        f::shaderBufferFloat16Atomics,
        f::shaderBufferFloat16AtomicAdd,
        f::shaderBufferFloat16AtomicMinMax,
        f::shaderBufferFloat32Atomics,
        f::shaderBufferFloat32AtomicAdd,
        f::shaderBufferFloat32AtomicMinMax,
        f::shaderBufferFloat64Atomics,
        f::shaderBufferFloat64AtomicAdd,
        f::shaderBufferFloat64AtomicMinMax,
        f::shaderSharedFloat16Atomics,
        f::shaderSharedFloat16AtomicAdd,
        f::shaderSharedFloat16AtomicMinMax,
        f::shaderSharedFloat32Atomics,
        f::shaderSharedFloat32AtomicAdd,
        f::shaderSharedFloat32AtomicMinMax,
        f::shaderSharedFloat64Atomics,
        f::shaderSharedFloat64AtomicAdd,
        f::shaderSharedFloat64AtomicMinMax,
        f::shaderImageFloat32Atomics,
        f::shaderImageFloat32AtomicAdd,
        f::shaderImageFloat32AtomicMinMax,
        f::shaderFloat16VectorAtomics,
    ],
    extensions: &[
        "VK_EXT_shader_atomic_float",
        "VK_EXT_shader_atomic_float2",
        "VK_NV_shader_atomic_float16_vector",
    ],
    can_help,
    ..Step::new(|memory| &mut memory.atomic)
};

/// The module is invalid.
const MALFORMED: LowerError = LowerError::Because("an atomic operation with invalid operands");

/// Whether a module may contain an atomic operation on floats that the target lacks.
fn can_help(input: Input<'_>, target: &Target) -> bool {
    input.facts.gates.meets(Gates::WIDE_ATOMIC) && !STEP.is_needless(target)
}

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Atomic {
    /// Members that become integers, as structure and member number, ascending.
    members: Vec<(u32, u32)>,
    /// Variables that become integers, ascending.
    roots: Vec<u32>,
    /// By id of a pointer: what it points into.
    origins: Vec<places::Origin>,
    /// By id: whether it is a pointer to memory that becomes integers.
    rewritten: Vec<bool>,
    /// By id of a type or constant: its integer form, 0 if not made yet.
    forms: Vec<u32>,
    /// By type id: whether it contains a member that becomes integers.
    contains_members: Vec<bool>,
    /// The strides of arrays.
    strides: Decorations,
    /// Operands of an instruction that is being emitted.
    list: Vec<u32>,
    /// Parts of nested composites that are being emitted.
    stack: Vec<u32>,
}

impl Pass for Atomic {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        can_help(input, target)
    }

    fn run(
        &mut self,
        Request { input, target, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        self.find(input, target, build)?;
        if self.members.is_empty() && self.roots.is_empty() {
            return Ok(false);
        }
        self.trace(input);
        self.strides.read(input.words, input.facts, |one| {
            one == decoration::ArrayStride
        });
        let bound = input.facts.header.bound as usize;
        self.stack.clear();
        self.forms.clear();
        self.forms.resize(bound, 0);
        self.contains_members.clear();
        self.contains_members.resize(bound, false);
        let mut work = Work {
            input,
            build,
            tables: self,
        };
        work.walk()?;
        Ok(true)
    }
}

/// The rewrite of one module.
type Work<'a> = super::rewrite::Work<'a, Atomic>;

impl<'w> Rewrite<'w> for Work<'w> {
    fn global(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        self.declaration(inst)
    }

    fn stops_at(_opcode: u16) -> bool {
        true
    }

    fn code(&mut self, inst: Inst<'w>, _marks: u16) -> Result<(), LowerError> {
        self.instruction(inst)
    }
}

impl Work<'_> {
    /// The id in the output.
    fn id(&self, id: u32) -> Result<u32, LowerError> {
        self.build.get(id).ok_or(MALFORMED)
    }

    fn count(&mut self) {
        self.build.count(Kind::FloatAtomic);
    }
}
