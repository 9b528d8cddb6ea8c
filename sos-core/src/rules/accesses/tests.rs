//! Images without a format on devices that require an access to be excluded. Stores in graphics stages are tested where
//! stages are.

use crate::assemble::compute;
use crate::filtered::filtered;
use crate::report::OutcomeKind;
use crate::tables::decoration;
use crate::target::{feature, ApiVersion, Description, Feature, Target, TargetKind};
use crate::Options;

const IMAGE: &str = "%image = OpTypeImage %f32 2D 0 0 0 2 Unknown
    %to_image = OpTypePointer UniformConstant %image
    %v2 = OpTypeVector %u32 2
    %v4 = OpTypeVector %f32 4
    %at = OpConstantNull %v2
    %texel = OpConstantNull %v4
    %takes_image = OpTypeFunction %void %to_image
    %v = OpVariable %to_image UniformConstant";
const LOAD: &str = "%i = OpLoad %image %v\n";
const QUERY: &str = "%size = OpImageQuerySize %v2 %i\n";
const READ: &str = "%r = OpImageRead %v4 %i %at\n";
const WRITE: &str = "OpImageWrite %i %at %texel\n";
const READ_CAPABILITY: &str = "OpCapability StorageImageReadWithoutFormat\n";
const WRITE_CAPABILITY: &str = "OpCapability StorageImageWriteWithoutFormat\n";

/// A device before Vulkan 1.3 with these features alone.
fn device(features: &[Feature]) -> Target {
    let mut device = Description::new("test", TargetKind::Device, ApiVersion::V1_1);
    for &feature in features {
        device.set_feature(feature, true);
    }
    device.build()
}

/// Filters a shader that does this to an image, and returns the decorations that are added, `None` if it is refused.
fn added(capabilities: &str, body: &str, features: &[Feature]) -> Option<Vec<u32>> {
    let preamble = format!("OpCapability ImageQuery\n{capabilities}");
    let words = compute(3, &preamble, IMAGE, &format!("{LOAD}{body}"));
    let (out, report) = filtered(&words, &device(features), &Options::default());
    if report.outcome == OutcomeKind::Unsupported {
        return None;
    }
    let decorate = 3 << 16 | u32::from(crate::tables::op::OpDecorate);
    let mut decorations: Vec<u32> = out
        .windows(3)
        .filter(|words| words[0] == decorate)
        .map(|words| words[2])
        .collect();
    decorations.sort_unstable();
    Some(decorations)
}

#[test]
fn an_image_is_declared_free_of_the_access_that_the_device_lacks() {
    const READS: Feature = feature::shaderStorageImageReadWithoutFormat;
    const WRITES: Feature = feature::shaderStorageImageWriteWithoutFormat;
    const NON_READABLE: u32 = decoration::NonReadable;
    const NON_WRITABLE: u32 = decoration::NonWritable;
    let both = format!("{READ_CAPABILITY}{WRITE_CAPABILITY}");
    let all = format!("{READ}{WRITE}");
    for (capabilities, body, features, wanted) in [
        (
            READ_CAPABILITY,
            READ,
            &[READS][..],
            Some(&[NON_WRITABLE][..]),
        ),
        (WRITE_CAPABILITY, WRITE, &[WRITES], Some(&[NON_READABLE])),
        (&both, READ, &[READS], Some(&[NON_WRITABLE])),
        ("", QUERY, &[READS], Some(&[NON_WRITABLE])),
        ("", QUERY, &[WRITES], Some(&[NON_READABLE])),
        ("", QUERY, &[], Some(&[NON_WRITABLE, NON_READABLE])),
        (&both, &all, &[READS, WRITES], Some(&[])),
        (&both, &all, &[READS], None),
        (&both, &all, &[WRITES], None),
        (READ_CAPABILITY, READ, &[WRITES], None),
        (WRITE_CAPABILITY, WRITE, &[], None),
    ] {
        let wanted = wanted.map(<[u32]>::to_vec);
        let case = format!("{body} with {features:?}");
        assert_eq!(added(capabilities, body, features), wanted, "{case}");
    }
}

#[test]
fn an_image_whose_pointer_is_passed_on_counts_as_read_and_written() {
    let features = [feature::shaderStorageImageWriteWithoutFormat];
    let copied = "%p = OpCopyObject %to_image %v\n%j = OpLoad %image %p\n";
    assert!(added("", copied, &features).is_some());
    // The rest of the body is that of another function.
    let passed = "%nothing = OpFunctionCall %void %other %v
        OpReturn
        OpFunctionEnd
        %other = OpFunction %void None %takes_image
        %p = OpFunctionParameter %to_image
        %start = OpLabel
        %j = OpLoad %image %p\n";
    assert!(added("", passed, &features).is_none());
}
