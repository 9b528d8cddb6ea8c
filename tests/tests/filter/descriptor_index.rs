//! Indices into arrays of descriptors where a device takes only constants, or none that differ between invocations: what is
//! replaced, what is refused, and that nothing grows.

use sos_core::tables::{capability, decoration, op};
use sos_core::{Allow, Options, OutcomeKind, Target};
use sos_tests::corpus::shaders;
use sos_tests::filtered::{check, filter};
use sos_tests::hostile::module::{opcode, starts};
use sos_tests::tools;

/// A compute shader with an array of four buffers and one of its own; `body` reads `%chosen`, a pointer to one of the four.
fn module(body: &str) -> String {
    format!(
        "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %index
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %words ArrayStride 4
OpDecorate %block BufferBlock
OpMemberDecorate %block 0 Offset 0
OpDecorate %many DescriptorSet 0
OpDecorate %many Binding 0
OpDecorate %other DescriptorSet 0
OpDecorate %other Binding 1
%void = OpTypeVoid
%signature = OpTypeFunction %void
%uint = OpTypeInt 32 0
%four = OpConstant %uint 4
%words = OpTypeArray %uint %four
%block = OpTypeStruct %words
%blocks = OpTypeArray %block %four
%to_blocks = OpTypePointer Uniform %blocks
%to_block = OpTypePointer Uniform %block
%to_words = OpTypePointer Uniform %words
%to_word = OpTypePointer Uniform %uint
%own_words = OpTypePointer Function %words
%own_word = OpTypePointer Function %uint
%to_input = OpTypePointer Input %uint
%take = OpTypeFunction %uint %to_block
%take_word = OpTypeFunction %uint %own_word
%many = OpVariable %to_blocks Uniform
%other = OpVariable %to_blocks Uniform
%index = OpVariable %to_input Input
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%main = OpFunction %void None %signature
%entry = OpLabel
%own = OpVariable %own_words Function
%place = OpVariable %own_word Function
%stranger = OpVariable %own_word Function
%at_0 = OpAccessChain %to_word %many %zero %zero %zero
%key = OpLoad %uint %at_0
%chosen = OpAccessChain %to_block %many %key
{body}
OpReturn
OpFunctionEnd
%function = OpFunction %uint None %take
%given = OpFunctionParameter %to_block
%begin = OpLabel
OpReturnValue %one
OpFunctionEnd
%other_function = OpFunction %uint None %take_word
%given_word = OpFunctionParameter %own_word
%begin_other = OpLabel
OpReturnValue %one
OpFunctionEnd
"
    )
}

/// A copy from one array to another, at an index that is loaded for each of them; `between` stands between the loads.
fn twice(between: &str) -> String {
    format!(
        "OpStore %place %key
%i = OpLoad %uint %place
{between}
%j = OpLoad %uint %place
%a = OpAccessChain %to_block %many %i
%b = OpAccessChain %to_block %other %j
OpCopyMemory %b %a"
    )
}

#[test]
fn an_index_that_is_loaded_twice_is_one() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("vulkan-1.1").unwrap();
    let from_buffer = "%again = OpLoad %uint %at_0
%b = OpAccessChain %to_block %other %again
OpCopyMemory %b %chosen";
    for (body, switches) in [
        (&*twice("OpStore %stranger %one"), 1),
        (&*twice("OpStore %place %one"), 2),
        (
            &*twice("%c = OpFunctionCall %uint %other_function %place"),
            2,
        ),
        (from_buffer, 2),
    ] {
        let words = tools.assemble(&module(body), "vulkan1.1").unwrap();
        let filtered = filter(&words, &target, &Options::default()).unwrap();
        check(tools, &filtered.words, &target).unwrap_or_else(|why| panic!("{body}: {why:#}"));
        let words = &filtered.words;
        let is_switch = |&&at: &&usize| opcode(words, at) == op::OpSwitch;
        assert_eq!(
            starts(words).iter().filter(is_switch).count(),
            switches,
            "{body}"
        );
    }
}

#[test]
fn what_can_be_chosen_is_and_what_cannot_is_refused() {
    let Some(tools) = tools() else { return };
    let target = Target::built_in("vulkan-1.1").unwrap();
    for (body, runs) in [
        // An access chain that nothing uses.
        ("", true),
        ("%p = OpAccessChain %to_word %chosen %zero %key\n%v = OpLoad %uint %p\nOpStore %at_0 %v", true),
        ("%p = OpAccessChain %to_word %chosen %zero %key\n%v = OpAtomicIAdd %uint %p %one %zero %key", true),
        ("%p = OpAccessChain %to_words %chosen %zero\nOpCopyMemory %own %p\nOpCopyMemory %p %own", true),
        // Two indices in one instruction: the same, and different ones.
        ("%b = OpAccessChain %to_block %other %key\nOpCopyMemory %b %chosen", true),
        (
            "%far = OpIAdd %uint %key %one\n%b = OpAccessChain %to_block %other %far\nOpCopyMemory %b %chosen",
            true,
        ),
        // An element of a variable, which cannot be passed.
        ("%p = OpAccessChain %to_word %chosen %zero %key\n%o = OpAccessChain %own_word %own %zero\nOpCopyMemory %o %p", true),
        ("%v = OpFunctionCall %uint %function %chosen", false),
    ] {
        let words = tools.assemble(&module(body), "vulkan1.1").unwrap();
        let filtered = filter(&words, &target, &Options::default()).unwrap();
        let report = &filtered.report;
        assert_eq!(report.outcome != OutcomeKind::Unsupported, runs, "{body}: {:?}", report.unsupported);
        if runs {
            check(tools, &filtered.words, &target).unwrap_or_else(|why| panic!("{body}: {why:#}"));
        }
    }
}

/// What an output has of `NonUniform`: the capabilities for indices, and the number of decorated ids.
fn non_uniform(words: &[u32]) -> (Vec<u32>, usize) {
    let all = starts(words);
    let of = |wanted: u16| all.iter().filter(move |&&at| opcode(words, at) == wanted);
    let kinds = capability::UniformBufferArrayNonUniformIndexing
        ..=capability::StorageTexelBufferArrayNonUniformIndexing;
    let is_listed = |one: &u32| *one == capability::ShaderNonUniform || kinds.contains(one);
    let capabilities = of(op::OpCapability).map(|at| words[at + 1]);
    let decorated = of(op::OpDecorate).filter(|&at| words[at + 2] == decoration::NonUniform);
    (capabilities.filter(is_listed).collect(), decorated.count())
}

#[test]
fn only_indices_into_what_the_device_lacks_become_constants() {
    let Some(tools) = tools() else { return };
    let all = shaders("ops");
    let shader = all
        .iter()
        .find(|shader| shader.name == "ops/descriptors_non_uniform.comp.spv")
        .expect("a module of the corpus");
    let has_all = Target::built_in("radv-navi21").unwrap();
    for (feature, lacking, left) in [
        (
            "shaderUniformBufferArrayNonUniformIndexing",
            capability::UniformBufferArrayNonUniformIndexing,
            18,
        ),
        (
            "shaderStorageBufferArrayNonUniformIndexing",
            capability::StorageBufferArrayNonUniformIndexing,
            18,
        ),
        (
            "shaderStorageTexelBufferArrayNonUniformIndexing",
            capability::StorageTexelBufferArrayNonUniformIndexing,
            17,
        ),
    ] {
        let target = has_all.without([feature]).unwrap();
        let filtered = filter(&shader.words, &target, &Options::default()).unwrap();
        check(tools, &filtered.words, &target).unwrap_or_else(|why| panic!("{feature}: {why:#}"));
        let (capabilities, decorated) = non_uniform(&filtered.words);
        let (before, _) = non_uniform(&shader.words);
        let expected: Vec<u32> = before.into_iter().filter(|&one| one != lacking).collect();
        assert_eq!((capabilities, decorated), (expected, left), "{feature}");
    }
}

/// The pointers of accesses through which an index selects a descriptor that is not a constant, without `NonUniform`.
fn undecorated(words: &[u32]) -> Vec<u32> {
    let all = starts(words);
    let of = |wanted: u16| {
        all.iter()
            .copied()
            .filter(move |&at| opcode(words, at) == wanted)
    };
    let decorated: Vec<u32> = of(op::OpDecorate)
        .filter(|&at| words[at + 2] == decoration::NonUniform)
        .map(|at| words[at + 1])
        .collect();
    let constants: Vec<u32> = of(op::OpConstant).map(|at| words[at + 2]).collect();
    let variables: Vec<u32> = of(op::OpVariable).map(|at| words[at + 2]).collect();
    let chosen: Vec<u32> = of(op::OpAccessChain)
        .filter(|&at| variables.contains(&words[at + 3]) && !constants.contains(&words[at + 4]))
        .map(|at| words[at + 2])
        .collect();
    let loaded = of(op::OpLoad).map(|at| words[at + 3]);
    let stored = of(op::OpStore).map(|at| words[at + 1]);
    let copied = of(op::OpCopyMemory).flat_map(|at| [words[at + 1], words[at + 2]]);
    let accessed = loaded.chain(stored).chain(copied);
    accessed
        .filter(|id| chosen.contains(id) && !decorated.contains(id))
        .collect()
}

#[test]
fn the_other_end_of_a_copy_stays_non_uniform() {
    let Some(tools) = tools() else { return };
    let all = shaders("ops");
    let shader = all
        .iter()
        .find(|shader| shader.name == "ops/descriptors_copied.spv")
        .expect("a module of the corpus");
    let has_all = Target::built_in("radv-navi21").unwrap();
    for feature in [
        "shaderUniformBufferArrayNonUniformIndexing",
        "shaderStorageBufferArrayNonUniformIndexing",
    ] {
        let target = has_all.without([feature]).unwrap();
        let filtered = filter(&shader.words, &target, &Options::default()).unwrap();
        assert_eq!(filtered.report.outcome, OutcomeKind::Rewritten, "{feature}");
        check(tools, &filtered.words, &target).unwrap_or_else(|why| panic!("{feature}: {why:#}"));
        assert_eq!(undecorated(&filtered.words), [0; 0], "{feature}");
        assert!(non_uniform(&filtered.words).1 > 0, "{feature}");
    }
}

/// Without arithmetic on narrow values, the functions that select descriptors pass wider ones.
#[test]
fn narrow_values_are_passed_with_and_without_arithmetic_on_them() {
    let Some(tools) = tools() else { return };
    let all = shaders("storage");
    let shader = all
        .iter()
        .find(|shader| shader.name == "storage/descriptors_narrow.comp.spv")
        .expect("a module of the corpus");
    let target = Target::built_in("radv-navi21").unwrap();
    let target = target
        .without(["shaderStorageBufferArrayNonUniformIndexing"])
        .unwrap();
    for without in [None, Some("shaderInt8"), Some("shaderInt16")] {
        let target = target.without(without).unwrap();
        let filtered = filter(&shader.words, &target, &Options::default()).unwrap();
        assert_eq!(
            filtered.report.outcome,
            OutcomeKind::Rewritten,
            "{without:?}"
        );
        check(tools, &filtered.words, &target).unwrap_or_else(|why| panic!("{why:#}"));
    }
}

/// `NonUniform` on an acceleration structure, and on a structure and an array that were loaded.
#[test]
fn only_kinds_of_descriptors_with_a_feature_count() {
    let Some(tools) = tools() else { return };
    let text = "OpCapability Shader
OpCapability RayQueryKHR
OpCapability ShaderNonUniform
OpCapability UniformBufferArrayNonUniformIndexing
OpExtension \"SPV_KHR_ray_query\"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %index %scenes %many
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %words ArrayStride 16
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %scenes DescriptorSet 0
OpDecorate %scenes Binding 0
OpDecorate %many DescriptorSet 0
OpDecorate %many Binding 1
OpDecorate %chosen NonUniform
OpDecorate %scene NonUniform
OpDecorate %one NonUniform
OpDecorate %all NonUniform
OpDecorate %some NonUniform
%void = OpTypeVoid
%signature = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%vec3 = OpTypeVector %float 3
%zero = OpConstant %uint 0
%four = OpConstant %uint 4
%f1 = OpConstant %float 1
%ones = OpConstantComposite %vec3 %f1 %f1 %f1
%words = OpTypeArray %uint %four
%block = OpTypeStruct %words
%blocks = OpTypeArray %block %four
%structure = OpTypeAccelerationStructureKHR
%structures = OpTypeArray %structure %four
%query = OpTypeRayQueryKHR
%to_blocks = OpTypePointer Uniform %blocks
%to_block = OpTypePointer Uniform %block
%to_structures = OpTypePointer UniformConstant %structures
%to_structure = OpTypePointer UniformConstant %structure
%to_input = OpTypePointer Input %uint
%to_query = OpTypePointer Function %query
%scenes = OpVariable %to_structures UniformConstant
%many = OpVariable %to_blocks Uniform
%index = OpVariable %to_input Input
%main = OpFunction %void None %signature
%entry = OpLabel
%ray = OpVariable %to_query Function
%key = OpLoad %uint %index
%chosen = OpAccessChain %to_structure %scenes %key
%scene = OpLoad %structure %chosen
%one = OpAccessChain %to_block %many %key
%all = OpLoad %block %one
%some = OpCompositeExtract %words %all 0
%mask = OpCompositeExtract %uint %some 1
OpRayQueryInitializeKHR %ray %scene %zero %mask %ones %f1 %ones %f1
%more = OpRayQueryProceedKHR %bool %ray
OpReturn
OpFunctionEnd
";
    let words = tools.assemble(text, "vulkan1.2").unwrap();
    let target = Target::built_in("radv-navi21").unwrap();
    let target = target
        .without(["shaderUniformBufferArrayNonUniformIndexing"])
        .unwrap();
    let filtered = filter(&words, &target, &Options::default()).unwrap();
    check(tools, &filtered.words, &target).unwrap_or_else(|why| panic!("{why:#}"));
    // Only the pointer to the acceleration structure and the structure itself are what the decoration is for.
    let expected = (vec![capability::ShaderNonUniform], 2);
    assert_eq!(non_uniform(&filtered.words), expected);
}

#[test]
fn levels_are_not_chosen_where_the_device_defines_them_across_a_quad() {
    let all = shaders("images");
    let shader = all
        .iter()
        .find(|shader| shader.name == "images/non_uniform_short.frag.spv")
        .expect("a module of the corpus");
    for (device, runs) in [("radv-navi21", true), ("nvk-turing", false)] {
        let target = Target::built_in(device).unwrap();
        let target = target
            .without(["shaderSampledImageArrayNonUniformIndexing"])
            .unwrap();
        let report = filter(&shader.words, &target, &Options::default())
            .unwrap()
            .report;
        assert_eq!(report.outcome != OutcomeKind::Unsupported, runs, "{device}");
        let tried = report.unsupported.iter().flat_map(|unmet| &unmet.tried);
        let is_said = tried
            .clone()
            .any(|why| why.contains("an implicit level of detail"));
        assert_eq!(is_said, !runs, "{:?}", tried.collect::<Vec<_>>());
    }
}

#[test]
fn a_use_that_cannot_be_replaced_becomes_undefined_where_that_is_allowed() {
    let Some(tools) = tools() else { return };
    let call = "%v = OpFunctionCall %uint %function %chosen\nOpStore %at_0 %v";
    let words = tools.assemble(&module(call), "vulkan1.1").unwrap();
    let target = Target::built_in("vulkan-1.1").unwrap();
    for (allow, outcome) in [
        (Allow::NONE, OutcomeKind::Unsupported),
        (Allow::UNDEF, OutcomeKind::Rewritten),
    ] {
        let options = Options {
            allow,
            ..Options::default()
        };
        let filtered = filter(&words, &target, &options).unwrap();
        assert_eq!(filtered.report.outcome, outcome);
        if outcome == OutcomeKind::Rewritten {
            check(tools, &filtered.words, &target).unwrap();
            let all = starts(&filtered.words);
            let undefined = all
                .iter()
                .filter(|&&at| opcode(&filtered.words, at) == op::OpUndef);
            assert_eq!(undefined.count(), 1);
        }
    }
}

#[test]
fn pointers_in_the_place_of_indices_do_not_multiply() {
    let Some(tools) = tools() else { return };
    let mut body = String::from("%p0 = OpAccessChain %to_words %chosen %zero\n");
    for step in 0..7 {
        let many = format!(" %p{step}").repeat(12);
        body += &format!("%p{} = OpAccessChain %to_words %p{step}{many}\n", step + 1);
    }
    body += "%v = OpLoad %words %p7";
    let words = tools.assemble(&module(&body), "vulkan1.1").unwrap();
    let target = Target::built_in("vulkan-1.1").unwrap();
    let report = filter(&words, &target, &Options::default()).unwrap().report;
    assert_eq!(report.outcome, OutcomeKind::Unsupported);
}

/// Sampled images in the place of samplers: each doubles the number of paths back to the array.
#[test]
fn sampled_images_in_the_place_of_samplers_do_not_multiply() {
    let Some(tools) = tools() else { return };
    let mut body = String::from(
        "%picked = OpAccessChain %to_picture %pictures %key\n%s0 = OpLoad %picture %picked\n",
    );
    for step in 0..7 {
        body += &format!(
            "%s{} = OpSampledImage %picture %s{step} %s{step}\n",
            step + 1
        );
    }
    body += "%t = OpImageSampleExplicitLod %vec4 %s5 %at Lod %f0";
    let types = "%float = OpTypeFloat 32
%vec2 = OpTypeVector %float 2
%vec4 = OpTypeVector %float 4
%f0 = OpConstant %float 0
%at = OpConstantComposite %vec2 %f0 %f0
%image = OpTypeImage %float 2D 0 0 0 1 Unknown
%picture = OpTypeSampledImage %image
%many_pictures = OpTypeArray %picture %four
%to_pictures = OpTypePointer UniformConstant %many_pictures
%to_picture = OpTypePointer UniformConstant %picture
%pictures = OpVariable %to_pictures UniformConstant
%main = OpFunction";
    let text = module(&body).replacen("%main = OpFunction", types, 1);
    let words = tools.assemble(&text, "vulkan1.1").unwrap();
    let target = Target::built_in("vulkan-1.1").unwrap();
    let report = filter(&words, &target, &Options::default()).unwrap().report;
    assert_eq!(report.outcome, OutcomeKind::Unsupported);
}
