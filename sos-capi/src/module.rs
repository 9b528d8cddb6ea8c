//! Modules that are scanned once and filtered many times.
//!
//! The words are copied: the caller may free the file immediately, and results can share them.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::ffi::c_char;
use core::mem::offset_of;

use once_cell::race::OnceBox;
use sos_core::{specialization_constants, EntryPoint, Error, Limits, Module, Selection};

use crate::argument::Argument;
use crate::context::{ContextRef, SosContext};
use crate::options::SosOptions;
use crate::sized::SizedStruct;
use crate::specialization::{SosSpecialization, Specialization};
use crate::status::{logged_failure, Failure, SosStatus};
use crate::{guard, memory, pointer};

/// `sos_module`: opaque.
pub struct SosModule {
    /// Borrows `words`; declared before them, so that it is dropped first. Leaves this file only with the lifetime of `self`.
    module: Module<'static>,
    words: Arc<[u32]>,
    /// The context in which it was created.
    context: ContextRef,
    /// Computed on first use.
    specialization: OnceBox<Specialization>,
}

/// The header states that threads may share one; this checks it.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<SosModule>();
};

impl SosModule {
    /// Scans words that the result keeps.
    fn scan_with(
        words: Arc<[u32]>,
        context: ContextRef,
        scan: impl FnOnce(&'static [u32]) -> Result<Module<'static>, Error>,
    ) -> Result<Self, Failure> {
        let borrowed = Arc::as_ptr(&words);
        // SAFETY: the allocation does not move or change during the lifetime of the `Arc`, which is dropped after the module.
        let borrowed: &'static [u32] = unsafe { &*borrowed };
        let module = scan(borrowed)?;
        Ok(Self {
            module,
            words,
            context,
            specialization: OnceBox::new(),
        })
    }

    fn select(
        &self,
        entry_points: &[EntryPoint<'_>],
        context: ContextRef,
    ) -> Result<Self, Failure> {
        let selection = self.module.select(entry_points);
        let Selection { words, removed, .. } = selection.map_err(|error| {
            let exists = |one: &EntryPoint<'_>| self.module.select(&[*one]).is_ok();
            match entry_points.iter().position(|one| !exists(one)) {
                Some(at) => no_such_entry_point(error, at, entry_points),
                None => error.into(),
            }
        })?;
        Self::scan_with(words.into(), context, |words| {
            // The module that it is part of was within limits.
            Module::scan_selection(words, removed, &Limits::NONE)
        })
    }

    /// Its specialization constants, which are not cached if the context ran out of memory.
    fn specialization(&self) -> Result<&Specialization, Failure> {
        if let Some(kept) = self.specialization.get() {
            return Ok(kept);
        }
        let made = Box::new(Specialization::new(&specialization_constants(&self.module)));
        memory::check()?;
        Ok(self.specialization.get_or_init(|| made))
    }

    /// The scanned module.
    pub(crate) fn module(&self) -> &Module<'_> {
        &self.module
    }

    /// Its words, for sharing.
    pub(crate) fn words(&self) -> &Arc<[u32]> {
        &self.words
    }
}

/// Scans a module.
///
/// # Safety
/// As the header requires: `context` is NULL or came from this library, `words` points to `word_count` words, `options` is NULL
/// or points to options, `module` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_module_scan(
    context: *const SosContext,
    words: *const u32,
    word_count: usize,
    options: *const SosOptions,
    module: *mut *mut SosModule,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(module, "module") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        pointer::check(words, "words")?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let words = unsafe { pointer::elements(words, word_count, "words") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let options = unsafe { SosOptions::read(options) }?;
        let limits = options.limits();
        let words = sos_core::words::to_native(words, &limits)?;
        let module =
            SosModule::scan_with(words.into(), context, |words| Module::scan(words, &limits))?;
        *place = pointer::into_raw(module)?;
        Ok(())
    })
}

/// Names an entry point that the module does not have.
fn no_such_entry_point(error: Error, at: usize, entry_points: &[EntryPoint<'_>]) -> Failure {
    let name = entry_points.get(at).map_or("", |one| one.name);
    let argument = Argument::element("entry_points[]", at);
    let why = format_args!("{argument}: {}: \"{name}\"", error.kind().text());
    logged_failure(error.kind() as SosStatus, &why)
}

/// The numbers of selections.
pub mod constants {
    /// Every execution model.
    pub const SOS_ANY_EXECUTION_MODEL: u32 = u32::MAX;
}

use alloc::vec::Vec;
use constants::SOS_ANY_EXECUTION_MODEL;

/// `sos_entry_point`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosEntryPoint {
    /// The name.
    pub name: *const c_char,
    /// SPIR-V's `ExecutionModel`, or [`SOS_ANY_EXECUTION_MODEL`].
    pub execution_model: u32,
}

/// Copies a module with some of its entry points.
///
/// # Safety
/// As the header requires: `context` is NULL or came from this library, `module` came from this library, `entry_points` points to
/// `entry_point_count` entry points, `selection` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_module_select(
    context: *const SosContext,
    module: *const SosModule,
    entry_points: *const SosEntryPoint,
    entry_point_count: usize,
    selection: *mut *mut SosModule,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(selection, "selection") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        // SAFETY: guaranteed by the caller, by this function's condition.
        let module = unsafe { pointer::object(module, "module") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let entry_points =
            unsafe { pointer::elements(entry_points, entry_point_count, "entry_points") }?;
        let entry_points = entry_points.iter().enumerate().map(|(at, entry_point)| {
            let model = entry_point.execution_model;
            let name = Argument::element("entry_points[].name", at);
            Ok(EntryPoint {
                // SAFETY: guaranteed by the caller, by this function's condition.
                name: unsafe { pointer::text(entry_point.name, name) }?,
                execution_model: Some(model).filter(|&model| model != SOS_ANY_EXECUTION_MODEL),
            })
        });
        let entry_points: Vec<EntryPoint<'_>> = entry_points.collect::<Result<_, Failure>>()?;
        *place = pointer::into_raw(module.select(&entry_points, context)?)?;
        Ok(())
    })
}

/// The specialization constants of a module, with their defaults.
///
/// # Safety
/// As the header requires: `module` came from this library, `specialization` points to a struct of `struct_size` bytes.
#[no_mangle]
pub unsafe extern "C" fn sos_module_get_specialization(
    module: *const SosModule,
    specialization: *mut SosSpecialization,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let size = unsafe { SosSpecialization::begin(specialization, "specialization") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let module = unsafe { pointer::object(module, "module") }?;
        memory::enter(&module.context);
        let filled = module.specialization()?.filled(size);
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { filled.write_to(specialization) };
        Ok(())
    })
}

/// `sos_defect`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosDefect {
    /// The size of the caller's struct in bytes.
    pub struct_size: u32,
    /// The error, or `SOS_OK`.
    pub status: SosStatus,
    /// Its position, in words from the module's beginning.
    pub word_offset: u32,
    /// The opcode there, or 0.
    pub opcode: u32,
}

// SAFETY: integers.
unsafe impl SizedStruct for SosDefect {
    const FIRST: usize = offset_of!(Self, opcode) + size_of::<u32>();
}

/// Determines where a module is invalid.
///
/// # Safety
/// As the header requires: `context` is NULL or came from this library, `words` points to `word_count` words, `options` is NULL
/// or points to options, `defect` points to a defect of `struct_size` bytes.
#[no_mangle]
pub unsafe extern "C" fn sos_module_diagnose(
    context: *const SosContext,
    words: *const u32,
    word_count: usize,
    options: *const SosOptions,
    defect: *mut SosDefect,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let struct_size = unsafe { SosDefect::begin(defect, "defect") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        pointer::check(words, "words")?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let words = unsafe { pointer::elements(words, word_count, "words") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let options = unsafe { SosOptions::read(options) }?;
        let limits = options.limits();
        let words = sos_core::words::to_native(words, &limits);
        let scanned = words.and_then(|words| Module::scan(&words, &limits).map(|_| ()));
        memory::check()?;
        if let Err(error) = scanned {
            let found = SosDefect {
                struct_size,
                status: error.kind() as SosStatus,
                word_offset: error.offset(),
                opcode: error.opcode().into(),
            };
            // SAFETY: guaranteed by the caller, by this function's condition.
            unsafe { found.write_to(defect) };
        }
        Ok(())
    })
}

/// Frees a module.
///
/// # Safety
/// `module` is NULL or came from this library, is freed once, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn sos_module_free(module: *mut SosModule) {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { pointer::free(module) };
        Ok(())
    });
}
