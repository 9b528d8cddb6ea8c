//! Options as C sees them.
//!
//! `struct_size` lets old programs and new libraries meet, and the other way round: fields behind the program's struct
//! are zero, which is each field's default; fields behind the library's must be zero, since it could not obey them.

use std::ffi::c_char;
use std::mem::offset_of;

use sos_core::{Allow, Limits, Options, Source, SpecMode, Strip, DEFAULT_SPEC_BASE};

use crate::pointer;
use crate::status::constants::{SOS_ERROR_ARGUMENT, SOS_ERROR_STRUCT_SIZE, SOS_ERROR_UNKNOWN_NAME};
use crate::status::Failure;

/// Bits and values of the options.
pub mod constants {
    /// Constants that are set stay specialization constants.
    pub const SOS_KEEP_SPEC: u32 = 1;
    /// `spec_base` counts.
    pub const SOS_SPEC_BASE: u32 = 2;
    /// No `SpecId` is reserved.
    pub const SOS_NO_SPEC_BASE: u32 = 4;
    /// `OpName` does not identify constants.
    pub const SOS_NO_SPEC_NAMES: u32 = 8;
    /// No report is made.
    pub const SOS_NO_REPORT: u32 = 16;
    /// A live instruction that the target cannot run may become `OpUndef`.
    pub const SOS_ALLOW_UNDEF: u32 = 1;
    /// A module may run with subgroups of one invocation.
    pub const SOS_ALLOW_SUBGROUP_OF_ONE: u32 = 2;
    /// 16-bit floats may be computed as 32-bit floats without rounding to 16 bits.
    pub const SOS_ALLOW_F16_RELAXED: u32 = 4;
    /// Nothing is stripped.
    pub const SOS_STRIP_NOTHING: u32 = 0;
    /// Debug information is stripped.
    pub const SOS_STRIP_DEBUG: u32 = 1;
    /// Names are stripped.
    pub const SOS_STRIP_NAMES: u32 = 2;
    /// Everything without a meaning is stripped.
    pub const SOS_STRIP_ALL: u32 = 3;
}

use constants::*;

const KNOWN_FLAGS: u32 =
    SOS_KEEP_SPEC | SOS_SPEC_BASE | SOS_NO_SPEC_BASE | SOS_NO_SPEC_NAMES | SOS_NO_REPORT;

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
    /// The largest id bound, or 0 for the default.
    pub max_bound: u32,
    /// The largest module in words, or 0 for the default.
    pub max_words: u32,
    /// How many constants.
    pub constant_count: u32,
    /// How many sources.
    pub source_count: u32,
    /// Zero.
    pub reserved: u32,
    /// Values.
    pub constants: *const SosConstant,
    /// Device facts.
    pub sources: *const SosSource,
}

impl SosOptions {
    /// The defaults.
    const DEFAULT: Self = Self {
        struct_size: size_of::<Self>() as u32,
        flags: 0,
        allow: 0,
        strip: SOS_STRIP_NOTHING,
        spec_base: 0,
        max_bound: 0,
        max_words: 0,
        constant_count: 0,
        source_count: 0,
        reserved: 0,
        constants: std::ptr::null(),
        sources: std::ptr::null(),
    };

    /// Copies the caller's struct, whatever its version; the defaults for NULL.
    ///
    /// # Safety
    /// If neither NULL nor misaligned, `options` leads to as many bytes as its `struct_size` says.
    pub(crate) unsafe fn read(options: *const Self) -> Result<Self, Failure> {
        if options.is_null() {
            return Ok(Self::DEFAULT);
        }
        // SAFETY: a struct of any version starts with its size; checked for alignment inside.
        let size = *unsafe { pointer::object(options.cast::<u32>()) }? as usize;
        // The first version ends with `sources`; there is none shorter.
        if size < offset_of!(Self, sources) + size_of::<*const SosSource>() {
            return Err(Failure(SOS_ERROR_STRUCT_SIZE));
        }
        // SAFETY: by this function's condition there are `size` bytes.
        let bytes = unsafe { pointer::elements(options.cast::<u8>(), size) }?;
        if bytes.iter().skip(size_of::<Self>()).any(|&byte| byte != 0) {
            return Err(Failure(SOS_ERROR_STRUCT_SIZE));
        }
        // SAFETY: there are at least as many bytes as this version has; checked for alignment inside.
        unsafe { pointer::object(options) }.copied()
    }

    /// The same for the core.
    ///
    /// # Safety
    /// `constants` and `sources` lead to as many elements as their counts say, each name to a text.
    pub(crate) unsafe fn to_core(self) -> Result<Options, Failure> {
        let wrong = Failure(SOS_ERROR_ARGUMENT);
        let has = |flag: u32| self.flags & flag != 0;
        if self.flags & !KNOWN_FLAGS != 0
            || self.reserved != 0
            || (has(SOS_SPEC_BASE) && has(SOS_NO_SPEC_BASE))
        {
            return Err(wrong);
        }
        // SAFETY: by this function's condition.
        let constants = unsafe { pointer::elements(self.constants, self.constant_count as usize) }?;
        // SAFETY: by this function's condition.
        let sources = unsafe { pointer::elements(self.sources, self.source_count as usize) }?;
        if constants.iter().any(|constant| constant.reserved != 0)
            || sources.iter().any(|source| source.reserved != 0)
        {
            return Err(wrong);
        }
        let mut core_sources = Vec::with_capacity(sources.len());
        for source in sources {
            // SAFETY: by this function's condition.
            let name = unsafe { pointer::text(source.name) }?;
            core_sources.push((
                source.spec_id,
                Source::from_name(name).ok_or(Failure(SOS_ERROR_UNKNOWN_NAME))?,
            ));
        }
        let limits = Limits::default();
        Ok(Options {
            constants: constants
                .iter()
                .map(|constant| (constant.spec_id, constant.value))
                .collect(),
            sources: core_sources,
            spec_base: match (has(SOS_NO_SPEC_BASE), has(SOS_SPEC_BASE)) {
                (true, _) => None,
                (false, true) => Some(self.spec_base),
                (false, false) => Some(DEFAULT_SPEC_BASE),
            },
            spec_names: !has(SOS_NO_SPEC_NAMES),
            spec: if has(SOS_KEEP_SPEC) {
                SpecMode::Keep
            } else {
                SpecMode::Bake
            },
            allow: Allow::from_bits(self.allow).ok_or(wrong)?,
            strip: match self.strip {
                SOS_STRIP_NOTHING => Strip::Nothing,
                SOS_STRIP_DEBUG => Strip::Debug,
                SOS_STRIP_NAMES => Strip::Names,
                SOS_STRIP_ALL => Strip::All,
                _ => return Err(wrong),
            },
            limits: Limits {
                bound: if self.max_bound == 0 {
                    limits.bound
                } else {
                    self.max_bound
                },
                words: if self.max_words == 0 {
                    limits.words
                } else {
                    self.max_words
                },
            },
        })
    }

    /// Whether the caller wants a report.
    pub(crate) fn wants_report(&self) -> bool {
        self.flags & SOS_NO_REPORT == 0
    }
}
