//! The passes for narrow values: 16-bit floats represented as 32-bit floats, 8- and 16-bit integers represented in 32 bits.
//!
//! ```text
//! %half  = OpTypeFloat 16                     %float = OpTypeFloat 32
//! %short = OpTypeInt 16 1                     %int   = OpTypeInt 32 1
//! %x = OpFMul %half %a %b              ──▶    %t = OpFMul %float %a %b
//!                                             %x = OpFunctionCall %float %round %t
//! %y = OpIAdd %short %c %d             ──▶    %y = OpIAdd %int %c %d
//! %z = OpSLessThan %bool %y %c         ──▶    %s = OpBitFieldSExtract %int %y %0 %16     (and of %c, unless known)
//!                                             %z = OpSLessThan %bool %s %r
//! ```
//!
//! **Floats.** Every result that a 16-bit unit would round is rounded ([`round`]), as execution modes and `FPRoundingMode`
//! require, else to nearest even; so a value is always exactly representable as a half. If denormals are to be flushed, they are
//! in the operands and results of conversions, arithmetic, comparisons and `GLSL.std.450` (Vulkan,
//! VK_KHR_shader_float_controls, "Issues"), not where values only move. Modes apply to the whole module: an entry point
//! without one leaves it open. Results that are exact already (negation, minimum, maximum, selection, rounding to integers,
//! moves) are not rounded. For instructions whose precision the Vulkan environment leaves undefined (division, square root,
//! `GLSL.std.450`), the 32-bit result is rounded: its error is far below half a unit in the last place of a half.
//! [`Allow::F16_RELAXED`] skips the rounding.
//!
//! **Integers.** The upper bits of a value are unspecified: addition and multiplication do not depend on them. Before an
//! instruction that does (division, comparison, right shift, conversion, switch, …), the value is zero- or sign-extended,
//! unless it is known to be in that form ([`UpperBits`]). The signedness of a *type* only determines how constants are
//! written; otherwise the *instruction* decides.
//!
//! **Memory.** Variables that only the shader accesses (`Function`, `Private`, `Workgroup`) get the 32-bit types. External
//! memory, which the application or other stages access, keeps its types as far as the target can load and store them; loads
//! and stores convert (SPV_KHR_16bit_storage allows `OpFConvert`, `OpUConvert` and `OpSConvert` on devices without arithmetic
//! on these types), halves such that denormals are preserved ([`denormals`]).
//!
//! **Specialization constants** that are still open become 32-bit ones: the data that the application provides then has four
//! bytes, as the report lists. One that is converted from a longer float has become an instruction before
//! ([`computed`](super::computed)).
//!
//! Instructions added for one of a scalar or vector, counting a call of [`round`] as one:
//!
//! | | |
//! |---|---|
//! | `OpFAdd`, `OpFSub`, `OpFMul`, `OpFDiv`, conversion to half | 1 |
//! | comparison, `OpFNegate`, `OpSelect`, `OpPhi`, conversion from half | 0 |
//! | `OpBitcast` of two halves to a word, and back | 6, 4 |
//! | `OpIAdd`, `OpISub`, `OpIMul`, bitwise operations | 0 |
//! | comparison, division, right shift of integers | 0 to 2 |
//!
//! Refused: atomics, cooperative matrices and everything else not listed in [`code`]; modules whose entry points require different
//! modes.

mod bitcast;
mod code;
mod constants;
mod denormals;
mod doubles;
mod floats;
mod integers;
mod memory;
pub mod round;
mod types;

pub use doubles::{Doubles, STEP as DOUBLES};

use super::builder::mark;
use super::rounding::Conversions;
use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Step};
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::options::{Allow, Options};
use crate::plan::implicit;
use crate::tables::{capability, op, op_hot, OpFlags};
use crate::target::{feature, Description, Target, VulkanExtension};
use denormals::Halves;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[
        feature::shaderFloat16,
        feature::shaderInt16,
        feature::shaderInt8,
        feature::shaderFmaFloat16,
        feature::maintenance9,
    ],
    extensions: &[
        "VK_AMD_gpu_shader_half_float",
        "VK_AMD_gpu_shader_int16",
        "VK_KHR_shader_float16_int8",
    ],
    pretend,
    ..Step::new(|memory| &mut memory.narrow)
};

/// The pass determines which float-control modes it can keep for 16-bit floats.
fn pretend(description: &mut Description) {
    if !description.has(feature::shaderFloat16) {
        description.properties.support_all_float16_controls();
        if let Some(extension) = VulkanExtension::find("VK_KHR_shader_float_controls") {
            description.set_extension(extension, true);
        }
    }
}

/// An instruction that the pass does not know.
const UNKNOWN: LowerError =
    LowerError("an instruction on 8- or 16-bit values without a 32-bit counterpart");

/// Memory whose layout the pass cannot change.
const NO_CLASS: LowerError = LowerError(
    "8- or 16-bit data in a payload, a hit attribute or a shader record, which would grow",
);

/// What is known of the upper bits of an integer's 32-bit representation, or of a half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct UpperBits(u8);

impl UpperBits {
    const NOTHING: Self = Self(0);
    /// They are 0: the value is zero-extended.
    const ZERO: Self = Self(1);
    /// They repeat the sign: the value is sign-extended.
    const SIGN: Self = Self(2);
    /// Both: the value is not negative.
    const BOTH: Self = Self(3);
    /// Of a half: it is not denormal.
    const FLUSHED: Self = Self(4);
    /// All of these, for zero.
    const ALL: Self = Self(7);

    fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// The pass and its scratch memory; most tables are indexed by id.
#[derive(Clone, Debug, Default)]
pub struct Narrow {
    /// Of types: bits of [`types::kinds`].
    kinds: Vec<u8>,
    /// Of narrow types with two forms: the form of values.
    value: Vec<u32>,
    /// The form in external memory.
    memory: Vec<u32>,
    /// Of types: whether they are in external memory.
    external: Vec<bool>,
    pending: Vec<u32>,
    /// Storage class and pointee of each pointer type.
    pointers: Vec<(u32, u32)>,
    /// Of types: see [`Work::shape`].
    shapes: Vec<Option<(Scalar, u32)>>,
    /// Of types: size in bytes of the largest scalar in them.
    largest: Vec<u8>,
    /// Of types, if there are physical pointers: what they point to ([`implicit::pointed`]).
    contents: Vec<u8>,
    /// Of values: what is known of their upper bits.
    known: Vec<UpperBits>,
    /// Of values: the zero- and the sign-extended form that a block has computed, with the number of that block. Of halves, the
    /// first is the value without denormals.
    forms: Vec<[(u32, u32); 2]>,
    /// The number of the current block, counted over all modules.
    block: u32,
    /// Operands of an instruction that is being emitted.
    words: Vec<u32>,
    /// Parts of composites that are being loaded.
    parts: Vec<u32>,
    /// By id: whether it is decorated with `NonUniform`.
    non_uniform: Vec<bool>,
    /// Conversions with an `FPRoundingMode`.
    conversions: Conversions,
}

/// The types that the target has no arithmetic for.
#[derive(Clone, Copy, Debug, Default)]
struct Lacking {
    float64: bool,
    float16: bool,
    int16: bool,
    int8: bool,
    /// 64-bit integers, for conversions of physical pointers to addresses; another pass replaces the type.
    addresses: bool,
}

impl Lacking {
    /// The types that a target lacks, except 64-bit floats.
    fn of(target: &Target) -> Self {
        let lacks = |value| !target.has_capability(value);
        Self {
            float16: lacks(capability::Float16),
            int16: lacks(capability::Int16),
            int8: lacks(capability::Int8),
            float64: false,
            addresses: lacks(capability::Int64),
        }
    }
}

/// Whether the caller wants the bits of 16-bit floats.
fn is_exact(options: &Options) -> bool {
    !options.allow.contains(Allow::F16_RELAXED)
}

/// Whether halves in memory that a target can access are loaded and stored as integers.
pub fn converts_bits(target: &Target, options: &Options) -> bool {
    Halves::of(target, is_exact(options)) == Halves::Bits
}

/// The rewrite of one module.
struct Work<'a> {
    input: Input<'a>,
    build: &'a mut ModuleBuilder,
    tables: &'a mut Narrow,
    lacking: Lacking,
    exact: bool,
    halves: Halves,
    /// How results are rounded to halves.
    rounding: round::Mode,
    /// Whether workgroup memory has an explicit layout, like external memory.
    has_workgroup_layout: bool,
    /// Whether the instructions emitted are operations on constants (`OpSpecConstantOp`).
    in_constants: bool,
    /// The prepared selector of the `OpSwitch` after the current merge instruction, or 0.
    selector: u32,
    /// Number of parts of composites copied so far.
    parts: usize,
}

impl Pass for Narrow {
    fn concerns(&mut self, input: Input<'_>, target: &Target, _options: &Options) -> bool {
        let (facts, lacking) = (input.facts, Lacking::of(target));
        lacking.float16 && facts.float_type(16) != 0
            || lacking.int16 && facts.int_widths & 16 != 0
            || lacking.int8 && facts.int_widths & 8 != 0
    }

    fn run(
        &mut self,
        input: Input<'_>,
        target: &Target,
        options: &Options,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let exact = is_exact(options);
        let halves = Halves::of(target, exact);
        self.rewrite(input, Lacking::of(target), exact, halves, build)
    }
}

impl Narrow {
    /// Finds the types to be replaced.
    fn begin<'a>(
        &'a mut self,
        input: Input<'a>,
        lacking: Lacking,
        exact: bool,
        halves: Halves,
        build: &'a mut ModuleBuilder,
    ) -> Work<'a> {
        input.fill_non_uniform(&mut self.non_uniform);
        self.contents.clear();
        if input.facts.uses(capability::PhysicalStorageBufferAddresses) {
            implicit::fill_contents(input.words, input.facts, &mut self.contents);
        }
        let mut work = Work {
            input,
            build,
            tables: self,
            lacking,
            exact,
            halves,
            rounding: round::Mode::default(),
            has_workgroup_layout: false,
            in_constants: false,
            selector: 0,
            parts: 0,
        };
        work.find_types();
        work
    }

    /// Rewrites a module so that values of the types that are lacking have 32 bits.
    fn rewrite(
        &mut self,
        input: Input<'_>,
        lacking: Lacking,
        exact: bool,
        halves: Halves,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let mut work = self.begin(input, lacking, exact, halves, build);
        let Input { words, facts } = input;
        work.has_workgroup_layout = work.has_shared_blocks();
        work.check_inputs()?;
        work.check_interfaces()?;
        work.modes()?;
        work.preserve_denormals();
        work.find_external()?;
        work.mark_values();
        work.in_constants = true;
        for inst in facts.declarations(words) {
            work.global(inst)?;
        }
        work.in_constants = false;
        for inst in facts.names_and_annotations(words) {
            if op_hot(inst.opcode()).flags.contains(OpFlags::ANNOTATION) {
                work.annotation(inst)?;
            } else if matches!(inst.opcode(), op::OpName | op::OpMemberName) {
                work.name(inst);
            }
        }
        let mut code = facts.code(words);
        while let Some((inst, marks)) =
            work.build
                .copy_run(input, &mut code, code::may_need_rewriting)
        {
            work.code(inst, marks & mark::TOUCHED != 0)?;
        }
        Ok(true)
    }
}

impl<'a> Work<'a> {
    /// Marks values of narrow types and pointers to them.
    fn mark_values(&mut self) {
        let (narrow, values) = (&*self.tables, OpFlags::RESULT_TYPE);
        self.build
            .mark_all(self.input, values, mark::TOUCHED, |ty| {
                narrow.kinds(ty) != 0
            });
    }

    /// Gives a structure's second form and its members the names of the first: Mesa accepts `OpCopyLogical` between
    /// structures only if they and their members have the same names, or none.
    fn name(&mut self, inst: Inst<'_>) {
        let structure = inst.word(1);
        let value = self.value_type(structure);
        if value != self.get(structure) && self.build.keeps(structure) {
            self.build.name_like(value, inst);
        }
    }

    /// The scalar type and the number of components of a scalar or vector type; `None` for other types, including matrices.
    fn shape(&self, ty: u32) -> Option<(Scalar, u32)> {
        self.tables.shapes.get(ty as usize).copied().flatten()
    }

    fn shape_of(&self, id: u32) -> Option<(Scalar, u32)> {
        self.shape(self.input.type_of(id))
    }

    /// Whether values of a scalar type are represented in 32 bits.
    fn lowers(&self, scalar: Scalar) -> bool {
        match scalar {
            Scalar::Float { width: 16 } => self.lacking.float16,
            Scalar::Float { width: 64 } => self.lacking.float64,
            Scalar::Int { width: 16, .. } => self.lacking.int16,
            Scalar::Int { width: 8, .. } => self.lacking.int8,
            _ => false,
        }
    }

    /// The id in the output.
    fn get(&self, id: u32) -> u32 {
        self.build.get(id).unwrap_or(id)
    }

    fn known(&self, id: u32) -> UpperBits {
        let known = self.tables.known.get(id as usize);
        known.copied().unwrap_or_default()
    }

    fn set_known(&mut self, id: u32, known: UpperBits) {
        if let Some(slot) = self.tables.known.get_mut(id as usize) {
            *slot = known;
        }
    }

    /// Emits an instruction on values, in a function or as an operation on constants.
    fn op(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let id = self.build.id();
        self.op_as(id, opcode, ty, operands);
        id
    }

    fn op_as(&mut self, id: u32, opcode: u16, ty: u32, operands: &[u32]) {
        if self.in_constants {
            self.build.constant_op(id, ty, opcode, operands);
        } else {
            self.build.op_as(id, opcode, ty, operands);
        }
    }

    /// Whether an instruction has a narrow value as its result or an operand.
    fn touches(&self, inst: Inst<'_>) -> bool {
        self.build.marks(self.input, inst) & mark::TOUCHED != 0
    }

    /// Counts a rewritten instruction for the report, by the first kind of narrow scalar in a type.
    fn count(&mut self, ty: u32) {
        let bits = self.kinds(ty);
        let float16 = if self.exact {
            Kind::Float16
        } else {
            Kind::Float16Relaxed
        };
        for (bit, kind) in [
            (types::kinds::FLOAT16, float16),
            (types::kinds::INT16, Kind::Int16),
            (types::kinds::INT8, Kind::Int8),
            (types::kinds::FLOAT64, Kind::Float64),
        ] {
            if bits & bit != 0 {
                self.build.count(kind);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests;
