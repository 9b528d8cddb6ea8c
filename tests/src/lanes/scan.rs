//! Reductions and scans: `OpGroupNonUniform{IAdd … BitwiseXor}`, AMD's `OpGroup*NonUniformAMD`, and the collective
//! `OpGroup*` of SPIR-V 1.0, all of which take the active invocations in the order of their index.

use super::number::{Number, Op};
use super::{Got, Group, Value};

/// `Group Operation`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// `Reduce`: everybody gets the whole.
    Reduce,
    /// `InclusiveScan`: up to and with oneself.
    Inclusive,
    /// `ExclusiveScan`: up to oneself, from the identity.
    Exclusive,
}

/// A reduction or scan over all active invocations, component by component.
pub fn scan(group: Group, number: Number, op: Op, over: Over, values: &[Value]) -> Vec<Got> {
    subsets(group, number, op, over, values, |_| 0)
}

/// `ClusteredReduce`: over the active invocations of each aligned run of `size`, a power of two.
pub fn clustered(group: Group, number: Number, op: Op, size: usize, values: &[Value]) -> Vec<Got> {
    if !size.is_power_of_two() || size > group.size() {
        return group.each(|_| Got::Any);
    }
    subsets(group, number, op, Over::Reduce, values, |lane| lane / size)
}

/// `PartitionedReduce` and scans (`SPV_NV_shader_subgroup_partitioned`): over the subset that each invocation's ballot
/// names. Undefined where the ballots are no partition of the active invocations.
pub fn partitioned(
    group: Group,
    number: Number,
    op: Op,
    over: Over,
    values: &[Value],
    ballots: &[u128],
) -> Vec<Got> {
    let of = |lane: usize| ballots[lane] & group.active();
    let fits = |lane: usize| {
        let mine = of(lane);
        mine >> lane & 1 == 1
            && group
                .lanes()
                .all(|other| mine >> other & 1 == 0 || of(other) == mine)
    };
    if !group.lanes().all(fits) {
        return group.each(|_| Got::Any);
    }
    subsets(group, number, op, over, values, |lane| {
        of(lane).trailing_zeros() as usize
    })
}

/// A reduction or scan over the active invocations of the same subset.
fn subsets(
    group: Group,
    number: Number,
    op: Op,
    over: Over,
    values: &[Value],
    subset: impl Fn(usize) -> usize,
) -> Vec<Got> {
    group.each(|lane| {
        let takes_part = |&other: &usize| {
            subset(other) == subset(lane)
                && match over {
                    Over::Reduce => true,
                    Over::Inclusive => other <= lane,
                    Over::Exclusive => other < lane,
                }
        };
        let part = |component: usize| {
            let mut parts = group
                .lanes()
                .filter(takes_part)
                .map(|other| values[other][component]);
            let bits = match parts.next() {
                Some(first) => parts.fold(first, |a, b| number.combine(op, a, b)),
                None => number.identity(op),
            };
            // Where every operand is NaN the result is undefined; a sum with NaN is some NaN.
            (!number.is_nan(bits)).then_some(bits)
        };
        let all: Option<Value> = (0..values[lane].len()).map(part).collect();
        all.map_or(Got::Any, Got::Is)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp(size: usize) -> Vec<Value> {
        (0..size as u64)
            .map(|lane| vec![lane + 1, 10 * lane])
            .collect()
    }

    fn firsts(got: &[Got]) -> Vec<Option<u64>> {
        let first = |got: &Got| match got {
            Got::Is(value) => Some(value[0]),
            Got::Any | Got::Idle => None,
        };
        got.iter().map(first).collect()
    }

    #[test]
    fn scans_skip_what_is_inactive() {
        let group = Group::new(4, 0b1101);
        let uint = Number::Uint(32);
        for (over, expected) in [
            (Over::Reduce, [Some(8), None, Some(8), Some(8)]),
            (Over::Inclusive, [Some(1), None, Some(4), Some(8)]),
            (Over::Exclusive, [Some(0), None, Some(1), Some(4)]),
        ] {
            let got = scan(group, uint, Op::Add, over, &ramp(4));
            assert_eq!(firsts(&got), expected, "{over:?}");
        }
        let second = scan(group, uint, Op::Max, Over::Reduce, &ramp(4));
        assert_eq!(second[0], Got::Is(vec![4, 30]));
        assert_eq!(second[1], Got::Idle);
    }

    #[test]
    fn clusters_are_aligned_runs() {
        let group = Group::new(8, 0b1011_1111);
        let got = clustered(group, Number::Int(32), Op::Add, 4, &ramp(8));
        let expected = [10, 10, 10, 10, 19, 19, 0, 19].map(|sum| (sum != 0).then_some(sum));
        assert_eq!(firsts(&got), expected);
        assert!(clustered(group, Number::Int(32), Op::Add, 3, &ramp(8)).contains(&Got::Any));
        assert_eq!(
            clustered(group, Number::Int(32), Op::Add, 16, &ramp(8))[0],
            Got::Any
        );
    }

    #[test]
    fn partitions_have_to_be_partitions() {
        let group = Group::full(4);
        let sum = |ballots: [u128; 4]| {
            let got = partitioned(
                group,
                Number::Uint(32),
                Op::Add,
                Over::Reduce,
                &ramp(4),
                &ballots,
            );
            firsts(&got)
        };
        assert_eq!(
            sum([0b0101, 0b1010, 0b0101, 0b1010]),
            [4, 6, 4, 6].map(Some)
        );
        assert_eq!(sum([0b0101, 0b1010, 0b0101, 0b1000]), [None; 4]);
        // Bits beyond the subgroup are ignored.
        assert_eq!(sum([!0 << 4 | 1, 2, 4, 8]), [1, 2, 3, 4].map(Some));
    }

    #[test]
    fn all_nan_is_undefined() {
        let nan = vec![u64::from(f32::NAN.to_bits())];
        let values = [nan.clone(), nan];
        let got = scan(
            Group::full(2),
            Number::Float(32),
            Op::Min,
            Over::Exclusive,
            &values,
        );
        assert_eq!(got[1], Got::Any);
        assert_eq!(got[0], Got::Is(vec![u64::from(f32::INFINITY.to_bits())]));
    }
}
