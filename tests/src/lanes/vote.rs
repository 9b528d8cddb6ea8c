//! Truths over the subgroup: votes, ballots and what is done with them. Truths are stored as 0 and 1.

use super::number::Number;
use super::scan::Over;
use super::{truth, words, Got, Group, Value};

/// `OpGroupNonUniformElect`: true in the lowest active invocation.
pub fn elect(group: Group) -> Vec<Got> {
    group.each(|lane| truth(group.first() == Some(lane)))
}

/// `OpGroupNonUniformAll`, `OpSubgroupAllKHR`, `OpGroupAll`.
pub fn all(group: Group, is: &[bool]) -> Vec<Got> {
    group.each(|_| truth(group.lanes().all(|lane| is[lane])))
}

/// `OpGroupNonUniformAny`, `OpSubgroupAnyKHR`, `OpGroupAny`.
pub fn any(group: Group, is: &[bool]) -> Vec<Got> {
    group.each(|_| truth(group.lanes().any(|lane| is[lane])))
}

/// `OpGroupNonUniformAllEqual`, `OpSubgroupAllEqualKHR`: floats are equal as `OpFOrdEqual` says, vectors in every
/// component.
pub fn all_equal(group: Group, number: Number, values: &[Value]) -> Vec<Got> {
    let first = group.first();
    let same = group
        .lanes()
        .all(|lane| first.is_some_and(|first| are_equal(number, &values[first], &values[lane])));
    group.each(|_| truth(same))
}

fn are_equal(number: Number, a: &Value, b: &Value) -> bool {
    let zero = |bits: u64| match number {
        Number::Float(width) => bits << (65 - width) == 0,
        _ => bits == 0,
    };
    let one = |(&a, &b): (&u64, &u64)| !number.is_nan(a) && (a == b || zero(a) && zero(b));
    a.iter().zip(b).all(one)
}

/// `OpGroupNonUniformQuadAllKHR`: of the active invocations of the quad.
pub fn quad_all(group: Group, is: &[bool]) -> Vec<Got> {
    group.each(|lane| {
        truth(
            group
                .lanes()
                .all(|other| other / 4 != lane / 4 || is[other]),
        )
    })
}

/// `OpGroupNonUniformQuadAnyKHR`
pub fn quad_any(group: Group, is: &[bool]) -> Vec<Got> {
    group.each(|lane| {
        truth(
            group
                .lanes()
                .any(|other| other / 4 == lane / 4 && is[other]),
        )
    })
}

/// The mask of the active invocations for which something is true.
pub fn ballot_mask(group: Group, is: &[bool]) -> u128 {
    group.branch(|lane| is[lane]).active()
}

/// `OpGroupNonUniformBallot`, `OpSubgroupBallotKHR`: the four words.
pub fn ballot(group: Group, is: &[bool]) -> Vec<Got> {
    group.each(|_| Got::Is(words(ballot_mask(group, is))))
}

/// `OpGroupNonUniformInverseBallot`: one's own bit of a mask that is the same for all active invocations.
pub fn inverse_ballot(group: Group, masks: &[u128]) -> Vec<Got> {
    let same = group
        .first()
        .is_none_or(|first| group.lanes().all(|lane| masks[lane] == masks[first]));
    group.each(|lane| match same {
        true => truth(masks[lane] >> lane & 1 == 1),
        false => Got::Any,
    })
}

/// `OpGroupNonUniformBallotBitExtract`
pub fn bit_extract(group: Group, masks: &[u128], index: &[u32]) -> Vec<Got> {
    group.each(|lane| match index[lane] as usize {
        at if at < group.size() => truth(masks[lane] >> at & 1 == 1),
        _ => Got::Any,
    })
}

/// `OpGroupNonUniformBallotBitCount`: only bits of the subgroup count.
pub fn bit_count(group: Group, over: Over, masks: &[u128]) -> Vec<Got> {
    group.each(|lane| {
        let below = (1_u128 << lane) - 1;
        let span = match over {
            Over::Reduce => group.all(),
            Over::Inclusive => below | 1 << lane,
            Over::Exclusive => below,
        };
        Got::Is(vec![u64::from((masks[lane] & span).count_ones())])
    })
}

/// `OpGroupNonUniformBallotFindLSB`, of the bits of the subgroup; undefined if none is set.
pub fn find_lsb(group: Group, masks: &[u128]) -> Vec<Got> {
    group.each(|lane| match masks[lane] & group.all() {
        0 => Got::Any,
        mask => Got::Is(vec![u64::from(mask.trailing_zeros())]),
    })
}

/// `OpGroupNonUniformBallotFindMSB`, likewise.
pub fn find_msb(group: Group, masks: &[u128]) -> Vec<Got> {
    group.each(|lane| match masks[lane] & group.all() {
        0 => Got::Any,
        mask => Got::Is(vec![u64::from(127 - mask.leading_zeros())]),
    })
}

/// `MbcntAMD`: the bits of a 64-bit mask below oneself.
pub fn mbcnt_amd(group: Group, masks: &[u64]) -> Vec<Got> {
    group.each(|lane| {
        let below = (1_u128 << lane) - 1;
        Got::Is(vec![u64::from(
            (u128::from(masks[lane]) & below).count_ones(),
        )])
    })
}

/// `OpGroupNonUniformPartition{NV,EXT}`: for each invocation those with an equal value. NaN equals nothing, so that its
/// invocation stands alone.
pub fn partition(group: Group, number: Number, values: &[Value]) -> Vec<Got> {
    group.each(|lane| {
        let same = |other: usize| other == lane || are_equal(number, &values[lane], &values[other]);
        Got::Is(words(group.branch(same).active()))
    })
}

/// `SubgroupEqMask`, `GeMask`, `GtMask`, `LeMask`, `LtMask`, in this order: bits of the subgroup only.
pub fn masks(group: Group, lane: usize) -> [u128; 5] {
    let (own, below) = (1_u128 << lane, (1_u128 << lane) - 1);
    let upward = group.all() & !below;
    [own, upward, upward & !own, below | own, below]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(got: &[Got], lane: usize) -> u64 {
        match &got[lane] {
            Got::Is(value) => value[0],
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn votes_ask_the_active_only() {
        let group = Group::new(8, 0b0011_0110);
        let is = [false, true, true, false, true, true, false, false];
        assert_eq!(all(group, &is)[1], truth(true));
        assert_eq!(any(group, &[false; 8])[1], truth(false));
        assert_eq!(elect(group)[1], truth(true));
        assert_eq!(elect(group)[4], truth(false));
        assert_eq!(ballot_mask(group, &[true; 8]), 0b0011_0110);
        assert_eq!(ballot(group, &is)[2], Got::Is(vec![0b0011_0110, 0, 0, 0]));
        let is = [true, false, true, true, true, true, true, true];
        assert_eq!(quad_all(group, &is)[2], truth(false));
        assert_eq!(quad_all(group, &is)[5], truth(true));
        assert_eq!(quad_any(group, &is)[1], truth(true));
        assert_eq!(all(group, &is)[0], Got::Idle);
    }

    #[test]
    fn equal_is_equal_as_numbers() {
        let group = Group::full(2);
        let float = Number::Float(32);
        let value = |value: f32| vec![u64::from(value.to_bits())];
        let equal = |a: f32, b: f32| all_equal(group, float, &[value(a), value(b)])[0].clone();
        assert_eq!(equal(0.0, -0.0), truth(true));
        assert_eq!(equal(f32::NAN, f32::NAN), truth(false));
        assert_eq!(equal(2.0, 2.0), truth(true));
        let nan = partition(group, float, &[value(f32::NAN), value(f32::NAN)]);
        assert_eq!(nan, [Got::Is(words(1)), Got::Is(words(2))]);
        let ints = [vec![5, 6], vec![5, 7]];
        assert_eq!(all_equal(group, Number::Uint(32), &ints)[1], truth(false));
        assert_eq!(
            partition(group, Number::Uint(32), &ints)[1],
            Got::Is(words(2))
        );
    }

    #[test]
    fn bits_beyond_the_subgroup_do_not_count() {
        let group = Group::full(8);
        let high = [!0_u128 << 4; 8];
        assert_eq!(one(&bit_count(group, Over::Reduce, &high), 0), 4);
        assert_eq!(one(&bit_count(group, Over::Inclusive, &high), 5), 2);
        assert_eq!(one(&bit_count(group, Over::Exclusive, &high), 5), 1);
        assert_eq!(one(&find_lsb(group, &high), 0), 4);
        assert_eq!(one(&find_msb(group, &high), 0), 7);
        assert_eq!(find_msb(group, &[!0 << 8; 8])[0], Got::Any);
        assert_eq!(bit_extract(group, &high, &[8; 8])[0], Got::Any);
        assert_eq!(bit_extract(group, &high, &[4; 8])[0], truth(true));
        assert_eq!(inverse_ballot(group, &high)[3], truth(false));
        assert_eq!(inverse_ballot(group, &high)[4], truth(true));
    }

    #[test]
    fn wide_subgroups_use_all_four_words() {
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
