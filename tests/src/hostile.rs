//! Hostile input: mutations of modules, and checks of the guarantees that hold for any input.
//!
//! - [`mutate`](mod@mutate): mutations as a faulty or malicious tool might make.
//! - [`mutate_ids`](mod@mutate_ids): ids that no compiler writes.
//! - [`mod@open`]: constants and branches that become specializable.
//! - [`valid_mutations`]: mutations that mostly keep a valid module valid.
//! - [`Configuration`]: a target with options.
//! - [`FilterRunner`]: runs the filter for a configuration, and panics if a guarantee is broken.

pub mod module;
pub mod mutate;
pub mod mutate_ids;
pub mod open;
pub mod valid_mutations;

use sos_core::{
    filter, inspect, specialization_constants, Allow, ErrorKind, Module, Naming, Options, Outcome,
    Report, ScanTables, Scratch, Source, SpecMode, Strip, Target,
};

use crate::reduced::{without, STORAGE};

pub use mutate::mutate;
pub use mutate_ids::mutate_ids;
pub use open::{open, Opening};
pub use valid_mutations::mutate_valid;

/// One in so many refusals is explained.
const EXPLAINED: u32 = 16;

/// A configuration of the filter.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The name for messages.
    pub name: &'static str,
    /// The target.
    pub target: Target,
    /// The options.
    pub options: Options,
}

/// Configurations that together reach every stage of the filter: devices with nearly all and nearly no features, and each option.
///
/// # Panics
/// If a built-in device is missing.
pub fn configurations() -> Vec<Configuration> {
    let plain = Options::default;
    let keep_spec = Options {
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
    let with_values = Options {
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
    let limits = Options {
        allow: Allow::LIMITS,
        ..plain()
    };
    let no_names = Options {
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
        ("lavapipe keep", "lavapipe", keep_spec.clone()),
        ("radv-pitcairn set", "radv-pitcairn", with_values),
        ("radv-polaris10 rigid", "radv-polaris10", no_names),
        ("nvk-ampere keep", "nvk-ampere", keep_spec),
        ("vulkan-1.1 limits", "vulkan-1.1", limits),
    ]
    .map(|(name, device, options)| Configuration {
        name,
        target: Target::built_in(device).expect("a built-in device"),
        options,
    })
    .into()
}

/// A configuration unlike any built-in device: arithmetic of every width, but no access to narrow data in memory.
///
/// # Panics
/// If a built-in device is missing.
pub fn configuration_without_storage() -> Configuration {
    let lavapipe = Target::built_in("lavapipe").expect("a built-in device");
    Configuration {
        name: "lavapipe without storage",
        target: without(&lavapipe, STORAGE),
        options: Options::default(),
    }
}

/// The filter's result for a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterResult {
    /// The words are not a module.
    ScanError(ErrorKind),
    /// The filter returns an error, because of the values set by options or the size of the output.
    FilterError(ErrorKind),
    /// The target cannot run it.
    Unsupported,
    /// The target accepts it unmodified.
    Unchanged,
    /// The filter rewrote it.
    Rewritten(Vec<u32>),
}

/// Runs the filter with reused memory, so that state left behind by one module would affect the next.
#[derive(Clone, Debug, Default)]
pub struct FilterRunner {
    tables: ScanTables,
    scratch: Scratch,
}

impl FilterRunner {
    /// Filters a module for a configuration.
    ///
    /// # Panics
    /// If a guarantee is broken: the filter panics, an unchanged module is not the input slice, or the output is not a module.
    pub fn run(&mut self, words: &[u32], configuration: &Configuration) -> FilterResult {
        let Configuration {
            target, options, ..
        } = configuration;
        let tables = std::mem::take(&mut self.tables);
        let module = match Module::scan_with(words, &options.limits, tables) {
            Ok(module) => module,
            Err(error) => return FilterResult::ScanError(error.kind()),
        };
        let result = match filter(&module, target, options, &mut self.scratch) {
            Err(error) => FilterResult::FilterError(error.kind()),
            Ok(outcome) => {
                if let Outcome::Unchanged(out) = outcome {
                    assert!(std::ptr::eq(out, words), "the unchanged module is a copy");
                }
                owned(outcome)
            }
        };
        if let FilterResult::Rewritten(out) = &result {
            if let Err(error) = Module::scan(out, &options.limits) {
                panic!("the output is not a module: {error}");
            }
        }
        self.tables = module.into_tables();
        result
    }

    /// As [`FilterRunner::run`], for a valid module: the target must accept the output unmodified.
    ///
    /// An invalid module can be interpreted differently before and after, for example where a constant is used before its
    /// declaration. Its output is no more invalid than the input, and nothing is guaranteed about filtering it again.
    ///
    /// # Panics
    /// As [`FilterRunner::run`], and if the output changes or is rejected when it is filtered again.
    pub fn run_valid(&mut self, words: &[u32], configuration: &Configuration) -> FilterResult {
        let result = self.run(words, configuration);
        if let FilterResult::Rewritten(out) = &result {
            match self.run(out, configuration) {
                FilterResult::Unchanged => {}
                FilterResult::Rewritten(again) => {
                    let differs = out.iter().zip(&again).position(|(a, b)| a != b);
                    panic!(
                        "the output changes when filtered again: {} words become {}, first difference at {differs:?}",
                        out.len(),
                        again.len()
                    );
                }
                other => panic!("filtering the output again: {other:?}"),
            }
        }
        result
    }

    /// Computes everything else about a module: report, inspection, specialization constants. None of these may panic, and a
    /// reused scratch must give the same results as a new one.
    pub fn describe(&mut self, words: &[u32], configuration: &Configuration) {
        let Configuration {
            target, options, ..
        } = configuration;
        let Ok(module) = Module::scan(words, &options.limits) else {
            return;
        };
        let fresh = &mut Scratch::new();
        let first = filter(&module, target, options, fresh).map(owned);
        let report = fresh.report(&module, target, options);
        let warm = filter(&module, target, options, &mut self.scratch).map(owned);
        assert_eq!(first, warm, "a reused scratch changes the result");
        assert!(
            first.is_err() || report == self.scratch.report(&module, target, options),
            "a reused scratch changes the report"
        );
        // It filters some dozens of times, so only for some.
        let sum = words
            .iter()
            .fold(0_u32, |sum, &word| sum.wrapping_add(word));
        if first == Ok(FilterResult::Unsupported) && sum % EXPLAINED == 0 {
            let explained = fresh.explain(Naming::Rust, &module, target, options);
            let causes = |report: &Report| report.unsupported.iter().any(|one| one.blocking);
            assert_eq!(causes(&explained), causes(&report), "a refusal has causes");
        }
        inspect(&module);
        specialization_constants(&module);
    }
}

fn owned(outcome: Outcome<'_>) -> FilterResult {
    match outcome {
        Outcome::Unsupported => FilterResult::Unsupported,
        Outcome::Unchanged(_) => FilterResult::Unchanged,
        Outcome::Rewritten(out) => FilterResult::Rewritten(out.to_vec()),
    }
}
