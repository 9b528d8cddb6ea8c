//! Reductions and scans: `OpGroupNonUniform{IAdd … BitwiseXor}`, `OpGroup*NonUniformAMD`, and the collective `OpGroup*` of
//! SPIR-V 1.0. All combine the active invocations in ascending order.

use super::component::{ComponentType, Op};
use super::{Group, LaneResult, Value};

/// `Group Operation`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupOperation {
    /// `Reduce`: all active invocations.
    Reduce,
    /// `InclusiveScan`: the active invocations up to and including this one.
    InclusiveScan,
    /// `ExclusiveScan`: the active invocations before this one, starting with the identity.
    ExclusiveScan,
}

/// A reduction or scan over all active invocations, per component.
pub fn scan(
    group: Group,
    component: ComponentType,
    op: Op,
    operation: GroupOperation,
    values: &[Value],
) -> Vec<LaneResult> {
    scan_subsets(group, component, op, operation, values, |_| 0)
}

/// `ClusteredReduce`: over the active invocations of each aligned cluster. `size` is a power of two.
pub fn clustered(
    group: Group,
    component: ComponentType,
    op: Op,
    size: usize,
    values: &[Value],
) -> Vec<LaneResult> {
    if !size.is_power_of_two() || size > group.size() {
        return group.each(|_| LaneResult::Undefined);
    }
    scan_subsets(
        group,
        component,
        op,
        GroupOperation::Reduce,
        values,
        |lane| lane / size,
    )
}

/// `PartitionedReduceNV` and scans (`SPV_NV_shader_subgroup_partitioned`): over the subset given by each invocation's ballot.
/// Undefined if the ballots are not a partition of the active invocations.
pub fn partitioned(
    group: Group,
    component: ComponentType,
    op: Op,
    operation: GroupOperation,
    values: &[Value],
    ballots: &[u128],
) -> Vec<LaneResult> {
    let of = |lane: usize| ballots[lane] & group.active();
    let fits = |lane: usize| {
        let mine = of(lane);
        mine >> lane & 1 == 1
            && group
                .lanes()
                .all(|other| mine >> other & 1 == 0 || of(other) == mine)
    };
    if !group.lanes().all(fits) {
        return group.each(|_| LaneResult::Undefined);
    }
    scan_subsets(group, component, op, operation, values, |lane| {
        of(lane).trailing_zeros() as usize
    })
}

/// A reduction or scan over the active invocations of the same subset.
fn scan_subsets(
    group: Group,
    component: ComponentType,
    op: Op,
    operation: GroupOperation,
    values: &[Value],
    subset: impl Fn(usize) -> usize,
) -> Vec<LaneResult> {
    group.each(|lane| {
        let is_included = |&other: &usize| {
            subset(other) == subset(lane)
                && match operation {
                    GroupOperation::Reduce => true,
                    GroupOperation::InclusiveScan => other <= lane,
                    GroupOperation::ExclusiveScan => other < lane,
                }
        };
        let part = |at: usize| {
            let mut parts = group
                .lanes()
                .filter(is_included)
                .map(|other| values[other][at]);
            let bits = match parts.next() {
                Some(first) => parts.fold(first, |a, b| component.combine(op, a, b)),
                None => component.identity(op),
            };
            // The minimum or maximum of NaN only is undefined, and so are the bits of a NaN sum or product.
            (!component.is_nan(bits)).then_some(bits)
        };
        let all: Option<Value> = (0..values[lane].len()).map(part).collect();
        all.map_or(LaneResult::Undefined, LaneResult::Defined)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_values(size: usize) -> Vec<Value> {
        (0..size as u64)
            .map(|lane| vec![lane + 1, 10 * lane])
            .collect()
    }

    fn first_components(got: &[LaneResult]) -> Vec<Option<u64>> {
        let first = |got: &LaneResult| match got {
            LaneResult::Defined(value) => Some(value[0]),
            LaneResult::Undefined | LaneResult::Inactive => None,
        };
        got.iter().map(first).collect()
    }

    #[test]
    fn scans_skip_inactive_lanes() {
        let group = Group::new(4, 0b1101);
        let uint = ComponentType::Uint(32);
        for (operation, expected) in [
            (GroupOperation::Reduce, [Some(8), None, Some(8), Some(8)]),
            (
                GroupOperation::InclusiveScan,
                [Some(1), None, Some(4), Some(8)],
            ),
            (
                GroupOperation::ExclusiveScan,
                [Some(0), None, Some(1), Some(4)],
            ),
        ] {
            let got = scan(group, uint, Op::Add, operation, &test_values(4));
            assert_eq!(first_components(&got), expected, "{operation:?}");
        }
        let second = scan(
            group,
            uint,
            Op::Max,
            GroupOperation::Reduce,
            &test_values(4),
        );
        assert_eq!(second[0], LaneResult::Defined(vec![4, 30]));
        assert_eq!(second[1], LaneResult::Inactive);
    }

    #[test]
    fn clusters_are_aligned() {
        let group = Group::new(8, 0b1011_1111);
        let got = clustered(group, ComponentType::Int(32), Op::Add, 4, &test_values(8));
        let expected = [10, 10, 10, 10, 19, 19, 0, 19].map(|sum| (sum != 0).then_some(sum));
        assert_eq!(first_components(&got), expected);
        assert!(
            clustered(group, ComponentType::Int(32), Op::Add, 3, &test_values(8))
                .contains(&LaneResult::Undefined)
        );
        assert_eq!(
            clustered(group, ComponentType::Int(32), Op::Add, 16, &test_values(8))[0],
            LaneResult::Undefined
        );
    }

    #[test]
    fn invalid_partitions_give_undefined_results() {
        let group = Group::full(4);
        let sum = |ballots: [u128; 4]| {
            let got = partitioned(
                group,
                ComponentType::Uint(32),
                Op::Add,
                GroupOperation::Reduce,
                &test_values(4),
                &ballots,
            );
            first_components(&got)
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
    fn min_of_nan_only_is_undefined() {
        let nan = vec![u64::from(f32::NAN.to_bits())];
        let values = [nan.clone(), nan];
        let got = scan(
            Group::full(2),
            ComponentType::Float(32),
            Op::Min,
            GroupOperation::ExclusiveScan,
            &values,
        );
        assert_eq!(got[1], LaneResult::Undefined);
        assert_eq!(
            got[0],
            LaneResult::Defined(vec![u64::from(f32::INFINITY.to_bits())])
        );
    }
}
