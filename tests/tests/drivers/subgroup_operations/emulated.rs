//! Emulated subgroups beyond single instructions, which `cross_lane` tests: reasons for rejection, the report, and loops whose
//! condition is a vote.

use rspirv::spirv::Op;
use sos_core::target::feature;
use sos_core::{Options, Target};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter, Filtered};
use sos_tests::reduced::{without, without_subgroups};
use sos_tests::{driver, tools, Session, Tools};

use super::{input_words, run};

/// A compute shader on the buffers of [`run`].
fn shader(tools: Tools, layout: &str, body: &str) -> Vec<u32> {
    shader_with(tools, layout, 4080, body)
}

/// The same with so many words of its own workgroup memory.
fn shader_with(tools: Tools, layout: &str, own: u32, body: &str) -> Vec<u32> {
    let text = format!(
        "#version 450
        #extension GL_KHR_shader_subgroup_basic : enable
        #extension GL_KHR_shader_subgroup_vote : enable
        #extension GL_KHR_shader_subgroup_arithmetic : enable
        layout({layout}) in;
        layout(binding = 0) readonly buffer Words {{ uint words[]; }};
        layout(binding = 1) buffer Results {{ uint results[]; }};
        shared uint own[{own}];
        void main() {{
            uint at = gl_WorkGroupID.x * gl_WorkGroupSize.x * gl_WorkGroupSize.y + gl_LocalInvocationIndex;
            uint x = words[at];
            {body}
        }}"
    );
    let compiled = tools.glsl(&text, "comp", &["--target-env", "vulkan1.1"]);
    compiled.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn filter_for_minimum(words: &[u32]) -> Filtered {
    let target = Target::built_in("vulkan-1.0").unwrap();
    filter(words, &target, &Options::default()).unwrap()
}

#[test]
fn rejection_reports_the_reason() {
    let Some(tools) = tools() else { return };
    // The workgroup memory that the shader has itself leaves no room.
    let body = "own[at] = x; barrier(); results[at] = subgroupAdd(own[at * 7 % 4080]);";
    let filtered = filter_for_minimum(&shader(tools, "local_size_x = 64", body));
    let unsupported = &filtered.report.unsupported;
    let tried = unsupported.iter().flat_map(|one| &one.tried);
    let found = tried.filter(|tried| tried.contains("subgroup-workgroup-memory: "));
    let reasons: Vec<_> = found.collect();
    assert!(!reasons.is_empty());
    assert!(
        reasons
            .iter()
            .all(|tried| tried.contains("workgroup memory")),
        "{reasons:?}"
    );
}

#[test]
fn report_contains_the_emulated_subgroup_size() {
    let Some(tools) = tools() else { return };
    let body = "results[at] = subgroupAdd(x) + gl_SubgroupSize + gl_NumSubgroups;";
    for (layout, size) in [
        ("local_size_x = 2", 4),
        ("local_size_x = 8, local_size_y = 6", 64),
        ("local_size_x = 65", 32),
        ("local_size_x_id = 3", 32),
    ] {
        let filtered = filter_for_minimum(&shader(tools, layout, body));
        let target = Target::built_in("vulkan-1.0").unwrap();
        check(tools, &filtered.words, &target).unwrap();
        let expected = format!("subgroups are {size} invocations of a workgroup");
        assert_eq!(filtered.report.made_subgroup_size, Some(size));
        let assumptions = &filtered.report.assumptions;
        assert!(
            assumptions.iter().any(|line| line.starts_with(&expected)),
            "{assumptions:?}"
        );
    }
}

/// The wave-uniform loop, which iterates while the condition of any invocation holds, in a two-dimensional workgroup.
pub fn loop_until_no_invocation_is_left(name: &str) {
    let (Some(tools), Some(driver)) = (tools(), driver(name)) else {
        return;
    };
    let mut session = Session::new(&driver);
    let target = without_subgroups(&session.device().unwrap().target());
    let body = "uint turns = 0; x &= 0xFFFu;
        while (subgroupAny(x != 0u)) { x >>= 1; turns += 1u; }
        results[at] = turns << 8 | gl_SubgroupInvocationID;";
    let module = shader(tools, "local_size_x = 8, local_size_y = 8", body);
    let filtered = filter(&module, &target, &Options::default()).unwrap();
    assert!(
        !filtered.words.is_empty(),
        "{:?}",
        filtered.report.unsupported
    );
    check(tools, &filtered.words, &target).unwrap();
    let results = run(&mut session, &filtered.words, name);
    let inputs = input_words();
    for (group, results) in results.chunks(64).take(2).enumerate() {
        let bits = |x: &u32| 32 - (x & 0xFFF).leading_zeros();
        let iterations = inputs[64 * group..64 * (group + 1)].iter().map(bits).max();
        for (lane, &found) in (0..).zip(results) {
            assert_eq!(
                found,
                iterations.unwrap() << 8 | lane,
                "{name}: {lane} of workgroup {group}"
            );
        }
    }
}

/// Doubles are exchanged before they become words: the flow is replaced for a device that has them.
#[test]
fn doubles_in_divergent_flow_are_the_same_in_words() {
    let (Some(tools), Some(driver)) = (tools(), driver("lavapipe")) else {
        return;
    };
    let mut session = Session::new(&driver);
    let native = without_subgroups(&session.device().unwrap().target());
    let words = without(&native, &[feature::shaderFloat64]);
    let body = "double y = double(int(x) - 0x8000), sum = 0.0lf, least = 1.0lf;
        dvec2 before = dvec2(0.0lf);
        for (uint turn = 0; turn < x % 3u; turn++) {
            sum += subgroupAdd(y);
            if (x % 5u == 0u) before = subgroupExclusiveAdd(dvec2(y, -0.5lf * y));
            else least = subgroupMin(y);
        }
        uvec2 bits[4] = uvec2[4](unpackDouble2x32(sum), unpackDouble2x32(least), unpackDouble2x32(before.x),
            unpackDouble2x32(before.y));
        for (uint i = 0; i < 4; i++) { results[8 * at + 2 * i] = bits[i].x; results[8 * at + 2 * i + 1] = bits[i].y; }";
    let module = shader(tools, "local_size_x = 16", body);
    let [native, words] = [native, words].map(|target| {
        let filtered = filter(&module, &target, &Options::default()).unwrap();
        check(tools, &filtered.words, &target).unwrap();
        let rules = filtered.report.rules.iter();
        let rules: Vec<&str> = rules.map(|used| &*used.rule).collect();
        assert!(rules.contains(&"subgroup-divergent-flow"), "{rules:?}");
        let in_words = !target.has_feature(feature::shaderFloat64);
        assert_eq!(rules.contains(&"float64-words"), in_words, "{rules:?}");
        run(&mut session, &filtered.words, "doubles")
    });
    assert!(native[..256].iter().filter(|&&word| word != 0).count() > 50);
    assert_eq!(native, words);
}

/// Where workgroup memory has room for one part of the arrays only, each exchange has one barrier more.
#[test]
fn exchanges_fit_into_little_memory() {
    let Some(tools) = tools() else { return };
    const LIMIT: u32 = 16384;
    let body = "own[gl_LocalInvocationIndex] = x; barrier();
        uint sum = subgroupAdd(own[gl_LocalInvocationIndex ^ 5u]);
        for (uint turn = 0; turn < x % 4u; turn++) { if (subgroupAny(x % 7u == turn)) sum += subgroupInclusiveAdd(turn); }
        results[at] = sum;";
    for name in EXECUTING {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let mut target = without_subgroups(&session.device().unwrap().target()).describe();
        target.properties.max_compute_shared_memory_size = Some(LIMIT);
        let target = target.build();
        let layout = "local_size_x = 64";
        let barriers = |words: &[u32]| {
            let module = rspirv::dr::load_words(words).unwrap();
            let insts = module.all_inst_iter();
            insts
                .filter(|inst| inst.class.opcode == Op::ControlBarrier)
                .count()
        };
        let bytes = 64 * 4;
        // What is left is enough for two parts, for one, and not even for that.
        let [two, one, none] = [2 * bytes, 2 * bytes - 4, bytes - 4].map(|left| {
            let module = shader_with(tools, layout, (LIMIT - left) / 4, body);
            let filtered = filter(&module, &target, &Options::default()).unwrap();
            (!filtered.words.is_empty()).then(|| {
                check(tools, &filtered.words, &target).unwrap();
                let results = run(&mut session, &filtered.words, name);
                (barriers(&filtered.words), results)
            })
        });
        let (two, one) = (two.unwrap(), one.unwrap());
        assert!(one.0 > two.0, "{} and {} barriers", one.0, two.0);
        assert_eq!(one.1, two.1, "{name}");
        assert!(none.is_none());
    }
}

/// A function that all call is in what invocations take under masks, since some return behind.
#[test]
fn functions_that_all_call_get_masks_where_some_return() {
    let Some(tools) = tools() else { return };
    let text = "#version 450
        #extension GL_KHR_shader_subgroup_vote : enable
        layout(local_size_x = 33) in;
        layout(binding = 0) readonly buffer Words { uint words[]; };
        layout(binding = 1) buffer Results { uint results[]; };
        uint f(uint x) { return subgroupAny(x > 5u) ? 1u : 0u; }
        void main() {
            uint at = gl_WorkGroupID.x * 33u + gl_LocalInvocationIndex, x = words[at] & 7u;
            if (x > 2u) x += subgroupAny(x > 6u) ? 1u : 0u;
            x += f(x);
            if (gl_LocalInvocationIndex >= 3u) return;
            x += subgroupAny(x > 7u) ? 1u : 0u;
            results[at] = x;
        }";
    let module = tools.glsl(text, "comp", &["--target-env", "vulkan1.1"]);
    let module = module.unwrap();
    for name in EXECUTING {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let target = without_subgroups(&session.device().unwrap().target());
        let filtered = filter(&module, &target, &Options::default()).unwrap();
        assert!(!filtered.words.is_empty());
        check(tools, &filtered.words, &target).unwrap();
        let found = run(&mut session, &filtered.words, name);
        let inputs = input_words();
        for group in 0..2 {
            let mut x: Vec<u32> = inputs[33 * group..][..33].iter().map(|x| x & 7).collect();
            let any = u32::from(x.iter().any(|&x| x > 6));
            x.iter_mut().filter(|x| **x > 2).for_each(|x| *x += any);
            let any = u32::from(x.iter().any(|&x| x > 5));
            x.iter_mut().for_each(|x| *x += any);
            let any = u32::from(x[..3].iter().any(|&x| x > 7));
            let expected: Vec<u32> = x[..3].iter().map(|x| x + any).collect();
            assert_eq!(found[33 * group..][..3], expected, "{name}");
            assert_eq!(found[33 * group + 3], 0xDEAD, "{name}");
        }
    }
}

/// A compute shader with `LocalSizeId` constants of several widths, one of which is a specialization constant.
const LOCAL_SIZE_ID: &str = "
OpCapability Shader
OpCapability Int16
OpCapability GroupNonUniform
OpCapability GroupNonUniformArithmetic
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %index %results
OpExecutionModeId %main LocalSizeId %x %y %z
OpDecorate %x SpecId 0
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %words ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %results DescriptorSet 0
OpDecorate %results Binding 0
%void = OpTypeVoid
%signature = OpTypeFunction %void
%uint = OpTypeInt 32 0
%short = OpTypeInt 16 0
%x = OpSpecConstant %short 64
%y = OpConstant %short 1
%z = OpConstant %uint 1
%zero = OpConstant %uint 0
%three = OpConstant %uint 3
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%to_block = OpTypePointer StorageBuffer %block
%to_word = OpTypePointer StorageBuffer %uint
%to_input = OpTypePointer Input %uint
%results = OpVariable %to_block StorageBuffer
%index = OpVariable %to_input Input
%main = OpFunction %void None %signature
%entry = OpLabel
%at = OpLoad %uint %index
%sum = OpGroupNonUniformIAdd %uint %three Reduce %at
%to = OpAccessChain %to_word %results %zero %at
OpStore %to %sum
OpReturn
OpFunctionEnd
";

#[test]
fn local_size_id_may_have_constants_of_several_widths() {
    let Some(tools) = tools() else { return };
    let words = tools.assemble(LOCAL_SIZE_ID, "spv1.6").unwrap();
    let target = without_subgroups(&Target::built_in("lavapipe").unwrap());
    let filtered = filter(&words, &target, &Options::default()).unwrap();
    check(tools, &filtered.words, &target).unwrap();
    let rules = &filtered.report.rules;
    let uses_rule = |name: &str| rules.iter().any(|one| one.rule == name);
    assert!(uses_rule("subgroup-workgroup-memory"), "{rules:?}");
}
