//! Modules that were scanned once, to be filtered many times.
//!
//! The words are copied, at the speed of memory: the caller may free the file at once, and results can share them.

use std::sync::Arc;

use sos_core::{ErrorKind, Limits, Module};

use crate::options::SosOptions;
use crate::status::{Failure, SosStatus};
use crate::{guard, pointer};

/// `sos_module`: opaque.
pub struct SosModule {
    /// Borrows `words`; declared before them, so that it goes first. Leaves this file with the lifetime of `self` only.
    module: Module<'static>,
    words: Arc<[u32]>,
}

/// Many threads may filter one module at once: the header says so, and this line proves it.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<SosModule>();
};

impl SosModule {
    fn scan(words: Arc<[u32]>, limits: &Limits) -> Result<Self, Failure> {
        let borrowed = Arc::as_ptr(&words);
        // SAFETY: the allocation lives, unmoved and unchanged, as long as the `Arc`, which is dropped after the module.
        let borrowed: &'static [u32] = unsafe { &*borrowed };
        let module = Module::scan(borrowed, limits)?;
        Ok(Self { module, words })
    }

    /// The module for the filter.
    pub(crate) fn module(&self) -> &Module<'_> {
        &self.module
    }

    /// Its words, to be shared.
    pub(crate) fn words(&self) -> &Arc<[u32]> {
        &self.words
    }
}

/// Scans a module.
///
/// # Safety
/// As the header says: `words` leads to `word_count` words, `options` is NULL or leads to options, `module` may be
/// written.
#[no_mangle]
pub unsafe extern "C" fn sos_module_scan(
    words: *const u32,
    word_count: usize,
    options: *const SosOptions,
    module: *mut *mut SosModule,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: the caller's part, by this function's condition.
        let place = unsafe { pointer::place(module) }?;
        pointer::check(words)?;
        // SAFETY: the caller's part, by this function's condition.
        let words = unsafe { pointer::elements(words, word_count) }?;
        // SAFETY: the caller's part, by this function's condition.
        let options = unsafe { SosOptions::read(options) }?;
        let limits = options.limits();
        // Before the copy: what is too large is not copied.
        if words.len() > limits.words as usize {
            return Err(Failure(ErrorKind::ModuleTooLarge as SosStatus));
        }
        let words = sos_core::words::to_native(words);
        *place = pointer::give(SosModule::scan(words.into(), &limits)?);
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
        // SAFETY: the caller's part, by this function's condition.
        unsafe { pointer::free(module) };
        Ok(())
    });
}
