//! Opens modules: constants and the conditions of branches become specialization constants, so that values decide what a compiler
//! had decided, and branches go in ways that no compiler foresaw. Most of what comes out is valid; the validator tells.

use super::module::{fresh_id, opcode, put, put_opcode, range, result, starts, type_of, word};
use crate::random::Random;
use sos_core::operands::for_each_use;
use sos_core::tables::{decoration, op, op_hot, op_name, OpFlags};
use std::collections::{HashMap, HashSet};

/// What is opened.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// Constants, in percent.
    pub constants: u32,
    /// Branches, in percent.
    pub branches: u32,
    /// Whether these include branches that belong to no selection, such as a loop's.
    pub loops: bool,
}

/// Opens constants and branches of a module. The new `SpecId`s follow the module's.
pub fn open(words: &mut Vec<u32>, random: &mut Random, opening: Opening) {
    let next = starts(words).into_iter().filter_map(|at| {
        let is_number =
            opcode(words, at) == op::OpDecorate && word(words, at + 2) == decoration::SpecId;
        is_number.then(|| word(words, at + 3).saturating_add(1))
    });
    // Reserved ones are far beyond.
    let mut next = next.filter(|&id| id < 1 << 16).max().unwrap_or(0);
    let mut notes = Vec::new();
    let mut number = |id: u32| {
        notes.extend([
            4 << 16 | u32::from(op::OpDecorate),
            id,
            decoration::SpecId,
            next,
        ]);
        next += 1;
    };
    let declared = open_branches(words, random, opening, &mut number);
    open_constants(words, random, opening, &mut number);
    let starts = starts(words);
    let first = |wanted: &dyn Fn(u16) -> bool| {
        let mut starts = starts.iter().copied();
        starts
            .find(|&at| wanted(opcode(words, at)))
            .unwrap_or(words.len())
    };
    let functions = first(&|opcode| opcode == op::OpFunction);
    let types = first(&|opcode| op_hot(opcode).flags.contains(OpFlags::TYPE)).min(functions);
    words.splice(functions..functions, declared);
    words.splice(types..types, notes);
}

/// Replaces conditions and selectors. Returns the declarations of what replaces them.
fn open_branches(
    words: &mut [u32],
    random: &mut Random,
    opening: Opening,
    number: &mut impl FnMut(u32),
) -> Vec<u32> {
    let starts = starts(words);
    let types: HashMap<u32, u32> = starts
        .iter()
        .filter_map(|&at| Some((result(words, at)?, type_of(words, at))))
        .collect();
    let scalars: HashMap<u32, (u16, u32)> = starts
        .iter()
        .filter(|&&at| matches!(opcode(words, at), op::OpTypeInt | op::OpTypeBool))
        .map(|&at| {
            (
                word(words, at + 1),
                (opcode(words, at), word(words, at + 2)),
            )
        })
        .collect();
    let (mut declared, mut booleans, mut before) = (Vec::new(), Vec::new(), 0);
    for &at in &starts {
        let merge = std::mem::replace(&mut before, opcode(words, at));
        let is_branch = matches!(before, op::OpBranchConditional | op::OpSwitch);
        let opens = is_branch && (opening.loops || merge == op::OpSelectionMerge);
        if !opens || !random.percent(opening.branches) {
            continue;
        }
        let ty = types.get(&word(words, at + 1)).copied().unwrap_or(0);
        let Some(&(scalar, width)) = scalars.get(&ty) else {
            continue;
        };
        let id = fresh_id(words);
        let mut declare = |opcode: u16, operands: &[u32]| {
            let len = operands.len() as u32 + 1;
            declared.push(len << 16 | u32::from(opcode));
            declared.extend_from_slice(operands);
        };
        if before == op::OpSwitch {
            // A case, or a number that is perhaps none.
            let long = usize::from(width > 32);
            let cases = &words[range(words, at)][3..];
            let cases: Vec<u32> = cases.chunks_exact(2 + long).map(|case| case[0]).collect();
            let value = match random.percent(70) {
                true => random.pick(&cases).unwrap_or(0),
                false => random.below_u32(4),
            };
            let value = [ty, id, value, 0];
            declare(op::OpSpecConstant, &value[..3 + long]);
            number(id);
        } else if scalar == op::OpTypeBool && booleans.len() > 1 && random.percent(40) {
            let operation = random.choose(&[
                op::OpLogicalAnd,
                op::OpLogicalOr,
                op::OpLogicalNotEqual,
                op::OpLogicalNot,
            ]);
            let all = [
                ty,
                id,
                operation.into(),
                random.choose(&booleans),
                random.choose(&booleans),
            ];
            let len = if operation == op::OpLogicalNot { 4 } else { 5 };
            declare(op::OpSpecConstantOp, &all[..len]);
        } else {
            let value = random.choose(&[op::OpSpecConstantTrue, op::OpSpecConstantFalse]);
            declare(value, &[ty, id]);
            number(id);
        }
        if scalar == op::OpTypeBool {
            booleans.push(id);
        }
        put(words, at + 1, id);
    }
    declared
}

/// Opens constants, and the composites that contain them.
fn open_constants(
    words: &mut [u32],
    random: &mut Random,
    opening: Opening,
    number: &mut impl FnMut(u32),
) {
    let starts = starts(words);
    let mut fixed = HashSet::new();
    for &at in &starts {
        let name = op_name(opcode(words, at)).unwrap_or("");
        // Indices of members, scopes and semantics are no specialization constants.
        let fixes = [
            "AccessChain",
            "Atomic",
            "Barrier",
            "Group",
            "CooperativeMatrix",
        ];
        let fixes = fixes.iter().any(|fix| name.contains(fix)) && random.percent(97);
        let is_length = opcode(words, at) == op::OpTypeArray && random.percent(60);
        if fixes || is_length {
            for_each_use(&words[range(words, at)], 1, |_, id| _ = fixed.insert(id));
        }
    }
    let mut opened = HashSet::new();
    for &at in &starts {
        let (old, id) = (opcode(words, at), word(words, at + 2));
        let parts = || words[range(words, at)].iter().skip(3);
        let new = match old {
            op::OpConstant => op::OpSpecConstant,
            op::OpConstantTrue => op::OpSpecConstantTrue,
            op::OpConstantFalse => op::OpSpecConstantFalse,
            op::OpConstantComposite if parts().any(|part| opened.contains(part)) => {
                put_opcode(words, at, op::OpSpecConstantComposite);
                opened.insert(id);
                continue;
            }
            _ => continue,
        };
        if !fixed.contains(&id) && random.percent(opening.constants) {
            put_opcode(words, at, new);
            opened.insert(id);
            number(id);
        }
    }
}
