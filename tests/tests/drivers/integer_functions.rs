//! Driver tests of SPV_INTEL_shader_integer_functions2, which no driver at hand supports: every function on 8, 16, 32 and 64
//! bits, on scalars and vectors, on signed and unsigned types. Bytes are tested in all pairs, wider integers in pairs of corner
//! values and random values. Every result must equal exact arithmetic, on lavapipe with and without narrow and 64-bit integers,
//! and on SwiftShader, which has neither.

use sos_core::tables::op;
use sos_core::target::{feature, VulkanExtension};
use sos_core::{Options, OutcomeKind, Target};
use sos_tests::compare::{mixed, words, Wrong};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter};
use sos_tests::reduced::{without, NARROW};
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

const GROUP: usize = 64;

/// The numbers of components.
const COUNTS: [usize; 3] = [1, 3, 4];

/// The number of pairs for a width: whole workgroups for vectors of each size.
fn pair_count(width: u32) -> usize {
    let pairs: usize = if width == 8 { 1 << 16 } else { 1 << 13 };
    pairs.next_multiple_of(12 * GROUP)
}

struct Function {
    opcode: u16,
    is_signed: bool,
    /// The result for `x` and `y`, of which the low bits count. The integers of the type range from `least` to `most`.
    of: fn(x: i128, y: i128, least: i128, most: i128) -> i128,
}

const fn function(
    opcode: u16,
    is_signed: bool,
    of: fn(i128, i128, i128, i128) -> i128,
) -> Function {
    Function {
        opcode,
        is_signed,
        of,
    }
}

#[rustfmt::skip]
const FUNCTIONS: [Function; 14] = [
    function(op::OpUCountLeadingZerosINTEL, false, |x, _, _, _| (x as u32).leading_zeros().into()),
    function(op::OpUCountTrailingZerosINTEL, false, |x, _, _, _| (x as u32).trailing_zeros().into()),
    function(op::OpAbsISubINTEL, true, |x, y, _, _| (x - y).abs()),
    function(op::OpAbsUSubINTEL, false, |x, y, _, _| (x - y).abs()),
    function(op::OpIAddSatINTEL, true, |x, y, least, most| (x + y).clamp(least, most)),
    function(op::OpUAddSatINTEL, false, |x, y, least, most| (x + y).clamp(least, most)),
    function(op::OpIAverageINTEL, true, |x, y, _, _| (x + y) >> 1),
    function(op::OpUAverageINTEL, false, |x, y, _, _| (x + y) >> 1),
    function(op::OpIAverageRoundedINTEL, true, |x, y, _, _| (x + y + 1) >> 1),
    function(op::OpUAverageRoundedINTEL, false, |x, y, _, _| (x + y + 1) >> 1),
    function(op::OpISubSatINTEL, true, |x, y, least, most| (x - y).clamp(least, most)),
    function(op::OpUSubSatINTEL, false, |x, y, least, most| (x - y).clamp(least, most)),
    function(op::OpIMul32x16INTEL, true, |x, y, _, _| x * i128::from(y as i16)),
    function(op::OpUMul32x16INTEL, false, |x, y, _, _| x * i128::from(y as u16)),
];

/// The functions that exist for a width.
fn functions(width: u32) -> impl Iterator<Item = &'static Function> {
    let fits = move |function: &&Function| width == 32 || !function.is_32_bit_only();
    FUNCTIONS.iter().filter(fits)
}

impl Function {
    /// The number of operands.
    fn operands(&self) -> usize {
        match self.opcode {
            op::OpUCountLeadingZerosINTEL | op::OpUCountTrailingZerosINTEL => 1,
            _ => 2,
        }
    }

    /// Whether the function exists for 32 bits only.
    fn is_32_bit_only(&self) -> bool {
        self.operands() == 1 || matches!(self.opcode, op::OpIMul32x16INTEL | op::OpUMul32x16INTEL)
    }

    fn expected(&self, width: u32, (x, y): (u64, u64)) -> u64 {
        let one = 1i128 << width;
        let (least, most) = match self.is_signed {
            true => (-one / 2, one / 2 - 1),
            false => (0, one - 1),
        };
        let number = |bits: u64| match i128::from(bits) {
            bits if bits > most => bits - one,
            bits => bits,
        };
        ((self.of)(number(x), number(y), least, most) & (one - 1)) as u64
    }
}

/// The types of operands and result, by signedness.
const TYPES: [(&str, &str); 3] = [("I", "I"), ("U", "U"), ("I", "U")];

const SHADER: &str = "
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint source[]; };
layout(std430, binding = 1) writeonly buffer Out { uint result[]; };
FUNCTIONS
void main() {
    uint at = gl_GlobalInvocationID.x * COUNTu;
    U xU = U(FIRST), yU = U(SECOND), r;
    I xI = I(xU), yI = I(yU);
CALLS}
";

const SHORT: &str = "
Part get(uint at) { return Part(source[at]); }
void put(uint at, Part value) { result[at] = uint(value); }
";

const LONG: &str = "
Part get(uint at) { return packUint2x32(uvec2(source[2u * at], source[2u * at + 1u])); }
void put(uint at, Part value) {
    uvec2 words = unpackUint2x32(value);
    result[2u * at] = words.x;
    result[2u * at + 1u] = words.y;
}
";

/// Each function with each combination of types, on vectors of `count` components.
fn shader(width: u32, count: usize) -> String {
    let (mut declarations, mut calls) = (String::new(), String::new());
    let kinds = functions(width).flat_map(|function| TYPES.map(|types| (function, types)));
    for (row, (function, (from, to))) in kinds.enumerate() {
        let opcode = function.opcode;
        let list = |parts: [&str; 2]| parts[..function.operands()].join(", ");
        let parameters = list([&format!("{from} x"), &format!("{from} y")]);
        declarations += &format!(
            "spirv_instruction(extensions = [\"SPV_INTEL_shader_integer_functions2\"], capabilities = [5584], id = {opcode})
{to} f{row}({parameters});\n"
        );
        let arguments = list([&format!("x{from}"), &format!("y{from}")]);
        calls += &format!("    r = U(f{row}({arguments}));\n");
        for part in 0..count {
            let value = match count {
                1 => "r".to_owned(),
                _ => format!("r[{part}]"),
            };
            calls += &format!("    put({row}u * PAIRSu + at + {part}u, {value});\n");
        }
    }
    let each = |second: usize| {
        let part = |part| format!("get(2u * at + {}u)", 2 * part + second);
        (0..count).map(part).collect::<Vec<_>>().join(", ")
    };
    let name = |letter: &str| match count {
        1 => format!("{letter}int{width}_t"),
        _ => format!("{letter}{width}vec{count}"),
    };
    let memory = if width == 64 { LONG } else { SHORT };
    let body = SHADER
        .replace("FUNCTIONS", &format!("{memory}{declarations}"))
        .replace("CALLS", &calls)
        .replace("FIRST", &each(0))
        .replace("SECOND", &each(1))
        .replace("COUNT", &count.to_string())
        .replace("PAIRS", &pair_count(width).to_string());
    format!(
        "#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#define Part uint{width}_t
#define U {}
#define I {}
{body}",
        name("u"),
        name("i").replace("iint", "int"),
    )
}

/// Corner values: powers of two, their neighbours and their negatives.
fn corners(width: u32) -> Vec<u64> {
    let powers = [0, 1, 7, 8, 15, 16, 31, 32, width - 2, width - 1];
    let powers = powers.into_iter().filter(|&power| power < width);
    let positive = powers.flat_map(|power| [1u64 << power, (1 << power) + 1]);
    let mut corners: Vec<u64> = positive
        .flat_map(|number| [number, number - 1, number.wrapping_neg(), !number])
        .map(|number| number & (u64::MAX >> (64 - width)))
        .collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}

fn pairs(width: u32) -> Vec<(u64, u64)> {
    let numbers = match width {
        8 => (0..256).collect(),
        _ => corners(width),
    };
    let with = |&x: &u64| numbers.iter().map(move |&y| (x, y));
    let known = numbers.iter().flat_map(with);
    // Random values with a random number of significant bits, negative in half of the cases.
    let random = |seed: u32| {
        let [low, high, how] = [0, 1, 2].map(|word| mixed(seed + word));
        let number = (u64::from(high) << 32 | u64::from(low)) >> (64 - width) >> (how % width);
        match how >> 31 {
            0 => number,
            _ => !number & (u64::MAX >> (64 - width)),
        }
    };
    let random = (0..).map(|at: u32| (random(8 * at), random(8 * at + 4)));
    known.chain(random).take(pair_count(width)).collect()
}

struct Runner {
    name: String,
    tools: Tools,
    session: Session,
    target: Target,
}

impl Runner {
    /// Runs a shader on all pairs. The results of each function with each combination of types must equal the expected row.
    fn run(&mut self, what: &str, module: &[u32], groups: usize, input: &[u32], rows: &[Vec<u32>]) {
        let what = format!("{}, {what}", self.name);
        let found = filter(module, &self.target, &Options::default()).unwrap();
        let report = &found.report;
        let used = |rule: &str| report.rules.iter().any(|used| used.rule == rule);
        let unmet = &report.unsupported;
        assert!(used("intel-integer-functions"), "{what}: {unmet:?}");
        check(self.tools, &found.words, &self.target)
            .unwrap_or_else(|error| panic!("{what}: {error:#}"));
        let results = vec![0; rows.len() * TYPES.len() * rows[0].len()];
        let job = Job::compute(
            &found.words,
            vec![
                Buffer::storage(0, input.to_vec()),
                Buffer::storage(1, results),
            ],
            groups as u32,
        );
        let output = self.session.run(&job);
        let output = output.unwrap_or_else(|failure| panic!("{what}: {failure}"));
        let found = output.buffers[1].chunks(rows[0].len());
        let expected = rows.iter().flat_map(|row| [row; TYPES.len()]);
        for (at, (found, expected)) in found.zip(expected).enumerate() {
            if found == expected {
                continue;
            }
            let mut wrong = Wrong::default();
            for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
                if found != expected {
                    wrong.note(|| format!("word {place}: {found:#x} for {expected:#x}"));
                }
            }
            let types = TYPES[at % TYPES.len()];
            wrong.none(&format!("{what}, function {}, {types:?}", at / TYPES.len()));
        }
    }
}

#[test]
fn integer_functions_match_exact_arithmetic() {
    let Some(tools) = tools() else { return };
    let hidden = [NARROW, &[feature::shaderInt64]].concat();
    let mut runners = Vec::new();
    for (name, hidden) in [
        (EXECUTING[0], &[][..]),
        (EXECUTING[0], &hidden),
        (EXECUTING[1], &hidden),
    ] {
        let Some(driver) = driver(name) else { return };
        let mut session = Session::new(&driver);
        let target = without(&session.device().unwrap().target(), hidden);
        runners.push(Runner {
            name: format!("{name} without {hidden:?}"),
            tools,
            session,
            target,
        });
    }
    for width in [8, 16, 32, 64] {
        let pairs = pairs(width);
        let input = words(width, pairs.iter().flat_map(|&(x, y)| [x, y]));
        let row = |function: &Function| {
            words(
                width,
                pairs.iter().map(|&pair| function.expected(width, pair)),
            )
        };
        let rows: Vec<_> = functions(width).map(row).collect();
        for count in COUNTS {
            let source = shader(width, count);
            let module = tools.glsl(&source, "comp", &["--target-env", "vulkan1.1"]);
            let module = module.unwrap_or_else(|error| panic!("{error:#}\n{source}"));
            let what = format!("{count} of {width} bits");
            for runner in &mut runners {
                runner.run(&what, &module, pairs.len() / count / GROUP, &input, &rows);
            }
            // A device that supports the functions and the types keeps the module unchanged.
            let kept = [true, width == 32, width == 32];
            for (runner, kept) in runners.iter().zip(kept) {
                let outcome = match kept {
                    true => OutcomeKind::Unchanged,
                    false => OutcomeKind::Rewritten,
                };
                let found = outcome_where_native(&module, &runner.target);
                assert_eq!(found, outcome, "{}, {what}", runner.name);
            }
        }
    }
}

/// The outcome for a device like this one that supports the functions.
fn outcome_where_native(module: &[u32], target: &Target) -> OutcomeKind {
    let mut description = target.describe();
    let extension = VulkanExtension::find("VK_INTEL_shader_integer_functions2").unwrap();
    description.set_extension(extension, true);
    description.set_feature(feature::shaderIntegerFunctions2, true);
    let found = filter(module, &description.build(), &Options::default()).unwrap();
    found.report.outcome
}
