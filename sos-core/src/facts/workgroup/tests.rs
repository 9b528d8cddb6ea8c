//! Tests of workgroup sizes.

use super::*;
use crate::assemble::stage;
use crate::options::Limits;

fn found(modes: &str, object: &str) -> ([u32; 3], u64) {
    let words = stage(
        6,
        "GLCompute",
        modes,
        "",
        &format!(
            "%many = OpConstant %u32 4096
            %open = OpSpecConstant %u32 512
            %uvec3 = OpTypeVector %u32 3
            {object}"
        ),
        "",
    );
    let mut facts = Facts::default();
    facts.scan(&words, &Limits::default()).unwrap();
    (facts.workgroup.size, facts.workgroup.invocations)
}

#[test]
fn an_object_takes_precedence_over_modes() {
    let by_id = "OpExecutionModeId %main LocalSizeId %many %many %one";
    let literal = "OpExecutionMode %main LocalSize 4096 8 2";
    assert_eq!(found(by_id, ""), ([4096, 4096, 1], 4096 * 4096));
    assert_eq!(found(literal, ""), ([4096, 8, 2], 65536));
    let plain = "OpDecorate %size BuiltIn WorkgroupSize
        %size = OpConstantComposite %uvec3 %three %two %one";
    let open = "OpDecorate %size BuiltIn WorkgroupSize
        %size = OpSpecConstantComposite %uvec3 %open %two %one";
    for modes in [by_id, literal] {
        assert_eq!(found(modes, plain), ([3, 2, 1], 6));
        // An open dimension counts as 1.
        assert_eq!(found(modes, open), ([1, 2, 1], 2));
    }
}
