//! Narrow values in 32 bits, run: every operation on all halves, bytes, or pairs of bytes, or on all pairs of corner values
//! and 2^20 random pairs.
//!
//! Each group of operations is one compute shader. It runs as written on lavapipe, which computes with 8 and 16 bits, and as
//! the filter makes it with these features hidden, on lavapipe and on SwiftShader. All must hold what this test's own
//! arithmetic says ([`half`]), which knows nothing of the filter's. Results of corner pairs come back as they are; the
//! others are folded by a function that Rust folds by as well. Any NaN is as good as any other.
//!
//! Functions whose precision is left open are compared otherwise: [`functions`].

mod bytes;
mod constants;
mod doubles;
mod functions;
mod half;
mod halves;
mod memory;
mod shorts;

use sos_core::target::Feature;
use sos_core::{Options, Target};
use sos_tests::compare::{mixed, Wrong};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::reduced::{without, NARROW};
use sos_tests::{driver, tools, Buffer, Driver, Job, Session, Tools};

/// Invocations in a workgroup, workgroups, and random pairs that each invocation tries.
const WIDTH: usize = 64;
const WORKGROUPS: usize = 32;
const INVOCATIONS: usize = WIDTH * WORKGROUPS;
const RANDOM_ROUNDS: usize = 512;

/// What lavapipe computes otherwise than SPIR-V says, in 32 bits as well: it gives `OpSMod` the sign of the dividend.
const WRONG_ON_LAVAPIPE: [&str; 1] = ["OpSMod"];

/// What a group of operations is tried on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Inputs {
    /// The first operand is every number of 16 bits, the second a random one.
    All,
    /// All pairs of the corners, and 2^20 random pairs.
    Pairs(&'static [u32]),
}

impl Inputs {
    fn corners(self) -> &'static [u32] {
        match self {
            Self::All => &[],
            Self::Pairs(corners) => corners,
        }
    }

    fn rounds(self) -> usize {
        match self {
            Self::All => 0x1_0000 / INVOCATIONS,
            Self::Pairs(_) => RANDOM_ROUNDS,
        }
    }

    /// The pair that the shader makes of a number.
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

/// Operations that are tried in one shader.
pub struct Group {
    /// What they are, for people.
    pub name: &'static str,
    /// What they are tried on.
    pub inputs: Inputs,
    /// Capabilities besides those of narrow values, without which a driver is left out.
    pub needs: &'static [&'static str],
    /// Whether lavapipe takes the shader as it is written.
    pub native: bool,
    /// GLSL in front of the function.
    pub declarations: &'static str,
    /// GLSL at its start.
    pub operands: &'static str,
    /// The operations.
    pub operations: &'static [Operation],
}

/// An operation on `A` and `B`, which are 16 bits each.
pub struct Operation {
    /// What it is, for people.
    pub name: &'static str,
    /// A word.
    pub glsl: &'static str,
    /// For which operands there is a result, in GLSL.
    pub defined: &'static str,
    /// The word; `None` where there is none.
    pub rust: fn(u32, u32) -> Option<u32>,
}

/// An operation that always has a result.
pub const fn always(
    name: &'static str,
    glsl: &'static str,
    rust: fn(u32, u32) -> Option<u32>,
) -> Operation {
    given("true", name, glsl, rust)
}

/// An operation that has a result where something holds.
pub const fn given(
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

/// One more result among those that are folded.
fn fold(sum: u32, result: u32) -> u32 {
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

fn shader(group: &Group) -> String {
    let mut operations = group.operands.to_owned();
    for (at, Operation { glsl, defined, .. }) in group.operations.iter().enumerate() {
        // What is not defined runs all the same: it must not stop anything.
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
        .replace("ROUNDS", &group.inputs.rounds().to_string())
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

/// The pairs of corners in the order of the shader's results.
fn corner_pairs(inputs: Inputs) -> Vec<(u32, u32)> {
    let corners = inputs.corners();
    let with = |&a: &u32| corners.iter().map(move |&b| (a, b));
    corners.iter().flat_map(with).collect()
}

/// What an operation must leave behind.
fn expected(inputs: Inputs, operation: &Operation) -> Vec<u32> {
    let of = |(a, b)| (operation.rust)(a, b).unwrap_or(0);
    let corners = corner_pairs(inputs).into_iter().map(of);
    let rounds = inputs.rounds();
    let sums = (0..INVOCATIONS).map(|at| {
        let numbers = (at * rounds..(at + 1) * rounds).map(|number| number as u32);
        numbers.fold(0, |sum, number| fold(sum, of(inputs.pair(number))))
    });
    corners.chain(sums).collect()
}

/// A driver, and how it gets the modules.
pub struct Bench {
    /// What it is, for people.
    pub name: String,
    tools: Tools,
    session: Session,
    target: Target,
    /// Whether it gets modules as they are written.
    pub native: bool,
}

impl Bench {
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

    /// Those of a test: lavapipe natively and lowered, and SwiftShader; `None` if something is missing here.
    fn all() -> Option<(Tools, [Self; 3])> {
        let tools = tools()?;
        let [Some(lavapipe), Some(swiftshader)] = [EXECUTING[0], EXECUTING[1]].map(driver) else {
            return None;
        };
        let benches = [
            Self::new(tools, &lavapipe, &[]),
            Self::new(tools, &lavapipe, NARROW),
            Self::new(tools, &swiftshader, NARROW),
        ];
        Some((tools, benches))
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

    /// Runs a group and compares every result. `None` if the driver lacks something else that the group needs.
    fn compare(&mut self, group: &Group, words: &[u32], expected: &[Vec<u32>]) -> Option<usize> {
        let lacks = |capability: &&str| !self.has(capability);
        if group.needs.iter().any(lacks) || self.native && !group.native {
            return None;
        }
        let pairs = corner_pairs(group.inputs);
        let input = pairs.iter().map(|(a, b)| a | b << 16);
        // A buffer has to have something in it.
        let input: Vec<u32> = input.chain([0]).collect();
        let count = group.operations.len();
        let results = self.run(
            group.name,
            words,
            input,
            (pairs.len() + INVOCATIONS) * count,
        );
        for (at, (operation, expected)) in group.operations.iter().zip(expected).enumerate() {
            if self.name.starts_with("lavapipe") && WRONG_ON_LAVAPIPE.contains(&operation.name) {
                continue;
            }
            let mut wrong = Wrong::default();
            for (place, &expected) in expected.iter().enumerate() {
                let found = results[place * count + at];
                if found != expected {
                    wrong.note(|| {
                        let of = match pairs.get(place) {
                            Some((a, b)) => format!("{a:#06x} and {b:#06x}"),
                            None => format!("fold of invocation {}", place - pairs.len()),
                        };
                        format!("{of}: {found:#x} for {expected:#x}")
                    });
                }
            }
            wrong.none(&format!("{}, {}", self.name, operation.name));
        }
        Some(count * (pairs.len() + INVOCATIONS * group.inputs.rounds()))
    }
}

/// Runs groups on drivers, and prints a table of how many results were compared.
fn compare<'g>(tools: Tools, groups: impl Iterator<Item = &'g Group>, benches: &mut [Bench]) {
    let heads: Vec<&str> = benches.iter().map(|bench| bench.name.as_str()).collect();
    println!("\n| operations | {} |", heads.join(" | "));
    println!("|---|{}", "---:|".repeat(benches.len()));
    let mut ran = vec![0; benches.len()];
    for group in groups {
        // One invocation, one pair of corners.
        assert!(group.inputs.corners().len().pow(2) <= INVOCATIONS);
        let source = shader(group);
        let words = tools
            .glsl(&source, "comp", &["--target-env", "vulkan1.1"])
            .unwrap_or_else(|error| panic!("{error:#}\n{source}"));
        let of = |operation| expected(group.inputs, operation);
        let expected: Vec<Vec<u32>> = group.operations.iter().map(of).collect();
        let mut cells = Vec::new();
        for (bench, ran) in benches.iter_mut().zip(&mut ran) {
            let count = bench.compare(group, &words, &expected);
            *ran += count.unwrap_or(0);
            cells.push(count.map_or("–".to_owned(), |count| count.to_string()));
        }
        println!("| {} | {} |", group.name, cells.join(" | "));
    }
    assert!(ran.iter().all(|&ran| ran >= 1 << 20), "{ran:?}");
}

fn compare_all(groups: &[Group]) {
    if let Some((tools, mut benches)) = Bench::all() {
        compare(tools, groups.iter(), &mut benches);
    }
}

#[test]
fn halves_as_floats() {
    compare_all(halves::GROUPS);
}

#[test]
fn bytes_as_words() {
    compare_all(bytes::GROUPS);
}

#[test]
fn shorts_as_words() {
    compare_all(shorts::GROUPS);
}

/// Values that the device has beside values that it has not: conversions and bit casts between them.
#[test]
fn some_types_native() {
    let (Some(tools), Some(lavapipe)) = (tools(), driver(EXECUTING[0])) else {
        return;
    };
    let mut benches = [&NARROW[..1], &NARROW[1..], &NARROW[1..2], &NARROW[2..]]
        .map(|hidden| Bench::new(tools, &lavapipe, hidden));
    let groups = [halves::GROUPS, bytes::GROUPS].into_iter().flatten();
    let groups = groups.filter(|group| group.inputs == Inputs::All && group.native);
    compare(tools, groups, &mut benches);
}
