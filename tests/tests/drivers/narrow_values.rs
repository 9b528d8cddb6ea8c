//! Driver tests of 8- and 16-bit arithmetic, lowered to 32 bits: every operation on all values or pairs of bytes, or on all
//! pairs of corner values and 2^20 random pairs.
//!
//! Each group of operations is a compute shader. It runs unfiltered on lavapipe, which supports 8- and 16-bit arithmetic, and
//! filtered for targets without these features on lavapipe and on SwiftShader. All results must equal the reference arithmetic
//! of this test ([`float16`]), which is independent of the filter. Results of corner pairs are stored; the others are combined
//! by a hash that shader and test both compute. Any NaN equals any other.
//!
//! Functions without exact results are compared differently: see [`float16_functions`].

mod constants;
mod doubles;
mod float16;
mod float16_functions;
mod float16_memory;
mod float16_modes;
mod float16_operations;
mod int16_operations;
mod int8_operations;

use sos_core::target::Feature;
use sos_core::{Options, Target};
use sos_tests::compare::{mixed, Wrong};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::modes::with_modes;
use sos_tests::reduced::{without, NARROW};
use sos_tests::{driver, tools, Buffer, Driver, Job, Session, Tools};

/// The workgroup size, the number of workgroups, and the number of random pairs of each invocation.
const WIDTH: usize = 64;
const WORKGROUPS: usize = 32;
const INVOCATIONS: usize = WIDTH * WORKGROUPS;
const RANDOM_ITERATIONS: usize = 512;

/// Operations that lavapipe computes incorrectly, also in 32 bits: the result of its `OpSMod` has the sign of the dividend.
const LAVAPIPE_DEVIATIONS: [&str; 1] = ["OpSMod"];

/// The operands of a group of operations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Inputs {
    /// The first operand has all 16-bit values, the second is random.
    All,
    /// All pairs of corner values, and 2^20 random pairs.
    Pairs(&'static [u32]),
}

impl Inputs {
    fn corners(self) -> &'static [u32] {
        match self {
            Self::All => &[],
            Self::Pairs(corners) => corners,
        }
    }

    fn iterations(self) -> usize {
        match self {
            Self::All => 0x1_0000 / INVOCATIONS,
            Self::Pairs(_) => RANDOM_ITERATIONS,
        }
    }

    /// The pair of operands with an index, as the shader computes it.
    fn pair(self, number: u32) -> (u32, u32) {
        match self {
            Self::All => (number, mixed(number) & 0xFFFF),
            Self::Pairs(_) => {
                let word = mixed(number);
                (word & 0xFFFF, word >> 16)
            }
        }
    }
}

/// A group of operations, tested by one shader.
pub struct OperationGroup {
    /// The name in tables.
    pub name: &'static str,
    /// The operands.
    pub inputs: Inputs,
    /// Capabilities that a driver must support, besides those of narrow arithmetic.
    pub needs: &'static [&'static str],
    /// Whether lavapipe can run the unfiltered shader.
    pub native: bool,
    /// GLSL before the function.
    pub declarations: &'static str,
    /// GLSL at the start of the function.
    pub operands: &'static str,
    /// The operations.
    pub operations: &'static [Operation],
}

/// An operation on `A` and `B`, of 16 bits each.
pub struct Operation {
    /// The name in messages.
    pub name: &'static str,
    /// A GLSL expression for the 32-bit result.
    pub glsl: &'static str,
    /// A GLSL condition under which the result is defined.
    pub defined: &'static str,
    /// The reference result; `None` if it is undefined.
    pub rust: fn(u32, u32) -> Option<u32>,
}

/// An operation whose result is always defined.
pub const fn always(
    name: &'static str,
    glsl: &'static str,
    rust: fn(u32, u32) -> Option<u32>,
) -> Operation {
    where_defined("true", name, glsl, rust)
}

/// An operation whose result is defined under a condition.
pub const fn where_defined(
    defined: &'static str,
    name: &'static str,
    glsl: &'static str,
    rust: fn(u32, u32) -> Option<u32>,
) -> Operation {
    Operation {
        name,
        glsl,
        defined,
        rust,
    }
}

/// A Boolean result, as the shader stores it.
fn boolean(value: bool) -> Option<u32> {
    Some(u32::from(value))
}

/// The result of `OpSMod`: the remainder with the sign of the divisor.
fn modulo(a: i32, b: i32) -> i32 {
    let rest = a % b;
    match rest != 0 && (rest < 0) != (b < 0) {
        true => rest + b,
        false => rest,
    }
}

/// Adds a result to the hash.
fn hash_result(sum: u32, result: u32) -> u32 {
    (sum ^ result).wrapping_mul(0x9e37_79b1).rotate_left(7)
}

const SHADER: &str = "
layout(local_size_x = WIDTH) in;
layout(std430, binding = 0) readonly buffer In { uint corners[]; };
layout(std430, binding = 1) writeonly buffer Out { uint results[]; };

uint mixed(uint x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

void operate(uint A, uint B, out uint found[COUNT]) {
OPERATIONS}

void main() {
    uint at = gl_GlobalInvocationID.x;
    uint found[COUNT], sums[COUNT];
    if (at < PAIRSu) {
        operate(corners[at] & 0xffffu, corners[at] >> 16, found);
        for (uint i = 0u; i < COUNT; ++i) results[at * COUNT + i] = found[i];
    }
    for (uint i = 0u; i < COUNT; ++i) sums[i] = 0u;
    for (uint n = 0u; n < ROUNDSu; ++n) {
        uint number = at * ROUNDSu + n, word = mixed(number);
        operate(FIRST, SECOND, found);
        for (uint i = 0u; i < COUNT; ++i) {
            uint sum = (sums[i] ^ found[i]) * 0x9e3779b1u;
            sums[i] = sum << 7 | sum >> 25;
        }
    }
    for (uint i = 0u; i < COUNT; ++i) results[(PAIRSu + at) * COUNT + i] = sums[i];
}
";

fn shader(group: &OperationGroup) -> String {
    let mut operations = group.operands.to_owned();
    for (at, Operation { glsl, defined, .. }) in group.operations.iter().enumerate() {
        // Operations also run where their result is undefined, without effect on the others.
        operations +=
            &format!("    found[{at}] = {glsl};\n    if (!({defined})) found[{at}] = 0u;\n");
    }
    let (first, second) = match group.inputs {
        Inputs::All => ("number", "word & 0xffffu"),
        Inputs::Pairs(_) => ("word & 0xffffu", "word >> 16"),
    };
    let corners = group.inputs.corners().len();
    let body = SHADER
        .replace("OPERATIONS", &operations)
        .replace("COUNT", &group.operations.len().to_string())
        .replace("WIDTH", &WIDTH.to_string())
        .replace("ROUNDS", &group.inputs.iterations().to_string())
        .replace("PAIRS", &(corners * corners).to_string())
        .replace("FIRST", first)
        .replace("SECOND", second);
    format!(
        "#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_spirv_intrinsics : require
{}{body}",
        group.declarations
    )
}

/// The pairs of corner values, in the order of the shader's results.
fn corner_pairs(inputs: Inputs) -> Vec<(u32, u32)> {
    let corners = inputs.corners();
    let with = |&a: &u32| corners.iter().map(move |&b| (a, b));
    corners.iter().flat_map(with).collect()
}

/// The expected output of an operation.
fn expected(inputs: Inputs, operation: &Operation) -> Vec<u32> {
    let of = |(a, b)| (operation.rust)(a, b).unwrap_or(0);
    let corners = corner_pairs(inputs).into_iter().map(of);
    let iterations = inputs.iterations();
    let sums = (0..INVOCATIONS).map(|at| {
        let numbers = (at * iterations..(at + 1) * iterations).map(|number| number as u32);
        numbers.fold(0, |sum, number| hash_result(sum, of(inputs.pair(number))))
    });
    corners.chain(sums).collect()
}

/// A driver and a target.
pub struct Runner {
    /// The name in tables.
    pub name: String,
    tools: Tools,
    session: Session,
    target: Target,
    /// Whether modules run unfiltered.
    pub native: bool,
}

impl Runner {
    fn new(tools: Tools, driver: &Driver, hidden: &[Feature]) -> Self {
        let mut session = Session::new(driver);
        let target = without(&session.device().unwrap().target(), hidden);
        let how = match hidden {
            [] => ", native".to_owned(),
            hidden if hidden == NARROW => String::new(),
            hidden => format!(" without {hidden:?}"),
        };
        Self {
            name: format!("{}{how}", driver.name()),
            tools,
            session,
            target,
            native: hidden.is_empty(),
        }
    }

    /// lavapipe unfiltered, lavapipe filtered, and SwiftShader filtered; `None` if one is missing.
    fn all() -> Option<(Tools, [Self; 3])> {
        let tools = tools()?;
        let [Some(lavapipe), Some(swiftshader)] = [EXECUTING[0], EXECUTING[1]].map(driver) else {
            return None;
        };
        let runners = [
            Self::new(tools, &lavapipe, &[]),
            Self::new(tools, &lavapipe, NARROW),
            Self::new(tools, &swiftshader, NARROW),
        ];
        Some((tools, runners))
    }

    fn has(&self, capability: &str) -> bool {
        let index = sos_core::tables::capability_by_name(capability).unwrap();
        self.target.capabilities().contains(index)
    }

    /// Filters a module, runs it, and returns its second buffer.
    fn run(&mut self, what: &str, words: &[u32], input: Vec<u32>, results: usize) -> Vec<u32> {
        let what = format!("{}, {what}", self.name);
        let found = filter(words, &self.target, &Options::default()).unwrap();
        let unmet = &found.report.unsupported;
        assert!(!found.words.is_empty(), "{what}: {unmet:?}");
        check(self.tools, &found.words, &self.target)
            .unwrap_or_else(|error| panic!("{what}: {error:#}"));
        let job = Job::compute(
            &found.words,
            vec![
                Buffer::storage(0, input),
                Buffer::storage(1, vec![0; results]),
            ],
            WORKGROUPS as u32,
        );
        let output = self
            .session
            .run(&job)
            .unwrap_or_else(|failure| panic!("{what}: {failure}"));
        output.buffers[1].clone()
    }

    /// Runs a group and compares every result. `None` if the driver lacks a capability that the group needs.
    fn compare(
        &mut self,
        group: &OperationGroup,
        words: &[u32],
        expected: &[Vec<u32>],
    ) -> Option<usize> {
        let lacks = |capability: &&str| !self.has(capability);
        if group.needs.iter().any(lacks) || self.native && !group.native {
            return None;
        }
        let pairs = corner_pairs(group.inputs);
        let input = pairs.iter().map(|(a, b)| a | b << 16);
        // A buffer must not be empty.
        let input: Vec<u32> = input.chain([0]).collect();
        let count = group.operations.len();
        let results = self.run(
            group.name,
            words,
            input,
            (pairs.len() + INVOCATIONS) * count,
        );
        for (at, (operation, expected)) in group.operations.iter().zip(expected).enumerate() {
            if self.name.starts_with("lavapipe") && LAVAPIPE_DEVIATIONS.contains(&operation.name) {
                continue;
            }
            let mut wrong = Wrong::default();
            for (offset, &expected) in expected.iter().enumerate() {
                let found = results[offset * count + at];
                if found != expected {
                    wrong.note(|| {
                        let of = match pairs.get(offset) {
                            Some((a, b)) => format!("{a:#06x} and {b:#06x}"),
                            None => format!("fold of invocation {}", offset - pairs.len()),
                        };
                        format!("{of}: {found:#x} for {expected:#x}")
                    });
                }
            }
            wrong.none(&format!("{}, {}", self.name, operation.name));
        }
        Some(count * (pairs.len() + INVOCATIONS * group.inputs.iterations()))
    }
}

/// Runs groups on all drivers, and prints a table of the numbers of results compared.
fn compare<'g>(
    tools: Tools,
    groups: impl Iterator<Item = &'g OperationGroup>,
    runners: &mut [Runner],
) {
    compare_with(tools, groups.map(|group| (group, &[][..])), runners);
}

/// As [`compare`], with execution modes for 16-bit floats, each with its capability.
fn compare_with<'g>(
    tools: Tools,
    groups: impl Iterator<Item = (&'g OperationGroup, &'g [(u32, u32)])>,
    runners: &mut [Runner],
) {
    let heads: Vec<&str> = runners.iter().map(|runner| runner.name.as_str()).collect();
    println!("\n| operations | {} |", heads.join(" | "));
    println!("|---|{}", "---:|".repeat(runners.len()));
    let mut ran = vec![0; runners.len()];
    for (group, modes) in groups {
        // Each invocation tests one corner pair.
        assert!(group.inputs.corners().len().pow(2) <= INVOCATIONS);
        let source = shader(group);
        let words = tools
            .glsl(&source, "comp", &["--target-env", "vulkan1.1"])
            .unwrap_or_else(|error| panic!("{error:#}\n{source}"));
        let words = match modes {
            [] => words,
            modes => with_modes(&words, 16, modes),
        };
        let of = |operation| expected(group.inputs, operation);
        let expected: Vec<Vec<u32>> = group.operations.iter().map(of).collect();
        let mut cells = Vec::new();
        for (runner, ran) in runners.iter_mut().zip(&mut ran) {
            let count = runner.compare(group, &words, &expected);
            *ran += count.unwrap_or(0);
            cells.push(count.map_or("–".to_owned(), |count| count.to_string()));
        }
        println!("| {} | {} |", group.name, cells.join(" | "));
    }
    assert!(ran.iter().all(|&ran| ran >= 1 << 20), "{ran:?}");
}

fn compare_all(groups: &[OperationGroup]) {
    if let Some((tools, mut runners)) = Runner::all() {
        compare(tools, groups.iter(), &mut runners);
    }
}

#[test]
fn float16_operations_match_the_reference() {
    compare_all(float16_operations::GROUPS);
}

#[test]
fn float16_operations_match_the_reference_in_other_modes() {
    if let Some((tools, [_, lavapipe, swiftshader])) = Runner::all() {
        let groups = float16_modes::GROUPS.iter();
        let groups = groups.map(|(group, modes)| (group, *modes));
        compare_with(tools, groups, &mut [lavapipe, swiftshader]);
    }
}

#[test]
fn int8_operations_match_the_reference() {
    compare_all(int8_operations::GROUPS);
}

#[test]
fn int16_operations_match_the_reference() {
    compare_all(int16_operations::GROUPS);
}

/// Devices that support some of the types: conversions and bit casts between native and lowered values.
#[test]
fn operations_on_partially_native_types_match_the_reference() {
    let (Some(tools), Some(lavapipe)) = (tools(), driver(EXECUTING[0])) else {
        return;
    };
    let mut runners = [&NARROW[..1], &NARROW[1..], &NARROW[1..2], &NARROW[2..]]
        .map(|hidden| Runner::new(tools, &lavapipe, hidden));
    let groups = [float16_operations::GROUPS, int8_operations::GROUPS]
        .into_iter()
        .flatten();
    let groups = groups.filter(|group| group.inputs == Inputs::All && group.native);
    compare(tools, groups, &mut runners);
}
