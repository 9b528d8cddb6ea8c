//! Refusals with their reasons, decorations of forms, and damaged modules.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::inst::Inst;
use crate::passes::testing::{corrupt_every_word, instructions, without};
use crate::tables::{decoration, memory_access, op};
use crate::target::feature;
use crate::{Options, Target};

/// A device with 16-bit arithmetic that has no 16-bit stage inputs and outputs.
fn target() -> Target {
    without(&[feature::storageInputOutput16])
}

const NAMES: &str = "
    OpCapability Float16
    OpCapability StorageInputOutput16
    OpExtension \"SPV_KHR_16bit_storage\"
";

const TYPES: &str = "
    OpDecorate %in Location 0
    OpDecorate %in RelaxedPrecision
    OpDecorate %out Location 1
    OpDecorate %out Component 1
    OpDecorate %block Block
    OpDecorate %whole Location 2
    OpMemberDecorate %block 1 NoPerspective
    %half = OpTypeFloat 16
    %h2 = OpTypeVector %half 2
    %list = OpTypeArray %half %three
    %block = OpTypeStruct %f32 %h2 %list
    %to_in = OpTypePointer Input %h2
    %to_out = OpTypePointer Output %half
    %to_block = OpTypePointer Output %block
    %in = OpVariable %to_in Input
    %out = OpVariable %to_out Output
    %whole = OpVariable %to_block Output
";

const BODY: &str = "
    %x = OpLoad %h2 %in
    %y = OpCompositeExtract %half %x 0
    %z = OpFAdd %half %y %y
    OpStore %out %z
    %all = OpLoad %block %whole
    %r = OpCompositeInsert %block %z %all 2 1
    OpStore %whole %r
    %chain = OpAccessChain %to_out %whole %two %one
    OpStore %chain %y
";

fn module(modes: &str, names: &str, types: &str, body: &str) -> Vec<u32> {
    let names = format!("{names}\n{NAMES}");
    stage(5, "Vertex", modes, &names, types, body)
}

/// The words for the target, and the reasons if there are none.
fn run(words: &[u32]) -> (Vec<u32>, String) {
    let (words, report) = filtered(words, &target(), &Options::default());
    (words, format!("{:?}", report.unsupported))
}

#[test]
fn forms_are_decorated_like_the_types_they_replace() {
    let words = module("", "", TYPES, BODY);
    let (words, said) = run(&words);
    assert!(!words.is_empty(), "{said}");
    let count = |wanted: u32| {
        let is = |inst: &Inst<'_>| match inst.opcode() {
            op::OpDecorate => inst.word(2) == wanted,
            op::OpMemberDecorate => inst.word(3) == wanted,
            _ => false,
        };
        instructions(&words).filter(is).count()
    };
    // The structure of values and its form differ only in their members.
    assert_eq!(count(decoration::Block), 2);
    assert_eq!(count(decoration::NoPerspective), 2);
    assert_eq!(count(decoration::Location), 3);
    assert_eq!(count(decoration::Component), 1);
    // It would allow the 32-bit values less precision than 16 bits.
    assert_eq!(count(decoration::RelaxedPrecision), 0);
    // In the loaded value: a vector and three elements; the same from the stored one; and three alone.
    let converts = instructions(&words).filter(|inst| inst.opcode() == op::OpFConvert);
    assert_eq!(converts.count(), 11);
}

#[test]
fn unused_forms_are_not_decorated() {
    let buffer = "
        OpDecorate %strided ArrayStride 4
        OpDecorate %table Block
        OpMemberDecorate %table 0 Offset 0
        OpDecorate %buffer DescriptorSet 0
        OpDecorate %buffer Binding 0
    ";
    let table = "
        %strided = OpTypeArray %h2 %three
        %table = OpTypeStruct %strided
        %to_table = OpTypePointer StorageBuffer %table
        %buffer = OpVariable %to_table StorageBuffer
    ";
    let words = module("", "", &format!("{buffer}{TYPES}{table}"), BODY);
    let (words, said) = run(&words);
    assert!(!words.is_empty(), "{said}");
    let defined =
        |id: u32| instructions(&words).any(|inst| crate::plan::result(inst) == Some(id) && id != 0);
    let (mut strides, mut missing) = (0, 0);
    for inst in instructions(&words) {
        let names = matches!(
            inst.opcode(),
            op::OpDecorate | op::OpMemberDecorate | op::OpName | op::OpMemberName
        );
        missing += usize::from(names && !defined(inst.word(1)));
        strides +=
            usize::from(inst.opcode() == op::OpDecorate && inst.word(2) == decoration::ArrayStride);
    }
    assert_eq!((strides, missing), (1, 0));
}

#[test]
fn copies_keep_their_memory_operands() {
    let own = "%to_own = OpTypePointer Private %half
               %own = OpVariable %to_own Private";
    let body = "
        OpCopyMemory %out %own Volatile Aligned 2
        %back = OpAccessChain %to_out %whole %two %one
        OpCopyMemory %own %back Volatile
        %r = OpLoad %half %own
    ";
    let words = module("", "", &format!("{TYPES}{own}"), body);
    let (words, said) = run(&words);
    assert!(!words.is_empty(), "{said}");
    let of = |opcode: u16, at: usize| {
        let those = instructions(&words).filter(move |inst| inst.opcode() == opcode);
        those.map(|inst| inst.from(at).to_vec()).collect::<Vec<_>>()
    };
    let none = Vec::new;
    let volatile = || vec![memory_access::Volatile];
    let aligned = || vec![memory_access::Aligned, 2];
    assert_eq!(of(op::OpLoad, 4), [aligned(), volatile(), none()]);
    assert_eq!(of(op::OpStore, 3)[..2], [volatile(), volatile()]);
}

#[test]
fn what_is_refused_and_why() {
    let captured = TYPES.replace(
        "OpDecorate %out Component 1",
        "OpDecorate %out XfbBuffer 0
         OpDecorate %out XfbStride 4
         OpDecorate %out Offset 0",
    );
    let begun = TYPES.replace(
        "%out = OpVariable %to_out Output",
        "%first = OpConstant %half 15360
         %out = OpVariable %to_out Output %first",
    );
    let written = "%signed = OpExtInst %half %glsl Modf %h_one %out\n%r = OpFNegate %half %signed";
    let one = format!("{TYPES}\n%h_one = OpConstant %half 15360");
    let glsl = "%glsl = OpExtInstImport \"GLSL.std.450\"";
    let xfb = "OpCapability TransformFeedback";
    for (modes, names, types, body, reason) in [
        (
            "OpExecutionMode %main Xfb",
            xfb,
            captured.as_str(),
            BODY,
            "transform feedback",
        ),
        ("", "", &begun, BODY, "initializer"),
        ("", glsl, &one, written, "other than an access"),
    ] {
        let (words, said) = run(&module(modes, names, types, body));
        assert!(words.is_empty(), "{reason}");
        assert!(said.contains(reason), "{reason}: {said}");
    }
}

#[test]
fn outputs_beside_captured_ones_are_accepted() {
    // Without an offset, nothing is captured.
    let beside = TYPES.replace(
        "OpDecorate %out Component 1",
        "OpDecorate %out Component 1
         OpDecorate %out XfbBuffer 0
         OpDecorate %out XfbStride 4",
    );
    let modes = "OpExecutionMode %main Xfb";
    let names = "OpCapability TransformFeedback";
    let (words, said) = run(&module(modes, names, &beside, BODY));
    assert!(!words.is_empty(), "{said}");
    let buffers = instructions(&words)
        .filter(|inst| inst.opcode() == op::OpDecorate && inst.word(2) == decoration::XfbBuffer);
    assert_eq!(buffers.count(), 1);
}

#[test]
fn damaged_modules_do_no_harm() {
    let words = module("", "", TYPES, BODY);
    corrupt_every_word(&words, 40, &target(), &Options::default());
}
