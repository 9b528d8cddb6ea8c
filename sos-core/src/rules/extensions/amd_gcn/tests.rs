//! Tests of the clock.

use crate::assemble::compute;
use crate::filtered::filtered;
use crate::target::{feature, Target};
use crate::Options;

/// The capability covers the clocks of subgroup and device; each is a feature of its own.
#[test]
fn the_clock_is_one_that_the_device_has() {
    let words = compute(
        5,
        "OpCapability Int64
        OpExtension \"SPV_AMD_gcn_shader\"
        %amd = OpExtInstImport \"SPV_AMD_gcn_shader\"",
        "%u64 = OpTypeInt 64 0",
        "%r = OpExtInst %u64 %amd 3",
    );
    // 3 is `TimeAMD`.
    for (subgroup, device) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut description = Target::built_in("nvk-turing").unwrap().describe();
        description.set_feature(feature::shaderSubgroupClock, subgroup);
        description.set_feature(feature::shaderDeviceClock, device);
        let target = description.build();
        let (out, report) = filtered(&words, &target, &Options::default());
        let is_supported = report.unsupported.is_empty();
        assert_eq!(is_supported, subgroup || device);
        if is_supported {
            assert_eq!(filtered(&out, &target, &Options::default()).0, out);
        }
    }
}
