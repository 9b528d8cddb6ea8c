//! Sizes of subgroups through the layer: what a program requires and the device does not run, and what a setting asks for.

mod common;

use ash::vk;
use common::compute::Compute;
use common::{open, words, Opened, With};
use sos_tests::tools;

const DRIVERS: [&str; 2] = ["lavapipe", "swiftshader"];

/// For each of 96 invocations: the size, the invocation in its subgroup, the subgroup and how many there are; then in divergent control
/// flow a sum, the bits of who is there, and a value of a neighbour.
const SHADER: &str = "#version 450
    #extension GL_KHR_shader_subgroup_ballot : enable
    #extension GL_KHR_shader_subgroup_arithmetic : enable
    #extension GL_KHR_shader_subgroup_shuffle : enable
    layout(local_size_x = 96) in;
    layout(binding = 0) buffer Results { uint results[]; };
    void main() {
        uint at = gl_LocalInvocationIndex * 8;
        results[at] = gl_SubgroupSize;
        results[at + 1] = gl_SubgroupInvocationID;
        results[at + 2] = gl_SubgroupID;
        results[at + 3] = gl_NumSubgroups;
        uint sum = 0, bits = 0, other = 0;
        for (uint turn = 0; turn < gl_LocalInvocationIndex % 5; turn++) {
            sum += subgroupAdd(gl_LocalInvocationIndex + turn);
            if ((gl_LocalInvocationIndex & 1) == 0) {
                bits = subgroupBallot(true).x;
                other = subgroupShuffleXor(gl_LocalInvocationIndex, 2);
            }
        }
        results[at + 4] = sum;
        results[at + 5] = bits;
        // That of an invocation which is not there is undefined.
        results[at + 6] = (gl_LocalInvocationIndex ^ 2) % 5 > 3 ? other : 0;
    }";

const INVOCATIONS: u32 = 96;

/// What the shader computes with subgroups of a size.
fn expected(size: u32) -> Vec<u32> {
    let mut made = Vec::new();
    for at in 0..INVOCATIONS {
        let first = at / size * size;
        let lanes = || first..(first + size).min(INVOCATIONS);
        let (mut sum, mut bits, mut other) = (0, 0, 0);
        for turn in 0..at % 5 {
            let there = || lanes().filter(|lane| lane % 5 > turn);
            sum += there().map(|lane| lane + turn).sum::<u32>();
            if at % 2 == 0 {
                let even = there().filter(|lane| lane % 2 == 0 && lane - first < 32);
                bits = even.fold(0, |bits, lane| bits | 1 << (lane - first));
                other = at ^ 2;
            }
        }
        let other = if (at ^ 2) % 5 > 3 { other } else { 0 };
        let subgroups = INVOCATIONS.div_ceil(size);
        made.extend([size, at - first, at / size, subgroups, sum, bits, other]);
        made.push(0);
    }
    made
}

/// Creates a pipeline that requires a size or none.
fn created(compute: &Compute, size: Option<u32>, code: &[u32]) -> vk::Pipeline {
    let module = compute.module(code).expect("a module");
    let mut required = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo {
        required_subgroup_size: size.unwrap_or(0),
        ..Default::default()
    };
    let mut stage = vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::COMPUTE)
        .module(module)
        .name(c"main");
    if size.is_some() {
        stage = stage.push_next(&mut required);
    }
    let pipeline = compute.pipeline_of(stage).expect("a pipeline");
    // SAFETY: nothing uses it.
    unsafe { compute.device.destroy_shader_module(module, None) };
    pipeline
}

/// What the shader computes through the layer.
fn computed(driver: &Opened, compute: &Compute, size: Option<u32>, code: &[u32]) -> Vec<u32> {
    let pipeline = created(compute, size, code);
    let made = compute.run(driver, pipeline, 1, 8 * INVOCATIONS as usize);
    // SAFETY: nothing uses it.
    unsafe { compute.device.destroy_pipeline(pipeline, None) };
    made
}

fn shader() -> Option<Vec<u32>> {
    let code = tools()?.glsl(SHADER, "comp", &["--target-env", "vulkan1.1"]);
    Some(code.expect("a module"))
}

#[test]
fn a_program_gets_the_size_that_it_requires() {
    let Some(code) = shader() else { return };
    for name in DRIVERS {
        let with = With {
            validation: [false, true],
            ..With::default()
        };
        let Some(driver) = open(name, &with) else {
            return;
        };
        let compute = Compute::new(&driver);
        for size in [8, 16, 32, 64] {
            let found = computed(&driver, &compute, Some(size), &code);
            assert_eq!(found, expected(size), "{size} on {name}");
        }
        // What has nothing to do with subgroups is passed on, without the size.
        let plain = created(&compute, Some(32), &words("types/half_arithmetic.comp.spv"));
        // SAFETY: nothing uses it.
        unsafe { compute.device.destroy_pipeline(plain, None) };
        drop(compute);
        // The layout of these tests has more descriptors than one of the drivers takes.
        let heard = common::heard().into_iter();
        let heard: Vec<_> = heard.filter(|one| !one.contains("maxPerStage")).collect();
        assert!(heard.is_empty(), "{heard:?}");
    }
}

#[test]
fn a_setting_makes_the_device_one_of_that_size() {
    let Some(code) = shader() else { return };
    for name in DRIVERS {
        let with = With {
            settings: &[(c"subgroup_size", "32"), (c"log_level", "warning")],
            ..With::default()
        };
        let Some(driver) = open(name, &with) else {
            return;
        };
        let mut eleven = vk::PhysicalDeviceVulkan11Properties::default();
        let mut thirteen = vk::PhysicalDeviceVulkan13Properties::default();
        let mut properties = vk::PhysicalDeviceProperties2::default()
            .push_next(&mut eleven)
            .push_next(&mut thirteen);
        // SAFETY: a valid chain.
        unsafe {
            let (instance, physical) = (&driver.instance, driver.physical);
            instance.get_physical_device_properties2(physical, &mut properties);
        }
        let compute_stage = vk::ShaderStageFlags::COMPUTE;
        assert_eq!(eleven.subgroup_size, 32);
        assert!(eleven.subgroup_supported_stages == compute_stage, "{name}");
        assert_eq!(thirteen.max_subgroup_size, 32);
        let stages = thirteen.required_subgroup_size_stages;
        assert!(stages.contains(compute_stage));
        let least = thirteen.min_subgroup_size;
        assert!(least <= 8, "{least}");

        let compute = Compute::new(&driver);
        let found = computed(&driver, &compute, None, &code);
        assert_eq!(found, expected(32), "{name}");
        let found = computed(&driver, &compute, Some(16), &code);
        assert_eq!(found, expected(16), "{name}");
    }
}
