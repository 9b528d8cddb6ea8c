//! The filter's output for devices with subgroups of 1 to 128 invocations, which the drivers at hand do not have, run by the
//! [`interpreter`].

use rspirv::dr::load_words;
use sos_core::{Options, Target};
use sos_tests::compare::mixed;
use sos_tests::filtered::{check, filtered};
use sos_tests::subgroup::{exchange, interpreter, vote, Group, LaneResult, Value};
use sos_tests::{paths, Tools};

/// An instruction as assembly, with the operands `%x`, `%y` and `%d` (32 bits), `%v` (a vector of four) and `%wide` (64 bits).
struct Case {
    text: &'static str,
    reference: fn(Group, &Operands) -> Vec<LaneResult>,
}

/// The operands, by location.
struct Operands {
    x: Vec<Value>,
    y: Vec<Value>,
    v: Vec<Value>,
    d: Vec<Value>,
    wide: Vec<Value>,
}

impl Operands {
    fn new(size: usize, seed: u32) -> Self {
        let each = |what: u32, mask: u32, len: u32| {
            let word = |lane: u32, at: u32| u64::from(mixed(seed ^ (lane * 32 + what + at)) & mask);
            let value = |lane| (0..len).map(|at| word(lane, at)).collect();
            (0..size as u32).map(value).collect::<Vec<Value>>()
        };
        let index = u64::from(mixed(seed)) % size as u64;
        let pair = |lane: u32| u64::from(mixed(seed + lane)) << 32 | u64::from(mixed(seed ^ lane));
        Self {
            x: each(0, u32::MAX, 1),
            y: each(1, u32::MAX, 1),
            v: each(2, 31, 4),
            d: vec![vec![index]; size],
            wide: (0..size as u32).map(|lane| vec![pair(lane)]).collect(),
        }
    }

    fn index(&self) -> Vec<u32> {
        self.d.iter().map(|value| value[0] as u32).collect()
    }
}

const CASES: [Case; 7] = [
    Case {
        text: "%four = OpBitwiseAnd %v4uint %v %threes
            %got = OpExtInst %uint %amd SwizzleInvocationsAMD %x %four",
        reference: |group, with| {
            let offset = |value: &Value| [0, 1, 2, 3].map(|at| value[at] as u32 & 3);
            exchange::swizzle_amd(
                group,
                &with.x,
                &with.v.iter().map(offset).collect::<Vec<_>>(),
            )
        },
    },
    Case {
        text: "%masks = OpVectorShuffle %v3uint %v %v 0 1 2
            %got = OpExtInst %uint %amd SwizzleInvocationsMaskedAMD %x %masks",
        reference: |group, with| {
            let masks = |value: &Value| [0, 1, 2].map(|at| value[at] as u32);
            exchange::swizzle_masked_amd(
                group,
                &with.x,
                &with.v.iter().map(masks).collect::<Vec<_>>(),
            )
        },
    },
    Case {
        text: "%got = OpExtInst %uint %amd WriteInvocationAMD %x %three %d",
        reference: |group, with| {
            exchange::write_amd(group, &with.x, &vec![vec![3]; group.size()], &with.index())
        },
    },
    Case {
        text: "%got = OpExtInst %uint %amd MbcntAMD %wide",
        reference: |group, with| {
            // The mask has 64 bits only.
            let masks: Vec<_> = with.wide.iter().map(|value| value[0]).collect();
            vote::mbcnt_amd(group, &masks)
        },
    },
    Case {
        text: "%got = OpSubgroupShuffleDownINTEL %uint %x %y %d",
        reference: |group, with| {
            exchange::shuffle_down_intel(group, &with.x, &with.y, &with.index())
        },
    },
    Case {
        text: "%got = OpSubgroupShuffleUpINTEL %uint %y %x %d",
        reference: |group, with| exchange::shuffle_up_intel(group, &with.y, &with.x, &with.index()),
    },
    Case {
        text: "%got = OpSubgroupShuffleXorINTEL %uint %x %d",
        reference: |group, with| exchange::shuffle_xor(group, &with.x, &with.index()),
    },
];

fn module(tools: Tools, instruction: &str) -> Vec<u32> {
    let operands = [
        ("x", "uint"),
        ("y", "uint"),
        ("v", "v4uint"),
        ("d", "uint"),
        ("wide", "ulong"),
    ];
    let mut parts = [const { String::new() }; 3];
    for (location, (name, ty)) in operands.into_iter().enumerate() {
        parts[0] +=
            &format!("OpDecorate %in_{name} Location {location}\nOpDecorate %in_{name} Flat\n");
        parts[1] += &format!("%in_{name} = OpVariable %p_{ty} Input\n");
        parts[2] += &format!("%{name} = OpLoad %{ty} %in_{name}\n");
    }
    let [decorations, variables, loads] = parts;
    let text = format!(
        "OpCapability Shader
        OpCapability Int64
        OpCapability Groups
        OpCapability SubgroupShuffleINTEL
        OpExtension \"SPV_AMD_shader_ballot\"
        OpExtension \"SPV_INTEL_subgroups\"
        %amd = OpExtInstImport \"SPV_AMD_shader_ballot\"
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main \"main\" %in_x %in_y %in_v %in_d %in_wide %out
        OpExecutionMode %main OriginUpperLeft
        {decorations}
        OpDecorate %out Location 0
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %ulong = OpTypeInt 64 0
        %v3uint = OpTypeVector %uint 3
        %v4uint = OpTypeVector %uint 4
        %three = OpConstant %uint 3
        %threes = OpConstantComposite %v4uint %three %three %three %three
        %p_uint = OpTypePointer Input %uint
        %p_ulong = OpTypePointer Input %ulong
        %p_v4uint = OpTypePointer Input %v4uint
        %p_out = OpTypePointer Output %uint
        {variables}
        %out = OpVariable %p_out Output
        %main = OpFunction %void None %fn
        %block = OpLabel
        {loads}
        {instruction}
        OpStore %out %got
        OpReturn
        OpFunctionEnd"
    );
    tools
        .assemble(&text, "spv1.3")
        .unwrap_or_else(|error| panic!("{error:#}\n{text}"))
}

/// The target of lavapipe with another subgroup size.
fn device(size: usize) -> Target {
    fn set(json: &mut serde_json::Value, size: usize) {
        let Some(map) = json.as_object_mut() else {
            return;
        };
        for (name, value) in map {
            match name.as_str() {
                "subgroupSize" | "minSubgroupSize" | "maxSubgroupSize" => *value = size.into(),
                _ => set(value, size),
            }
        }
    }
    let path = paths::corpus().join("devices/lavapipe-25.0.7.json");
    let mut json = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    set(&mut json, size);
    Target::from_json(&json.to_string()).unwrap()
}

/// Tests all cases for all sizes, and returns the number of results compared for each size.
pub fn compare(tools: Tools) -> Vec<(usize, usize)> {
    let modules: Vec<_> = CASES.iter().map(|case| module(tools, case.text)).collect();
    let mut compared = Vec::new();
    for size in [1, 2, 4, 8, 16, 32, 64, 128] {
        let target = device(size);
        let mut equal = 0;
        for (case, words) in CASES.iter().zip(&modules) {
            let words = filtered(words, &target, &Options::default()).unwrap();
            check(tools, &words, &target)
                .unwrap_or_else(|error| panic!("{}: {error:#}", case.text));
            let lowered = load_words(&words).unwrap();
            for seed in 0..64 {
                let active = match seed {
                    0 => u128::MAX,
                    1 => 1 << (size - 1),
                    _ => (0..4).fold(0, |mask, word| {
                        mask << 32 | u128::from(mixed(seed * 4 + word))
                    }),
                };
                let group = Group::new(size, active & Group::full(size).all());
                let with = Operands::new(size, mixed(seed));
                let expected = (case.reference)(group, &with);
                let operands = [with.x, with.y, with.v, with.d, with.wide];
                let found = interpreter::run(&lowered, group, &operands);
                for (lane, (expected, found)) in expected.iter().zip(&found).enumerate() {
                    let matches = *expected == LaneResult::Undefined || expected == found;
                    assert!(
                        matches,
                        "{}, lane {lane} of {size}, {active:x}: result {found:?}, expected {expected:?}",
                        case.text
                    );
                    equal += usize::from(matches!(expected, LaneResult::Defined(_)));
                }
            }
        }
        compared.push((size, equal));
    }
    compared
}
