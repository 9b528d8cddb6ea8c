//! Mutations that mostly keep a valid module valid, to test the guarantees that hold for valid modules only.
//!
//! They turn constants into specialization constants and back, compute with them, change their values, and make branches and
//! operands depend on them: the cases that specialization must handle.

#![expect(clippy::ptr_arg, reason = "all steps are of one type")]

use super::module::{
    fresh_id, opcode, put, put_opcode, range, result, results, starts, starts_of, type_of, word,
};
use crate::random::Random;
use sos_core::tables::{decoration, op, op_hot, OpFlags};

/// A mutation.
type Mutation = fn(&mut Vec<u32>, &mut Random);

const MUTATIONS: &[Mutation] = &[
    change_constant,
    change_constant,
    make_specializable,
    make_specializable,
    insert_computed_constant,
    insert_computed_constant,
    replace_condition,
    replace_condition,
    replace_condition,
    replace_operand,
    replace_operand,
    duplicate_instruction,
    delete_instruction,
    insert_capability,
];

/// Applies one to eight mutations to a module.
pub fn mutate_valid(words: &mut Vec<u32>, random: &mut Random) {
    for _ in 0..=random.below(8) {
        if let Some(mutation) = random.pick(MUTATIONS) {
            mutation(words, random);
        }
    }
}

fn is_constant(opcode: u16) -> bool {
    op_hot(opcode).flags.contains(OpFlags::CONSTANT)
}

/// Where a new declaration can be inserted after all others: before the first function.
fn globals_end(words: &[u32]) -> usize {
    let function = starts_of(words, |opcode| opcode == op::OpFunction);
    function.first().copied().unwrap_or(words.len())
}

fn insert(words: &mut Vec<u32>, at: usize, opcode: u16, operands: &[u32]) {
    let mut new = vec![(operands.len() as u32 + 1) << 16 | u32::from(opcode)];
    new.extend_from_slice(operands);
    words.splice(at..at, new);
}

fn change_constant(words: &mut Vec<u32>, random: &mut Random) {
    let numbers = |opcode| matches!(opcode, op::OpConstant | op::OpSpecConstant);
    if let Some(at) = random.pick(&starts_of(words, numbers)) {
        put(words, at + 3, random.word());
    }
}

/// Turns a constant into a specialization constant with a `SpecId`; a Boolean is also inverted.
fn make_specializable(words: &mut Vec<u32>, random: &mut Random) {
    let plain = |opcode| {
        matches!(
            opcode,
            op::OpConstant | op::OpConstantTrue | op::OpConstantFalse
        )
    };
    let Some(at) = random.pick(&starts_of(words, plain)) else {
        return;
    };
    let new = match opcode(words, at) {
        op::OpConstant => op::OpSpecConstant,
        op::OpConstantTrue => op::OpSpecConstantFalse,
        _ => op::OpSpecConstantTrue,
    };
    put_opcode(words, at, new);
    let id = word(words, at + 2);
    let before = starts_of(words, |opcode| {
        op_hot(opcode)
            .flags
            .intersects(OpFlags::ANNOTATION | OpFlags::TYPE)
    });
    if let Some(&before) = before.first() {
        let number = random.below(12) as u32;
        insert(
            words,
            before,
            op::OpDecorate,
            &[id, decoration::SpecId, number],
        );
    }
}

/// Declares an `OpSpecConstantOp` of two constants, after all other declarations.
fn insert_computed_constant(words: &mut Vec<u32>, random: &mut Random) {
    const INTEGER_OPERATIONS: &[u16] = &[
        op::OpIAdd,
        op::OpISub,
        op::OpIMul,
        op::OpUDiv,
        op::OpSDiv,
        op::OpUMod,
        op::OpSRem,
        op::OpSMod,
        op::OpShiftRightLogical,
        op::OpShiftRightArithmetic,
        op::OpShiftLeftLogical,
        op::OpBitwiseOr,
        op::OpBitwiseXor,
        op::OpBitwiseAnd,
    ];
    const COMPARISONS: &[u16] = &[
        op::OpIEqual,
        op::OpINotEqual,
        op::OpULessThan,
        op::OpSLessThan,
        op::OpUGreaterThanEqual,
        op::OpSGreaterThanEqual,
    ];
    let constants = starts_of(words, is_constant);
    let integers = results(words, |opcode| opcode == op::OpTypeInt);
    let of_integer: Vec<usize> = constants
        .into_iter()
        .filter(|&at| integers.contains(&type_of(words, at)))
        .collect();
    let Some(first) = random.pick(&of_integer) else {
        return;
    };
    let ty = type_of(words, first);
    let same: Vec<usize> = of_integer
        .into_iter()
        .filter(|&at| type_of(words, at) == ty)
        .collect();
    let bools = results(words, |opcode| opcode == op::OpTypeBool);
    let (code, ty) = match bools.first() {
        Some(&bool_type) if random.below(2) == 0 => (random.pick(COMPARISONS), bool_type),
        _ => (random.pick(INTEGER_OPERATIONS), ty),
    };
    let (Some(code), Some(second)) = (code, random.pick(&same)) else {
        return;
    };
    let operands = [
        u32::from(code),
        result(words, first).unwrap_or(0),
        result(words, second).unwrap_or(0),
    ];
    let id = fresh_id(words);
    let at = globals_end(words);
    insert(
        words,
        at,
        op::OpSpecConstantOp,
        &[ty, id, operands[0], operands[1], operands[2]],
    );
}

/// Makes a branch or switch depend on a constant.
fn replace_condition(words: &mut Vec<u32>, random: &mut Random) {
    let branches = starts_of(words, |opcode| {
        matches!(opcode, op::OpBranchConditional | op::OpSwitch)
    });
    let Some(at) = random.pick(&branches) else {
        return;
    };
    replace_by_constant(words, at + 1, random);
}

/// Replaces an operand in a function body by a constant of the same type.
fn replace_operand(words: &mut Vec<u32>, random: &mut Random) {
    let end = globals_end(words);
    let mut bodies = starts(words);
    bodies.retain(|&at| at >= end);
    let Some(at) = random.pick(&bodies) else {
        return;
    };
    let flags = op_hot(opcode(words, at)).flags;
    let first = at
        + 1
        + usize::from(flags.contains(OpFlags::RESULT))
        + usize::from(flags.contains(OpFlags::RESULT_TYPE));
    let end = range(words, at).end;
    if first < end {
        replace_by_constant(words, first + random.below(end - first), random);
    }
}

fn replace_by_constant(words: &mut [u32], index: usize, random: &mut Random) {
    let used = word(words, index);
    let all = starts(words);
    let Some(&def) = all.iter().find(|&&at| result(words, at) == Some(used)) else {
        return;
    };
    let ty = type_of(words, def);
    let constants: Vec<u32> = all
        .into_iter()
        .filter(|&at| is_constant(opcode(words, at)) && type_of(words, at) == ty && ty != 0)
        .filter_map(|at| result(words, at))
        .collect();
    if let Some(id) = random.pick(&constants) {
        put(words, index, id);
    }
}

/// Inserts a copy of a computation, with a new result id, directly after the original.
fn duplicate_instruction(words: &mut Vec<u32>, random: &mut Random) {
    let end = globals_end(words);
    let mut found = starts_of(words, |opcode| {
        op_hot(opcode).flags.contains(OpFlags::PURE) && opcode != op::OpVariable
    });
    found.retain(|&at| at >= end);
    let Some(at) = random.pick(&found) else {
        return;
    };
    let index = range(words, at);
    let mut copy = words.get(index.clone()).unwrap_or(&[]).to_vec();
    let id = fresh_id(words);
    put(&mut copy, 2, id);
    words.splice(index.end..index.end, copy);
}

fn delete_instruction(words: &mut Vec<u32>, random: &mut Random) {
    let found = starts_of(words, |opcode| {
        matches!(opcode, op::OpStore | op::OpName | op::OpLine)
    });
    if let Some(at) = random.pick(&found) {
        words.drain(range(words, at));
    }
}

/// Declares a capability that may be unused.
fn insert_capability(words: &mut Vec<u32>, random: &mut Random) {
    use sos_core::tables::capability as cap;
    const KNOWN: &[u32] = &[
        cap::Geometry,
        cap::Tessellation,
        cap::Float16,
        cap::Float64,
        cap::Int64,
        cap::Int16,
        cap::Int8,
        cap::GroupNonUniform,
        cap::GroupNonUniformVote,
        cap::GroupNonUniformClustered,
        cap::GroupNonUniformQuad,
        cap::SampleRateShading,
        cap::DrawParameters,
        cap::VariablePointers,
    ];
    if let (Some(value), Some(&first)) = (random.pick(KNOWN), starts(words).first()) {
        insert(words, first, op::OpCapability, &[value]);
    }
}
