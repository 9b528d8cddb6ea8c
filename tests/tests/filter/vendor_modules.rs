//! Modules with a vendor instruction whose lowering could produce an invalid module: built-in variables that exist already, are
//! shared between stages or have another type; old and new versions of SPIR-V; operands that validators do not check.

use sos_core::{Options, OutcomeKind, Target};
use sos_tests::filtered::{check, filter};
use sos_tests::{tools, Tools};

/// A module with AMD's swizzle. Empty parts are replaced by defaults.
#[derive(Clone, Copy, Default)]
struct Parts<'a> {
    version: &'a str,
    capabilities: &'a str,
    entries: &'a str,
    decorations: &'a str,
    globals: &'a str,
    /// The functions, beginning with `%main`.
    functions: &'a str,
}

const SWIZZLE: &str = "%got = OpExtInst %uint %amd SwizzleInvocationsAMD %seven %offset";

fn or<'a>(part: &'a str, default_part: &'a str) -> &'a str {
    match part {
        "" => default_part,
        _ => part,
    }
}

fn assemble(tools: Tools, parts: Parts<'_>) -> Vec<u32> {
    let default_part = format!(
        "%main = OpFunction %void None %fn\n%l0 = OpLabel\n{SWIZZLE}\nOpReturn\nOpFunctionEnd"
    );
    let text = format!(
        "OpCapability Shader
        OpCapability Groups
        {}
        OpExtension \"SPV_AMD_shader_ballot\"
        %amd = OpExtInstImport \"SPV_AMD_shader_ballot\"
        OpMemoryModel Logical GLSL450
        {}
        {}
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %int = OpTypeInt 32 1
        %float = OpTypeFloat 32
        %v4uint = OpTypeVector %uint 4
        %v4int = OpTypeVector %int 4
        %zero = OpConstant %uint 0
        %three = OpConstant %uint 3
        %seven = OpConstant %uint 7
        %offset = OpConstantComposite %v4uint %three %zero %zero %three
        %p_uint = OpTypePointer Input %uint
        %p_int = OpTypePointer Input %int
        {}
        {}",
        parts.capabilities,
        or(
            parts.entries,
            "OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 64 1 1"
        ),
        parts.decorations,
        parts.globals,
        or(parts.functions, &default_part),
    );
    tools
        .assemble(&text, or(parts.version, "spv1.3"))
        .unwrap_or_else(|error| panic!("{error:#}\n{text}"))
}

/// The valid output for a device as text, or `None` if the module is unsupported.
fn lowered(tools: Tools, parts: Parts<'_>, device: &str) -> Option<String> {
    let words = assemble(tools, parts);
    let target = Target::built_in(device).unwrap();
    let filtered = filter(&words, &target, &Options::default()).unwrap();
    if filtered.report.outcome == OutcomeKind::Unsupported {
        return None;
    }
    check(tools, &filtered.words, &target).unwrap_or_else(|error| {
        panic!(
            "{error:#}\n{}",
            tools.disassemble(&filtered.words).unwrap_or_default()
        )
    });
    let text = tools.disassemble(&filtered.words).unwrap();
    for removed in ["AMD", "Groups"] {
        assert!(!text.contains(removed), "{removed} remains:\n{text}");
    }
    Some(text)
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

const DEVICES: [&str; 3] = ["swiftshader", "lavapipe-25.0.7", "nvk-pascal"];

#[test]
fn new_built_in_variables_are_listed_and_decorated() {
    let Some(tools) = tools() else { return };
    for device in DEVICES {
        let text = lowered(tools, Parts::default(), device).unwrap();
        assert_eq!(count(&text, "BuiltIn SubgroupLocalInvocationId"), 1);
        assert_eq!(
            count(&text, " Flat"),
            0,
            "compute shaders have no use for it"
        );
    }
}

#[test]
fn signed_built_in_variables_are_reused() {
    let Some(tools) = tools() else { return };
    let parts = Parts {
        capabilities: "OpCapability GroupNonUniform",
        entries:
            "OpEntryPoint GLCompute %main \"main\" %own\nOpExecutionMode %main LocalSize 64 1 1",
        decorations: "OpDecorate %own BuiltIn SubgroupLocalInvocationId",
        globals: "%own = OpVariable %p_int Input",
        ..Parts::default()
    };
    let text = lowered(tools, parts, "swiftshader").unwrap();
    assert_eq!(count(&text, "BuiltIn SubgroupLocalInvocationId"), 1);
    assert_eq!(count(&text, "OpBitcast"), 1);
}

fn shared_function(own: &str) -> String {
    format!(
        "%main = OpFunction %void None %fn\n%l0 = OpLabel\n%c0 = OpFunctionCall %void %part\nOpReturn\nOpFunctionEnd
        %other = OpFunction %void None %fn\n%l1 = OpLabel\n{own}\nOpReturn\nOpFunctionEnd
        %part = OpFunction %void None %fn\n%l2 = OpLabel\n{SWIZZLE}\nOpReturn\nOpFunctionEnd"
    )
}

#[test]
fn stages_that_share_a_function_share_the_variable() {
    let Some(tools) = tools() else { return };
    let functions = shared_function("%c1 = OpFunctionCall %void %part");
    for (first, second) in [("GLCompute", "Fragment"), ("Fragment", "GLCompute")] {
        let mode = |stage: &str, name: &str| match stage {
            "Fragment" => format!("OpExecutionMode {name} OriginUpperLeft\n"),
            _ => format!("OpExecutionMode {name} LocalSize 64 1 1\n"),
        };
        let entries = format!(
            "OpEntryPoint {first} %main \"main\"\nOpEntryPoint {second} %other \"other\"\n{}{}",
            mode(first, "%main"),
            mode(second, "%other")
        );
        let parts = Parts {
            entries: &entries,
            functions: &functions,
            ..Parts::default()
        };
        let text = lowered(tools, parts, "lavapipe-25.0.7").unwrap();
        assert_eq!(count(&text, "BuiltIn SubgroupLocalInvocationId"), 1);
        assert_eq!(count(&text, " Flat"), 1, "{text}");
    }
}

#[test]
fn each_stage_reads_a_variable_of_its_interface() {
    let Some(tools) = tools() else { return };
    for (first, second, variables) in [
        (
            "GLCompute %main \"main\"\nOpEntryPoint Fragment",
            "OpExecutionMode %main LocalSize 64 1 1",
            1,
        ),
        ("Vertex %main \"main\"\nOpEntryPoint Fragment", "", 2),
    ] {
        let entries = format!(
            "OpEntryPoint {first} %other \"other\"\nOpExecutionMode %other OriginUpperLeft\n{second}"
        );
        let functions = format!(
            "%main = OpFunction %void None %fn\n%l0 = OpLabel\n{SWIZZLE}\nOpReturn\nOpFunctionEnd
            %other = OpFunction %void None %fn\n%l1 = OpLabel\n{}\nOpReturn\nOpFunctionEnd",
            SWIZZLE.replace("%got", "%got2")
        );
        let parts = Parts {
            entries: &entries,
            functions: &functions,
            ..Parts::default()
        };
        let text = lowered(tools, parts, "nvk-pascal").unwrap();
        assert_eq!(
            count(&text, "BuiltIn SubgroupLocalInvocationId"),
            variables,
            "{text}"
        );
        assert_eq!(count(&text, " Flat"), 1, "{text}");
    }
    // A single function cannot use the variables of both stages.
    let entries = "OpEntryPoint Vertex %main \"main\"\nOpEntryPoint Fragment %other \"other\"
        OpExecutionMode %other OriginUpperLeft";
    let functions = shared_function("%c1 = OpFunctionCall %void %part");
    let parts = Parts {
        entries,
        functions: &functions,
        ..Parts::default()
    };
    assert_eq!(lowered(tools, parts, "nvk-pascal"), None);
}

#[test]
fn no_entry_point_lists_a_built_in_twice() {
    let Some(tools) = tools() else { return };
    let modes = "OpExecutionMode %main LocalSize 64 1 1\nOpExecutionMode %other LocalSize 64 1 1";
    let decorations = "OpDecorate %a BuiltIn SubgroupLocalInvocationId
        OpDecorate %b BuiltIn SubgroupLocalInvocationId";
    let with_type = |second: &str, interfaces: [&str; 2], own: &str| {
        let globals = format!("%a = OpVariable %p_uint Input\n%b = OpVariable {second} Input");
        let entries = format!(
            "OpEntryPoint GLCompute %main \"main\" {}\nOpEntryPoint GLCompute %other \"other\" {}\n{modes}",
            interfaces[0], interfaces[1]
        );
        let functions = shared_function(own);
        let parts = Parts {
            capabilities: "OpCapability GroupNonUniform",
            entries: &entries,
            decorations,
            globals: &globals,
            functions: &functions,
            ..Parts::default()
        };
        lowered(tools, parts, "swiftshader")
    };
    let with = |interfaces, own: &str| with_type("%p_uint", interfaces, own);
    let call = "%c1 = OpFunctionCall %void %part";
    // The variable in the interface is used, whichever is first.
    assert!(with(["%b", ""], call).is_some());
    assert!(with(["", "%b"], "").is_some());
    // If each has its own in the interface, one replaces the other.
    let lowered_text = with(["%a", "%b"], call).unwrap();
    assert_eq!(
        count(&lowered_text, "BuiltIn SubgroupLocalInvocationId"),
        1,
        "{lowered_text}"
    );
    // If that is impossible, subgroups are emulated, and emulated subgroups have no such variable.
    let lowered_text = with_type("%p_int", ["%a", "%b"], call).unwrap();
    assert!(
        !lowered_text.contains("SubgroupLocalInvocationId"),
        "{lowered_text}"
    );
}

#[test]
fn old_modules_get_the_required_version() {
    let Some(tools) = tools() else { return };
    for version in [
        "spv1.0", "spv1.1", "spv1.2", "spv1.3", "spv1.4", "spv1.5", "spv1.6",
    ] {
        let buffer = match version {
            "spv1.4" | "spv1.5" | "spv1.6" => "",
            _ => "%p_block = OpTypePointer Uniform %block\n%buffer = OpVariable %p_block Uniform",
        };
        let decorations = match buffer {
            "" => "",
            _ => {
                "OpDecorate %block BufferBlock\nOpMemberDecorate %block 0 Offset 0
                OpDecorate %buffer DescriptorSet 0\nOpDecorate %buffer Binding 0"
            }
        };
        let globals = format!("%block = OpTypeStruct %uint\n{buffer}");
        let parts = Parts {
            version,
            decorations,
            globals: &globals,
            ..Parts::default()
        };
        let text = lowered(tools, parts, "lavapipe-25.0.7").unwrap();
        let least = version.strip_prefix("spv").unwrap().max("1.3");
        assert!(
            text.contains(&format!("; Version: {least}")),
            "{version}:\n{text}"
        );
    }
}

#[test]
fn mbcnt_keeps_its_64_bit_result_type() {
    let Some(tools) = tools() else { return };
    let parts = Parts {
        capabilities: "OpCapability Int64",
        globals: "%ulong = OpTypeInt 64 0\n%mask = OpConstant %ulong 255",
        functions: "%main = OpFunction %void None %fn\n%l0 = OpLabel
            %count = OpExtInst %ulong %amd MbcntAMD %mask\nOpReturn\nOpFunctionEnd",
        ..Parts::default()
    };
    let text = lowered(tools, parts, "lavapipe-25.0.7").unwrap();
    assert_eq!(count(&text, "OpUConvert"), 1);
}

#[test]
fn invalid_operands_unknown_to_validators_are_rejected() {
    let Some(tools) = tools() else { return };
    let with = |globals: &str, instruction: &str| {
        let functions = format!("%main = OpFunction %void None %fn\n%l0 = OpLabel\n{instruction}\nOpReturn\nOpFunctionEnd");
        let parts = Parts {
            globals,
            functions: &functions,
            ..Parts::default()
        };
        lowered(tools, parts, "lavapipe-25.0.7")
    };
    let swizzle = |ty: &str, data: &str, offset: &str| {
        format!("%got = OpExtInst {ty} %amd SwizzleInvocationsAMD {data} {offset}")
    };
    let signed = "%signed = OpConstantNull %v4int";
    assert_eq!(with(signed, &swizzle("%uint", "%seven", "%signed")), None);
    assert!(with(signed, &swizzle("%v4int", "%signed", "%offset")).is_some());
    let pair = "%pair = OpTypeStruct %uint %uint\n%both = OpConstantComposite %pair %zero %seven";
    assert_eq!(with(pair, &swizzle("%pair", "%both", "%offset")), None);
    let matrix =
        "%v4 = OpTypeVector %float 4\n%m4 = OpTypeMatrix %v4 4\n%nothing = OpConstantNull %m4";
    assert_eq!(with(matrix, &swizzle("%m4", "%nothing", "%offset")), None);
    let truth = "%bool = OpTypeBool\n%yes = OpConstantTrue %bool";
    assert!(with(truth, &swizzle("%bool", "%yes", "%offset")).is_some());
    let reduce = |scope: &str| {
        format!("%got = OpGroupIAddNonUniformAMD %uint {scope} Reduce %seven\nOpStore %kept %got")
    };
    let kept = "%p_kept = OpTypePointer Private %uint\n%kept = OpVariable %p_kept Private\n";
    let workgroup = kept.to_owned() + "%workgroup = OpConstant %uint 2";
    assert_eq!(with(&workgroup, &reduce("%workgroup")), None);
    assert!(with(kept, &reduce("%three")).is_some());
}
