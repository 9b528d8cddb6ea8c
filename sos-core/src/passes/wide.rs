//! The pass `int64`: 64-bit integers represented as two 32-bit words, on devices without `shaderInt64`.
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
//! A value X of type `ulong` or `long`, or of a vector of n of them, becomes two values of type `uint` or of a vector of n:
//! the lower words keep the id X, the upper words get a new id. So vectors take as many instructions as scalars. Constants,
//! phis, function parameters and selections are duplicated. Where a single value is required (a member of a composite, the
//! contents of a variable, the result of a function), scalars become `uvec2` and vectors `uvec2[n]` ([`types`]): pairs are
//! packed and unpacked there ([`composites`]).
//!
//! # Instructions
//! Each file lists how it expresses its instructions, and in how many: [`words`] (addition, multiplication, comparison,
//! selection), [`shift`], [`divide`], [`convert`], [`carries`], [`bits`], [`composites`] (1 to 3 per component), [`memory`],
//! [`flow`] (`OpSwitch` by comparisons), [`groups`] (moves between invocations, word by word) and [`small`] (coordinates and the
//! like). A physical address is a
//! `uvec2`, which `OpBitcast` converts to a pointer and back (SPV_KHR_physical_storage_buffer).
//!
//! All of it is exact: results equal those of 64-bit instructions wherever SPIR-V defines them. Even where it does not, no
//! emitted instruction divides by 0 or shifts by 32.
//!
//! # Pitfalls
//! - A phi refers to values that are defined later. Such an id must not be substituted afterwards; a copy is emitted instead
//!   ([`Work::alias`]).
//! - Indices, shift amounts and array lengths may have 64 bits where nothing else has: their lower words are used, because
//!   only memory behind a physical address has elements beyond 2^32 ([`memory`]).
//! - The literals of `OpSwitch` are as wide as its selector, and its merge instruction precedes it: the comparisons are
//!   emitted before both.
//! - `ulong` and `long` become one type, and so may function types: [`ModuleBuilder::declare`] merges them. Pointers, arrays and
//!   structures may be declared twice.
//! - `NoSignedWrap` and similar decorations do not apply to words.
//!
//! # What is refused
//! - 64-bit atomics and images.
//! - Physical addresses before SPIR-V 1.5 if the device does not support SPV_KHR_physical_storage_buffer.
//! - 64-bit specialization constants without a value. Operations on narrower ones have become instructions before
//!   ([`computed`](mod@super::computed)).
//! - In uniform blocks, a member directly after a vector of three.
//! - 64-bit inputs of a vertex shader, whose formats the application has chosen. Vectors in other inputs and outputs have
//!   become words before ([`interface`](mod@super::interface)).
//! - Addition, multiplication, minimum and maximum over subgroups that the rules for subgroups have left.
//! - Every other instruction that refers to such a value or type.

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
mod small;
mod types;
mod values;
mod words;

#[cfg(test)]
mod tests;

use super::builder::mark;
use super::input::{vertex_inputs, VERTEX_INPUT};
use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Step};
use crate::inst::{Inst, Insts};
use crate::options::Options;
use crate::plan::is_non_semantic;
use crate::tables::{
    capability, execution_mode, extension_index, op, op_hot, storage_class, OpFlags,
};
use crate::target::{feature, Description, Target};
pub use types::shape;
use types::{Form, Layout};
use words::{Pair, TypeCache, Words};

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[feature::shaderInt64],
    pretend,
    ..Step::new(|memory| &mut memory.wide)
};

/// The pass cannot split subgroup arithmetic into words. Data movement is split by the rules of the family `subgroup`.
fn pretend(description: &mut Description) {
    let extended = description.has(feature::shaderInt64);
    description.set_feature(feature::shaderSubgroupExtendedTypes, extended);
}

/// The extension that allows `OpBitcast` between pointers and vectors of two words; SPIR-V 1.5 allows it as well. An older
/// module may instead declare `SPV_EXT_physical_storage_buffer`, which does not allow these casts.
const PHYSICAL: &str = "SPV_KHR_physical_storage_buffer";

/// Whether pointers can be cast to vectors of two words and back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PointerCasts {
    #[default]
    No,
    /// If the extension is declared, which the input does not.
    OnceDeclared,
    Yes,
}

/// The module is invalid.
const MALFORMED: LowerError = LowerError("an instruction on 64-bit integers with invalid operands");

/// Storage classes whose memory has a layout that the application sees.
const LAYOUT_CLASSES: &[u32] = &[
    storage_class::StorageBuffer,
    storage_class::PhysicalStorageBuffer,
    storage_class::Uniform,
    storage_class::PushConstant,
    storage_class::ShaderRecordBufferKHR,
];

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Wide {
    /// By type id.
    forms: Vec<Form>,
    layout: Layout,
    known: TypeCache,
    /// By id of a value: its upper words, 0 if there are none yet.
    high: Vec<u32>,
    /// By id of a scalar: the `uvec2` that it was unpacked from, or 0.
    packed_values: Vec<u32>,
    /// By id: whether it was used before its definition.
    early: Vec<bool>,
    /// Operands of an instruction that is being emitted.
    list: Vec<u32>,
    /// Vectors of three in structures: structure and offset, ascending.
    threes: Vec<(u32, u32)>,
    /// The number of the case taken by the `OpSwitch` that ends the current block, as an id; 0 if there is none.
    selector: u32,
    /// Whether the module rounds 32-bit floats towards zero.
    towards_zero: bool,
    casts: PointerCasts,
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
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        self.classify_types(input)?;
        let bound = input.facts.header.bound as usize;
        self.known = TypeCache::default();
        self.high.clear();
        self.high.resize(bound, 0);
        self.packed_values.clear();
        self.packed_values.resize(bound, 0);
        self.early.clear();
        self.early.resize(bound, false);
        self.selector = 0;
        self.towards_zero = rounds_towards_zero(input);
        let minor = input.facts.header.minor.min(target.spirv_minor());
        const EXTENSION: u16 = extension_index(PHYSICAL);
        self.casts = match minor >= 5 || input.facts.extensions.contains(EXTENSION) {
            true => PointerCasts::Yes,
            false if target.extensions().contains(EXTENSION) => PointerCasts::OnceDeclared,
            false => PointerCasts::No,
        };
        let mut work = Work {
            input,
            build,
            wide: self,
        };
        if vertex_inputs(input).any(|ty| work.wide.form(ty).inside) {
            return Err(VERTEX_INPUT);
        }
        // Types that contain 64-bit integers, and values of such types.
        let (wide, flags) = (&*work.wide, OpFlags::RESULT_TYPE | OpFlags::TYPE);
        work.build
            .mark_all(input, flags, mark::TOUCHED, |ty| wide.form(ty).inside);
        work.globals()?;
        work.modes()?;
        // A merge instruction has no operand that relates it to the following switch.
        let is_merge = |opcode| matches!(opcode, op::OpSelectionMerge | op::OpLoopMerge);
        let end = input.words.len() as u32;
        let mut code = Insts::new(input.words, input.facts.first_function, end);
        while let Some((inst, _)) = work.build.copy_run(input, &mut code, is_merge) {
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

/// The rewrite of one module.
struct Work<'a> {
    input: Input<'a>,
    build: &'a mut ModuleBuilder,
    wide: &'a mut Wide,
}

impl Work<'_> {
    /// The emitter of arithmetic on words.
    fn words(&mut self) -> Words<'_> {
        self.wide.words(self.build)
    }

    /// Declares what casts between pointers and vectors of two words need. Returns whether they are possible.
    ///
    /// Validators take the cast of a pointer to narrow data for one of the data, unlike conversions to and from addresses.
    fn casts_pointers(&mut self) -> bool {
        if self.wide.casts == PointerCasts::OnceDeclared {
            self.build.extension(PHYSICAL);
            self.wide.casts = PointerCasts::Yes;
        }
        // The last plan drops those that no pointer needs.
        for value in [capability::Int8, capability::Int16, capability::Float16] {
            self.build.capability(value);
        }
        self.wide.casts == PointerCasts::Yes
    }

    /// The number of components of a value of 64-bit integers; 0 for other types.
    fn count_of(&self, id: u32) -> u32 {
        self.wide.count(self.input.type_of(id))
    }

    /// The id in the output.
    fn id(&self, id: u32) -> Result<u32, LowerError> {
        self.build.get(id).ok_or(MALFORMED)
    }

    /// The words of a value.
    fn pair(&mut self, id: u32) -> Result<Pair, LowerError> {
        if self.count_of(id) == 0 {
            return Err(MALFORMED);
        }
        let lo = self.id(id)?;
        let hi = self.wide.high.get_mut(id as usize).ok_or(MALFORMED)?;
        if *hi == 0 {
            *hi = self.build.id();
            if let Some(early) = self.wide.early.get_mut(id as usize) {
                *early = true;
            }
        }
        Ok(Pair { lo, hi: *hi })
    }

    /// The words of a value of `n` components.
    fn pair_of(&mut self, id: u32, n: u32) -> Result<Pair, LowerError> {
        match self.count_of(id) == n {
            true => self.pair(id),
            false => Err(MALFORMED),
        }
    }

    /// The ids for the words of a result.
    fn result_pair(&mut self, id: u32) -> Result<Pair, LowerError> {
        let hi = self.wide.high.get_mut(id as usize).ok_or(MALFORMED)?;
        if *hi == 0 {
            *hi = self.build.id();
        }
        Ok(Pair { lo: id, hi: *hi })
    }

    /// Makes existing words those of a result of `n` components.
    fn alias(&mut self, id: u32, n: u32, words: Pair) -> Result<(), LowerError> {
        if self.wide.early.get(id as usize) == Some(&true) {
            let to = self.result_pair(id)?;
            self.words().each_word(to, op::OpCopyObject, n, [words]);
            return Ok(());
        }
        self.build.substitute(id, words.lo);
        let hi = self.wide.high.get_mut(id as usize).ok_or(MALFORMED)?;
        *hi = words.hi;
        Ok(())
    }

    /// Copies an instruction; 64-bit integers are replaced by their lower words.
    fn copy(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        self.build.copy_code(self.input, inst)
    }

    /// Whether an instruction uses 64-bit integers, or has a result of them.
    fn touches(&self, inst: Inst<'_>) -> bool {
        self.build.marks(self.input, inst) & mark::TOUCHED != 0
    }

    /// Copies an instruction that does not involve 64-bit integers; refuses others.
    fn other(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        if !self.touches(inst) {
            return self.copy(inst);
        }
        if is_non_semantic(self.input.facts, inst) {
            // It has no effect and cannot describe words.
            self.build.remove(inst.word(2));
            return Ok(());
        }
        Err(reason(inst.opcode()))
    }

    /// Rewrites an instruction of a function.
    fn instruction(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
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
            self.build.count(Kind::Int64);
        }
        Ok(())
    }
}

/// Why an instruction on 64-bit integers is refused.
fn reason(opcode: u16) -> LowerError {
    LowerError(match opcode {
        op::OpAtomicLoad..=op::OpAtomicXor => "a 64-bit atomic operation",
        op::OpSpecConstant => {
            "a 64-bit specialization constant that stays open, for whose eight bytes the application would have to set two constants"
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
