//! What is done with one module: it is filtered for each device and each set of options; each distinct output is validated for
//! each environment that it is meant for, and filtered again for the device that it was made for, which must leave it as it is.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};

use serde::Serialize;
use sos_core::words::to_bytes;
use sos_core::{filter, Module, Options, Outcome, OutcomeKind, Scratch, Target};
use sos_runner::validator::Validator;
use sos_tests::filtered::declarations;

use crate::configurations::{Configurations, Device, OptionSet};
use crate::faults::{Fault, Kind};
use crate::inputs::{Class, Input};

/// What happened how often.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Counts {
    /// Modules by class.
    pub(crate) inputs: [usize; 3],
    /// Runs by outcome.
    unchanged: usize,
    rewritten: usize,
    unsupported: usize,
    errors: usize,
    /// Distinct outputs of each module, the module itself included where a device accepts it.
    pub(crate) outputs: usize,
    /// Calls of the validator for outputs.
    validated: usize,
}

impl Counts {
    pub(crate) fn modules(&self) -> usize {
        self.inputs.iter().sum()
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.inputs.iter_mut().zip(other.inputs) {
            *mine += theirs;
        }
        self.unchanged += other.unchanged;
        self.rewritten += other.rewritten;
        self.unsupported += other.unsupported;
        self.errors += other.errors;
        self.outputs += other.outputs;
        self.validated += other.validated;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            unchanged,
            rewritten,
            unsupported,
            errors,
            outputs,
            validated,
            ..
        } = self;
        let runs = unchanged + rewritten + unsupported + errors;
        write!(
            to,
            "{runs} runs: {unchanged} unchanged, {rewritten} rewritten, {unsupported} unsupported, {errors} errors\n\
             {outputs} distinct outputs, validated {validated} times"
        )
    }
}

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message and the place of a panic, which is then a fault of one run and not printed.
pub(crate) fn record_panics() {
    std::panic::set_hook(Box::new(|panic| {
        PANIC.with_borrow_mut(|message| *message = panic.to_string());
    }));
}

/// The message and the place of this thread's last panic.
pub(crate) fn last_panic() -> String {
    PANIC.take()
}

/// A run's result.
enum Ran {
    Unchanged,
    Rewritten(Vec<u32>),
    Unsupported,
    Error(String),
    Panic(String),
}

/// Everything that works on one module at a time.
pub(crate) struct Work<'a> {
    configurations: &'a Configurations,
    validator: &'a Validator,
    scratch: Scratch,
}

/// An output, with its first configuration for each of the validator's arguments, and how many share those.
struct Output<'a> {
    words: Vec<u32>,
    asked: HashMap<&'a str, (&'a Device, OptionSet, usize)>,
}

impl<'a> Work<'a> {
    pub(crate) fn new(configurations: &'a Configurations, validator: &'a Validator) -> Self {
        Self {
            configurations,
            validator,
            scratch: Scratch::new(),
        }
    }

    /// Examines one module on some of the devices.
    pub(crate) fn examine(
        &mut self,
        input: &Input,
        devices: &[&'a Device],
    ) -> (Counts, Vec<Fault>) {
        let class = Class::of(&input.words, self.validator);
        let mut counts = Counts::default();
        counts.inputs[class as usize] += 1;
        let (mut faults, mut outputs) = (Vec::new(), HashMap::<_, Output<'a>>::new());
        for (set, options) in &self.configurations.options {
            for device in devices {
                let mut fault = |kind, message: String| {
                    if class == Class::Vulkan || kind == Kind::Panic {
                        faults.push(Fault::new(kind, message, input, &device.name, *set, 1));
                    }
                };
                let words = match self.run(&input.words, &device.target, options) {
                    Ran::Panic(message) => {
                        fault(Kind::Panic, message);
                        continue;
                    }
                    Ran::Error(message) => {
                        counts.errors += 1;
                        fault(Kind::Error, message);
                        continue;
                    }
                    Ran::Unsupported => {
                        counts.unsupported += 1;
                        continue;
                    }
                    Ran::Unchanged => {
                        counts.unchanged += 1;
                        input.words.clone()
                    }
                    Ran::Rewritten(words) => {
                        counts.rewritten += 1;
                        match self.run(&words, &device.target, options) {
                            Ran::Unchanged => {}
                            Ran::Rewritten(again) => {
                                let how = self.how(&words, &device.target, options);
                                fault(
                                    Kind::SecondRun,
                                    format!("{how}; {}", first_difference(&words, &again)),
                                );
                            }
                            Ran::Unsupported => {
                                fault(
                                    Kind::SecondRefusal,
                                    self.how(&words, &device.target, options),
                                );
                            }
                            Ran::Error(message) => fault(Kind::SecondError, message),
                            Ran::Panic(message) => fault(Kind::Panic, message),
                        }
                        words
                    }
                };
                if class != Class::Vulkan {
                    continue;
                }
                if let Err(error) = declarations(&words, &device.target) {
                    fault(Kind::Declaration, error.to_string());
                }
                let output = outputs
                    .entry(blake3::hash(&to_bytes(&words)))
                    .or_insert_with(|| Output {
                        words,
                        asked: HashMap::new(),
                    });
                let asked = output.asked.entry(device.arguments.as_str());
                asked.or_insert((device, *set, 0)).2 += 1;
            }
        }
        counts.outputs = outputs.len();
        for output in outputs.values() {
            let bytes = to_bytes(&output.words);
            for (arguments, (device, set, count)) in &output.asked {
                counts.validated += 1;
                if let Err(why) = self.validator.ask(&bytes, arguments) {
                    let why = format!("{why} ({arguments})");
                    faults.push(Fault::new(
                        Kind::Invalid,
                        why,
                        input,
                        &device.name,
                        *set,
                        *count,
                    ));
                }
            }
        }
        (counts, faults)
    }

    /// Filters a module.
    fn run(&mut self, words: &[u32], target: &Target, options: &Options) -> Ran {
        let scratch = AssertUnwindSafe(&mut self.scratch);
        let ran = catch_unwind(move || {
            let AssertUnwindSafe(scratch) = { scratch };
            let module = match Module::scan(words, &options.limits) {
                Ok(module) => module,
                Err(error) => return Ran::Error(error.to_string()),
            };
            match filter(&module, target, options, scratch) {
                Ok(Outcome::Unchanged(_)) => Ran::Unchanged,
                Ok(Outcome::Rewritten(words)) => Ran::Rewritten(words.to_vec()),
                Ok(Outcome::Unsupported) => Ran::Unsupported,
                Err(error) => Ran::Error(error.to_string()),
            }
        });
        ran.unwrap_or_else(|_| {
            self.scratch = Scratch::new();
            Ran::Panic(last_panic())
        })
    }

    /// What the report says of a run, in short.
    fn how(&mut self, words: &[u32], target: &Target, options: &Options) -> String {
        let Ok(module) = Module::scan(words, &options.limits) else {
            return "no module".to_owned();
        };
        if filter(&module, target, options, &mut self.scratch).is_err() {
            return "an error".to_owned();
        }
        let report = self.scratch.report(&module, target, options);
        if report.outcome == OutcomeKind::Unsupported {
            let mut blocking = report.unsupported.iter().filter(|need| need.blocking);
            return blocking.next().map_or_else(
                || "nothing blocks".to_owned(),
                |need| {
                    format!(
                        "{} needs {}: {}",
                        need.opcode,
                        need.need,
                        need.reason.as_deref().unwrap_or("no reason")
                    )
                },
            );
        }
        let mut parts: Vec<String> = report.rules.into_iter().map(|used| used.rule).collect();
        let gone = |before: &[String], after: &[String]| {
            let gone = before.iter().filter(|name| !after.contains(name));
            gone.map(|name| format!("without {name}"))
                .collect::<Vec<_>>()
        };
        parts.extend(gone(
            &report.capabilities.before,
            &report.capabilities.after,
        ));
        parts.extend(gone(&report.extensions.before, &report.extensions.after));
        if report.version.before != report.version.after {
            parts.push(format!(
                "version {} instead of {}",
                report.version.after, report.version.before
            ));
        }
        parts.join(", ")
    }
}

/// The opcodes of the first instructions that differ.
fn first_difference(before: &[u32], after: &[u32]) -> String {
    let (mut old, mut new) = (instructions(before), instructions(after));
    loop {
        match (old.next(), new.next()) {
            (None, None) => return "nothing but the header differs".to_owned(),
            (old, new) if old == new => {}
            (old, new) => return format!("{} became {}", name(old), name(new)),
        }
    }
}

fn instructions(words: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = words.get(5..).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = (rest.first()? >> 16) as usize;
        let (instruction, after) = rest.split_at_checked(length.max(1))?;
        rest = after;
        Some(instruction)
    })
}

fn name(instruction: Option<&[u32]>) -> &'static str {
    let opcode = instruction.and_then(|words| words.first());
    opcode.map_or("the end", |first| {
        sos_core::tables::op_name(*first as u16).unwrap_or("an unknown instruction")
    })
}
