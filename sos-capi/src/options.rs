//! The options of the C API.

use core::ffi::c_char;
use core::mem::offset_of;

use sos_core::{
    specialization_value, Allow, Assume, ImageFormat, Limits, Options, Source, SpecMode, Strip,
    SubgroupSize, DEFAULT_SPEC_BASE,
};

use crate::argument::Argument;
use crate::pointer;
use crate::sized::SizedStruct;
use crate::specialization::{SosMapEntry, SosSpecialization};
use crate::status::constants::{SOS_ERROR_ARGUMENT, SOS_ERROR_UNKNOWN_NAME};
use crate::status::{logged_failure, Failure};

/// Bits and values of the options.
pub mod constants {
    /// Constants that are set stay specialization constants.
    pub const SOS_KEEP_SPEC: u32 = 1;
    /// `spec_base` is used.
    pub const SOS_SPEC_BASE: u32 = 2;
    /// No `SpecId` is reserved.
    pub const SOS_NO_SPEC_BASE: u32 = 4;
    /// `OpName` does not identify constants.
    pub const SOS_NO_SPEC_NAMES: u32 = 8;
    /// No report is made.
    pub const SOS_NO_REPORT: u32 = 16;
    /// All specialization constants become ordinary ones.
    pub const SOS_FREEZE_SPEC: u32 = 32;
    /// A live instruction that the target cannot run may become `OpUndef`.
    pub const SOS_ALLOW_UNDEF: u32 = 1;
    /// A module may run with subgroups of one invocation.
    pub const SOS_ALLOW_SUBGROUP_OF_ONE: u32 = 2;
    /// 16-bit floats may be computed as 32-bit floats without rounding to 16 bits.
    pub const SOS_ALLOW_F16_RELAXED: u32 = 4;
    /// Modes for rounding, denormals, infinities and NaN may be dropped.
    pub const SOS_ALLOW_FLOAT_CONTROLS: u32 = 8;
    /// 64-bit floats may be computed as 32-bit floats.
    pub const SOS_ALLOW_F64_TO_F32: u32 = 16;
    /// Numbers may exceed limits that the target states.
    pub const SOS_ALLOW_LIMITS: u32 = 32;
    /// `BaseVertex` is 0.
    pub const SOS_ASSUME_BASE_VERTEX_ZERO: u32 = 1;
    /// `BaseInstance` is 0.
    pub const SOS_ASSUME_BASE_INSTANCE_ZERO: u32 = 2;
    /// `DrawIndex` is 0.
    pub const SOS_ASSUME_DRAW_INDEX_ZERO: u32 = 4;
    /// There is one view.
    pub const SOS_ASSUME_SINGLE_VIEW: u32 = 8;
    /// A pixel has one sample, in its middle.
    pub const SOS_ASSUME_SINGLE_SAMPLE: u32 = 16;
    /// Layers that shaders write are 0.
    pub const SOS_ASSUME_LAYER_ZERO: u32 = 32;
    /// Viewport indices that shaders write are 0.
    pub const SOS_ASSUME_VIEWPORT_ZERO: u32 = 64;
    /// What cull distances discard may be drawn.
    pub const SOS_ASSUME_CULLING_OPTIONAL: u32 = 128;
    /// Shading rates that shaders write may be ignored.
    pub const SOS_ASSUME_SHADING_RATE_OPTIONAL: u32 = 256;
    /// Clip distances that shaders write are at least 0.
    pub const SOS_ASSUME_CLIP_DISTANCES_POSITIVE: u32 = 512;
    /// Nothing is stripped.
    pub const SOS_STRIP_NOTHING: u32 = 0;
    /// Debug information is stripped.
    pub const SOS_STRIP_DEBUG: u32 = 1;
    /// Names are stripped.
    pub const SOS_STRIP_NAMES: u32 = 2;
    /// Everything without effect on the result is stripped.
    pub const SOS_STRIP_ALL: u32 = 3;
}

use alloc::vec::Vec;
use constants::*;

/// The header's numbers equal the core's.
const _: () = assert!(
    SOS_STRIP_NOTHING == Strip::Nothing as u32
        && SOS_STRIP_DEBUG == Strip::Debug as u32
        && SOS_STRIP_NAMES == Strip::Names as u32
        && SOS_STRIP_ALL == Strip::All as u32
);

const KNOWN_FLAGS: u32 = SOS_KEEP_SPEC
    | SOS_SPEC_BASE
    | SOS_NO_SPEC_BASE
    | SOS_NO_SPEC_NAMES
    | SOS_NO_REPORT
    | SOS_FREEZE_SPEC;

/// `sos_constant`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosConstant {
    /// `SpecId`.
    pub spec_id: u32,
    /// Zero.
    pub reserved: u32,
    /// The value's bits.
    pub value: u64,
}

/// `sos_source`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosSource {
    /// `SpecId`.
    pub spec_id: u32,
    /// Zero.
    pub reserved: u32,
    /// The name of the fact.
    pub name: *const c_char,
}

/// `sos_image_format`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosImageFormat {
    /// Descriptor set.
    pub set: u32,
    /// Binding in it.
    pub binding: u32,
    /// SPIR-V's `ImageFormat`.
    pub format: u32,
    /// Zero.
    pub reserved: u32,
}

/// `sos_options`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SosOptions {
    /// The size of the caller's struct in bytes.
    pub struct_size: u32,
    /// Bits.
    pub flags: u32,
    /// Bits of [`Allow`].
    pub allow: u32,
    /// One of [`Strip`].
    pub strip: u32,
    /// The first reserved `SpecId`.
    pub spec_base: u32,
    /// The maximum id bound, or 0 for the default.
    pub max_bound: u32,
    /// The maximum module size in words, or 0 for the default.
    pub max_words: u32,
    /// Number of constants.
    pub constant_count: u32,
    /// Number of sources.
    pub source_count: u32,
    /// Bits of [`Assume`].
    pub assume: u32,
    /// Values.
    pub constants: *const SosConstant,
    /// Device facts.
    pub sources: *const SosSource,
    /// More values, in Vulkan's form, or NULL.
    pub specialization: *const SosSpecialization,
    /// Formats of storage images, or NULL.
    pub image_formats: *const SosImageFormat,
    /// Number of formats.
    pub image_format_count: u32,
    /// The number of invocations in the subgroups that modules see, or 0.
    pub subgroup_size: u32,
}

// SAFETY: integers and raw pointers.
unsafe impl SizedStruct for SosOptions {
    const FIRST: usize = offset_of!(Self, sources) + size_of::<*const SosSource>();
}

impl SosOptions {
    /// Copies the caller's struct of any version; the defaults for NULL.
    ///
    /// # Safety
    /// If neither NULL nor misaligned, `options` points to as many bytes as its `struct_size` says.
    pub(crate) unsafe fn read(options: *const Self) -> Result<Self, Failure> {
        match options.is_null() {
            true => Ok(Self::zero()),
            // SAFETY: by this function's condition.
            false => unsafe { Self::read_from(options, "options") },
        }
    }

    /// The limits on input and output.
    pub(crate) fn limits(&self) -> Limits {
        let or = |given: u32, usual: u32| if given == 0 { usual } else { given };
        let usual = Limits::default();
        Limits {
            bound: or(self.max_bound, usual.bound),
            words: or(self.max_words, usual.words),
        }
    }

    /// Converts to the core's options, reusing the memory of earlier ones.
    ///
    /// # Safety
    /// `constants`, `sources` and `image_formats` point to as many elements as their counts say, each name to a string, and
    /// `specialization` is NULL or points to one with as many entries and bytes as it says.
    pub(crate) unsafe fn to_core(self, core: &mut Options) -> Result<(), Failure> {
        let has = |flag: u32| self.flags & flag != 0;
        if self.flags & !KNOWN_FLAGS != 0 {
            return Err(unknown_bits("options->flags", self.flags));
        }
        if has(SOS_SPEC_BASE) && has(SOS_NO_SPEC_BASE) {
            let why = "options->flags has both SOS_SPEC_BASE and SOS_NO_SPEC_BASE";
            return Err(logged_failure(SOS_ERROR_ARGUMENT, &why));
        }
        if self.spec_base != 0 && !has(SOS_SPEC_BASE) {
            let why = "options->spec_base is set, but options->flags has no SOS_SPEC_BASE";
            return Err(logged_failure(SOS_ERROR_ARGUMENT, &why));
        }
        let count = self.constant_count as usize;
        // SAFETY: by this function's condition.
        let constants = unsafe { pointer::elements(self.constants, count, "options->constants") }?;
        core.constants.clear();
        for (at, constant) in constants.iter().enumerate() {
            zero("options->constants[].reserved", at, constant.reserved)?;
            core.constants.push((constant.spec_id, constant.value));
        }
        let names = [
            "options->specialization",
            "options->specialization->map_entries",
            "options->specialization->map_entries[]",
            "options->specialization->data",
        ];
        // SAFETY: by this function's condition.
        unsafe { read_specialization(self.specialization, names, &mut core.constants) }?;
        let count = self.source_count as usize;
        // SAFETY: by this function's condition.
        let sources = unsafe { pointer::elements(self.sources, count, "options->sources") }?;
        core.sources.clear();
        for (at, source) in sources.iter().enumerate() {
            zero("options->sources[].reserved", at, source.reserved)?;
            let argument = Argument::element("options->sources[].name", at);
            // SAFETY: by this function's condition.
            let name = unsafe { pointer::text(source.name, argument) }?;
            let fact = Source::from_name(name).ok_or_else(|| {
                let why = format_args!("{argument}: no device fact has the name \"{name}\"");
                logged_failure(SOS_ERROR_UNKNOWN_NAME, &why)
            })?;
            core.sources.push((source.spec_id, fact));
        }
        core.spec_base = match (has(SOS_NO_SPEC_BASE), has(SOS_SPEC_BASE)) {
            (true, _) => None,
            (false, true) => Some(self.spec_base),
            (false, false) => Some(DEFAULT_SPEC_BASE),
        };
        core.spec_names = !has(SOS_NO_SPEC_NAMES);
        core.spec = match (has(SOS_KEEP_SPEC), has(SOS_FREEZE_SPEC)) {
            (true, true) => {
                let why = "options->flags has both SOS_KEEP_SPEC and SOS_FREEZE_SPEC";
                return Err(logged_failure(SOS_ERROR_ARGUMENT, &why));
            }
            (true, false) => SpecMode::Keep,
            (false, true) => SpecMode::Freeze,
            (false, false) => SpecMode::Bake,
        };
        let unknown = || unknown_bits("options->allow", self.allow);
        core.allow = Allow::from_bits(self.allow).ok_or_else(unknown)?;
        let unknown = || unknown_bits("options->assume", self.assume);
        core.assume = Assume::from_bits(self.assume).ok_or_else(unknown)?;
        let (count, name) = (self.image_format_count as usize, "options->image_formats");
        // SAFETY: by this function's condition.
        let formats = unsafe { pointer::elements(self.image_formats, count, name) }?;
        core.image_formats.clear();
        for (at, format) in formats.iter().enumerate() {
            zero("options->image_formats[].reserved", at, format.reserved)?;
            core.image_formats.push(core_format(*format).ok_or_else(|| {
                let argument = Argument::element("options->image_formats[].format", at);
                not_a_value(argument, format.format)
            })?);
        }
        let not_a_size = || not_a_value("options->subgroup_size".into(), self.subgroup_size);
        core.subgroup_size = match self.subgroup_size {
            0 => None,
            size => Some(SubgroupSize::new(size).ok_or_else(not_a_size)?),
        };
        let ways = [Strip::Nothing, Strip::Debug, Strip::Names, Strip::All];
        let strip = ways.into_iter().find(|&way| way as u32 == self.strip);
        core.strip = strip.ok_or_else(|| not_a_value("options->strip".into(), self.strip))?;
        core.limits = self.limits();
        Ok(())
    }

    /// Whether the caller wants a report.
    pub(crate) fn wants_report(&self) -> bool {
        cfg!(feature = "report") && self.flags & SOS_NO_REPORT == 0
    }
}

/// Bits of which some have no meaning.
fn unknown_bits(name: &str, bits: u32) -> Failure {
    let why = format_args!("{name} is {bits:#x}, which has unknown bits");
    logged_failure(SOS_ERROR_ARGUMENT, &why)
}

/// Refuses a reserved field that is used.
fn zero(name: &'static str, at: usize, value: u32) -> Result<(), Failure> {
    if value == 0 {
        return Ok(());
    }
    let argument = Argument::element(name, at);
    let why = format_args!("{argument} is {value}, must be 0");
    Err(logged_failure(SOS_ERROR_ARGUMENT, &why))
}

/// A value that an enumeration does not have.
fn not_a_value(argument: Argument, value: u32) -> Failure {
    let why = format_args!("{argument} has no value {value}");
    logged_failure(SOS_ERROR_ARGUMENT, &why)
}

/// Converts a format; `None` if SPIR-V does not have it.
fn core_format(format: SosImageFormat) -> Option<ImageFormat> {
    let core = ImageFormat {
        set: format.set,
        binding: format.binding,
        format: format.format,
    };
    core.is_known().then_some(core)
}

/// Adds values in Vulkan's form, none for NULL. `names` are those of the struct, its entries, one of them, and its data.
///
/// # Safety
/// `given` is NULL or points to a struct of which map entries and data have the sizes that it says.
pub(crate) unsafe fn read_specialization(
    given: *const SosSpecialization,
    [name, all, one, bytes]: [&'static str; 4],
    values: &mut Vec<(u32, u64)>,
) -> Result<(), Failure> {
    if given.is_null() {
        return Ok(());
    }
    // SAFETY: by this function's condition.
    let given = unsafe { SosSpecialization::read_from(given, name) }?;
    // SAFETY: by this function's condition.
    let entries =
        unsafe { pointer::elements(given.map_entries, given.map_entry_count as usize, all) }?;
    let data = given.data.cast::<u8>();
    // SAFETY: by this function's condition.
    let data = unsafe { pointer::elements(data, given.data_size, bytes) }?;
    for (at, entry) in entries.iter().enumerate() {
        let bytes = data.get(entry.offset as usize..);
        let bytes = bytes.and_then(|bytes| bytes.get(..entry.size));
        let value = bytes.and_then(specialization_value);
        let value = value.ok_or_else(|| {
            let argument = Argument::element(one, at);
            let SosMapEntry { offset, size, .. } = entry;
            let room = given.data_size;
            let why = format_args!(
                "{argument}: {size} bytes at offset {offset} are no 1, 2, 4 or 8 bytes within data_size, {room}"
            );
            logged_failure(SOS_ERROR_ARGUMENT, &why)
        })?;
        values.push((entry.constant_id, value));
    }
    Ok(())
}
