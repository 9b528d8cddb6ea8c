//! Instructions without effect on the result, or which a device may ignore by definition.
//!
//! - `OpExpectKHR` is a copy with a hint, `OpAssumeTrueKHR` only a hint (SPV_KHR_expect_assume).
//! - `MaximallyReconvergesKHR` (SPV_KHR_maximal_reconvergence) and `SubgroupUniformControlFlowKHR`
//!   (SPV_KHR_subgroup_uniform_control_flow), which asks for less, require no more than what most implementations do anyway; a
//!   device without the extension offers no way to request it. Group operations and derivatives could observe a device that
//!   does not reconverge, so the report states the assumption that the device does.
//! - Execution modes for code that is not there (`idle_modes.rs`).
//! - Decorations that carry names and types of a source language, or promise that an integer does not wrap: the
//!   computation is the same without the promise.
//! - `NonUniform`, if no dynamic index selects a descriptor (`non_uniform.rs`).
//! - Requests to unroll or peel loops whose bodies have grown (`filter/loops.rs`).
//! - The source language, where tools for the device may not know it: it becomes `Unknown`.
//! - Non-semantic extended instructions (SPV_KHR_non_semantic_info): without effect by definition.
//!
//! `assume` is shown by `corpus/shaders/strip/expect_assume.spvasm`.
//! `decorations` is shown by `corpus/shaders/strip/no_wrap.spvasm`.
//! `expect` is shown by `corpus/shaders/strip/expect_assume.spvasm`.
//! `loop-hint` is shown by `corpus/shaders/programs/half_matrix.comp`.
//! `maximal-reconvergence` is shown by `corpus/shaders/strip/maximal_reconvergence.spvasm`.
//! `module-processed` is shown by `corpus/shaders/strip/debug_names.comp`.
//! `source-language` is shown by `corpus/shaders/strip/source_language.spvasm`.
//! `subgroup-uniform-control-flow` is shown by `corpus/shaders/subgroup/uniform_flow.comp`.
//! `non-semantic` is shown by `corpus/shaders/strip/debug_printf.comp`.

mod idle_modes;
mod non_uniform;

use super::{Action, Claims, Family, LowerError, Rule};
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::is_non_semantic;
use crate::report::Exactness;
use crate::tables::{decoration, execution_mode, op, source_language};
use crate::views;
pub use idle_modes::IDLE_MODES;
pub use non_uniform::NON_UNIFORM;

const fn rule(name: &'static str, summary: &'static str, action: Action) -> Rule {
    Rule {
        name,
        family: Family::Strip,
        exactness: Exactness::NoMeaning,
        summary,
        action,
    }
}

/// `OpExpectKHR`.
pub const EXPECT: Rule = rule(
    "expect",
    "a hint on a value becomes a copy of the value",
    Action::Lower {
        claims: Claims::of(opcodes![OpExpectKHR]),
        lower: |build: &mut Builder<'_, '_>, inst| -> Result<(), LowerError> {
            build.op_as(
                inst.result(),
                op::OpCopyObject,
                inst.result_type(),
                &[views::ExpectKHR(inst).value()],
            );
            Ok(())
        },
    },
);

/// `OpAssumeTrueKHR`.
pub const ASSUME: Rule = rule(
    "assume",
    "a hint is dropped",
    Action::Remove {
        claims: Claims::of(opcodes![OpAssumeTrueKHR]),
    },
);

/// `MaximallyReconvergesKHR`.
pub const RECONVERGENCE: Rule = rule(
    "maximal-reconvergence",
    "the request is dropped, and assumed to be met",
    Action::Remove {
        claims: Claims::of(opcodes![OpExecutionMode]).when(|_, inst| {
            views::ExecutionMode(inst).mode() == execution_mode::MaximallyReconvergesKHR
        }),
    },
);

/// `SubgroupUniformControlFlowKHR`.
pub const UNIFORM_FLOW: Rule = rule(
    "subgroup-uniform-control-flow",
    "the request is dropped, and assumed to be met",
    Action::Remove {
        claims: Claims::of(opcodes![OpExecutionMode]).when(|_, inst| {
            views::ExecutionMode(inst).mode() == execution_mode::SubgroupUniformControlFlowKHR
        }),
    },
);

/// The source language.
pub const LANGUAGE: Rule = rule(
    "source-language",
    "a source language that tools for the device may not know becomes Unknown",
    Action::Lower {
        claims: Claims::of(opcodes![OpSource]),
        lower: |build: &mut Builder<'_, '_>, inst| -> Result<(), LowerError> {
            // The text of the source may be long.
            build
                .plan
                .edits
                .push(&[inst.header(), source_language::Unknown]);
            build.plan.edits.push(inst.from(2));
            Ok(())
        },
    },
);

/// Decorations without effect on the result.
pub const DECORATIONS: Rule = rule(
    "decorations",
    "names, types of the source language and hints are dropped",
    Action::Remove {
        claims: Claims::of(opcodes![
            OpDecorate,
            OpDecorateString,
            OpDecorateId,
            OpMemberDecorate,
            OpMemberDecorateString
        ])
        .when(|_, inst| is_plain_decoration(inst)),
    },
);

/// Non-semantic and debug instruction sets.
pub const NON_SEMANTIC: Rule = rule(
    "non-semantic",
    "instructions without effect are dropped",
    Action::Remove {
        claims: Claims::of(opcodes![OpExtInst, OpExtInstWithForwardRefsKHR]).when(is_non_semantic),
    },
);

/// Requests to copy the body of a loop that has grown. The driver drops them, once the output is known.
pub const LOOP_HINT: Rule = rule(
    "loop-hint",
    "a request to unroll a loop is dropped where its body has become more than twice as long",
    Action::Planned,
);

/// `OpModuleProcessed`, introduced by SPIR-V 1.1.
pub const PROCESSED: Rule = rule(
    "module-processed",
    "a note on how the module was made is dropped",
    Action::Remove {
        claims: Claims::of(opcodes![OpModuleProcessed]),
    },
);

fn is_plain_decoration(inst: Inst<'_>) -> bool {
    let decoration = match inst.opcode() {
        op::OpDecorate | op::OpDecorateString | op::OpDecorateId => {
            views::Decorate(inst).decoration()
        }
        op::OpMemberDecorate | op::OpMemberDecorateString => {
            views::MemberDecorate(inst).decoration()
        }
        _ => return false,
    };
    matches!(
        decoration,
        decoration::UserSemantic
            | decoration::UserTypeGOOGLE
            | decoration::HlslCounterBufferGOOGLE
            | decoration::NoSignedWrap
            | decoration::NoUnsignedWrap
    )
}

#[cfg(test)]
mod tests;
