//! Hostile input: damage done to modules on purpose, and what must hold whatever comes in.
//!
//! - [`mutate`](mod@mutate) damages a module the way that a careless or malicious tool would.
//! - [`gentle`] changes one so that it mostly stays valid.
//! - [`Lane`] is one way to run the filter: a target and options. [`Subject`] runs it and panics where a promise is
//!   broken.
//!
//! Stands on `sos-core` alone, because the fuzz targets include this file.

pub mod gentle;
pub mod module;
pub mod mutate;
pub mod random;

use sos_core::{
    filter, inspect, specialization_constants, Allow, ErrorKind, Module, Options, Outcome,
    ScanTables, Scratch, Source, SpecMode, Strip, Target,
};

use crate::less::{without, STORAGE};

pub use gentle::change;
pub use mutate::mutate;
pub use random::Random;

/// One way to run the filter.
#[derive(Clone, Debug)]
pub struct Lane {
    /// For messages.
    pub name: &'static str,
    /// The device.
    pub target: Target,
    /// What is asked for.
    pub options: Options,
}

/// Lanes that between them reach every stage: devices that take nearly everything and nearly nothing, and each option.
///
/// # Panics
/// If a built-in device is missing.
pub fn lanes() -> Vec<Lane> {
    let plain = Options::default;
    let keep = Options {
        spec: SpecMode::Keep,
        constants: vec![(0, 1), (3, 16), (1024, 64)],
        ..plain()
    };
    let strip = Options {
        strip: Strip::All,
        ..plain()
    };
    let undef = Options {
        allow: Allow::UNDEF,
        ..plain()
    };
    let set = Options {
        constants: vec![(0, 1), (1, 2), (2, 9), (u32::MAX, 7)],
        sources: ["SOS_SUBGROUP_SIZE", "SOS_HAS_subgroupSizeControl"]
            .iter()
            .zip(4..)
            .filter_map(|(name, id)| Some((id, Source::from_name(name)?)))
            .collect(),
        spec_base: Some(0),
        strip: Strip::Names,
        ..plain()
    };
    let rigid = Options {
        spec_base: None,
        spec_names: false,
        strip: Strip::Debug,
        allow: Allow::UNDEF,
        ..plain()
    };
    [
        ("vulkan-1.0 undef", "vulkan-1.0", undef),
        ("vulkan-1.1", "vulkan-1.1", plain()),
        ("vulkan-1.3 strip all", "vulkan-1.3", strip),
        ("swiftshader", "swiftshader", plain()),
        ("lavapipe", "lavapipe", plain()),
        ("lavapipe keep", "lavapipe", keep.clone()),
        ("radv-pitcairn set", "radv-pitcairn", set),
        ("radv-polaris10 rigid", "radv-polaris10", rigid),
        ("nvk-ampere keep", "nvk-ampere", keep),
    ]
    .map(|(name, device, options)| Lane {
        name,
        target: Target::built_in(device).expect("a built-in device"),
        options,
    })
    .into()
}

/// A lane that no built-in device makes: values of every width, and no access to narrow ones in memory.
///
/// # Panics
/// If a built-in device is missing.
pub fn without_storage() -> Lane {
    let lavapipe = Target::built_in("lavapipe").expect("a built-in device");
    Lane {
        name: "lavapipe without storage",
        target: without(&lavapipe, STORAGE),
        options: Options::default(),
    }
}

/// What the filter made of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The words are no module.
    NoModule(ErrorKind),
    /// The values given, or the size of the output, make an answer impossible.
    NoAnswer(ErrorKind),
    /// The target cannot run it.
    Unsupported,
    /// The target takes it as it is.
    Unchanged,
    /// It was made fit.
    Rewritten(Vec<u32>),
}

/// The filter with everything it reuses from run to run, so that what one module leaves behind meets the next.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    tables: ScanTables,
    scratch: Scratch,
}

impl Subject {
    /// Runs a module through a lane.
    ///
    /// # Panics
    /// If a promise is broken: the filter panics, an unchanged module is not the input slice, or an output is no module.
    pub fn run(&mut self, words: &[u32], lane: &Lane) -> Answer {
        let Lane {
            target, options, ..
        } = lane;
        let tables = std::mem::take(&mut self.tables);
        let module = match Module::scan_with(words, &options.limits, tables) {
            Ok(module) => module,
            Err(error) => return Answer::NoModule(error.kind()),
        };
        let answer = match filter(&module, target, options, &mut self.scratch) {
            Err(error) => Answer::NoAnswer(error.kind()),
            Ok(outcome) => {
                if let Outcome::Unchanged(out) = outcome {
                    assert!(std::ptr::eq(out, words), "unchanged, but a copy");
                }
                owned(outcome)
            }
        };
        if let Answer::Rewritten(out) = &answer {
            if let Err(error) = Module::scan(out, &options.limits) {
                panic!("the output is no module: {error}");
            }
        }
        self.tables = module.into_tables();
        answer
    }

    /// As [`Subject::run`], for a valid module: its target takes the output as it is.
    ///
    /// An invalid one can be read one way before and another way after, such as where a constant is used before it is
    /// declared. Such an output is no more invalid than its input was, and nothing is promised about it.
    ///
    /// # Panics
    /// As [`Subject::run`], and if the output changes or is refused when it is filtered again.
    pub fn run_valid(&mut self, words: &[u32], lane: &Lane) -> Answer {
        let answer = self.run(words, lane);
        if let Answer::Rewritten(out) = &answer {
            match self.run(out, lane) {
                Answer::Unchanged => {}
                Answer::Rewritten(again) => {
                    let differs = out.iter().zip(&again).position(|(a, b)| a != b);
                    panic!(
                        "the output changes when filtered again: {} words become {}, first difference at {differs:?}",
                        out.len(),
                        again.len()
                    );
                }
                other => panic!("the output filtered again: {other:?}"),
            }
        }
        answer
    }

    /// What is asked of a module beside filtering it: reports, needs, constants. None may panic.
    pub fn describe(&mut self, words: &[u32], lane: &Lane) {
        let Lane {
            target, options, ..
        } = lane;
        let Ok(module) = Module::scan(words, &options.limits) else {
            return;
        };
        let fresh = &mut Scratch::new();
        let first = filter(&module, target, options, fresh).map(owned);
        let report = fresh.report(&module, target, options);
        let warm = filter(&module, target, options, &mut self.scratch).map(owned);
        assert_eq!(first, warm, "a warm scratch answers differently");
        assert!(
            first.is_err() || report == self.scratch.report(&module, target, options),
            "a warm scratch reports differently"
        );
        inspect(&module);
        specialization_constants(&module);
    }
}

fn owned(outcome: Outcome<'_>) -> Answer {
    match outcome {
        Outcome::Unsupported => Answer::Unsupported,
        Outcome::Unchanged(_) => Answer::Unchanged,
        Outcome::Rewritten(out) => Answer::Rewritten(out.to_vec()),
    }
}
