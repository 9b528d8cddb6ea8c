//! Modules that no compiler writes, with as many of two things as fit: nothing may be done for each pair of them.

use super::{options, push, Writer};
use sos_core::tables::{built_in, capability, decoration, op, storage_class};
use sos_core::{Allow, Options, OutcomeKind, Target};
use sos_tests::linear;

/// A block of which each member is decorated as a built-in that devices may lack, and which is stored as a whole again and again.
#[test]
fn built_in_members_and_accesses() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let unsupported = Some(OutcomeKind::Unsupported);
    for deep in [false, true] {
        linear::is_linear(
            "members",
            (&target, &options()),
            unsupported,
            15_000,
            |size| {
                let mut w = Writer::new();
                let members = vec![w.uint; size as usize];
                let block = w.global(op::OpTypeStruct, &members);
                for member in 0..size {
                    let words = [block, member, decoration::BuiltIn, built_in::ClipDistance];
                    push(&mut w.annotations, op::OpMemberDecorate, &words);
                }
                let held = match deep {
                    true => w.global(op::OpTypeStruct, &[block]),
                    false => block,
                };
                let to_held = w.global(op::OpTypePointer, &[storage_class::Private, held]);
                let to_member = w.global(op::OpTypePointer, &[storage_class::Private, w.uint]);
                let variable = w.typed(op::OpVariable, to_held, &[storage_class::Private]);
                let null = w.typed(op::OpConstantNull, held, &[]);
                w.main(|w| {
                    for _ in 0..size {
                        w.inst(op::OpStore, &[variable, null]);
                        w.op(op::OpAccessChain, to_member, &[variable, w.one]);
                    }
                    w.inst(op::OpReturn, &[]);
                })
            },
        );
    }
}

/// A function with many parameters, of which calls pass none, for a device where pointers are passed as indices.
#[test]
fn parameters_and_calls_without_arguments() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let name = "parameters";
    linear::is_linear(name, (&target, &options()), None, 15_000, |size| {
        let mut w = Writer::new();
        push(
            &mut w.preamble,
            op::OpCapability,
            &[capability::VariablePointers],
        );
        let to_uint = w.global(op::OpTypePointer, &[storage_class::Workgroup, w.uint]);
        let shared = w.typed(op::OpVariable, to_uint, &[storage_class::Workgroup]);
        let (callee, entry) = (w.id(), w.id());
        w.inst(op::OpFunction, &[w.void, callee, 0, w.function]);
        for _ in 0..size {
            w.op(op::OpFunctionParameter, w.uint, &[]);
        }
        w.label(entry);
        w.inst(op::OpReturn, &[]);
        w.inst(op::OpFunctionEnd, &[]);
        w.main(|w| {
            let chosen = w.op(op::OpSelect, to_uint, &[w.open, shared, shared]);
            w.inst(op::OpStore, &[chosen, w.zero]);
            for _ in 0..size {
                w.op(op::OpFunctionCall, w.void, &[callee]);
            }
            w.inst(op::OpReturn, &[]);
        })
    });
}

/// Structures that may hold pointers, and variables of them.
#[test]
fn members_and_variables_of_pointers() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let name = "members of variables";
    linear::is_linear(name, (&target, &options()), None, 15_000, |size| {
        let mut w = Writer::new();
        push(
            &mut w.preamble,
            op::OpCapability,
            &[capability::VariablePointers],
        );
        let members = vec![w.uint; size as usize];
        let many = w.global(op::OpTypeStruct, &members);
        let to_many = w.global(op::OpTypePointer, &[storage_class::Private, many]);
        for _ in 0..size {
            w.typed(op::OpVariable, to_many, &[storage_class::Private]);
        }
        w.main(|w| w.inst(op::OpReturn, &[]))
    });
}

/// Functions, and instructions that rules write outside of one's own.
#[test]
fn functions_and_rewritten_instructions() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let allowed = Options {
        allow: Allow::UNDEF,
        ..options()
    };
    let name = "functions";
    linear::is_linear(name, (&target, &allowed), None, 15_000, |size| {
        let mut w = Writer::new();
        for _ in 0..size {
            w.body(|w| w.inst(op::OpReturn, &[]));
        }
        push(
            &mut w.preamble,
            op::OpCapability,
            &[capability::GroupNonUniform],
        );
        w.main(|w| {
            for _ in 0..size {
                w.op(op::OpGroupNonUniformElect, w.boolean, &[w.one]);
            }
            w.inst(op::OpReturn, &[]);
        })
    });
}

/// An access chain to a descriptor with thousands of indices, and as many uses of it.
#[test]
fn overlong_chains_and_their_uses() {
    let target = Target::built_in("vulkan-1.0").unwrap();
    let name = "overlong chains";
    linear::is_linear(name, (&target, &options()), None, 15_000, |size| {
        let mut w = Writer::new();
        let structure = w.global(op::OpTypeStruct, &[w.uint]);
        let array = w.global(op::OpTypeArray, &[structure, w.one]);
        let class = storage_class::Uniform;
        let to_array = w.global(op::OpTypePointer, &[class, array]);
        let to_uint = w.global(op::OpTypePointer, &[class, w.uint]);
        let to_index = w.global(op::OpTypePointer, &[storage_class::Private, w.uint]);
        let buffers = w.typed(op::OpVariable, to_array, &[class]);
        let place = w.typed(op::OpVariable, to_index, &[storage_class::Private]);
        w.main(|w| {
            let index = w.op(op::OpLoad, w.uint, &[place]);
            let mut operands = vec![buffers, index];
            operands.resize(size as usize, w.zero);
            let chain = w.op(op::OpAccessChain, to_uint, &operands);
            for _ in 0..size {
                w.inst(op::OpStore, &[chain, w.zero]);
            }
            w.inst(op::OpReturn, &[]);
        })
    });
}
