//! Modules that are prepared once and specialized many times.

use sos_core::Specializer;

use crate::context::constants::{SOS_LOG_INFO, SOS_NO_OFFSET};
use crate::context::{log, ContextRef};
use crate::filter::SosOutput;
use crate::module::SosModule;
use crate::options::{read_specialization, SosOptions};
use crate::result::constants::{SOS_REWRITTEN, SOS_UNCHANGED};
use crate::scratch::{Left, SosScratch};
use crate::specialization::SosSpecialization;
use crate::status::constants::SOS_OK;
use crate::status::SosStatus;
use crate::target::SosTarget;
use crate::{guard, memory, pointer};

/// `sos_specializer`: opaque.
pub struct SosSpecializer {
    specializer: Specializer,
    /// The context in which it was created.
    _context: ContextRef,
}

/// The header states that threads may share one; this checks it.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<SosSpecializer>();
};

/// Prepares a module for a target.
///
/// # Safety
/// As the header requires: `target`, `module` and `scratch` came from this library, no other thread uses `scratch`, `options` is NULL or
/// points to options, `specializer` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_specializer_create(
    target: *const SosTarget,
    module: *const SosModule,
    options: *const SosOptions,
    scratch: *mut SosScratch,
    specializer: *mut *mut SosSpecializer,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(specializer, "specializer") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let scratch = unsafe { pointer::exclusive(scratch, "scratch") }?;
        let context = scratch.context().clone();
        scratch.work(|core, own| {
            // SAFETY: guaranteed by the caller, by this function's condition.
            let target = unsafe { pointer::object(target, "target") }?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            let module = unsafe { pointer::object(module, "module") }?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            let options = unsafe { SosOptions::read(options) }?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            unsafe { options.to_core(own) }?;
            let made = Specializer::new(module.module(), &target.target, own, core)?;
            memory::check()?;
            log(
                SOS_LOG_INFO,
                SOS_OK,
                SOS_NO_OFFSET,
                format_args!(
                    "prepared, {} bytes; specializations are {}",
                    made.bytes(),
                    if made.filters() { "filtered" } else { "copies" },
                ),
            );
            *place = pointer::into_raw(SosSpecializer {
                specializer: made,
                _context: context,
            })?;
            Ok(())
        })
    })
}

/// Specializes a prepared module, to the caller's memory.
///
/// # Safety
/// As the header requires: `specializer` and `scratch` came from this library, no other thread uses `scratch`, `specialization` is NULL
/// or points to one with as many entries and bytes as it says, `output` points to an output of `struct_size` bytes, and its `words` to
/// `capacity` words.
#[no_mangle]
pub unsafe extern "C" fn sos_specialize_into(
    specializer: *const SosSpecializer,
    specialization: *const SosSpecialization,
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
            let SosSpecializer { specializer, .. } =
                unsafe { pointer::object(specializer, "specializer") }?;
            own.constants.clear();
            let names = [
                "specialization",
                "specialization->map_entries",
                "specialization->map_entries[]",
                "specialization->data",
            ];
            // SAFETY: guaranteed by the caller, by this function's condition.
            unsafe { read_specialization(specialization, names, &mut own.constants) }?;
            let outcome = specializer.specialize(&own.constants, core)?;
            // SAFETY: guaranteed by the caller, by this function's condition.
            let fits = unsafe { filled.put(outcome) }?;
            let left = match filled.outcome {
                SOS_UNCHANGED if !fits => Left::Module(specializer.base().into()),
                SOS_REWRITTEN if !fits => Left::Written,
                _ => Left::Nothing,
            };
            // SAFETY: guaranteed by the caller, by this function's condition; read above, so neither NULL nor misaligned.
            unsafe { filled.finish(core, specializer.target(), output) };
            Ok(left)
        })?;
        filled.answer(scratch, left)
    })
}

/// Frees a specializer.
///
/// # Safety
/// `specializer` is NULL or came from this library, is freed once, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn sos_specializer_free(specializer: *mut SosSpecializer) {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { pointer::free(specializer) };
        Ok(())
    });
}
