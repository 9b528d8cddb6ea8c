//! Filtered shaders with 8-, 16- and 64-bit values compared with equivalent ones that are written by hand in 32 bits: results
//! are equal, and the filtered shaders have at most the specified number of instructions, in the entry point in percent of the
//! handwritten one, and in functions in absolute numbers.
//!
//! `docs/narrow-values.md` and `docs/long-integers.md` contain the table that this prints. `tests/storage/handwritten.rs` does
//! the same for memory.

mod tasks;

use sos_core::tables::op;
use sos_core::target::{feature, Feature};
use sos_core::Options;
use sos_tests::filtered::{environment, filter};
use sos_tests::reduced::without;
use sos_tests::{driver, tools, Buffer, Job, Session};
use tasks::{MODES, TASKS};

/// The features hidden from the target.
const HIDDEN: &[Feature] = &[
    feature::shaderFloat16,
    feature::shaderInt8,
    feature::shaderInt16,
    feature::shaderInt64,
];

/// The numbers of instructions.
struct Length {
    /// In the entry point, which is the first function.
    entry: usize,
    /// In all other functions.
    rest: usize,
}

impl std::fmt::Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.rest {
            0 => write!(f, "{}", self.entry),
            rest => write!(f, "{} + {rest}", self.entry),
        }
    }
}

/// Counts instructions in functions, without `Function` variables, their loads and stores, and copies, which front ends emit in
/// different numbers.
fn length(words: &[u32]) -> Length {
    let mut function_variables = Vec::new();
    let mut functions = Vec::new();
    let mut at = 5;
    while let Some(&first) = words.get(at) {
        let (opcode, len) = (first as u16, (first >> 16) as usize);
        let operand = |index: usize| words[at + index];
        if opcode == op::OpFunction {
            functions.push(0);
        }
        if let Some(count) = functions.last_mut() {
            let accesses_function_variable = match opcode {
                op::OpVariable => {
                    function_variables.push(operand(2));
                    true
                }
                op::OpLoad => function_variables.contains(&operand(3)),
                op::OpStore => function_variables.contains(&operand(1)),
                op::OpCopyObject => true,
                _ => false,
            };
            *count += usize::from(!accesses_function_variable);
        }
        at += len;
    }
    Length {
        entry: functions[0],
        rest: functions[1..].iter().sum(),
    }
}

fn job(words: &[u32]) -> Job {
    let buffers = vec![
        Buffer::storage(0, tasks::input()),
        Buffer::storage(1, vec![u32::MAX; tasks::WORDS]),
    ];
    Job::compute(words, buffers, 1)
}

#[test]
fn instruction_counts_are_close_to_handwritten_shaders() {
    let Some(tools) = tools() else { return };
    println!("| task | unfiltered | filtered for lavapipe | for SwiftShader | handwritten |\n|---|---:|---:|---:|---:|");
    for task in TASKS {
        let compile = |body: &str| {
            let text = format!("{}{}{body}", tasks::HEAD, task.both);
            let words = tools.glsl(&text, "comp", &["--target-env", "vulkan1.1"]);
            words.unwrap_or_else(|error| panic!("{}: {error}", task.name))
        };
        let (narrow, handwritten) = (compile(task.narrow), compile(task.handwritten));
        let handwritten_count = length(&handwritten);
        let mut line = format!("| {} | {} ", task.name, length(&narrow));
        for name in ["lavapipe", "swiftshader"] {
            let Some(driver) = driver(name) else { return };
            let mut session = Session::new(&driver);
            let target = without(&session.device().unwrap().target(), HIDDEN);
            let words = filter(&narrow, &target, &Options::default()).unwrap().words;
            assert!(!words.is_empty(), "{} on {name}", task.name);
            tools.validate(&words, environment(&target)).unwrap();
            let mut run = |words: &[u32]| session.run(&job(words)).unwrap().buffers;
            assert!(run(&words) == run(&handwritten), "{} on {name}", task.name);
            let found = length(&words);
            line += &format!("| {found} ");
            let most = (handwritten_count.entry + handwritten_count.rest) * task.percent / 100;
            assert!(found.entry <= most, "{line}: {most} allowed");
            assert!(found.rest <= task.rest, "{line}: {} allowed", task.rest);
        }
        println!("{line}| {handwritten_count} |");
    }
}

/// No driver at hand has these modes for halves, and GLSL has no function that rounds towards zero. So the drivers are compared with
/// each other.
#[test]
fn modes_of_halves_cost_what_is_documented() {
    let Some(tools) = tools() else { return };
    println!("| modes | filtered for lavapipe | for SwiftShader |\n|---|---:|---:|");
    let mut results = Vec::new();
    for (name, modes, entry, rest) in MODES {
        let text = [tasks::HEAD, &modes.concat(), TASKS[0].narrow].concat();
        let words = tools.glsl(&text, "comp", &["--target-env", "vulkan1.1"]);
        let words = words.unwrap();
        let mut line = format!("| {name} ");
        let mut of_drivers = Vec::new();
        for driver_name in ["lavapipe", "swiftshader"] {
            let Some(driver) = driver(driver_name) else {
                return;
            };
            let mut session = Session::new(&driver);
            let target = without(&session.device().unwrap().target(), HIDDEN);
            let words = filter(&words, &target, &Options::default()).unwrap().words;
            assert!(!words.is_empty(), "{name} on {driver_name}");
            tools.validate(&words, environment(&target)).unwrap();
            of_drivers.push(session.run(&job(&words)).unwrap().buffers);
            let found = length(&words);
            line += &format!("| {found} ");
            assert_eq!((found.entry, found.rest), (entry, rest), "{line}");
        }
        println!("{line}|");
        assert!(of_drivers[0] == of_drivers[1], "{name}");
        results.push(of_drivers.pop());
    }
    assert!(results[0] != results[1], "nothing is rounded towards zero");
}
