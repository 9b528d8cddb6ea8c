//! Reductions and scans over the subgroup, clusters and partitions.

use super::call;
use super::exchange::{fetch, from_words, publish, to_words, Lane};
use super::fold::fold;
use crate::build::flow::Range;
use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::plan::{Emulated, Key};
use crate::rules::subgroup::operation;
use crate::rules::subgroup::MALFORMED;
use crate::rules::LowerError;
use crate::tables::{group_operation as group, op};

/// Lowers an operation, given its kind, its value, and the operand after it: the cluster size or the set.
pub fn lower(
    build: &mut Builder<'_, '_>,
    emulated: Emulated,
    inst: Inst<'_>,
    (kind, value, more): (u32, u32, Option<u32>),
) -> Result<(), LowerError> {
    let (id, ty) = (inst.result(), inst.result_type());
    let mut over = Over {
        emulated,
        opcode: inst.opcode(),
        ty,
        kind,
        cluster: emulated.size,
        identity: operation::identity(build, inst.opcode(), ty).ok_or(LowerError::Because(
            "its type is not one of the operation's",
        ))?,
    };
    let value = operation::operand(build, ty, value);
    match (kind, more) {
        (group::Reduce | group::InclusiveScan | group::ExclusiveScan, None) => {}
        (group::ClusteredReduce, Some(size)) => {
            let size = build.constant_value(size);
            let size = size.filter(|size| size.is_power_of_two());
            let none = LowerError::Because("its cluster size is not a constant power of two");
            over.cluster = size.ok_or(none)?.min(emulated.size);
        }
        (
            group::PartitionedReduceEXT
            | group::PartitionedInclusiveScanEXT
            | group::PartitionedExclusiveScanEXT,
            Some(set),
        ) => {
            return call(
                build,
                id,
                over.key(),
                [value, set],
                |build, [value, set]| over.members(build, value, set),
            );
        }
        _ => return Err(MALFORMED),
    }
    call(build, id, over.key(), [value], |build, [value]| {
        over.all(build, value)
    })
}

/// The operation that a function computes.
#[derive(Clone, Copy)]
struct Over {
    emulated: Emulated,
    opcode: u16,
    ty: u32,
    kind: u32,
    cluster: u32,
    identity: u32,
}

impl Over {
    fn key(&self) -> Key {
        Key {
            name: "exchange-fold",
            ty: self.ty,
            variant: [u32::from(self.opcode) << 8 | self.kind, self.cluster],
        }
    }

    /// Loads the value of an invocation, which consists of `words` words.
    fn value(
        &self,
        build: &mut Builder<'_, '_>,
        lane: Lane,
        number: u32,
        words: usize,
    ) -> Option<u32> {
        let fetched = fetch(build, self.emulated, lane, number, words);
        let id = build.id();
        from_words(build, id, self.ty, &fetched)?;
        Some(id)
    }

    /// Over all invocations of the subgroup or cluster, up to the own one, or before it; starts with the first one's value.
    fn all(&self, build: &mut Builder<'_, '_>, value: u32) -> Option<u32> {
        let (uint, truth, zero, one) = (
            build.uint(),
            build.bool(),
            build.constant(0),
            build.constant(1),
        );
        let words = to_words(build, self.ty, value)?;
        publish(build, self.emulated, &words);
        let lane = Lane::own(build, self.emulated)?;
        let range = match self.kind {
            group::InclusiveScan => Range {
                from: zero,
                to: build.op(op::OpIAdd, uint, &[lane.own, one]),
            },
            group::ExclusiveScan => Range {
                from: zero,
                to: lane.own,
            },
            group::ClusteredReduce if self.cluster < self.emulated.size => {
                lane.cluster(build, self.emulated, self.cluster)
            }
            _ => Range {
                from: zero,
                to: lane.count,
            },
        };
        let first = self.value(build, lane, range.from, words.len())?;
        let second = match range.from == zero {
            true => one,
            false => build.op(op::OpIAdd, uint, &[range.from, one]),
        };
        let range = Range {
            from: second,
            to: range.to,
        };
        let v = fold(build, range, self.ty, first, |build, k, v, v1| {
            // It did not fail for the first value.
            let w = self.value(build, lane, k, words.len()).unwrap_or(first);
            operation::combine_as(build, v1, self.opcode, self.ty, [v, w]);
        });
        Some(match self.kind {
            group::ExclusiveScan => {
                let any = build.op(op::OpINotEqual, truth, &[lane.own, zero]);
                build.select(self.ty, any, v, self.identity)
            }
            _ => v,
        })
    }

    /// The same over the members of a set.
    fn members(&self, build: &mut Builder<'_, '_>, value: u32, set: u32) -> Option<u32> {
        let (uint, truth) = (build.uint(), build.bool());
        let [zero, one, five, low] = [0, 1, 5, 31].map(|value| build.constant(value));
        let words = to_words(build, self.ty, value)?;
        publish(build, self.emulated, &words);
        let lane = Lane::own(build, self.emulated)?;
        let to = match self.kind {
            group::PartitionedInclusiveScanEXT => build.op(op::OpIAdd, uint, &[lane.own, one]),
            group::PartitionedExclusiveScanEXT => lane.own,
            _ => lane.count,
        };
        let range = Range { from: zero, to };
        let v = fold(build, range, self.ty, self.identity, |build, k, v, v1| {
            let (word, place) = match self.emulated.size {
                ..=32 => (build.op(op::OpCompositeExtract, uint, &[set, 0]), k),
                _ => {
                    let number = build.op(op::OpShiftRightLogical, uint, &[k, five]);
                    let word = build.op(op::OpVectorExtractDynamic, uint, &[set, number]);
                    (word, build.op(op::OpBitwiseAnd, uint, &[k, low]))
                }
            };
            let shifted = build.op(op::OpShiftRightLogical, uint, &[word, place]);
            let bit = build.op(op::OpBitwiseAnd, uint, &[shifted, one]);
            let member = build.op(op::OpINotEqual, truth, &[bit, zero]);
            // It did not fail for another value of the type.
            let w = self.value(build, lane, k, words.len()).unwrap_or(value);
            let combined = operation::combine(build, self.opcode, self.ty, v, w);
            build.select_as(v1, self.ty, member, combined, v);
        });
        Some(v)
    }
}
