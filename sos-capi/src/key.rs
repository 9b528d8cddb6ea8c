//! Keys for pipeline caches: those of `sos-core`, under C's names.

use sos_core::{Key, Options};

use crate::module::SosModule;
use crate::options::SosOptions;
use crate::status::SosStatus;
use crate::target::SosTarget;
use crate::{guard, memory, pointer};

/// `sos_key`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SosKey {
    /// 128 bits.
    pub bytes: [u8; 16],
}

impl From<Key> for SosKey {
    fn from(Key { bytes }: Key) -> Self {
        Self { bytes }
    }
}

/// The output for a key, set to zero.
///
/// # Safety
/// If neither NULL nor misaligned, `key` points to a key that may be written.
unsafe fn place<'a>(key: *mut SosKey) -> Result<&'a mut SosKey, crate::status::Failure> {
    pointer::check(key.cast_const(), "key")?;
    // SAFETY: neither NULL nor misaligned, so by this function's condition writable.
    unsafe { key.write(SosKey::default()) };
    // SAFETY: as above, and initialized by the line above.
    unsafe { pointer::exclusive(key, "key") }
}

/// The key of a target.
///
/// # Safety
/// As the header requires: `target` came from this library, `key` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_get_key(
    target: *const SosTarget,
    key: *mut SosKey,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { place(key) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let target = unsafe { pointer::object(target, "target") }?;
        memory::enter(&target.context);
        let key = target.target.key();
        memory::check()?;
        *place = key.into();
        Ok(())
    })
}

/// The key of a module.
///
/// # Safety
/// As the header requires: `module` came from this library, `key` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_module_get_key(
    module: *const SosModule,
    key: *mut SosKey,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { place(key) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let module = unsafe { pointer::object(module, "module") }?;
        *place = module.module().key().into();
        Ok(())
    })
}

/// The key of a filter run's output.
///
/// # Safety
/// As the header requires: `target` and `module` came from this library, `options` is NULL or points to options, `key` may be
/// written.
#[no_mangle]
pub unsafe extern "C" fn sos_filter_get_key(
    target: *const SosTarget,
    module: *const SosModule,
    options: *const SosOptions,
    key: *mut SosKey,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { place(key) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let target = unsafe { pointer::object(target, "target") }?;
        memory::enter(&target.context);
        // SAFETY: guaranteed by the caller, by this function's condition.
        let module = unsafe { pointer::object(module, "module") }?;
        let mut core = Options::default();
        // SAFETY: guaranteed by the caller, by this function's condition.
        let options = unsafe { SosOptions::read(options) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { options.to_core(&mut core) }?;
        let key = sos_core::filter_key(module.module(), &target.target, &core);
        memory::check()?;
        *place = key.into();
        Ok(())
    })
}
