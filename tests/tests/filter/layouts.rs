//! The filter and `spirv-val` accept the same block layouts.
//!
//! Random structures, with valid and invalid offsets, in uniform and storage buffers, are filtered for devices with each
//! combination of layout features. The filter must return a module unchanged exactly if the validator accepts it with the
//! device's layout options.

use std::fmt::Write as _;

use sos_core::target::{feature, ApiVersion, VulkanExtension};
use sos_core::{Options, OutcomeKind, Target, TargetKind};
use sos_tests::filtered::filter;
use sos_tests::random::Random;
use sos_tests::{skip, tools};

/// A type: its name, its maximum size in bytes, and whether it contains matrices.
#[derive(Clone)]
struct Ty {
    name: String,
    bytes: u32,
    matrix: Option<u32>,
}

/// Declarations and decorations.
#[derive(Default)]
struct Text {
    annotations: String,
    types: String,
    count: u32,
}

impl Text {
    fn name(&mut self) -> String {
        self.count += 1;
        format!("%t{}", self.count)
    }

    fn ty(&mut self, random: &mut Random, depth: u32) -> Ty {
        let plain = |name: &str, bytes| Ty {
            name: name.to_owned(),
            bytes,
            matrix: None,
        };
        match random.below_u32(if depth < 2 { 8 } else { 5 }) {
            0 => plain("%float", 4),
            1 => plain("%v2", 8),
            2 => plain("%v3", 12),
            3 => plain("%v4", 16),
            4 => {
                let stride = random.choose(&[8, 12, 16, 20]);
                let columns = 2 + random.below_u32(2);
                let stride = if columns == 3 { stride.max(12) } else { stride };
                Ty {
                    name: format!("%m{columns}"),
                    bytes: stride * columns,
                    matrix: Some(stride),
                }
            }
            5 | 6 => {
                // Current validators do not check the strides of matrices in arrays.
                let one = loop {
                    let one = self.ty(random, depth + 1);
                    if one.matrix.is_none() {
                        break one;
                    }
                };
                let name = self.name();
                let stride = one.bytes.next_multiple_of(4) + 4 * random.below_u32(4);
                let stride = match random.below_u32(3) {
                    0 => stride.next_multiple_of(16),
                    _ => stride,
                };
                let _ = writeln!(self.types, "{name} = OpTypeArray {} %three", one.name);
                let _ = writeln!(self.annotations, "OpDecorate {name} ArrayStride {stride}");
                Ty {
                    name,
                    bytes: stride * 3,
                    matrix: None,
                }
            }
            _ => self.structure(random, depth + 1),
        }
    }

    fn structure(&mut self, random: &mut Random, depth: u32) -> Ty {
        let members: Vec<Ty> = (0..1 + random.below_u32(4))
            .map(|_| self.ty(random, depth))
            .collect();
        let name = self.name();
        let mut offset = 0;
        for (number, member) in members.iter().enumerate() {
            offset = match random.below_u32(4) {
                0 => offset,
                1 => offset + 4 * random.below_u32(4),
                2 => u32::next_multiple_of(offset, 8),
                _ => u32::next_multiple_of(offset, 16),
            };
            let of = format!("OpMemberDecorate {name} {number}");
            let _ = writeln!(self.annotations, "{of} Offset {offset}");
            if let Some(stride) = member.matrix {
                let order = random.choose(&["ColMajor", "RowMajor"]);
                let _ = writeln!(self.annotations, "{of} {order}\n{of} MatrixStride {stride}");
            }
            offset += member.bytes;
        }
        let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
        let _ = writeln!(self.types, "{name} = OpTypeStruct {}", names.join(" "));
        Ty {
            name,
            bytes: offset,
            matrix: None,
        }
    }
}

/// A compute shader with a buffer of a random layout.
fn module(random: &mut Random) -> String {
    let mut text = Text::default();
    let block = text.structure(random, 0).name;
    let form = random.choose(&["Block", "BufferBlock"]);
    format!(
        "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        {}
        OpDecorate {block} {form}
        OpDecorate %v DescriptorSet 0
        OpDecorate %v Binding 0
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %three = OpConstant %uint 3
        %float = OpTypeFloat 32
        %v2 = OpTypeVector %float 2
        %v3 = OpTypeVector %float 3
        %v4 = OpTypeVector %float 4
        %m2 = OpTypeMatrix %v2 2
        %m3 = OpTypeMatrix %v3 3
        {}
        %p = OpTypePointer Uniform {block}
        %v = OpVariable %p Uniform
        %main = OpFunction %void None %fn
        %entry = OpLabel
        %copy = OpCopyObject %p %v
        OpReturn
        OpFunctionEnd",
        text.annotations, text.types
    )
}

/// Devices, with the validator options for their layouts.
fn devices() -> Vec<(Target, &'static [&'static str])> {
    let device = |relaxed: bool, standard: bool, scalar: bool| {
        let mut device = Target::built_in("vulkan-1.0").unwrap().describe();
        device.kind = TargetKind::Device;
        device.api_version = ApiVersion::V1_0;
        let extension = VulkanExtension::find("VK_KHR_relaxed_block_layout").unwrap();
        device.set_extension(extension, relaxed);
        device.set_feature(feature::uniformBufferStandardLayout, standard);
        device.set_feature(feature::scalarBlockLayout, scalar);
        device.build()
    };
    vec![
        (device(false, false, false), &[]),
        (device(true, false, false), &["--relax-block-layout"]),
        (
            device(false, true, false),
            &["--uniform-buffer-standard-layout"],
        ),
        (
            device(true, true, false),
            &["--relax-block-layout", "--uniform-buffer-standard-layout"],
        ),
        (device(true, true, true), &["--scalar-block-layout"]),
    ]
}

#[test]
fn filter_and_validator_accept_the_same_layouts() {
    let Some(tools) = skip::unless_absent(tools(), "SPIRV-Tools") else {
        return;
    };
    let devices = devices();
    let mut random = Random::new(20_070_613);
    let (mut accepted_count, mut rejected_count) = (0, 0);
    for round in 0..150 {
        let text = module(&mut random);
        let words = tools.assemble(&text, "vulkan1.0").unwrap();
        // Layouts that no combination accepts, such as overlapping members, make the module invalid.
        let (_, scalar) = devices[4];
        if tools.validate_with(&words, "vulkan1.0", scalar).is_err() {
            continue;
        }
        for (target, options) in &devices {
            let valid = tools.validate_with(&words, "vulkan1.0", options);
            let filtered = filter(&words, target, &Options::default()).unwrap();
            let as_it_is = filtered.report.outcome == OutcomeKind::Unchanged;
            assert_eq!(
                as_it_is,
                valid.is_ok(),
                "round {round}, {options:?}: {valid:?}\n{text}"
            );
            let came = filtered.report.outcome != OutcomeKind::Unsupported;
            assert!(came, "round {round}: {:?}", filtered.report.unsupported);
            tools
                .validate_with(&filtered.words, "vulkan1.0", options)
                .unwrap_or_else(|error| panic!("round {round}: {error:#}\n{text}"));
            *if as_it_is {
                &mut accepted_count
            } else {
                &mut rejected_count
            } += 1;
        }
    }
    assert!(
        accepted_count > 50 && rejected_count > 50,
        "{accepted_count} accepted, {rejected_count} rejected"
    );
}
