//! Refusals because of the device's limits, and the limit on a module's growth.

use crate::assemble::stage;
use crate::filtered::words_for;
use crate::target::Target;

const GLOBALS: &str = "
    OpDecorate %picture DescriptorSet 0
    OpDecorate %picture Binding 0
    OpDecorate %in Location 0
    %f2 = OpTypeVector %f32 2
    %f4 = OpTypeVector %f32 4
    %int = OpTypeInt 32 1
    %i2 = OpTypeVector %int 2
    %at = OpConstantNull %f2
    %image = OpTypeImage %f32 2D 0 0 0 1 Unknown
    %sampled = OpTypeSampledImage %image
    %to_sampled = OpTypePointer UniformConstant %sampled
    %to_in = OpTypePointer Input %i2
    %picture = OpVariable %to_sampled UniformConstant
    %in = OpVariable %to_in Input
";

/// Filters a module with `gathers` gathers for a device that lacks them and has these limits. Returns the reasons if it is
/// refused.
fn run(gathers: u32, limits: Option<(i32, u32)>) -> Result<usize, String> {
    let mut body = "%offset = OpLoad %i2 %in\n%s = OpLoad %sampled %picture\n".to_owned();
    for number in 0..gathers {
        body += &format!("%r{number} = OpImageGather %f4 %s %at %zero Offset %offset\n");
    }
    body += "%r = OpImageGather %f4 %s %at %zero Offset %offset";
    let preamble = "OpCapability ImageGatherExtended";
    let words = stage(0, "Vertex", "", preamble, GLOBALS, &body);
    let mut description = Target::built_in("vulkan-1.0").unwrap().describe();
    let properties = &mut description.properties;
    properties.min_texel_gather_offset = limits.map(|limits| limits.0);
    properties.max_texel_gather_offset = limits.map(|limits| limits.1);
    words_for(&words, &description.build()).map(|words| words.len())
}

#[test]
fn devices_with_other_limits_are_refused() {
    assert!(run(0, Some((-8, 7))).is_ok());
    for (limits, reason) in [
        ((-32, 31), "too many offsets"),
        ((i32::MIN, u32::MAX), "too many offsets"),
        ((0, 0), "fewer offsets"),
    ] {
        let said = run(0, Some(limits)).unwrap_err();
        assert!(said.contains(reason), "{limits:?}: {said}");
    }
}

#[test]
fn growth_has_a_bound() {
    assert!(run(10, None).unwrap() > 10 * 4000);
    let said = run(1000, None).unwrap_err();
    assert!(said.contains("too many such selections"), "{said}");
}
