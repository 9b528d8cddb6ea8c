//! Hostile input: mutations of modules, and checks of the guarantees that hold for any input.
//!
//! - [`mutate`](mod@mutate) damages a module as a faulty or malicious tool would.
//! - [`gentle`] changes a module so that it mostly stays valid.
//! - [`Lane`] is a configuration of the filter: a target with options. [`Subject`] runs the filter for a configuration and
//!   panics if a guarantee is broken.

pub mod gentle;
pub mod module;
pub mod mutate;
pub mod random;

use sos_core::{
    filter, inspect, specialization_constants, Allow, ErrorKind, Module, Options, Outcome,
    ScanTables, Scratch, Source, SpecMode, Strip, Target,
};

use crate::reduced::{without, STORAGE};

pub use gentle::change;
pub use mutate::mutate;
pub use random::Random;

/// A configuration of the filter.
#[derive(Clone, Debug)]
pub struct Lane {
    /// For messages.
    pub name: &'static str,
    /// The device.
    pub target: Target,
    /// The options.
    pub options: Options,
}

/// Configurations that together reach every stage of the filter: devices with nearly all and nearly no features, and each option.
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

/// A configuration of which no built-in device is an example: arithmetic of every width, but no access to narrow data in memory.
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

/// The filter's result for a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The words are not a module.
    NoModule(ErrorKind),
    /// The filter returns an error, because of the values set by options or the size of the output.
    NoAnswer(ErrorKind),
    /// The target cannot run it.
    Unsupported,
    /// The target accepts it unmodified.
    Unchanged,
    /// The filter rewrote it.
    Rewritten(Vec<u32>),
}

/// The filter with all memory that it reuses, so that state left behind by one module would affect the next.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    tables: ScanTables,
    scratch: Scratch,
}

impl Subject {
    /// Filters a module for a configuration.
    ///
    /// # Panics
    /// If a guarantee is broken: the filter panics, an unchanged module is not the input slice, or the output is not a module.
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

    /// As [`Subject::run`], for a valid module: the target must accept the output unmodified.
    ///
    /// An invalid module can be interpreted differently before and after, for example where a constant is used before its
    /// declaration. Its output is no more invalid than the input, and nothing is guaranteed about filtering it again.
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

    /// Computes everything else about a module: report, inspection, specialization constants. None of these may panic, and a
    /// reused scratch must give the same results as a new one.
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
