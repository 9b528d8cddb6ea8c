//! Random modules with cross-lane instructions: as the drivers run them, against what the filter makes of them where
//! instructions are missing.
//!
//! The reference is the module by instructions of SPIR-V 1.3 as a driver runs it. Compared with it is that module, or the
//! same by instructions of extensions, filtered for the driver as it is, on a rung of the ladder, and with subgroups made of
//! workgroups, whose size the modules choose so that both have as many invocations.

use sos_core::tables::capability;
use sos_core::target::subgroup::{BALLOT, BASIC, SHUFFLE, VOTE};
use sos_core::target::{feature, ApiVersion, VulkanExtension};
use sos_core::Target;
use sos_tests::filtered::environment;
use sos_tests::generate::{module, Choose as _, Generated, Lanes, Shape};
use sos_tests::hostile::random::Random;
use sos_tests::less::without_subgroups;
use sos_tests::Tools;

use super::{agree, filtered, job, native, with_less, Broken, Drivers, Verdict};

/// The shape of a seed's module.
pub fn shape(seed: u64) -> Shape {
    let mut random = Random::new(seed ^ 0x1A7E5);
    let together = random.percent(50);
    let lanes = Lanes {
        workgroup: match together {
            true => random.of(&[8, 8, 7, 5]),
            false => random.of(&[16, 16, 8, 13, 5]),
        },
        together,
        extensions: random.percent(50),
        later: random.percent(30),
        masks: random.percent(60),
    };
    let shape = Shape {
        constructs: 9,
        wide: random.percent(15),
        guarded: random.percent(25),
        shuffled: random.percent(25),
        numbers: random.percent(40),
        records: false,
        lanes: Some(lanes),
        memory: None,
        constants: false,
    };
    let records = shape.numbers && random.percent(30);
    Shape { records, ..shape }
}

/// A device with some of the operations on subgroups, from which the others can be made, and masks where they are built-ins.
fn with_some(seed: u64, target: &Target, masks: bool) -> Target {
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
        some |= if masks {
            BALLOT
        } else {
            random.of(&[BALLOT, VOTE | SHUFFLE])
        };
    }
    description.properties.subgroup_supported_operations = Some(some);
    description.build()
}

/// Devices with less than a driver has.
fn lesser(seed: u64, target: &Target, lanes: Lanes) -> Vec<Target> {
    let mut all = vec![with_less(seed, &with_some(seed, target, lanes.masks))];
    if lanes.together {
        all.push(with_less(!seed, &without_subgroups(target)));
    }
    all
}

/// Looks at the module of a seed in every way.
pub fn examine(drivers: &mut Drivers, seed: u64, shape: Shape) -> Result<Verdict, Box<Broken>> {
    let lanes = shape.lanes.expect("a module with cross-lane instructions");
    let of = |extensions: bool, workgroup: u32| {
        let lanes = Lanes {
            extensions,
            workgroup,
            ..lanes
        };
        let lanes = Some(lanes);
        module(seed, Shape { lanes, ..shape })
    };
    let tools = drivers.tools;
    let [core, subject] = [false, lanes.extensions].map(|of_any| of(of_any, lanes.workgroup));
    if let Err(error) = tools.validate(&core.words, environment(&drivers.full)) {
        return Err(Broken::new(&core, "as generated", format!("{error:#}")));
    }
    let Some(expected) = native(&mut drivers.lavapipe, &core)? else {
        return Ok(Verdict::Refused);
    };
    let mut shorter = false;
    let others = lesser(seed, &drivers.full, lanes);
    for target in [vec![drivers.full.clone()], others].concat() {
        let output = fit(seed, &subject, &target, tools)?;
        shorter |= output.words.len() < subject.words.len();
        let found = drivers.lavapipe.run(&job(&output));
        agree(&subject, &what(&target), found, &expected)?;
    }
    // SwiftShader has subgroups of four, and lacks the other widths.
    let width = match lanes.together {
        true => lanes.workgroup.min(4),
        false => lanes.workgroup,
    };
    let [core, subject] = [false, lanes.extensions].map(|of_any| of(of_any, width));
    let output = match shape.guarded || shape.wide || shape.numbers {
        true => fit(seed, &core, &drivers.lean, tools)?,
        false => core.clone(),
    };
    let run = drivers.swiftshader.run(&job(&output));
    let expected =
        run.map_err(|failure| Broken::new(&core, "on SwiftShader", failure.to_string()))?;
    for target in lesser(seed, &drivers.lean, lanes) {
        let output = fit(seed, &subject, &target, tools)?;
        let found = drivers.swiftshader.run(&job(&output));
        agree(&subject, &what(&target), found, &expected)?;
    }
    Ok(Verdict::Agrees { shorter })
}

/// What was tried, in words.
fn what(target: &Target) -> String {
    let operations = target.properties().subgroup_supported_operations;
    format!("for {} with operations {operations:x?}", target.name())
}

/// A module, made fit for a target.
fn fit(
    seed: u64,
    generated: &Generated,
    target: &Target,
    tools: Tools,
) -> Result<Generated, Box<Broken>> {
    let result = filtered(seed, generated, target, tools);
    result.map_err(|broken| Broken::new(generated, &what(target), broken.why))
}
