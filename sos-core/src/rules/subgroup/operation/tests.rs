//! Tests of identities, and of operands of the other signedness.

use super::*;
use crate::assemble::compute;
use crate::facts::Scalar;
use crate::filtered::filtered;
use crate::options::{Allow, Options};
use crate::{Module, Target};

#[test]
fn identities_are_those_of_the_specification() {
    let int = |width| Scalar::Int {
        width,
        signed: true,
    };
    let float = Scalar::Float { width: 32 };
    let of = |opcode, scalar| identity_bits(opcode, scalar).unwrap();
    assert_eq!(of(op::OpGroupNonUniformSMin, int(32)), i32::MAX as u64);
    assert_eq!(of(op::OpGroupNonUniformSMax, int(8)), 0x80);
    assert_eq!(of(op::OpGroupNonUniformSMin, int(64)), i64::MAX as u64);
    assert_eq!(of(op::OpGroupNonUniformUMin, int(16)), 0xFFFF);
    assert_eq!(of(op::OpGroupNonUniformUMin, int(64)), u64::MAX);
    assert_eq!(
        of(op::OpGroupNonUniformFMax, float),
        u64::from(f32::NEG_INFINITY.to_bits())
    );
    assert_eq!(
        of(op::OpGroupNonUniformFMul, float),
        u64::from(1f32.to_bits())
    );
    assert_eq!(of(op::OpGroupNonUniformLogicalAnd, Scalar::Bool), 1);
    assert_eq!(of(op::OpGroupNonUniformLogicalXor, Scalar::Bool), 0);
    assert_eq!(
        identity_bits(op::OpGroupNonUniformFMin, Scalar::Float { width: 8 }),
        None
    );
}

/// The operand is an `int`, the result a `uint`; both calls are of one function.
#[test]
fn operands_of_the_other_signedness_are_converted() {
    let lacks = [
        "VK_SUBGROUP_FEATURE_CLUSTERED_BIT",
        "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT",
    ];
    let words = compute(
        3,
        "OpCapability GroupNonUniformArithmetic\nOpCapability GroupNonUniformClustered",
        "%i32 = OpTypeInt 32 1
        %to_i32 = OpTypePointer Private %i32
        %v = OpVariable %to_i32 Private",
        "%x = OpLoad %i32 %v
        %y = OpBitcast %u32 %x
        %a = OpGroupNonUniformSMin %u32 %three ClusteredReduce %x %two
        %b = OpGroupNonUniformSMin %u32 %three ClusteredReduce %y %two
        %c = OpGroupNonUniformUMax %u32 %three InclusiveScan %x
        %d = OpIAdd %u32 %a %b
        %r = OpIAdd %u32 %c %d",
    );
    let (mut emulating, mut alone) = (Options::default(), Options::default());
    emulating.spec_names = false;
    alone.allow = Allow::SUBGROUP_OF_ONE;
    let own = Target::built_in("lavapipe").unwrap();
    let own = own.without(lacks).unwrap();
    let none = Target::built_in("vulkan-1.0").unwrap();
    for (target, options) in [(&own, &emulating), (&none, &emulating), (&none, &alone)] {
        let (out, report) = filtered(&words, target, options);
        assert!(!out.is_empty(), "{:?}", report.unsupported);
        let module = Module::scan(&out, &options.limits).unwrap();
        let facts = &module.facts;
        let ty = |id| facts.type_of(&out, id);
        for inst in facts.code(&out) {
            match inst.opcode() {
                op::OpCopyObject => assert_eq!(ty(inst.word(3)), inst.word(1)),
                op::OpSelect => {
                    assert_eq!([4, 5].map(|at| ty(inst.word(at))), [inst.word(1); 2]);
                }
                op::OpFunctionCall => {
                    let callee = facts.def(&out, inst.word(3)).unwrap();
                    let wanted = facts.def(&out, callee.word(4)).unwrap();
                    let passed: Vec<u32> = inst.from(4).iter().map(|&id| ty(id)).collect();
                    assert_eq!(passed, wanted.from(3));
                }
                _ => {}
            }
        }
    }
}

#[test]
fn every_operation_has_an_instruction() {
    for opcode in op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor {
        assert!(is_operation(opcode), "{opcode}");
    }
}
