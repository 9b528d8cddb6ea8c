//! Control flow, constants and annotations that are difficult to specialize.
//!
//! Comments in each assembly source of `corpus/shaders/specialize` specify the test:
//!
//! - `filter: DEVICE ID=VALUE… [keep] [strip=KIND] -> OUTCOME`: filters the module. The outcome is `rewritten`, `unchanged`,
//!   `unsupported` or the name of an error.
//! - `present: TEXT` and `absent: TEXT`: text that the disassembled output of the preceding filter line must or must not
//!   contain. Consecutive spaces count as one, and result ids are omitted.
//! - `run`: the module reads and writes 16 words at binding 0. The reference result is the unfiltered module on lavapipe with
//!   the values in a `VkSpecializationInfo`. Every output must write the same words on the driver for which it is filtered.

use std::path::{Path, PathBuf};

use sos_core::{Error, Options, OutcomeKind, SpecMode, Strip, Target};
use sos_tests::filtered::{check, filter};
use sos_tests::job::Specialization;
use sos_tests::tools::read_module;
use sos_tests::{driver, paths, tools, Buffer, Job, Session, Tools};

const WORDS: u32 = 16;

/// A test case: how to filter the module, and the expected result.
struct Case {
    line: String,
    device: String,
    options: Options,
    outcome: String,
    /// The text that the output must contain or must not contain.
    patterns: Vec<(bool, String)>,
}

impl Case {
    fn read(line: &str) -> Self {
        let (request, outcome) = line.split_once(" -> ").expect("`->` and an outcome");
        let mut words = request.split_whitespace();
        let mut case = Self {
            line: line.to_owned(),
            device: words.next().expect("a device").to_owned(),
            options: Options::default(),
            outcome: outcome.trim().to_owned(),
            patterns: Vec::new(),
        };
        for word in words {
            match word.split_once('=') {
                None if word == "keep" => case.options.spec = SpecMode::Keep,
                Some(("strip", kind)) => {
                    case.options.strip = match kind {
                        "debug" => Strip::Debug,
                        "names" => Strip::Names,
                        "all" => Strip::All,
                        _ => panic!("{line}: unknown kind of stripping"),
                    }
                }
                Some((id, value)) => {
                    let value = match value.strip_prefix("0x") {
                        Some(digits) => u64::from_str_radix(digits, 16),
                        None => value.parse(),
                    };
                    let id = id.parse().unwrap_or_else(|_| panic!("{line}: {word}"));
                    case.options.constants.push((id, value.unwrap()));
                }
                None => panic!("{line}: {word}"),
            }
        }
        case
    }
}

/// A source: its module, whether it runs, and its cases.
struct Source {
    path: PathBuf,
    words: Vec<u32>,
    environment: String,
    runs: bool,
    cases: Vec<Case>,
}

impl Source {
    fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap();
        let mut source = Self {
            path: path.to_owned(),
            words: read_module(&path.with_extension("spv")).unwrap(),
            environment: "vulkan1.1".to_owned(),
            runs: false,
            cases: Vec::new(),
        };
        for line in text.lines().map_while(|line| line.strip_prefix(';')) {
            let line = line.trim();
            if let Some(request) = line.strip_prefix("filter: ") {
                source.cases.push(Case::read(request));
            } else if let Some((key @ ("present" | "absent"), pattern)) = line.split_once(": ") {
                let case = source.cases.last_mut().expect("a preceding filter line");
                case.patterns.push((key == "present", pattern.to_owned()));
            } else if let Some(environment) = line.strip_prefix("build: --target-env ") {
                source.environment = environment.to_owned();
            } else if line == "run" {
                source.runs = true;
            }
        }
        assert!(!source.cases.is_empty(), "{} has no case", path.display());
        source
    }
}

fn sources() -> Vec<Source> {
    let folder = paths::corpus().join("shaders/specialize");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "spvasm")
        })
        .collect();
    files.sort();
    assert!(files.len() > 10, "sources are missing");
    files.iter().map(|path| Source::read(path)).collect()
}

/// Filters a module for a case. The output is empty if none is expected.
fn output(tools: Tools, source: &Source, case: &Case) -> Vec<u32> {
    let name = format!("{}: {}", source.path.display(), case.line);
    let target = Target::built_in(&case.device).unwrap_or_else(|| panic!("{name}: unknown device"));
    let filtered = match filter(&source.words, &target, &case.options) {
        Ok(filtered) => filtered,
        Err(error) => {
            assert_eq!(case.outcome, kind(error), "{name}: {error}");
            return Vec::new();
        }
    };
    let outcome = match filtered.report.outcome {
        OutcomeKind::Rewritten => "rewritten",
        OutcomeKind::Unchanged => "unchanged",
        OutcomeKind::Unsupported => "unsupported",
    };
    assert_eq!(
        case.outcome, outcome,
        "{name}: {:?}",
        filtered.report.unsupported
    );
    if filtered.words.is_empty() {
        return filtered.words;
    }
    check(tools, &filtered.words, &target).unwrap_or_else(|error| panic!("{name}: {error:#}"));
    let again = filter(&filtered.words, &target, &case.options).unwrap();
    assert!(
        again.words == filtered.words,
        "{name}: the second time, it changes again"
    );
    let text = tools.friendly(&filtered.words).unwrap();
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .map(|line| {
            line.split_once(" = ")
                .map_or(line.clone(), |(_, rest)| rest.to_owned())
        })
        .collect();
    for (expected, pattern) in &case.patterns {
        let found = lines.iter().any(|line| line.contains(pattern.as_str()));
        assert_eq!(found, *expected, "{name}: {pattern}\n{text}");
    }
    filtered.words
}

fn kind(error: Error) -> String {
    format!("{:?}", error.kind())
}

fn job(words: &[u32], specialization: &[Specialization]) -> Job {
    let data = (0..WORDS).map(|at| (at * 0x0109_5A35) ^ (at >> 1));
    let mut job = Job::compute(words, vec![Buffer::storage(0, data.collect())], 1);
    job.stages[0].specialization = specialization.to_vec();
    job
}

#[test]
fn cases_give_the_specified_output() {
    let Some(tools) = tools() else { return };
    for source in sources() {
        tools
            .validate(&source.words, &source.environment)
            .unwrap_or_else(|error| panic!("{}: {error:#}", source.path.display()));
        for case in &source.cases {
            output(tools, &source, case);
        }
    }
}

#[test]
fn outputs_compute_the_same_as_the_module() {
    let (Some(lavapipe), Some(swiftshader), Some(tools)) =
        (driver("lavapipe"), driver("swiftshader"), tools())
    else {
        return;
    };
    let mut lavapipe = Session::new(&lavapipe);
    let mut swiftshader = Session::new(&swiftshader);
    let mut ran = 0;
    for source in sources().iter().filter(|source| source.runs) {
        for case in &source.cases {
            let words = output(tools, source, case);
            if words.is_empty() {
                continue;
            }
            let sizes = sos_core::specialization_constants(
                &sos_core::Module::scan(&source.words, &case.options.limits).unwrap(),
            );
            let known = case.options.constants.iter().filter_map(|&(id, value)| {
                let constant = sizes.iter().find(|constant| constant.spec_id == id)?;
                let bits = value & (u64::MAX >> (64 - constant.width));
                let size = constant.width / 8;
                Some(Specialization {
                    id,
                    value: bits,
                    size,
                })
            });
            let known: Vec<Specialization> = known.collect();
            let name = format!("{}: {}", source.path.display(), case.line);
            let run = |session: &mut Session, words: &[u32]| {
                let output = session.run(&job(words, &known));
                output.unwrap_or_else(|failure| panic!("{name}: {failure}"))
            };
            let expected = run(&mut lavapipe, &source.words);
            let on_swiftshader = case.device == "swiftshader";
            let session = if on_swiftshader {
                &mut swiftshader
            } else {
                &mut lavapipe
            };
            assert_eq!(run(session, &words), expected, "{name}");
            ran += 1;
        }
    }
    assert!(ran > 20, "{ran} outputs ran");
}

/// Recursive functions, which Vulkan forbids, are filtered without hanging.
#[test]
fn recursive_functions_are_filtered() {
    let Some(tools) = tools() else { return };
    let text = r#"
        OpCapability Shader
        OpCapability Float64
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %1 "main"
        OpExecutionMode %1 LocalSize 1 1 1
        OpDecorate %5 SpecId 0
        %2 = OpTypeVoid
        %3 = OpTypeFunction %2
        %4 = OpTypeBool
        %5 = OpSpecConstantFalse %4
        %1 = OpFunction %2 None %3
        %10 = OpLabel
        %11 = OpFunctionCall %2 %20
        OpReturn
        OpFunctionEnd
        %20 = OpFunction %2 None %3
        %21 = OpLabel
        %22 = OpFunctionCall %2 %30
        OpReturn
        OpFunctionEnd
        %30 = OpFunction %2 None %3
        %31 = OpLabel
        OpSelectionMerge %33 None
        OpBranchConditional %5 %32 %33
        %32 = OpLabel
        %34 = OpFunctionCall %2 %20
        %35 = OpFunctionCall %2 %30
        OpBranch %33
        %33 = OpLabel
        OpReturn
        OpFunctionEnd"#;
    let words = tools.assemble(text, "vulkan1.1").unwrap();
    let target = Target::built_in("swiftshader").unwrap();
    for value in [0, 1] {
        let options = Options {
            constants: vec![(0, value)],
            ..Options::default()
        };
        let filtered = filter(&words, &target, &options).unwrap();
        assert_eq!(filtered.report.outcome, OutcomeKind::Rewritten);
        let calls = tools.disassemble(&filtered.words).unwrap();
        let calls = calls.matches("OpFunctionCall").count();
        assert_eq!(calls, if value == 0 { 2 } else { 4 });
    }
}

/// A library module with the capability `Linkage` is supported by no Vulkan device.
#[test]
fn library_modules_are_unsupported() {
    let Some(tools) = tools() else { return };
    let text = r#"
        OpCapability Shader
        OpCapability Linkage
        OpMemoryModel Logical GLSL450
        OpDecorate %1 LinkageAttributes "f" Export
        %2 = OpTypeVoid
        %3 = OpTypeFunction %2
        %1 = OpFunction %2 None %3
        %4 = OpLabel
        OpReturn
        OpFunctionEnd"#;
    let words = tools.assemble(text, "vulkan1.1").unwrap();
    tools.validate(&words, "spv1.3").unwrap();
    let target = Target::built_in("lavapipe-25.0.7").unwrap();
    let filtered = filter(&words, &target, &Options::default()).unwrap();
    assert_eq!(filtered.report.outcome, OutcomeKind::Unsupported);
    assert!(filtered.report.unsupported[0].need.contains("Linkage"));
}

/// The order of blocks differs from a depth-first order of the control flow as much as possible. Nothing is folded or removed.
#[test]
fn blocks_in_reverse_order_are_preserved() {
    let Some(tools) = tools() else { return };
    let count = 40;
    let mut text = String::from(
        r#"
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %1 "main"
        OpExecutionMode %1 LocalSize 1 1 1
        OpDecorate %5 SpecId 0
        %2 = OpTypeVoid
        %3 = OpTypeFunction %2
        %4 = OpTypeBool
        %5 = OpSpecConstantFalse %4
        %6 = OpTypeInt 32 0
        %7 = OpConstant %6 0
        %1 = OpFunction %2 None %3
        %8 = OpLabel
        OpSelectionMerge %99 None
        OpSwitch %7 %99"#,
    );
    // Each case falls through to the next, which precedes it in the module.
    for case in 0..count {
        text += &format!(" {case} %{}", 100 + case);
    }
    for case in (0..count).rev() {
        let next = if case + 1 == count { 99 } else { 101 + case };
        text += &format!("\n%{} = OpLabel\nOpBranch %{next}", 100 + case);
    }
    text += "\n%99 = OpLabel\nOpReturn\nOpFunctionEnd";
    let words = tools.assemble(&text, "vulkan1.1").unwrap();
    tools.validate(&words, "vulkan1.1").unwrap();
    let target = Target::built_in("swiftshader").unwrap();
    let options = Options {
        constants: vec![(0, 1)],
        ..Options::default()
    };
    let filtered = filter(&words, &target, &options).unwrap();
    check(tools, &filtered.words, &target).unwrap();
    let text = tools.disassemble(&filtered.words).unwrap();
    assert_eq!(text.matches("OpLabel").count(), count + 2);
}
