//! The options of a run.

use crate::assume::Assume;
use crate::source::Source;
use crate::tables::{enumerant, enumerant_by_name, image_format, OperandKind};
use alloc::vec::Vec;

/// What becomes of specialization constants. The numbers are stable: keys depend on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpecMode {
    /// Those that SOS or the caller sets become plain constants; what depends on them is folded.
    #[default]
    Bake = 0,
    /// All stay specialization constants, and only the defaults of those that are set change. Branches are folded only where the code
    /// behind them could not run on the target; the report then lists the constants as fixed.
    Keep = 1,
    /// As [`SpecMode::Bake`], and constants that nothing sets become plain ones with their defaults: all that a pipeline without
    /// values for them would have.
    Freeze = 2,
}

/// What to remove although a device would accept it. The numbers are stable: the C API exposes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strip {
    /// Nothing.
    #[default]
    Nothing = 0,
    /// Source text, lines, and debug information sets.
    Debug = 1,
    /// `OpName` and `OpMemberName`.
    Names = 2,
    /// Both, and everything else without effect on the result (`OpModuleProcessed`, non-semantic sets).
    All = 3,
}

impl Strip {
    /// What can be removed, by its name for `--strip`.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("debug", Self::Debug),
        ("names", Self::Names),
        ("all", Self::All),
    ];

    /// What this name is for.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut named = Self::NAMED.iter();
        named.find(|named| named.0 == name).map(|named| named.1)
    }
}

/// Kinds of loss that the caller permits by name. None is permitted by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Allow(u32);

impl Allow {
    /// No loss.
    pub const NONE: Self = Self(0);
    /// A live instruction that the target cannot run may become `OpUndef`, or vanish if it has no result.
    pub const UNDEF: Self = Self(1);
    /// A module that needs other subgroup operations than the target has may run with subgroups of one invocation each. Correct for
    /// a shader that reads the subgroup size; one that assumes a size computes something else.
    pub const SUBGROUP_OF_ONE: Self = Self(2);
    /// 16-bit floats that the target lacks may be computed as 32-bit floats without rounding each result to 16 bits:
    /// faster and more precise, but not bit-identical.
    pub const F16_RELAXED: Self = Self(4);
    /// Execution modes and decorations that control rounding, denormals, infinities and NaN may be dropped where the
    /// target lacks them.
    pub const FLOAT_CONTROLS: Self = Self(8);
    /// 64-bit floats that the target lacks may be computed as 32-bit floats. Memory keeps its layout: each access
    /// converts.
    pub const F64_TO_F32: Self = Self(16);
    /// Numbers of the module may exceed limits that the target states, such as that on the size of workgroups: for drivers that
    /// take more than they state. What SOS adds never makes a module exceed a limit, or exceed it further.
    pub const LIMITS: Self = Self(32);
    /// Every kind: its name for `--allow`, itself, its description.
    pub const KINDS: &'static [(&'static str, Self, &'static str)] = &[
        (
            "undef",
            Self::UNDEF,
            "replace live unsupported instructions by OpUndef",
        ),
        (
            "subgroup-of-one",
            Self::SUBGROUP_OF_ONE,
            "run with subgroups of one invocation where the device's own do not suffice",
        ),
        (
            "f16-relaxed",
            Self::F16_RELAXED,
            "compute 16-bit floats as 32-bit floats without rounding to 16 bits",
        ),
        (
            "float-controls",
            Self::FLOAT_CONTROLS,
            "drop modes for rounding, denormals, infinities and NaN that the device lacks",
        ),
        (
            "f64-to-f32",
            Self::F64_TO_F32,
            "compute 64-bit floats as 32-bit floats where the device has none",
        ),
        (
            "limits",
            Self::LIMITS,
            "leave numbers that exceed a limit of the device, such as a workgroup's size, as they are",
        ),
    ];

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::KINDS
            .iter()
            .find(|kind| kind.0 == name)
            .map(|kind| kind.1)
    }

    /// The numeric form that the C API uses.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// From the numeric form; `None` if a bit is unknown.
    pub fn from_bits(bits: u32) -> Option<Self> {
        let known = Self::KINDS.iter().fold(0, |all, kind| all | kind.1 .0);
        if bits & !known == 0 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// The same, but for limits.
    pub(crate) const fn without_limits(self) -> Self {
        Self(self.0 & !Self::LIMITS.0)
    }

    /// Whether everything in `other` is permitted.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The union of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Limits on what is read and written, so that a hostile module costs little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest id bound accepted. Tables are sized by the bound: about 16 bytes per id, and 60 where whole-module passes run.
    pub bound: u32,
    /// The largest module accepted or written, in 32-bit words.
    pub words: u32,
}

impl Limits {
    /// No limits: for words that this library has written, whose limits are checked on the final output.
    pub const NONE: Self = Self {
        bound: u32::MAX,
        words: u32::MAX,
    };
}

impl Default for Limits {
    /// SPIR-V's universal limit of 4 194 303 ids (specification, section 2.17), and 2^26 words (256 MiB).
    fn default() -> Self {
        Self {
            bound: 0x003F_FFFF,
            words: 1 << 26,
        }
    }
}

/// The format of a storage image or storage texel buffer that the module declares without one: that of every view which
/// is bound there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageFormat {
    /// Descriptor set.
    pub set: u32,
    /// Binding in it.
    pub binding: u32,
    /// SPIR-V's `ImageFormat`.
    pub format: u32,
}

impl ImageFormat {
    /// SPIR-V's `ImageFormat` with this name; `Unknown` is none.
    pub fn number(name: &str) -> Option<u32> {
        let row = enumerant_by_name(OperandKind::ImageFormat, name)?;
        Some(row.value).filter(|&value| value != image_format::Unknown)
    }

    /// Whether SPIR-V has the format; `Unknown` is none.
    pub fn is_known(&self) -> bool {
        self.format != image_format::Unknown
            && enumerant(OperandKind::ImageFormat, self.format).is_some()
    }

    /// SPIR-V's name of the format, empty if there is none.
    pub fn name(&self) -> &'static str {
        enumerant(OperandKind::ImageFormat, self.format).map_or("", |row| row.name.text())
    }
}

/// The first reserved `SpecId` unless [`Options::spec_base`] moves it.
pub const DEFAULT_SPEC_BASE: u32 = 1024;

/// The options of a run. `Options::default()` suits most engines. Later versions may add fields: end with
/// `..Options::default()`.
///
/// ```
/// use sos_core::{Options, Strip};
///
/// let options = Options {
///     // The constant with `SpecId` 0 is 64.
///     constants: vec![(0, 64)],
///     strip: Strip::Names,
///     ..Options::default()
/// };
/// assert_ne!(options, Options::default());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Values for the application's own constants: `SpecId` and the value's bits, zero-extended to 64.
    pub constants: Vec<(u32, u64)>,
    /// Constants that shall hold a device fact, by `SpecId`. These take precedence over reserved ids and names.
    pub sources: Vec<(u32, Source)>,
    /// The first id of the reserved range, or `None` if no `SpecId` is reserved.
    pub spec_base: Option<u32>,
    /// Whether `OpName` identifies device constants (`SOS_SUBGROUP_SIZE`, …).
    pub spec_names: bool,
    /// What becomes of specialization constants.
    pub spec: SpecMode,
    /// Losses permitted.
    pub allow: Allow,
    /// Promises made.
    pub assume: Assume,
    /// Formats of storage images that the module declares without one. Used where the target requires a format.
    pub image_formats: Vec<ImageFormat>,
    /// What to remove although the device would accept it.
    pub strip: Strip,
    /// The number of invocations in the subgroups that modules see. If the device runs none of that size, they are emulated in
    /// compute shaders.
    pub subgroup_size: Option<SubgroupSize>,
    /// Limits on input and output.
    pub limits: Limits,
}

/// A number of invocations in a subgroup: a power of two from 1 to 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubgroupSize(u8);

impl SubgroupSize {
    /// Every size.
    pub const ALL: [Self; 8] = {
        let mut all = [Self(1); 8];
        let mut at = 0;
        while at < all.len() {
            all[at] = Self(1 << at);
            at += 1;
        }
        all
    };

    /// A size, if the number is one.
    pub const fn new(size: u32) -> Option<Self> {
        match size.is_power_of_two() && size <= 128 {
            true => Some(Self(size as u8)),
            false => None,
        }
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0 as u32
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            constants: Vec::new(),
            sources: Vec::new(),
            spec_base: Some(DEFAULT_SPEC_BASE),
            spec_names: true,
            spec: SpecMode::default(),
            allow: Allow::NONE,
            assume: Assume::NONE,
            image_formats: Vec::new(),
            strip: Strip::default(),
            subgroup_size: None,
            limits: Limits::default(),
        }
    }
}
