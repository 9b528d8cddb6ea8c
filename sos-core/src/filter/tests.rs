//! Compares the short paths with full plans, on the corpus.

mod limits;
mod loops;

use std::path::{Path, PathBuf};

use super::*;
use crate::assemble::{assemble, compute, stage};
use crate::filtered::filtered;
use crate::options::Limits;
use crate::passes::{Input, Passes};
use crate::plan::is_arithmetic;
use crate::rules::claiming;
use crate::target::{built_in_names, feature, VulkanExtension};
use crate::words::from_bytes;

fn modules() -> Vec<Vec<u32>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/shaders");
    let (mut folders, mut files) = (vec![root], Vec::<PathBuf>::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "spv" => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    let words = |file: &PathBuf| from_bytes(&std::fs::read(file).unwrap()).unwrap();
    files.iter().map(words).collect()
}

/// Returns the module that passes and the plan after them write.
fn finished(
    words: &[u32],
    passes: &mut PassScratch,
    target: &Target,
) -> Result<Vec<u32>, LowerError> {
    let module = Module::scan(words, &Limits::NONE).unwrap();
    let refusal = passes
        .run(Run::new(&module, target, &Options::default()))
        .unwrap();
    refusal.map_or_else(|| Ok(passes.scratch.out.clone()), Err)
}

#[test]
fn trimming_for_a_pretended_target_equals_a_full_plan() {
    let (mut scratch, mut passes, mut pared) = (Scratch::new(), PassScratch::default(), 0);
    for name in ["swiftshader", "vulkan-1.1"] {
        let target = Target::built_in(name).unwrap();
        for strip in [Strip::Nothing, Strip::All] {
            let options = Options {
                strip,
                ..Options::default()
            };
            for words in modules() {
                let module = Module::scan(&words, &options.limits).unwrap();
                let pretended = passes::pretended_for(&module.facts, &target);
                let input = Input {
                    words: &words,
                    facts: &module.facts,
                };
                let set = scratch
                    .constants
                    .resolve(input.facts, &words, &target, &options);
                set.unwrap();
                scratch.attempts(Run::new(&module, &target, &options));
                if scratch.plan.unmet.is_empty()
                    || !passes::can_help(input, &target)
                    || !scratch.accepts(&module, pretended)
                {
                    continue;
                }
                pared += 1;
                let short = match scratch
                    .trim(Run::new(&module, pretended, &options))
                    .unwrap()
                {
                    true => finished(&scratch.out, &mut passes, &target),
                    false => finished(&words, &mut passes, &target),
                };
                scratch.attempts(Run::new(&module, pretended, &options));
                scratch
                    .write(Run::new(&module, pretended, &options))
                    .unwrap();
                let long = finished(&scratch.out, &mut passes, &target);
                assert!(short == long, "{name}: {:?}", &words.get(..60));
                if strip == Strip::Nothing {
                    let shortest = finished(&words, &mut passes, &target);
                    assert!(shortest == long, "{name}: {:?}", &words.get(..60));
                }
            }
        }
    }
    assert!(pared > 100, "{pared}");
}

/// Asserts that a module planned by the short path equals the one of a full plan.
fn assert_is_planned(scratch: &mut Scratch, run: Run<'_>) {
    scratch.write(run).unwrap();
    let short = scratch.out.clone();
    scratch.attempts(run);
    assert!(scratch.plan.unmet.is_empty());
    scratch.write(run).unwrap();
    let (name, words) = (run.target.name(), run.module.words().get(..60));
    assert!(scratch.out == short, "{name}: {words:?}");
}

#[test]
fn the_short_path_after_passes_equals_a_full_plan() {
    let (mut scratch, mut lowering) = (Scratch::new(), Passes::default());
    let (mut facts, mut proven) = (Facts::default(), 0);
    let options = Options {
        spec_base: None,
        spec_names: false,
        ..Options::default()
    };
    for name in ["swiftshader", "vulkan-1.1"] {
        let target = Target::built_in(name).unwrap();
        for words in modules() {
            let module = Module::scan(&words, &options.limits).unwrap();
            let set = |scratch: &mut Scratch, module: &Module<'_>| {
                let (facts, words) = (&module.facts, module.words());
                let set = scratch.constants.resolve(facts, words, &target, &options);
                set.unwrap();
            };
            set(&mut scratch, &module);
            scratch.attempts(Run::new(&module, &target, &options));
            if !scratch.accepts(&module, passes::pretended_for(&module.facts, &target)) {
                continue;
            }
            let input = Input {
                words: &words,
                facts: &module.facts,
            };
            let request = passes::Request {
                input,
                target: &target,
                options: &options,
            };
            let Ok(Some(lowered)) = lowering.run(request, &mut facts) else {
                continue;
            };
            let lowered = Module::scan(lowered, &Limits::NONE).unwrap();
            set(&mut scratch, &lowered);
            if !scratch.proves(Run::new(&lowered, &target, &options)) {
                continue;
            }
            proven += 1;
            assert_is_planned(&mut scratch, Run::new(&lowered, &target, &options));
        }
    }
    assert!(proven > 100, "{proven}");
}

#[test]
fn trimming_declarations_equals_a_full_plan() {
    let (mut scratch, mut shed) = (Scratch::new(), 0);
    for name in built_in_names() {
        let target = Target::built_in(name).unwrap();
        for strip in [Strip::Nothing, Strip::All] {
            let options = Options {
                spec_base: None,
                spec_names: false,
                strip,
                ..Options::default()
            };
            for words in modules() {
                let module = Module::scan(&words, &options.limits).unwrap();
                let input = Input {
                    words: &words,
                    facts: &module.facts,
                };
                let set = scratch
                    .constants
                    .resolve(input.facts, &words, &target, &options);
                set.unwrap();
                if !declares_what_is_known(input.facts, &target)
                    || declares_nothing_more(input.facts, &target)
                    || !scratch.is_granted(&module, &target)
                    || !scratch.fits_trimmed(Run::new(&module, &target, &options))
                {
                    continue;
                }
                shed += 1;
                assert_is_planned(&mut scratch, Run::new(&module, &target, &options));
            }
        }
    }
    assert!(shed > 40, "{shed}");
}

#[test]
fn trimming_sees_bytes_behind_physical_pointers() {
    // No arithmetic on bytes, and no capability declared for their memory.
    let words = assemble(
        5,
        "OpCapability Shader
         OpCapability Int8
         OpCapability PhysicalStorageBufferAddresses
         OpMemoryModel PhysicalStorageBuffer64 GLSL450
         OpEntryPoint GLCompute %main \"main\" %push
         OpExecutionMode %main LocalSize 1 1 1
         OpName %main \"main\"
         OpDecorate %block Block
         OpMemberDecorate %block 0 Offset 0
         %void = OpTypeVoid
         %int = OpTypeInt 32 1
         %char = OpTypeInt 8 1
         %zero = OpConstant %int 0
         %byte = OpTypePointer PhysicalStorageBuffer %char
         %block = OpTypeStruct %byte
         %to_block = OpTypePointer PushConstant %block
         %to_pointer = OpTypePointer PushConstant %byte
         %push = OpVariable %to_block PushConstant
         %signature = OpTypeFunction %void
         %main = OpFunction %void None %signature
         %entry = OpLabel
         %where = OpAccessChain %to_pointer %push %zero
         %pointer = OpLoad %byte %where
         %narrow = OpSConvert %char %zero
         OpStore %pointer %narrow Aligned 1
         OpReturn
         OpFunctionEnd",
    );
    let target = Target::built_in("nvk-ampere").unwrap();
    let options = Options {
        strip: Strip::All,
        ..Options::default()
    };
    let mut scratch = Scratch::new();
    let module = Module::scan(&words, &options.limits).unwrap();
    filter(&module, &target, &options, &mut scratch).unwrap();
    let short = scratch.out.clone();
    scratch.attempts(Run::new(&module, &target, &options));
    scratch.write(Run::new(&module, &target, &options)).unwrap();
    assert_eq!(short, scratch.out);
    let again = Module::scan(&short, &options.limits).unwrap();
    let outcome = filter(&again, &target, &options, &mut scratch).unwrap();
    assert_eq!(outcome, Outcome::Unchanged(&short));
}

#[test]
fn a_tentative_plan_fails_where_the_whole_one_does() {
    let (mut scratch, mut failed, mut met, mut bound) = (Scratch::new(), 0, 0, 0);
    let options = Options::default();
    // The third has memory for narrow data, and no arithmetic on halves.
    for name in ["swiftshader", "vulkan-1.1", "nvk-pascal"] {
        let target = Target::built_in(name).unwrap();
        let before = bound;
        for words in modules() {
            let module = Module::scan(&words, &options.limits).unwrap();
            let facts = &module.facts;
            let mut plan = |tentative| {
                scratch
                    .constants
                    .resolve(facts, &words, &target, &options)
                    .unwrap();
                scratch.plan.tentative = tentative;
                scratch.attempts(Run::new(&module, &target, &options));
                scratch.plan.unmet.is_empty()
            };
            let whole = plan(false);
            assert_eq!(plan(true), whole);
            failed += u32::from(!whole);
            met += u32::from(whole);
            if scratch.is_bound_to_fail(Run::new(&module, &target, &options)) {
                assert!(!whole);
                bound += 1;
            }
        }
        assert!(bound - before > 30, "{name}: {}", bound - before);
    }
    assert!(failed > 100 && met > 100, "{failed} {met}");
    assert!(bound > 100, "{bound} of {failed}");
}

#[test]
fn no_rule_lowers_arithmetic() {
    let limits = Limits::default();
    let mut seen = 0;
    for words in modules() {
        let module = Module::scan(&words, &limits).unwrap();
        let facts = &module.facts;
        for inst in facts.code(&words) {
            if is_arithmetic(inst.opcode()) {
                assert_eq!(claiming(facts, inst).next(), None, "{inst:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// The Vulkan memory model requires SPIR-V 1.3; older compilers used it in modules for 1.0.
#[test]
fn a_module_is_raised_for_its_own_extension() {
    let words = assemble(
        0,
        r#"OpCapability Shader
        OpCapability VulkanMemoryModel
        OpExtension "SPV_KHR_vulkan_memory_model"
        OpMemoryModel Logical Vulkan
        OpEntryPoint GLCompute %main "main"
        OpExecutionMode %main LocalSize 1 1 1
        OpName %main "main"
        %void = OpTypeVoid
        %signature = OpTypeFunction %void
        %main = OpFunction %void None %signature
        %entry = OpLabel
        OpReturn
        OpFunctionEnd"#,
    );
    let target = Target::built_in("lavapipe-25.0.7").unwrap();
    for strip in [Strip::Nothing, Strip::Debug] {
        let options = Options {
            strip,
            ..Options::default()
        };
        let (out, report) = filtered(&words, &target, &options);
        let after = report.capabilities.after;
        assert_eq!(after, ["Shader", "VulkanMemoryModel"], "{strip:?}");
        assert_eq!(out.get(1), Some(&0x1_0300), "{strip:?}");
    }
}

/// A compute shader whose only subgroup operation has its capability declared in the preamble or not.
fn elects(preamble: &str) -> Vec<u32> {
    compute(3, preamble, "", "%r = OpGroupNonUniformElect %bool %three")
}

/// A module that does not declare what an opcode needs is invalid, but some compilers write such modules.
#[test]
fn needs_of_opcodes_count_undeclared() {
    let full = Target::built_in("lavapipe-25.0.7").unwrap();
    let mut description = full.describe();
    description.properties.subgroup_supported_operations = Some(0);
    let older = description.clone().build();
    for name in [
        "VK_EXT_shader_subgroup_ballot",
        "VK_EXT_shader_subgroup_vote",
    ] {
        let extension = VulkanExtension::find(name).unwrap();
        description.set_extension(extension, false);
    }
    let lacks = description.build();
    let options = Options::default();
    let words = elects("");
    let (out, report) = filtered(&words, &full, &options);
    assert!(out == words && report.outcome == OutcomeKind::Unchanged);
    // It is lowered like one that declares it.
    let (out, report) = filtered(&words, &lacks, &options);
    assert_eq!(report.outcome, OutcomeKind::Rewritten);
    let declared = elects("OpCapability GroupNonUniform");
    assert_eq!(out, filtered(&declared, &lacks, &options).0);
    let (out, report) = filtered(&words, &older, &options);
    assert!(out != words && report.outcome == OutcomeKind::Rewritten);
    // If something else is unmet, the output declares everything that it uses.
    let mut description = full.describe();
    description.set_feature(feature::shaderFloat64, false);
    let (out, _) = filtered(
        &elects("OpCapability Float64"),
        &description.build(),
        &options,
    );
    assert_eq!(out, elects("OpCapability GroupNonUniform"));
}

/// What a front end declares of `gl_PerVertex` without using it needs no declared capability.
#[test]
fn needs_of_enumerants_do_not_count_undeclared() {
    let mut description = Target::built_in("lavapipe-25.0.7").unwrap().describe();
    description.set_feature(feature::shaderClipDistance, false);
    let target = description.build();
    let globals = "
        OpDecorate %vertex Block
        OpMemberDecorate %vertex 0 BuiltIn Position
        OpMemberDecorate %vertex 1 BuiltIn ClipDistance
        %f4 = OpTypeVector %f32 4
        %distances = OpTypeArray %f32 %one
        %vertex = OpTypeStruct %f4 %distances
        %to_vertex = OpTypePointer Output %vertex
        %to_f4 = OpTypePointer Output %f4
        %out = OpVariable %to_vertex Output
        %origin = OpConstantNull %f4
    ";
    let body = "%at = OpAccessChain %to_f4 %out %zero\nOpStore %at %origin";
    let words = stage(3, "Vertex", "", "", globals, body);
    let (out, report) = filtered(&words, &target, &Options::default());
    assert_eq!(
        report.outcome,
        OutcomeKind::Unchanged,
        "{:?}",
        report.unsupported
    );
    assert_eq!(out, words);
}

/// An instruction that may become undefined only does so if nothing else makes the module fit: not if subgroups can be
/// emulated, and not if a pass can help.
#[test]
fn undef_is_the_last_resort() {
    let target = Target::built_in("vulkan-1.1").unwrap();
    let plain = Options::default();
    let options = Options {
        allow: Allow::UNDEF,
        ..Options::default()
    };
    let sum = compute(
        3,
        "OpCapability GroupNonUniformArithmetic",
        "",
        "%r = OpGroupNonUniformIAdd %u32 %three Reduce %one",
    );
    let atomic = compute(
        3,
        "OpCapability AtomicFloat32AddEXT\nOpExtension \"SPV_EXT_shader_atomic_float_add\"",
        "%to_f32 = OpTypePointer Workgroup %f32
         %shared = OpVariable %to_f32 Workgroup
         %half = OpConstant %f32 0.5",
        "%before = OpAtomicFAddEXT %f32 %shared %two %zero %half
         %r = OpBitcast %u32 %before",
    );
    for words in [sum, atomic] {
        let (exact, _) = filtered(&words, &target, &plain);
        assert!(!exact.is_empty());
        let (out, report) = filtered(&words, &target, &options);
        assert!(out == exact, "{:?}", report.rules);
    }
    let clock = compute(
        3,
        "OpCapability ShaderClockKHR\nOpExtension \"SPV_KHR_shader_clock\"",
        "%two_u32 = OpTypeVector %u32 2",
        "%clock = OpReadClockKHR %two_u32 %three
         %r = OpCompositeExtract %u32 %clock 0",
    );
    assert!(filtered(&clock, &target, &plain).0.is_empty());
    let (out, report) = filtered(&clock, &target, &options);
    assert_eq!(report.outcome, OutcomeKind::Rewritten);
    assert!(!out.is_empty());
}

/// Filters a module for a target, and reports it by another scan of the words and by another target.
fn report_for(words: &[u32], again: &[u32], other: &Target) {
    let options = Options::default();
    let target = Target::built_in("vulkan-1.1").unwrap();
    let module = Module::scan(words, &options.limits).unwrap();
    let mut scratch = Scratch::new();
    filter(&module, &target, &options, &mut scratch).unwrap();
    let again = Module::scan(again, &options.limits).unwrap();
    scratch.report(&again, other, &options);
}

#[test]
fn a_report_is_for_the_same_content() {
    let words = compute(3, "", "", "");
    let same = Target::read_built_in("vulkan-1.1").unwrap();
    report_for(&words, &words.clone(), &same);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "another module or target")]
fn a_report_for_another_target_is_noticed() {
    let words = compute(3, "", "", "");
    report_for(&words, &words, &Target::built_in("vulkan-1.0").unwrap());
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "another module or target")]
fn a_report_for_another_module_is_noticed() {
    let words = compute(3, "", "", "");
    let mut other = words.clone();
    other[3] += 1;
    report_for(&words, &other, &Target::built_in("vulkan-1.1").unwrap());
}

/// A device that lacks subgroup operations and a mode of its 16-bit floats.
#[test]
fn halves_and_subgroups_are_replaced_together() {
    let words = |mode: &str, sum: &str| {
        assemble(
            3,
            &format!(
                "OpCapability Shader
                OpCapability Float16
                OpCapability DenormPreserve
                OpCapability GroupNonUniformArithmetic
                OpExtension \"SPV_KHR_float_controls\"
                OpMemoryModel Logical GLSL450
                OpEntryPoint GLCompute %main \"main\" %index
                OpExecutionMode %main LocalSize 16 1 1
                {mode}
                OpDecorate %index BuiltIn LocalInvocationIndex
                %void = OpTypeVoid
                %signature = OpTypeFunction %void
                %u32 = OpTypeInt 32 0
                %f32 = OpTypeFloat 32
                %half = OpTypeFloat 16
                %three = OpConstant %u32 3
                %to_in = OpTypePointer Input %u32
                %index = OpVariable %to_in Input
                %to_out = OpTypePointer Workgroup %f32
                %out = OpVariable %to_out Workgroup
                %main = OpFunction %void None %signature
                %entry = OpLabel
                %x = OpLoad %u32 %index
                {sum}
                %h = OpConvertUToF %half %y
                %square = OpFMul %half %h %h
                %wide = OpFConvert %f32 %square
                OpStore %out %wide
                OpReturn
                OpFunctionEnd"
            ),
        )
    };
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    description.properties.subgroup_supported_operations = Some(0);
    description.properties.subgroup_supported_stages = Some(0);
    let target = description.build();
    let mode = "OpExecutionMode %main DenormPreserve 16";
    let plain = "%y = OpIAdd %u32 %x %three";
    let sum = "%y = OpGroupNonUniformIAdd %u32 %three InclusiveScan %x";
    let mut scratch = Scratch::new();
    for (mode, sum, rules) in [
        (mode, plain, &["float16"][..]),
        ("", sum, &["subgroup-workgroup-memory"]),
        (mode, sum, &["float16", "subgroup-workgroup-memory"]),
    ] {
        let words = words(mode, sum);
        let options = Options::default();
        let module = Module::scan(&words, &options.limits).unwrap();
        filter(&module, &target, &options, &mut scratch).unwrap();
        let report = scratch.report(&module, &target, &options);
        assert!(report.unsupported.is_empty(), "{:?}", report.unsupported);
        let mut used: Vec<&str> = report.rules.iter().map(|one| one.rule.as_str()).collect();
        used.sort_unstable();
        assert_eq!(used, rules);
    }
}

/// What computes with the width of a number, or divides by it.
#[test]
fn numbers_without_bits_do_no_harm() {
    let globals = "OpDecorate %c SpecId 1
        %none = OpTypeInt 0 0
        %nothing = OpTypeFloat 0
        %short = OpTypeInt 16 0
        %shorts = OpTypeVector %short 0
        %nones = OpTypeVector %none 2
        %empty = OpUndef %shorts
        %zeros = OpUndef %nones
        %c = OpSpecConstant %nothing 0
        %n = OpSpecConstantOp %nothing FNegate %c";
    let swiftshader = Target::built_in("swiftshader").unwrap();
    for body in [
        "%r = OpBitcast %nones %empty",
        "%r = OpBitcast %shorts %zeros",
        "%r = OpBitcast %none %empty",
        "%r = OpFNegate %nothing %n",
    ] {
        let words = compute(3, "OpCapability Int16", globals, body);
        filtered(&words, &swiftshader, &Options::default());
    }
}
