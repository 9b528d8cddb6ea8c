//! Reductions and scans by pointer jumping with shuffles.
//!
//! ```text
//! OpGroupNonUniformIAdd %subgroup Reduce %x       %set = OpGroupNonUniformBallot %subgroup %true
//!                                                 OpFunctionCall %scan %x %set
//! ```
//!
//! where the function, for the set of participating invocations and the own index `i`, is
//!
//! ```text
//! p = highest member of the set below i, or all ones     the previous one
//! v = x
//! log2(size) times:
//!     s = min(p, i)                                      a place to read from, whatever p is
//!     w = shuffle(v, s);  q = shuffle(p, s)
//!     v = p < i ? w op v : v
//!     p = q                                              what was 2^k members back is 2^(k+1) back now
//! inclusive  v          exclusive  shuffle(v, first p), or the identity          reduce  shuffle(v, highest member)
//! ```
//!
//! After step k, `v` covers the own value and up to 2^k - 1 previous members. Members only read members, so values of other
//! invocations are never used, and any set works: all active invocations, those of the own cluster, or those of the own
//! partition. Exact for integers, Booleans, minima and maxima; SPIR-V leaves the order of float sums and products open, and
//! this order is fixed: neighbouring members first.
//!
//! For 32 invocations, a reduction is 5 × 6 + 6 instructions, of which 10 are shuffles; the shuffles of `p` do not depend on
//! the value. Mesa's lowering of scans to shuffles has the same number of steps, preceded by a branch for a full ballot.
//!
//! # Without shuffles
//!
//! ```text
//! v = identity;  for each k from 0 to size - 1:  w = broadcast(x, k);  v = (set, or its part up to i)[k] ? v op w : v
//! ```
//!
//! 5 instructions per invocation of the largest subgroup, in index order.
//!
//! # Clusters
//!
//! A clustered reduction over at least the largest subgroup size is emitted as a plain reduction, and stays native where the
//! device has that.
//!
//! `subgroup-arithmetic` is shown by `corpus/shaders/subgroup/workgroup.wgsl`.
//! `subgroup-clustered` is shown by `corpus/shaders/subgroup/clustered_divergent.comp`.
//! `subgroup-partitioned` is shown by `corpus/shaders/vendor/nv_partitioned.comp`.

use super::{lanes, operands, operation, MALFORMED};
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::Key;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{capability, glsl_std_450 as glsl, group_operation as group, op};
use crate::views;

/// Partitioned reductions and scans.
pub const PARTITIONED: Rule = Rule {
    name: "subgroup-partitioned",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "partitioned reductions and scans by shuffles within the partition",
    action: Action::Lower {
        claims: OPERATIONS.when(|_, inst| {
            is_group(
                inst,
                &[
                    group::PartitionedReduceEXT,
                    group::PartitionedInclusiveScanEXT,
                    group::PartitionedExclusiveScanEXT,
                ],
            )
        }),
        lower: lower_partitioned,
    },
};

/// Clustered reductions.
pub const CLUSTERED: Rule = Rule {
    name: "subgroup-clustered",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "clustered reductions by shuffles within the cluster",
    action: Action::Lower {
        claims: OPERATIONS.when(|_, inst| is_group(inst, &[group::ClusteredReduce])),
        lower: lower_clustered,
    },
};

/// Reductions and scans over the subgroup.
pub const ARITHMETIC: Rule = Rule {
    name: "subgroup-arithmetic",
    family: Family::Subgroup,
    exactness: Exactness::Exact,
    summary: "reductions and scans by shuffles along the active invocations",
    action: Action::Lower {
        claims: OPERATIONS.when(|_, inst| {
            is_group(
                inst,
                &[group::Reduce, group::InclusiveScan, group::ExclusiveScan],
            )
        }),
        lower: lower_arithmetic,
    },
};

/// Reductions and scans.
const OPERATIONS: Claims = Claims::of(opcodes![
    OpGroupNonUniformIAdd..=OpGroupNonUniformLogicalXor
]);

fn is_group(inst: Inst<'_>, operations: &[u32]) -> bool {
    operations.contains(&views::GroupOperation(inst).operation())
}

/// The members whose values a member's result combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    All,
    UpToOwn,
    BeforeOwn,
}

fn lower_arithmetic(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[kind, value] = operands(build, inst)? else {
        return Err(MALFORMED);
    };
    let extent = match kind {
        group::Reduce => Extent::All,
        group::InclusiveScan => Extent::UpToOwn,
        _ => Extent::BeforeOwn,
    };
    let (set, most) = (lanes::active(build), lanes::max_size(build));
    scan(build, inst, extent, value, set, most)
}

fn lower_clustered(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[_, value, size] = operands(build, inst)? else {
        return Err(MALFORMED);
    };
    let size = build
        .constant_value(size)
        .filter(|size| size.is_power_of_two())
        .ok_or(LowerError::Because(
            "its cluster size is not a constant power of two",
        ))?;
    let (id, ty, most) = (inst.result(), inst.result_type(), lanes::max_size(build));
    if size >= most {
        let subgroup = build.subgroup_scope();
        build.op_as(id, inst.opcode(), ty, &[subgroup, group::Reduce, value]);
        return Ok(());
    }
    let set = lanes::active(build);
    let uint = build.uint();
    let sets = build.vector(uint, 4);
    let key = Key {
        name: "cluster",
        ty: sets,
        variant: [size, most],
    };
    let own = build.id();
    build.call_keyed(own, key, &[set], |build, parameters| {
        let set = parameters.first().copied().unwrap_or(0);
        in_cluster(build, set, size, most)
    });
    scan(build, inst, Extent::All, value, own, size)
}

fn lower_partitioned(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let &[kind, value, set] = operands(build, inst)? else {
        return Err(MALFORMED);
    };
    let extent = match kind {
        group::PartitionedReduceEXT => Extent::All,
        group::PartitionedInclusiveScanEXT => Extent::UpToOwn,
        _ => Extent::BeforeOwn,
    };
    let most = lanes::max_size(build);
    scan(build, inst, extent, value, set, most)
}

/// The members of a set that are in the own cluster.
fn in_cluster(build: &mut Builder<'_, '_>, set: u32, size: u32, most: u32) -> u32 {
    let (uint, truth) = (build.uint(), build.bool());
    let sets = build.vector(uint, 4);
    let own = lanes::own(build);
    let (zero, five) = (build.constant(0), build.constant(5));
    let words = lanes::words(build, set, most);
    let mut kept = [zero; 4];
    let bits = (size < 32).then(|| {
        let first = build.constant(31 & !(size - 1));
        let ones = build.constant((1 << size) - 1);
        let shift = build.op(op::OpBitwiseAnd, uint, &[own, first]);
        build.op(op::OpShiftLeftLogical, uint, &[ones, shift])
    });
    // The index of the first word of the own cluster.
    let place = (words.len() > 1).then(|| {
        let first = build.constant(!(size.max(32) - 1));
        let start = build.op(op::OpBitwiseAnd, uint, &[own, first]);
        build.op(op::OpShiftRightLogical, uint, &[start, five])
    });
    let span = size.div_ceil(32);
    for (at, (&word, slot)) in words.iter().zip(&mut kept).enumerate() {
        let mut part = word;
        if let Some(bits) = bits {
            part = build.op(op::OpBitwiseAnd, uint, &[part, bits]);
        }
        if let Some(place) = place {
            let here = build.constant(at as u32 / span * span);
            let same = build.op(op::OpIEqual, truth, &[place, here]);
            part = build.op(op::OpSelect, uint, &[same, part, zero]);
        }
        *slot = part;
    }
    build.op(op::OpCompositeConstruct, sets, &kept)
}

/// Emits a call of the function for an operation, a type and an extent. The set has at most `members` members.
fn scan(
    build: &mut Builder<'_, '_>,
    inst: Inst<'_>,
    extent: Extent,
    value: u32,
    set: u32,
    members: u32,
) -> Result<(), LowerError> {
    let (ty, opcode) = (inst.result_type(), inst.opcode());
    let identity = operation::identity(build, opcode, ty).ok_or(LowerError::Because(
        "its type is not one of the operation's",
    ))?;
    let value = operation::operand(build, ty, value);
    let key = Key {
        name: "scan",
        ty,
        variant: [u32::from(opcode) << 8 | extent as u32, members],
    };
    let shuffles = build.offers(capability::GroupNonUniformShuffle);
    build.call_keyed(inst.result(), key, &[value, set], |build, parameters| {
        let &[value, set] = parameters else {
            return identity;
        };
        let scan = Scan {
            opcode,
            ty,
            extent,
            identity,
        };
        if shuffles {
            scan.by_shuffles(build, value, set, members)
        } else {
            scan.by_broadcasts(build, value, set)
        }
    });
    Ok(())
}

/// The operation that a function computes.
struct Scan {
    opcode: u16,
    ty: u32,
    extent: Extent,
    identity: u32,
}

impl Scan {
    fn by_shuffles(&self, build: &mut Builder<'_, '_>, value: u32, set: u32, members: u32) -> u32 {
        let (ty, uint, truth) = (self.ty, build.uint(), build.bool());
        let own = lanes::own(build);
        let most = lanes::max_size(build);
        let words = lanes::words(build, set, most);
        let below = lanes::below(build, &words, own);
        let previous = lanes::highest(build, &below);
        let (mut v, mut p) = (value, previous);
        let steps = members.ilog2();
        for step in 0..steps {
            let source = build.glsl(glsl::UMin, uint, &[p, own]);
            let there = build.op(op::OpULessThan, truth, &[p, own]);
            let w = lanes::shuffle(build, ty, v, source);
            if step + 1 < steps {
                p = lanes::shuffle(build, uint, p, source);
            }
            let combined = operation::combine(build, self.opcode, ty, w, v);
            v = build.select(ty, there, combined, v);
        }
        match self.extent {
            Extent::UpToOwn => v,
            Extent::All => {
                let last = lanes::highest(build, &words);
                lanes::shuffle(build, ty, v, last)
            }
            Extent::BeforeOwn => {
                let source = build.glsl(glsl::UMin, uint, &[previous, own]);
                let there = build.op(op::OpULessThan, truth, &[previous, own]);
                let w = lanes::shuffle(build, ty, v, source);
                build.select(ty, there, w, self.identity)
            }
        }
    }

    fn by_broadcasts(&self, build: &mut Builder<'_, '_>, value: u32, set: u32) -> u32 {
        let (ty, uint, truth) = (self.ty, build.uint(), build.bool());
        let (zero, one, subgroup) = (build.constant(0), build.constant(1), build.subgroup_scope());
        let most = lanes::max_size(build);
        let mut words = lanes::words(build, set, most);
        if self.extent != Extent::All {
            let mut end = lanes::own(build);
            if self.extent == Extent::UpToOwn {
                end = build.op(op::OpIAdd, uint, &[end, one]);
            }
            words = lanes::below(build, &words, end);
        }
        let mut v = self.identity;
        for number in 0..most {
            let Some(&word) = words.get(number as usize / 32) else {
                break;
            };
            let (bit, number) = (build.constant(1 << (number & 31)), build.constant(number));
            let w = build.op(
                op::OpGroupNonUniformBroadcast,
                ty,
                &[subgroup, value, number],
            );
            let bit = build.op(op::OpBitwiseAnd, uint, &[word, bit]);
            let member = build.op(op::OpINotEqual, truth, &[bit, zero]);
            let combined = operation::combine(build, self.opcode, ty, v, w);
            v = build.select(ty, member, combined, v);
        }
        v
    }
}
