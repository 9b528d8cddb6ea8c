//! Tests of what subgroups of any size do for. What runs is in `corpus/shaders/subgroup/any_size.frag`.

use super::takes_any_size;
use crate::assemble::stage;
use crate::module::Module;
use crate::options::Limits;

const GLOBALS: &str = "
    OpDecorate %seen Flat
    OpDecorate %seen Location 0
    %uvec4 = OpTypeVector %u32 4
    %to_kept = OpTypePointer Function %uvec4
    %to_part = OpTypePointer Function %u32
    %to_private = OpTypePointer Private %uvec4
    %to_input = OpTypePointer Input %u32
    %private = OpVariable %to_private Private
    %seen = OpVariable %to_input Input
    %every = OpConstant %u32 4294967295
    %all = OpConstantComposite %uvec4 %every %every %every %every
    %origin = OpConstantComposite %uvec4 %zero %zero %zero %zero";

/// Whether a fragment shader with a ballot does for any size.
fn does(body: &str) -> bool {
    let words = stage(
        3,
        "Fragment",
        "OpExecutionMode %main OriginUpperLeft",
        "OpCapability GroupNonUniformBallot",
        GLOBALS,
        &format!(
            "%kept = OpVariable %to_kept Function
            %copy = OpVariable %to_kept Function
            %begun = OpVariable %to_kept Function %all
            %input = OpLoad %u32 %seen
            %is = OpIEqual %bool %input %zero
            %ballot = OpGroupNonUniformBallot %uvec4 %three %is
            {body}"
        ),
    );
    let module = Module::scan(&words, &Limits::NONE).unwrap();
    takes_any_size(&module.facts, &words)
}

#[test]
fn ballots_are_counted() {
    assert!(does(
        "%r = OpGroupNonUniformBallotBitCount %u32 %three Reduce %ballot"
    ));
    assert!(!does(
        "%r = OpGroupNonUniformBallotFindLSB %u32 %three %ballot"
    ));
    assert!(!does("%r = OpCompositeExtract %u32 %ballot 0"));
}

#[test]
fn ballots_are_kept_until_they_are_counted() {
    let keep = "OpStore %kept %ballot
        %again = OpLoad %uvec4 %kept
        OpStore %copy %again
        %last = OpLoad %uvec4 %copy
        ";
    for (use_of, expected) in [
        (
            "%r = OpGroupNonUniformBallotBitCount %u32 %three Reduce %last",
            true,
        ),
        ("%r = OpCompositeExtract %u32 %last 0", false),
        ("%r = OpCompositeExtract %u32 %again 0", false),
        ("OpStore %private %last", false),
        ("OpStore %copy %origin", true),
        ("%part = OpAccessChain %to_part %copy %zero", false),
        ("OpCopyMemory %kept %copy", false),
    ] {
        assert_eq!(does(&format!("{keep}{use_of}")), expected, "{use_of}");
    }
    // Other values of the type are nothing special, unless they are counted or kept with ballots.
    let count = "OpGroupNonUniformBallotBitCount %u32 %three Reduce";
    for (body, expected) in [
        (format!("%r = {count} %origin"), false),
        (format!("%r = {count} %all"), false),
        (
            format!("OpStore %kept %all\n{keep}%r = {count} %again"),
            false,
        ),
        (
            format!("OpStore %kept %origin\n{keep}%r = {count} %again"),
            true,
        ),
        (
            format!("OpStore %begun %ballot\n%again = OpLoad %uvec4 %begun\n%r = {count} %again"),
            false,
        ),
    ] {
        assert_eq!(does(&body), expected, "{body}");
    }
    // Alone.
    assert!(does(
        "OpStore %kept %origin
        %other = OpLoad %uvec4 %kept
        %r = OpCompositeExtract %u32 %other 0"
    ));
}
