//! `Int64`: 64-bit integers as two 32-bit words, for devices without `shaderInt64`.
//!
//! ```text
//! %c = OpIAdd %ulong %a %b                      %s = OpIAddCarry %pair_of_uint %a %b
//!                                               %c = OpCompositeExtract %uint %s 0
//!                                               %carry = OpCompositeExtract %uint %s 1
//!                                               %t = OpIAdd %uint %a_hi %b_hi
//!                                               %c_hi = OpIAdd %uint %t %carry
//! OpStore %ulong_pointer %c                     %p = OpCompositeConstruct %uvec2 %c %c_hi
//!                                               OpStore %uvec2_pointer %p
//! ```
//!
//! # Values
//! A value X of `ulong` or `long`, or of vectors of n of them, is two values of `uint` or of vectors of n: the lower words
//! keep the id X, the upper words get a new one. So vectors take as many instructions as scalars. Constants, phis, parameters
//! of functions and choices are two of each. What is one thing by its nature (a member of a composite, what a variable holds,
//! the result of a function) is `uvec2`, and `uvec2[n]` for vectors ([`types`]): pairs are put together where they go there
//! and taken apart where they come from there ([`composites`]).
//!
//! # Instructions
//! How each is written, and in how many instructions, stands with the code: [`words`] (sums, products, comparisons, choices),
//! [`shift`], [`divide`], [`convert`], [`carries`], [`bits`], [`composites`] (1 to 3 a component), [`memory`], [`flow`]
//! (`OpSwitch` by comparisons) and [`groups`] (moves between invocations, word by word). A physical address is a `uvec2`, which
//! `OpBitcast` turns into a pointer and back (SPV_KHR_physical_storage_buffer).
//!
//! All of it is exact: results are those of 64 bits wherever SPIR-V defines them, and where it does not, nothing that is written
//! divides by 0 or shifts by 32.
//!
//! # Pitfalls
//! - A phi names values that are defined below it. Such an id must not be replaced by another's later on; a copy is written
//!   there instead ([`Work::alias`]).
//! - An index, an amount of a shift and the length of an array may be of 64 bits where nothing else is: they are their lower
//!   words, since what is above 2^32 is outside of everything but what a physical address leads to ([`memory`]).
//! - `OpSwitch` takes literals as wide as its selector, and its merge instruction stands before it: what it needs is
//!   written before both.
//! - `ulong` and `long` become one type, and so may types of functions: [`Frame::declare`] sees to it. Pointers, arrays and
//!   structures may be declared twice.
//! - `NoSignedWrap` and the like say nothing of words.
//!
//! # What is refused
//! - Atomics and images of 64 bits.
//! - Physical addresses before SPIR-V 1.5 where the device does not take SPV_KHR_physical_storage_buffer.
//! - Specialization constants of 64 bits without a value. Operations on narrower ones are instructions by now
//!   ([`computed`](mod@super::computed)).
//! - In uniform blocks, what lies right behind a vector of three.
//! - Anything of 64 bits in the inputs of a vertex shader, whose formats the application has chosen. Vectors in other inputs and
//!   outputs are words by now ([`interface`](mod@super::interface)).
//! - Sums, products and extremes over subgroups that the rules for subgroups have left.
//! - Every instruction that names such a value or type and is not named in this folder.

mod bits;
mod carries;
mod composites;
mod convert;
mod divide;
mod flow;
mod globals;
mod groups;
mod memory;
mod shift;
mod types;
mod values;
mod words;

#[cfg(test)]
mod tests;

use super::frame::mark;
use super::{vertex_inputs, Frame, Input, Kind, Pass, Refusal, VERTEX_INPUT};
use crate::inst::{Inst, Insts};
use crate::options::Options;
use crate::plan::is_non_semantic;
use crate::tables::{
    capability, execution_mode, extension_index, op, op_hot, storage_class, OpFlags,
};
use crate::target::{feature, Feature, Target};
use types::{Form, Layout};
use words::{Known, Pair, Words};

/// What the pass takes the place of.
pub const FEATURES: &[Feature] = &[feature::shaderInt64];

/// What lets `OpBitcast` make a pointer of a vector of two words, and the other way; SPIR-V 1.5 does, too. Before, a module may
/// have `SPV_EXT_physical_storage_buffer`, which gives the same and not that.
const PHYSICAL: &str = "SPV_KHR_physical_storage_buffer";

/// Whether pointers and vectors of two words can be cast to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Casts {
    #[default]
    No,
    /// Once the extension is declared, which the input does not.
    Declared,
    Yes,
}

/// What no valid module has.
const MALFORMED: Refusal = Refusal("an instruction on 64-bit integers with invalid operands");

/// Storage classes whose memory has a layout that the application sees.
const LAYOUT_CLASSES: &[u32] = &[
    storage_class::StorageBuffer,
    storage_class::PhysicalStorageBuffer,
    storage_class::Uniform,
    storage_class::PushConstant,
    storage_class::ShaderRecordBufferKHR,
];

/// The pass, with the tables that it works in.
#[derive(Clone, Debug, Default)]
pub struct Wide {
    /// By id of a type.
    forms: Vec<Form>,
    layout: Layout,
    known: Known,
    /// By id of a value: its upper words, 0 where there are none yet.
    high: Vec<u32>,
    /// By id of a scalar: `uvec2` of its words, if it came as that.
    whole: Vec<u32>,
    /// By id: whether it was named before it was defined.
    early: Vec<bool>,
    /// Operands under construction.
    list: Vec<u32>,
    /// Where vectors of three lie in structures: the structure and the offset, ascending.
    threes: Vec<(u32, u32)>,
    /// The selector of the switch that ends this block.
    selector: u32,
    /// Whether the module rounds 32-bit floats towards zero.
    towards_zero: bool,
    casts: Casts,
}

impl Pass for Wide {
    fn concerns(&mut self, input: Input<'_>, target: &Target, _options: &Options) -> bool {
        input.lacks(target, capability::Int64)
    }

    fn run(
        &mut self,
        input: Input<'_>,
        target: &Target,
        _options: &Options,
        frame: &mut Frame,
    ) -> Result<bool, Refusal> {
        self.look(input)?;
        let bound = input.facts.header.bound as usize;
        self.known = Known::default();
        self.high.clear();
        self.high.resize(bound, 0);
        self.whole.clear();
        self.whole.resize(bound, 0);
        self.early.clear();
        self.early.resize(bound, false);
        self.selector = 0;
        self.towards_zero = rounds_towards_zero(input);
        let minor = input.facts.header.minor.min(target.spirv_minor());
        const EXTENSION: u16 = extension_index(PHYSICAL);
        self.casts = match minor >= 5 || input.facts.extensions.contains(EXTENSION) {
            true => Casts::Yes,
            false if target.extensions().contains(EXTENSION) => Casts::Declared,
            false => Casts::No,
        };
        let mut work = Work {
            input,
            frame,
            wide: self,
        };
        if vertex_inputs(input).any(|ty| work.wide.form(ty).inside) {
            return Err(VERTEX_INPUT);
        }
        // Types with 64-bit integers in them, and values of such types.
        let (wide, flags) = (&*work.wide, OpFlags::RESULT_TYPE | OpFlags::TYPE);
        work.frame
            .mark_all(input, flags, mark::TOUCHED, |ty| wide.form(ty).inside);
        work.globals()?;
        // A merge instruction names nothing of the switch behind it.
        let is_merge = |opcode| matches!(opcode, op::OpSelectionMerge | op::OpLoopMerge);
        let end = input.words.len() as u32;
        let mut code = Insts::new(input.words, input.facts.first_function, end);
        while let Some((inst, _)) = work.frame.copy_run(input, &mut code, is_merge) {
            work.instruction(inst)?;
        }
        work.annotations()?;
        Ok(true)
    }
}

/// Whether an entry point rounds 32-bit floats towards zero.
fn rounds_towards_zero(input: Input<'_>) -> bool {
    input.facts.modes(input.words).any(|inst| {
        inst.opcode() == op::OpExecutionMode
            && (inst.word(2), inst.word(3)) == (execution_mode::RoundingModeRTZ, 32)
    })
}

/// A module on its way.
struct Work<'a> {
    input: Input<'a>,
    frame: &'a mut Frame,
    wide: &'a mut Wide,
}

impl Work<'_> {
    /// The frame as arithmetic is written into it.
    fn words(&mut self) -> Words<'_> {
        self.wide.words(self.frame)
    }

    /// Sees to it that pointers and vectors of two words can be cast to each other; whether they can.
    fn casts_pointers(&mut self) -> bool {
        if self.wide.casts == Casts::Declared {
            self.frame.extension(PHYSICAL);
            self.wide.casts = Casts::Yes;
        }
        self.wide.casts == Casts::Yes
    }

    /// The type of a value of the input.
    fn type_of(&self, id: u32) -> u32 {
        self.input.facts.type_of(self.input.words, id)
    }

    /// How many 64-bit integers a value is; 0 for everything else.
    fn count_of(&self, id: u32) -> u32 {
        self.wide.count(self.type_of(id))
    }

    /// What stands for an id.
    fn id(&self, id: u32) -> Result<u32, Refusal> {
        self.frame.get(id).ok_or(MALFORMED)
    }

    /// The words of a value.
    fn pair(&mut self, id: u32) -> Result<Pair, Refusal> {
        if self.count_of(id) == 0 {
            return Err(MALFORMED);
        }
        let lo = self.id(id)?;
        let hi = self.wide.high.get_mut(id as usize).ok_or(MALFORMED)?;
        if *hi == 0 {
            *hi = self.frame.id();
            if let Some(early) = self.wide.early.get_mut(id as usize) {
                *early = true;
            }
        }
        Ok(Pair { lo, hi: *hi })
    }

    /// The words of a value of so many components.
    fn pair_of(&mut self, id: u32, n: u32) -> Result<Pair, Refusal> {
        match self.count_of(id) == n {
            true => self.pair(id),
            false => Err(MALFORMED),
        }
    }

    /// The ids under which the words of a result are to be written.
    fn to(&mut self, id: u32) -> Result<Pair, Refusal> {
        let hi = self.wide.high.get_mut(id as usize).ok_or(MALFORMED)?;
        if *hi == 0 {
            *hi = self.frame.id();
        }
        Ok(Pair { lo: id, hi: *hi })
    }

    /// Makes words that there are already those of a result of `n` components.
    fn alias(&mut self, id: u32, n: u32, words: Pair) -> Result<(), Refusal> {
        if self.wide.early.get(id as usize) == Some(&true) {
            let to = self.to(id)?;
            self.words().each(to, op::OpCopyObject, n, [words]);
            return Ok(());
        }
        self.frame.substitute(id, words.lo);
        let hi = self.wide.high.get_mut(id as usize).ok_or(MALFORMED)?;
        *hi = words.hi;
        Ok(())
    }

    /// Copies an instruction in which 64-bit integers stand for their lower words.
    fn copy(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        self.frame.copy_code(self.input, inst)
    }

    /// Whether an instruction names one of these.
    fn touches(&self, inst: Inst<'_>) -> bool {
        self.frame.marks(self.input, inst) & mark::TOUCHED != 0
    }

    /// Copies what has nothing to do with 64-bit integers.
    fn other(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        if !self.touches(inst) {
            return self.copy(inst);
        }
        if is_non_semantic(self.input.facts, inst) {
            // It has no effect, and words are not what it speaks of.
            self.frame.remove(inst.word(2));
            return Ok(());
        }
        Err(reason(inst.opcode()))
    }

    /// One instruction of a function.
    fn instruction(&mut self, inst: Inst<'_>) -> Result<(), Refusal> {
        let flags = op_hot(inst.opcode()).flags;
        let has_result = flags.contains(OpFlags::RESULT_TYPE);
        let n = if has_result {
            self.wide.count(inst.word(1))
        } else {
            0
        };
        match inst.opcode() {
            op::OpFunction
            | op::OpFunctionParameter
            | op::OpFunctionCall
            | op::OpReturnValue
            | op::OpPhi
            | op::OpSelectionMerge
            | op::OpLoopMerge
            | op::OpSwitch => self.flow(inst, n),
            op::OpVariable
            | op::OpLoad
            | op::OpStore
            | op::OpCopyMemory
            | op::OpAccessChain
            | op::OpInBoundsAccessChain
            | op::OpPtrAccessChain
            | op::OpInBoundsPtrAccessChain
            | op::OpArrayLength
            | op::OpPtrEqual
            | op::OpPtrNotEqual
            | op::OpEmitMeshTasksEXT
            | op::OpTraceRayKHR
            | op::OpTraceRayMotionNV
            | op::OpExecuteCallableKHR
            | op::OpHitObjectTraceRayNV
            | op::OpHitObjectTraceRayMotionNV
            | op::OpHitObjectExecuteShaderNV
            | op::OpHitObjectTraceRayEXT
            | op::OpHitObjectTraceRayMotionEXT
            | op::OpHitObjectExecuteShaderEXT
            | op::OpHitObjectReorderExecuteShaderEXT
            | op::OpHitObjectTraceReorderExecuteEXT
            | op::OpHitObjectTraceMotionReorderExecuteEXT => self.memory(inst, n),
            op::OpCompositeConstruct
            | op::OpCompositeExtract
            | op::OpCompositeInsert
            | op::OpVectorShuffle
            | op::OpVectorExtractDynamic
            | op::OpVectorInsertDynamic
            | op::OpCopyObject
            | op::OpCopyLogical
            | op::OpUndef => self.composite(inst, n),
            op::OpGroupNonUniformAllEqual..=op::OpGroupNonUniformQuadSwap
            | op::OpGroupNonUniformRotateKHR => self.group(inst, n),
            _ => self.value(inst, n),
        }?;
        if n > 0 {
            self.frame.count(Kind::Int64);
        }
        Ok(())
    }
}

/// Why an instruction is refused that touches 64-bit integers.
fn reason(opcode: u16) -> Refusal {
    Refusal(match opcode {
        op::OpAtomicLoad..=op::OpAtomicXor => "a 64-bit atomic operation",
        op::OpSpecConstant => {
            "a 64-bit specialization constant without a value: its eight bytes would have to be two constants"
        }
        op::OpImageTexelPointer
        | op::OpImageSampleImplicitLod..=op::OpImageWrite
        | op::OpTypeImage => "an image of 64-bit integers",
        op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor => {
            "64-bit subgroup arithmetic"
        }
        _ => "an unknown instruction on 64-bit integers",
    })
}
