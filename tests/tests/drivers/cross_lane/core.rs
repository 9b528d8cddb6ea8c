//! Core instructions: those of SPIR-V 1.3, rotations, quad votes and partitions.

use sos_tests::subgroup::component::{ComponentType, Op};
use sos_tests::subgroup::scan::{clustered, partitioned, scan, GroupOperation};
use sos_tests::subgroup::{boolean, exchange, mask, vote, Group, LaneResult};

use super::cases::{case, Case, Operands, StoredAs};
use super::types::Type;

/// Types that the lowering treats differently: 32-bit integers, 32-bit floats, vectors, 16-bit and 64-bit integers.
const TYPES: [&str; 5] = ["uint", "float", "uvec3", "int16_t", "int64_t"];

/// The integer types with which the integer-only operations are tested.
const ALL_OPERATIONS: [&str; 1] = ["uint"];

/// The scope operand of the intrinsics.
const SUBGROUP: &str = "3u";

/// The cases for an operand type.
pub fn cases(ty: Type) -> Vec<Case> {
    if !TYPES.contains(&ty.glsl) {
        return Vec::new();
    }
    let mut cases = arithmetic(ty);
    cases.extend(exchanges());
    if ty.glsl == "uint" {
        cases.extend(votes_and_ballots());
    }
    for (call, one) in [
        ("subgroupAllEqual(x)", false),
        ("subgroupAllEqual(T(7))", true),
    ] {
        let equal = move |group: Group, with: &Operands| match one {
            true => group.each(|_| boolean(true)),
            false => vote::all_equal(group, with.ty.component, &with.x),
        };
        cases.push(case("AllEqual", call, equal).stored_as(StoredAs::Boolean));
    }
    cases
}

/// The cases for 32-bit unsigned integers only.
pub fn cases_32_bit(ty: Type) -> Vec<Case> {
    match ty.glsl {
        "uint" => cases(ty),
        _ => Vec::new(),
    }
}

fn arithmetic(ty: Type) -> Vec<Case> {
    let mut ops = vec![("Add", Op::Add), ("Min", Op::Min), ("Max", Op::Max)];
    if ALL_OPERATIONS.contains(&ty.glsl) {
        ops.extend([
            ("Mul", Op::Mul),
            ("And", Op::And),
            ("Or", Op::Or),
            ("Xor", Op::Xor),
        ]);
    }
    let mut cases = Vec::new();
    for (name, op) in ops {
        for (row, prefix, operation) in [
            ("Reduce", "", GroupOperation::Reduce),
            ("InclusiveScan", "Inclusive", GroupOperation::InclusiveScan),
            ("ExclusiveScan", "Exclusive", GroupOperation::ExclusiveScan),
        ] {
            let call = format!("subgroup{prefix}{name}(x)");
            cases.push(case(row, call, move |group, with: &Operands| {
                scan(group, with.ty.component, op, operation, &with.x)
            }));
        }
    }
    cases.push(case(
        "ClusteredReduce",
        "subgroupClusteredAdd(x, 4u)",
        |group, with| clustered(group, with.ty.component, Op::Add, 4, &with.x),
    ));
    // A subset for each value of two bits of `n`.
    for (row, call, operation) in [
        (
            "PartitionedReduce",
            "subgroupPartitionedAddNV",
            GroupOperation::Reduce,
        ),
        (
            "PartitionedInclusiveScan",
            "subgroupPartitionedInclusiveAddNV",
            GroupOperation::InclusiveScan,
        ),
        (
            "PartitionedExclusiveScan",
            "subgroupPartitionedExclusiveAddNV",
            GroupOperation::ExclusiveScan,
        ),
    ] {
        let call = format!("{call}(x, subgroupPartitionNV(n & 3u))");
        cases.push(case(row, call, move |group, with: &Operands| {
            let own: Vec<_> = with.n.iter().map(|n| vec![u64::from(n & 3)]).collect();
            let ballots = vote::partition(group, ComponentType::Uint(32), &own);
            let ballots: Vec<_> = ballots
                .iter()
                .map(|got| match got {
                    LaneResult::Defined(words) => mask(words),
                    _ => 0,
                })
                .collect();
            partitioned(
                group,
                with.ty.component,
                Op::Add,
                operation,
                &with.x,
                &ballots,
            )
        }));
    }
    cases
}

fn exchanges() -> Vec<Case> {
    let same = |value: u32| move |with: &Operands| vec![value; with.n.len()];
    let near = |with: &Operands| with.n.iter().map(|n| n & 7).collect::<Vec<_>>();
    vec![
        case(
            "Shuffle",
            "subgroupShuffle(s, n & 7u)",
            move |group, with| exchange::shuffle(group, &with.s, &near(with)),
        ),
        case(
            "ShuffleXor",
            "subgroupShuffleXor(s, 3u)",
            move |group, with| exchange::shuffle_xor(group, &with.s, &same(3)(with)),
        ),
        case(
            "ShuffleUp",
            "subgroupShuffleUp(s, n & 3u)",
            |group, with| {
                let delta: Vec<_> = with.n.iter().map(|n| n & 3).collect();
                exchange::shuffle_up(group, &with.s, &delta)
            },
        ),
        case(
            "ShuffleDown",
            "subgroupShuffleDown(s, 1u)",
            move |group, with| exchange::shuffle_down(group, &with.s, &same(1)(with)),
        ),
        case(
            "Broadcast",
            "subgroupBroadcast(s, 0u)",
            move |group, with| exchange::broadcast(group, &with.s, &same(0)(with)),
        ),
        case(
            "BroadcastFirst",
            "subgroupBroadcastFirst(s)",
            |group, with| exchange::broadcast_first(group, &with.s),
        ),
        case(
            "QuadBroadcast",
            "subgroupQuadBroadcast(s, 2u)",
            |group, with| exchange::quad_broadcast(group, &with.s, 2),
        ),
        case(
            "QuadSwap",
            "subgroupQuadSwapHorizontal(s)",
            |group, with| exchange::quad_swap(group, &with.s, 0),
        ),
        case("QuadSwap", "subgroupQuadSwapVertical(s)", |group, with| {
            exchange::quad_swap(group, &with.s, 1)
        }),
        case("QuadSwap", "subgroupQuadSwapDiagonal(s)", |group, with| {
            exchange::quad_swap(group, &with.s, 2)
        }),
        case(
            "RotateKHR",
            format!("rotate({SUBGROUP}, s, 3u)"),
            move |group, with| exchange::rotate(group, &with.s, &same(3)(with), None),
        ),
        case(
            "RotateKHR, clustered",
            format!("rotateClustered({SUBGROUP}, s, 3u, 4u)"),
            move |group, with| exchange::rotate(group, &with.s, &same(3)(with), Some(4)),
        ),
    ]
}

fn votes_and_ballots() -> Vec<Case> {
    let masks = |with: &Operands| {
        // The value of `uvec4(n, ~n, n >> 3, u)`.
        let each = with.n.iter().zip(&with.u);
        let words = each.map(|(&n, &u)| mask(&[n, !n, n >> 3, u].map(u64::from)));
        words.collect::<Vec<_>>()
    };
    const SET: &str = "uvec4(n, ~n, n >> 3, u)";
    let booleans = |with: &Operands| with.p();
    vec![
        case("Elect", "subgroupElect()", |group, _| vote::elect(group))
            .stored_as(StoredAs::Boolean),
        case("All", "subgroupAll(p)", move |group, with| {
            vote::all(group, &booleans(with))
        })
        .stored_as(StoredAs::Boolean),
        case("Any", "subgroupAny(p)", move |group, with| {
            vote::any(group, &booleans(with))
        })
        .stored_as(StoredAs::Boolean),
        case("QuadAllKHR", "quadAll(p)", move |group, with| {
            vote::quad_all(group, &booleans(with))
        })
        .stored_as(StoredAs::Boolean),
        case("QuadAnyKHR", "quadAny(p)", move |group, with| {
            vote::quad_any(group, &booleans(with))
        })
        .stored_as(StoredAs::Boolean),
        case("Ballot", "subgroupBallot(p)", move |group, with| {
            vote::ballot(group, &booleans(with))
        })
        .stored_as(StoredAs::Ballot),
        case(
            "InverseBallot",
            "subgroupInverseBallot(subgroupBallot(p))",
            move |group, with| {
                let set = vote::ballot_mask(group, &booleans(with));
                vote::inverse_ballot(group, &vec![set; group.size()])
            },
        )
        .stored_as(StoredAs::Boolean),
        case(
            "BallotBitExtract",
            format!("subgroupBallotBitExtract({SET}, n % gl_SubgroupSize)"),
            move |group, with| {
                let index: Vec<_> = with.n.iter().map(|n| n % group.size() as u32).collect();
                vote::bit_extract(group, &masks(with), &index)
            },
        )
        .stored_as(StoredAs::Boolean),
        case(
            "BallotBitCount",
            format!("subgroupBallotBitCount({SET})"),
            move |group, with| vote::bit_count(group, GroupOperation::Reduce, &masks(with)),
        ),
        case(
            "BallotBitCount",
            format!("subgroupBallotInclusiveBitCount({SET})"),
            move |group, with| vote::bit_count(group, GroupOperation::InclusiveScan, &masks(with)),
        ),
        case(
            "BallotBitCount",
            format!("subgroupBallotExclusiveBitCount({SET})"),
            move |group, with| vote::bit_count(group, GroupOperation::ExclusiveScan, &masks(with)),
        ),
        case(
            "BallotFindLSB",
            format!("subgroupBallotFindLSB({SET})"),
            move |group, with| vote::find_lsb(group, &masks(with)),
        ),
        case(
            "BallotFindMSB",
            format!("subgroupBallotFindMSB({SET})"),
            move |group, with| vote::find_msb(group, &masks(with)),
        ),
        case(
            "PartitionEXT",
            "subgroupPartitionNV(n & 3u)",
            |group, with| {
                let own: Vec<_> = with.n.iter().map(|n| vec![u64::from(n & 3)]).collect();
                vote::partition(group, ComponentType::Uint(32), &own)
            },
        )
        .stored_as(StoredAs::Ballot),
    ]
}
