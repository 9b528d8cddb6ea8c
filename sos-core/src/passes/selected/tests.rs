//! Tests of which descriptors become `NonUniform`. Those that run are in `corpus/shaders/subgroup/waterfall.frag`.

use crate::assemble::compute;
use crate::filtered::filtered;
use crate::inst::Inst;
use crate::module::Module;
use crate::options::{Limits, Options, SubgroupSize};
use crate::plan::is_non_uniform;
use crate::target::Target;

const CAPABILITIES: &str = "OpCapability GroupNonUniformBallot
    OpCapability VariablePointersStorageBuffer
    OpCapability VariablePointers";

/// `%lane` is an index of the invocation, `%kind` one that is read from memory.
const GLOBALS: &str = "
    OpDecorate %pictures DescriptorSet 0
    OpDecorate %pictures Binding 0
    OpDecorate %samplers DescriptorSet 0
    OpDecorate %samplers Binding 1
    OpDecorate %own BuiltIn LocalInvocationIndex
    OpDecorate %buffer Block
    OpMemberDecorate %buffer 0 Offset 0
    OpDecorate %near DescriptorSet 0
    OpDecorate %near Binding 2
    OpDecorate %far DescriptorSet 0
    OpDecorate %far Binding 3
    OpDecorate %table_type ArrayStride 4
    OpDecorate %push Block
    OpMemberDecorate %push 0 Offset 0
    OpMemberDecorate %push 1 Offset 4
    OpDecorate %table DescriptorSet 0
    OpDecorate %table Binding 4
    %vec2 = OpTypeVector %f32 2
    %vec4 = OpTypeVector %f32 4
    %image = OpTypeImage %f32 2D 0 0 0 1 Unknown
    %sampler = OpTypeSampler
    %sampled = OpTypeSampledImage %image
    %four = OpConstant %u32 4
    %some = OpTypeArray %image %four
    %others = OpTypeArray %sampler %four
    %to_some = OpTypePointer UniformConstant %some
    %to_others = OpTypePointer UniformConstant %others
    %to_image = OpTypePointer UniformConstant %image
    %to_sampler = OpTypePointer UniformConstant %sampler
    %to_input = OpTypePointer Input %u32
    %pictures = OpVariable %to_some UniformConstant
    %samplers = OpVariable %to_others UniformConstant
    %own = OpVariable %to_input Input
    %table_type = OpTypeArray %u32 %four
    %push = OpTypeStruct %u32 %table_type
    %to_push = OpTypePointer PushConstant %push
    %to_pushed = OpTypePointer PushConstant %u32
    %pushed = OpVariable %to_push PushConstant
    %uvec2 = OpTypeVector %u32 2
    %uvec4 = OpTypeVector %u32 4
    %words = OpTypeImage %u32 2D 0 0 0 2 R32ui
    %to_words = OpTypePointer UniformConstant %words
    %table = OpVariable %to_words UniformConstant
    %takes = OpTypeFunction %void %to_image
    %takes_all = OpTypeFunction %void %to_some %u32
    %gives = OpTypeFunction %image
    %to_shared = OpTypePointer Workgroup %u32
    %shared = OpVariable %to_shared Workgroup
    %other = OpVariable %to_shared Workgroup
    %buffer = OpTypeStruct %u32
    %to_buffer = OpTypePointer StorageBuffer %buffer
    %to_word = OpTypePointer StorageBuffer %u32
    %near = OpVariable %to_buffer StorageBuffer
    %far = OpVariable %to_buffer StorageBuffer
    %to_kept = OpTypePointer Function %u32
    %flat = OpConstant %f32 0
    %origin = OpConstantComposite %vec2 %flat %flat
    %none = OpConstantComposite %vec4 %flat %flat %flat %flat";

/// How many ids become `NonUniform` in a body, for parts of larger subgroups.
fn count(body: &str) -> usize {
    count_with("", body)
}

/// The same, with more annotations.
fn count_with(notes: &str, body: &str) -> usize {
    count_in(&compute(
        4,
        CAPABILITIES,
        &format!("{notes}{GLOBALS}"),
        body,
    ))
}

fn count_in(words: &[u32]) -> usize {
    let (words, report) = run(words);
    assert!(!words.is_empty(), "{report}");
    let module = Module::scan(&words, &Limits::NONE).unwrap();
    let decorations = module.facts.decorations(&words);
    decorations
        .filter(|&inst: &Inst<'_>| is_non_uniform(inst))
        .count()
}

fn run(words: &[u32]) -> (Vec<u32>, String) {
    let target = Target::built_in("radv-vega10").unwrap();
    let options = Options {
        subgroup_size: SubgroupSize::new(8),
        ..Options::default()
    };
    let (words, report) = filtered(words, &target, &options);
    (words, format!("{report:?}"))
}

const READ: &str = "
    %own_index = OpLoad %u32 %own
    %first = OpGroupNonUniformBroadcastFirst %u32 %three %own_index
    ";

const SAMPLE: &str = "
    %i = OpLoad %image %to_picture
    %s = OpLoad %sampler %to_filter
    %both = OpSampledImage %sampled %i %s
    %r = OpImageSampleExplicitLod %vec4 %both %origin Lod %flat";

#[test]
fn a_texture_and_its_sampler_are_followed_apart() {
    for (picture, filter, expected) in [
        ("first", "first", 5),
        ("first", "zero", 3),
        ("zero", "first", 3),
        ("own_index", "own_index", 0),
        ("zero", "zero", 0),
    ] {
        let body = format!(
            "{READ}
            %to_picture = OpAccessChain %to_image %pictures %{picture}
            %to_filter = OpAccessChain %to_sampler %samplers %{filter}
            {SAMPLE}"
        );
        assert_eq!(count(&body), expected, "{picture} {filter}");
    }
}

#[test]
fn what_functions_get_is_followed() {
    for (index, expected) in [("first", 4), ("own_index", 0)] {
        let body = format!(
            "{READ}
            %to_one = OpAccessChain %to_image %pictures %{index}
            %call = OpFunctionCall %void %sample %to_one
            OpReturn
            OpFunctionEnd
            %sample = OpFunction %void None %takes
            %to_picture = OpFunctionParameter %to_image
            %begin = OpLabel
            %to_filter = OpAccessChain %to_sampler %samplers %zero
            {SAMPLE}"
        );
        assert_eq!(count(&body), expected, "{index}");
    }
}

#[test]
fn what_the_subgroup_decides_counts_as_its_own() {
    let sample = SAMPLE.replace("%r =", "%colour =");
    for (condition, expected) in [("first", 5), ("own_index", 0)] {
        let body = format!(
            "{READ}
            %some_only = OpULessThan %bool %{condition} %two
            OpSelectionMerge %rest None
            OpBranchConditional %some_only %then %rest
            %then = OpLabel
            %to_picture = OpAccessChain %to_image %pictures %own_index
            %to_filter = OpAccessChain %to_sampler %samplers %own_index
            {sample}
            OpBranch %rest
            %rest = OpLabel
            %r = OpPhi %vec4 %none %entry %colour %then"
        );
        assert_eq!(count(&body), expected, "{condition}");
    }
}

#[test]
fn memory_of_the_invocation_is_followed() {
    for (stored, expected) in [("first", 5), ("own_index", 0)] {
        let body = format!(
            "%kept = OpVariable %to_kept Function
            {READ}
            OpStore %kept %{stored}
            %index = OpLoad %u32 %kept
            %to_picture = OpAccessChain %to_image %pictures %index
            %to_filter = OpAccessChain %to_sampler %samplers %index
            {SAMPLE}"
        );
        assert_eq!(count(&body), expected, "{stored}");
    }
}

/// How many ids become `NonUniform` where the index `%index` is what `before` leaves.
fn count_at(notes: &str, before: &str) -> usize {
    let body = format!(
        "%kept = OpVariable %to_kept Function
        %copy = OpVariable %to_kept Function
        {READ}
        %is_first = OpIEqual %bool %own_index %zero
        %near_word = OpAccessChain %to_word %near %zero
        %far_word = OpAccessChain %to_word %far %zero
        {before}
        %to_picture = OpAccessChain %to_image %pictures %index
        %to_filter = OpAccessChain %to_sampler %samplers %index
        {SAMPLE}"
    );
    count_with(notes, &body)
}

#[test]
fn memory_is_followed_whatever_reads_or_writes_it() {
    for (what, before) in [
        (
            "a copy",
            "OpStore %kept %WHAT
            OpCopyMemory %copy %kept
            %index = OpLoad %u32 %copy",
        ),
        (
            "an atomic read",
            "OpStore %shared %WHAT
            %index = OpAtomicLoad %u32 %shared %one %zero",
        ),
        (
            "an atomic write",
            "OpAtomicStore %shared %one %zero %WHAT
            %index = OpLoad %u32 %shared",
        ),
        (
            "a write through one of two pointers",
            "%p = OpSelect %to_shared %is_first %shared %other
            OpStore %p %WHAT
            %index = OpLoad %u32 %other",
        ),
        (
            "a read through one of two pointers",
            "OpStore %other %WHAT
            %p = OpSelect %to_shared %is_first %shared %other
            %index = OpLoad %u32 %p",
        ),
        (
            "a read of a part",
            "%p = OpAccessChain %to_shared %shared
            OpStore %p %WHAT
            %index = OpLoad %u32 %shared",
        ),
    ] {
        for (stored, expected) in [("first", 5), ("own_index", 0)] {
            let before = before.replace("WHAT", stored);
            assert_eq!(count_at("", &before), expected, "{what}, {stored}");
        }
    }
}

#[test]
fn pointers_kept_in_memory_are_followed() {
    let before = "
        OpStore %kept_pointer %other
        %p = OpLoad %to_shared %kept_pointer
        OpStore %p %WHAT
        %index = OpLoad %u32 %other";
    let globals = "%to_pointer = OpTypePointer Private %to_shared
        %kept_pointer = OpVariable %to_pointer Private";
    for (stored, expected) in [("first", 5), ("own_index", 0)] {
        let words = compute(
            4,
            CAPABILITIES,
            &format!("{GLOBALS}\n{globals}"),
            &format!(
                "{READ}{}
                %to_picture = OpAccessChain %to_image %pictures %index
                %to_filter = OpAccessChain %to_sampler %samplers %index
                {SAMPLE}",
                before.replace("WHAT", stored)
            ),
        );
        assert_eq!(count_in(&words), expected, "{stored}");
    }
}

#[test]
fn other_names_of_memory_are_followed() {
    let before = "OpStore %near_word %first
        %index = OpLoad %u32 %far_word";
    assert_eq!(count_at("", before), 0);
    let notes = "OpDecorate %near Aliased\nOpDecorate %far Aliased\n";
    assert_eq!(count_at(notes, before), 5);
    assert_eq!(count_at(notes, &before.replace("first", "own_index")), 0);
    let notes = "OpDecorate %group Aliased\n%group = OpDecorationGroup\nOpGroupDecorate %group %near %far\n";
    assert_eq!(count_at(notes, before), 5);
}

#[test]
fn what_is_in_images_is_followed() {
    for (stored, expected) in [("first", 5), ("own_index", 0)] {
        let before = format!(
            "%table_here = OpLoad %words %table
            %at = OpCompositeConstruct %uvec2 %zero %zero
            %wide = OpCompositeConstruct %uvec4 %{stored} %zero %zero %zero
            OpImageWrite %table_here %at %wide
            %again = OpImageRead %uvec4 %table_here %at
            %index = OpCompositeExtract %u32 %again 0"
        );
        assert_eq!(count_at("", &before), expected, "{stored}");
    }
}

#[test]
fn pointers_to_descriptors_that_are_selected_are_followed() {
    for (condition, expected) in [("first", 1), ("own_index", 0)] {
        let body = format!(
            "{READ}
            %near_word = OpAccessChain %to_word %near %zero
            %far_word = OpAccessChain %to_word %far %zero
            %is = OpIEqual %bool %{condition} %zero
            %p = OpSelect %to_word %is %near_word %far_word
            %r = OpLoad %u32 %p"
        );
        assert_eq!(count(&body), expected, "{condition}");
        // One buffer is one descriptor.
        let one = body.replace("%far %zero", "%near %zero");
        assert_eq!(count(&one), 0, "{condition}");
    }
}

#[test]
fn chains_on_chains_select_too() {
    for (index, expected) in [("first", 3), ("own_index", 0)] {
        let body = format!(
            "{READ}
            %all = OpAccessChain %to_some %pictures
            %copy = OpCopyObject %to_some %all
            %to_picture = OpAccessChain %to_image %copy %{index}
            %to_filter = OpAccessChain %to_sampler %samplers %zero
            {SAMPLE}"
        );
        assert_eq!(count(&body), expected, "{index}");
        let body = format!(
            "{READ}
            %call = OpFunctionCall %void %sample %pictures %{index}
            OpReturn
            OpFunctionEnd
            %sample = OpFunction %void None %takes_all
            %all = OpFunctionParameter %to_some
            %at = OpFunctionParameter %u32
            %begin = OpLabel
            %to_picture = OpAccessChain %to_image %all %at
            %to_filter = OpAccessChain %to_sampler %samplers %zero
            {SAMPLE}"
        );
        assert_eq!(count(&body), expected, "{index}");
    }
}

#[test]
fn what_functions_give_is_followed() {
    for (index, expected) in [("first", 4), ("own_index", 0)] {
        let sample = SAMPLE.replace(
            "%i = OpLoad %image %to_picture",
            "%i = OpFunctionCall %image %get",
        );
        let body = format!(
            "%to_filter = OpAccessChain %to_sampler %samplers %zero
            {sample}
            OpReturn
            OpFunctionEnd
            %get = OpFunction %image None %gives
            %begin = OpLabel
            {READ}
            %to_picture = OpAccessChain %to_image %pictures %{index}
            %given = OpLoad %image %to_picture
            OpReturnValue %given
            OpFunctionEnd
            %unused = OpFunction %void None %takes
            %unused_one = OpFunctionParameter %to_image
            %unused_begin = OpLabel"
        );
        assert_eq!(count(&body), expected, "{index}");
    }
}

/// Functions that pass a descriptor on, `depth` deep, callers first or last.
#[test]
fn descriptors_are_passed_on_as_deep_as_calls_are() {
    const DEPTH: usize = 60;
    let sample = format!(
        "%to_filter = OpAccessChain %to_sampler %samplers %zero
        {}",
        SAMPLE.replace("%to_picture", &format!("%p{DEPTH}"))
    );
    let function = |level: usize| {
        let body = match level {
            DEPTH => sample.clone(),
            _ => format!(
                "%c{level} = OpFunctionCall %void %level{} %p{level}",
                level + 1
            ),
        };
        format!(
            "OpReturn
            OpFunctionEnd
            %level{level} = OpFunction %void None %takes
            %p{level} = OpFunctionParameter %to_image
            %b{level} = OpLabel
            {body}
            "
        )
    };
    for reverse in [false, true] {
        let mut levels: Vec<usize> = (1..=DEPTH).collect();
        if reverse {
            levels.reverse();
        }
        let functions: String = levels.into_iter().map(function).collect();
        let body = format!(
            "{READ}
            %to_one = OpAccessChain %to_image %pictures %first
            %call = OpFunctionCall %void %level1 %to_one
            {functions}"
        );
        // The pointer, each parameter, the image, and the sampled image.
        assert_eq!(count(&body), 1 + DEPTH + 2, "{reverse}");
    }
}

#[test]
fn a_chain_before_a_branch_is_followed_into_it() {
    let sample = SAMPLE.replace("%r =", "%colour =");
    for (condition, expected) in [("first", 5), ("own_index", 0)] {
        let body = format!(
            "{READ}
            %some_only = OpULessThan %bool %{condition} %two
            %to_picture = OpAccessChain %to_image %pictures %own_index
            %to_filter = OpAccessChain %to_sampler %samplers %own_index
            OpSelectionMerge %rest None
            OpBranchConditional %some_only %then %rest
            %then = OpLabel
            {sample}
            OpBranch %rest
            %rest = OpLabel
            %r = OpPhi %vec4 %none %entry %colour %then"
        );
        assert_eq!(count(&body), expected, "{condition}");
    }
}

#[test]
fn a_choice_by_control_flow_is_one_by_its_condition() {
    // The call and the sampled image.
    for (condition, expected) in [("first", 2), ("own_index", 0)] {
        let sample = SAMPLE.replace(
            "%i = OpLoad %image %to_picture",
            "%i = OpFunctionCall %image %get",
        );
        let body = format!(
            "%to_filter = OpAccessChain %to_sampler %samplers %zero
            {sample}
            OpReturn
            OpFunctionEnd
            %get = OpFunction %image None %gives
            %begin = OpLabel
            {READ}
            %is = OpIEqual %bool %{condition} %zero
            %to_one = OpAccessChain %to_image %pictures %zero
            %to_other = OpAccessChain %to_image %pictures %one
            OpSelectionMerge %rest None
            OpBranchConditional %is %then %rest
            %then = OpLabel
            %given = OpLoad %image %to_one
            OpReturnValue %given
            %rest = OpLabel
            %other_given = OpLoad %image %to_other
            OpReturnValue %other_given
            OpFunctionEnd
            %unused = OpFunction %void None %takes
            %unused_one = OpFunctionParameter %to_image
            %unused_begin = OpLabel"
        );
        assert_eq!(count(&body), expected, "{condition}");
    }
}

#[test]
fn what_is_decorated_in_part_is_decorated_whole() {
    let body = format!(
        "{READ}
        %to_picture = OpAccessChain %to_image %pictures %first
        %to_filter = OpAccessChain %to_sampler %samplers %zero
        {SAMPLE}"
    );
    for part in ["to_picture", "i", "both"] {
        let notes = format!("OpDecorate %{part} NonUniform\n");
        assert_eq!(count_with(&notes, &body), 3, "{part}");
    }
}

#[test]
fn what_is_the_same_for_all_selects_nothing() {
    // In a branch that the subgroup decides.
    for (index, expected) in [
        ("%index = OpLoad %u32 %pushed_word", 0),
        ("OpStore %kept %own_word\n%index = OpLoad %u32 %kept", 0),
        ("%index = OpIAdd %u32 %own_word %one", 0),
        ("%index = OpIAdd %u32 %own_word %own_index", 5),
        ("%index = OpLoad %u32 %near_word", 5),
        (
            "OpStore %near_word %own_word\n%index = OpLoad %u32 %near_word",
            5,
        ),
        ("OpStore %shared %own_word\n%index = OpLoad %u32 %shared", 5),
        (
            "OpStore %kept %own_word\nOpStore %kept %own_index\n%index = OpLoad %u32 %kept",
            5,
        ),
    ] {
        let sample = SAMPLE.replace("%r =", "%colour =");
        let body = format!(
            "%kept = OpVariable %to_kept Function
            {READ}
            %pushed_word = OpAccessChain %to_pushed %pushed %zero
            %own_word = OpLoad %u32 %pushed_word
            %near_word = OpAccessChain %to_word %near %zero
            {index}
            %some_only = OpULessThan %bool %first %two
            OpSelectionMerge %rest None
            OpBranchConditional %some_only %then %rest
            %then = OpLabel
            %to_picture = OpAccessChain %to_image %pictures %index
            %to_filter = OpAccessChain %to_sampler %samplers %index
            {sample}
            OpBranch %rest
            %rest = OpLabel
            %r = OpPhi %vec4 %none %entry %colour %then"
        );
        assert_eq!(count(&body), expected, "{index}");
    }
}

#[test]
fn push_constants_have_no_such_index() {
    // The workgroup is one subgroup of eight, for which no index has to be the same for more.
    for (index, rule) in [
        ("first", "subgroup-workgroup-memory"),
        ("own_index", "subgroup-split"),
        ("two", "subgroup-split"),
    ] {
        let body = format!(
            "{READ}
            %element = OpAccessChain %to_pushed %pushed %one %{index}
            %r = OpLoad %u32 %element"
        );
        let (words, report) = run(&compute(4, CAPABILITIES, GLOBALS, &body));
        assert!(
            !words.is_empty() && report.contains(rule),
            "{index}: {report}"
        );
    }
}

#[test]
fn untyped_arrays_are_arrays() {
    let globals = GLOBALS.replace(
        "%near = OpVariable %to_buffer StorageBuffer",
        "%near = OpVariable %to_buffer StorageBuffer
        %buffers = OpTypeArray %buffer %four
        %any = OpTypeUntypedPointerKHR StorageBuffer
        %many = OpUntypedVariableKHR %any StorageBuffer %buffers",
    );
    let globals = format!(
        "OpDecorate %many DescriptorSet 0
        OpDecorate %many Binding 5
        {globals}"
    );
    let capabilities = format!(
        "{CAPABILITIES}
        OpCapability UntypedPointersKHR
        OpExtension \"SPV_KHR_untyped_pointers\""
    );
    for (index, expected) in [("first", 1), ("own_index", 0)] {
        let body = format!(
            "{READ}
            %word = OpUntypedAccessChainKHR %any %buffers %many %{index} %zero
            %r = OpLoad %u32 %word"
        );
        let words = compute(4, &capabilities, &globals, &body);
        assert_eq!(count_in(&words), expected, "{index}");
    }
}

#[test]
fn what_is_selected_in_a_descriptor_selects_none() {
    let globals = GLOBALS.replace(
        "%near = OpVariable %to_buffer StorageBuffer",
        "%near = OpVariable %to_buffer StorageBuffer
        %block = OpTypeStruct %table_type
        %blocks = OpTypeArray %block %four
        %to_blocks = OpTypePointer StorageBuffer %blocks
        %many = OpVariable %to_blocks StorageBuffer",
    );
    let globals = format!(
        "OpDecorate %block Block
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %many DescriptorSet 0
        OpDecorate %many Binding 5
        {globals}"
    );
    for (block, word, expected) in [
        ("own_index", "first", 0),
        ("first", "own_index", 1),
        ("zero", "first", 0),
    ] {
        let body = format!(
            "{READ}
            %word = OpAccessChain %to_word %many %{block} %zero %{word}
            %r = OpLoad %u32 %word"
        );
        let words = compute(4, CAPABILITIES, &globals, &body);
        assert_eq!(count_in(&words), expected, "{block} {word}");
    }
}
