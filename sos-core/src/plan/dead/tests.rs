//! Tests of what dead code removal removes besides.

use crate::assemble::compute;
use crate::filtered::filtered;
use crate::inst::Insts;
use crate::tables::op;
use crate::{Allow, Options, Target};

/// Removes an unused 16-bit value, which SwiftShader lacks; returns which of these debug information instructions remain.
/// Each is identified by its extended instruction number.
fn left(globals: &str, body: &str) -> Vec<u32> {
    let words = compute(
        3,
        "OpCapability Float16
        OpExtension \"SPV_KHR_non_semantic_info\"
        %told = OpExtInstImport \"NonSemantic.Test\"",
        &format!(
            "%half = OpTypeFloat 16
            %one_half = OpConstant %half 15360
            %only_told = OpConstant %u32 77
            {globals}"
        ),
        &format!(
            "%sum = OpFAdd %half %one_half %one_half
            %r = OpIAdd %u32 %one %two
            %unused = OpIAdd %u32 %one %three
            {body}"
        ),
    );
    let target = Target::built_in("swiftshader").unwrap();
    let (out, report) = filtered(&words, &target, &Options::default());
    assert!(!out.is_empty(), "{:?}", report.unsupported);
    let end = out.len() as u32;
    let insts = || Insts::new(&out, 5, end);
    assert!(insts().all(|inst| inst.opcode() != op::OpTypeFloat || inst.word(2) != 16));
    let remaining: Vec<u32> = insts()
        .filter(|inst| inst.opcode() == op::OpExtInst)
        .map(|inst| inst.word(4))
        .collect();
    let imports = insts().filter(|inst| inst.opcode() == op::OpExtInstImport);
    assert_eq!(imports.count(), usize::from(!remaining.is_empty()));
    remaining
}

#[test]
fn debug_information_stays_with_everything_it_refers_to() {
    let globals = "%t1 = OpExtInst %void %told 1 %only_told";
    let body = "%t2 = OpExtInst %void %told 2 %t1 %r
        %t3 = OpExtInst %void %told 3 %t1 %only_told";
    assert_eq!(left(globals, body), [1, 2, 3]);
}

#[test]
fn debug_information_is_removed_with_what_it_refers_to() {
    let globals = "%t1 = OpExtInst %void %told 1 %one_half
        %t2 = OpExtInst %void %told 2 %t1
        %t3 = OpExtInst %void %told 3 %one";
    let body = "%t4 = OpExtInst %void %told 4 %t2 %r
        %t5 = OpExtInst %void %told 5 %t3 %sum
        %t6 = OpExtInst %void %told 6 %t3 %unused
        %t7 = OpExtInst %void %told 7 %t3 %r";
    assert_eq!(left(globals, body), [3, 7]);
}

#[test]
fn an_import_is_removed_with_its_last_instruction() {
    let globals = "%t1 = OpExtInst %void %told 1 %half";
    assert_eq!(left(globals, "%t2 = OpExtInst %void %told 2 %sum"), [0; 0]);
}

#[test]
fn an_unused_undef_is_removed_with_its_decorations() {
    let words = compute(
        3,
        "OpCapability ShaderClockKHR
        OpCapability RayQueryKHR
        OpExtension \"SPV_KHR_shader_clock\"
        OpExtension \"SPV_KHR_ray_query\"",
        "OpDecorate %time RelaxedPrecision
        %query = OpTypeRayQueryKHR
        %u32x2 = OpTypeVector %u32 2",
        "%time = OpReadClockKHR %u32x2 %three",
    );
    let target = Target::built_in("vulkan-1.1").unwrap();
    let options = Options {
        allow: Allow::UNDEF,
        ..Options::default()
    };
    let (out, report) = filtered(&words, &target, &options);
    assert!(!out.is_empty(), "{:?}", report.unsupported);
    let opcodes: Vec<u16> = Insts::new(&out, 5, out.len() as u32)
        .map(|inst| inst.opcode())
        .collect();
    assert!(!opcodes.contains(&op::OpUndef));
    assert!(!opcodes.contains(&op::OpDecorate));
}

/// Only atomics on vectors allow pointers to texels that are vectors.
#[test]
fn a_pointer_goes_with_the_atomic_that_became_undefined() {
    let words = compute(
        5,
        "OpCapability StorageImageExtendedFormats
        OpCapability Float16
        OpCapability AtomicFloat16VectorNV
        OpExtension \"SPV_NV_shader_atomic_fp16_vector\"",
        "%half = OpTypeFloat 16
        %pair = OpTypeVector %half 2
        %place = OpTypeVector %u32 2
        %at = OpConstantNull %place
        %value = OpConstantNull %pair
        %image = OpTypeImage %f32 2D 0 0 0 2 Rg16f
        %to_image = OpTypePointer UniformConstant %image
        %to_texel = OpTypePointer Image %pair
        %variable = OpVariable %to_image UniformConstant",
        "%texel = OpImageTexelPointer %to_texel %variable %at %zero
        %r = OpAtomicFAddEXT %pair %texel %one %zero %value",
    );
    let target = Target::built_in("lavapipe").unwrap();
    let options = Options {
        allow: Allow::UNDEF,
        ..Options::default()
    };
    assert!(filtered(&words, &target, &Options::default()).0.is_empty());
    let (out, report) = filtered(&words, &target, &options);
    assert!(!out.is_empty(), "{:?}", report.unsupported);
    let left = |opcode: u16| {
        let insts = Insts::new(&out, 5, out.len() as u32);
        insts.filter(|inst| inst.opcode() == opcode).count()
    };
    assert_eq!(left(op::OpUndef), 1);
    assert_eq!(left(op::OpImageTexelPointer), 0);
    assert_eq!(left(op::OpTypeImage), 0);
}
