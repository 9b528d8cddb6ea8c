//! Compares the operand walk with `rspirv`'s parser on real modules, and tests it on instructions made by hand.

use std::path::{Path, PathBuf};

use rspirv::binary::{parse_words, Consumer, ParseAction};
use rspirv::dr;

use super::OperandKind as K;
use super::*;
use crate::tables::{decoration, execution_mode, image_operands, op};

/// An instruction from its opcode and operand words.
fn inst(opcode: u16, operands: &[u32]) -> Vec<u32> {
    let mut words = vec![(operands.len() as u32 + 1) << 16 | u32::from(opcode)];
    words.extend(operands);
    words
}

fn walk(inst: &[u32]) -> (Vec<(OperandKind, usize, usize)>, WalkEnd) {
    let mut walk = operands(inst, 1);
    let found = walk
        .by_ref()
        .map(|operand| (operand.kind, operand.index, operand.len))
        .collect();
    (found, walk.end())
}

fn kinds(inst: &[u32]) -> (Vec<OperandKind>, WalkEnd) {
    let (found, end) = walk(inst);
    (found.into_iter().map(|operand| operand.0).collect(), end)
}

#[test]
fn parameters_follow_in_the_order_of_the_bits() {
    let mask = image_operands::Bias | image_operands::ConstOffset | image_operands::Grad;
    let sample = inst(
        op::OpImageSampleImplicitLod,
        &[1, 2, 3, 4, mask, 10, 11, 12, 13],
    );
    let (found, end) = kinds(&sample);
    assert_eq!(end, WalkEnd::Complete);
    assert_eq!(
        found[4..],
        [K::ImageOperands, K::IdRef, K::IdRef, K::IdRef, K::IdRef]
    );
}

#[test]
fn two_masks_each_with_parameters() {
    let copy = inst(op::OpCopyMemory, &[1, 2, 3, 16, 1, 4]);
    let expected = [
        (K::IdRef, 1, 1),
        (K::IdRef, 2, 1),
        (K::MemoryAccess, 3, 1),
        (K::LiteralInteger, 4, 1),
        (K::MemoryAccess, 5, 1),
    ];
    let (found, end) = walk(&copy);
    assert_eq!(found, expected);
    assert_eq!(end, WalkEnd::Malformed, "a word is left over");
    let (_, end) = walk(&copy[..6]);
    assert_eq!(end, WalkEnd::Complete);
}

#[test]
fn a_string_counts_its_words() {
    let name = inst(op::OpName, &[5, u32::from_le_bytes(*b"main"), 0]);
    assert_eq!(
        walk(&name),
        (
            vec![(K::IdRef, 1, 1), (K::LiteralString, 2, 2)],
            WalkEnd::Complete
        )
    );
    assert_eq!(
        walk(&name[..3]).1,
        WalkEnd::Malformed,
        "the string has no end"
    );
    let entry = inst(
        op::OpEntryPoint,
        &[5, 4, u32::from_le_bytes(*b"abc\0"), 7, 8],
    );
    assert_eq!(
        kinds(&entry).0,
        [
            K::ExecutionModel,
            K::IdRef,
            K::LiteralString,
            K::IdRef,
            K::IdRef
        ]
    );
}

#[test]
fn switch_literals_have_the_width_given() {
    let switch = inst(op::OpSwitch, &[1, 2, 7, 0, 3, 8, 0, 4]);
    let mut walk = operands(&switch, 2);
    let found: Vec<_> = walk
        .by_ref()
        .map(|operand| (operand.kind, operand.index, operand.len))
        .collect();
    let expected = [
        (K::IdRef, 1, 1),
        (K::IdRef, 2, 1),
        (K::LiteralInteger, 3, 2),
        (K::IdRef, 5, 1),
        (K::LiteralInteger, 6, 2),
        (K::IdRef, 8, 1),
    ];
    assert_eq!(found, expected);
    assert_eq!(walk.end(), WalkEnd::Complete);
    let mut cut = operands(&switch[..8], 2);
    while cut.next().is_some() {}
    assert!(cut.malformed());
}

#[test]
fn an_operation_on_constants_has_the_operands_of_its_opcode() {
    let extract = inst(
        op::OpSpecConstantOp,
        &[1, 2, u32::from(op::OpCompositeExtract), 3, 0, 1],
    );
    let expected = [
        K::IdResultType,
        K::IdResult,
        K::LiteralSpecConstantOpInteger,
        K::IdRef,
        K::LiteralInteger,
        K::LiteralInteger,
    ];
    assert_eq!(kinds(&extract), (expected.to_vec(), WalkEnd::Complete));
    let nested = inst(
        op::OpSpecConstantOp,
        &[1, 2, u32::from(op::OpSpecConstantOp), 3],
    );
    assert_eq!(walk(&nested).1, WalkEnd::Malformed);
    for strange in [0x1_0000_u32 | u32::from(op::OpIAdd), 60_000] {
        assert_eq!(
            walk(&inst(op::OpSpecConstantOp, &[1, 2, strange, 3])).1,
            WalkEnd::Opaque
        );
    }
}

#[test]
fn what_the_grammar_does_not_know_is_opaque() {
    assert_eq!(walk(&inst(60_000, &[1, 2])), (vec![], WalkEnd::Opaque));
    let decorate = inst(op::OpDecorate, &[1, 0x7fff_0000, 2]);
    assert_eq!(
        kinds(&decorate),
        (vec![K::IdRef, K::Decoration], WalkEnd::Opaque)
    );
    assert_eq!(
        walk(&decorate[..3]).1,
        WalkEnd::Complete,
        "nothing follows it"
    );
    let load = inst(op::OpLoad, &[1, 2, 3, 0x4000_0000, 4]);
    assert_eq!(walk(&load).1, WalkEnd::Opaque);
    assert_eq!(walk(&[]).1, WalkEnd::Malformed);
}

#[test]
fn ids_in_parameters_are_found() {
    let mode = inst(
        op::OpExecutionModeId,
        &[4, execution_mode::LocalSizeId, 5, 6, 7],
    );
    let mut found = Vec::new();
    assert_eq!(
        for_each_id(&mode, 1, |index, id| found.push((index, id))),
        WalkEnd::Complete
    );
    assert_eq!(found, [(1, 4), (3, 5), (4, 6), (5, 7)]);
    let member = inst(op::OpMemberDecorate, &[9, 0, decoration::Offset, 16]);
    found.clear();
    for_each_id(&member, 1, |index, id| found.push((index, id)));
    assert_eq!(found, [(1, 9)]);
}

#[test]
fn uses_exclude_the_result() {
    let mut found = Vec::new();
    for_each_use(&inst(op::OpIAdd, &[1, 2, 3, 4]), 1, |index, id| {
        found.push((index, id))
    });
    for_each_use(&inst(op::OpLabel, &[7]), 1, |index, id| {
        found.push((index, id))
    });
    for_each_use(&inst(op::OpConstant, &[1, 2, 3]), 1, |index, id| {
        found.push((index, id))
    });
    assert_eq!(found, [(1, 1), (3, 3), (4, 4), (1, 1)]);
}

/// Decodes every opcode with every length and a few hostile operand values: no panic, and operands stay in order and in bounds.
#[test]
fn operands_stay_in_bounds() {
    let mut walks = 0;
    for opcode in (0..=7000).chain([u16::MAX]) {
        for length in 0..12 {
            for filling in [0, 1, 0xFFFF_FFFF, 0x4141_4141, 0x8000_0001] {
                let words = inst(opcode, &vec![filling; length]);
                let mut end = 1;
                let mut walk = operands(&words, 2);
                for operand in walk.by_ref() {
                    assert_eq!(operand.index, end);
                    assert!(operand.len > 0);
                    end += operand.len;
                }
                assert!(end <= words.len());
                if walk.end() == WalkEnd::Complete {
                    assert_eq!(end, words.len());
                }
                for_each_id(&words, 2, |index, id| {
                    assert_eq!(words.get(index), Some(&id))
                });
                walks += 1;
            }
        }
    }
    assert_eq!(walks, 7002 * 12 * 5);
}

struct Collect(Vec<dr::Instruction>);

impl Consumer for Collect {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }
    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }
    fn consume_header(&mut self, _: dr::ModuleHeader) -> ParseAction {
        ParseAction::Continue
    }
    fn consume_instruction(&mut self, inst: dr::Instruction) -> ParseAction {
        self.0.push(inst);
        ParseAction::Continue
    }
}

/// An operand in a form that both decoders can produce: its kind, and for literals only their words.
fn spelled(kind: OperandKind, words: &[u32]) -> String {
    match kind {
        K::LiteralInteger | K::LiteralFloat | K::LiteralContextDependentNumber => {
            format!("{words:?}")
        }
        K::LiteralString => "string".to_owned(),
        _ => kind.name().to_owned(),
    }
}

fn spelled_by_rspirv(operand: &dr::Operand) -> String {
    match operand {
        dr::Operand::LiteralBit32(word) => format!("{:?}", [*word]),
        dr::Operand::LiteralBit64(bits) => format!("{:?}", [*bits as u32, (*bits >> 32) as u32]),
        dr::Operand::LiteralString(_) => "string".to_owned(),
        other => {
            let text = format!("{other:?}");
            text.split('(').next().unwrap_or_default().to_owned()
        }
    }
}

fn modules() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/shaders/basic");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    files
        .filter(|path| path.extension().is_some_and(|extension| extension == "spv"))
        .collect()
}

#[test]
fn the_walk_agrees_with_rspirv() {
    let mut compared = 0;
    for path in modules() {
        let bytes = std::fs::read(&path).unwrap();
        let words: Vec<u32> = bytes
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
            .collect();
        let mut parsed = Collect(Vec::new());
        parse_words(&words, &mut parsed).unwrap();
        let wide_switch = path.to_string_lossy().contains("switch64");
        let mut at = 5;
        for expected in &parsed.0 {
            let length = (words[at] >> 16) as usize;
            let inst = &words[at..at + length];
            let place = format!(
                "{} at word {at}: {:?}",
                path.display(),
                expected.class.opname
            );
            at += length;
            let literal_words = if wide_switch { 2 } else { 1 };
            let mut walk = operands(inst, literal_words);
            let found: Vec<Operand> = walk.by_ref().collect();
            assert_eq!(walk.end(), WalkEnd::Complete, "{place}");

            let spelled: Vec<String> = found
                .iter()
                .map(|operand| {
                    spelled(
                        operand.kind,
                        &inst[operand.index..operand.index + operand.len],
                    )
                })
                .collect();
            let results = expected.result_type.map(|_| "IdResultType".to_owned());
            let results = results
                .into_iter()
                .chain(expected.result_id.map(|_| "IdResult".to_owned()));
            let theirs: Vec<String> = results
                .chain(expected.operands.iter().map(spelled_by_rspirv))
                .collect();
            assert_eq!(spelled, theirs, "{place}");

            let mut ids = Vec::new();
            assert_eq!(
                for_each_id(inst, literal_words, |_, id| ids.push(id)),
                WalkEnd::Complete
            );
            let their_ids: Vec<u32> = expected
                .result_type
                .into_iter()
                .chain(expected.result_id)
                .chain(expected.operands.iter().filter_map(dr::Operand::id_ref_any))
                .collect();
            assert_eq!(ids, their_ids, "{place}");
            compared += 1;
        }
        assert_eq!(at, words.len());
    }
    assert!(compared > 400, "only {compared} instructions compared");
}
