//! Random programs with subgroup operations in divergent control flow: with the driver's own subgroups, and with subgroups of the
//! same size in workgroup memory, they store the same.
//!
//! A program has an own part of a buffer for each invocation, and stores there along the way and at the end. All results that it
//! uses are defined: what an invocation reads from another is used only if that one is active. Loops test their condition first,
//! since both drivers lose values that leave a `do`-`while` which invocations leave one after another; and vectors are not tested for
//! being equal, since SwiftShader's own answer for them differs.
//!
//! `SOS_DIVERGENT_PROGRAMS=N` runs N programs on each driver instead of the usual number; program numbers are seeds, so that the
//! first ones stay the same.

use std::fmt::Write as _;
use std::process::Command;

use sos_core::target::VulkanExtension;
use sos_core::{Options, SubgroupSize, Target};
use sos_tests::driver::EXECUTING;
use sos_tests::filtered::{check, filter, filtered};
use sos_tests::random::{random_words, Random};
use sos_tests::tools::read_module;
use sos_tests::{driver, tools, Buffer, Job, Session, Tools};

/// The usual number of programs on each driver.
const PROGRAMS: u64 = 12;
/// Subgroup operations in a program: drivers compile many barriers slowly.
const OPERATIONS: usize = 6;
const GROUPS: usize = 3;
/// Words that an invocation reads, that all read, and that an invocation writes.
const READ: usize = 8;
const SHARED: usize = 4;
const WRITTEN: usize = 32;
/// Workgroup sizes. The drivers at hand number the invocations of a subgroup along x.
const SIZES: [[usize; 3]; 8] = [
    [64, 1, 1],
    [24, 1, 1],
    [80, 1, 1],
    [128, 1, 1],
    [20, 1, 1],
    [8, 4, 2],
    [16, 3, 1],
    [8, 2, 3],
];
/// What the optimizer does to programs, for phis and for pointers that are used in several blocks.
const OPTIMIZATIONS: [&[&str]; 4] = [
    &[],
    &["-O"],
    &["--ssa-rewrite"],
    &[
        "--merge-return",
        "--inline-entry-points-exhaustive",
        "--private-to-local",
        "--ssa-rewrite",
        "--redundancy-elimination",
    ],
];

/// Extensions that give a device subgroup operations, too.
const HIDDEN: [&str; 4] = [
    "VK_AMD_shader_ballot",
    "VK_EXT_shader_subgroup_ballot",
    "VK_EXT_shader_subgroup_vote",
    "VK_KHR_shader_subgroup_rotate",
];

/// Where a statement is.
#[derive(Clone, Copy, Default)]
struct Place {
    depth: usize,
    in_function: bool,
    /// Whether `break` and `continue` may be here.
    breaks: bool,
    continues: bool,
    /// All invocations of the workgroup come here together, unless some have returned.
    together: bool,
    /// In a loop whose iterations begin together: nothing leaves it.
    stays: bool,
}

impl Place {
    /// In a branch or a loop that invocations may take alone.
    fn apart(self) -> Self {
        Self {
            depth: self.depth + 1,
            together: false,
            ..self
        }
    }
}

/// A program while it is written.
struct Writer {
    random: Random,
    text: String,
    /// What can be assigned to and what can be read.
    variables: Vec<String>,
    values: Vec<String>,
    arrays: Vec<&'static str>,
    /// The number of each function, and the number of its operations.
    functions: Vec<(usize, usize)>,
    operations: usize,
    /// Invocations may have returned from the entry point.
    returned: bool,
    names: usize,
    slots: usize,
    width: usize,
}

impl Writer {
    /// The source of a program.
    fn program(seed: u64) -> (String, usize) {
        let mut random = Random::new(seed);
        let [x, y, z] = random.choose(&SIZES);
        let width = x * y * z;
        let functions = random.below(3);
        let mut writer = Self {
            random,
            text: format!(
                "#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = {x}, local_size_y = {y}, local_size_z = {z}) in;
layout(std430, binding = 0) readonly buffer Source {{ uint same[{SHARED}]; uint source[]; }};
layout(std430, binding = 1) buffer Result {{ uint result[]; }};
shared uint board[{width}];
uint at, to, global;
uint shelf[4];
uvec2 pair;
"
            ),
            variables: Vec::new(),
            values: Vec::new(),
            arrays: vec!["shelf"],
            functions: Vec::new(),
            operations: 0,
            returned: false,
            names: 0,
            slots: 0,
            width,
        };
        for number in 0..functions {
            writer.function(number);
        }
        writer.main();
        (writer.text, width)
    }

    fn line(&mut self, place: Place, line: &str) {
        writeln!(self.text, "{:1$}{line}", "", 4 * place.depth).unwrap();
    }

    fn scope(&mut self, variables: &[&str]) {
        self.variables = variables.iter().map(|&name| name.to_owned()).collect();
        self.values.clone_from(&self.variables);
        self.values.push("gl_SubgroupInvocationID".to_owned());
    }

    /// A function with a result and a parameter that it changes.
    fn function(&mut self, number: usize) {
        self.scope(&["given", "changed", "global"]);
        self.operations = 1 + self.random.below(2);
        let before = self.operations;
        writeln!(
            self.text,
            "uint f{number}(uint given, inout uint changed) {{"
        )
        .unwrap();
        let place = Place {
            depth: 1,
            in_function: true,
            ..Place::default()
        };
        self.statements(place, 4);
        let result = self.value();
        self.line(place, &format!("return {result};"));
        self.text += "}\n";
        self.functions.push((number, before - self.operations));
    }

    fn main(&mut self) {
        self.scope(&["a", "b", "c", "global"]);
        self.arrays.push("box");
        self.operations = OPERATIONS;
        let width = self.width;
        writeln!(
            self.text,
            "void main() {{
    uint number = gl_WorkGroupID.x * {width}u + gl_LocalInvocationIndex;
    at = number * {READ}u;
    to = number * {WRITTEN}u;
    uint a = source[at], b = source[at + 1u], c = source[at + 2u];
    global = source[at + 3u];
    pair = uvec2(a ^ b, c);
    uint box[4] = uint[](a, 1u, b, 3u);
    for (uint i = 0u; i < 4u; ++i) shelf[i] = i * b;"
        )
        .unwrap();
        let place = Place {
            depth: 1,
            together: true,
            ..Place::default()
        };
        self.statements(place, 9);
        let end = WRITTEN - 12;
        for (at, name) in (end..).zip(["a", "b", "c", "global", "pair.x", "pair.y"]) {
            self.line(place, &format!("result[to + {at}u] = {name};"));
        }
        self.line(
            place,
            "for (uint i = 0u; i < 4u; ++i) result[to + 28u + i] = shelf[i] ^ box[i];",
        );
        self.text += "}\n";
    }

    fn name(&mut self, of: &str) -> String {
        self.names += 1;
        format!("{of}{}", self.names)
    }

    fn variable(&mut self) -> String {
        let at = self.random.below(self.variables.len());
        self.variables[at].clone()
    }

    /// A value that needs no operation of the subgroup.
    fn value(&mut self) -> String {
        let at = self.random.below(self.values.len());
        let known = self.values[at].clone();
        match self.random.below(8) {
            0 => format!("{}u", self.random.below(9)),
            1 => format!("source[at + ({known} & 7u)]"),
            2 => format!("{}[{known} & 3u]", self.random.choose(&self.arrays)),
            3 => format!("pair[{known} & 1u]"),
            4 => {
                let other = self.value();
                format!(
                    "({known} {} {other})",
                    self.random.choose(&["+", "^", "*", "&", "|", "-"])
                )
            }
            5 => format!("({known} >> {}u)", self.random.below(9)),
            _ => known,
        }
    }

    /// A condition that differs between invocations.
    fn condition(&mut self) -> String {
        let value = self.value();
        match self.random.below(5) {
            0 => format!("{value} < {}", self.value()),
            1 => format!("({value} & 7u) > {}u", self.random.below(6)),
            2 => format!("((gl_SubgroupInvocationID ^ {value}) & 1u) != 0u"),
            _ => format!("({value} & {}u) != 0u", self.random.choose(&[1, 2, 3, 6])),
        }
    }

    /// A condition, perhaps with an operation of the subgroup in it.
    fn any_condition(&mut self) -> String {
        let condition = self.condition();
        if self.operations == 0 || self.random.percent(65) {
            return condition;
        }
        self.operations -= 1;
        let vote = match self.random.below(5) {
            0 => format!("subgroupAny({condition})"),
            1 => format!("subgroupAll({condition})"),
            2 => "subgroupElect()".to_owned(),
            3 => format!("subgroupAllEqual({} & 1u)", self.value()),
            _ => format!("subgroupInverseBallot(subgroupBallot({condition}))"),
        };
        match self.random.below(4) {
            0 => format!("{} && {vote}", self.condition()),
            1 => format!("{} || {vote}", self.condition()),
            _ => vote,
        }
    }

    /// A condition that is the same for all invocations of a workgroup.
    fn same_condition(&mut self) -> String {
        match self.random.below(4) {
            0 => format!("same[{}] > 1u", self.random.below(SHARED)),
            1 => "gl_WorkGroupID.x != 1u".to_owned(),
            2 => format!("gl_NumWorkGroups.x == {GROUPS}u"),
            _ => format!("same[gl_WorkGroupID.x] != {}u", self.random.below(3)),
        }
    }

    fn statements(&mut self, place: Place, most: usize) {
        let (variables, values) = (self.variables.len(), self.values.len());
        for _ in 0..1 + self.random.below(most) {
            self.statement(place);
        }
        self.variables.truncate(variables);
        self.values.truncate(values);
    }

    fn statement(&mut self, place: Place) {
        let nests = place.depth < 5;
        match self.random.below(20) {
            0 | 1 if nests => self.selection(place),
            2 if nests => self.switch(place),
            3 | 4 if nests => self.repetition(place),
            5 if nests && place.together => self.together(place),
            6 if place.together && !self.returned => self.exchange(place),
            7 => self.jump(place),
            8 | 9 => self.call(place),
            10..=14 if self.operations > 0 => self.operation(place),
            15 => {
                let value = self.value();
                let name = self.name("x");
                self.line(place, &format!("uint {name} = {value};"));
                self.variables.push(name.clone());
                self.values.push(name);
            }
            16 => self.store(place),
            17 => {
                let (array, index) = (self.random.choose(&self.arrays), self.value());
                let value = self.value();
                self.line(place, &format!("{array}[{index} & 3u] += {value};"));
            }
            18 => {
                let value = self.value();
                let part = self.random.choose(&[".x", ".y", ""]);
                self.line(place, &format!("pair{part} ^= {value};"));
            }
            _ => {
                let (name, value) = (self.variable(), self.value());
                self.line(place, &format!("{name} = {name} * 3u + {value};"));
            }
        }
    }

    fn store(&mut self, place: Place) {
        self.slots = (self.slots + 1) % (WRITTEN - 12);
        let (slot, value) = (self.slots, self.value());
        let how = self.random.choose(&["=", "+=", "^="]);
        self.line(place, &format!("result[to + {slot}u] {how} {value};"));
    }

    fn selection(&mut self, place: Place) {
        let condition = self.any_condition();
        self.line(place, &format!("if ({condition}) {{"));
        self.statements(place.apart(), 4);
        if self.random.percent(50) {
            self.line(place, "} else {");
            self.statements(place.apart(), 4);
        }
        self.line(place, "}");
    }

    fn switch(&mut self, place: Place) {
        let inside = Place {
            breaks: true,
            ..place.apart()
        };
        let value = self.value();
        self.line(place, &format!("switch ({value} & 3u) {{"));
        let default = self.random.below(5);
        for case in 0..4 {
            if case == default {
                self.line(place, "default:");
            }
            if self.random.percent(80) {
                self.line(place, &format!("case {case}:"));
            }
            if case == 0 && default != 0 {
                self.line(place, "case 9:");
            }
            if self.random.percent(70) {
                self.line(place, "{");
                self.statements(inside, 3);
                self.line(place, "}");
            }
            if self.random.percent(60) {
                self.line(inside, "break;");
                // Statements behind it need a label.
                self.line(place, &format!("case {}:", case + 4));
            }
        }
        self.line(inside, "break;");
        self.line(place, "}");
    }

    fn repetition(&mut self, place: Place) {
        let inside = Place {
            breaks: true,
            continues: true,
            ..place.apart()
        };
        let counter = self.name("i");
        let (bound, condition) = (self.value(), self.any_condition());
        let bound = format!("({bound} & 3u)");
        match self.random.below(4) {
            0 => {
                self.line(place, &format!("uint {counter} = 0u;"));
                self.line(
                    place,
                    &format!("while ({counter}++ < 3u && ({condition})) {{"),
                );
            }
            1 => {
                self.line(
                    place,
                    &format!("for (uint {counter} = 0u; {counter} < 3u && ({condition}); ++{counter}) {{"),
                );
            }
            2 => {
                let step = self.value();
                self.line(
                    place,
                    &format!("for (uint {counter} = 0u; {counter} < {bound}; {counter} += 1u + ({step} & 1u)) {{"),
                );
            }
            _ => {
                self.line(
                    place,
                    &format!("for (uint {counter} = 0u; {counter} < 1u + {bound}; ++{counter}) {{"),
                );
            }
        }
        self.values.push(counter);
        self.statements(inside, 5);
        self.values.pop();
        self.line(place, "}");
    }

    /// A branch or a loop that all take together.
    fn together(&mut self, place: Place) {
        let mut inside = Place {
            depth: place.depth + 1,
            ..place
        };
        if self.random.percent(50) {
            let condition = self.same_condition();
            self.line(place, &format!("if ({condition}) {{"));
            self.statements(inside, 4);
        } else {
            let counter = self.name("i");
            inside.stays = true;
            let bound = self
                .random
                .choose(&["2u", "(same[1] & 3u)", "(1u + gl_WorkGroupID.x)"]);
            self.line(
                place,
                &format!("for (uint {counter} = 0u; {counter} < {bound}; ++{counter}) {{"),
            );
            self.values.push(counter);
            self.statements(inside, 4);
            self.values.pop();
        }
        self.line(place, "}");
    }

    /// An exchange between all invocations.
    fn exchange(&mut self, place: Place) {
        let (name, value, width) = (self.variable(), self.value(), self.width);
        self.line(place, &format!("board[gl_LocalInvocationIndex] = {value};"));
        self.line(place, "barrier();");
        self.line(
            place,
            &format!("{name} ^= board[(gl_LocalInvocationIndex + 5u) % {width}u];"),
        );
        self.line(place, "barrier();");
    }

    fn jump(&mut self, place: Place) {
        let mut jumps = Vec::new();
        if place.breaks {
            jumps.push("break;");
        }
        if place.continues {
            jumps.push("continue;");
        }
        if place.in_function || !place.stays && self.random.percent(30) {
            jumps.push("return");
        }
        let Some(jump) = self.random.pick(&jumps) else {
            return;
        };
        let condition = self.any_condition();
        let jump = match (jump, place.in_function) {
            ("return", true) => format!("return {};", self.value()),
            ("return", false) => {
                self.returned = true;
                "return;".to_owned()
            }
            _ => jump.to_owned(),
        };
        self.line(place, &format!("if ({condition}) {jump}"));
    }

    fn call(&mut self, place: Place) {
        let Some((number, operations)) = self.random.pick(&self.functions) else {
            return;
        };
        if operations > self.operations {
            return;
        }
        self.operations -= operations;
        let (name, changed, value) = (self.variable(), self.variable(), self.value());
        self.line(place, &format!("{name} += f{number}({value}, {changed});"));
    }

    fn operation(&mut self, place: Place) {
        self.operations -= 1;
        let (value, condition) = (self.value(), self.condition());
        let scan = self.random.choose(&["", "Inclusive", "Exclusive"]);
        let of = self
            .random
            .choose(&["Add", "Mul", "Min", "Max", "And", "Or", "Xor"]);
        let result = match self.random.below(19) {
            0 | 1 => format!("subgroup{scan}{of}({value})"),
            2 => {
                let of = self.random.choose(&["Min", "Max", "Add"]);
                format!("uint(subgroup{scan}{of}(int({value})))")
            }
            3 => {
                let of = self.random.choose(&["Min", "Max"]);
                format!("uint(subgroup{of}(float({value} & 255u)))")
            }
            4 => {
                let size = self.random.choose(&[2, 4]);
                format!("subgroupClustered{of}({value}, {size}u)")
            }
            5 => {
                self.line(
                    place,
                    &format!("pair = subgroup{scan}{of}(pair ^ {value});"),
                );
                return;
            }
            6 => {
                self.line(
                    place,
                    &format!("pair.yx = subgroupBroadcastFirst(pair + {value});"),
                );
                return;
            }
            7 => format!("uint(subgroupElect()) + {value}"),
            8 => format!("uint(subgroupAllEqual({value} & 3u))"),
            9 => format!("subgroupBallot({condition})[0]"),
            10 => {
                let count =
                    self.random
                        .choose(&["BitCount", "InclusiveBitCount", "ExclusiveBitCount"]);
                format!("subgroupBallot{count}(subgroupBallot({condition}))")
            }
            11 => format!("uint(subgroupAnd({condition}))"),
            12 => format!("subgroupBroadcastFirst({value})"),
            13 => {
                let end = self.random.choose(&["LSB", "MSB"]);
                format!("subgroupShuffle({value}, subgroupBallotFind{end}(subgroupBallot(true)))")
            }
            14 => format!("({condition}) ? subgroup{scan}{of}({value}) : 5u"),
            _ => return self.read(place, &value),
        };
        match self.random.below(4) {
            0 => {
                self.slots = (self.slots + 1) % (WRITTEN - 12);
                let slot = self.slots;
                self.line(place, &format!("result[to + {slot}u] += {result};"));
            }
            1 => {
                let (array, index) = (self.random.choose(&self.arrays), self.value());
                self.line(place, &format!("{array}[{index} & 3u] = {result};"));
            }
            _ => {
                let name = self.variable();
                self.line(place, &format!("{name} = {name} * 5u + ({result});"));
            }
        }
    }

    /// Reads a value from an invocation that may not be active.
    fn read(&mut self, place: Place, value: &str) {
        let by = 1 + self.random.below(3);
        let own = "gl_SubgroupInvocationID";
        let (read, from) = match self.random.below(7) {
            0 => (
                format!("ShuffleXor({value}, {by}u)"),
                format!("{own} ^ {by}u"),
            ),
            1 => (
                format!("ShuffleUp({value}, {by}u)"),
                format!("{own} - {by}u"),
            ),
            2 => (
                format!("ShuffleDown({value}, {by}u)"),
                format!("{own} + {by}u"),
            ),
            3 => (format!("Broadcast({value}, {by}u)"), format!("{by}u")),
            4 => (
                format!("QuadBroadcast({value}, {by}u)"),
                format!("({own} & ~3u) + {by}u"),
            ),
            5 => (
                format!("Shuffle({value}, {own} ^ (same[2] & 3u))"),
                format!("{own} ^ (same[2] & 3u)"),
            ),
            _ => {
                let way = ["Horizontal", "Vertical", "Diagonal"][by - 1];
                (format!("QuadSwap{way}({value})"), format!("{own} ^ {by}u"))
            }
        };
        let from = format!("({from})");
        let (got, is_active) = (self.name("x"), self.name("y"));
        self.line(place, &format!("uint {got} = subgroup{read};"));
        self.line(
            place,
            &format!("bool {is_active} = {from} < gl_SubgroupSize && subgroupBallotBitExtract(subgroupBallot(true), {from});"),
        );
        let name = self.variable();
        self.line(place, &format!("{name} += {is_active} ? {got} : 7u;"));
    }
}

/// A driver, and it without its subgroup operations.
struct Runner {
    tools: Tools,
    session: Session,
    own: Target,
    hidden: Target,
    options: Options,
}

impl Runner {
    /// Compares what a program stores. Returns whether its control flow was replaced, or what is wrong.
    fn compare(&mut self, seed: u64, source: &str, width: usize) -> Result<bool, String> {
        let words = self
            .tools
            .glsl(source, "comp", &["--target-env", "vulkan1.1"]);
        let words = words.map_err(|error| format!("{error:#}"))?;
        let words = optimized(&words, OPTIMIZATIONS[seed as usize % OPTIMIZATIONS.len()]);
        let own = filtered(&words, &self.own, &Options::default());
        let own = own.map_err(|error| format!("native: {error:#}"))?;
        let filter = |words: &[u32]| filter(words, &self.hidden, &self.options);
        let emulated = filter(&words).map_err(|error| error.to_string())?;
        if emulated.words.is_empty() {
            return Err(format!("refused: {:?}", emulated.report.unsupported));
        }
        check(self.tools, &emulated.words, &self.hidden).map_err(|error| format!("{error:#}"))?;
        let again = filter(&emulated.words).map_err(|error| error.to_string())?;
        if again.words != emulated.words {
            return Err("filtering the output changes it".to_owned());
        }
        let count = GROUPS * width;
        let mut random = Random::new(seed);
        let same = (0..SHARED).map(|_| random.below_u32(4)).collect::<Vec<_>>();
        let own_words =
            (0..count * READ)
                .zip(random_words(seed))
                .map(|(at, word)| match at / READ % 5 {
                    0 => word & 3,
                    _ => word >> (random.below(2) * 24),
                });
        let input: Vec<_> = same.into_iter().chain(own_words).collect();
        let mut run = |words: &[u32]| {
            let buffers = vec![
                Buffer::storage(0, input.clone()),
                Buffer::storage(1, vec![0; count * WRITTEN]),
            ];
            let job = Job::compute(words, buffers, GROUPS as u32);
            self.session
                .run(&job)
                .map(|output| output.buffers[1].clone())
        };
        let expected = run(&own).map_err(|failure| format!("native: {failure}"))?;
        let found = run(&emulated.words).map_err(|failure| failure.to_string())?;
        let differs = |at: &usize| expected[*at] != found[*at];
        match (0..expected.len()).find(differs) {
            None => {
                let mut rules = emulated.report.rules.iter();
                Ok(rules.any(|rule| rule.rule == "subgroup-divergent-flow"))
            }
            Some(at) => Err(format!(
                "word {} of invocation {} is {:#x}, and {:#x} in {} others, natively {:#x}",
                at % WRITTEN,
                at / WRITTEN,
                found[at],
                found[at],
                (0..expected.len()).filter(differs).count() - 1,
                expected[at],
            )),
        }
    }
}

/// The module as the optimizer leaves it, if there is one.
fn optimized(words: &[u32], how: &[&str]) -> Vec<u32> {
    if how.is_empty() {
        return words.to_vec();
    }
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["from.spv", "to.spv"].map(|name| folder.path().join(name));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(&from, bytes).unwrap();
    let mut command = Command::new("spirv-opt");
    let done = command.args(how).arg(&from).arg("-o").arg(&to).output();
    match done.is_ok_and(|done| done.status.success()) {
        true => read_module(&to).unwrap(),
        false => words.to_vec(),
    }
}

fn programs_match(name: &str, size: u32) {
    let (Some(tools), Some(driver)) = (tools(), driver(name)) else {
        return;
    };
    let mut session = Session::new(&driver);
    let own = session.device().unwrap().target();
    let mut hidden = own.describe();
    let properties = &mut hidden.properties;
    properties.subgroup_supported_operations = Some(0);
    properties.subgroup_size = Some(1);
    properties.min_subgroup_size = Some(1);
    properties.max_subgroup_size = Some(1);
    for extension in HIDDEN {
        hidden.set_extension(VulkanExtension::find(extension).unwrap(), false);
    }
    let mut runner = Runner {
        tools,
        session,
        own,
        hidden: hidden.build(),
        options: Options {
            subgroup_size: SubgroupSize::new(size),
            ..Options::default()
        },
    };
    let count = std::env::var("SOS_DIVERGENT_PROGRAMS");
    let count = count.map_or(PROGRAMS, |count| count.parse().unwrap());
    let mut wrong = Vec::new();
    let mut replaced = 0;
    for seed in 0..count {
        let (source, width) = Writer::program(seed);
        match runner.compare(seed, &source, width) {
            Ok(diverges) => replaced += u64::from(diverges),
            Err(what) => {
                eprintln!("// program {seed} on {name}: {what}\n{source}");
                wrong.push(seed);
            }
        }
    }
    println!("{name}: the control flow of {replaced} of {count} programs was replaced");
    assert!(
        wrong.is_empty(),
        "{} programs of {count}: {wrong:?}",
        wrong.len()
    );
}

#[test]
fn programs_match_on_lavapipe() {
    programs_match(EXECUTING[0], 8);
}

#[test]
fn programs_match_on_swiftshader() {
    programs_match(EXECUTING[1], 4);
}
