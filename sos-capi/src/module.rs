//! Modules that are scanned once and filtered many times.
//!
//! The words are copied: the caller may free the file immediately, and results can share them.

use std::mem::offset_of;
use std::sync::Arc;

use sos_core::{Limits, Module};

use crate::context::{ContextRef, SosContext};
use crate::options::SosOptions;
use crate::sized::SizedStruct;
use crate::status::{Failure, SosStatus};
use crate::{guard, memory, pointer};

/// `sos_module`: opaque.
pub struct SosModule {
    /// Borrows `words`; declared before them, so that it is dropped first. Leaves this file only with the lifetime of `self`.
    module: Module<'static>,
    words: Arc<[u32]>,
}

/// The header states that threads may share one; this checks it.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<SosModule>();
};

impl SosModule {
    fn scan(words: Arc<[u32]>, limits: &Limits) -> Result<Self, Failure> {
        let borrowed = Arc::as_ptr(&words);
        // SAFETY: the allocation does not move or change during the lifetime of the `Arc`, which is dropped after the module.
        let borrowed: &'static [u32] = unsafe { &*borrowed };
        let module = Module::scan(borrowed, limits)?;
        Ok(Self { module, words })
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
        let place = unsafe { pointer::place(module) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        pointer::check(words)?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let words = unsafe { pointer::elements(words, word_count) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let options = unsafe { SosOptions::read(options) }?;
        let limits = options.limits();
        let words = sos_core::words::to_native(words, &limits)?;
        *place = pointer::into_raw(SosModule::scan(words.into(), &limits)?)?;
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
        let struct_size = unsafe { SosDefect::begin(defect) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        pointer::check(words)?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let words = unsafe { pointer::elements(words, word_count) }?;
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
            unsafe { found.write_to(defect) }?;
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
