//! Which entry points clear what, depending on interfaces and functions; refusals and damaged modules.

use super::{NOT_ZERO, NO_INDEX, NO_SIZE, TOO_MUCH};
use crate::assemble::assemble;
use crate::facts::interface;
use crate::inst::Inst;
use crate::passes::testing::{corrupt_every_word, instructions, lowered};
use crate::passes::{LowerError, Passes};
use crate::tables::{memory_access, memory_semantics as semantics, op};
use crate::{Options, Target};

/// Two entry points: the first uses one variable, the second an array, through a function.
const MODULE: &str = "
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %first \"first\" %index ONE
    OpEntryPoint GLCompute %second \"second\" MANY
    OpExecutionMode %first LocalSize 4 1 1
    OpExecutionMode %second LocalSize 4 3 2
    OpDecorate %index BuiltIn LocalInvocationIndex
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %uint = OpTypeInt 32 0
    %length = OpConstant %uint 50
    %array = OpTypeArray %uint %length
    %to_array = OpTypePointer Workgroup %array
    %to_uint = OpTypePointer Workgroup %uint
    %to_input = OpTypePointer Input %uint
    %none = OpConstantNull %array
    %zero = OpConstantNull %uint
    %index = OpVariable %to_input Input
    %one = OpVariable %to_uint Workgroup %zero
    %many = OpVariable %to_array Workgroup %none
    %first = OpFunction %void None %fn
    %f = OpLabel
    %i = OpLoad %uint %index
    %x = OpLoad %uint %one
    OpReturn
    OpFunctionEnd
    %second = OpFunction %void None %fn
    %s = OpLabel
    %call = OpFunctionCall %void %helper
    OpReturn
    OpFunctionEnd
    %helper = OpFunction %void None %fn
    %h = OpLabel
    %y = OpAccessChain %to_uint %many %length
    OpStore %y %length
    OpReturn
    OpFunctionEnd
";

fn device() -> Target {
    Target::built_in("vulkan-1.2").unwrap()
}

fn run(words: &[u32]) -> Result<Vec<u32>, LowerError> {
    let mut lowering = Passes::default();
    lowered(words, &mut lowering, &device(), &Options::default())
}

fn module(minor: u32) -> Vec<u32> {
    let [one, many] = if minor >= 4 {
        ["%one", "%many"]
    } else {
        ["", ""]
    };
    let text = MODULE.replace("ONE", one).replace("MANY", many);
    assemble(minor, &text)
}

fn with(from: &str, to: &str) -> Vec<u32> {
    assert!(MODULE.contains(from), "{from}");
    let text = MODULE.replace("ONE", "").replace("MANY", "");
    assemble(3, &text.replace(from, to))
}

/// The instructions of each function; the first entry has those before all functions.
fn functions(words: &[u32]) -> Vec<Vec<Inst<'_>>> {
    let insts: Vec<_> = instructions(words).collect();
    let functions = insts.split(|inst| inst.opcode() == op::OpFunctionEnd);
    let mut functions: Vec<_> = functions.map(<[_]>::to_vec).collect();
    functions.pop();
    functions
}

fn count(insts: &[Inst<'_>], opcode: u16) -> usize {
    insts.iter().filter(|inst| inst.opcode() == opcode).count()
}

#[test]
fn an_entry_point_clears_what_its_functions_use() {
    for minor in [3, 4] {
        clears_its_own(minor);
    }
}

fn clears_its_own(minor: u32) {
    let out = run(&module(minor)).unwrap();
    let [first, second, helper] = &functions(&out)[..] else {
        panic!("there are three functions");
    };
    let variables = first.iter().filter(|inst| inst.opcode() == op::OpVariable);
    assert!(variables.clone().count() == 3 && variables.clone().all(|one| one.words().len() == 4));
    assert_eq!([first, second].map(|code| count(code, op::OpStore)), [1, 1]);
    assert_eq!(
        [first, second].map(|code| count(code, op::OpLoopMerge)),
        [0, 1]
    );
    assert_eq!(
        [first, second].map(|code| count(code, op::OpControlBarrier)),
        [1, 1]
    );
    assert_eq!(count(helper, op::OpControlBarrier), 0);
    let stride = second
        .iter()
        .find(|inst| inst.opcode() == op::OpIAdd)
        .unwrap();
    let count = first
        .iter()
        .find(|inst| inst.opcode() == op::OpConstant && inst.word(3) == 24);
    assert_eq!(count.unwrap().word(2), stride.word(4));
}

/// One half of a 64-bit literal equals the id of the variable that the other entry point uses.
#[test]
fn literals_of_64_bits_are_not_ids() {
    let text = MODULE
        .replace("ONE", "%one")
        .replace("MANY", "%many")
        .replace(
            "OpCapability Shader",
            "OpCapability Shader\nOpCapability Int64",
        )
        .replace(
            "%call = OpFunctionCall",
            "OpSelectionMerge %after None
            OpBranch %after
            %after = OpLabel
            %call = OpFunctionCall",
        )
        .replace(
            "%first = OpFunction",
            "%long = OpTypeInt 64 0
            %selector = OpConstantNull %long
            %first = OpFunction",
        );
    let mut words = assemble(4, &text);
    let id = |found: &dyn Fn(&Inst<'_>) -> bool| {
        let mut all = instructions(&words);
        all.find(|inst| found(inst)).unwrap()
    };
    let one = id(&|inst| inst.opcode() == op::OpVariable && inst.words().len() > 4).word(2);
    let selector = id(&|inst| {
        inst.opcode() == op::OpConstantNull
            && inst.offset()
                > id(&|inst| (inst.opcode(), inst.word(2)) == (op::OpTypeInt, 64)).offset()
    });
    let branch = id(&|inst| inst.opcode() == op::OpBranch);
    let (selector, after) = (selector.word(2), branch.word(1));
    let at = branch.offset() as usize..branch.end() as usize;
    let switch = [
        6 << 16 | u32::from(op::OpSwitch),
        selector,
        after,
        0,
        one,
        after,
    ];
    words.splice(at, switch);
    let out = run(&words).unwrap();
    let second = &functions(&out)[1];
    assert_eq!(count(second, op::OpSwitch), 1);
    assert_eq!(count(second, op::OpStore), 1);
}

#[test]
fn unused_variables_are_not_cleared() {
    let loops = |text: &[u32]| {
        let out = run(text).unwrap();
        functions(&out)
            .iter()
            .map(|code| count(code, op::OpLoopMerge))
            .collect::<Vec<_>>()
    };
    assert_eq!(loops(&with("OpStore %y %length", "")), [0, 1, 0]);
    let named = "%y = OpAccessChain %to_uint %many %length\n    OpStore %y %length";
    assert_eq!(loops(&with(named, "")), [0, 0, 0]);
    // A pointer in another variable gives every function access.
    let holder = "%many = OpVariable %to_array Workgroup %none
        %to_pointer = OpTypePointer Private %to_array
        %holder = OpVariable %to_pointer Private %many";
    let text = MODULE.replace("ONE", "").replace("MANY", "");
    let text = text
        .replace(named, "")
        .replace("%many = OpVariable %to_array Workgroup %none", holder);
    assert_eq!(loops(&assemble(3, &text)), [1, 1, 0]);
}

#[test]
fn debug_information_stays_in_the_first_block() {
    let text = MODULE.replace("ONE", "").replace("MANY", "");
    let import = "OpExtension \"SPV_KHR_non_semantic_info\"
        %debug = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"
        OpMemoryModel Logical GLSL450";
    let text = text.replace("OpMemoryModel Logical GLSL450", import);
    let told = "%f = OpLabel\n%told = OpExtInst %void %debug 101 %zero %zero";
    let out = run(&assemble(3, &text.replace("%f = OpLabel", told))).unwrap();
    let [first, ..] = &functions(&out)[..] else {
        panic!("there are three functions");
    };
    let at = |opcode| {
        first
            .iter()
            .position(|inst| inst.opcode() == opcode)
            .unwrap()
    };
    assert_eq!(at(op::OpLabel) + 1, at(op::OpExtInst));
    assert!(at(op::OpExtInst) < at(op::OpStore));
}

#[test]
fn interfaces_list_one_variable_of_the_built_in_once() {
    for minor in [3, 4] {
        let out = run(&module(minor)).unwrap();
        let insts = || instructions(&out);
        let built_in = insts().filter(|inst| inst.opcode() == op::OpDecorate);
        let [index] = built_in.map(|inst| inst.word(1)).collect::<Vec<_>>()[..] else {
            panic!("one is decorated");
        };
        for entry in insts().filter(|inst| inst.opcode() == op::OpEntryPoint) {
            let listed = interface(entry).iter().filter(|&&id| id == index);
            assert_eq!(listed.count(), 1);
        }
    }
}

#[test]
fn stores_are_non_private_in_the_vulkan_memory_model() {
    let vulkan = "OpCapability VulkanMemoryModel\nOpMemoryModel Logical Vulkan";
    let out = run(&with("OpMemoryModel Logical GLSL450", vulkan)).unwrap();
    let functions = functions(&out);
    let stores = functions
        .iter()
        .flatten()
        .filter(|inst| inst.opcode() == op::OpStore);
    let ours = stores.filter(|store| store.words().len() == 4);
    assert_eq!(ours.clone().count(), 2);
    assert!(ours
        .clone()
        .all(|store| store.word(3) == memory_access::NonPrivatePointer));
    let order = semantics::AcquireRelease
        | semantics::WorkgroupMemory
        | semantics::MakeAvailable
        | semantics::MakeVisible;
    let mut constants = functions[0]
        .iter()
        .filter(|inst| inst.opcode() == op::OpConstant);
    assert!(constants.any(|inst| inst.word(3) == order));
}

#[test]
fn unsupported_variables_are_refused() {
    let refused = |from, to| run(&with(from, to)).unwrap_err();
    let value = "%none = OpConstantNull %array\n    %five = OpConstant %uint 5";
    let text = with("%none = OpConstantNull %array", value);
    assert!(run(&text).is_ok());
    let set = "%zero = OpConstant %uint 5";
    assert_eq!(refused("%zero = OpConstantNull %uint", set), NOT_ZERO);
    assert_eq!(
        refused("OpExecutionMode %second LocalSize 4 3 2", ""),
        NO_SIZE
    );
    let plain = "OpDecorate %index BuiltIn LocalInvocationIndex";
    let member = format!("{plain}\nOpMemberDecorate %block 0 BuiltIn LocalInvocationIndex");
    assert_eq!(refused(plain, &member), NO_INDEX);
    let wide = "%size = OpTypeInt 64 0\n%x64 = OpConstant %size 4 0\n%zero = OpConstantNull %uint";
    let text = MODULE.replace("ONE", "").replace("MANY", "").replace(
        "OpExecutionMode %second LocalSize 4 3 2",
        "OpExecutionModeId %second LocalSizeId %x64 %x64 %x64",
    );
    let text = text.replace("%zero = OpConstantNull %uint", wide);
    assert_eq!(run(&assemble(3, &text)).unwrap_err(), NO_SIZE);
}

/// The module with a second variable with the built-in, listed by an entry point of this function.
fn two_indices(function: &str) -> Vec<u32> {
    let plain = "OpDecorate %index BuiltIn LocalInvocationIndex";
    let two = format!("{plain}\n{}", plain.replace("%index", "%other"));
    let text = MODULE
        .replace("ONE", "")
        .replace("MANY", "")
        .replace(plain, &two);
    let variable = "%index = OpVariable %to_input Input";
    let text = text.replace(
        variable,
        &format!("{variable}\n%other = OpVariable %to_input Input"),
    );
    let second = "OpEntryPoint GLCompute %second \"second\"";
    let listed = format!("OpEntryPoint GLCompute {function} \"third\" %other");
    assemble(3, &text.replace(second, &format!("{listed}\n{second}")))
}

#[test]
fn each_entry_point_keeps_its_own_index() {
    let out = run(&two_indices("%second")).unwrap();
    let functions = functions(&out);
    let loaded = |at: usize| {
        let mut code = functions[at].iter();
        code.find(|inst| inst.opcode() == op::OpLoad)
            .unwrap()
            .word(3)
    };
    assert_ne!(loaded(0), loaded(1));
    // One function cannot read two variables.
    assert_eq!(run(&two_indices("%first")).unwrap_err(), NO_INDEX);
}

#[test]
fn many_entry_points_with_many_variables_are_refused() {
    let [mut entries, mut variables, mut code, mut uses] = [(); 4].map(|()| String::new());
    for at in 0..400 {
        entries += &format!("OpEntryPoint GLCompute %e{at} \"e{at}\"\n");
        variables += &format!("%v{at} = OpVariable %to_uint Workgroup %zero\n");
        code += &format!("%e{at} = OpFunction %void None %fn\n%l{at} = OpLabel\n");
        code += &format!("%c{at} = OpFunctionCall %void %helper\nOpReturn\nOpFunctionEnd\n");
        uses += &format!("%u{at} = OpLoad %uint %v{at}\n");
    }
    let mut text = MODULE.replace("ONE", "").replace("MANY", "");
    for (before, more) in [
        ("OpEntryPoint GLCompute %second", entries),
        ("%one = OpVariable", variables),
        ("%second = OpFunction", code),
        ("%y = OpAccessChain", uses),
    ] {
        text = text.replace(before, &format!("{more}{before}"));
    }
    assert_eq!(run(&assemble(3, &text)).map(|_| ()).unwrap_err(), TOO_MUCH);
}

#[test]
fn damaged_modules_do_no_harm() {
    for minor in [3, 4] {
        corrupt_every_word(&module(minor), 45, &device(), &Options::default());
    }
}
