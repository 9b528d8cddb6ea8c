//! The execution mode `LocalSizeId` (SPIR-V 1.2; in Vulkan with the feature `maintenance4`) by constructs of SPIR-V 1.0.
//!
//! ```text
//! OpExecutionModeId %main LocalSizeId %x %y %z     OpExecutionMode %main LocalSize 8 4 1
//! ```
//!
//! if the three sizes are known, and otherwise
//!
//! ```text
//!                                                  OpExecutionMode %main LocalSize 1 1 1
//!                                                  OpDecorate %size BuiltIn WorkgroupSize
//!                                                  %size = OpSpecConstantComposite %v3uint %x %y %z
//! ```
//!
//! so that sizes which are still specialization constants stay specializable. Exact: an object decorated `WorkgroupSize` sets
//! the size whatever `LocalSize` or `LocalSizeId` says (Vulkan specification, "Built-In Variables", `WorkgroupSize`). If the
//! module already has such an object, nothing else is needed. Each size may have its own type, but the components of a vector
//! have the same type: a known size is declared again with the type of the open ones.
//!
//! Refused: open sizes in a module with several entry points, since `WorkgroupSize` applies to all of them; open sizes of
//! several types, or not 32 bits wide.
//!
//! `local-size-id` is shown by `corpus/shaders/version/local_size_operation.spvasm`.

use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{built_in, decoration, execution_mode, op};
use crate::views;

/// Workgroup sizes given by id.
pub const LOCAL_SIZE_ID: Rule = Rule {
    name: "local-size-id",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "LocalSizeId by LocalSize, or by WorkgroupSize where sizes are still open",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpExecutionModeId])
            .when(|_, inst| views::ExecutionMode(inst).mode() == execution_mode::LocalSizeId),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[entry, _, x, y, z] = inst.from(1) else {
        return Err(LowerError::Because("it has three sizes"));
    };
    let header = 6 << 16 | u32::from(op::OpExecutionMode);
    let ids = [x, y, z];
    let known = ids.map(|id| build.constant_value(id));
    if let [Some(x), Some(y), Some(z)] = known {
        build.whole(&[header, entry, execution_mode::LocalSize, x, y, z]);
        return Ok(());
    }
    let (words, facts) = (build.scene.words, build.scene.facts);
    if facts.workgroup.object != 0 {
        build.whole(&[header, entry, execution_mode::LocalSize, 1, 1, 1]);
        return Ok(());
    }
    if facts.entry_points.len() != 1 {
        return Err(LowerError::Because(
            "sizes are open specialization constants, and the module has several entry points",
        ));
    }
    let types = ids.map(|id| facts.type_of(words, id));
    let mut open = types.iter().zip(known).filter(|(_, value)| value.is_none());
    let ty = open.next().map_or(0, |(&ty, _)| ty);
    if !open.all(|(&other, _)| other == ty)
        || !matches!(
            facts.scalar_of(words, ty),
            Some(Scalar::Int { width: 32, .. })
        )
    {
        return Err(LowerError::Because(
            "its open sizes are not all 32-bit integers of one type",
        ));
    }
    let mut sizes = ids;
    for (size, (own, value)) in sizes.iter_mut().zip(types.into_iter().zip(known)) {
        if let Some(value) = value.filter(|_| own != ty) {
            *size = build.splat(ty, u64::from(value));
        }
    }
    let vector = build.vector(ty, 3);
    let size = build.spec_composite(vector, &sizes);
    build.decorate(size, &[decoration::BuiltIn, built_in::WorkgroupSize]);
    build.whole(&[header, entry, execution_mode::LocalSize, 1, 1, 1]);
    Ok(())
}
