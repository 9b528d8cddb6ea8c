//! The same work twice: with 8-, 16- or 64-bit values, and as a programmer without them writes it in 32 bits. Both leave the
//! same bytes, and the filtered one takes no more instructions than is said here: in the entry point in percent of those by
//! hand, and in functions that are there once for all.
//!
//! What is printed stands in `docs/narrow-values.md` and `docs/long-integers.md`. The same for memory: `tests/storage/hand.rs`.

mod tasks;

use sos_core::tables::op;
use sos_core::target::{feature, Feature};
use sos_core::Options;
use sos_tests::filtered::{environment, filter};
use sos_tests::reduced::without;
use sos_tests::{driver, tools, Buffer, Job, Session};
use tasks::TASKS;

/// What is hidden from the filter.
const HIDDEN: &[Feature] = &[
    feature::shaderFloat16,
    feature::shaderInt8,
    feature::shaderInt16,
    feature::shaderInt64,
];

/// How long functions are.
struct Length {
    /// The entry point, which comes first.
    entry: usize,
    /// All others.
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

/// Instructions in functions, without those that only front ends write: variables of a function and what goes through
/// them.
fn length(words: &[u32]) -> Length {
    let mut own = Vec::new();
    let mut functions = Vec::new();
    let mut at = 5;
    while let Some(&first) = words.get(at) {
        let (opcode, len) = (first as u16, (first >> 16) as usize);
        let operand = |index: usize| words[at + index];
        if opcode == op::OpFunction {
            functions.push(0);
        }
        if let Some(count) = functions.last_mut() {
            let through_own = match opcode {
                op::OpVariable => {
                    own.push(operand(2));
                    true
                }
                op::OpLoad => own.contains(&operand(3)),
                op::OpStore => own.contains(&operand(1)),
                op::OpCopyObject => true,
                _ => false,
            };
            *count += usize::from(!through_own);
        }
        at += len;
    }
    Length {
        entry: functions[0],
        rest: functions[1..].iter().sum(),
    }
}

#[test]
fn as_good_as_by_hand() {
    let Some(tools) = tools() else { return };
    println!("| task | as written | filtered for lavapipe | for SwiftShader | by hand |\n|---|---:|---:|---:|---:|");
    for task in TASKS {
        let compile = |body: &str| {
            let text = format!("{}{}{body}", tasks::HEAD, task.both);
            let words = tools.glsl(&text, "comp", &["--target-env", "vulkan1.1"]);
            words.unwrap_or_else(|error| panic!("{}: {error}", task.name))
        };
        let (narrow, hand) = (compile(task.narrow), compile(task.hand));
        let by_hand = length(&hand);
        let mut line = format!("| {} | {} ", task.name, length(&narrow));
        for name in ["lavapipe", "swiftshader"] {
            let Some(driver) = driver(name) else { return };
            let mut session = Session::new(&driver);
            let target = without(&session.device().unwrap().target(), HIDDEN);
            let words = filter(&narrow, &target, &Options::default()).unwrap().words;
            assert!(!words.is_empty(), "{} on {name}", task.name);
            tools.validate(&words, environment(&target)).unwrap();
            let mut run = |words: &[u32]| {
                let job = Job::compute(
                    words,
                    vec![
                        Buffer::storage(0, tasks::input()),
                        Buffer::storage(1, vec![u32::MAX; tasks::WORDS]),
                    ],
                    1,
                );
                session.run(&job).unwrap().buffers
            };
            assert!(run(&words) == run(&hand), "{} on {name}", task.name);
            let found = length(&words);
            line += &format!("| {found} ");
            let most = (by_hand.entry + by_hand.rest) * task.percent / 100;
            assert!(found.entry <= most, "{line}: {most} allowed");
            assert!(found.rest <= task.rest, "{line}: {} allowed", task.rest);
        }
        println!("{line}| {by_hand} |");
    }
}
