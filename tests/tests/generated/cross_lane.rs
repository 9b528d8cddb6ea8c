//! Random modules with cross-lane instructions.
//!
//! Reference result: the unfiltered module with instructions of SPIR-V 1.3, run by the driver. It is compared with this module,
//! or the equivalent one with instructions of extensions, filtered for the driver's own target, for a target with fewer
//! subgroup operations, and for a target whose subgroups are emulated by workgroups. The modules choose their workgroup size so
//! that emulated subgroups have the size of the driver's.

use sos_core::tables::capability;
use sos_core::target::subgroup::{BALLOT, BASIC, SHUFFLE, VOTE};
use sos_core::target::{feature, ApiVersion, VulkanExtension};
use sos_core::Target;
use sos_tests::filtered::environment;
use sos_tests::generate::{module, CrossLane, Generated, Shape};
use sos_tests::random::Random;
use sos_tests::reduced::without_subgroups;
use sos_tests::Tools;

use super::{
    compare_unless_crashed, filtered, job, run_unfiltered, without_some_widths, Comparison,
    Drivers, Mismatch,
};

/// The shape of the module of a seed.
pub fn shape(seed: u64) -> Shape {
    let mut random = Random::new(seed ^ 0x1A7E5);
    let uniform_only = random.percent(50);
    let cross_lane = CrossLane {
        workgroup: match uniform_only {
            true => random.choose(&[8, 8, 7, 5]),
            false => random.choose(&[16, 16, 8, 13, 5]),
        },
        uniform_only,
        extensions: random.percent(50),
        spirv_1_5: random.percent(30),
        mask_built_ins: random.percent(60),
    };
    let shape = Shape {
        constructs: 9,
        wide_selectors: random.percent(15),
        guarded_int64: random.percent(25),
        shuffled_blocks: random.percent(25),
        other_widths: random.percent(40),
        records: false,
        cross_lane: Some(cross_lane),
        memory: None,
        typed_constants: false,
        alone: false,
    };
    let records = shape.other_widths && random.percent(30);
    Shape { records, ..shape }
}

/// A target with fewer subgroup operations, from which the others can still be computed.
fn with_some_operations(seed: u64, target: &Target, mask_built_ins: bool) -> Target {
    let mut random = Random::new(seed ^ 0xAD0E);
    let mut description = target.describe();
    if random.percent(40) {
        description.set_feature(feature::shaderSubgroupExtendedTypes, false);
    }
    if target.has_capability(capability::SubgroupBallotKHR) && random.percent(20) {
        description.api_version = ApiVersion::V1_0;
        for extension in [
            "VK_KHR_storage_buffer_storage_class",
            "VK_KHR_8bit_storage",
            "VK_KHR_16bit_storage",
        ] {
            description.set_extension(VulkanExtension::find(extension).unwrap(), true);
        }
        description.properties.subgroup_supported_operations = None;
        return description.build();
    }
    let all = target.properties().subgroup_supported_operations.unwrap();
    let mut some = BASIC | (random.bits() as u32 & random.bits() as u32 & all);
    if some & BALLOT == 0 {
        some |= if mask_built_ins {
            BALLOT
        } else {
            random.choose(&[BALLOT, VOTE | SHUFFLE])
        };
    }
    description.properties.subgroup_supported_operations = Some(some);
    description.build()
}

/// Targets with fewer features than the driver.
fn reduced_targets(seed: u64, target: &Target, cross_lane: CrossLane) -> Vec<Target> {
    let mut all = vec![without_some_widths(
        seed,
        &with_some_operations(seed, target, cross_lane.mask_built_ins),
    )];
    if cross_lane.uniform_only {
        all.push(without_some_widths(!seed, &without_subgroups(target)));
    }
    all
}

/// Compares the module of a seed with its filtered versions.
pub fn check_module(
    drivers: &mut Drivers,
    seed: u64,
    shape: Shape,
) -> Result<Comparison, Box<Mismatch>> {
    let cross_lane = shape
        .cross_lane
        .expect("a module with cross-lane instructions");
    let of = |extensions: bool, workgroup: u32| {
        let cross_lane = CrossLane {
            extensions,
            workgroup,
            ..cross_lane
        };
        let cross_lane = Some(cross_lane);
        module(
            seed,
            Shape {
                cross_lane,
                ..shape
            },
        )
    };
    let tools = drivers.tools;
    let [core, subject] =
        [false, cross_lane.extensions].map(|of_any| of(of_any, cross_lane.workgroup));
    if let Err(error) = tools.validate(&core.words, environment(&drivers.lavapipe_target)) {
        return Err(Mismatch::new(&core, "unfiltered", format!("{error:#}")));
    }
    let Some(expected) = run_unfiltered(&mut drivers.lavapipe, &core)? else {
        return Ok(Comparison::RejectedByDriver);
    };
    let mut is_shorter = false;
    let others = reduced_targets(seed, &drivers.lavapipe_target, cross_lane);
    for target in [vec![drivers.lavapipe_target.clone()], others].concat() {
        let output = filter_for(seed, &subject, &target, tools)?;
        is_shorter |= output.words.len() < subject.words.len();
        let found = drivers.lavapipe.run(&job(&output));
        compare_unless_crashed(&subject, &describe(&target), found, &expected)?;
    }
    // SwiftShader has subgroups of four, and no other widths.
    let width = match cross_lane.uniform_only {
        true => cross_lane.workgroup.min(4),
        false => cross_lane.workgroup,
    };
    let [core, subject] = [false, cross_lane.extensions].map(|of_any| of(of_any, width));
    let output = match shape.guarded_int64 || shape.wide_selectors || shape.other_widths {
        true => filter_for(seed, &core, &drivers.swiftshader_target, tools)?,
        false => core.clone(),
    };
    let run = drivers.swiftshader.run(&job(&output));
    let expected =
        run.map_err(|failure| Mismatch::new(&core, "on SwiftShader", failure.to_string()))?;
    for target in reduced_targets(seed, &drivers.swiftshader_target, cross_lane) {
        let output = filter_for(seed, &subject, &target, tools)?;
        let found = drivers.swiftshader.run(&job(&output));
        compare_unless_crashed(&subject, &describe(&target), found, &expected)?;
    }
    Ok(Comparison::Equal { is_shorter })
}

/// A description of the target for messages.
fn describe(target: &Target) -> String {
    let operations = target.properties().subgroup_supported_operations;
    format!("for {} with operations {operations:x?}", target.name())
}

/// Filters a module for a target.
fn filter_for(
    seed: u64,
    generated: &Generated,
    target: &Target,
    tools: Tools,
) -> Result<Generated, Box<Mismatch>> {
    let result = filtered(seed, generated, target, tools);
    result.map_err(|mismatch| Mismatch::new(generated, &describe(target), mismatch.reason))
}
