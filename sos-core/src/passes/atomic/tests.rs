//! What the pass refuses, and what it leaves unchanged.

use super::*;
use crate::assemble::compute;
use crate::filtered::words_for;
use crate::passes::testing::{count, instructions};
use crate::tables::{memory_access, op};
use crate::target::Feature;

/// A device with narrow values, and with those float atomics only that these features provide.
fn target(kept: &[Feature]) -> Target {
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    for &feature in STEP.features {
        description.set_feature(feature, kept.contains(&feature));
    }
    description.build()
}

const NAMES: &str = "
    OpCapability Matrix
    OpCapability Float16
    OpCapability StorageBuffer16BitAccess
    OpCapability VariablePointers
    OpCapability AtomicFloat16AddEXT
    OpCapability AtomicFloat32AddEXT
    OpExtension \"SPV_EXT_shader_atomic_float_add\"
    OpExtension \"SPV_EXT_shader_atomic_float16_add\"
";

const GLOBALS: &str = "
    OpDecorate %floats ArrayStride 4
    OpDecorate %Block Block
    OpMemberDecorate %Block 0 Offset 0
    OpMemberDecorate %Block 1 Offset 16
    OpMemberDecorate %Block 1 MatrixStride 8
    OpMemberDecorate %Block 1 ColMajor
    OpMemberDecorate %Block 2 Offset 32
    OpMemberDecorate %Block 3 Offset 36
    OpDecorate %block DescriptorSet 0
    OpDecorate %block Binding 0
    OpDecorate %image DescriptorSet 0
    OpDecorate %image Binding 1
    %half = OpTypeFloat 16
    %v2 = OpTypeVector %f32 2
    %u2 = OpTypeVector %u32 2
    %m2 = OpTypeMatrix %v2 2
    %four = OpConstant %u32 4
    %pair = OpTypeArray %f32 %two
    %open = OpSpecConstant %u32 0
    %fone = OpConstant %f32 1
    %hone = OpConstant %half 15360
    %origin = OpConstantNull %u2
    %floats = OpTypeRuntimeArray %f32
    %Block = OpTypeStruct %half %m2 %u32 %floats
    %to_block = OpTypePointer StorageBuffer %Block
    %to_float = OpTypePointer StorageBuffer %f32
    %to_half = OpTypePointer StorageBuffer %half
    %block = OpVariable %to_block StorageBuffer
    %texture = OpTypeImage %f32 2D 0 0 0 2 R32f
    %to_texture = OpTypePointer UniformConstant %texture
    %to_texel = OpTypePointer Image %f32
    %image = OpVariable %to_texture UniformConstant
    %to_shared = OpTypePointer Workgroup %f32
    %shared = OpVariable %to_shared Workgroup
    %to_pair = OpTypePointer Workgroup %pair
    %pairs = OpVariable %to_pair Workgroup
    %call = OpTypeFunction %f32 %to_shared
";

fn run(body: &str, target: &Target) -> Result<Vec<u32>, String> {
    let words = compute(3, NAMES, GLOBALS, body);
    words_for(&words, target)
}

#[test]
fn what_cannot_be_integers_is_refused() {
    let element = "%p = OpAccessChain %to_float %block %three %one";
    for (body, reason) in [
        (
            "%p = OpImageTexelPointer %to_texel %image %origin %zero
             %x = OpAtomicFAddEXT %f32 %p %one %zero %fone"
                .to_owned(),
            "whose view has a float format",
        ),
        (
            "%p = OpAccessChain %to_float %block %one %zero %one
             %x = OpAtomicFAddEXT %f32 %p %one %zero %fone"
                .to_owned(),
            "in a matrix",
        ),
        (
            "%p = OpAccessChain %to_half %block %zero
             %x = OpAtomicFAddEXT %half %p %one %zero %hone"
                .to_owned(),
            "a single 16-bit float",
        ),
        (
            format!(
                "{element}
                 %q = OpAccessChain %to_float %block %three %two
                 %truth = OpUndef %bool
                 %any = OpSelect %to_float %truth %p %q
                 %x = OpAtomicFAddEXT %f32 %any %one %zero %fone"
            ),
            "through an unknown pointer",
        ),
        (
            format!(
                "{element}
                 %q = OpAccessChain %to_float %block %three %two
                 %truth = OpUndef %bool
                 %any = OpSelect %to_float %truth %p %q
                 %r = OpLoad %f32 %any
                 %x = OpAtomicFAddEXT %f32 %p %one %zero %fone"
            ),
            "an unknown instruction",
        ),
        (
            "%x = OpFunctionCall %f32 %other %shared
             OpReturn
             OpFunctionEnd
             %other = OpFunction %f32 None %call
             %parameter = OpFunctionParameter %to_shared
             %inside = OpLabel
             %y = OpAtomicFAddEXT %f32 %parameter %one %zero %fone
             OpReturnValue %y
             OpFunctionEnd
             %last = OpFunction %void None %signature
             %l = OpLabel"
                .to_owned(),
            "through an unknown pointer",
        ),
    ] {
        let refused = run(&body, &target(&[])).unwrap_err();
        assert!(refused.contains(reason), "{body}\n{refused}");
    }
}

/// A copy to rewritten memory keeps its memory operands on each side.
#[test]
fn copies_keep_their_memory_operands() {
    let body = "%p = OpAccessChain %to_float %block %three %zero
        %r = OpAtomicFAddEXT %f32 %p %one %zero %fone
        OpCopyMemory %p %shared Volatile";
    let out = run(body, &target(&[])).unwrap();
    let insts = || instructions(&out);
    let volatile = memory_access::Volatile;
    let load = insts().find(|inst| inst.opcode() == op::OpLoad).unwrap();
    let store = insts().find(|inst| inst.opcode() == op::OpStore).unwrap();
    assert_eq!(load.from(4), [volatile]);
    assert_eq!(store.from(3), [volatile]);
}

#[test]
fn only_memory_of_unsupported_operations_becomes_integers() {
    let body = "%p = OpAccessChain %to_float %block %three %one
         %x = OpAtomicFAddEXT %f32 %p %one %zero %fone
         %y = OpAtomicFAddEXT %f32 %shared %two %zero %fone";
    for (kept, natively) in [
        (&[][..], 0),
        (&[f::shaderSharedFloat32AtomicAdd][..], 1),
        (&[f::shaderBufferFloat32AtomicAdd][..], 1),
        (STEP.features, 2),
    ] {
        let words = run(body, &target(kept)).unwrap();
        use crate::tables::op;
        assert_eq!(count(&words, op::OpAtomicFAddEXT), natively);
        assert_eq!(count(&words, op::OpAtomicCompareExchange), 2 - natively);
    }
}

/// Nested composites with this many parts each; `declare` declares one from the name of the previous one.
fn nested(levels: u32, declare: impl Fn(&str, &str) -> String) -> String {
    let names = |prefix: &str, level| format!("%{prefix}_{level}");
    (0..levels)
        .map(|level| declare(&names("in", level), &names("in", level + 1)))
        .collect()
}

const SUM: &str = "%p = OpAccessChain %to_float %block %three %one
    %x = OpAtomicFAddEXT %f32 %p %one %zero %fone";

#[test]
fn shared_types_and_constants_are_visited_once() {
    // Each contains the previous one a hundred times: visiting all parts of the last would not end.
    let structures = nested(8, |part, whole| {
        format!("{whole} = OpTypeStruct {}\n", [part; 100].join(" "))
    });
    let globals = format!(
        "{GLOBALS}
         %in_0 = OpTypeStruct %f32
         {structures}
         %to_output = OpTypePointer Output %in_8
         %output = OpVariable %to_output Output"
    );
    words_for(&compute(3, NAMES, &globals, SUM), &target(&[])).unwrap();

    // The same for a constant, whose type occurs once.
    let constants = nested(7, |part, whole| {
        let types = |name: &str| name.replace("in", "type");
        format!(
            "{} = OpTypeArray {} %hundred
             {whole} = OpConstantComposite {} {}\n",
            types(whole),
            types(part),
            types(whole),
            [part; 100].join(" ")
        )
    });
    let globals = format!(
        "{GLOBALS}
         %hundred = OpConstant %u32 100
         %type_0 = OpTypeArray %f32 %one
         %in_0 = OpConstantComposite %type_0 %fone
         {constants}
         %Whole = OpTypeStruct %type_7
         %unused = OpConstantComposite %Whole %in_7
         %to_whole = OpTypePointer StorageBuffer %Whole
         %whole = OpVariable %to_whole StorageBuffer"
    );
    let body = "%p = OpAccessChain %to_float %whole %zero
        %x = OpAtomicFAddEXT %f32 %p %one %zero %fone";
    words_for(&compute(3, NAMES, &globals, body), &target(&[])).unwrap();
}

#[test]
fn arrays_can_be_nested_too_deeply() {
    for (levels, is_taken) in [(90, true), (100_000, false)] {
        let arrays = nested(levels, |part, whole| {
            format!("{whole} = OpTypeArray {part} %one\n")
        });
        let globals = format!(
            "{GLOBALS}
             %in_0 = OpTypeFloat 32
             {arrays}
             %Deep = OpTypeStruct %in_{levels}
             %to_deep = OpTypePointer Workgroup %Deep
             %deep = OpVariable %to_deep Workgroup"
        );
        let body = "%p = OpAccessChain %to_shared %deep %zero
             %x = OpAtomicFAddEXT %f32 %p %one %zero %fone";
        let found = words_for(&compute(3, NAMES, &globals, body), &target(&[]));
        match is_taken {
            true => assert!(found.is_ok(), "{found:?}"),
            false => assert!(found.unwrap_err().contains("nested too deeply")),
        }
    }
}

/// A part of a constant may be anything, such as a type.
#[test]
fn constants_consist_of_constants() {
    let run = |part: &str| {
        let globals = format!(
            "{GLOBALS}
            %sums = OpTypeStruct %f32
            %to_sums = OpTypePointer Workgroup %sums
            %all = OpVariable %to_sums Workgroup
            %start = OpConstantComposite %sums {part}"
        );
        let body = "OpStore %all %start
            %p = OpAccessChain %to_shared %all %zero
            %r = OpAtomicFAddEXT %f32 %p %one %zero %fone";
        words_for(&compute(3, NAMES, &globals, body), &target(&[]))
    };
    assert!(run("%fone").is_ok());
    for part in ["%void", "%main", "%entry"] {
        assert!(run(part).is_err(), "{part}");
    }
}
