use super::*;
use crate::assemble::assemble;
use crate::filter::{filter, Outcome, Scratch};
use crate::options::{Limits, Options};
use crate::tables::execution_model;
use crate::target::Target;

/// Two fragment entry points with one function, and two compute entry points, of which `sum` alone uses `Float64`, in a specialization
/// constant, which nothing replaces. Two entry points are
/// called `main`.
const TEXT: &str = "
    OpCapability Shader
    OpCapability Float64
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %shade \"main\" %colour
    OpEntryPoint GLCompute %sum \"sum\"
    OpEntryPoint Fragment %shade \"again\" %colour
    OpEntryPoint GLCompute %main \"main\"
    OpExecutionMode %sum LocalSize 8 1 1
    OpExecutionMode %shade OriginUpperLeft
    OpExecutionMode %main LocalSize 4 1 1
    OpName %colour \"colour\"
    OpName %double \"double\"
    OpDecorate %colour Location 0
    OpDecorate %two SpecId 7
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %double = OpTypeFloat 64
    %one = OpConstant %float 1
    %two = OpSpecConstant %double 2
    %to_float = OpTypePointer Output %float
    %to_double = OpTypePointer Private %double
    %colour = OpVariable %to_float Output
    %private = OpVariable %to_double Private
    %shade = OpFunction %void None %fn
    %a = OpLabel
    OpStore %colour %one
    OpReturn
    OpFunctionEnd
    %sum = OpFunction %void None %fn
    %b = OpLabel
    OpStore %private %two
    OpReturn
    OpFunctionEnd
    %main = OpFunction %void None %fn
    %c = OpLabel
    OpReturn
    OpFunctionEnd";

fn named(name: &str) -> EntryPoint<'_> {
    EntryPoint {
        name,
        execution_model: None,
    }
}

fn select(words: &[u32], entry_points: &[EntryPoint<'_>]) -> Result<Selection, ErrorKind> {
    let module = Module::scan(words, &Limits::default()).unwrap();
    module.select(entry_points).map_err(|error| error.kind())
}

fn scan(selection: &Selection) -> Module<'_> {
    selection.scan(&Limits::default()).unwrap()
}

/// Name, execution model and number of modes of each entry point.
fn entry_points(module: &Module<'_>) -> Vec<(String, u32, usize)> {
    let (words, facts) = (module.words(), &module.facts);
    let entries = facts.entries(words).map(|entry| {
        let modes = facts.modes(words);
        let name = crate::inst::string_lossy(entry.from(3)).unwrap();
        let modes = modes.filter(|mode| mode.word(1) == entry.word(2)).count();
        (name, entry.word(1), modes)
    });
    entries.collect()
}

#[test]
fn keeps_what_is_described_with_its_modes() {
    let words = assemble(3, TEXT);
    let fragment = |name| (String::from(name), execution_model::Fragment, 1);
    let compute = |name| (String::from(name), execution_model::GLCompute, 1);
    let main_of_fragments = EntryPoint {
        name: "main",
        execution_model: Some(execution_model::Fragment),
    };
    for (wanted, expected) in [
        (vec![named("main")], vec![fragment("main"), compute("main")]),
        (vec![main_of_fragments], vec![fragment("main")]),
        (
            vec![named("sum"), named("again")],
            vec![compute("sum"), fragment("again")],
        ),
    ] {
        let selection = select(&words, &wanted).unwrap();
        assert_eq!(entry_points(&scan(&selection)), expected, "{wanted:?}");
    }
}

#[test]
fn refuses_entry_points_that_do_not_exist() {
    let words = assemble(3, TEXT);
    let other_stage = EntryPoint {
        name: "sum",
        execution_model: Some(execution_model::Fragment),
    };
    for wanted in [
        &[][..],
        &[named("mai")],
        &[named("main\0")],
        &[named("sum"), named("")],
        &[other_stage],
    ] {
        assert_eq!(
            select(&words, wanted),
            Err(ErrorKind::NoSuchEntryPoint),
            "{wanted:?}"
        );
    }
}

#[test]
fn offsets_lead_back_into_the_module() {
    let words = assemble(3, TEXT);
    for wanted in ["main", "sum", "again"] {
        let Selection {
            words: fewer,
            removed,
        } = select(&words, &[named(wanted)]).unwrap();
        assert!(fewer.len() < words.len());
        for inst in Insts::new(&fewer, 5, fewer.len() as u32) {
            let original = Inst::at(&words, removed.original_offset(inst.offset())).unwrap();
            assert_eq!(original.words(), inst.words(), "{wanted}");
        }
        assert_eq!(
            removed.original_offset(fewer.len() as u32),
            words.len() as u32
        );
    }
}

#[test]
fn a_selection_of_a_selection_leads_back_as_well() {
    let words = assemble(3, TEXT);
    let direct = select(&words, &[named("sum")]).unwrap();
    let first = select(&words, &[named("sum"), named("again")]).unwrap();
    let second = scan(&first).select(&[named("sum")]).unwrap();
    assert_eq!(second, direct);
    let all = scan(&first)
        .select(&[named("sum"), named("again")])
        .unwrap();
    assert_eq!(all, first);
}

#[test]
fn what_only_the_others_need_is_removed_whether_or_not_the_target_has_it() {
    let words = assemble(3, TEXT);
    let selection = select(&words, &[named("again")]).unwrap();
    let module = scan(&selection);
    let (options, mut scratch) = (Options::default(), Scratch::new());
    let mut outputs = Vec::new();
    for device in ["lavapipe", "vulkan-1.1"] {
        let target = Target::built_in(device).unwrap();
        let whole = Module::scan(&words, &options.limits).unwrap();
        let outcome = filter(&whole, &target, &options, &mut scratch).unwrap();
        match device {
            "lavapipe" => assert_eq!(outcome, Outcome::Unchanged(&words)),
            _ => assert_eq!(outcome, Outcome::Unsupported),
        }
        let Outcome::Rewritten(output) = filter(&module, &target, &options, &mut scratch).unwrap()
        else {
            panic!("not rewritten for {device}");
        };
        outputs.push(output.to_vec());
    }
    let output = &outputs[0];
    assert_eq!(output, &outputs[1]);
    let expected = assemble(
        3,
        "
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %shade \"again\" %colour
    OpExecutionMode %shade OriginUpperLeft
    OpName %colour \"colour\"
    OpDecorate %colour Location 0
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %one = OpConstant %float 1
    %to_float = OpTypePointer Output %float
    %colour = OpVariable %to_float Output
    %shade = OpFunction %void None %fn
    %a = OpLabel
    OpStore %colour %one
    OpReturn
    OpFunctionEnd",
    );
    let opcodes = |words: &[u32]| -> Vec<u16> {
        Insts::new(words, 5, words.len() as u32)
            .map(|inst| inst.opcode())
            .collect()
    };
    assert_eq!(opcodes(output), opcodes(&expected));
}

#[test]
fn is_rewritten_even_if_nothing_else_changes() {
    let words = assemble(3, TEXT);
    let selection = select(&words, &[named("main"), named("sum")]).unwrap();
    let target = Target::built_in("lavapipe").unwrap();
    let mut scratch = Scratch::new();
    let module = scan(&selection);
    let outcome = filter(&module, &target, &Options::default(), &mut scratch).unwrap();
    assert_eq!(outcome, Outcome::Rewritten(&selection.words));
    let all = select(&words, &[named("main"), named("sum"), named("again")]).unwrap();
    let module = scan(&all);
    let outcome = filter(&module, &target, &Options::default(), &mut scratch).unwrap();
    assert_eq!(outcome, Outcome::Unchanged(&words));
}

#[test]
fn reports_state_offsets_in_the_module() {
    let words = assemble(3, TEXT);
    let selection = select(&words, &[named("sum")]).unwrap();
    let target = Target::built_in("vulkan-1.1").unwrap();
    let (module, options, mut scratch) = (scan(&selection), Options::default(), Scratch::new());
    assert_eq!(
        filter(&module, &target, &options, &mut scratch),
        Ok(Outcome::Unsupported)
    );
    let report = scratch.report(&module, &target, &options);
    assert_eq!(report.words.before as usize, words.len());
    let double = Insts::new(&words, 5, words.len() as u32)
        .find(|inst| inst.word(2) == 64)
        .unwrap();
    assert!(
        report
            .unsupported
            .iter()
            .any(|one| one.offset == double.offset()),
        "{report:#?}"
    );
}
