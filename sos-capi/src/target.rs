//! Targets in the C API: by name or from JSON, and queries on them. `vulkan.rs` creates those from live Vulkan.

use alloc::boxed::Box;
use alloc::ffi::CString;
use core::ffi::{c_char, CStr};
use core::mem::offset_of;

use once_cell::race::OnceBox;
use sos_core::tables::extension_by_name;
#[cfg(feature = "json")]
use sos_core::target::text_of_file;
use sos_core::target::{Feature, VulkanExtension};
use sos_core::{Grade, Target};

use crate::argument::{Argument, Fault};
use crate::context::constants::{SOS_LOG_INFO, SOS_LOG_WARNING, SOS_NO_OFFSET};
use crate::context::{log, wants_log, ContextRef, SosContext};
use crate::sized::SizedStruct;
#[cfg(feature = "json")]
use crate::status::constants::{SOS_ERROR_INTERNAL, SOS_ERROR_PROFILE};
use crate::status::constants::{SOS_ERROR_UNKNOWN_NAME, SOS_OK};
use crate::status::{logged_failure, Failure, SosStatus};
use crate::{guard, memory, pointer};

/// Grades: see [`Grade`].
pub mod constants {
    /// [`sos_core::Grade::Always`].
    pub const SOS_GRADE_ALWAYS: u32 = 1;
    /// [`sos_core::Grade::Mostly`].
    pub const SOS_GRADE_MOSTLY: u32 = 2;
    /// [`sos_core::Grade::OnRequest`].
    pub const SOS_GRADE_ON_REQUEST: u32 = 3;
}
use alloc::vec::Vec;
use constants::*;

/// `sos_target`: opaque.
pub struct SosTarget {
    pub(crate) target: Target,
    name: CString,
    /// The context in which it was created, and in which objects made from it without a scratch are created.
    pub(crate) context: ContextRef,
    /// Computed on first use.
    json: OnceBox<CString>,
}

impl SosTarget {
    pub(crate) fn new(target: Target, context: ContextRef) -> Self {
        // Done here in the target's own context rather than on first use in another one.
        sos_core::prepare(&target);
        // JSON may contain NUL in a name, which is truncated there.
        let name = target.name().split('\0').next().unwrap_or_default();
        let name = CString::new(name).unwrap_or_default();
        Self {
            target,
            name,
            context,
            json: OnceBox::new(),
        }
    }

    /// The target as JSON, which is not cached if the context ran out of memory.
    fn json(&self) -> Result<&CStr, Failure> {
        if let Some(kept) = self.json.get() {
            return Ok(kept);
        }
        let made = Box::new(write(&self.target)?);
        memory::check()?;
        Ok(self.json.get_or_init(|| made))
    }
}

/// The header states that threads may share one; this checks it.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<SosTarget>();
};

#[cfg(feature = "json")]
fn read(bytes: &[u8], profile: Option<&str>) -> Result<Target, Failure> {
    let text = text_of_file(bytes);
    let text = text.ok_or_else(|| Failure::Argument("json".into(), Fault::NotUtf8))?;
    Target::from_json_profile(&text, profile, &mut |_| None)
        .map_err(|error| logged_failure(SOS_ERROR_PROFILE, &error))
}

#[cfg(feature = "json")]
fn built_in(name: &str) -> Result<Target, Failure> {
    Target::read_built_in(name).ok_or_else(|| {
        let why = format_args!("no built-in target has the name \"{name}\"");
        logged_failure(SOS_ERROR_UNKNOWN_NAME, &why)
    })
}

/// JSON escapes NUL, so the text has none.
#[cfg(feature = "json")]
fn write(target: &Target) -> Result<CString, Failure> {
    CString::new(target.to_profile_json()).map_err(|_| Failure::Status(SOS_ERROR_INTERNAL))
}

#[cfg(not(feature = "json"))]
fn write(_: &Target) -> Result<CString, Failure> {
    Err(Failure::without_feature("json"))
}

#[cfg(not(feature = "json"))]
fn read(_: &[u8], _: Option<&str>) -> Result<Target, Failure> {
    Err(Failure::without_feature("json"))
}

/// Built-in targets are JSON, too.
#[cfg(not(feature = "json"))]
fn built_in(_: &str) -> Result<Target, Failure> {
    Err(Failure::without_feature("json"))
}

/// Creates a target from the text of a Vulkan Profiles file.
///
/// # Safety
/// As the header requires: `context` is NULL or came from this library, `json` points to `length` bytes, `profile` is NULL or a
/// string, `target` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_from_json(
    context: *const SosContext,
    json: *const c_char,
    length: usize,
    profile: *const c_char,
    target: *mut *mut SosTarget,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(target, "target") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        pointer::check(json, "json")?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let bytes = unsafe { pointer::elements(json.cast::<u8>(), length, "json") }?;
        let profile = match profile.is_null() {
            true => None,
            // SAFETY: not NULL, and guaranteed by the caller, by this function's condition.
            false => Some(unsafe { pointer::text(profile, "profile") }?),
        };
        let made = read(bytes, profile)?;
        for gap in made.gaps() {
            let name = made.name();
            let text = format_args!(
                "{name}: not stated, and so counted as absent where nothing else is said: {gap}"
            );
            log(SOS_LOG_WARNING, SOS_OK, SOS_NO_OFFSET, text);
        }
        *place = pointer::into_raw(SosTarget::new(made, context))?;
        Ok(())
    })
}

/// Creates a built-in target.
///
/// # Safety
/// As the header requires: `context` is NULL or came from this library, `name` is a string, `target` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_from_name(
    context: *const SosContext,
    name: *const c_char,
    target: *mut *mut SosTarget,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(target, "target") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let context = unsafe { ContextRef::of(context) }?;
        memory::enter(&context);
        // SAFETY: guaranteed by the caller, by this function's condition.
        let name = unsafe { pointer::text(name, "name") }?;
        let made = built_in(name)?;
        *place = pointer::into_raw(SosTarget::new(made, context))?;
        Ok(())
    })
}

/// Creates a target with parts removed.
///
/// # Safety
/// As the header requires: `target` came from this library, `names` points to `name_count` strings, `lesser` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_without(
    target: *const SosTarget,
    names: *const *const c_char,
    name_count: usize,
    lesser: *mut *mut SosTarget,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(lesser, "lesser") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let target = unsafe { pointer::object(target, "target") }?;
        let context = target.context.clone();
        memory::enter(&context);
        // SAFETY: guaranteed by the caller, by this function's condition.
        let names = unsafe { pointer::elements(names, name_count, "names") }?;
        let names = names.iter().enumerate().map(|(at, &name)| {
            // SAFETY: guaranteed by the caller, by this function's condition.
            unsafe { pointer::text(name, Argument::element("names[]", at)) }
        });
        let names: Vec<&str> = names.collect::<Result<_, _>>()?;
        let made = target.target.without(&names);
        let made = made.map_err(|error| logged_failure(SOS_ERROR_UNKNOWN_NAME, &error))?;
        if wants_log(SOS_LOG_INFO) {
            note_idle(&target.target, &names);
        }
        *place = pointer::into_raw(SosTarget::new(made, context))?;
        Ok(())
    })
}

/// Creates a target for what a device offers together with this library.
///
/// # Safety
/// As the header requires: `target` came from this library, `extended` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_extended(
    target: *const SosTarget,
    grade: u32,
    extended: *mut *mut SosTarget,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(extended, "extended") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let target = unsafe { pointer::object(target, "target") }?;
        let context = target.context.clone();
        memory::enter(&context);
        let grade = match grade {
            SOS_GRADE_ALWAYS => Grade::Always,
            SOS_GRADE_MOSTLY => Grade::Mostly,
            SOS_GRADE_ON_REQUEST => Grade::OnRequest,
            _ => {
                return Err(Failure::Argument(
                    "grade".into(),
                    Fault::NoMeaning { given: grade },
                ))
            }
        };
        if cfg!(not(feature = "lowering")) {
            return Err(Failure::without_feature("lowering"));
        }
        let made = target.target.extended(grade);
        *place = pointer::into_raw(SosTarget::new(made, context))?;
        Ok(())
    })
}

/// Logs the names that remove nothing, given those of parts.
fn note_idle(target: &Target, names: &[&str]) {
    let mut left = target.clone();
    for (at, name) in names.iter().enumerate() {
        let Ok(less) = left.without([name]) else {
            return;
        };
        if less == left {
            let argument = Argument::element("names[]", at);
            let why = format_args!("{argument}: the target has no {name}; nothing is removed");
            log(SOS_LOG_INFO, SOS_OK, SOS_NO_OFFSET, why);
        }
        left = less;
    }
}

/// Frees a target.
///
/// # Safety
/// `target` is NULL or came from this library, is freed once, and is not used afterwards.
#[no_mangle]
pub unsafe extern "C" fn sos_target_free(target: *mut SosTarget) {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { pointer::free(target) };
        Ok(())
    });
}

/// `sos_target_info`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosTargetInfo {
    /// The size of the caller's struct in bytes.
    pub struct_size: u32,
    /// The Vulkan version that can be used, packed.
    pub api_version: u32,
    /// The highest SPIR-V version, as in a module's second word.
    pub spirv_version: u32,
    /// Invocations in a subgroup, or 0.
    pub subgroup_size: u32,
    /// The smallest subgroup size, or 0.
    pub min_subgroup_size: u32,
    /// The largest subgroup size, or 0.
    pub max_subgroup_size: u32,
    /// The vendor's id, or 0.
    pub vendor_id: u32,
    /// The device's id, or 0.
    pub device_id: u32,
    /// The driver's id, or 0.
    pub driver_id: u32,
    /// Zero.
    pub reserved: u32,
    /// A name for display.
    pub name: *const c_char,
}

// SAFETY: integers and a raw pointer.
unsafe impl SizedStruct for SosTargetInfo {
    const FIRST: usize = offset_of!(Self, name) + size_of::<*const c_char>();
}

/// Queries a target's properties.
///
/// # Safety
/// As the header requires: `target` came from this library, `info` points to an info of `struct_size` bytes.
#[no_mangle]
pub unsafe extern "C" fn sos_target_get_info(
    target: *const SosTarget,
    info: *mut SosTargetInfo,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let struct_size = unsafe { SosTargetInfo::begin(info, "info") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let SosTarget { target, name, .. } = unsafe { pointer::object(target, "target") }?;
        let properties = target.properties();
        let filled = SosTargetInfo {
            struct_size,
            api_version: target.api_version().packed(),
            spirv_version: 1 << 16 | u32::from(target.spirv_minor()) << 8,
            subgroup_size: properties.subgroup_size.unwrap_or(0),
            min_subgroup_size: properties.min_subgroup_size.unwrap_or(0),
            max_subgroup_size: properties.max_subgroup_size.unwrap_or(0),
            vendor_id: properties.vendor_id.unwrap_or(0),
            device_id: properties.device_id.unwrap_or(0),
            driver_id: properties.driver_id.unwrap_or(0),
            reserved: 0,
            name: name.as_ptr(),
        };
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { filled.write_to(info) };
        Ok(())
    })
}

/// The target as the text of a Vulkan Profiles file.
///
/// # Safety
/// As the header requires: `target` came from this library, `json` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_get_json(
    target: *const SosTarget,
    json: *mut *const c_char,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { pointer::place(json.cast::<*mut c_char>(), "json") }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let target = unsafe { pointer::object(target, "target") }?;
        memory::enter(&target.context);
        *place = target.json()?.as_ptr().cast_mut();
        Ok(())
    })
}

/// Whether modules may declare the capability with this value.
///
/// # Safety
/// `target` is NULL or came from this library.
#[no_mangle]
pub unsafe extern "C" fn sos_target_has_capability(
    target: *const SosTarget,
    capability: u32,
) -> u32 {
    // SAFETY: guaranteed by the caller, by this function's condition.
    let target = unsafe { pointer::object(target, "target") };
    target.map_or(0, |it| it.target.has_capability(capability).into())
}

/// Whether the target has a SPIR-V or Vulkan extension.
///
/// # Safety
/// `target` is NULL or came from this library, `name` is NULL or a string.
#[no_mangle]
pub unsafe extern "C" fn sos_target_has_extension(
    target: *const SosTarget,
    name: *const c_char,
) -> u32 {
    // SAFETY: guaranteed by the caller, by this function's condition.
    let target = unsafe { pointer::object(target, "target") };
    // SAFETY: guaranteed by the caller, by this function's condition.
    let name = unsafe { pointer::text(name, "name") };
    let (Ok(SosTarget { target, .. }), Ok(name)) = (target, name) else {
        return 0;
    };
    let spirv = extension_by_name(name.as_bytes());
    let vulkan = VulkanExtension::find(name);
    let has = spirv.is_some_and(|index| target.extensions().contains(index))
        || vulkan.is_some_and(|extension| target.has_vulkan_extension(extension));
    has.into()
}

/// Whether the target has a Vulkan feature.
///
/// # Safety
/// `target` is NULL or came from this library, `structure` and `member` are NULL or strings.
#[no_mangle]
pub unsafe extern "C" fn sos_target_has_feature(
    target: *const SosTarget,
    structure: *const c_char,
    member: *const c_char,
) -> u32 {
    // SAFETY: guaranteed by the caller, by this function's condition.
    let target = unsafe { pointer::object(target, "target") };
    // SAFETY: guaranteed by the caller, by this function's condition.
    let structure = unsafe { pointer::text(structure, "structure") };
    // SAFETY: guaranteed by the caller, by this function's condition.
    let member = unsafe { pointer::text(member, "member") };
    let (Ok(SosTarget { target, .. }), Ok(structure), Ok(member)) = (target, structure, member)
    else {
        return 0;
    };
    Feature::find(structure, member).map_or(0, |feature| target.has_feature(feature).into())
}
