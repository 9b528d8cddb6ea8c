//! Promises of the caller (`Assume`): a rule uses one only if it is needed and made, and the report lists each use.

use sos_core::{Assume, Options, OutcomeKind, Target};
use sos_tests::corpus::shaders;
use sos_tests::filtered::{check, filter};
use sos_tests::tools;

fn options_with(assume: Assume) -> Options {
    Options {
        assume,
        ..Options::default()
    }
}

fn module(name: &str) -> Vec<u32> {
    module_of("stages", name)
}

fn module_of(family: &str, name: &str) -> Vec<u32> {
    let found = shaders(family);
    let shader = found.iter().find(|shader| shader.name.contains(name));
    shader.expect(name).words.clone()
}

#[test]
fn each_promise_is_required_by_name() {
    let words = module("draw_parameters.vert");
    let target = Target::built_in("swiftshader").unwrap();
    let all = [
        Assume::BASE_VERTEX_ZERO,
        Assume::BASE_INSTANCE_ZERO,
        Assume::DRAW_INDEX_ZERO,
    ];
    for missing in all {
        let others = all.iter().filter(|&&promise| promise != missing);
        let assume = others.fold(Assume::SINGLE_VIEW, |assume, &promise| assume.with(promise));
        let report = filter(&words, &target, &options_with(assume))
            .unwrap()
            .report;
        assert_eq!(report.outcome, OutcomeKind::Unsupported);
        assert!(report.promises.is_empty());
        let tried: Vec<_> = report
            .unsupported
            .iter()
            .flat_map(|need| &need.tried)
            .collect();
        let asked = format!("only if {} is promised (", missing.name());
        assert_eq!(tried.len(), 1, "{tried:?}");
        assert!(tried[0].contains(&asked), "{tried:?}");
    }
}

#[test]
fn report_lists_where_each_promise_is_used() {
    let words = module("draw_parameters.vert");
    let assume = Assume::BASE_VERTEX_ZERO
        .with(Assume::BASE_INSTANCE_ZERO)
        .with(Assume::DRAW_INDEX_ZERO);
    let target = Target::built_in("swiftshader").unwrap();
    let filtered = filter(&words, &target, &options_with(assume)).unwrap();
    if let Some(tools) = tools() {
        check(tools, &filtered.words, &target).unwrap();
    }
    let uses = &filtered.report.promises;
    let of = |name: &str| uses.iter().filter(|used| used.promise == name).count();
    assert_eq!(of("base-vertex-zero"), 2);
    assert_eq!(of("base-instance-zero"), 2);
    assert_eq!(of("draw-index-zero"), 1);
    for used in uses {
        assert_eq!(used.opcode, "OpLoad");
        assert_eq!(used.entry_points, ["main"]);
        assert!(!used.premise.is_empty() && !used.rule.is_empty());
        assert_eq!(words[used.offset as usize] & 0xFFFF, 61, "{used:?}");
    }
}

#[test]
fn promises_are_unused_if_the_device_supports_the_built_in() {
    let words = module("draw_parameters.vert");
    let target = Target::built_in("lavapipe").unwrap();
    let every = Assume::PROMISES
        .iter()
        .fold(Assume::NONE, |all, promise| all.with(promise.assume));
    let filtered = filter(&words, &target, &options_with(every)).unwrap();
    assert_eq!(filtered.report.outcome, OutcomeKind::Unchanged);
    assert!(filtered.report.promises.is_empty());
}

/// The function's pointer parameter may also point to other variables.
const VARIABLE_PASSED_TO_FUNCTION: &str = "
OpCapability Shader
OpCapability DrawParameters
OpExtension \"SPV_KHR_shader_draw_parameters\"
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main \"main\" %base %number %out
OpDecorate %base BuiltIn BaseVertex
OpDecorate %number BuiltIn VertexIndex
OpDecorate %out Location 0
%void = OpTypeVoid
%signature = OpTypeFunction %void
%int = OpTypeInt 32 1
%pointer = OpTypePointer Input %int
%to_out = OpTypePointer Output %int
%read = OpTypeFunction %int %pointer %pointer
%base = OpVariable %pointer Input
%number = OpVariable %pointer Input
%out = OpVariable %to_out Output
%function = OpFunction %int None %read
%a = OpFunctionParameter %pointer
%b = OpFunctionParameter %pointer
%begin = OpLabel
%x = OpLoad %int %a
%y = OpLoad %int %b
%sum = OpISub %int %x %y
OpReturnValue %sum
OpFunctionEnd
%main = OpFunction %void None %signature
%label = OpLabel
%own = OpLoad %int %base
%difference = OpFunctionCall %int %function %number %base
%result = OpIAdd %int %difference %own
OpStore %out %result
OpReturn
OpFunctionEnd
";

#[test]
fn report_gives_the_reason_of_each_rule() {
    // (family, module, device, rule and its reason: a limitation of the rule, an unmet need of its result, or a promise not
    // made)
    for (family, name, device, reason) in [
        (
            "vendor",
            "amd_time.comp",
            "vulkan-1.0",
            "amd-time: its output would need capability ShaderClockKHR",
        ),
        (
            "stages",
            "draw_parameters.vert",
            "swiftshader",
            "base-vertex: only if base-vertex-zero is promised (`Assume::BASE_VERTEX_ZERO` in `Options::assume`): every draw has the firstVertex 0, or if it is indexed the vertexOffset 0",
        ),
        (
            "subgroup",
            "split.frag",
            "vulkan-1.0",
            "subgroup-of-one: only if subgroup-of-one is allowed (`Allow::SUBGROUP_OF_ONE` in `Options::allow`)",
        ),
    ] {
        let words = module_of(family, name);
        let target = Target::built_in(device).unwrap();
        let report = filter(&words, &target, &Options::default()).unwrap().report;
        assert_eq!(report.outcome, OutcomeKind::Unsupported, "{name}");
        let tried = report.unsupported.iter().flat_map(|need| &need.tried);
        let tried: Vec<_> = tried.collect();
        assert!(tried.iter().any(|tried| *tried == reason), "{tried:?}");
    }
}

#[test]
fn variables_that_are_not_only_loaded_are_unsupported() {
    let Some(tools) = tools() else { return };
    let words = tools
        .assemble(VARIABLE_PASSED_TO_FUNCTION, "vulkan1.1")
        .unwrap();
    let target = Target::built_in("swiftshader").unwrap();
    let options = options_with(Assume::BASE_VERTEX_ZERO);
    let report = filter(&words, &target, &options).unwrap().report;
    assert_eq!(report.outcome, OutcomeKind::Unsupported);
    assert_eq!(
        report.unsupported[0].tried,
        ["base-vertex: it is used by more than loads of the whole and of components"]
    );
}

/// A vertex shader that writes clip or cull distances, as members of a block with `members`, by the instructions `code`.
fn distances(members: &str, code: &str) -> String {
    let mut decorations = String::new();
    let mut types = Vec::new();
    for (number, name) in members.split_whitespace().enumerate() {
        decorations += &format!("OpMemberDecorate %block {number} BuiltIn {name}\n");
        types.push(if name == "Position" {
            "%vec4"
        } else {
            "%floats"
        });
    }
    format!(
        "OpCapability Shader
OpCapability ClipDistance
OpCapability CullDistance
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main \"main\" %vertex
OpDecorate %block Block
{decorations}
%void = OpTypeVoid
%signature = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%vec4 = OpTypeVector %float 4
%one = OpConstant %uint 1
%int_0 = OpConstant %int 0
%int_1 = OpConstant %int 1
%int_2 = OpConstant %int 2
%half = OpConstant %float 0.5
%undef = OpUndef %int
%floats = OpTypeArray %float %one
%block = OpTypeStruct {}
%to_block = OpTypePointer Output %block
%to_float = OpTypePointer Output %float
%to_floats = OpTypePointer Output %floats
%to_vec4 = OpTypePointer Output %vec4
%read = OpTypeFunction %void %to_floats
%vertex = OpVariable %to_block Output
%main = OpFunction %void None %signature
%label = OpLabel
{code}
OpReturn
OpFunctionEnd
%other = OpFunction %void None %read
%parameter = OpFunctionParameter %to_floats
%begin = OpLabel
OpReturn
OpFunctionEnd
",
        types.join(" ")
    )
}

#[test]
fn outputs_are_removed_only_if_all_uses_are_known() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("vulkan-1.0").unwrap();
    let both = Assume::CULLING_OPTIONAL.with(Assume::CLIP_DISTANCES_POSITIVE);
    let options = options_with(both);
    let element = "%p = OpAccessChain %to_float %vertex %int_1 %int_0\nOpStore %p %half";
    let whole =
        "%p = OpAccessChain %to_floats %vertex %int_1\n%v = OpLoad %floats %p\nOpStore %p %v";
    let copied = "%b = OpLoad %block %vertex\nOpStore %vertex %b";
    let passed =
        "%p = OpAccessChain %to_floats %vertex %int_1\n%r = OpFunctionCall %void %other %p";
    let front = "%p = OpAccessChain %to_float %vertex %int_0 %int_0\nOpStore %p %half";
    let clip_and_cull = format!(
        "{element}\n{}",
        element.replace("%p", "%q").replace("%int_1", "%int_2")
    );
    let dynamic = "%p = OpAccessChain %to_float %vertex %int_1 %int_0\nOpStore %p %half\n%q = OpAccessChain %to_vec4 %vertex %undef\n%v = OpLoad %vec4 %q";
    for (members, code, promises) in [
        ("Position CullDistance", element, Some(1)),
        ("Position CullDistance", whole, Some(1)),
        ("Position CullDistance", copied, None),
        ("Position CullDistance", passed, None),
        ("CullDistance Position", front, Some(1)),
        ("CullDistance", front, Some(1)),
        ("Position ClipDistance CullDistance", element, Some(1)),
        (
            "Position ClipDistance CullDistance",
            &clip_and_cull,
            Some(2),
        ),
        ("Position ClipDistance CullDistance", copied, None),
        ("Position ClipDistance CullDistance", dynamic, None),
    ] {
        let runs = promises.is_some();
        let words = tools
            .assemble(&distances(members, code), "vulkan1.0")
            .unwrap();
        let filtered = filter(&words, &target, &options).unwrap();
        let outcome = filtered.report.outcome;
        assert_eq!(
            outcome != OutcomeKind::Unsupported,
            runs,
            "{members}: {code}"
        );
        if runs {
            check(tools, &filtered.words, &target).unwrap();
            let count = filtered.report.promises.len();
            assert_eq!(Some(count), promises, "{members}: {code}");
        }
    }
}
