//! Tests of merged variables.

use crate::assemble::assemble;
use crate::facts::interface;
use crate::filtered::filtered;
use crate::inst::{Inst, Insts};
use crate::tables::{built_in, decoration, op, storage_class};
use crate::target::Target;
use crate::Options;

/// What varies in a module of two entry points.
#[derive(Clone, Copy)]
struct Case<'a> {
    listed: &'a str,
    debug: &'a str,
    decorations: &'a str,
    /// The type of `%b`.
    pointer: &'a str,
    body: &'a str,
}

/// The variable `%a` is for the entry point `first`, `%b` for `second`.
const PLAIN: Case<'static> = Case {
    listed: "",
    debug: "",
    decorations: "",
    pointer: "%to_in",
    body: "",
};

impl Case<'_> {
    /// Assembles a module whose entry points call a function with a subgroup operation.
    fn words(self) -> Vec<u32> {
        let Self {
            listed,
            debug,
            decorations,
            pointer,
            body,
        } = self;
        let text = format!(
            "OpCapability Shader
            OpCapability GroupNonUniform
            OpCapability GroupNonUniformArithmetic
            OpExtension \"SPV_KHR_non_semantic_info\"
            %told = OpExtInstImport \"NonSemantic.Test\"
            OpMemoryModel Logical GLSL450
            OpEntryPoint GLCompute %first \"first\" %a
            OpEntryPoint GLCompute %second \"second\" %b {listed}
            OpExecutionMode %first LocalSize 64 1 1
            OpExecutionMode %second LocalSize 64 1 1
            {debug}
            OpDecorate %a BuiltIn LocalInvocationIndex
            OpDecorate %b BuiltIn LocalInvocationIndex
            OpDecorate %of_group BuiltIn WorkgroupId
            {decorations}
            %void = OpTypeVoid
            %signature = OpTypeFunction %void
            %u32 = OpTypeInt 32 0
            %i32 = OpTypeInt 32 1
            %v3 = OpTypeVector %u32 3
            %binary = OpTypeFunction %u32 %u32
            %three = OpConstant %u32 3
            %to_in = OpTypePointer Input %u32
            %to_signed = OpTypePointer Input %i32
            %to_v3 = OpTypePointer Input %v3
            %a = OpVariable %to_in Input
            %b = OpVariable {pointer} Input
            %of_group = OpVariable %to_v3 Input
            %to_sum = OpTypePointer Workgroup %u32
            %sum = OpVariable %to_sum Workgroup
            %shared = OpFunction %u32 None %binary
            %x = OpFunctionParameter %u32
            %start = OpLabel
            %y = OpGroupNonUniformIAdd %u32 %three Reduce %x
            OpReturnValue %y
            OpFunctionEnd
            %first = OpFunction %void None %signature
            %l1 = OpLabel
            %x1 = OpLoad %u32 %a
            %y1 = OpFunctionCall %u32 %shared %x1
            OpStore %sum %y1
            OpReturn
            OpFunctionEnd
            %second = OpFunction %void None %signature
            %l2 = OpLabel
            %raw = OpLoad {} %b
            %x2 = OpBitcast %u32 %raw
            {body}
            %y2 = OpFunctionCall %u32 %shared %x2
            OpStore %sum %y2
            OpReturn
            OpFunctionEnd",
            match pointer {
                "%to_signed" => "%i32",
                _ => "%u32",
            }
        );
        assemble(3, &text)
    }

    /// Filters the module for a device without subgroup operations. Empty if it is refused.
    fn filtered(self) -> Vec<u32> {
        let target = Target::built_in("vulkan-1.3").unwrap();
        filtered(&self.words(), &target, &Options::default()).0
    }
}

fn insts(words: &[u32]) -> impl Iterator<Item = Inst<'_>> {
    Insts::new(words, 5, words.len() as u32)
}

/// The input variables that are decorated as a built-in.
fn variables(words: &[u32], value: u32) -> Vec<u32> {
    let decorated = insts(words).filter(|inst| {
        inst.opcode() == op::OpDecorate
            && (inst.word(2), inst.word(3)) == (decoration::BuiltIn, value)
    });
    decorated.map(|inst| inst.word(1)).collect()
}

#[test]
fn the_first_variable_replaces_the_second() {
    let out = PLAIN.filtered();
    let left = variables(&out, built_in::LocalInvocationIndex);
    let &[a] = left.as_slice() else {
        panic!("{left:?}");
    };
    let inputs = insts(&out)
        .filter(|inst| inst.opcode() == op::OpVariable && inst.word(3) == storage_class::Input);
    let (mine, others): (Vec<u32>, Vec<u32>) =
        inputs.map(|inst| inst.word(2)).partition(|&id| id == a);
    assert_eq!((mine.len(), others.len()), (1, 1));
    let entries = insts(&out).filter(|inst| inst.opcode() == op::OpEntryPoint);
    let listed: Vec<&[u32]> = entries.map(interface).collect();
    assert_eq!(listed, [&[a], &[a]]);
    // Both entry points load it, and so does the function that the rule wrote.
    let loads = insts(&out).filter(|inst| inst.opcode() == op::OpLoad && inst.word(3) == a);
    assert!(loads.count() >= 3);
}

#[test]
fn an_entry_point_keeps_its_other_inputs() {
    let case = Case {
        listed: "%of_group",
        body: "%group = OpLoad %v3 %of_group",
        ..PLAIN
    };
    let out = case.filtered();
    let [a] = variables(&out, built_in::LocalInvocationIndex)[..] else {
        panic!("not merged");
    };
    let [other] = variables(&out, built_in::WorkgroupId)[..] else {
        panic!("another built-in changed");
    };
    let mut entries = insts(&out).filter(|inst| inst.opcode() == op::OpEntryPoint);
    assert_eq!(interface(entries.next().unwrap()), [a]);
    assert_eq!(interface(entries.next().unwrap()), [other, a]);
}

/// An entry point must not list both, but some do.
#[test]
fn an_entry_point_with_both_lists_one() {
    let case = Case {
        listed: "%a",
        ..PLAIN
    };
    let out = case.filtered();
    let mut entries = insts(&out).filter(|inst| inst.opcode() == op::OpEntryPoint);
    assert!(entries.all(|entry| interface(entry).len() == 1));
}

#[test]
fn names_and_debug_information_of_the_second_are_dropped() {
    let case = Case {
        debug: "OpName %a \"a\"\nOpName %b \"b\"",
        body: "%t1 = OpExtInst %void %told 1 %a
            %t2 = OpExtInst %void %told 2 %b",
        ..PLAIN
    };
    let out = case.filtered();
    let [a] = variables(&out, built_in::LocalInvocationIndex)[..] else {
        panic!("not merged");
    };
    let names = insts(&out).filter(|inst| inst.opcode() == op::OpName);
    let named: Vec<u32> = names.map(|inst| inst.word(1)).collect();
    assert_eq!(named, [a]);
    let told = insts(&out).filter(|inst| inst.opcode() == op::OpExtInst && inst.word(4) < 3);
    let told: Vec<u32> = told.map(|inst| inst.word(4)).collect();
    assert_eq!(told, [1]);
}

/// A number that equals the id of the replaced variable is no use of it.
#[test]
fn literals_stay() {
    let body = |case: u32| {
        format!(
            "OpSelectionMerge %join None
            OpSwitch %x2 %join {case} %some
            %some = OpLabel
            OpStore %sum %x2
            OpBranch %join
            %join = OpLabel"
        )
    };
    let with = |number: u32| {
        let case = Case {
            body: &body(number),
            ..PLAIN
        };
        (case.words(), case.filtered())
    };
    let b = variables(&with(0).0, built_in::LocalInvocationIndex)[1];
    let (words, out) = with(b);
    assert_eq!(variables(&words, built_in::LocalInvocationIndex)[1], b);
    assert_eq!(variables(&out, built_in::LocalInvocationIndex).len(), 1);
    let mut switches = insts(&out).filter(|inst| inst.opcode() == op::OpSwitch);
    assert_eq!(switches.next().map(|switch| switch.word(3)), Some(b));
}

#[test]
fn variables_that_differ_are_refused() {
    let group = "OpDecorate %group RelaxedPrecision
        %group = OpDecorationGroup
        OpGroupDecorate %group %b";
    let cases = [
        Case {
            pointer: "%to_signed",
            ..PLAIN
        },
        Case {
            decorations: "OpDecorate %b RelaxedPrecision",
            ..PLAIN
        },
        Case {
            decorations: "OpDecorate %a Flat",
            ..PLAIN
        },
        Case {
            decorations: group,
            ..PLAIN
        },
        Case {
            decorations: "OpDecorate %b BuiltIn LocalInvocationIndex",
            ..PLAIN
        },
    ];
    assert!(!PLAIN.filtered().is_empty());
    for (number, case) in cases.into_iter().enumerate() {
        assert!(case.filtered().is_empty(), "{number}");
    }
}

/// Where no rule reads the built-in, or a single entry point has a variable, nothing is merged.
#[test]
fn what_no_rule_reads_stays() {
    let target = Target::built_in("lavapipe").unwrap();
    let words = PLAIN.words();
    let (out, _) = filtered(&words, &target, &Options::default());
    assert_eq!(variables(&out, built_in::LocalInvocationIndex).len(), 2);
    assert_eq!(out, words);
}

/// Vertex and fragment shaders need different decorations, so each keeps its variable although both are the same.
#[test]
fn stages_keep_variables_of_their_own() {
    let text = "OpCapability Shader
        OpCapability GroupNonUniform
        OpCapability GroupNonUniformArithmetic
        OpMemoryModel Logical GLSL450
        OpEntryPoint Vertex %first \"first\" %a
        OpEntryPoint Fragment %second \"second\" %b %sum
        OpExecutionMode %second OriginUpperLeft
        OpDecorate %a BuiltIn SubgroupLocalInvocationId
        OpDecorate %b BuiltIn SubgroupLocalInvocationId
        OpDecorate %sum Location 0
        %void = OpTypeVoid
        %signature = OpTypeFunction %void
        %u32 = OpTypeInt 32 0
        %three = OpConstant %u32 3
        %to_in = OpTypePointer Input %u32
        %to_out = OpTypePointer Output %u32
        %a = OpVariable %to_in Input
        %b = OpVariable %to_in Input
        %sum = OpVariable %to_out Output
        %first = OpFunction %void None %signature
        %l1 = OpLabel
        OpReturn
        OpFunctionEnd
        %second = OpFunction %void None %signature
        %l2 = OpLabel
        %x = OpLoad %u32 %b
        %y = OpGroupNonUniformIAdd %u32 %three InclusiveScan %x
        OpStore %sum %y
        OpReturn
        OpFunctionEnd";
    let words = assemble(3, text);
    let target = Target::built_in("nvk-kepler").unwrap();
    let (out, report) = filtered(&words, &target, &Options::default());
    assert!(!out.is_empty(), "{:?}", report.unsupported);
    assert_eq!(
        variables(&out, built_in::SubgroupLocalInvocationId).len(),
        2
    );
}
