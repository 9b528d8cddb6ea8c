//! Physical pointers to narrow data in structures, on devices that can store such data but not compute with it.

use crate::assemble::compute;
use crate::facts::{Facts, Scalar, TypeView};
use crate::filtered::words_for;
use crate::inst::Inst;
use crate::options::Options;
use crate::passes::testing::{corrupt_every_word, without};
use crate::tables::{capability, op, storage_class};
use crate::target::{feature, Target};

/// A structure that contains a pointer to halves, with and without a layout, and a pointer to it.
const NODES: &str = "
    OpMemberDecorate %Node 0 Offset 0
    OpMemberDecorate %Node 1 Offset 8
    OpMemberDecorate %Push 0 Offset 0
    OpMemberDecorate %Push 1 Offset 8
    OpDecorate %Push Block
    OpDecorate %to_half ArrayStride 2
    %half = OpTypeFloat 16
    %u64 = OpTypeInt 64 0
    %pair = OpTypeVector %u32 2
    %to_half = OpTypePointer PhysicalStorageBuffer %half
    %Node = OpTypeStruct %to_half %u32
    %to_node = OpTypePointer PhysicalStorageBuffer %Node
    %to_held = OpTypePointer PhysicalStorageBuffer %to_half
    %Push = OpTypeStruct %to_node %u64
    %to_push = OpTypePointer PushConstant %Push
    %push_node = OpTypePointer PushConstant %to_node
    %push_number = OpTypePointer PushConstant %u64
    %own_node = OpTypePointer Function %Node
    %own_held = OpTypePointer Function %to_half
    %push = OpVariable %to_push PushConstant
";

fn shader(globals: &str, body: &str) -> Vec<u32> {
    compute(
        5,
        "OpCapability Float16\nOpCapability Int64\nOpCapability PhysicalStorageBufferAddresses",
        &NODES.replace("    %half =", &format!("{globals}\n%half =")),
        &format!(
            "%at_node = OpAccessChain %push_node %push %zero
             %node = OpLoad %to_node %at_node
             {body}"
        ),
    )
}

const USE: &str = "
    %held = OpCompositeExtract %to_half %whole 0
    %second = OpPtrAccessChain %to_half %held %one
    %x = OpLoad %half %second Aligned 2
    %y = OpFAdd %half %x %x
    OpStore %second %y Aligned 2";

#[test]
fn damaged_modules_do_not_panic() {
    let body = "
        %whole = OpLoad %Node %node Aligned 8
        %own = OpVariable %own_node Function
        OpStore %own %whole
        %at = OpAccessChain %push_number %push %one
        %number = OpLoad %u64 %at
        %cast = OpConvertUToPtr %to_half %number
        %back = OpConvertPtrToU %u64 %cast";
    let words = shader("", &format!("{body}\n{USE}"));
    for features in [
        &[feature::shaderFloat16][..],
        &[feature::shaderFloat16, feature::shaderInt64],
    ] {
        let target = without(features);
        assert!(words_for(&words, &target).is_ok());
        corrupt_every_word(&words, 64, &target, &Options::default());
    }
}

/// Returns whether a structure of the output still contains a pointer to halves, how many accesses are to halves, and
/// whether halves are computed with.
fn found(words: &[u32], target: &Target) -> (bool, usize, bool) {
    let words = words_for(words, target).unwrap();
    let mut facts = Facts::default();
    facts.scan(&words, &Options::default().limits).unwrap();
    let is_half = |ty: u32| facts.scalar_of(&words, ty) == Some(Scalar::Float { width: 16 });
    let leads_to_half = |ty: u32| match facts.type_view(&words, ty) {
        TypeView::Pointer { class, pointee } => {
            class == storage_class::PhysicalStorageBuffer && is_half(pointee)
        }
        _ => false,
    };
    let holds = |inst: Inst<'_>| {
        inst.opcode() == op::OpTypeStruct && inst.from(2).iter().any(|&ty| leads_to_half(ty))
    };
    let accesses = facts.code(&words).filter(|inst| {
        let pointer = match inst.opcode() {
            op::OpLoad => inst.word(3),
            op::OpStore => inst.word(1),
            _ => return false,
        };
        leads_to_half(facts.type_of(&words, pointer))
    });
    (
        facts.declarations(&words).any(holds),
        accesses.count(),
        facts.declares(capability::Float16),
    )
}

#[test]
fn pointers_that_count_as_halves_become_addresses() {
    let load = "%whole = OpLoad %Node %node Aligned 8";
    let bodies = [
        format!("{load}\n{USE}"),
        format!("%own = OpVariable %own_node Function\n%whole = OpLoad %Node %own\n{USE}"),
        format!("%whole = OpUndef %Node\n{USE}"),
        format!("{load}\nOpStore %node %whole Aligned 8\n{USE}"),
        format!("{load}\n%other = OpCopyObject %Node %whole\n{USE}"),
        format!(
            "{load}\n%from = OpAccessChain %to_held %node %zero
             %own = OpVariable %own_held Function\nOpCopyMemory %own %from Aligned 8\n{USE}"
        ),
    ];
    for body in bodies {
        let words = shader("", &body);
        // Halves are accessed natively, but no structure contains a pointer to them.
        let lacking = without(&[feature::shaderFloat16]);
        assert_eq!(found(&words, &lacking), (false, 2, false), "{body}");
        // Without 64-bit integers, pointers to halves would be created by bitcasts.
        let lacking = without(&[feature::shaderFloat16, feature::shaderInt64]);
        assert_eq!(found(&words, &lacking), (false, 0, false), "{body}");
        // If the device computes with halves, the capability is kept.
        let lacking = without(&[feature::shaderInt8]);
        assert_eq!(found(&words, &lacking), (true, 2, true), "{body}");
    }
}

#[test]
fn plain_pointers_are_not_changed() {
    let body = "
        %at = OpAccessChain %to_held %node %zero
        %held = OpLoad %to_half %at Aligned 8
        %own = OpVariable %own_held Function
        OpStore %own %held
        %second = OpPtrAccessChain %to_half %held %one
        %x = OpLoad %half %second Aligned 2
        %y = OpFAdd %half %x %x
        OpStore %second %y Aligned 2";
    let words = shader("OpDecorate %own AliasedPointer", body);
    let lacking = without(&[feature::shaderFloat16]);
    assert_eq!(found(&words, &lacking), (true, 2, false));
    // The pointees of forward-declared pointers are not examined.
    let ahead = "OpTypeForwardPointer %to_half PhysicalStorageBuffer";
    let words = shader(
        ahead,
        &format!("%whole = OpLoad %Node %node Aligned 8\n{USE}"),
    );
    assert_eq!(found(&words, &lacking), (true, 2, false));
}

#[test]
fn bitcasts_without_int64_make_addresses() {
    let number = "
        %at = OpAccessChain %push_number %push %one
        %number = OpLoad %u64 %at";
    let access = "
        %x = OpLoad %half %held Aligned 2
        %y = OpFAdd %half %x %x
        OpStore %held %y Aligned 2";
    let cast = "%held = OpConvertUToPtr %to_half %number";
    // Conversions become bitcasts, and so does the base of a chain with a 64-bit index.
    let chain = "
        %from = OpAccessChain %to_held %node %zero
        %first = OpLoad %to_half %from Aligned 8
        %held = OpPtrAccessChain %to_half %first %number";
    for body in [cast, chain] {
        let words = shader("", &format!("{number}\n{body}\n{access}"));
        let lacking = without(&[feature::shaderFloat16]);
        assert_eq!(found(&words, &lacking), (true, 2, false), "{body}");
        let lacking = without(&[feature::shaderFloat16, feature::shaderInt64]);
        assert_eq!(found(&words, &lacking), (false, 0, false), "{body}");
        let lacking = without(&[feature::shaderInt64]);
        assert_eq!(found(&words, &lacking), (true, 2, true), "{body}");
    }
}

/// A 64-bit index that was sign-extended from 32 bits counts as 32-bit.
#[test]
fn sign_extended_indices_need_no_bitcast() {
    let chain = |convert: &str| {
        format!(
            "%at = OpAccessChain %push_number %push %one
             %number = OpLoad %u64 %at
             %short = OpUConvert %u32 %number
             %index = {convert} %u64 %short
             %from = OpAccessChain %to_held %node %zero
             %first = OpLoad %to_half %from Aligned 8
             %held = OpPtrAccessChain %to_half %first %index
             %x = OpLoad %half %held Aligned 2
             %y = OpFAdd %half %x %x
             OpStore %held %y Aligned 2"
        )
    };
    let lacking = without(&[feature::shaderFloat16, feature::shaderInt64]);
    let words = shader("", &chain("OpSConvert"));
    assert_eq!(found(&words, &lacking), (true, 2, false));
    let words = shader("", &chain("OpUConvert"));
    assert_eq!(found(&words, &lacking), (false, 0, false));
}

/// A bitcast also matters for data that is reachable through several pointers.
#[test]
fn pointers_to_pointers_become_addresses() {
    let cast = "
        %at = OpAccessChain %push_number %push %one
        %number = OpLoad %u64 %at
        %words = OpBitcast %pair %number
        %cast = OpBitcast %to_held %words
        %held = OpLoad %to_half %cast Aligned 8
        %x = OpLoad %half %held Aligned 2
        %y = OpFAdd %half %x %x
        OpStore %held %y Aligned 2";
    let words = shader("", cast);
    let lacking = without(&[feature::shaderFloat16]);
    assert_eq!(found(&words, &lacking), (true, 2, false));
    let lacking = without(&[feature::shaderFloat16, feature::shaderInt64]);
    assert_eq!(found(&words, &lacking), (false, 0, false));
}

#[test]
fn memory_without_narrow_access_contains_addresses() {
    let memory = "
        OpMemberDecorate %Held 0 Offset 0
        OpDecorate %Held Block
        OpDecorate %uniform DescriptorSet 0
        OpDecorate %uniform Binding 3";
    let words = |class: &str| {
        let globals = format!(
            "%Held = OpTypeStruct %to_half
             %to_all = OpTypePointer {class} %Held
             %to_one = OpTypePointer {class} %to_half
             %uniform = OpVariable %to_all {class}"
        );
        let body = "
            %at = OpAccessChain %to_one %uniform %zero
            %held = OpLoad %to_half %at
            %x = OpLoad %half %held Aligned 2
            %y = OpFAdd %half %x %x
            OpStore %held %y Aligned 2";
        let nodes = format!("{memory}{NODES}{globals}");
        compute(
            5,
            "OpCapability Float16\nOpCapability Int64\nOpCapability PhysicalStorageBufferAddresses",
            &nodes,
            body,
        )
    };
    let lacking = without(&[
        feature::shaderFloat16,
        feature::uniformAndStorageBuffer16BitAccess,
    ]);
    assert_eq!(found(&words("Uniform"), &lacking), (false, 2, false));
    // Uniform buffers with halves are supported here, so their capability is declared.
    let lacking = without(&[feature::shaderFloat16]);
    assert_eq!(found(&words("Uniform"), &lacking), (true, 2, false));
    let out = words_for(&words("Uniform"), &lacking).unwrap();
    let mut facts = Facts::default();
    facts.scan(&out, &Options::default().limits).unwrap();
    assert!(facts.declares(capability::UniformAndStorageBuffer16BitAccess));
}
