//! The library keeps the rules that linking relies on, and its functions are as long as documented. What they compute is tested
//! on drivers: `tests/tests/drivers/soft_library.rs`.

use super::*;
use crate::inst::{Inst, Insts};
use crate::operands::for_each_id;
use crate::tables::{glsl_std_450 as glsl, op};

/// The words of a function.
fn body(id: u32) -> Vec<u32> {
    let mut words = Vec::new();
    for code in library::body(id) {
        words.push(code.header());
        words.extend(code.words().map(|word| word.0));
    }
    words
}

/// Its instructions.
fn insts(body: &[u32]) -> Insts<'_> {
    Insts::new(body, 0, body.len() as u32)
}

fn name_of(id: u32) -> String {
    let all = library::functions();
    all.into_iter().find(|one| one.1 == id).unwrap().0
}

/// Whether an instruction computes each component of a vector result from the same components of its vector operands, or only
/// moves whole values.
fn is_component_wise(inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpFunction
        | op::OpFunctionParameter
        | op::OpLabel
        | op::OpFunctionCall
        | op::OpReturnValue
        | op::OpFunctionEnd
        | op::OpCompositeConstruct
        | op::OpCompositeExtract
        | op::OpConvertFToU..=op::OpFConvert
        | op::OpBitcast
        | op::OpSNegate..=op::OpFMod
        | op::OpIAddCarry..=op::OpSMulExtended
        | op::OpLogicalEqual..=op::OpFUnordGreaterThanEqual
        | op::OpShiftRightLogical..=op::OpNot => true,
        op::OpExtInst => matches!(
            inst.word(4),
            glsl::RoundEven
                | glsl::Trunc
                | glsl::FAbs
                | glsl::UMin
                | glsl::SMin
                | glsl::UMax
                | glsl::SMax
                | glsl::UClamp
                | glsl::SClamp
                | glsl::FindUMsb
        ),
        _ => false,
    }
}

#[test]
fn every_instruction_works_component_by_component() {
    let functions = library::functions();
    assert!(functions.len() > 30);
    for (name, id) in functions {
        let body = body(id);
        for inst in insts(&body) {
            assert!(is_component_wise(inst), "{name}: {:?}", inst.words());
            if !inst.has_type() || inst.opcode() == op::OpFunction {
                continue;
            }
            // Composites are structures, and casts keep the number of components.
            let ty = library::definition(inst.word(1)).unwrap().opcode();
            let scalars = [op::OpTypeBool, op::OpTypeInt, op::OpTypeFloat];
            assert!(scalars.contains(&ty) || ty == op::OpTypeStruct, "{name}");
        }
        let end = insts(&body).last().unwrap();
        assert_eq!(end.opcode(), op::OpFunctionEnd);
        assert_eq!(end.end() as usize, body.len());
    }
}

#[test]
fn ids_are_where_the_grammar_has_them() {
    for (name, id) in library::functions() {
        let inside = library::inside(id);
        let body = body(id);
        for (inst, code) in insts(&body).zip(library::body(id)) {
            let mut ids = Vec::new();
            for_each_id(inst.words(), 1, |_, id| ids.push(id));
            let known = code.words().filter(|word| word.1);
            let known: Vec<_> = known.map(|word| word.0).collect();
            assert_eq!(known, ids, "{name}: {:?}", inst.words());
            for id in ids {
                assert_eq!(inside.contains(&id), id as usize >= library::SHARED);
            }
        }
    }
}

/// The number of instructions that a call of a function executes, without calls and the packing of structures.
fn instructions(id: u32) -> usize {
    let body = body(id);
    let each = insts(&body).map(|inst| match inst.opcode() {
        op::OpFunctionCall => instructions(inst.word(3)),
        op::OpFunction
        | op::OpFunctionParameter
        | op::OpLabel
        | op::OpReturnValue
        | op::OpFunctionEnd
        | op::OpCompositeConstruct
        | op::OpCompositeExtract => 0,
        _ => 1,
    });
    each.sum()
}

#[test]
fn the_documented_numbers_of_instructions_are_right() {
    let mut documented = Vec::new();
    for row in include_str!("../soft.rs").lines() {
        let Some((names, rest)) = row
            .strip_prefix("//! | `")
            .and_then(|row| row.split_once(" | "))
        else {
            continue;
        };
        let count: usize = rest.split(' ').next().unwrap().parse().unwrap();
        let names = names
            .split(", ")
            .map(|name| name.trim_matches('`').to_owned());
        documented.extend(names.map(|name| (name, count)));
    }
    documented.sort();
    let functions = library::functions().into_iter();
    let mut counted: Vec<_> = functions
        .map(|(name, id)| (name, instructions(id)))
        .collect();
    counted.sort();
    assert_eq!(documented, counted);
}

#[test]
fn what_must_not_be_contracted_is_marked() {
    let exact = |id| {
        let body = body(id);
        let results = insts(&body).filter(|inst| inst.has_type());
        results
            .filter(|inst| library::is_exact(inst.word(2)))
            .count()
    };
    // Knuth's two-sum and the product whose sign is used; the product in front of it.
    assert_eq!(exact(Soft::OddSum as u32), 7);
    assert_eq!(exact(Soft::OddFma as u32), 1);
    assert_eq!(exact(Soft::HalfRound as u32), 0);
    assert_eq!(name_of(Soft::OddSum as u32), "odd_sum");
}
