//! Type legalization: scalar types that the target has no arithmetic for are represented by 32-bit ones, in one walk over the
//! module.
//!
//! ```text
//! %half  = OpTypeFloat 16                     %float = OpTypeFloat 32
//! %short = OpTypeInt 16 1                     %int   = OpTypeInt 32 1
//! %x = OpFMul %half %a %b              ──▶    %t = OpFMul %float %a %b
//!                                             %x = OpFunctionCall %float %round %t
//! %y = OpIAdd %short %c %d             ──▶    %y = OpIAdd %int %c %d
//! %u = OpIAdd %ulong %v %w             ──▶    %s = OpIAddCarry %pair_of_uint %v %w
//!                                             %u = OpCompositeExtract %uint %s 0
//!                                             … and its upper word, %u_hi
//! ```
//!
//! As in LLVM's SelectionDAG, a type that is too narrow is *promoted* ([`promote`]): a value stays one value, of 32 bits. One that
//! is too wide is *expanded* ([`expand`]): a value becomes two, its words. The files:
//!
//! | | |
//! |---|---|
//! | [`types`] | the type converter: what represents each type, as a value, in composites, and in memory |
//! | [`globals`], [`annotations`] | types, constants, variables; execution modes, decorations, names |
//! | [`code`] | which file an instruction goes to |
//! | [`composites`], [`flow`], [`memory`], [`groups`] | instructions that move values: the same for every representation |
//! | [`operands`] | operands that may have any width: indices, coordinates, lengths |
//! | [`bitcast`] | bit casts, between any two representations |
//! | [`promote`], [`expand`] | the operations of promoted and of expanded types |
//!
//! What moves a value only looks at what represents its type. What computes looks at the type itself: if an operand or the result
//! is expanded, [`expand`] lowers the instruction, else [`promote`] does. Operands of the other representation are taken as words
//! ([`Work::word`]), so that no pair of types needs code of its own.
//!
//! The same walk, with only 64-bit floats lacking, is the pass [`DOUBLES`], which runs before.
//!
//! `float16-relaxed` is shown by the test `relaxed_halves_are_not_rounded_and_the_report_says_so` in `sos-core/src/passes/legalize/promote/tests.rs`.
//! `float16` is shown by `corpus/shaders/types/half_constants.spvasm`.
//! `float64-words` is shown by `corpus/shaders/storage/double_buffer.comp`.
//! `float64` is shown by `corpus/shaders/types/double_bits.comp`.
//! `int16` is shown by `corpus/shaders/ops/bit_count_16.spvasm`.
//! `int64` is shown by `corpus/shaders/types/long_wgsl.wgsl`.
//! `int8` is shown by `corpus/shaders/types/byte_arithmetic.comp`.

mod annotations;
mod bitcast;
mod code;
mod composites;
mod declare;
mod expand;
mod flow;
mod globals;
mod groups;
mod memory;
mod operands;
mod promote;
mod scalars;
mod types;

pub use promote::doubles::{Doubles, STEP as DOUBLES};
pub use promote::round;

use super::builder::mark;
use super::input::{vertex_inputs, VERTEX_INPUT};
use super::rewrite::Ends;
use super::rounding::Conversions;
use super::{Input, LowerError, ModuleBuilder, Pass, Request, Rewrite, Step};
use crate::build::Build;
use crate::inst::Inst;
use crate::options::{Allow, Options};
use crate::plan::implicit;
use crate::tables::{capability, op_hot, OpFlags};
use crate::target::{feature, Description, Target, VulkanExtension};
use alloc::vec::Vec;
use expand::words::TypeCache;
use expand::PointerCasts;
use promote::denormals::Halves;
use promote::UpperBits;
use scalars::ScalarSet;
use types::{Packing, Types};

/// The types that the pass legalizes; [`DOUBLES`] is for 64-bit floats as 32-bit ones.
const HANDLED: ScalarSet = ScalarSet::all_but(ScalarSet::FLOAT64);

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[
        feature::shaderFloat16,
        feature::shaderInt16,
        feature::shaderInt8,
        feature::shaderInt64,
        feature::shaderFloat64,
        feature::shaderFmaFloat16,
        feature::maintenance9,
    ],
    extensions: &[
        "VK_AMD_gpu_shader_half_float",
        "VK_AMD_gpu_shader_int16",
        "VK_KHR_shader_float16_int8",
    ],
    pretend,
    ..Step::new(|memory| &mut memory.legalize)
};

fn pretend(description: &mut Description) {
    // Subgroup arithmetic is not split into words. Data movement is split by the rules of the family `subgroup`.
    let extended = description.has(feature::shaderInt64);
    description.set_feature(feature::shaderSubgroupExtendedTypes, extended);
    if !description.has(feature::shaderFloat64) {
        description.properties.support_all_float_controls(64);
    }
    if !description.has(feature::shaderFloat16) {
        // The pass determines which float-control modes it can keep for 16-bit floats.
        description.properties.support_all_float_controls(16);
    }
    if !description.has(feature::shaderFloat16) || !description.has(feature::shaderFloat64) {
        if let Some(extension) = VulkanExtension::find("VK_KHR_shader_float_controls") {
            description.set_extension(extension, true);
        }
    }
}

/// An instruction that the pass does not know.
const UNKNOWN: LowerError = LowerError::NoCounterpart;

/// The module is invalid.
const MALFORMED: LowerError =
    LowerError::Because("an instruction on 64-bit numbers with invalid operands");

/// The pass and its scratch memory; most tables are indexed by id.
#[derive(Clone, Debug, Default)]
pub struct Legalize {
    /// What is known of types of the input, and what represents them.
    types: Types,
    packing: Packing,
    pending: Vec<u32>,
    /// Storage class and pointee of each pointer type.
    pointers: Vec<(u32, u32)>,
    /// Of types, if there are physical pointers: what they point to ([`implicit::pointed`]).
    contents: Vec<u8>,
    /// Of promoted values: what is known of their upper bits.
    upper_bits: Vec<UpperBits>,
    /// Of promoted values: the zero- and the sign-extended form that a block has computed, with the number of that block. Of
    /// halves, the first is the value without denormals.
    forms: Vec<[(u32, u32); 2]>,
    /// The number of the current block, counted over all modules.
    block: u32,
    /// Of expanded values: the upper words, 0 if there are none yet.
    high: Vec<u32>,
    /// By id: whether the upper words of a 64-bit value are needed; empty if all are ([`expand`]).
    needed: Vec<u8>,
    /// Of expanded scalars: the `uvec2` that they were unpacked from, or 0.
    packed_values: Vec<u32>,
    /// By id: whether it was used before its definition.
    early: Vec<bool>,
    /// Types of words.
    known: TypeCache,
    /// Operands of an instruction that is being emitted.
    words: Vec<u32>,
    /// Parts of composites that are being loaded.
    parts: Vec<u32>,
    /// By id: whether it is decorated with `NonUniform`.
    non_uniform: Vec<bool>,
    /// Conversions with an `FPRoundingMode`.
    conversions: Conversions,
}

/// Whether the caller wants the bits of 16-bit floats.
fn is_exact(options: &Options) -> bool {
    !options.allow.contains(Allow::F16_RELAXED)
}

/// Whether halves in memory that a target can access are loaded and stored as integers.
pub fn converts_bits(target: &Target, options: &Options) -> bool {
    Halves::of(target, is_exact(options)) == Halves::Bits
}

/// Whether a module has a type of 64 bits that a target lacks.
pub fn lacks_long(input: Input<'_>, target: &Target) -> bool {
    scalars::occur(scalars::lacking(scalars::expanded(), target), input.facts)
}

/// How the types are represented where there is a choice.
#[derive(Clone, Copy, Debug)]
struct Manner {
    /// The types that are legalized; the module need not have all of them.
    legalized: ScalarSet,
    /// Whether results are rounded to halves.
    exact: bool,
    halves: Halves,
    casts: PointerCasts,
}

/// The rewrite of one module.
struct Work<'a> {
    input: Input<'a>,
    build: &'a mut ModuleBuilder,
    tables: &'a mut Legalize,
    legalized: ScalarSet,
    exact: bool,
    halves: Halves,
    casts: PointerCasts,
    /// The legalized types that the current instruction involves: those of its operands and of its result, but not of what pointers
    /// among them point to.
    involved: ScalarSet,
    /// How results are rounded to halves.
    rounding: round::Mode,
    /// How results are rounded to 32- and 64-bit floats.
    single_rounding: round::Mode,
    double_rounding: round::Mode,
    /// Whether entry points round 32-bit floats, or treat their denormals, in different ways.
    singles_differ: bool,
    /// Whether workgroup memory contains blocks: then it has no other variables, and is like external memory.
    has_shared_blocks: bool,
    /// Whether workgroup memory has an explicit layout.
    has_workgroup_layout: bool,
    /// Whether the instructions emitted are operations on constants (`OpSpecConstantOp`).
    in_constants: bool,
    /// The prepared selector of the `OpSwitch` after the current merge instruction, or 0. For an expanded one, the number of the
    /// case.
    selector: u32,
    /// Number of parts of composites copied so far.
    parts: usize,
}

impl Pass for Legalize {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        scalars::occur(scalars::lacking(HANDLED, target), input.facts)
    }

    fn run(
        &mut self,
        Request {
            input,
            target,
            options,
        }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let exact = is_exact(options);
        let manner = Manner {
            legalized: scalars::lacking(HANDLED, target),
            exact,
            halves: Halves::of(target, exact),
            casts: PointerCasts::of(input, target),
        };
        self.rewrite(input, manner, build)
    }
}

impl Legalize {
    /// Finds the types to be replaced.
    fn begin<'a>(
        &'a mut self,
        input: Input<'a>,
        manner: Manner,
        build: &'a mut ModuleBuilder,
    ) -> Result<Work<'a>, LowerError> {
        input.fill_non_uniform(&mut self.non_uniform);
        self.contents.clear();
        if input.facts.uses(capability::PhysicalStorageBufferAddresses) {
            implicit::fill_contents(input.words, input.facts, &mut self.contents);
        }
        let Manner {
            legalized,
            exact,
            halves,
            casts,
        } = manner;
        let mut work = Work {
            input,
            build,
            tables: self,
            legalized,
            exact,
            halves,
            casts,
            involved: ScalarSet::NONE,
            rounding: round::Mode::default(),
            single_rounding: round::Mode::default(),
            double_rounding: round::Mode::default(),
            singles_differ: false,
            has_shared_blocks: false,
            has_workgroup_layout: input.facts.has_workgroup_layout(),
            in_constants: false,
            selector: 0,
            parts: 0,
        };
        work.find_types()?;
        work.mark_values();
        work.find_needed();
        Ok(work)
    }

    /// Rewrites a module so that it does without the types that are lacking.
    fn rewrite(
        &mut self,
        input: Input<'_>,
        manner: Manner,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let mut work = self.begin(input, manner, build)?;
        if vertex_inputs(input).any(|ty| work.tables.has_expanded(ty)) {
            return Err(VERTEX_INPUT);
        }
        work.has_shared_blocks = work.shares_blocks();
        work.check_inputs()?;
        work.check_interfaces()?;
        work.modes()?;
        work.preserve_denormals();
        work.find_external()?;
        work.in_constants = true;
        work.walk()?;
        Ok(true)
    }
}

impl<'w> Ends<'w> for Work<'w> {
    fn input(&self) -> Input<'w> {
        self.input
    }

    fn build(&mut self) -> &mut ModuleBuilder {
        self.build
    }
}

impl<'w> Rewrite<'w> for Work<'w> {
    fn global(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        self.declaration(inst)
    }

    fn before_functions(&mut self) {
        self.in_constants = false;
        self.names();
    }

    fn stops_at(opcode: u16) -> bool {
        code::may_need_rewriting(opcode)
    }

    fn code(&mut self, inst: Inst<'w>, marks: u16) -> Result<(), LowerError> {
        self.involved = ScalarSet::of_marks(marks);
        self.instruction(inst, marks & mark::TOUCHED != 0)
    }

    fn annotation(&mut self, inst: Inst<'w>) -> Result<(), LowerError> {
        self.decoration(inst)
    }

    /// Notes what of an instruction is replaced, too.
    fn located(&mut self, inst: Inst<'w>, done: Result<(), LowerError>) -> Result<(), LowerError> {
        let done = done.map_err(|error| {
            let marks = self.build.marks(self.input, inst);
            let row = scalars::first(ScalarSet::of_marks(marks));
            let row = row.or_else(|| scalars::first(self.mentioned(inst)));
            self.build.replacing = row.map_or(&[], |row| row.features);
            match (error, row) {
                (LowerError::NoCounterpart, Some(row)) => LowerError::Because(row.no_counterpart),
                _ => error,
            }
        });
        self.build.locate(inst.offset(), done)
    }
}

impl Work<'_> {
    /// Marks values of such types with them, and types that contain expanded ones.
    fn mark_values(&mut self) {
        let tables = &*self.tables;
        self.build.mark_all(self.input, |flags, ty| {
            let info = tables.info(ty);
            let values = match flags.contains(OpFlags::RESULT_TYPE) {
                true => info.values(),
                false => ScalarSet::NONE,
            };
            match info.expanded_inside || values != ScalarSet::NONE {
                true => mark::TOUCHED | values.as_marks(),
                false => 0,
            }
        });
    }

    /// The id in the output.
    fn get(&self, id: u32) -> u32 {
        self.build.get(id).unwrap_or(id)
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

    /// Whether an instruction has a value of such a type as its result or an operand, or names a type that contains expanded
    /// ones.
    fn touches(&self, inst: Inst<'_>) -> bool {
        self.build.marks(self.input, inst) & mark::TOUCHED != 0
    }

    /// The legalized types that an instruction names, and those of what pointers among its operands point to.
    fn mentioned(&self, inst: Inst<'_>) -> ScalarSet {
        let mut all = ScalarSet::NONE;
        self.input.uses(inst, |id| {
            let pointee = self.input.pointee(self.input.type_of(id));
            all.insert(self.tables.values_of(pointee));
            all.insert(self.tables.values_of(id));
        });
        all
    }

    /// Counts a rewritten instruction for the report, under the type of its result, else under the first that it involves.
    fn count_replacement(&mut self, inst: Inst<'_>) {
        let of_result = self.tables.values_of(Self::result_type(inst));
        match of_result {
            ScalarSet::NONE => self.count_first(self.involved),
            _ => self.count_first(of_result),
        }
    }

    /// Counts a replacement of the first of these types.
    fn count_first(&mut self, of: ScalarSet) {
        if let Some(row) = scalars::first(of) {
            let [exact, relaxed] = row.kinds;
            self.build.count(if self.exact { exact } else { relaxed });
        }
    }

    /// The result type of an instruction, 0 if it has none.
    fn result_type(inst: Inst<'_>) -> u32 {
        match op_hot(inst.opcode()).flags.contains(OpFlags::RESULT_TYPE) {
            true => inst.result_type(),
            false => 0,
        }
    }
}
