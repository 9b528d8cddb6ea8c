//! Tests of which descriptors become `NonUniform`. Those that run are in `corpus/shaders/subgroup/waterfall.frag`.

use crate::assemble::compute;
use crate::filtered::filtered;
use crate::inst::Inst;
use crate::module::Module;
use crate::options::{Limits, Options, SubgroupSize};
use crate::plan::is_non_uniform;
use crate::target::Target;

const CAPABILITIES: &str = "OpCapability GroupNonUniformBallot";

/// `%lane` is an index of the invocation, `%kind` one that is read from memory.
const GLOBALS: &str = "
    OpDecorate %pictures DescriptorSet 0
    OpDecorate %pictures Binding 0
    OpDecorate %samplers DescriptorSet 0
    OpDecorate %samplers Binding 1
    OpDecorate %own BuiltIn LocalInvocationIndex
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
    %takes = OpTypeFunction %void %to_image
    %to_kept = OpTypePointer Function %u32
    %flat = OpConstant %f32 0
    %origin = OpConstantComposite %vec2 %flat %flat
    %none = OpConstantComposite %vec4 %flat %flat %flat %flat";

/// How many ids become `NonUniform` in a body, for parts of larger subgroups.
fn count(body: &str) -> usize {
    let words = compute(3, CAPABILITIES, GLOBALS, body);
    let target = Target::built_in("radv-vega10").unwrap();
    let options = Options {
        subgroup_size: SubgroupSize::new(8),
        ..Options::default()
    };
    let (words, report) = filtered(&words, &target, &options);
    assert!(!words.is_empty(), "{report:?}");
    let module = Module::scan(&words, &Limits::NONE).unwrap();
    let decorations = module.facts.decorations(&words);
    decorations
        .filter(|&inst: &Inst<'_>| is_non_uniform(inst))
        .count()
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
