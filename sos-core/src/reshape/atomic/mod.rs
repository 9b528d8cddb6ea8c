//! The pass `atomic`: atomic operations on floats, for devices that have them on integers only.
//!
//! A device has atomics on floats one by one: loads and stores, sums, least and greatest, each by width and by the memory it
//! works on (VK_EXT_shader_atomic_float, VK_EXT_shader_atomic_float2). All have them on 32-bit integers.
//!
//! Input: a module, and what of it the target lacks. Output: a module in which the memory that such an operation works on
//! holds integers of the same bits.
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
//! # What becomes integers
//!
//! The member of the innermost structure that the operation reaches into ([`places`]), wherever a value of that structure is:
//! then whole structures are moved as before, and only what goes into the member or comes out of it is cast
//! ([`code`]). Or, where no structure is around it, the whole variable: in `Workgroup` memory, the only kind that has such.
//! Memory is not seen twice, as floats and as integers: `Workgroup` memory cannot be, and of buffers a compiler would
//! have to believe that they alias.
//!
//! # Exactness
//!
//! Exact. *Sums*: `OpFAdd` is what `OpAtomicFAddEXT` says it does, and the bits are compared as integers, so that a NaN ends
//! the loop and -0 is not taken for 0. Another invocation's success is the only reason to go round again.
//! *Least and greatest*: numbers of one sign are ordered as their bits are, from the smallest or from the greatest, and any
//! negative number is greater than any positive one as an unsigned integer and less as a signed one. So one operation
//! on integers does it, and denormals and infinities are numbers like others; -0 comes before 0. If the operand is NaN nothing
//! changes; if memory holds NaN, its sign decides which of the two stays, which SPIR-V leaves open (SPIR-V extended
//! instructions for GLSL, `FMin`).
//!
//! *Memory*: scope and semantics stay with the operation that changes memory. The load before a loop and the comparison that
//! fails are relaxed, since the loop ends with one that does not fail; `Volatile` goes to all of them.
//!
//! Single halves in `Workgroup` memory take a word each, whose upper half is 0: it has no layout that anyone sees.
//!
//! # What it refuses
//!
//! - Images: the format of the view must be that of the variable (Vulkan specification, "Image Format and Type Matching"), and
//!   the application has made a view of floats.
//! - Single 16-bit floats in buffers, where no integer of 16 bits has atomics; 64-bit ones where 64-bit integers lack them.
//! - Floats in matrices; pointers to what becomes integers that are passed to functions, chosen or kept; and whatever
//!   instruction it does not know with such a pointer.

mod code;
mod places;
mod sums;
#[cfg(test)]
mod tests;
mod types;

use super::{Frame, Input, Kind, Pass, Refusal};
use crate::facts::{Facts, Gates};
use crate::options::Options;
use crate::target::{feature as f, Feature, Target};

/// What the pass takes the place of.
pub const FEATURES: &[Feature] = &[
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
];

/// Extensions by which a device could have the same.
pub const EXTENSIONS: &[&str] = &[
    "VK_EXT_shader_atomic_float",
    "VK_EXT_shader_atomic_float2",
    "VK_NV_shader_atomic_float16_vector",
];

/// Why a module is refused that no compiler makes.
const MALFORMED: Refusal = Refusal("an atomic operation with invalid operands");

/// Whether a module can have an operation on floats that the target lacks.
pub fn can_help(facts: &Facts, target: &Target) -> bool {
    facts.gates.meets(Gates::WIDE_ATOMIC)
        && !FEATURES.iter().all(|&feature| target.has_feature(feature))
}

/// The pass, with the tables that it works in.
#[derive(Clone, Debug, Default)]
pub struct Atomic {
    /// Members that become integers: structure and number, ascending.
    members: Vec<(u32, u32)>,
    /// Variables that become integers, ascending.
    roots: Vec<u32>,
    /// By id of a pointer: what it reaches into.
    origins: Vec<places::Origin>,
    /// By id: whether it is a pointer to what has become integers.
    casts: Vec<bool>,
    /// By id of a type or of a constant: its form of integers, 0 where it has none yet.
    forms: Vec<u32>,
    /// By id of a type: whether it has a member in it that becomes integers.
    holding: Vec<bool>,
    /// Types and their `ArrayStride`, ascending.
    strides: Vec<(u32, u32)>,
    /// Operands under construction.
    list: Vec<u32>,
    /// Parts of composites under construction, one inside the other.
    stack: Vec<u32>,
}

impl Pass for Atomic {
    fn concerns(&mut self, input: Input<'_>, target: &Target, _options: &Options) -> bool {
        can_help(input.facts, target)
    }

    fn run(
        &mut self,
        input: Input<'_>,
        target: &Target,
        _options: &Options,
        frame: &mut Frame,
    ) -> Result<bool, Refusal> {
        self.find(input, target)?;
        if self.members.is_empty() && self.roots.is_empty() {
            return Ok(false);
        }
        self.trace(input)?;
        self.find_strides(input)?;
        let bound = input.facts.header.bound as usize;
        self.stack.clear();
        self.forms.clear();
        self.forms.resize(bound, 0);
        self.holding.clear();
        self.holding.resize(bound, false);
        let mut work = Work {
            input,
            frame,
            atomic: self,
        };
        work.globals()?;
        let Input { words, facts } = input;
        for inst in facts.code(words) {
            work.instruction(inst)?;
        }
        work.frame.copy_annotations(input)?;
        Ok(true)
    }
}

/// A module on its way.
struct Work<'a> {
    input: Input<'a>,
    frame: &'a mut Frame,
    atomic: &'a mut Atomic,
}

impl Work<'_> {
    /// What stands for an id.
    fn id(&self, id: u32) -> Result<u32, Refusal> {
        self.frame.get(id).ok_or(MALFORMED)
    }

    /// The type of a value of the input.
    fn type_of(&self, id: u32) -> u32 {
        self.input.facts.type_of(self.input.words, id)
    }

    fn count(&mut self) {
        self.frame.count(Kind::FloatAtomic);
    }
}
