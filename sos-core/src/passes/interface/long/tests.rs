//! The forms of vectors of 64-bit integers between stages, accesses to components, and refusals. Driver tests check the
//! values: `corpus/shaders/types/long_vectors_stage`.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::inst::Inst;
use crate::passes::testing::{corrupt_every_word, instructions, without};
use crate::tables::{capability, op, storage_class};
use crate::target::feature;
use crate::{Options, Target};

fn target() -> Target {
    without(&[feature::shaderInt64])
}

const TYPES: &str = "
    OpDecorate %in Location 0
    OpDecorate %in Flat
    OpDecorate %out Location 3
    OpDecorate %out Flat
    OpDecorate %list Location 5
    OpDecorate %list Flat
    %u64 = OpTypeInt 64 0
    %i64 = OpTypeInt 64 1
    %i32 = OpTypeInt 32 1
    %u64v2 = OpTypeVector %u64 2
    %u64v3 = OpTypeVector %u64 3
    %i64v4 = OpTypeVector %i64 4
    %threes = OpTypeArray %u64v3 %two
    %to_in = OpTypePointer Input %u64v2
    %to_out = OpTypePointer Output %i64v4
    %to_list = OpTypePointer Output %threes
    %to_three = OpTypePointer Output %u64v3
    %to_u64 = OpTypePointer Output %u64
    %from_u64 = OpTypePointer Input %u64
    %to_i64 = OpTypePointer Output %i64
    %in = OpVariable %to_in Input
    %out = OpVariable %to_out Output
    %list = OpVariable %to_list Output
    %mark = OpConstant %i64 7 0
";

const BODY: &str = "
    %v = OpLoad %u64v2 %in
    %x = OpCompositeExtract %u64 %v 1
    %three_of = OpCompositeConstruct %u64v3 %v %x
    %second = OpAccessChain %to_three %list %one
    OpStore %second %three_of
    %at = OpAccessChain %to_u64 %second %two
    OpStore %at %x
    %deep = OpInBoundsAccessChain %to_u64 %list %zero %one
    OpStore %deep %x
    %last = OpAccessChain %to_i64 %out %three
    OpStore %last %mark
    %which = OpIAdd %u32 %one %zero
    %chosen = OpAccessChain %from_u64 %in %which
    %y = OpLoad %u64 %chosen
    %first = OpAccessChain %to_u64 %list %zero %zero
    OpStore %first %y
";

fn geometry(types: &str, body: &str) -> Vec<u32> {
    let modes = "
        OpExecutionMode %main InputPoints
        OpExecutionMode %main OutputPoints
        OpExecutionMode %main OutputVertices 1
        OpExecutionMode %main Invocations 1";
    let names = "OpCapability Geometry\nOpCapability Int64";
    stage(5, "Geometry", modes, names, types, body)
}

/// The words for the target, and the reasons if there are none.
fn run(words: &[u32]) -> (Vec<u32>, String) {
    let (words, report) = filtered(words, &target(), &Options::default());
    let rules: Vec<String> = report.rules.iter().map(|used| used.rule.clone()).collect();
    (words, format!("{rules:?} {:?}", report.unsupported))
}

#[test]
fn a_load_of_a_component_stays_as_volatile_as_it_was() {
    let body = BODY.replace("OpLoad %u64 %chosen", "OpLoad %u64 %chosen Volatile");
    let (words, said) = run(&geometry(TYPES, &body));
    assert!(!words.is_empty(), "{said}");
    let is = |inst: &Inst<'_>| inst.opcode() == op::OpLoad && inst.from(4) == [1];
    assert_eq!(instructions(&words).filter(is).count(), 1);
}

#[test]
fn a_null_chooses_the_first_component() {
    let types = format!("{TYPES}\n%null = OpConstantNull %u32");
    let body = BODY.replace("%list %zero %zero", "%list %zero %null");
    let (words, said) = run(&geometry(&types, &body));
    assert!(!words.is_empty(), "{said}");
}

#[test]
fn two_take_one_location_and_more_take_two() {
    let (words, said) = run(&geometry(TYPES, BODY));
    assert!(!words.is_empty(), "{said}");
    assert!(
        said.contains("int64") && !said.contains("narrow-interface"),
        "{said}"
    );
    let of = |id: u32| {
        let mut found = instructions(&words).filter(|inst| inst.word(1) == id);
        found.find(|inst| {
            matches!(
                inst.opcode(),
                op::OpTypeVector | op::OpTypeStruct | op::OpTypeArray
            )
        })
    };
    let pointees: Vec<Inst<'_>> = instructions(&words)
        .filter(|inst| inst.opcode() == op::OpVariable && inst.word(3) != storage_class::Private)
        .filter_map(|variable| {
            let mut types = instructions(&words).filter(|inst| inst.opcode() == op::OpTypePointer);
            of(types.find(|ty| ty.word(1) == variable.word(1))?.word(3))
        })
        .collect();
    let [input, output, list] = pointees.as_slice() else {
        panic!("{} variables", pointees.len());
    };
    assert_eq!((input.opcode(), input.word(3)), (op::OpTypeVector, 4));
    let counts = |structure: &Inst<'_>| -> Vec<u32> {
        structure
            .from(2)
            .iter()
            .map(|&ty| of(ty).unwrap().word(3))
            .collect()
    };
    assert_eq!(counts(output), [4, 4]);
    assert_eq!(list.opcode(), op::OpTypeArray);
    assert_eq!(counts(&of(list.word(2)).unwrap()), [4, 2]);
    // A store of a component writes two words and reads none: one vector is stored whole, four components as two words each.
    let stores = instructions(&words).filter(|inst| inst.opcode() == op::OpStore);
    assert_eq!(stores.count(), 1 + 4 * 2);
    let halves = [capability::Float16, capability::Int16, capability::Int64];
    let declared = instructions(&words).filter(|inst| inst.opcode() == op::OpCapability);
    assert_eq!(
        declared
            .filter(|inst| halves.contains(&inst.word(1)))
            .count(),
        0
    );
}

#[test]
fn what_is_refused_and_why() {
    let chosen = BODY.replace(
        "%last = OpAccessChain %to_i64 %out %three",
        "
        %some = OpIAdd %u32 %one %two
        %last = OpAccessChain %to_i64 %out %some",
    );
    let volatile = BODY.replace("OpStore %last %mark", "OpStore %last %mark Volatile");
    let copied = BODY.replace(
        "OpStore %last %mark",
        "
        %same = OpCopyObject %to_i64 %last
        OpStore %same %mark",
    );
    let outside = BODY.replace(
        "%last = OpAccessChain %to_i64 %out %three",
        "
        %last = OpAccessChain %to_i64 %out %five",
    );
    let beside = format!(
        "
        OpDecorate %more Location 4
        OpDecorate %more Component 2
        OpDecorate %more Flat
        %five = OpConstant %u32 5
        %to_word = OpTypePointer Output %u32
        {TYPES}
        %more = OpVariable %to_word Output"
    );
    let begun = TYPES
        .replace(
            "%in = OpVariable",
            "
        %none = OpConstantNull %i64v4
        %in = OpVariable",
        )
        .replace(
            "%out = OpVariable %to_out Output",
            "%out = OpVariable %to_out Output %none",
        );
    let with_five = format!("{TYPES}\n%five = OpConstant %u32 5");
    for (types, body, reason) in [
        (TYPES, chosen.as_str(), "dynamic indexing"),
        (TYPES, &volatile, "with memory operands"),
        (TYPES, &copied, "other than an access"),
        (&with_five, &outside, "other than an access"),
        (
            &beside,
            &format!("{BODY}\nOpStore %more %five"),
            "upper half of a location",
        ),
        (&begun, BODY, "an initializer"),
    ] {
        let (words, said) = run(&geometry(types, body));
        assert!(words.is_empty(), "{reason}");
        assert!(said.contains(reason), "{reason}: {said}");
    }
    let formats = "%r = OpLoad %u64v2 %in";
    let words = stage(5, "Vertex", "", "OpCapability Int64", TYPES, formats);
    let (words, said) = run(&words);
    assert!(
        words.is_empty() && said.contains("inputs of a vertex shader"),
        "{said}"
    );
}

#[test]
fn damaged_modules_do_no_harm() {
    let words = geometry(TYPES, BODY);
    corrupt_every_word(&words, 50, &target(), &Options::default());
}
