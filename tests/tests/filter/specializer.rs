//! A specializer gives what the filter gives with the same values, without what lost its last use.

use std::collections::HashMap;

use sos_core::tables::op;
use sos_core::{
    filter, Allow, Module, Options, Outcome, Scratch, SpecMode, Specializer, Strip, Target,
};
use sos_tests::corpus::shaders;
use sos_tests::filtered::{environment, layouts};
use sos_tests::hostile::module::{opcode, range, starts};
use sos_tests::hostile::{open, Opening};
use sos_tests::random::Random;
use sos_tests::values;

/// A device that takes nearly everything, and three that lack much.
const DEVICES: [&str; 4] = ["nvk-ampere", "swiftshader", "mali-g78", "vulkan-1.1"];

fn words<'a>(outcome: &Outcome<'a>) -> Option<&'a [u32]> {
    match outcome {
        Outcome::Unchanged(words) | Outcome::Rewritten(words) => Some(words),
        Outcome::Unsupported => None,
    }
}

/// The labels of a module's blocks.
fn labels(words: &[u32]) -> Vec<u32> {
    let starts = starts(words).into_iter();
    starts
        .filter(|&at| opcode(words, at) == op::OpLabel)
        .map(|at| words[at + 1])
        .collect()
}

#[test]
fn specializations_are_what_the_filter_makes() {
    let tools = sos_tests::tools();
    let (mut copied, mut filtered, mut smaller, mut sizes) = (0, 0, 0, [0, 0]);
    let mut seen = std::collections::HashSet::new();
    for shader in shaders("") {
        let module = Module::scan(&shader.words, &Options::default().limits).unwrap();
        let sets = values::sets(&module);
        for (device, strip) in DEVICES
            .into_iter()
            .flat_map(|device| [Strip::Nothing, Strip::All].map(|strip| (device, strip)))
        {
            if sets.is_empty() {
                break;
            }
            let target = Target::built_in(device).unwrap();
            let options = Options {
                strip,
                image_formats: shader.image_formats.clone(),
                ..Options::default()
            };
            let (mut scratch, mut other) = (Scratch::new(), Scratch::new());
            let specializer = Specializer::new(&module, &target, &options, &mut scratch).unwrap();
            let open = scratch.open_constants(&module, &options);
            for set in &sets {
                // What the device gives is set for all.
                let mut given = values::given(set);
                given.retain(|&(id, _)| open.iter().any(|open| open.spec_id == id));
                let at = format!("{} for {device} with {given:?}, {strip:?}", shader.name);
                let all = Options {
                    constants: given.clone(),
                    ..options.clone()
                };
                let wanted = filter(&module, &target, &all, &mut other);
                let is = specializer.specialize(&given, &mut scratch);
                let (wanted, is) = match (wanted, is) {
                    (Ok(wanted), Ok(is)) => (wanted, is),
                    (Err(wanted), Err(is)) => {
                        assert_eq!(wanted, is, "{at}");
                        continue;
                    }
                    (wanted, is) => panic!("{at}: {wanted:?}, but {is:?}"),
                };
                let (wanted, is) = match (words(&wanted), words(&is)) {
                    (Some(wanted), Some(is)) => (wanted.to_vec(), is.to_vec()),
                    (None, None) => continue,
                    (wanted, is) => panic!("{at}: {} but {}", wanted.is_some(), is.is_some()),
                };
                if specializer.filters() {
                    assert_eq!(wanted, is, "{at}");
                    filtered += 1;
                    continue;
                }
                copied += 1;
                smaller += usize::from(is.len() < wanted.len());
                sizes[0] += wanted.len();
                sizes[1] += is.len();
                let again = Module::scan(&is, &options.limits)
                    .unwrap_or_else(|error| panic!("{at}: {error}"));
                // Capabilities of removed code stay.
                let kept = Options {
                    strip: Strip::Nothing,
                    ..options.clone()
                };
                let outcome = filter(&again, &target, &kept, &mut other).unwrap();
                assert_eq!(
                    words(&outcome),
                    Some(is.as_slice()),
                    "{at}: not what the device takes"
                );
                let lowered = labels(&wanted)
                    .iter()
                    .any(|label| *label >= shader.words[3]);
                if !lowered && !labels(&is).iter().any(|label| *label >= shader.words[3]) {
                    assert_eq!(labels(&wanted), labels(&is), "{at}: blocks");
                }
                if let Some(tools) = tools.filter(|_| shader.judged && seen.insert(is.clone())) {
                    let layouts = layouts(&target);
                    let judge = |words| tools.validate_with(words, environment(&target), &layouts);
                    // Some values are none that a pipeline can have, such as a size of 0.
                    if let Err(error) = judge(&is) {
                        assert!(judge(&wanted).is_err(), "{at}: {error:#}");
                    }
                }
            }
        }
    }
    println!("{copied} copied, {smaller} of them smaller, {sizes:?} words; {filtered} filtered");
    assert!(
        copied > 4 * filtered,
        "{copied} copied, {filtered} filtered"
    );
}

/// A specialization of an assembled module for a device.
fn specialized(
    words: &[u32],
    device: &str,
    options: &Options,
    given: &[(u32, u64)],
) -> Option<Vec<u32>> {
    let module = Module::scan(words, &options.limits).unwrap();
    let target = Target::built_in(device).unwrap();
    let mut scratch = Scratch::new();
    let specializer = Specializer::new(&module, &target, options, &mut scratch).unwrap();
    let outcome = specializer.specialize(given, &mut scratch).unwrap();
    self::words(&outcome).map(<[u32]>::to_vec)
}

/// What the filter makes of the same.
fn filtered(
    words: &[u32],
    device: &str,
    options: &Options,
    given: &[(u32, u64)],
) -> Option<Vec<u32>> {
    let options = Options {
        constants: given.to_vec(),
        ..options.clone()
    };
    let module = Module::scan(words, &options.limits).unwrap();
    let target = Target::built_in(device).unwrap();
    let mut scratch = Scratch::new();
    let outcome = filter(&module, &target, &options, &mut scratch).unwrap();
    self::words(&outcome).map(<[u32]>::to_vec)
}

/// The words behind type and result of the constants of a module, by id.
fn constants(words: &[u32]) -> HashMap<u32, (u16, Vec<u32>)> {
    let plain = [op::OpConstant, op::OpConstantTrue, op::OpConstantFalse];
    let starts = starts(words).into_iter();
    let all = starts.filter(|&at| plain.contains(&opcode(words, at)));
    all.map(|at| {
        let words = &words[range(words, at)];
        (words[2], (words[0] as u16, words[3..].to_vec()))
    })
    .collect()
}

/// Where a device lacks 16-bit floats, or 8- and 16-bit integers, constants have 32-bit types in the base.
#[test]
fn constants_of_lowered_types_have_the_given_values() {
    let mut compared = 0;
    for shader in shaders("types") {
        let options = Options::default();
        let module = Module::scan(&shader.words, &options.limits).unwrap();
        let specs = sos_core::specialization_constants(&module);
        let values = [0x3C01, 0xC0, 0xFFFF];
        for value in values {
            // What a 16-bit type holds, an 8-bit one may not.
            let given = specs.iter().filter(|spec| spec.width <= 32);
            let given: Vec<(u32, u64)> = given
                .map(|spec| (spec.spec_id, value & (u64::MAX >> (64 - spec.width))))
                .collect();
            let is = specialized(&shader.words, "swiftshader", &options, &given);
            let wanted = filtered(&shader.words, "swiftshader", &options, &given);
            let (Some(is), Some(wanted)) = (is, wanted) else {
                continue;
            };
            let (is, wanted) = (constants(&is), constants(&wanted));
            let places = starts(&shader.words).into_iter();
            let places = places.filter(|&at| opcode(&shader.words, at) == op::OpSpecConstant);
            for id in places.map(|at| shader.words[at + 2]) {
                if let (Some(is), Some(wanted)) = (is.get(&id), wanted.get(&id)) {
                    assert_eq!(is, wanted, "%{id} of {} with {value:#x}", shader.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

/// A device decides about offsets once they are known.
#[test]
fn offsets_beyond_limits_are_refused() {
    let shaders = shaders("images");
    let mut shaders = shaders.iter();
    let shader = shaders.find(|shader| shader.name.ends_with("far_offsets.spv"));
    let mut words = shader.expect("images/far_offsets").words.clone();
    let opening = Opening {
        constants: 100,
        branches: 0,
        loops: false,
    };
    open(&mut words, &mut Random::new(0), opening);
    for (offset, fits) in [(5, true), (0xFFFF_FFE2, false)] {
        let options = Options {
            spec: SpecMode::Freeze,
            ..Options::default()
        };
        let given = [(0, offset)];
        let is = specialized(&words, "adreno-a6xx", &options, &given);
        assert_eq!(is.is_some(), fits, "{offset}");
        assert_eq!(is, filtered(&words, "adreno-a6xx", &options, &given));
    }
}

/// A device decides about ray flags and streams once they are known.
#[test]
fn numbers_that_devices_judge_are_judged() {
    let (mut judged, mut refused) = ([0; 2], 0);
    for shader in shaders("") {
        let of = |opcode| match opcode {
            op::OpTraceRayKHR | op::OpRayQueryInitializeKHR => Some(0),
            op::OpEmitStreamVertex | op::OpEndStreamPrimitive => Some(1),
            _ => None,
        };
        let places = starts(&shader.words).into_iter();
        let kinds: Vec<usize> = places
            .filter_map(|at| of(opcode(&shader.words, at)))
            .collect();
        if kinds.is_empty() {
            continue;
        }
        let mut words = shader.words.clone();
        let opening = Opening {
            constants: 100,
            branches: 0,
            loops: false,
        };
        open(&mut words, &mut Random::new(0), opening);
        let options = Options {
            spec: SpecMode::Freeze,
            ..Options::default()
        };
        let module = Module::scan(&words, &options.limits).unwrap();
        let specs = sos_core::specialization_constants(&module);
        for device in ["nvk-ampere", "radv-vega10", "nvk-kepler"] {
            for spec in &specs {
                for value in [0, 1, 9, 0x100] {
                    let given = [(spec.spec_id, value)];
                    let is = specialized(&words, device, &options, &given);
                    let wanted = filtered(&words, device, &options, &given);
                    let at = format!("{} for {device} with {given:?}", shader.name);
                    assert_eq!(is.is_some(), wanted.is_some(), "{at}");
                    refused += usize::from(is.is_none());
                    for &kind in &kinds {
                        judged[kind] += 1;
                    }
                }
            }
        }
    }
    println!("{judged:?}, {refused} refused");
    assert!(judged.iter().all(|&count| count > 20) && refused > 20);
}

/// One dimension of a workgroup can be too large while another is open.
#[test]
fn sizes_are_judged_by_what_is_known() {
    let shaders = shaders("version");
    let mut shaders = shaders.iter();
    let shader = shaders.find(|shader| shader.name.ends_with("local_size_id.comp.spv"));
    let words = &shader.expect("version/local_size_id").words;
    for (size, fits) in [(64, true), (0x7FFF_FFFF, false)] {
        let (options, given) = (Options::default(), [(0, size)]);
        let is = specialized(words, "nvk-kepler", &options, &given);
        assert_eq!(is.is_some(), fits, "{size}");
        let wanted = filtered(words, "nvk-kepler", &options, &given);
        assert_eq!(wanted.is_some(), fits, "{size}");
    }
}

const HEAD: &str = "OpCapability Shader
    OpCapability Int8
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main \"main\" %at
    OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %at BuiltIn LocalInvocationIndex
    OpDecorate %open SpecId 0
    OpDecorate %list ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %void = OpTypeVoid
    %call = OpTypeFunction %void
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %byte = OpTypeInt 8 0
    %in = OpTypePointer Input %uint
    %at = OpVariable %in Input
    %list = OpTypeRuntimeArray %uint
    %block = OpTypeStruct %list
    %to_block = OpTypePointer StorageBuffer %block
    %to_uint = OpTypePointer StorageBuffer %uint
    %buffer = OpVariable %to_block StorageBuffer
    %zero = OpConstant %uint 0
    %one = OpConstant %uint 1
    %open = OpSpecConstant %uint 1
    %main = OpFunction %void None %call
    %entry = OpLabel
    %place = OpAccessChain %to_uint %buffer %zero %zero
    %loaded = OpLoad %uint %place
    %small = OpULessThan %bool %loaded %one\n";

/// What remains of it is valid, and as long as what the filter leaves of it at most.
fn remains(body: &str, given: &[(u32, u64)], gone: &[u16]) {
    let Some(tools) = sos_tests::tools() else {
        return;
    };
    let text = format!("{HEAD}{body}\nOpReturn\nOpFunctionEnd");
    let words = tools.assemble(&text, "vulkan1.1").unwrap();
    tools.validate(&words, "vulkan1.1").unwrap();
    let options = Options::default();
    let is = specialized(&words, "nvk-ampere", &options, given).unwrap();
    let text = tools.disassemble(&is).unwrap();
    if let Err(error) = tools.validate(&is, "vulkan1.1") {
        panic!("{error:#}\n{text}");
    }
    for &gone in gone {
        let left = starts(&is).into_iter().find(|&at| opcode(&is, at) == gone);
        assert_eq!(left, None, "{text}");
    }
}

/// A switch that stays gets a new selector, of a type that nothing else may use.
#[test]
fn the_type_of_a_new_selector_stays() {
    remains(
        "%narrow = OpUConvert %byte %open
        OpSelectionMerge %merge None
        OpSwitch %narrow %merge 1 %case
        %case = OpLabel
        OpSelectionMerge %inner None
        OpBranchConditional %small %leave %inner
        %leave = OpLabel
        OpBranch %merge
        %inner = OpLabel
        OpStore %place %one
        OpBranch %merge
        %merge = OpLabel",
        &[(0, 1)],
        &[op::OpUConvert],
    );
}

/// A phi with an undefined value from a stub, which is removed, takes that along.
#[test]
fn undefined_values_go_with_their_phis() {
    remains(
        "%runs = OpIEqual %bool %open %zero
        OpBranch %loop
        %loop = OpLabel
        %count = OpPhi %uint %zero %entry %next %continue
        OpLoopMerge %merge %continue None
        OpBranch %body
        %body = OpLabel
        OpBranchConditional %runs %continue %merge
        %continue = OpLabel
        %next = OpIAdd %uint %count %loaded
        OpStore %place %next
        OpBranch %loop
        %merge = OpLabel",
        &[(0, 1)],
        &[op::OpPhi, op::OpUndef],
    );
}

/// Narrow data in workgroup memory is widened where it fits, and packed where it does not: that depends on the values.
#[test]
fn workgroup_memory_is_packed_where_values_ask_for_it() {
    let Some(tools) = sos_tests::tools() else {
        return;
    };
    let source = "#version 450
        #extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
        layout(local_size_x = 1) in;
        layout(constant_id = 0) const uint LENGTH = 64;
        layout(binding = 0) buffer Data { uint data[]; };
        shared uint8_t bytes[LENGTH];
        void main() {
            bytes[data[0] % LENGTH] = uint8_t(data[1]);
            data[2] = uint(bytes[data[3] % LENGTH]);
        }";
    let words = tools
        .glsl(source, "comp", &["--target-env", "vulkan1.1"])
        .unwrap();
    for allow in [Allow::NONE, Allow::LIMITS] {
        let options = Options {
            allow,
            ..Options::default()
        };
        for length in [100, 10_000] {
            let given = [(0, length)];
            let is = specialized(&words, "swiftshader", &options, &given);
            let is = is.unwrap_or_else(|| panic!("{length} is refused"));
            let wanted = filtered(&words, "swiftshader", &options, &given).unwrap();
            if length > 1000 {
                assert_eq!(is, wanted);
            }
        }
    }
}

/// A specialization says what a run of the filter says of the pipeline.
#[test]
fn the_subgroup_size_that_is_required_is_said() {
    let mut required = 0;
    for shader in shaders("subgroup") {
        let module = Module::scan(&shader.words, &Options::default().limits).unwrap();
        for device in sos_core::target::built_in_names() {
            let target = Target::built_in(device).unwrap();
            let (options, mut scratch) = (Options::default(), Scratch::new());
            filter(&module, &target, &options, &mut scratch).unwrap();
            let wanted = scratch.required_subgroup_size(&target);
            let specializer = Specializer::new(&module, &target, &options, &mut scratch).unwrap();
            for given in [&[][..], &[(0, 1)]] {
                if specializer.specialize(given, &mut scratch).is_ok() {
                    assert_eq!(scratch.required_subgroup_size(&target), wanted, "{device}");
                    required += usize::from(wanted.is_some());
                }
            }
        }
    }
    assert!(required > 0);
}
