//! Reductions and scans over the subgroup, clusters and partitions.
//!
//! Many invocations are combined by an atomic operation, where there is one for words, or else by two exchanges, in rows of [`ROW`]: reading so
//! many values takes longer than a barrier. With `i` the own index and `r = i & -ROW` that of the row's first invocation:
//!
//! ```text
//! Reduce             publish(identity);  atomic words[base] += x;  barrier;  fetch(0)
//! Reduce, in rows    publish(x);  s = fetch(r) + … + fetch(r + ROW - 1);  publish(s);  fetch(0) + fetch(ROW) + fetch(2 * ROW) + …
//! InclusiveScan      publish(x);  s = fetch(r) + … + fetch(i);               publish(s);  b = fetch(ROW - 1) + fetch(2 * ROW - 1) + … + fetch(r - 1)
//!                    r == 0 ? s : b + s
//! ExclusiveScan      the same, with fetch(i - 1) for s, and where that is in another row, b, or the identity
//! ```

use super::call;
use super::exchange::{from_words, to_words, Lane, Words};
use super::fold::fold;
use crate::build::flow::Range;
use crate::build::Build;
use crate::emit::Builder;
use crate::facts::Scalar;
use crate::inst::Inst;
use crate::plan::{Emulated, Key};
use crate::rules::subgroup::operation;
use crate::rules::subgroup::MALFORMED;
use crate::rules::LowerError;
use crate::tables::{group_operation as group, op};

/// The number of invocations in a row.
const ROW: u32 = 8;

/// From how many invocations on rows are faster, on lavapipe and on SwiftShader: `tests/tests/time/exchange.rs`.
const LEAST_OF_ROWS: u32 = 32;

/// The same of atomic operations.
const LEAST_OF_ATOMICS: u32 = 16;

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
        let fetched = lane.fetch(build, number, words);
        let id = build.id();
        from_words(build, id, self.ty, &fetched)?;
        Some(id)
    }

    /// Combines the values of every `step`-th invocation of a range. There is a first one.
    fn over(
        &self,
        build: &mut Builder<'_, '_>,
        lane: Lane,
        (range, step): (Range, u32),
        words: usize,
    ) -> Option<u32> {
        let first = self.value(build, lane, range.from, words)?;
        let second = self.after(build, range.from, step);
        let rest = Range {
            from: second,
            to: range.to,
        };
        Some(fold(
            build,
            (rest, step),
            (self.ty, first),
            |build, k, v, v1| {
                // It did not fail for the first value.
                let w = self.value(build, lane, k, words).unwrap_or(first);
                operation::combine_as(build, v1, self.opcode, self.ty, [v, w]);
            },
        ))
    }

    /// The index so many after another.
    fn after(&self, build: &mut Builder<'_, '_>, number: u32, step: u32) -> u32 {
        let (uint, zero, step) = (build.uint(), build.constant(0), build.constant(step));
        match number == zero {
            true => step,
            false => build.op(op::OpIAdd, uint, &[number, step]),
        }
    }

    /// Over all invocations of the subgroup or cluster, up to the own one, or before it.
    fn all(&self, build: &mut Builder<'_, '_>, value: u32) -> Option<u32> {
        let zero = build.constant(0);
        let words = to_words(build, self.ty, value)?;
        let lane = Lane::own(build, self.emulated)?;
        let is_scan = matches!(self.kind, group::InclusiveScan | group::ExclusiveScan);
        let range = match is_scan {
            false if self.cluster < self.emulated.size => lane.cluster(build, self.cluster),
            _ => Range {
                from: zero,
                to: lane.count,
            },
        };
        let in_rows = self.cluster >= LEAST_OF_ROWS;
        match (is_scan, in_rows) {
            (true, false) => self.scan(build, lane, &words),
            (true, true) => self.scan_rows(build, lane, &words),
            (false, _) => self.reduce(build, lane, range, &words),
        }
    }

    /// Over all invocations of a range.
    fn reduce(
        &self,
        build: &mut Builder<'_, '_>,
        mut lane: Lane,
        range: Range,
        words: &Words,
    ) -> Option<u32> {
        let opcode = self
            .atomic(build)
            .filter(|_| self.cluster >= LEAST_OF_ATOMICS);
        if let Some(opcode) = opcode {
            let identity = to_words(build, self.ty, self.identity)?;
            lane.publish(build, &identity);
            lane.gather(build, opcode, range.from, words);
            return self.value(build, lane, range.from, words.len());
        }
        lane.publish(build, words);
        if self.cluster < LEAST_OF_ROWS {
            return self.over(build, lane, (range, 1), words.len());
        }
        let row = lane.cluster(build, ROW);
        let sum = self.over(build, lane, (row, 1), words.len())?;
        let sums = to_words(build, self.ty, sum)?;
        lane.publish(build, &sums);
        self.over(build, lane, (range, ROW), words.len())
    }

    /// The atomic operation that does the same to each word of a value, if there is one.
    fn atomic(&self, build: &mut Builder<'_, '_>) -> Option<u16> {
        let (scalar, _) = build.shape(self.ty)?;
        let is_word = matches!(scalar, Scalar::Bool | Scalar::Int { width: 32, .. });
        let opcode = match self.opcode {
            op::OpGroupNonUniformIAdd => op::OpAtomicIAdd,
            op::OpGroupNonUniformSMin => op::OpAtomicSMin,
            op::OpGroupNonUniformUMin => op::OpAtomicUMin,
            op::OpGroupNonUniformSMax => op::OpAtomicSMax,
            op::OpGroupNonUniformUMax => op::OpAtomicUMax,
            op::OpGroupNonUniformBitwiseAnd | op::OpGroupNonUniformLogicalAnd => op::OpAtomicAnd,
            op::OpGroupNonUniformBitwiseOr | op::OpGroupNonUniformLogicalOr => op::OpAtomicOr,
            op::OpGroupNonUniformBitwiseXor | op::OpGroupNonUniformLogicalXor => op::OpAtomicXor,
            _ => return None,
        };
        is_word.then_some(opcode)
    }

    /// Up to the own invocation, or before it, from the first one.
    fn scan(&self, build: &mut Builder<'_, '_>, mut lane: Lane, words: &Words) -> Option<u32> {
        lane.publish(build, words);
        let (truth, zero) = (build.bool(), build.constant(0));
        let to = match self.kind {
            group::ExclusiveScan => lane.own,
            _ => self.after(build, lane.own, 1),
        };
        let v = self.over(build, lane, (Range { from: zero, to }, 1), words.len())?;
        Some(match self.kind {
            group::ExclusiveScan => {
                let any = build.op(op::OpINotEqual, truth, &[lane.own, zero]);
                build.select(self.ty, any, v, self.identity)
            }
            _ => v,
        })
    }

    /// The same in rows.
    fn scan_rows(&self, build: &mut Builder<'_, '_>, mut lane: Lane, words: &Words) -> Option<u32> {
        lane.publish(build, words);
        let count = words.len();
        let (uint, truth) = (build.uint(), build.bool());
        let [zero, ones, high] = [0, u32::MAX, !(ROW - 1)].map(|value| build.constant(value));
        let row = build.op(op::OpBitwiseAnd, uint, &[lane.own, high]);
        let to = self.after(build, lane.own, 1);
        let sum = self.over(build, lane, (Range { from: row, to }, 1), count)?;
        let published = to_words(build, self.ty, sum)?;
        lane.publish(build, &published);
        // Rows before the own one are full.
        let from = build.constant(ROW - 1);
        let before = self.over(build, lane, (Range { from, to: row }, ROW), count)?;
        let of_first = build.op(op::OpIEqual, truth, &[row, zero]);
        if self.kind == group::InclusiveScan {
            let both = operation::combine(build, self.opcode, self.ty, before, sum);
            return Some(build.select(self.ty, of_first, sum, both));
        }
        let low = build.constant(self.emulated.size - 1);
        let last = build.op(op::OpIAdd, uint, &[lane.own, ones]);
        let last = build.op(op::OpBitwiseAnd, uint, &[last, low]);
        let sum = self.value(build, lane, last, count)?;
        let both = operation::combine(build, self.opcode, self.ty, before, sum);
        let begins = build.op(op::OpIEqual, truth, &[row, lane.own]);
        let in_first = build.select(self.ty, begins, self.identity, sum);
        let later = build.select(self.ty, begins, before, both);
        Some(build.select(self.ty, of_first, in_first, later))
    }

    /// The same over the members of a set.
    fn members(&self, build: &mut Builder<'_, '_>, value: u32, set: u32) -> Option<u32> {
        let (uint, truth) = (build.uint(), build.bool());
        let [zero, one, five, low] = [0, 1, 5, 31].map(|value| build.constant(value));
        let words = to_words(build, self.ty, value)?;
        let mut lane = Lane::own(build, self.emulated)?;
        lane.publish(build, &words);
        let to = match self.kind {
            group::PartitionedInclusiveScanEXT => build.op(op::OpIAdd, uint, &[lane.own, one]),
            group::PartitionedExclusiveScanEXT => lane.own,
            _ => lane.count,
        };
        let range = Range { from: zero, to };
        let v = fold(
            build,
            (range, 1),
            (self.ty, self.identity),
            |build, k, v, v1| {
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
            },
        );
        Some(v)
    }
}
