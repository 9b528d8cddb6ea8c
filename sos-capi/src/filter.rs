//! Filtering, in three forms: in one call, with a scratch to an object, and with a scratch to the caller's own memory.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::mem::offset_of;
use core::slice;

use sos_core::report::{Unsupported, UseSite};
use sos_core::{
    specialization_constants, Error, ErrorKind, Module, Naming, Options, Outcome, Report, Scratch,
    Target,
};

use crate::context::constants::*;
use crate::context::{log, wants_log};
use crate::module::SosModule;
use crate::needs::SubgroupSizes;
use crate::options::SosOptions;
use crate::result::constants::*;
use crate::result::{SosOutcome, SosResult, Words};
use crate::scratch::{Left, SosScratch};
use crate::sized::SizedStruct;
use crate::specialization::Specialization;
use crate::status::constants::{SOS_ERROR_BUFFER_TOO_SMALL, SOS_OK};
use crate::status::{logged_failure_at, worded, Failure, SosStatus};
use crate::target::SosTarget;
use crate::{guard, memory, pointer};
use alloc::format;
use alloc::string::{String, ToString};

/// `sos_output`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosOutput {
    /// The size of the caller's struct in bytes.
    pub struct_size: u32,
    /// How the run ended.
    pub outcome: SosOutcome,
    /// The caller's memory, or NULL.
    pub words: *mut u32,
    /// The capacity of `words`, in words.
    pub capacity: usize,
    /// The size of the module in words.
    pub word_count: usize,
    /// The subgroup size that the pipeline must require, or 0.
    pub required_subgroup_size: u32,
    /// The size of emulated subgroups, or 0.
    pub made_subgroup_size: u32,
}

// SAFETY: integers and a raw pointer.
unsafe impl SizedStruct for SosOutput {
    const FIRST: usize = offset_of!(Self, made_subgroup_size) + size_of::<u32>();
}

/// Filters a module for a target.
///
/// # Safety
/// As the header requires: `target` came from this library, `words` points to `word_count` words, `options` is NULL or points
/// to options, `result` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_filter(
    target: *const SosTarget,
    words: *const u32,
    word_count: usize,
    options: *const SosOptions,
    result: *mut *mut SosResult,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(result, "result") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let target = unsafe { pointer::object(target, "target") }?;
        memory::enter(&target.context);
        pointer::check(words, "words")?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let words = unsafe { pointer::elements(words, word_count, "words") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let options = unsafe { SosOptions::read(options) }?;
        let (mut scratch, mut own) = (Scratch::default(), Options::default());
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { options.to_core(&mut own) }?;
        let words = sos_core::words::to_native(words, &own.limits)?;
        let module = Module::scan(&words, &own.limits)?;
        let same = || match &words {
            Cow::Borrowed(words) => Words::Caller(words.as_ptr(), words.len()),
            // In swapped byte order: the caller has no such words.
            Cow::Owned(words) => Words::Own(words.clone()),
        };
        let wants_report = options.wants_report();
        let made = run(target, &module, wants_report, &own, &mut scratch, same)?;
        *place = pointer::into_raw(made)?;
        Ok(())
    })
}

/// Filters a scanned module for a target, with a scratch.
///
/// # Safety
/// As the header requires: `target`, `module` and `scratch` came from this library, no other thread uses `scratch`, `options`
/// is NULL or points to options, `result` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_filter_module(
    target: *const SosTarget,
    module: *const SosModule,
    options: *const SosOptions,
    scratch: *mut SosScratch,
    result: *mut *mut SosResult,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(result, "result") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let scratch = unsafe { pointer::exclusive(scratch, "scratch") }?;
        scratch.work(|core, own| {
            // SAFETY: guaranteed by the caller, by this function's condition.
            let target = unsafe { pointer::object(target, "target") }?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            let module = unsafe { pointer::object(module, "module") }?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            let options = unsafe { SosOptions::read(options) }?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            unsafe { options.to_core(own) }?;
            let same = || Words::Module(Arc::clone(module.words()));
            let wants_report = options.wants_report();
            let made = run(target, module.module(), wants_report, own, core, same)?;
            *place = pointer::into_raw(made)?;
            Ok(())
        })
    })
}

/// Filters a scanned module for a target, with a scratch, to the caller's memory.
///
/// # Safety
/// As the header requires: `target`, `module` and `scratch` came from this library, no other thread uses `scratch`, `options`
/// is NULL or points to options, `output` points to an output of `struct_size` bytes, and its `words` to `capacity` words.
#[no_mangle]
pub unsafe extern "C" fn sos_filter_into(
    target: *const SosTarget,
    module: *const SosModule,
    options: *const SosOptions,
    scratch: *mut SosScratch,
    output: *mut SosOutput,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let mut filled = unsafe { SosOutput::cleared(output) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let scratch = unsafe { pointer::exclusive(scratch, "scratch") }?;
        let left = scratch.work(|core, own| {
            filled.check_room()?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            let target = unsafe { pointer::object(target, "target") }?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            let module = unsafe { pointer::object(module, "module") }?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            let options = unsafe { SosOptions::read(options) }?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            unsafe { options.to_core(own) }?;
            let outcome = filtered(module.module(), target, own, core)?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            let fits = unsafe { filled.put(outcome) }?;
            // SAFETY: guaranteed by the caller, by this function's condition; read above, so neither NULL nor misaligned.
            unsafe { filled.finish(core, &target.target, output) };
            let SosOutput {
                outcome,
                word_count,
                ..
            } = filled;
            log_outcome(target, module.module(), own, core, outcome, word_count);
            Ok(match outcome {
                SOS_UNCHANGED if !fits => Left::Module(Arc::clone(module.words())),
                SOS_REWRITTEN if !fits => Left::Written,
                _ => Left::Nothing,
            })
        })?;
        filled.answer(scratch, left)
    })
}

impl SosOutput {
    /// Reads the caller's output, and clears there what a run writes.
    ///
    /// # Safety
    /// `output` points to an output of `struct_size` bytes.
    pub(crate) unsafe fn cleared(output: *mut Self) -> Result<Self, Failure> {
        // SAFETY: by this function's condition.
        let mut filled = unsafe { Self::read_from(output, "output") }?;
        filled.outcome = SOS_NO_OUTCOME;
        filled.word_count = 0;
        filled.required_subgroup_size = 0;
        filled.made_subgroup_size = 0;
        // SAFETY: by this function's condition; read above, so neither NULL nor misaligned.
        unsafe { filled.write_to(output) };
        Ok(filled)
    }

    /// Checks the pointer to the caller's memory.
    pub(crate) fn check_room(&self) -> Result<(), Failure> {
        match self.capacity {
            0 => Ok(()),
            _ => pointer::check(self.words.cast_const(), "output->words"),
        }
    }

    /// Copies the module to the caller's memory. Returns whether it fits there.
    ///
    /// # Safety
    /// `words` points to `capacity` words.
    pub(crate) unsafe fn put(&mut self, outcome: Outcome<'_>) -> Result<bool, Failure> {
        let (outcome, words) = match outcome {
            Outcome::Unsupported => (SOS_UNSUPPORTED, None),
            Outcome::Rewritten(words) => (SOS_REWRITTEN, Some(words)),
            Outcome::Unchanged(words) => (SOS_UNCHANGED, Some(words)),
        };
        // Nothing is written if the context ran out of memory.
        memory::check()?;
        self.outcome = outcome;
        self.word_count = words.map_or(0, <[u32]>::len);
        let fits = self.word_count <= self.capacity;
        if let Some(words) = words.filter(|_| fits) {
            // SAFETY: not NULL, since no module is empty and so the capacity is not 0; the capacity suffices, by this
            // function's condition; and our memory does not overlap the caller's.
            unsafe { core::ptr::copy_nonoverlapping(words.as_ptr(), self.words, words.len()) };
        }
        Ok(fits)
    }

    /// Writes the rest for the caller.
    ///
    /// # Safety
    /// As for `cleared`.
    pub(crate) unsafe fn finish(&mut self, core: &Scratch, target: &Target, output: *mut Self) {
        let sizes = subgroup_sizes(core, target, self.outcome);
        self.required_subgroup_size = sizes.required;
        self.made_subgroup_size = sizes.made;
        // SAFETY: by this function's condition.
        unsafe { self.write_to(output) };
    }

    /// Keeps what had no room, which is an answer rather than an error: the caller makes room and fetches the words.
    pub(crate) fn answer(&self, scratch: &mut SosScratch, left: Left) -> Result<(), Failure> {
        let fits = matches!(left, Left::Nothing);
        scratch.left = left;
        if fits || self.capacity == 0 {
            return Ok(());
        }
        memory::mark_logged();
        Err(Failure::Status(SOS_ERROR_BUFFER_TOO_SMALL))
    }
}

/// Logs how a run ended, and every reason why a target cannot run a module.
fn log_outcome(
    target: &SosTarget,
    module: &Module<'_>,
    options: &Options,
    core: &Scratch,
    outcome: SosOutcome,
    word_count: usize,
) {
    let reasons = cfg!(feature = "report") && wants_log(SOS_LOG_WARNING);
    if outcome == SOS_UNSUPPORTED && reasons {
        // Not explained: these callers ask for no report, and filter when they create pipelines.
        let report = core.report_for(Naming::C, module, &target.target, options);
        log_unsupported(&report);
        return;
    }
    let ended = match outcome {
        SOS_UNSUPPORTED => "unsupported",
        SOS_REWRITTEN => "rewritten",
        _ => "unchanged",
    };
    log(
        SOS_LOG_INFO,
        SOS_OK,
        SOS_NO_OFFSET,
        format_args!("{ended}, {word_count} words"),
    );
}

fn log_unsupported(report: &Report) {
    for unmet in report.unsupported.iter().filter(|one| one.blocking) {
        let Unsupported { opcode, need, .. } = unmet;
        let mut text = format!("{opcode} needs {need}");
        let function = unmet.function.as_ref().map(ToString::to_string);
        let source = unmet.source.as_ref().map(ToString::to_string);
        let first_use = unmet.first_use.as_ref().map(first_use);
        // A long text is cut, so that what matters least comes last.
        for (what, list) in [
            ("; provided by ", unmet.provided_by.as_slice()),
            ("; in function ", function.as_slice()),
            ("; source ", source.as_slice()),
            ("; first used by ", first_use.as_slice()),
            ("; no other way: ", unmet.reason.as_slice()),
            ("; tried ", unmet.tried.as_slice()),
            ("; target ", slice::from_ref(&report.target)),
            ("; reached from ", unmet.entry_points.as_slice()),
        ] {
            for (at, one) in list.iter().enumerate() {
                text += if at == 0 { what } else { ", " };
                text += one;
            }
        }
        log(
            SOS_LOG_WARNING,
            SOS_OK,
            unmet.offset,
            format_args!("{text}"),
        );
    }
    for help in &report.helps {
        let text = format_args!("help: {}", help.text);
        log(SOS_LOG_WARNING, SOS_OK, SOS_NO_OFFSET, text);
    }
}

/// As `OpLoad at word 88 in function %4 "main", source fog.comp:12`.
fn first_use(site: &UseSite) -> String {
    let mut text = format!("{} at word {}", site.opcode, site.offset);
    if let Some(function) = &site.function {
        text += &format!(" in function {function}");
    }
    if let Some(source) = &site.source {
        text += &format!(", source {source}");
    }
    text
}

/// Filters with these options. `same` provides the words of a module that stays unchanged.
fn run(
    target: &SosTarget,
    module: &Module<'_>,
    wants_report: bool,
    options: &Options,
    core: &mut Scratch,
    same: impl FnOnce() -> Words,
) -> Result<SosResult, Failure> {
    let (outcome, words) = match filtered(module, target, options, core)? {
        Outcome::Unsupported => (SOS_UNSUPPORTED, Words::None),
        Outcome::Rewritten(words) => (SOS_REWRITTEN, Words::Own(words.to_vec())),
        Outcome::Unchanged(_) => (SOS_UNCHANGED, same()),
    };
    let report = wants_report.then(|| core.explain(Naming::C, module, &target.target, options));
    let sizes = subgroup_sizes(core, &target.target, outcome);
    let specialization = Specialization::new(&core.open_constants(module, options));
    let made = SosResult::new(outcome, words, sizes, specialization, report.as_ref())?;
    match report.filter(|_| outcome == SOS_UNSUPPORTED) {
        Some(report) => log_unsupported(&report),
        None => log_outcome(target, module, options, core, outcome, made.words.count()),
    }
    Ok(made)
}

/// Filters, with errors as failures.
fn filtered<'a>(
    module: &'a Module<'_>,
    target: &SosTarget,
    options: &Options,
    core: &'a mut Scratch,
) -> Result<Outcome<'a>, Failure> {
    let filtered = sos_core::filter(module, &target.target, options, core);
    filtered.map_err(|error| refusal(error, module))
}

/// The failure of a run. If a value is wrong, it names the constant as the caller does.
fn refusal(error: Error, module: &Module<'_>) -> Failure {
    let of_value = matches!(
        error.kind(),
        ErrorKind::BadConstantValue | ErrorKind::ConflictingConstant
    );
    // A selection's errors have offsets in another module.
    if !of_value || module.is_selection() {
        return error.into();
    }
    let id = module.words().get(error.offset() as usize + 2);
    let constants = specialization_constants(module);
    match constants.iter().find(|constant| Some(&constant.id) == id) {
        Some(constant) => {
            let why = format_args!("SpecId {}: {}", constant.spec_id, worded(&error));
            logged_failure_at(error.kind() as SosStatus, error.offset(), &why)
        }
        None => error.into(),
    }
}

/// The subgroup sizes of the last run's output.
fn subgroup_sizes(core: &Scratch, target: &Target, outcome: SosOutcome) -> SubgroupSizes {
    match outcome {
        SOS_UNSUPPORTED => SubgroupSizes::default(),
        _ => SubgroupSizes {
            required: core.required_subgroup_size(target).unwrap_or(0),
            made: core.made_subgroup_size().unwrap_or(0),
        },
    }
}
