//! Votes, ballots, operations on ballots, masks and partitions. Booleans are stored as 0 or 1.

use super::component::ComponentType;
use super::scan::GroupOperation;
use super::{boolean, words, Group, LaneResult, Value};

/// `OpGroupNonUniformElect`: true in the lowest active lane.
pub fn elect(group: Group) -> Vec<LaneResult> {
    group.each(|lane| boolean(group.first() == Some(lane)))
}

/// `OpGroupNonUniformAll`, `OpSubgroupAllKHR` and `OpGroupAll`
pub fn all(group: Group, predicate: &[bool]) -> Vec<LaneResult> {
    group.each(|_| boolean(group.lanes().all(|lane| predicate[lane])))
}

/// `OpGroupNonUniformAny`, `OpSubgroupAnyKHR` and `OpGroupAny`
pub fn any(group: Group, predicate: &[bool]) -> Vec<LaneResult> {
    group.each(|_| boolean(group.lanes().any(|lane| predicate[lane])))
}

/// `OpGroupNonUniformAllEqual` and `OpSubgroupAllEqualKHR`: floats are compared as by `OpFOrdEqual`, vectors per component.
pub fn all_equal(group: Group, component: ComponentType, values: &[Value]) -> Vec<LaneResult> {
    let first = group.first();
    let same = group
        .lanes()
        .all(|lane| first.is_some_and(|first| are_equal(component, &values[first], &values[lane])));
    group.each(|_| boolean(same))
}

fn are_equal(component: ComponentType, a: &Value, b: &Value) -> bool {
    let zero = |bits: u64| match component {
        ComponentType::Float(width) => bits << (65 - width) == 0,
        _ => bits == 0,
    };
    let one = |(&a, &b): (&u64, &u64)| !component.is_nan(a) && (a == b || zero(a) && zero(b));
    a.iter().zip(b).all(one)
}

/// `OpGroupNonUniformQuadAllKHR`: over the active invocations of the quad.
pub fn quad_all(group: Group, predicate: &[bool]) -> Vec<LaneResult> {
    group.each(|lane| {
        boolean(
            group
                .lanes()
                .all(|other| other / 4 != lane / 4 || predicate[other]),
        )
    })
}

/// `OpGroupNonUniformQuadAnyKHR`
pub fn quad_any(group: Group, predicate: &[bool]) -> Vec<LaneResult> {
    group.each(|lane| {
        boolean(
            group
                .lanes()
                .any(|other| other / 4 == lane / 4 && predicate[other]),
        )
    })
}

/// The mask of the active lanes for which a predicate is true.
pub fn ballot_mask(group: Group, predicate: &[bool]) -> u128 {
    group.branch(|lane| predicate[lane]).active()
}

/// `OpGroupNonUniformBallot` and `OpSubgroupBallotKHR`
pub fn ballot(group: Group, predicate: &[bool]) -> Vec<LaneResult> {
    group.each(|_| LaneResult::Defined(words(ballot_mask(group, predicate))))
}

/// `OpGroupNonUniformInverseBallot`: undefined if the mask differs between active invocations.
pub fn inverse_ballot(group: Group, masks: &[u128]) -> Vec<LaneResult> {
    let same = group
        .first()
        .is_none_or(|first| group.lanes().all(|lane| masks[lane] == masks[first]));
    group.each(|lane| match same {
        true => boolean(masks[lane] >> lane & 1 == 1),
        false => LaneResult::Undefined,
    })
}

/// `OpGroupNonUniformBallotBitExtract`
pub fn bit_extract(group: Group, masks: &[u128], index: &[u32]) -> Vec<LaneResult> {
    group.each(|lane| match index[lane] as usize {
        at if at < group.size() => boolean(masks[lane] >> at & 1 == 1),
        _ => LaneResult::Undefined,
    })
}

/// `OpGroupNonUniformBallotBitCount`: ignores bits beyond the subgroup.
pub fn bit_count(group: Group, operation: GroupOperation, masks: &[u128]) -> Vec<LaneResult> {
    group.each(|lane| {
        let below = (1_u128 << lane) - 1;
        let span = match operation {
            GroupOperation::Reduce => group.all(),
            GroupOperation::InclusiveScan => below | 1 << lane,
            GroupOperation::ExclusiveScan => below,
        };
        LaneResult::Defined(vec![u64::from((masks[lane] & span).count_ones())])
    })
}

/// `OpGroupNonUniformBallotFindLSB`: ignores bits beyond the subgroup; undefined if no other bit is set.
pub fn find_lsb(group: Group, masks: &[u128]) -> Vec<LaneResult> {
    group.each(|lane| match masks[lane] & group.all() {
        0 => LaneResult::Undefined,
        mask => LaneResult::Defined(vec![u64::from(mask.trailing_zeros())]),
    })
}

/// `OpGroupNonUniformBallotFindMSB`: as [`find_lsb`].
pub fn find_msb(group: Group, masks: &[u128]) -> Vec<LaneResult> {
    group.each(|lane| match masks[lane] & group.all() {
        0 => LaneResult::Undefined,
        mask => LaneResult::Defined(vec![u64::from(127 - mask.leading_zeros())]),
    })
}

/// `MbcntAMD`: the number of bits set below the invocation's own.
pub fn mbcnt_amd(group: Group, masks: &[u64]) -> Vec<LaneResult> {
    group.each(|lane| {
        let below = (1_u128 << lane) - 1;
        LaneResult::Defined(vec![u64::from(
            (u128::from(masks[lane]) & below).count_ones(),
        )])
    })
}

/// `OpGroupNonUniformPartition{NV,EXT}`: the active invocations with an equal value. NaN is not equal to itself, so its subset
/// has one invocation.
pub fn partition(group: Group, component: ComponentType, values: &[Value]) -> Vec<LaneResult> {
    group.each(|lane| {
        let same =
            |other: usize| other == lane || are_equal(component, &values[lane], &values[other]);
        LaneResult::Defined(words(group.branch(same).active()))
    })
}

/// `SubgroupEqMask`, `SubgroupGeMask`, `SubgroupGtMask`, `SubgroupLeMask` and `SubgroupLtMask`, in this order, without bits
/// beyond the subgroup.
pub fn masks(group: Group, lane: usize) -> [u128; 5] {
    let (own, below) = (1_u128 << lane, (1_u128 << lane) - 1);
    let upward = group.all() & !below;
    [own, upward, upward & !own, below | own, below]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(got: &[LaneResult], lane: usize) -> u64 {
        match &got[lane] {
            LaneResult::Defined(value) => value[0],
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn votes_consider_active_lanes_only() {
        let group = Group::new(8, 0b0011_0110);
        let predicate = [false, true, true, false, true, true, false, false];
        assert_eq!(all(group, &predicate)[1], boolean(true));
        assert_eq!(any(group, &[false; 8])[1], boolean(false));
        assert_eq!(elect(group)[1], boolean(true));
        assert_eq!(elect(group)[4], boolean(false));
        assert_eq!(ballot_mask(group, &[true; 8]), 0b0011_0110);
        assert_eq!(
            ballot(group, &predicate)[2],
            LaneResult::Defined(vec![0b0011_0110, 0, 0, 0])
        );
        let predicate = [true, false, true, true, true, true, true, true];
        assert_eq!(quad_all(group, &predicate)[2], boolean(false));
        assert_eq!(quad_all(group, &predicate)[5], boolean(true));
        assert_eq!(quad_any(group, &predicate)[1], boolean(true));
        assert_eq!(all(group, &predicate)[0], LaneResult::Inactive);
    }

    #[test]
    fn all_equal_compares_floats_by_value() {
        let group = Group::full(2);
        let float = ComponentType::Float(32);
        let value = |value: f32| vec![u64::from(value.to_bits())];
        let equal = |a: f32, b: f32| all_equal(group, float, &[value(a), value(b)])[0].clone();
        assert_eq!(equal(0.0, -0.0), boolean(true));
        assert_eq!(equal(f32::NAN, f32::NAN), boolean(false));
        assert_eq!(equal(2.0, 2.0), boolean(true));
        let nan = partition(group, float, &[value(f32::NAN), value(f32::NAN)]);
        assert_eq!(
            nan,
            [LaneResult::Defined(words(1)), LaneResult::Defined(words(2))]
        );
        let ints = [vec![5, 6], vec![5, 7]];
        assert_eq!(
            all_equal(group, ComponentType::Uint(32), &ints)[1],
            boolean(false)
        );
        assert_eq!(
            partition(group, ComponentType::Uint(32), &ints)[1],
            LaneResult::Defined(words(2))
        );
    }

    #[test]
    fn ballot_operations_ignore_bits_beyond_the_subgroup() {
        let group = Group::full(8);
        let high = [!0_u128 << 4; 8];
        assert_eq!(one(&bit_count(group, GroupOperation::Reduce, &high), 0), 4);
        assert_eq!(
            one(&bit_count(group, GroupOperation::InclusiveScan, &high), 5),
            2
        );
        assert_eq!(
            one(&bit_count(group, GroupOperation::ExclusiveScan, &high), 5),
            1
        );
        assert_eq!(one(&find_lsb(group, &high), 0), 4);
        assert_eq!(one(&find_msb(group, &high), 0), 7);
        assert_eq!(find_msb(group, &[!0 << 8; 8])[0], LaneResult::Undefined);
        assert_eq!(bit_extract(group, &high, &[8; 8])[0], LaneResult::Undefined);
        assert_eq!(bit_extract(group, &high, &[4; 8])[0], boolean(true));
        assert_eq!(inverse_ballot(group, &high)[3], boolean(false));
        assert_eq!(inverse_ballot(group, &high)[4], boolean(true));
    }

    #[test]
    fn subgroups_of_128_use_all_four_words() {
        let group = Group::full(128);
        assert_eq!(one(&find_msb(group, &[u128::MAX; 128]), 0), 127);
        assert_eq!(
            masks(group, 127),
            [1 << 127, 1 << 127, 0, u128::MAX, u128::MAX >> 1]
        );
        assert_eq!(masks(Group::full(4), 1), [2, 0b1110, 0b1100, 0b11, 0b1]);
        assert_eq!(one(&mbcnt_amd(Group::full(64), &[u64::MAX; 64]), 63), 63);
        assert_eq!(one(&mbcnt_amd(Group::full(64), &[0b1010; 64]), 2), 1);
    }
}
