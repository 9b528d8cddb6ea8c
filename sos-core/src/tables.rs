//! Lookups in the tables generated from the SPIR-V grammar.
//!
//! Input: opcodes, enumerants and names as they occur in modules. Output: rows of static data, or `None` for what the grammar
//! does not contain. Nothing here allocates or fails otherwise.
//!
//! Capabilities and extensions are identified by dense index, so that sets of them are bit sets. The needs of instructions,
//! enumerants and extended instructions are one index into [`alternatives`] (sets of capabilities, any one of which suffices)
//! and one into [`availability`] (versions and extensions); 0 means no need in both.

use crate::generated::spirv as data;
use crate::packed::{column, total, Lists};
use crate::rows::OpEntry;
use crate::sets::BitSet;
use core::ops::Range;

pub use crate::generated::spirv::names::*;
pub use crate::generated::spirv::{OperandKind, EXTENSIONS};
pub use crate::packed::Name;
pub use crate::rows::{
    Availability, CapabilityRow, Category, EnumerantRow, ExtInstRow, OpFlags, OpHot, OpRow,
    Operands, Quantifier,
};

/// How many capabilities the grammar has.
pub const CAPABILITY_COUNT: usize = data::CAPABILITIES.len();
/// How many extensions the registries name.
pub const EXTENSION_COUNT: usize = EXTENSIONS.len();
/// How many different sets [`alternatives`] has.
pub const ALTERNATIVE_SETS: usize = data::ALTERNATIVES.len();
/// How many different rows [`availability`] has.
pub const AVAILABILITY_ROWS: usize = data::AVAILABILITY.len();

/// A set of capabilities, by index.
pub type CapabilitySet = BitSet<{ CAPABILITY_COUNT.div_ceil(64) }>;
/// A set of extensions, by index.
pub type ExtensionSet = BitSet<{ EXTENSION_COUNT.div_ceil(64) }>;

/// One more than the largest opcode that the tables have.
pub const OPCODE_END: usize = data::OPS[data::OPS.len() - 1].opcode as usize + 1;

/// Tables by opcode have a row for each opcode below this one, and then one for each that the grammar has.
const DENSE: usize = 512;

/// The row of every opcode that the grammar does not contain, unless it is below [`DENSE`].
const UNKNOWN: usize = DENSE;

/// How many rows a table by opcode has.
pub(crate) const OP_ROWS: usize = {
    let (mut rows, mut at) = (UNKNOWN + 1, 0);
    while at < data::OPS.len() {
        rows += (data::OPS[at].opcode as usize >= DENSE) as usize;
        at += 1;
    }
    rows
};

/// The opcode of each row, for tables computed at compile time; of [`UNKNOWN`], one that the grammar does not contain.
pub(crate) const OPCODES: [u16; OP_ROWS] = {
    let mut opcodes = [u16::MAX; OP_ROWS];
    let (mut row, mut at) = (0, 0);
    while row < DENSE {
        opcodes[row] = row as u16;
        row += 1;
    }
    while at < data::OPS.len() {
        if data::OPS[at].opcode as usize >= DENSE {
            row += 1;
            opcodes[row] = data::OPS[at].opcode;
        }
        at += 1;
    }
    opcodes
};

/// The rows of opcodes from [`DENSE`] on.
static ROWS: [u16; OPCODE_END - DENSE] = {
    let mut rows = [UNKNOWN as u16; OPCODE_END - DENSE];
    let mut row = UNKNOWN + 1;
    while row < OP_ROWS {
        rows[OPCODES[row] as usize - DENSE] = row as u16;
        row += 1;
    }
    rows
};

/// The row of an opcode in tables by opcode.
#[inline(always)]
pub(crate) const fn op_at(opcode: u16) -> usize {
    let opcode = opcode as usize;
    if opcode < DENSE {
        opcode
    } else if opcode < OPCODE_END {
        ROWS[opcode - DENSE] as usize
    } else {
        UNKNOWN
    }
}

/// One entry for each opcode, for tables by opcode; those that the grammar does not contain have the flag for it.
const ENTRIES: [OpEntry; OP_ROWS] = {
    let mut entries = [OpEntry {
        hot: OpHot::UNKNOWN,
        ..data::OPS[0]
    }; OP_ROWS];
    let mut at = 0;
    while at < data::OPS.len() {
        entries[op_at(data::OPS[at].opcode)] = data::OPS[at];
        at += 1;
    }
    entries
};

static OPS: [OpRow; OP_ROWS] = column!(ENTRIES, entry => entry.row);

static HOT: [OpHot; OP_ROWS] = column!(ENTRIES, entry => entry.hot);

/// The frequently used part of an opcode's row, by one load.
#[inline]
pub const fn op_hot(opcode: u16) -> OpHot {
    HOT[op_at(opcode)]
}

/// Whether an opcode is an atomic instruction.
pub const fn is_atomic(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpAtomicLoad
            ..=op::OpAtomicXor
                | op::OpAtomicFlagTestAndSet
                | op::OpAtomicFlagClear
                | op::OpAtomicFAddEXT
                | op::OpAtomicFMinEXT
                | op::OpAtomicFMaxEXT
    )
}

/// The word index of an atomic instruction's pointer. Its scope and its semantics follow.
pub const fn atomic_pointer(opcode: u16) -> usize {
    match opcode {
        op::OpAtomicStore | op::OpAtomicFlagClear => 1,
        _ => 3,
    }
}

/// The word indices of an atomic instruction's semantics.
pub const fn atomic_semantics(opcode: u16) -> Range<usize> {
    let first = atomic_pointer(opcode) + 2;
    match opcode {
        op::OpAtomicCompareExchange | op::OpAtomicCompareExchangeWeak => first..first + 2,
        _ => first..first + 1,
    }
}

/// Whether an opcode accesses an image: reads, writes, samples or gathers texels, or queries the level of detail for it.
pub const fn is_image_access(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpImageSampleImplicitLod..=op::OpImageWrite
            | op::OpImageQueryLod
            | op::OpImageSparseSampleImplicitLod..=op::OpImageSparseDrefGather
            | op::OpImageSparseRead
            | op::OpImageSampleWeightedQCOM..=op::OpImageBlockMatchSADQCOM
            | op::OpImageBlockMatchWindowSSDQCOM..=op::OpImageBlockMatchGatherSADQCOM
            | op::OpImageGatherQCOM
            | op::OpFragmentMaskFetchAMD
            | op::OpFragmentFetchAMD
            | op::OpImageSampleFootprintNV
    )
}

/// Whether an opcode queries the size of an image.
pub const fn is_image_size(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpImageQuerySizeLod..=op::OpImageQuerySize
            | op::OpImageQueryLevels..=op::OpImageQuerySamples
    )
}

/// Whether an opcode is a quad broadcast, swap or vote.
pub const fn is_quad(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpGroupNonUniformQuadBroadcast
            | op::OpGroupNonUniformQuadSwap
            | op::OpGroupNonUniformQuadAllKHR
            | op::OpGroupNonUniformQuadAnyKHR
    )
}

/// Whether an opcode is an operation of a subgroup in which invocations depend on each other. Reads of a ballot are none.
pub const fn is_exchange(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpGroupNonUniformElect..=op::OpGroupNonUniformBallot
            | op::OpGroupNonUniformShuffle..=op::OpGroupNonUniformQuadSwap
            | op::OpGroupNonUniformQuadAllKHR
            | op::OpGroupNonUniformQuadAnyKHR
            | op::OpGroupNonUniformRotateKHR
            | op::OpGroupNonUniformPartitionEXT
    )
}

/// Whether an opcode is floating-point arithmetic to which `NoContraction` applies.
pub const fn is_float_arithmetic(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpFNegate
            | op::OpFAdd
            | op::OpFSub
            | op::OpFMul
            | op::OpFDiv
            | op::OpFRem
            | op::OpFMod
            | op::OpVectorTimesScalar
            | op::OpMatrixTimesScalar
            | op::OpVectorTimesMatrix
            | op::OpMatrixTimesVector
            | op::OpMatrixTimesMatrix
            | op::OpOuterProduct
            | op::OpDot
    )
}

/// The description of an opcode.
#[inline]
pub const fn op_row(opcode: u16) -> Option<&'static OpRow> {
    match op_hot(opcode).flags.contains(OpFlags::UNKNOWN) {
        true => None,
        false => Some(&OPS[op_at(opcode)]),
    }
}

/// The operands of an opcode, for tables computed at compile time.
pub(crate) const fn op_operands(opcode: u16) -> Option<&'static [(OperandKind, Quantifier)]> {
    match op_row(opcode) {
        Some(row) => Some(row.operands.of_table()),
        None => None,
    }
}

/// The name of an opcode, such as `OpTypeInt`.
pub fn op_name(opcode: u16) -> Option<&'static str> {
    op_row(opcode).map(|row| row.name.text())
}

static ALTERNATIVES: Lists<u16, ALTERNATIVE_SETS, { total(&data::ALTERNATIVES) }> =
    Lists::join(&data::ALTERNATIVES, 0);

/// The capabilities, by index, any one of which suffices; empty if none is needed. Also empty for an index out of range.
#[inline]
pub fn alternatives(index: u16) -> &'static [u16] {
    ALTERNATIVES.get(usize::from(index))
}

const AVAILABLE_BY: [&[u16]; AVAILABILITY_ROWS] =
    column!(data::AVAILABILITY, row => row.extensions);

static AVAILABLE_BY_EXTENSIONS: Lists<u16, AVAILABILITY_ROWS, { total(&AVAILABLE_BY) }> =
    Lists::join(&AVAILABLE_BY, 0);

/// The first and the last version of each row.
static AVAILABLE_IN: [(u8, u8); AVAILABILITY_ROWS] =
    column!(data::AVAILABILITY, row => (row.min_minor, row.last_minor));

/// The versions and extensions that provide something. For an index out of range: all versions.
#[inline]
pub fn availability(index: u16) -> Availability {
    let at = usize::from(index);
    let (min_minor, last_minor) = AVAILABLE_IN.get(at).copied().unwrap_or((0, u8::MAX));
    Availability {
        min_minor,
        last_minor,
        extensions: AVAILABLE_BY_EXTENSIONS.get(at),
    }
}

/// Capabilities with values below this are looked up by index, the others by binary search.
const DIRECT_CAPABILITIES: usize = 72;
const NO_CAPABILITY: u16 = u16::MAX;

static CAPABILITY_AT: [u16; DIRECT_CAPABILITIES] = {
    let mut table = [NO_CAPABILITY; DIRECT_CAPABILITIES];
    let mut at = 0;
    while at < CAPABILITY_COUNT {
        let value = data::CAPABILITIES[at].value as usize;
        if value < DIRECT_CAPABILITIES {
            table[value] = at as u16;
        }
        at += 1;
    }
    table
};

/// The value of each capability, ascending.
static CAPABILITY_VALUES: [u32; CAPABILITY_COUNT] = column!(data::CAPABILITIES, row => row.value);

/// The name of each, and its index for [`availability`].
static CAPABILITY_NAMES: [(Name, u16); CAPABILITY_COUNT] =
    column!(data::CAPABILITIES, row => (row.name, row.availability));

const IMPLIED: [&[u16]; CAPABILITY_COUNT] = column!(data::CAPABILITIES, row => row.implies);

static IMPLIES: Lists<u16, CAPABILITY_COUNT, { total(&IMPLIED) }> = Lists::join(&IMPLIED, 0);

/// The index of the capability with this value.
#[inline]
pub fn capability_index(value: u32) -> Option<u16> {
    match CAPABILITY_AT.get(value as usize) {
        Some(&NO_CAPABILITY) => None,
        Some(&index) => Some(index),
        None => CAPABILITY_VALUES
            .binary_search(&value)
            .ok()
            .map(|index| index as u16),
    }
}

/// As [`capability_index`], at compile time: an unknown value is a compile error.
pub const fn known_capability(value: u32) -> u16 {
    let mut at = 0;
    while at < CAPABILITY_COUNT {
        if data::CAPABILITIES[at].value == value {
            return at as u16;
        }
        at += 1;
    }
    panic!("no such capability")
}

/// The numeric-type capabilities that other capabilities imply, by value.
pub const IMPLIED_NUMBERS: [u32; 5] = [
    capability::Int8,
    capability::Int64,
    capability::Float16,
    capability::BFloat16TypeKHR,
    capability::Float8EXT,
];

/// The capability with this index.
pub fn capability_row(index: u16) -> Option<CapabilityRow> {
    let at = usize::from(index);
    let (name, availability) = *CAPABILITY_NAMES.get(at)?;
    Some(CapabilityRow {
        name,
        value: *CAPABILITY_VALUES.get(at)?,
        implies: IMPLIES.get(at),
        availability,
    })
}

/// Every capability, by index.
pub fn capabilities() -> impl Iterator<Item = CapabilityRow> + Clone {
    (0..CAPABILITY_COUNT as u16).filter_map(capability_row)
}

/// The index of the capability with this name, which may be an alias.
pub fn capability_by_name(name: &str) -> Option<u16> {
    capability_index(enumerant_by_name(OperandKind::Capability, name)?.value)
}

/// The index of the extension with this name.
pub fn extension_by_name(name: &[u8]) -> Option<u16> {
    extension_named(Name::find_in_modules(name)?)
}

/// The index of the extension with this name.
pub(crate) fn extension_named(name: Name) -> Option<u16> {
    EXTENSIONS
        .binary_search(&name)
        .ok()
        .map(|index| index as u16)
}

/// As [`extension_by_name`], at compile time: an unknown name is a compile error.
pub const fn extension_index(name: &str) -> u16 {
    let mut at = 0;
    while at < EXTENSIONS.len() {
        if EXTENSIONS[at].is(name) {
            return at as u16;
        }
        at += 1;
    }
    panic!("no such extension")
}

/// The name of the extension with this index.
pub fn extension_name(index: u16) -> Option<&'static str> {
    EXTENSIONS
        .get(usize::from(index))
        .map(|name| name.text_in_modules())
}

impl OperandKind {
    /// The encoding of the kind.
    #[inline]
    pub const fn category(self) -> Category {
        data::KINDS[self as usize].category
    }

    /// Khronos's name for the kind.
    pub fn name(self) -> &'static str {
        data::KINDS[self as usize].name.text()
    }

    /// The two kinds of a pair.
    #[inline]
    pub fn pair(self) -> Option<(Self, Self)> {
        data::KINDS[self as usize].pair
    }

    /// Whether it is a mask.
    #[inline]
    pub fn is_bit_enum(self) -> bool {
        self.category() == Category::BitEnum
    }

    /// Whether it is one of several values.
    #[inline]
    pub fn is_value_enum(self) -> bool {
        self.category() == Category::ValueEnum
    }

    /// Whether it is an id.
    #[inline]
    pub fn is_id(self) -> bool {
        self.category() == Category::Id
    }

    /// The enumerants of the kind by ascending value; none for ids and literals.
    #[inline]
    pub const fn enumerants(self) -> &'static [EnumerantRow] {
        data::ENUMERANT_ROWS[self as usize]
    }
}

/// The enumerant of a kind with this value; for a mask, with this bit.
#[inline]
pub fn enumerant(kind: OperandKind, value: u32) -> Option<&'static EnumerantRow> {
    let rows = kind.enumerants();
    // Most enumerations are dense from zero.
    match rows.get(value as usize) {
        Some(row) if row.value == value => Some(row),
        _ => rows.get(rows.binary_search_by_key(&value, |row| row.value).ok()?),
    }
}

/// The enumerant of a kind with this name, which may be an alias. A linear search: for tools, not for filtering.
pub fn enumerant_by_name(kind: OperandKind, name: &str) -> Option<&'static EnumerantRow> {
    let named = kind.enumerants().iter().find(|row| row.name == name);
    named.or_else(|| {
        let alias = data::ALIASES[kind as usize]
            .iter()
            .find(|alias| alias.0 == name)?;
        enumerant(kind, alias.1)
    })
}

/// The extended instruction sets that matter to a Vulkan module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExtInstSet {
    /// `GLSL.std.450`.
    GlslStd450,
    /// `SPV_AMD_gcn_shader`.
    AmdGcnShader,
    /// `SPV_AMD_shader_ballot`.
    AmdShaderBallot,
    /// `SPV_AMD_shader_trinary_minmax`.
    AmdShaderTrinaryMinmax,
    /// `SPV_AMD_shader_explicit_vertex_parameter`.
    AmdShaderExplicitVertexParameter,
    /// `DebugInfo`.
    DebugInfo,
    /// `OpenCL.DebugInfo.100`; its instructions are not tabulated.
    OpenClDebugInfo100,
    /// A set whose name starts with `NonSemantic.`: without effect on results; not tabulated.
    NonSemantic,
    /// Any other.
    Unknown,
}

impl ExtInstSet {
    /// Whether a set's instructions have no effect on results.
    pub fn is_debug(self) -> bool {
        matches!(
            self,
            Self::NonSemantic | Self::DebugInfo | Self::OpenClDebugInfo100
        )
    }

    /// Whether instructions of the set can have literal operands, which only a table of the set distinguishes from ids.
    pub fn has_literals(self) -> bool {
        matches!(self, Self::DebugInfo | Self::OpenClDebugInfo100)
    }
}

/// The extended instruction set that `OpExtInstImport` names.
pub fn ext_inst_set(name: &[u8]) -> ExtInstSet {
    match name {
        b"GLSL.std.450" => ExtInstSet::GlslStd450,
        b"SPV_AMD_gcn_shader" => ExtInstSet::AmdGcnShader,
        b"SPV_AMD_shader_ballot" => ExtInstSet::AmdShaderBallot,
        b"SPV_AMD_shader_trinary_minmax" => ExtInstSet::AmdShaderTrinaryMinmax,
        b"SPV_AMD_shader_explicit_vertex_parameter" => ExtInstSet::AmdShaderExplicitVertexParameter,
        b"DebugInfo" => ExtInstSet::DebugInfo,
        b"OpenCL.DebugInfo.100" => ExtInstSet::OpenClDebugInfo100,
        _ if name.starts_with(b"NonSemantic.") => ExtInstSet::NonSemantic,
        _ => ExtInstSet::Unknown,
    }
}

/// The description of an instruction of an extended instruction set.
pub fn ext_inst(set: ExtInstSet, number: u32) -> Option<&'static ExtInstRow> {
    let rows: &'static [ExtInstRow] = match set {
        ExtInstSet::GlslStd450 => &data::GLSL_STD450,
        ExtInstSet::AmdGcnShader => &data::AMD_GCN_SHADER,
        ExtInstSet::AmdShaderBallot => &data::AMD_SHADER_BALLOT,
        ExtInstSet::AmdShaderTrinaryMinmax => &data::AMD_SHADER_TRINARY_MINMAX,
        ExtInstSet::AmdShaderExplicitVertexParameter => &data::AMD_SHADER_EXPLICIT_VERTEX_PARAMETER,
        ExtInstSet::DebugInfo => &data::DEBUG_INFO,
        ExtInstSet::OpenClDebugInfo100 | ExtInstSet::NonSemantic | ExtInstSet::Unknown => &[],
    };
    // Most sets are numbered from 1 without gaps.
    let direct = rows.get((number as usize).wrapping_sub(1));
    if let Some(row) = direct.filter(|row| row.number == number) {
        return Some(row);
    }
    rows.get(rows.binary_search_by_key(&number, |row| row.number).ok()?)
}

#[cfg(test)]
mod tests;
