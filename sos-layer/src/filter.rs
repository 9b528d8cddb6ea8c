//! What the layer does with shaders: the words that the driver gets in place of the program's.
//!
//! Results are kept by the key of all that determines them, in memory up to a limit, and in a folder if the settings name one.
//! Threads filter side by side; two that want the same result wait for one.

use crate::cache::Cache;
use crate::folder::Folder;
use crate::instance::Instance;
use crate::log::{Level, Log};
use crate::opening;
use crate::physical::Physical;
use crate::reported;
use crate::said::{exceeded, milliseconds, refusal, rules_of, title};
use crate::settings::{Refused, Settings};
use sos_core::{
    accepts, filter, EntryPoint, Key, Limits, Module, Naming, Options, Outcome, Scratch, Selection,
    SpecMode, Strip, Target,
};
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::fs;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

mod inputs;
mod subgroups;

pub use subgroups::told_of;
use subgroups::Subgroups;

/// The most words that results in memory have together: 16 MiB.
const KEPT_WORDS: usize = 1 << 22;

/// A module as the program wrote it.
pub struct Written {
    /// Borrows `words`; declared before them, so that it is dropped first. Leaves this file only with the lifetime of `self`.
    module: Option<Module<'static>>,
    /// Its words.
    pub words: Arc<[u32]>,
    /// Whether the device takes it as it is, where the program leaves its specialization constants at their defaults.
    pub as_it_is: bool,
    /// Whether its handle stands for these words in the driver, too.
    pub is_in_driver: bool,
    key: OnceLock<Key>,
    /// The name that the program gave it.
    pub name: Mutex<Option<String>>,
}

impl Written {
    /// The key of the words: zero for those that are no module.
    pub fn key(&self) -> Key {
        let none = Key { bytes: [0; 16] };
        *self
            .key
            .get_or_init(|| self.module.as_ref().map_or(none, Module::key))
    }

    /// What the program calls it, or else its key.
    pub fn label(&self) -> String {
        let name = self.name.lock().unwrap_or_else(PoisonError::into_inner);
        match &*name {
            Some(name) => format!("\"{name}\""),
            None => self.key().to_string(),
        }
    }
}

/// One stage of a pipeline.
pub struct Stage<'a> {
    /// Its module.
    pub written: &'a Written,
    /// Its entry point.
    pub entry: EntryPoint<'a>,
    /// Its bit of `VkShaderStageFlagBits`.
    pub bit: u32,
    /// Values of specialization constants: `SpecId` and bits.
    pub constants: Vec<(u32, u64)>,
    /// The size of subgroups that the program requires.
    pub subgroup_size: Option<u32>,
}

/// What the driver gets in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filtered {
    /// The same words.
    Unchanged,
    /// Other words, with constants set.
    Rewritten {
        /// The words.
        words: Vec<u32>,
        /// The size of subgroups that the pipeline must require, if any.
        subgroup_size: Option<u32>,
    },
    /// The device cannot run it.
    Unsupported,
    /// It could not be filtered: the driver has to see what it makes of it.
    Failed,
}

impl Filtered {
    fn words(&self) -> usize {
        match self {
            Self::Rewritten { words, .. } => words.len(),
            _ => 0,
        }
    }
}

/// What happened to a stage: an index in [`COUNTED`].
#[derive(Clone, Copy)]
enum Ending {
    Unchanged,
    Rewritten,
    Refused,
    Failed,
    FromMemory,
    FromCache,
}

/// How often each happened, and the time that it took, in nanoseconds.
#[derive(Default)]
struct Counts {
    stages: [AtomicU64; COUNTED.len()],
    nanoseconds: AtomicU64,
}

const COUNTED: [&str; 6] = [
    "unchanged",
    "rewritten",
    "refused",
    "failed",
    "known from memory",
    "known from the cache",
];

/// Results in memory, the oldest first.
#[derive(Default)]
struct Kept {
    results: HashMap<Key, Arc<OnceLock<Filtered>>>,
    order: VecDeque<(Key, usize)>,
    words: usize,
}

/// What the filters of an instance have in common: what the settings name, opened.
pub struct Shared {
    reported: Vec<(String, Target)>,
    cache: Option<Cache>,
    dump: Option<Folder>,
}

impl Shared {
    /// Opens devices and folders. A folder that cannot be written is done without.
    ///
    /// # Errors
    /// A sentence about a setting without meaning.
    pub fn open(settings: &Settings, log: &Log) -> Result<Self, String> {
        let reported = reported::open(&settings.devices)?;
        let open = |setting, path: &Option<_>| Folder::open(setting, path.as_deref()?, log);
        let cache = open("cache", &settings.cache);
        Ok(Self {
            reported,
            cache: cache.map(|folder| Cache::new(folder, settings.cache_size)),
            dump: open("dump", &settings.dump),
        })
    }
}

/// Filters for one device.
pub struct Filter {
    settings: Settings,
    log: Arc<Log>,
    /// What is enabled on the device.
    below: Target,
    /// What the physical device has, but for what the settings hide.
    physical: Target,
    /// The same as `below` with subgroups of one size, which pipelines may require.
    sized: Mutex<HashMap<u32, Target>>,
    shared: Arc<Shared>,
    kept: Mutex<Kept>,
    counts: Counts,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
}

/// Runs something that must not unwind into the driver or the program.
fn guarded<T>(what: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(what)).ok()
}

impl Filter {
    /// Filters for what is enabled on a device; `added` is what the program enabled that SOS provides.
    pub fn new(instance: &Instance, physical: &Physical, below: Target, added: &[&str]) -> Self {
        let (settings, log) = (instance.settings.clone(), Arc::clone(&instance.log));
        log.open_with(opening::of_device(&settings, physical, &log));
        log.open_with(opening::of_program(added));
        if let Some(hint) = opening::of_cost(&physical.below, added) {
            log.open_with(hint);
        }
        Self {
            shared: Arc::clone(&instance.shared),
            settings,
            log,
            below,
            physical: physical.below.clone(),
            sized: Mutex::default(),
            kept: Mutex::default(),
            counts: Counts::default(),
        }
    }

    fn options(&self) -> Options {
        Options {
            spec_base: self.settings.spec_base,
            allow: self.settings.allow,
            assume: self.settings.assume,
            strip: self.settings.strip,
            ..Options::default()
        }
    }

    /// Scans a module. Malformed words are reported, and used as they are.
    pub fn scan(&self, words: &[u32]) -> Written {
        let begin = Instant::now();
        let words: Arc<[u32]> = words.into();
        let borrowed = Arc::as_ptr(&words);
        // SAFETY: the allocation does not move or change during the lifetime of the `Arc`, which is dropped after the module.
        let borrowed: &'static [u32] = unsafe { &*borrowed };
        let module = match guarded(|| Module::scan(borrowed, &Limits::default())) {
            Some(Ok(module)) => Some(module),
            Some(Err(error)) => {
                let text = format!("a module that cannot be filtered: {error}");
                self.log.say(Level::Warning, &text);
                None
            }
            None => None,
        };
        let as_it_is = module.as_ref().is_some_and(|module| {
            let run = || SCRATCH.with_borrow_mut(|scratch| self.takes(module, scratch));
            self.shared.reported.is_empty() && guarded(run) == Some(true)
        });
        let made = Written {
            module,
            words,
            as_it_is,
            is_in_driver: false,
            key: OnceLock::new(),
            name: Mutex::default(),
        };
        self.dump(&made.words, || made.key().to_string());
        self.spend(begin.elapsed());
        made
    }

    /// Whether the device takes a module as it is, in a pipeline that gives its specialization constants no values.
    fn takes(&self, module: &Module<'_>, scratch: &mut Scratch) -> bool {
        if !self.accepts(module, &self.below, scratch) {
            return false;
        }
        let is_open = !sos_core::specialization_constants(module).is_empty();
        if !is_open || self.settings.freeze {
            return !is_open;
        }
        let mut options = self.options();
        options.spec = SpecMode::Freeze;
        // Sizes may follow from constants.
        let outcome = filter(module, &self.below, &options, scratch);
        let runs = matches!(outcome, Ok(Outcome::Unchanged(_) | Outcome::Rewritten(_)));
        runs && !scratch.exceeds_limits()
    }

    /// Whether a device takes a module as it is, with its constants open, and nothing is to be stripped.
    fn accepts(&self, module: &Module<'_>, target: &Target, scratch: &mut Scratch) -> bool {
        let options = self.options();
        options.strip == Strip::Nothing && accepts(module, target, &options, scratch) == Ok(true)
    }

    /// Whether a module that fits with a pipeline's values is passed on as it is: then only its constants would be rewritten.
    fn stays(&self, module: &Module<'_>, target: &Target, scratch: &mut Scratch) -> bool {
        !self.settings.freeze
            && !module.is_selection()
            && !sos_core::specialization_constants(module).is_empty()
            && self.accepts(module, target, scratch)
    }

    /// Filters a stage.
    pub fn filter(&self, stage: &Stage<'_>) -> Arc<OnceLock<Filtered>> {
        let begin = Instant::now();
        self.log.begin();
        let known = Arc::new(OnceLock::new());
        let subgroups = match self.subgroups(stage, &self.below) {
            Ok(subgroups) => subgroups,
            Err(why) => {
                let _ = known.set(Filtered::Unsupported);
                self.count(Ending::Refused);
                let text = format!("{}: refused\n    {why}", title(stage));
                self.log.say(Level::Warning, &text);
                return known;
            }
        };
        let plain = stage.constants.is_empty() && subgroups == Subgroups::Own;
        if plain && stage.written.as_it_is {
            let _ = known.set(Filtered::Unchanged);
            self.count(Ending::Unchanged);
            self.say_stage(stage, || "unchanged".to_owned());
            return known;
        }
        let Some(module) = &stage.written.module else {
            let _ = known.set(Filtered::Failed);
            self.count(Ending::Failed);
            return known;
        };
        let made = guarded(|| self.find(module, stage, subgroups)).unwrap_or(known);
        made.get_or_init(|| {
            self.count(Ending::Failed);
            self.log.say(Level::Error, "a stage made the filter panic");
            Filtered::Failed
        });
        self.spend(begin.elapsed());
        made
    }

    /// The options for a stage.
    fn options_for(&self, stage: &Stage<'_>, subgroups: Subgroups) -> Options {
        Options {
            constants: stage.constants.clone(),
            subgroup_size: subgroups.made(),
            // In a pipeline, constants that it gives no value have their defaults.
            spec: SpecMode::Freeze,
            ..self.options()
        }
    }

    /// Finds a result, or makes it.
    fn find(
        &self,
        module: &Module<'_>,
        stage: &Stage<'_>,
        subgroups: Subgroups,
    ) -> Arc<OnceLock<Filtered>> {
        let target = self.target(subgroups);
        let options = self.options_for(stage, subgroups);
        let selection = self.select(module, stage);
        let selected = match &selection {
            Some(Ok(selection)) => Some(selection.scan(&Limits::NONE)),
            Some(Err(why)) => {
                self.say_failed(stage, why);
                return Arc::new(OnceLock::from(Filtered::Failed));
            }
            None => None,
        };
        let selected = match selected.transpose() {
            Ok(selected) => selected,
            Err(why) => {
                self.say_failed(stage, &why.to_string());
                return Arc::new(OnceLock::from(Filtered::Failed));
            }
        };
        let module = selected.as_ref().unwrap_or(module);
        let key = sos_core::filter_key(module, &target, &options);
        let (result, is_new) = self.remember(key);
        if !is_new && result.get().is_some() {
            self.count(Ending::FromMemory);
        }
        result.get_or_init(|| {
            if let Some(found) = self.shared.cache.as_ref().and_then(|cache| cache.get(key)) {
                self.count(Ending::FromCache);
                return found;
            }
            for (name, device) in &self.shared.reported {
                let (_, _, text) = self.run(module, device, stage, &options);
                self.log.say(Level::Info, &format!("on {name}: {text}"));
            }
            let (made, level, text) = self.run(module, &target, stage, &options);
            let counted = match &made {
                Filtered::Unchanged => Ending::Unchanged,
                Filtered::Rewritten { words, .. } => {
                    self.dump(words, || format!("{}-{key}", stage.written.key()));
                    Ending::Rewritten
                }
                Filtered::Unsupported => Ending::Refused,
                Filtered::Failed => Ending::Failed,
            };
            self.count(counted);
            self.log.say(level, &text);
            if let Some(cache) = &self.shared.cache {
                cache.put(key, &made, &self.log);
            }
            made
        });
        self.forget(key, result.get().map_or(0, Filtered::words), is_new);
        result
    }

    /// The module with only the stage's entry point, if it has others.
    fn select(&self, module: &Module<'_>, stage: &Stage<'_>) -> Option<Result<Selection, String>> {
        match module.entry_point_count() {
            1 => None,
            _ => {
                let selected = module.select(&[stage.entry]);
                Some(selected.map_err(|error| error.to_string()))
            }
        }
    }

    /// The place for a result, and whether it is a new one.
    fn remember(&self, key: Key) -> (Arc<OnceLock<Filtered>>, bool) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut is_new = false;
        let place = kept.results.entry(key).or_insert_with(|| {
            is_new = true;
            Arc::default()
        });
        (Arc::clone(place), is_new)
    }

    /// Counts a new result, and forgets the oldest if there is too much.
    fn forget(&self, key: Key, words: usize, is_new: bool) {
        if !is_new {
            return;
        }
        // What a result takes besides its words.
        let words = words + 64;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.order.push_back((key, words));
        kept.words += words;
        while kept.words > KEPT_WORDS {
            let Some((oldest, words)) = kept.order.pop_front() else {
                break;
            };
            kept.results.remove(&oldest);
            kept.words -= words;
        }
    }

    /// Filters for one device. Returns the result and what there is to say.
    fn run(
        &self,
        module: &Module<'_>,
        target: &Target,
        stage: &Stage<'_>,
        options: &Options,
    ) -> (Filtered, Level, String) {
        let begin = Instant::now();
        let run = |scratch: &mut Scratch| {
            let stays = options.subgroup_size.is_none() && self.stays(module, target, scratch);
            let outcome = match filter(module, target, options, scratch) {
                Err(error) => {
                    return (Filtered::Failed, Level::Warning, format!("failed: {error}"))
                }
                Ok(Outcome::Unchanged(_)) => Filtered::Unchanged,
                Ok(Outcome::Unsupported) => Filtered::Unsupported,
                // With its values it fits as well: the driver gives it them.
                Ok(Outcome::Rewritten(_)) if stays => Filtered::Unchanged,
                Ok(Outcome::Rewritten(words)) => Filtered::Rewritten {
                    words: words.to_vec(),
                    subgroup_size: None,
                },
            };
            let outcome = match scratch.required_subgroup_size(target) {
                Some(_) if outcome == Filtered::Unchanged && options.subgroup_size.is_some() => {
                    Filtered::Rewritten {
                        words: module.words().to_vec(),
                        subgroup_size: None,
                    }
                }
                _ => outcome,
            };
            let exceeds = scratch.exceeds_limits();
            let spent = milliseconds(begin.elapsed());
            let report =
                |scratch: &Scratch| scratch.report_for(Naming::Layer, module, target, options);
            let (made, text) = match outcome {
                Filtered::Rewritten { words, .. } => {
                    let subgroup_size = scratch.required_subgroup_size(target);
                    let size = format!("{} to {} words", module.words().len(), words.len());
                    let rules = match self.log.wants(Level::Verbose) {
                        true => rules_of(&report(scratch)),
                        false => String::new(),
                    };
                    let made = Filtered::Rewritten {
                        words,
                        subgroup_size,
                    };
                    (made, format!("rewritten, {size}, {spent}{rules}"))
                }
                Filtered::Unsupported => {
                    let report = scratch.explain(Naming::Layer, module, target, options);
                    let why = refusal(&report);
                    (Filtered::Unsupported, format!("refused, {spent}{why}"))
                }
                other => (other, format!("unchanged, {spent}")),
            };
            // A program that exceeds a limit should hear of it, whatever the driver makes of it.
            let limits = match exceeds && self.log.wants(Level::Warning) {
                true => exceeded(&report(scratch)),
                false => String::new(),
            };
            let level = match (&made, limits.is_empty()) {
                (Filtered::Unchanged | Filtered::Rewritten { .. }, true) => Level::Verbose,
                _ => Level::Warning,
            };
            (made, level, text + &limits)
        };
        let (made, level, text) = SCRATCH.with_borrow_mut(run);
        (made, level, format!("{}: {text}", title(stage)))
    }

    fn say_stage(&self, stage: &Stage<'_>, text: impl FnOnce() -> String) {
        if self.log.wants(Level::Verbose) {
            let text = format!("{}: {}", title(stage), text());
            self.log.say(Level::Verbose, &text);
        }
    }

    fn say_failed(&self, stage: &Stage<'_>, why: &str) {
        self.count(Ending::Failed);
        let text = format!("{}: failed: {why}", title(stage));
        self.log.say(Level::Warning, &text);
    }

    /// Whether a pipeline with a refused stage cannot be created: the device does not run it either, whatever is enabled.
    pub fn refuses(&self, stage: &Stage<'_>) -> bool {
        let Some(module) = &stage.written.module else {
            return false;
        };
        let run = |subgroups, scratch: &mut Scratch| {
            let selection = self.select(module, stage).transpose().ok()?;
            let selected = selection.as_ref().map(|it| it.scan(&Limits::NONE));
            let selected = selected.transpose().ok()?;
            let module = selected.as_ref().unwrap_or(module);
            let sized = match subgroups {
                Subgroups::Required(size) => Some(self.physical.requiring_subgroup_size(size)),
                _ => None,
            };
            let target = sized.as_ref().unwrap_or(&self.physical);
            let options = self.options_for(stage, subgroups);
            let outcome = filter(module, target, &options, scratch).ok()?;
            Some(outcome == Outcome::Unsupported)
        };
        let refused = || match self.subgroups(stage, &self.physical) {
            Ok(subgroups) => {
                let run = || SCRATCH.with_borrow_mut(|scratch| run(subgroups, scratch));
                guarded(run).flatten() == Some(true)
            }
            Err(_) => true,
        };
        let refuses = self.settings.refused == Refused::Fail && refused();
        let becomes = match refuses {
            true => "its pipeline fails",
            false => "it is passed on as written",
        };
        self.log
            .say(Level::Warning, &format!("{}: {becomes}", title(stage)));
        refuses
    }

    fn count(&self, ending: Ending) {
        if let Some(counter) = self.counts.stages.get(ending as usize) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn spend(&self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let counter = &self.counts.nanoseconds;
        counter.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// Says what became of all stages.
    pub fn say_summary(&self) {
        let counts = self
            .counts
            .stages
            .iter()
            .map(|one| one.load(Ordering::Relaxed));
        let counted: Vec<(u64, &str)> = counts.zip(COUNTED).collect();
        let stages: u64 = counted.iter().map(|one| one.0).sum();
        if stages == 0 {
            return;
        }
        let time = Duration::from_nanos(self.counts.nanoseconds.load(Ordering::Relaxed));
        let parts = counted
            .iter()
            .map(|(count, what)| format!("{count} {what}"));
        let parts: Vec<String> = parts.collect();
        let text = format!(
            "{stages} stages in {}: {}",
            milliseconds(time),
            parts.join(", ")
        );
        self.log.say(Level::Info, &text);
    }

    fn dump(&self, words: &[u32], name: impl FnOnce() -> String) {
        let Some(folder) = &self.shared.dump else {
            return;
        };
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let path = folder.path().join(name()).with_extension("spv");
        folder.wrote(fs::write(path, bytes), &self.log);
    }
}
