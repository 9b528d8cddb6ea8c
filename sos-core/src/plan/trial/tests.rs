//! Tests that nothing remains of a rule that was tried and refused.

use crate::assemble::stage;
use crate::filtered::filtered;
use crate::inst::Insts;
use crate::tables::op;
use crate::{Allow, Options, Target};

/// A scan in a fragment shader, for a device without subgroups there: rules write minima and shuffles before they find that
/// subgroups are missing. What is then allowed instead needs no extended instruction set.
#[test]
fn an_import_used_only_by_a_refused_rule_is_removed() {
    let words = stage(
        3,
        "Fragment",
        "OpExecutionMode %main OriginUpperLeft",
        "OpCapability GroupNonUniform
        OpCapability GroupNonUniformArithmetic
        %glsl = OpExtInstImport \"GLSL.std.450\"",
        "OpDecorate %in Location 0
        OpDecorate %in Flat
        %to_in = OpTypePointer Input %u32
        %in = OpVariable %to_in Input",
        "%x = OpLoad %u32 %in
        %r = OpGroupNonUniformIAdd %u32 %three InclusiveScan %x",
    );
    let target = Target::built_in("vulkan-1.0").unwrap();
    for allow in [Allow::UNDEF, Allow::SUBGROUP_OF_ONE] {
        let options = Options {
            allow,
            ..Options::default()
        };
        let (out, report) = filtered(&words, &target, &options);
        assert!(!out.is_empty(), "{:?}", report.unsupported);
        let mut insts = Insts::new(&out, 5, out.len() as u32);
        assert!(
            insts.all(|inst| inst.opcode() != op::OpExtInstImport),
            "{allow:?}"
        );
    }
}
