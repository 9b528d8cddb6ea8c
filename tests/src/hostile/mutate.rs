//! Mutations that know the structure of a module.
//!
//! Random bytes are rejected by the scan, so most mutations here keep the sequence of instructions intact and damage a higher
//! level: which id an operand names, the type of a value, the target of a branch, the value of a constant. The remaining ones
//! damage the sequence itself.

#![expect(clippy::ptr_arg, reason = "all steps are of one type")]

use super::module::{
    fresh_id, opcode, put, put_opcode, range, results, starts, starts_of, BOUND, HEADER,
};
use super::mutate_ids::mutate_ids;
use crate::random::Random;
use sos_core::operands::result_index;
use sos_core::tables::{op, op_hot, OpFlags};

/// A mutation. The second module is a donor of instructions.
type Mutation = fn(&mut Vec<u32>, &[u32], &mut Random);

/// All mutations with their relative frequencies.
const MUTATIONS: &[(usize, Mutation)] = &[
    (8, copy_operand),
    (8, swap_operands),
    (8, replace_ids),
    (6, replace_type),
    (6, replace_target),
    (4, branch_on_constant),
    (4, replace_literal),
    (4, replace_opcode),
    (4, duplicate_instruction),
    (4, delete_instruction),
    (3, swap_instructions),
    (3, insert_from_donor),
    (3, swap_ids),
    (2, insert_capability),
    (2, flip_bit),
    (2, replace_word),
    (1, change_word_count),
    (1, insert_unknown_instruction),
    (1, change_header),
    (1, append_donor),
    (1, truncate),
];

/// Applies one to six mutations to a module. `donor` is another module, or the same one.
pub fn mutate(words: &mut Vec<u32>, donor: &[u32], random: &mut Random) {
    let total: usize = MUTATIONS.iter().map(|mutation| mutation.0).sum();
    for _ in 0..=random.below(6) {
        let mut left = random.below(total);
        for &(weight, mutation) in MUTATIONS {
            if left < weight {
                mutation(words, donor, random);
                break;
            }
            left -= weight;
        }
    }
}

/// Picks an operand of an instruction with one of these opcodes; returns the offsets of the instruction and of the operand.
fn random_operand(
    words: &[u32],
    random: &mut Random,
    wanted: impl Fn(u16) -> bool,
) -> Option<(usize, usize)> {
    let mut found = starts_of(words, wanted);
    found.retain(|&at| range(words, at).len() > 1);
    let at = random.pick(&found)?;
    Some((at, at + 1 + random.below(range(words, at).len() - 1)))
}

fn copy_operand(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let (Some((_, from)), Some((_, to))) = (
        random_operand(words, random, |_| true),
        random_operand(words, random, |_| true),
    ) else {
        return;
    };
    let word = words.get(from).copied().unwrap_or(0);
    put(words, to, word);
}

fn swap_operands(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let Some((at, first)) = random_operand(words, random, |_| true) else {
        return;
    };
    let second = at + 1 + random.below(range(words, at).len() - 1);
    words.swap(first, second);
}

fn replace_ids(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    mutate_ids(words, random);
}

fn replace_type(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let types = results(words, |opcode| op_hot(opcode).flags.contains(OpFlags::TYPE));
    let found = starts_of(words, |opcode| {
        op_hot(opcode)
            .flags
            .intersects(OpFlags::RESULT_TYPE | OpFlags::TYPE)
    });
    let (Some(at), Some(id)) = (random.pick(&found), random.pick(&types)) else {
        return;
    };
    let slot = if op_hot(opcode(words, at))
        .flags
        .contains(OpFlags::RESULT_TYPE)
    {
        1
    } else {
        2 + random.below(range(words, at).len().saturating_sub(2))
    };
    if slot < range(words, at).len() {
        put(words, at + slot, id);
    }
}

fn replace_target(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let labels = results(words, |opcode| opcode == op::OpLabel);
    let index_of_operand = random_operand(words, random, |opcode| {
        matches!(
            opcode,
            op::OpBranch
                | op::OpBranchConditional
                | op::OpSwitch
                | op::OpPhi
                | op::OpSelectionMerge
                | op::OpLoopMerge
                | op::OpLabel
        )
    });
    if let (Some(id), Some((_, at))) = (random.pick(&labels), index_of_operand) {
        put(words, at, id);
    }
}

/// Makes a branch depend on a constant, which gives folding something to work on.
fn branch_on_constant(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let constants = results(words, |opcode| {
        op_hot(opcode).flags.contains(OpFlags::CONSTANT)
    });
    let found = starts_of(words, |opcode| {
        matches!(opcode, op::OpBranchConditional | op::OpSwitch)
    });
    if let (Some(at), Some(id)) = (random.pick(&found), random.pick(&constants)) {
        put(words, at + 1, id);
    }
}

fn replace_literal(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let index_of_operand = random_operand(words, random, |opcode| {
        op_hot(opcode)
            .flags
            .intersects(OpFlags::NO_IDS | OpFlags::ENUMERANTS)
    });
    if let Some((_, at)) = index_of_operand {
        put(words, at, random.word());
    }
}

fn replace_opcode(words: &mut Vec<u32>, donor: &[u32], random: &mut Random) {
    let Some(at) = random.pick(&starts(words)) else {
        return;
    };
    let insert_from_donor = random.pick(&starts(donor)).unwrap_or(0);
    let new = match random.below(3) {
        0 => random.below(0x1_0000) as u16,
        1 => random.below(420) as u16,
        _ => opcode(donor, insert_from_donor),
    };
    put_opcode(words, at, new);
}

/// Inserts a copy of an instruction elsewhere, with a new result id so that the scan accepts it.
fn duplicate_instruction(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    insert_copy(words, None, random);
}

fn insert_from_donor(words: &mut Vec<u32>, donor: &[u32], random: &mut Random) {
    insert_copy(words, Some(donor), random);
}

fn insert_copy(words: &mut Vec<u32>, donor: Option<&[u32]>, random: &mut Random) {
    let found = starts(words);
    let source = donor.unwrap_or(words);
    let (Some(from), Some(to)) = (random.pick(&starts(source)), random.pick(&found)) else {
        return;
    };
    let mut copy = source.get(range(source, from)).unwrap_or(&[]).to_vec();
    if let Some(index) = result_index(op_hot(opcode(source, from))) {
        let id = fresh_id(words);
        put(&mut copy, index, id);
    }
    // Directly after the original, a copy is more often valid.
    let to = if donor.is_none() && random.below(2) == 0 {
        range(words, from).end
    } else {
        to
    };
    words.splice(to..to, copy);
}

fn delete_instruction(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    if let Some(at) = random.pick(&starts(words)) {
        words.drain(range(words, at));
    }
}

fn swap_instructions(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let found = starts(words);
    let index = random.below(found.len());
    let near = index + 1 + random.below(3);
    let (Some(&first), Some(&second)) = (found.get(index), found.get(near)) else {
        return;
    };
    let (a, b) = (range(words, first), range(words, second));
    let between = a.end..b.start;
    let swapped: Vec<u32> = [b, between, a.clone()]
        .into_iter()
        .flat_map(|part| words.get(part).unwrap_or(&[]).to_vec())
        .collect();
    words.splice(a.start..a.start + swapped.len(), swapped);
}

/// Exchanges two ids throughout the module.
fn swap_ids(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let ids = results(words, |_| true);
    let (Some(a), Some(b)) = (random.pick(&ids), random.pick(&ids)) else {
        return;
    };
    let operand_indices: Vec<usize> = starts(words)
        .into_iter()
        .flat_map(|at| range(words, at).skip(1))
        .collect();
    for at in operand_indices {
        let word = words.get(at).copied().unwrap_or(0);
        if word == a {
            put(words, at, b);
        } else if word == b {
            put(words, at, a);
        }
    }
}

fn insert_capability(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let value = match random.below(3) {
        0 => random.below(72) as u32,
        1 => 4400 + random.below(1700) as u32,
        _ => random.word(),
    };
    words.splice(
        HEADER.min(words.len())..HEADER.min(words.len()),
        [2 << 16 | u32::from(op::OpCapability), value],
    );
}

fn flip_bit(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let at = random.below(words.len());
    let bit = random.below(32);
    if let Some(word) = words.get_mut(at) {
        *word ^= 1 << bit;
    }
}

fn replace_word(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let at = random.below(words.len());
    put(words, at, random.word());
}

fn change_word_count(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let Some(at) = random.pick(&starts(words)) else {
        return;
    };
    let old = words.get(at).copied().unwrap_or(0);
    let count = match random.below(4) {
        0 => (old >> 16).wrapping_add(1),
        1 => (old >> 16).wrapping_sub(1),
        2 => 0xFFFF,
        _ => random.below(12) as u32,
    };
    put(words, at, count << 16 | old & 0xFFFF);
}

fn insert_unknown_instruction(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let Some(at) = random.pick(&starts(words)) else {
        return;
    };
    let len = 1 + random.below(6);
    let mut new = vec![(len as u32) << 16 | 0x7F00 | random.below(256) as u32];
    let bound = words.get(BOUND).copied().unwrap_or(0) as usize;
    new.resize_with(len, || random.below(bound) as u32);
    words.splice(at..at, new);
}

fn change_header(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    match random.below(4) {
        0 => put(words, 1, 0x0001_0000 | (random.below(8) as u32) << 8),
        1 => put(words, BOUND, random.word()),
        2 => {
            let bound = words.get(BOUND).copied().unwrap_or(0);
            let off = random.below(9) as u32;
            put(words, BOUND, bound.wrapping_add(off).wrapping_sub(4));
        }
        _ => {
            let at = random.below(HEADER);
            put(words, at, random.word());
        }
    }
}

/// Joins the start of this module with the end of the donor.
fn append_donor(words: &mut Vec<u32>, donor: &[u32], random: &mut Random) {
    let (Some(end), Some(start)) = (random.pick(&starts(words)), random.pick(&starts(donor)))
    else {
        return;
    };
    words.truncate(end);
    words.extend_from_slice(donor.get(start..).unwrap_or(&[]));
    let bounds = [words.get(BOUND), donor.get(BOUND)];
    let bound = bounds.into_iter().flatten().copied().max().unwrap_or(0);
    put(words, BOUND, bound);
}

fn truncate(words: &mut Vec<u32>, _: &[u32], random: &mut Random) {
    let len = match random.below(2) {
        0 => random.below(words.len()),
        _ => random.pick(&starts(words)).unwrap_or(0),
    };
    words.truncate(len);
}
