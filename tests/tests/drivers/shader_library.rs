//! Driver tests of the portable cross-lane functions in `shaderlib/`: each function, for each type, width and implementation
//! path, is filtered, run and compared with the reference results.
//!
//! Half of the workgroups call with all invocations active. The other half call in a branch that leaves some segments fully,
//! some partially and some not active. Results that the interface leaves undefined are not compared. [`counts`] checks the
//! instruction counts in the manual, [`emulated`] tests emulated subgroups, and [`sizes`] subgroup sizes that no driver at hand
//! has.

mod calls;
mod counts;
mod emulated;
mod paths;
mod sizes;

use sos_core::{Options, Target};
use sos_tests::compare::mixed;
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filtered};
use sos_tests::subgroup::LaneResult;
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

use calls::{calls, Call, LaneInput, Type, TYPES};
use paths::{Path, PATHS};

const GROUPS: usize = 16;
const WIDTH: usize = 64;
const INVOCATIONS: usize = GROUPS * WIDTH;
const WIDTHS: [u32; 5] = [2, 4, 8, 16, 32];
const UNWRITTEN: u32 = 0xDEAD_BEEF;

/// The languages of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Glsl,
    Hlsl,
}

/// A hash, as a reproducible random word.
fn random(seed: usize) -> u32 {
    mixed(seed as u32)
}

/// Whether an invocation is active, for segments of `width` lanes.
fn is_active(at: usize, width: u32) -> bool {
    let segment = at / width as usize;
    at < INVOCATIONS / 2
        || match random(segment ^ ((width as usize) << 16)) % 3 {
            0 => true,
            1 => random(at ^ 0x5_0000) & 1 == 1,
            _ => false,
        }
}

/// The operands of each invocation.
fn operands(ty: Type, width: u32) -> Vec<LaneInput> {
    let lane = |at: usize| LaneInput {
        active: is_active(at, width),
        data: ty.value(random(at)),
        index: random(at ^ 0x3_0000) % (width + 2),
    };
    (0..INVOCATIONS).map(lane).collect()
}

fn source(language: Language, ty: Type, calls: &[Call]) -> String {
    source_of(language, ty, calls, WIDTH, true)
}

/// A shader with calls, for workgroups of so many invocations, of which some or all are active.
fn source_of(
    language: Language,
    ty: Type,
    calls: &[Call],
    group: usize,
    partially_active: bool,
) -> String {
    let slots: String = calls
        .iter()
        .enumerate()
        .map(|(slot, call)| {
            let index = slot * INVOCATIONS;
            let bits = call.bits(language, ty);
            format!(
                "        {}\n        result[{index}u + at] = {bits};\n",
                call.statement(ty)
            )
        })
        .collect();
    let name = ty.name();
    let condition = if partially_active {
        "if (source[3u * at] != 0u) "
    } else {
        ""
    };
    let body = |load: &str| {
        format!(
            "    {condition}{{\n        {name} x = {load}(source[3u * at + 1u]);\n        \
             uint n = source[3u * at + 2u];\n        bool valid;\n        {name} got;\n        bool vote;\n{slots}    }}\n}}\n"
        )
    };
    match language {
        Language::Glsl => format!(
            "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"sos_subgroup.glsl\"\n\
             layout(local_size_x = {group}) in;\n\
             layout(std430, binding = 0) readonly buffer In {{ uint source[]; }};\n\
             layout(std430, binding = 1) writeonly buffer Out {{ uint result[]; }};\n\
             void main() {{\n    uint at = gl_GlobalInvocationID.x;\n{}",
            body(if ty == Type::Float { "uintBitsToFloat" } else { name })
        ),
        Language::Hlsl => format!(
            "#include \"sos_subgroup.hlsli\"\n\
             [[vk::binding(0)]] StructuredBuffer<uint> source;\n[[vk::binding(1)]] RWStructuredBuffer<uint> result;\n\
             [numthreads({group}, 1, 1)]\nvoid main(uint3 id : SV_DispatchThreadID)\n{{\n    uint at = id.x;\n{}",
            body(if ty == Type::Float { "asfloat" } else { name })
        ),
    }
}

fn compile(tools: Tools, language: Language, source: &str) -> Vec<u32> {
    compile_stage(tools, language, "comp", source)
}

fn compile_stage(tools: Tools, language: Language, stage: &str, source: &str) -> Vec<u32> {
    let include = format!("-I{}", sos_tests::paths::root().join("shaderlib").display());
    let mut options = vec!["--target-env", "vulkan1.1", &include];
    if language == Language::Hlsl {
        options.extend(["-D", "-e", "main"]);
    }
    let words = tools
        .glsl(source, stage, &options)
        .unwrap_or_else(|error| panic!("{error:#}\n{source}"));
    tools.validate(&words, "vulkan1.1").unwrap();
    words
}

fn run(
    session: &mut Session,
    words: &[u32],
    operands: &[LaneInput],
    slots: usize,
    group: usize,
) -> Vec<u32> {
    let flat = |lane: &LaneInput| [u32::from(lane.active), lane.data, lane.index];
    let job = Job::compute(
        words,
        vec![
            Buffer::storage(0, operands.iter().flat_map(flat).collect()),
            Buffer::storage(1, vec![UNWRITTEN; slots * INVOCATIONS]),
        ],
        (INVOCATIONS / group) as u32,
    );
    let output = session
        .run(&job)
        .unwrap_or_else(|failure| panic!("{failure}"));
    output.buffers[1].clone()
}

/// The number of results compared, all of them equal, and of undefined ones.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    equal: usize,
    undefined: usize,
}

fn compare(
    calls: &[Call],
    size: usize,
    ty: Type,
    operands: &[LaneInput],
    result: &[u32],
    what: &str,
) -> Count {
    let mut count = Count::default();
    for (slot, call) in calls.iter().enumerate() {
        let found = &result[slot * INVOCATIONS..];
        for (subgroup, lanes) in operands.chunks_exact(size).enumerate() {
            for (lane, expected) in call.expected(ty, lanes).iter().enumerate() {
                let at = subgroup * size + lane;
                let is = u64::from(found[at]);
                let call = call.statement(ty);
                match expected {
                    LaneResult::Undefined => count.undefined += 1,
                    LaneResult::Inactive => {
                        assert_eq!(
                            found[at], UNWRITTEN,
                            "{what}: `{call}`, inactive lane {lane}"
                        )
                    }
                    LaneResult::Defined(value) => {
                        assert_eq!(
                            value,
                            &[is],
                            "{what}: `{call}`, lane {lane}, workgroup {}",
                            at / WIDTH
                        );
                        count.equal += 1;
                    }
                }
            }
        }
    }
    count
}

fn check_library(name: &str, language: Language) {
    let (Some(tools), Some(driver)) = (tools(), driver(name)) else {
        return;
    };
    let mut session = Session::new(&driver);
    let device = session.device().unwrap();
    let size = device.subgroup_size as usize;
    let native = device.target();
    let mut total = Count::default();
    for ty in TYPES {
        for width in WIDTHS {
            let calls = calls(ty, width);
            let words = compile(tools, language, &source(language, ty, &calls));
            let operands = operands(ty, width);
            for path in PATHS.iter().filter(|path| path.applies_to(language, size)) {
                let what = format!("{language:?} {ty:?} {width} on {name} by {}", path.name);
                let lowered = filter_for_path(tools, &words, &native, path, &what);
                let result = run(&mut session, &lowered, &operands, calls.len(), WIDTH);
                let count = compare(&calls, size, ty, &operands, &result, &what);
                total.equal += count.equal;
                total.undefined += count.undefined;
            }
        }
    }
    println!("{name}, {size} lanes, {language:?}: {total:?}");
    assert!(total.equal > 800_000, "{total:?}");
}

/// Filters the module for a path, with constants that make the library choose it.
fn filter_for_path(
    tools: Tools,
    words: &[u32],
    native: &Target,
    path: &Path,
    what: &str,
) -> Vec<u32> {
    let target = path.target(native);
    let options = Options {
        constants: path.constants(),
        ..Options::default()
    };
    let lowered =
        filtered(words, &target, &options).unwrap_or_else(|error| panic!("{what}: {error:#}"));
    check(tools, &lowered, &target).unwrap_or_else(|error| panic!("{what}: {error:#}"));
    lowered
}

#[test]
fn glsl_on_lavapipe() {
    check_library(EXECUTING[0], Language::Glsl);
}

#[test]
fn glsl_on_swiftshader() {
    check_library(EXECUTING[1], Language::Glsl);
}

#[test]
fn hlsl_on_lavapipe() {
    check_library(EXECUTING[0], Language::Hlsl);
}

#[test]
fn hlsl_on_swiftshader() {
    check_library(EXECUTING[1], Language::Hlsl);
}
