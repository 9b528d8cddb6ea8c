//! The filter's output for subgroups of 1 to 128 invocations, which the drivers at hand do not have, run by the interpreter.

use rspirv::dr::{load_words, Module, Operand};
use rspirv::spirv::Decoration;
use sos_core::target::subgroup::{BALLOT, BASIC, SHUFFLE};
use sos_core::{Options, SubgroupSize, Target};
use sos_tests::compare::mixed;
use sos_tests::filtered::{check, filter, filtered, Filtered};
use sos_tests::paths;
use sos_tests::subgroup::component::{ComponentType, Op};
use sos_tests::subgroup::scan::{clustered, scan, GroupOperation};
use sos_tests::subgroup::{exchange, interpreter, Group, LaneResult, Value};
use sos_tests::tools::read_module;
use sos_tests::{tools, Tools};

use super::with_operations;

type Reference = fn(Group, &[Value]) -> Vec<LaneResult>;

const UINT: ComponentType = ComponentType::Uint(32);

/// An instruction on the 32-bit operand `%x`, and its reference result.
const CASES: [(&str, Reference); 8] = [
    ("IAdd %uint %subgroup Reduce %x", |group, x| {
        scan(group, UINT, Op::Add, GroupOperation::Reduce, x)
    }),
    ("UMin %uint %subgroup InclusiveScan %x", |group, x| {
        scan(group, UINT, Op::Min, GroupOperation::InclusiveScan, x)
    }),
    ("BitwiseXor %uint %subgroup ExclusiveScan %x", |group, x| {
        scan(group, UINT, Op::Xor, GroupOperation::ExclusiveScan, x)
    }),
    (
        "IAdd %uint %subgroup ClusteredReduce %x %four",
        |group, x| clustered(group, UINT, Op::Add, 4, x),
    ),
    (
        "UMax %uint %subgroup ClusteredReduce %x %half",
        |group, x| clustered(group, UINT, Op::Max, 32, x),
    ),
    (
        "IAdd %uint %subgroup ClusteredReduce %x %most",
        |group, x| clustered(group, UINT, Op::Add, 64, x),
    ),
    ("Broadcast %uint %subgroup %x %zero", |group, x| {
        exchange::shuffle(group, x, &vec![0; group.size()])
    }),
    ("ShuffleXor %uint %subgroup %x %four", |group, x| {
        exchange::shuffle_xor(group, x, &vec![4; group.size()])
    }),
];

/// A shader that reads `%x` of a type from an input, whose decoration is given, and stores the result of an instruction on it.
fn module(tools: Tools, input: &str, ty: &str, instruction: &str) -> Vec<u32> {
    let text = format!(
        "OpCapability Shader
        OpCapability GroupNonUniformArithmetic
        OpCapability GroupNonUniformBallot
        OpCapability GroupNonUniformClustered
        OpCapability GroupNonUniformShuffle
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main \"main\" %in %out
        OpExecutionMode %main OriginUpperLeft
        OpDecorate %in {input}
        OpDecorate %in Flat
        OpDecorate %out Location 0
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %set = OpTypeVector %uint 4
        %zero = OpConstant %uint 0
        %subgroup = OpConstant %uint 3
        %four = OpConstant %uint 4
        %half = OpConstant %uint 32
        %most = OpConstant %uint 64
        %p_in = OpTypePointer Input {ty}
        %p_out = OpTypePointer Output {ty}
        %in = OpVariable %p_in Input
        %out = OpVariable %p_out Output
        %main = OpFunction %void None %fn
        %block = OpLabel
        %x = OpLoad {ty} %in
        %got = {instruction}
        OpStore %out %got
        OpReturn
        OpFunctionEnd"
    );
    tools
        .assemble(&text, "spv1.3")
        .unwrap_or_else(|error| panic!("{error:#}\n{text}"))
}

/// A target with the given operations and the given subgroup size, if known.
fn device(size: impl Into<Option<u32>>, operations: u32) -> Target {
    let mut description = Target::built_in("lavapipe-25.0.7").unwrap().describe();
    let (properties, size) = (&mut description.properties, size.into());
    properties.subgroup_size = size;
    properties.min_subgroup_size = size;
    properties.max_subgroup_size = size;
    with_operations(&description.build(), operations)
}

/// Filters a module for a target, checks the output, and loads it.
fn lowered(tools: Tools, words: &[u32], target: &Target, what: &str) -> Module {
    lowered_with(tools, words, (target, &Options::default()), what)
}

fn lowered_with(
    tools: Tools,
    words: &[u32],
    (target, options): (&Target, &Options),
    what: &str,
) -> Module {
    let words = filtered(words, target, options).unwrap();
    check(tools, &words, target).unwrap_or_else(|error| panic!("{what}: {error:#}"));
    load_words(&words).unwrap()
}

#[test]
fn masks_match_the_reference_for_every_subgroup_size() {
    let Some(tools) = tools() else { return };
    for name in ["Eq", "Ge", "Gt", "Le", "Lt"] {
        let input = format!("BuiltIn Subgroup{name}Mask");
        let words = module(tools, &input, "%set", "OpCopyObject %set %x");
        let native = load_words(&words).unwrap();
        for size in [1, 2, 4, 8, 16, 32, 64, 128] {
            let group = Group::new(size, Group::full(size).all());
            let expected = interpreter::run(&native, group, &[]);
            for reported in [Some(size as u32), None] {
                let what = format!("{name} of {size}, reported {reported:?}");
                let lowered = lowered(tools, &words, &device(reported, BASIC), &what);
                assert_eq!(interpreter::run(&lowered, group, &[]), expected, "{what}");
            }
        }
    }
}

#[test]
fn operations_match_the_reference_for_every_subgroup_size() {
    let Some(tools) = tools() else { return };
    let mut compared = 0;
    for (text, oracle) in CASES {
        let instruction = format!("OpGroupNonUniform{text}");
        let words = module(tools, "Location 0", "%uint", &instruction);
        for size in [1, 2, 4, 8, 16, 32, 64, 128] {
            for operations in [BASIC | BALLOT | SHUFFLE, BASIC | BALLOT] {
                let lowered = lowered(tools, &words, &device(size as u32, operations), text);
                for seed in 0..12_u32 {
                    let active = active(seed, size);
                    let group = Group::new(size, active & Group::full(size).all());
                    let word = |lane| vec![u64::from(mixed(lane ^ seed << 8))];
                    let x: Vec<Value> = (0..size as u32).map(word).collect();
                    let expected = oracle(group, &x);
                    let found = interpreter::run(&lowered, group, &[x]);
                    for (lane, (expected, found)) in expected.iter().zip(&found).enumerate() {
                        let matches = *expected == LaneResult::Undefined || expected == found;
                        let what = format!("{text}, lane {lane} of {size}, {active:x}");
                        assert!(matches, "{what}: {found:?} instead of {expected:?}");
                        compared += usize::from(matches!(expected, LaneResult::Defined(_)));
                    }
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared} results compared");
}

/// Options that ask for subgroups of a size.
fn of_size(size: u32) -> Options {
    Options {
        subgroup_size: SubgroupSize::new(size),
        ..Options::default()
    }
}

/// The invocations to be active in a run of a test.
fn active(seed: u32, size: usize) -> u128 {
    let bits = |word: u32| u128::from(mixed(seed * 4 + word));
    match seed {
        0 => u128::MAX,
        1 => 1 << (size - 1),
        _ => (0..4).fold(0, |mask, word| mask << 32 | bits(word)),
    }
}

#[test]
fn parts_match_the_reference_for_every_subgroup_size() {
    let Some(tools) = tools() else { return };
    let mut compared = 0;
    let sizes = [4, 8, 16, 32, 64, 128_usize];
    let pairs = sizes.into_iter().flat_map(|size| {
        let parts = [2, 4, 8, 16, 32_usize].into_iter();
        parts
            .filter(move |&part| part < size)
            .map(move |part| (size, part))
    });
    for (size, part) in pairs {
        let options = of_size(part as u32);
        let parts = (0..size / part).map(|number| number * part);
        for name in ["Eq", "Ge", "Gt", "Le", "Lt"] {
            let input = format!("BuiltIn Subgroup{name}Mask");
            let words = module(tools, &input, "%set", "OpCopyObject %set %x");
            let own = Group::new(part, Group::full(part).all());
            let expected = interpreter::run(&load_words(&words).unwrap(), own, &[]);
            let device = device(size as u32, BASIC | BALLOT | SHUFFLE);
            let lowered = lowered_with(tools, &words, (&device, &options), name);
            let all = Group::new(size, Group::full(size).all());
            let found = interpreter::run(&lowered, all, &[]);
            for first in parts.clone() {
                let found = &found[first..first + part];
                assert_eq!(found, &expected[..part], "{name}, {part} of {size}");
            }
        }
        for (text, oracle) in CASES {
            let clusters = [("%most", 64), ("%half", 32), ("%four", 4)];
            let cluster = clusters.iter().find(|one| text.contains(one.0));
            if cluster.is_some_and(|cluster| cluster.1 > part) {
                continue;
            }
            let instruction = format!("OpGroupNonUniform{text}");
            let words = module(tools, "Location 0", "%uint", &instruction);
            let device = device(size as u32, BASIC | BALLOT | SHUFFLE);
            let lowered = lowered_with(tools, &words, (&device, &options), text);
            for seed in 0..12_u32 {
                let active = active(seed, size) & Group::full(size).all();
                let word = |lane| vec![u64::from(mixed(lane ^ seed << 8))];
                let x: Vec<Value> = (0..size as u32).map(word).collect();
                let group = Group::new(size, active);
                let found = interpreter::run(&lowered, group, std::slice::from_ref(&x));
                for first in parts.clone() {
                    let own = Group::new(part, active >> first & Group::full(part).all());
                    let expected = oracle(own, &x[first..first + part]);
                    for (lane, expected) in expected.iter().enumerate() {
                        let found = &found[first + lane];
                        let matches = *expected == LaneResult::Undefined || expected == found;
                        let what = format!(
                            "{text}, lane {lane}, {part} of {size} from {first}, {active:x}"
                        );
                        assert!(matches, "{what}: {found:?} instead of {expected:?}");
                        compared += usize::from(matches!(expected, LaneResult::Defined(_)));
                    }
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared} results compared");
}

/// What is the same for a part of a subgroup need not be for all of it, which devices ask of descriptors.
/// How many ids are decorated with `NonUniform`.
fn non_uniform(words: &[u32]) -> usize {
    let module = load_words(words).unwrap();
    let is = |inst: &&rspirv::dr::Instruction| {
        inst.operands.get(1) == Some(&Operand::Decoration(Decoration::NonUniform))
    };
    module.annotations.iter().filter(is).count()
}

const PICTURES: &str = "#version 450
    #extension GL_KHR_shader_subgroup_ballot : enable
    #extension GL_EXT_nonuniform_qualifier : enable
    layout(binding = 0) uniform sampler2D pictures[16];
    layout(binding = 1) buffer Tables { uint which; uint values[]; } tables[8];
    layout(push_constant) uniform Draw { uint picture; };";

/// An index for descriptors, which `first` and `which` may be in an expression, whether only some reach the access, and how many ids
/// are `NonUniform`: the pointer to a descriptor, what is loaded from it, and the index if the author says so.
const INDICES: [(&str, &str, usize); 8] = [
    ("nonuniformEXT(first)", "true", 3),
    ("first", "true", 2),
    ("first + picture", "true", 2),
    ("which", "true", 0),
    ("which", "first == which", 2),
    ("picture", "true", 0),
    ("picture", "picture > 3", 0),
    ("3", "first == which", 0),
];

#[test]
fn descriptors_that_a_part_selects_are_non_uniform() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("radv-vega10").unwrap();
    for (index, condition, expected) in INDICES {
        let text = format!(
            "{PICTURES}
            layout(location = 0) flat in uint which;
            layout(location = 0) out vec4 colour;
            void main() {{
                uint first = subgroupBroadcastFirst(which);
                if ({condition}) colour = textureLod(pictures[{index}], vec2(first), 0.0);
            }}"
        );
        let module = tools.glsl(&text, "frag", &["--target-env", "vulkan1.1"]);
        let filtered = filter(&module.unwrap(), &target, &of_size(32)).unwrap();
        check(tools, &filtered.words, &target).unwrap();
        assert_eq!(
            non_uniform(&filtered.words),
            expected,
            "{index} {condition}"
        );
        let mut rules = filtered.report.rules.iter();
        assert!(rules.any(|rule| rule.rule == "subgroup-split"));
    }
}

/// Where a workgroup is one emulated subgroup, what is the same for it is so for the device's; where it is several, it may not be.
#[test]
fn descriptors_that_emulated_subgroups_select_are_non_uniform() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("mali-g78").unwrap();
    for (index, condition, expected) in INDICES {
        for (invocations, several) in [(64, false), (128, true)] {
            let text = format!(
                "{PICTURES}
                layout(local_size_x = {invocations}) in;
                void main() {{
                    uint which = gl_LocalInvocationIndex & 7u;
                    uint first = subgroupBroadcastFirst(which);
                    if ({condition}) atomicAdd(tables[0].which, tables[{index}].values[first]);
                }}"
            );
            let module = tools.glsl(&text, "comp", &["--target-env", "vulkan1.1"]);
            let filtered = filter(&module.unwrap(), &target, &of_size(64)).unwrap();
            check(tools, &filtered.words, &target).unwrap();
            let by_author = usize::from(index.contains("EXT"));
            let expected = if several { expected / 2 } else { 0 };
            let found = non_uniform(&filtered.words);
            assert!(
                found >= expected && (found > 0) == (expected + by_author > 0),
                "{index} {condition} {invocations}: {found}"
            );
        }
    }
}

/// A fragment shader, filtered for a built-in device with subgroups of a size.
fn fragment(tools: Tools, device: &str, size: u32, text: &str) -> Filtered {
    let options = of_size(size);
    let text = format!(
        "#version 460
        #extension GL_KHR_shader_subgroup_ballot : enable
        #extension GL_KHR_shader_subgroup_quad : enable
        layout(location = 0) flat in uint v;
        layout(location = 0) out uvec4 o;
        void main() {{ {text} }}"
    );
    let target = Target::built_in(device).unwrap();
    let module = tools.glsl(&text, "frag", &["--target-env", "vulkan1.1"]);
    let filtered = filter(&module.unwrap(), &target, &options).unwrap();
    if !filtered.words.is_empty() {
        check(tools, &filtered.words, &target).unwrap();
    }
    filtered
}

#[test]
fn fragment_shaders_get_subgroups_of_a_size() {
    let Some(tools) = tools() else { return };
    const BALLOT: &str = "o = subgroupBallot(v > 3u);";
    const DOUBLE: &str =
        "double d = double(v); d = d * d + 3.0lf; o = subgroupBallot(d > 100.0lf); o.y += uint(d);";
    const QUAD: &str = "o = uvec4(subgroupQuadSwapHorizontal(v));";
    for (device, size, text, rule) in [
        // The least of several sizes.
        ("radv-navi21", 32, BALLOT, Some("subgroup-split")),
        ("radv-navi21", 8, BALLOT, Some("subgroup-split")),
        ("radv-navi21", 64, BALLOT, None),
        ("swiftshader", 8, BALLOT, None),
        // With what passes lower.
        ("mali-g78", 8, DOUBLE, Some("subgroup-split")),
        ("mali-g78", 8, DOUBLE, Some("float64-words")),
        // Without any subgroups.
        ("vulkan-1.0", 8, QUAD, Some("quad-derivatives")),
    ] {
        let filtered = fragment(tools, device, size, text);
        let mut rules = filtered.report.rules.iter();
        let what = format!("{size} on {device}: {text}");
        match rule {
            Some(rule) => assert!(rules.any(|used| used.rule == rule), "{what}"),
            None => {
                assert!(filtered.words.is_empty(), "{what}");
                let mut reasons = filtered.report.unsupported.iter();
                let split = "subgroup-split: the device has smaller subgroups than that";
                let says = |reason: &str| reason.contains(split);
                assert!(
                    reasons.any(|need| need.tried.iter().any(|one| says(one))),
                    "{what}: {:#?}",
                    filtered.report.unsupported
                );
            }
        }
    }
}

/// Indices and results of 8 to 64 bits.
#[test]
fn parts_have_indices_of_any_width() {
    let Some(tools) = tools() else { return };
    for name in ["index_widths", "search_widths"] {
        let path = paths::corpus().join(format!("shaders/subgroup/{name}.spv"));
        let words = read_module(&path).unwrap();
        for device in ["lavapipe-22.3.6", "radv-vega10"] {
            let target = Target::built_in(device).unwrap();
            for size in [2, 4] {
                let options = of_size(size);
                let filtered = filter(&words, &target, &options).unwrap();
                let mut rules = filtered.report.rules.iter();
                assert!(rules.any(|used| used.rule == "subgroup-split"), "{name}");
                check(tools, &filtered.words, &target).unwrap();
            }
        }
    }
}
