//! `OpTerminateInvocation` (SPIR-V 1.6, SPV_KHR_terminate_invocation) by `OpKill`.
//!
//! Exact: both end the invocation immediately, and it contributes nothing more (SPIR-V specification, "Control-Flow
//! Instructions"). The newer instruction was introduced because some devices keep discarded invocations running as helper
//! invocations, which has no effect that either definition specifies.
//!
//! `terminate-invocation` is shown by `corpus/shaders/version/terminate_core.frag`.

use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;

/// `OpTerminateInvocation`.
pub const TERMINATE: Rule = Rule {
    name: "terminate-invocation",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "OpTerminateInvocation by OpKill",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpTerminateInvocation]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, _: Inst<'_>) -> Result<(), LowerError> {
    build.raw(op::OpKill, &[]);
    Ok(())
}
