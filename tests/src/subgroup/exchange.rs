//! Reads of other invocations' operands: shuffles, broadcasts, rotations, quad operations, and those of AMD's and Intel's
//! extensions.

use super::{Group, LaneResult, Value};

/// The value of a lane, undefined if the lane is inactive or not in the subgroup.
fn value_of(group: Group, values: &[Value], lane: usize) -> LaneResult {
    match group.is_active(lane) {
        true => LaneResult::Defined(values[lane].clone()),
        false => LaneResult::Undefined,
    }
}

/// As [`value_of`], but 0 instead of undefined: the reads of `SPV_AMD_shader_ballot`.
fn or_zero(group: Group, values: &[Value], lane: usize) -> LaneResult {
    match group.is_active(lane) {
        true => LaneResult::Defined(values[lane].clone()),
        false => LaneResult::Defined(vec![0; values[0].len()]),
    }
}

/// `OpGroupNonUniformShuffle`
pub fn shuffle(group: Group, values: &[Value], index: &[u32]) -> Vec<LaneResult> {
    group.each(|lane| value_of(group, values, index[lane] as usize))
}

/// `OpGroupNonUniformShuffleXor`
pub fn shuffle_xor(group: Group, values: &[Value], mask: &[u32]) -> Vec<LaneResult> {
    group.each(|lane| value_of(group, values, lane ^ mask[lane] as usize))
}

/// `OpGroupNonUniformShuffleUp`: reads a lower lane. Undefined below lane 0.
pub fn shuffle_up(group: Group, values: &[Value], delta: &[u32]) -> Vec<LaneResult> {
    group.each(|lane| match lane.checked_sub(delta[lane] as usize) {
        Some(from) => value_of(group, values, from),
        None => LaneResult::Undefined,
    })
}

/// `OpGroupNonUniformShuffleDown`: reads a higher lane.
pub fn shuffle_down(group: Group, values: &[Value], delta: &[u32]) -> Vec<LaneResult> {
    group.each(|lane| value_of(group, values, lane.saturating_add(delta[lane] as usize)))
}

/// `OpGroupNonUniformRotateKHR`, over the subgroup (`cluster` is `None`) or over aligned clusters. Undefined if the distance
/// differs between active invocations.
pub fn rotate(
    group: Group,
    values: &[Value],
    delta: &[u32],
    cluster: Option<usize>,
) -> Vec<LaneResult> {
    let size = cluster.unwrap_or(group.size());
    let uniform = group.first().map(|first| delta[first]);
    let same = group.lanes().all(|lane| Some(delta[lane]) == uniform);
    if !same || !size.is_power_of_two() || size > group.size() {
        return group.each(|_| LaneResult::Undefined);
    }
    group.each(|lane| {
        let within = (lane + delta[lane] as usize) % size;
        value_of(group, values, lane / size * size + within)
    })
}

/// `OpGroupNonUniformBroadcast` and `OpSubgroupReadInvocationKHR`. Undefined if the index differs between active invocations.
pub fn broadcast(group: Group, values: &[Value], index: &[u32]) -> Vec<LaneResult> {
    let uniform = group.first().map(|first| index[first]);
    let same = group.lanes().all(|lane| Some(index[lane]) == uniform);
    group.each(|lane| match same {
        true => value_of(group, values, index[lane] as usize),
        false => LaneResult::Undefined,
    })
}

/// `OpGroupNonUniformBroadcastFirst` and `OpSubgroupFirstInvocationKHR`
pub fn broadcast_first(group: Group, values: &[Value]) -> Vec<LaneResult> {
    group.each(|lane| value_of(group, values, group.first().unwrap_or(lane)))
}

/// `OpGroupNonUniformQuadBroadcast`
pub fn quad_broadcast(group: Group, values: &[Value], index: u32) -> Vec<LaneResult> {
    group.each(|lane| match index {
        0..=3 => value_of(group, values, lane & !3 | index as usize),
        _ => LaneResult::Undefined,
    })
}

/// `OpGroupNonUniformQuadSwap`: 0 is horizontal, 1 vertical, 2 diagonal.
pub fn quad_swap(group: Group, values: &[Value], direction: u32) -> Vec<LaneResult> {
    group.each(|lane| match direction {
        0..=2 => value_of(group, values, lane ^ (direction as usize + 1)),
        _ => LaneResult::Undefined,
    })
}

/// `SwizzleInvocationsAMD`: reads within aligned groups of four. The result is 0 if the other lane is inactive, and undefined
/// if an offset exceeds 3.
pub fn swizzle_amd(group: Group, values: &[Value], offset: &[[u32; 4]]) -> Vec<LaneResult> {
    group.each(|lane| match offset[lane][lane & 3] {
        place @ 0..=3 => or_zero(group, values, lane & !3 | place as usize),
        _ => LaneResult::Undefined,
    })
}

/// `SwizzleInvocationsMaskedAMD` with the masks AND, OR and XOR: reads within aligned groups of 32. The result is 0 if the
/// other lane is inactive, and undefined if a mask exceeds 31.
pub fn swizzle_masked_amd(group: Group, values: &[Value], masks: &[[u32; 3]]) -> Vec<LaneResult> {
    group.each(|lane| {
        let [and, or, xor] = masks[lane];
        if and.max(or).max(xor) > 31 {
            return LaneResult::Undefined;
        }
        let within = ((lane & 31) & and as usize | or as usize) ^ xor as usize;
        or_zero(group, values, lane & !31 | within)
    })
}

/// `WriteInvocationAMD`: the second value in one lane, the first in all others. Undefined if the value written or the index
/// differs between active invocations, or if the index is not in the subgroup.
pub fn write_amd(
    group: Group,
    inputs: &[Value],
    writes: &[Value],
    index: &[u32],
) -> Vec<LaneResult> {
    let same =
        |lane: usize, first: usize| writes[lane] == writes[first] && index[lane] == index[first];
    let uniform = group
        .first()
        .is_none_or(|first| group.lanes().all(|lane| same(lane, first)));
    group.each(|lane| match index[lane] as usize {
        place if !uniform || place >= group.size() => LaneResult::Undefined,
        place if place == lane => LaneResult::Defined(writes[lane].clone()),
        _ => LaneResult::Defined(inputs[lane].clone()),
    })
}

/// `OpSubgroupShuffleDownINTEL`: lanes past the end read from `next`. `SubgroupMaxSize` equals the size here.
pub fn shuffle_down_intel(
    group: Group,
    current: &[Value],
    next: &[Value],
    delta: &[u32],
) -> Vec<LaneResult> {
    group.each(|lane| match lane.saturating_add(delta[lane] as usize) {
        at if at < group.size() => value_of(group, current, at),
        at => value_of(group, next, at - group.size()),
    })
}

/// `OpSubgroupShuffleUpINTEL`: lanes below 0 read from `previous`.
pub fn shuffle_up_intel(
    group: Group,
    previous: &[Value],
    current: &[Value],
    delta: &[u32],
) -> Vec<LaneResult> {
    group.each(|lane| {
        let delta = delta[lane] as usize;
        match (
            lane.checked_sub(delta),
            (lane + group.size()).checked_sub(delta),
        ) {
            (Some(at), _) => value_of(group, current, at),
            (None, Some(at)) => value_of(group, previous, at),
            (None, None) => LaneResult::Undefined,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn multiples_of_ten(size: usize) -> Vec<Value> {
        (0..size as u64).map(|lane| vec![10 * lane + 10]).collect()
    }

    /// Formats results: `-` for inactive, `?` for undefined.
    fn show(got: &[LaneResult]) -> String {
        let one = |got: &LaneResult| match got {
            LaneResult::Inactive => "-".to_owned(),
            LaneResult::Undefined => "?".to_owned(),
            LaneResult::Defined(value) => value[0].to_string(),
        };
        got.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn reads_of_inactive_or_absent_lanes_are_undefined() {
        let group = Group::new(4, 0b1011);
        let values = multiples_of_ten(4);
        for (got, expected) in [
            (shuffle(group, &values, &[3, 2, 0, 9]), "40 ? - ?"),
            (shuffle_xor(group, &values, &[1; 4]), "20 10 - ?"),
            (shuffle_up(group, &values, &[1; 4]), "? 10 - ?"),
            (shuffle_down(group, &values, &[2; 4]), "? 40 - ?"),
            (shuffle_down(group, &values, &[u32::MAX; 4]), "? ? - ?"),
            (rotate(group, &values, &[1; 4], None), "20 ? - 10"),
            (rotate(group, &values, &[1; 4], Some(2)), "20 10 - ?"),
            (rotate(group, &values, &[1, 2, 3, 4], None), "? ? - ?"),
            (broadcast(group, &values, &[1; 4]), "20 20 - 20"),
            (broadcast(group, &values, &[2; 4]), "? ? - ?"),
            (broadcast(group, &values, &[0, 1, 0, 0]), "? ? - ?"),
            (broadcast_first(group, &values), "10 10 - 10"),
            (quad_broadcast(group, &values, 3), "40 40 - 40"),
            (quad_broadcast(group, &values, 4), "? ? - ?"),
            (quad_swap(group, &values, 0), "20 10 - ?"),
            (quad_swap(group, &values, 1), "? 40 - 20"),
            (quad_swap(group, &values, 2), "40 ? - 10"),
        ] {
            assert_eq!(show(&got), expected);
        }
    }

    #[test]
    fn amd_swizzles_read_zero_from_inactive_lanes() {
        let group = Group::new(4, 0b1011);
        let values = multiples_of_ten(4);
        let reversed = [[3, 2, 1, 0]; 4];
        assert_eq!(show(&swizzle_amd(group, &values, &reversed)), "40 0 - 10");
        assert_eq!(
            show(&swizzle_amd(group, &values, &[[4, 1, 1, 1]; 4])),
            "? 20 - 20"
        );
        let swapped = [[31, 0, 2]; 4];
        assert_eq!(
            show(&swizzle_masked_amd(group, &values, &swapped)),
            "0 40 - 20"
        );
        // Lanes past the end of a subgroup with fewer than 32 invocations read 0.
        assert_eq!(
            show(&swizzle_masked_amd(group, &values, &[[31, 16, 0]; 4])),
            "0 0 - 0"
        );
        assert_eq!(
            show(&swizzle_masked_amd(group, &values, &[[32, 0, 0]; 4])),
            "? ? - ?"
        );
    }

    #[test]
    fn amd_swizzles_stay_in_groups_of_32() {
        let values = multiples_of_ten(64);
        let got = swizzle_masked_amd(Group::full(64), &values, &[[0, 5, 0]; 64]);
        assert_eq!(got[0], LaneResult::Defined(vec![60]));
        assert_eq!(got[63], LaneResult::Defined(vec![10 * 37 + 10]));
        let got = swizzle_amd(Group::full(64), &values, &[[0; 4]; 64]);
        assert_eq!(got[63], LaneResult::Defined(vec![610]));
    }

    #[test]
    fn amd_write_invocation_changes_one_lane() {
        let group = Group::new(4, 0b1011);
        let same = vec![vec![7]; 4];
        assert_eq!(
            show(&write_amd(group, &multiples_of_ten(4), &same, &[1; 4])),
            "10 7 - 40"
        );
        assert_eq!(
            show(&write_amd(group, &multiples_of_ten(4), &same, &[4; 4])),
            "? ? - ?"
        );
        assert_eq!(
            show(&write_amd(
                group,
                &multiples_of_ten(4),
                &multiples_of_ten(4),
                &[1; 4]
            )),
            "? ? - ?"
        );
    }

    #[test]
    fn intel_shuffles_continue_into_the_second_operand() {
        let group = Group::full(4);
        let (a, b) = (
            multiples_of_ten(4),
            vec![vec![1], vec![2], vec![3], vec![4]],
        );
        assert_eq!(
            show(&shuffle_down_intel(group, &a, &b, &[3; 4])),
            "40 1 2 3"
        );
        assert_eq!(show(&shuffle_down_intel(group, &a, &b, &[6; 4])), "3 4 ? ?");
        assert_eq!(
            show(&shuffle_up_intel(group, &b, &a, &[1; 4])),
            "4 10 20 30"
        );
        assert_eq!(show(&shuffle_up_intel(group, &b, &a, &[6; 4])), "? ? 1 2");
    }
}
