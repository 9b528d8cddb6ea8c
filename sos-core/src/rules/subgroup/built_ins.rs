//! Subgroup built-ins: the device's variables, or computed values for emulated subgroups and for masks that the device lacks,
//! which come with ballots.
//!
//! With `l` the built-in `LocalInvocationIndex`, `size` the constant size of a subgroup and `all` the invocations of a
//! workgroup:
//!
//! ```text
//! SubgroupSize               size
//! SubgroupLocalInvocationId  l & (size - 1)
//! SubgroupId                 l >> log2(size)
//! NumSubgroups               (all + size - 1) >> log2(size)
//! SubgroupLtMask             bits below i = SubgroupLocalInvocationId
//! SubgroupLeMask             bits below i + 1
//! SubgroupEqMask             Le and not Lt
//! SubgroupGeMask, GtMask     bits below size and not Lt, Le
//! ```
//!
//! Masks of the device's own subgroups are computed from `SubgroupLocalInvocationId` and, for `Ge` and `Gt`, `SubgroupSize`:
//! Vulkan requires bits from `SubgroupSize` on to be 0 ("Built-In Variables", `SubgroupGeMask`).
//!
//! Exact: emulated subgroups divide a workgroup in the order of its invocation indices, which Vulkan permits. The last one may
//! have fewer invocations than `size`; as in Vulkan, the masks cover all `size` positions. If each invocation is a subgroup, or
//! the workgroup is one subgroup, most values are constants; otherwise 1 to 3 instructions, masks of 32 bits 3 to 6, of 64 up
//! to 14. `all` is a constant, or the product of sizes that are still specialization constants.
//!
//! `subgroup-masks` is shown by `corpus/shaders/subgroup/mask_words.comp`.

use super::lanes;
use crate::build::Build;
use crate::emit::Builder;
use crate::plan::{is_mask, Emulated, Key, Read};
use crate::report::Exactness;
use crate::rules::{Action, Family, LowerError, Rule};
use crate::tables::{built_in, capability, op};
use crate::views;

/// Masks of the device's own subgroups.
pub const MASKS: Rule = Rule {
    name: "subgroup-masks",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "masks of the invocations below, at or above the current one, from its index and the subgroup size",
    action: Action::Planned,
};

/// A subgroup built-in as 32-bit unsigned integers; the device's variable if the value cannot be computed.
pub fn read(build: &mut Builder<'_, '_>, value: u32) -> u32 {
    let written = match build.scene.emulated {
        Some(emulated) => emulated_value(build, emulated, value),
        None => lacking_mask(build, value),
    };
    written.unwrap_or_else(|| build.built_in(value))
}

/// Computes a mask of the device's own subgroups, if the device lacks it.
fn lacking_mask(build: &mut Builder<'_, '_>, value: u32) -> Option<u32> {
    let has = [
        capability::GroupNonUniformBallot,
        capability::SubgroupBallotKHR,
    ];
    if !is_mask(value) || has.iter().any(|&one| build.offers(one)) {
        return None;
    }
    if lanes::max_size(build) <= 32 {
        return Some(mask(build, value));
    }
    let uint = build.uint();
    let key = Key {
        name: MASKS.name,
        ty: build.vector(uint, 4),
        variant: [value, 0],
    };
    let id = build.id();
    build.call_keyed(id, key, &[], |build, _| mask(build, value));
    Some(id)
}

/// Emits the replacement of a load.
pub fn lower(build: &mut Builder<'_, '_>, read: Read<'_>) -> Result<(), LowerError> {
    let value = match build.scene.emulated {
        Some(emulated) => emulated_value(build, emulated, read.built_in)
            .ok_or(LowerError::Because("entry points differ in workgroup size"))?,
        None => lacking_mask(build, read.built_in)
            .ok_or(LowerError::Because("subgroups are the device's"))?,
    };
    let (ty, id) = (read.inst.result_type(), read.inst.result());
    let uint = build.uint();
    let part = match read.index {
        None => value,
        Some(index) => build.op(op::OpVectorExtractDynamic, uint, &[value, index]),
    };
    let copy = match build.type_of(part) == ty {
        true => op::OpCopyObject,
        false => op::OpBitcast,
    };
    build.op_as(id, copy, ty, &[part]);
    Ok(())
}

fn emulated_value(build: &mut Builder<'_, '_>, emulated: Emulated, value: u32) -> Option<u32> {
    let uint = build.uint();
    let bits = build.constant(emulated.size.trailing_zeros());
    Some(match value {
        built_in::SubgroupSize => build.constant(emulated.size),
        built_in::SubgroupLocalInvocationId if emulated.is_alone() => build.constant(0),
        built_in::SubgroupLocalInvocationId => {
            let index = build.built_in(built_in::LocalInvocationIndex);
            match emulated.is_whole() {
                true => index,
                false => {
                    let low = build.constant(emulated.size - 1);
                    build.op(op::OpBitwiseAnd, uint, &[index, low])
                }
            }
        }
        built_in::SubgroupId if emulated.is_alone() => {
            build.built_in(built_in::LocalInvocationIndex)
        }
        built_in::SubgroupId if emulated.is_whole() => build.constant(0),
        built_in::SubgroupId => {
            let index = build.built_in(built_in::LocalInvocationIndex);
            build.op(op::OpShiftRightLogical, uint, &[index, bits])
        }
        built_in::NumSubgroups => match emulated.invocations {
            Some(all) => build.constant(all.div_ceil(emulated.size)),
            None => {
                let all = invocations(build)?;
                let rest = build.constant(emulated.size - 1);
                let sum = build.op(op::OpIAdd, uint, &[all, rest]);
                build.op(op::OpShiftRightLogical, uint, &[sum, bits])
            }
        },
        built_in::SubgroupEqMask..=built_in::SubgroupLtMask => mask(build, value),
        _ => return None,
    })
}

/// Computes a mask. For the device's own subgroups 4 to 9 instructions if these have at most 32 invocations, otherwise one call
/// per read and about 40 instructions in the function.
fn mask(build: &mut Builder<'_, '_>, value: u32) -> u32 {
    let (uint, zero, one) = (build.uint(), build.constant(0), build.constant(1));
    let sets = build.vector(uint, 4);
    let own = read(build, built_in::SubgroupLocalInvocationId);
    let emulated = build.scene.emulated.map(|emulated| emulated.size);
    let most = emulated.unwrap_or_else(|| lanes::max_size(build));
    let full = match emulated {
        Some(size @ ..=31) => build.constant((1 << size) - 1),
        _ => build.constant(u32::MAX),
    };
    let mut full: lanes::Words = (0..most.div_ceil(32).min(4)).map(|_| full).collect();
    let above = matches!(value, built_in::SubgroupGeMask | built_in::SubgroupGtMask);
    if above && emulated.is_none() {
        let size = lanes::size(build);
        full = lanes::below(build, &full, size);
    }
    let below = |build: &mut Builder<'_, '_>, with_own: bool| {
        let end = match with_own {
            true => build.op(op::OpIAdd, uint, &[own, one]),
            false => own,
        };
        lanes::below(build, &full, end)
    };
    let without = |build: &mut Builder<'_, '_>, set: &lanes::Words, other: &lanes::Words| {
        let pairs = set.iter().zip(other);
        let parts = pairs.map(|(&word, &other)| {
            let rest = build.op(op::OpNot, uint, &[other]);
            build.op(op::OpBitwiseAnd, uint, &[word, rest])
        });
        parts.collect::<lanes::Words>()
    };
    let words = match value {
        built_in::SubgroupLtMask => below(build, false),
        built_in::SubgroupLeMask => below(build, true),
        built_in::SubgroupGeMask => {
            let lower = below(build, false);
            without(build, &full, &lower)
        }
        built_in::SubgroupGtMask => {
            let lower = below(build, true);
            without(build, &full, &lower)
        }
        _ => {
            let (upper, lower) = (below(build, true), below(build, false));
            without(build, &upper, &lower)
        }
    };
    let mut parts = [zero; 4];
    for (part, word) in parts.iter_mut().zip(words) {
        *part = word;
    }
    build.op(op::OpCompositeConstruct, sets, &parts)
}

/// The number of invocations of the workgroup: a constant if known, otherwise the product of its sizes; `None` if entry points
/// differ in size.
pub fn invocations(build: &mut Builder<'_, '_>) -> Option<u32> {
    if let Some(all) = build
        .scene
        .emulated
        .and_then(|emulated| emulated.invocations)
    {
        return Some(build.constant(all));
    }
    let (uint, scene) = (build.uint(), build.scene);
    let [x, y, z] = match scene.facts.workgroup.object {
        0 => {
            let mode = build.plan.modes.size(scene)?;
            let sizes = <[u32; 3]>::try_from(views::ExecutionMode(mode).operands()).ok()?;
            match mode.opcode() {
                op::OpExecutionModeId => sizes,
                _ => {
                    let all = sizes
                        .iter()
                        .fold(1, |all: u32, &size| all.wrapping_mul(size));
                    return Some(build.constant(all));
                }
            }
        }
        object => {
            let component = build.component(build.type_of(object));
            [0, 1, 2].map(|part| build.op(op::OpCompositeExtract, component, &[object, part]))
        }
    };
    // Sizes given by id may have any width.
    let mut all = lanes::number(build, x).ok()?;
    for size in [y, z] {
        let size = lanes::number(build, size).ok()?;
        all = build.op(op::OpIMul, uint, &[all, size]);
    }
    Some(all)
}
