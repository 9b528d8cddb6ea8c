//! The pass `opaque_branches`: conditions whose origin a driver cannot find, on one that takes exponential time to look for it.
//!
//! ```text
//!                                                 %x      = OpCompositeExtract %uint %gl_WorkGroupID 0
//!                                                 %odd    = OpBitwiseOr %uint %x %1
//!                                                 %opaque = OpINotEqual %bool %odd %0
//!                                                 …
//! %less = OpFOrdLessThan %bool %root %one         %less   = OpFOrdLessThan %bool %root %one
//!                                                 %both   = OpLogicalAnd %bool %opaque %less
//! OpSelectionMerge %merge None                    OpSelectionMerge %merge None
//! OpBranchConditional %less %then %merge          OpBranchConditional %both %then %merge
//! ```
//!
//! `OpSwitch` likewise: its selector is combined with `OpBitwiseOr` and a zero that is selected by `%opaque`.
//!
//! # Why
//!
//! Before it compiles a pipeline, lavapipe of Mesa 22.1 to 24.x searches every condition for the uniforms that decide it, to compile the
//! pipeline for their values (`lvp_inline_uniforms.c`). The search follows all operands of all arithmetic, and what is shared as often as
//! it is used. A 64-bit operation becomes arithmetic that shares nearly everything: `if (sqrt(u.a) < 1.0)` took 6.9 s, `sqrt(a / b)`
//! did not end. The search ends at the first operand that no uniform decides, so `%opaque` comes first, and such a pipeline takes 0.25 s.
//!
//! # Exactness
//!
//! Exact: a number with its lowest bit set is not zero, whatever the built-in is.
//!
//! # Where
//!
//! Only for that driver, below Vulkan 1.4 (Mesa 25.0 remembers what it has visited), and in modules that have uniform blocks and
//! 64-bit types which the target lacks; branches on constants stay. A module whose entry points have different execution models, or which
//! has several variables with the built-in, is left as it is: the pass serves speed, so it refuses nothing.
//!
//! `opaque-branch` is shown by the test `branches_and_switches_depend_on_what_no_uniform_decides` in `sos-core/src/passes/opaque_branches.rs`.

use super::legalize::lacks_long;
use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Step};
use crate::build::Build;
use crate::facts::{Function, Scalar};
use crate::inst::Inst;
use crate::tables::{built_in, execution_model as model, op};
use crate::target::{ApiVersion, Target};
use crate::views;
use alloc::vec::Vec;

/// The row of the pass.
pub const STEP: Step = Step::new(|memory| &mut memory.opaque_branches);

/// `VkDriverId` of lavapipe.
const LAVAPIPE: u32 = 13;

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct OpaqueBranches {
    /// The variables with the built-in.
    variables: Vec<u32>,
}

/// Whether the target's driver searches conditions for uniforms.
fn searches(target: &Target) -> bool {
    target.properties().driver_id == Some(LAVAPIPE) && target.api_version() < ApiVersion::V1_4
}

impl Pass for OpaqueBranches {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        searches(target) && !input.facts.uniform_blocks.is_empty() && lacks_long(input, target)
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let Input { words, facts } = input;
        let Some(built_in) = own_built_in(input) else {
            return Ok(false);
        };
        let found = input.find_built_in(built_in, &mut self.variables);
        if found.is_none() || self.variables.len() > 1 {
            return Ok(false);
        }
        for inst in facts.declarations(words) {
            build.copy_global(input, inst)?;
        }
        let variable = self.variables.first().copied();
        let source = Source::new(input, variable, built_in, build)?;
        let mut work = Work {
            input,
            build,
            source,
            opaque: [0; 2],
        };
        let mut at = facts.first_function;
        for function in &facts.functions {
            work.function(at, function)?;
            at = function.end;
        }
        build.copy_between(input, at, words.len() as u32)?;
        build.copy_annotations(input)?;
        Ok(true)
    }
}

/// A built-in of the module's execution model that a driver does not know before it runs; `None` if there are several models. The
/// index in the workgroup is known where that has one invocation.
fn own_built_in(input: Input<'_>) -> Option<u32> {
    let mut entries = input.facts.entries(input.words);
    let mut model = || {
        entries
            .next()
            .map(|entry| views::EntryPoint(entry).execution_model())
    };
    let first = model()?;
    while let Some(other) = model() {
        if other != first {
            return None;
        }
    }
    Some(match first {
        model::Vertex => built_in::VertexIndex,
        model::TessellationControl | model::Geometry => built_in::InvocationId,
        model::TessellationEvaluation => built_in::PrimitiveId,
        model::Fragment => built_in::FragCoord,
        model::GLCompute | model::TaskEXT | model::MeshEXT | model::TaskNV | model::MeshNV => {
            built_in::WorkgroupId
        }
        _ => return None,
    })
}

/// Where a value comes from that the driver cannot know.
#[derive(Clone, Copy)]
struct Source {
    /// The variable, and the type of what it holds.
    variable: u32,
    ty: u32,
    /// The type of its components, if that is a vector.
    component: Option<u32>,
}

impl Source {
    /// The variable that the module has, or a new one.
    fn new(
        input: Input<'_>,
        variable: Option<u32>,
        built_in: u32,
        build: &mut ModuleBuilder,
    ) -> Result<Self, LowerError> {
        let (variable, ty, component) = match variable {
            Some(variable) => {
                let ty = input.pointee(input.type_of(variable));
                let component = input.part_type(ty, 0);
                let get = |ty| build.get(ty).ok_or(LowerError::Unreadable);
                (variable, get(ty)?, component.map(get).transpose()?)
            }
            None => {
                let (component, count) = match built_in {
                    built_in::FragCoord => (build.float(), 4),
                    built_in::WorkgroupId => (build.uint(), 3),
                    _ => (build.uint(), 1),
                };
                let ty = build.vector(component, count);
                let variable = build.built_in(built_in, ty);
                (variable, ty, (count > 1).then_some(component))
            }
        };
        for entry in input.facts.entries(input.words) {
            build.add_to_interface_of(views::EntryPoint(entry).entry_point(), variable);
        }
        Ok(Self {
            variable,
            ty,
            component,
        })
    }
}

/// The rewrite of one module.
struct Work<'a> {
    input: Input<'a>,
    build: &'a mut ModuleBuilder,
    source: Source,
    /// In the current function: a true boolean and a zero that the driver does not know, or 0 where none is needed yet.
    opaque: [u32; 2],
}

impl<'a> Work<'a> {
    /// Emits the words from an offset to the end of a function.
    fn function(&mut self, from: u32, function: &Function) -> Result<(), LowerError> {
        let input = self.input;
        let blocks = function.first_block as usize..function.last_block as usize;
        let blocks = input.facts.blocks.get(blocks).unwrap_or(&[]);
        let mut at = from;
        self.opaque = [0; 2];
        for block in blocks {
            let Some(branch) = Inst::at(input.words, block.end).filter(|&end| self.is_open(end))
            else {
                continue;
            };
            if self.opaque == [0; 2] {
                let start = input.code_start(function);
                self.build.copy_between(input, at, start)?;
                self.hide();
                at = start;
            }
            let before = match block.merge {
                0 => block.end,
                merge => merge,
            };
            self.build.copy_between(input, at, before)?;
            let decides = self.combined(branch)?;
            self.build.copy_between(input, before, block.end)?;
            self.build.copy_code_as(input, branch, decides)?;
            self.build.count(Kind::OpaqueBranch);
            at = branch.end();
        }
        self.build.copy_between(input, at, function.end)
    }

    /// Whether an instruction branches on what is no constant: on a boolean, or a word.
    fn is_open(&self, branch: Inst<'_>) -> bool {
        let input = self.input;
        let decides = branch.word(1);
        let first_function = input.facts.first_function;
        let is_computed = input
            .def(decides)
            .is_some_and(|def| def.offset() > first_function);
        let is_known = |ty| matches!(input.scalar_of(ty), Some(Scalar::Int { width: 32, .. }));
        is_computed
            && match branch.opcode() {
                op::OpBranchConditional => true,
                op::OpSwitch => is_known(input.type_of(decides)),
                _ => false,
            }
    }

    /// Emits what the driver does not know.
    fn hide(&mut self) {
        let Source {
            variable,
            ty,
            component,
        } = self.source;
        let [uint, truth] = [self.build.uint(), self.build.bool()];
        let mut value = self.build.op(op::OpLoad, ty, &[variable]);
        if let Some(ty) = component {
            value = self.build.op(op::OpCompositeExtract, ty, &[value, 0]);
        }
        if component.unwrap_or(ty) != uint {
            value = self.build.op(op::OpBitcast, uint, &[value]);
        }
        let [zero, one] = [0, 1].map(|word| self.build.constant(word));
        let odd = self.build.op(op::OpBitwiseOr, uint, &[value, one]);
        let yes = self.build.op(op::OpINotEqual, truth, &[odd, zero]);
        let none = self.build.op(op::OpSelect, uint, &[yes, zero, one]);
        self.opaque = [yes, none];
    }

    /// Emits what a branch depends on instead.
    fn combined(&mut self, branch: Inst<'_>) -> Result<u32, LowerError> {
        let decides = self
            .build
            .get(branch.word(1))
            .ok_or(LowerError::Unreadable)?;
        let [yes, none] = self.opaque;
        let (opcode, ty, first) = match branch.opcode() {
            op::OpBranchConditional => (op::OpLogicalAnd, self.build.bool(), yes),
            _ => {
                let ty = self.input.type_of(branch.word(1));
                let ty = self.build.get(ty).ok_or(LowerError::Unreadable)?;
                (op::OpBitwiseOr, ty, none)
            }
        };
        Ok(self.build.op(opcode, ty, &[first, decides]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::compute;
    use crate::facts::Facts;
    use crate::options::{Limits, Options};
    use crate::passes::testing::{all, lowered};
    use crate::passes::Passes;
    use crate::target::{feature, Description, Feature};

    /// A module that branches on a double of a uniform block.
    const GLOBALS: &str = "
        OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %b DescriptorSet 0
        OpDecorate %b Binding 0
        %f64 = OpTypeFloat 64
        %block = OpTypeStruct %f64
        %to_block = OpTypePointer Uniform %block
        %to_f64 = OpTypePointer Uniform %f64
        %b = OpVariable %to_block Uniform
        %first = OpConstant %u32 0
        %limit = OpConstant %f64 1";
    const BODY: &str = "
        %place = OpAccessChain %to_f64 %b %first
        %value = OpLoad %f64 %place
        %less = OpFOrdLessThan %bool %value %limit
        OpSelectionMerge %merge None
        OpBranchConditional %less %then %merge
        %then = OpLabel
        %short = OpConvertFToU %u32 %value
        OpSelectionMerge %end None
        OpSwitch %short %end 7 %seven
        %seven = OpLabel
        OpBranch %end
        %end = OpLabel
        OpBranch %merge
        %merge = OpLabel";

    /// The older driver, without these features.
    fn lavapipe(lacking: &[Feature]) -> Description {
        let mut description = Target::built_in("lavapipe-22.3.6").unwrap().describe();
        for &feature in lacking {
            description.set_feature(feature, false);
        }
        description
    }

    /// Runs all passes, and returns how many branches were made opaque.
    fn run(globals: &str, target: &Target) -> (Vec<u32>, u32) {
        let words = compute(0, "", globals, BODY);
        let mut passes = Passes::default();
        let out = lowered(&words, &mut passes, target, &Options::default()).unwrap();
        (out, passes.counts.get(Kind::OpaqueBranch))
    }

    /// The opcodes from what a branch depends on to the variable, along first operands.
    fn origin(words: &[u32], branch: u16) -> Vec<u16> {
        let mut facts = Facts::default();
        facts.scan(words, &Limits::NONE).unwrap();
        let mut id = all(words, branch)[0].word(1);
        let mut opcodes = Vec::new();
        while opcodes.last() != Some(&op::OpVariable) {
            let def = facts.def(words, id).unwrap();
            opcodes.push(def.opcode());
            id = def.word(3);
        }
        opcodes
    }

    #[test]
    fn branches_and_switches_depend_on_what_no_uniform_decides() {
        let (out, count) = run(GLOBALS, &lavapipe(&[feature::shaderFloat64]).build());
        assert_eq!(count, 2);
        let truth = [
            op::OpINotEqual,
            op::OpBitwiseOr,
            op::OpCompositeExtract,
            op::OpLoad,
            op::OpVariable,
        ];
        let branch = origin(&out, op::OpBranchConditional);
        assert_eq!(branch, [&[op::OpLogicalAnd], &truth[..]].concat());
        let switch = origin(&out, op::OpSwitch);
        assert_eq!(
            switch,
            [&[op::OpBitwiseOr, op::OpSelect], &truth[..]].concat()
        );
    }

    #[test]
    fn nothing_changes_without_uniforms_long_types_or_that_driver() {
        let lacking = lavapipe(&[feature::shaderFloat64]);
        let storage = GLOBALS.replace("Uniform", "StorageBuffer");
        assert_eq!(run(&storage, &lacking.clone().build()).1, 0);
        assert_eq!(run(GLOBALS, &lavapipe(&[]).build()).1, 0);
        let mut newer = lacking.clone();
        newer.api_version = ApiVersion::V1_4;
        assert_eq!(run(GLOBALS, &newer.build()).1, 0);
        let mut other = lacking;
        other.properties.driver_id = Some(LAVAPIPE + 1);
        assert_eq!(run(GLOBALS, &other.build()).1, 0);
    }
}
