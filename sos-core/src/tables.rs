//! Lookups in the tables generated from the SPIR-V grammar.
//!
//! Input: opcodes, enumerants and names as they occur in modules. Output: rows of static data, or `None` for what the grammar
//! does not contain. Nothing here allocates or fails otherwise.
//!
//! Capabilities and extensions are identified by dense index, so that sets of them are bit sets. The needs of instructions,
//! enumerants and extended instructions are one index into [`alternatives`] (sets of capabilities, any one of which suffices)
//! and one into [`availability`] (versions and extensions); 0 means no need in both.

use crate::generated::spirv as data;
use crate::sets::BitSet;
use std::ops::Range;

pub use crate::generated::spirv::names::*;
pub use crate::generated::spirv::{OperandKind, CAPABILITIES, EXTENSIONS};
pub use crate::rows::{Availability, CapabilityRow, Category, OpFlags, OpHot, Quantifier};

/// The description of an opcode.
pub type OpRow = crate::rows::OpRow<OperandKind>;
/// The description of an enumerant.
pub type EnumerantRow = crate::rows::EnumerantRow<OperandKind>;
/// The description of an instruction of an extended instruction set.
pub type ExtInstRow = crate::rows::ExtInstRow<OperandKind>;

/// How many capabilities the grammar has.
pub const CAPABILITY_COUNT: usize = CAPABILITIES.len();
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

/// One frequently used row for every opcode up to the last that the grammar has.
static HOT: [OpHot; OPCODE_END] = {
    let mut table = [OpHot::UNKNOWN; OPCODE_END];
    let mut at = 0;
    while at < data::OPS.len() {
        table[data::OPS[at].opcode as usize] = data::OPS[at].hot;
        at += 1;
    }
    table
};

/// The index of each opcode's row in `OPS`, plus one.
static OP_AT: [u16; OPCODE_END] = {
    let mut table = [0; OPCODE_END];
    let mut at = 0;
    while at < data::OPS.len() {
        table[data::OPS[at].opcode as usize] = at as u16 + 1;
        at += 1;
    }
    table
};

/// The frequently used part of an opcode's row, by one load from a dense table.
#[inline]
pub const fn op_hot(opcode: u16) -> OpHot {
    if (opcode as usize) < OPCODE_END {
        HOT[opcode as usize]
    } else {
        OpHot::UNKNOWN
    }
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
pub fn op_row(opcode: u16) -> Option<&'static OpRow> {
    let at = *OP_AT.get(usize::from(opcode))?;
    data::OPS.get(usize::from(at).checked_sub(1)?)
}

/// The operands of an opcode, for tables computed at compile time.
pub const fn op_operands(opcode: u16) -> Option<&'static [(OperandKind, Quantifier)]> {
    if opcode as usize >= OPCODE_END || OP_AT[opcode as usize] == 0 {
        return None;
    }
    Some(data::OPS[OP_AT[opcode as usize] as usize - 1].operands)
}

/// The name of an opcode, such as `OpTypeInt`.
pub fn op_name(opcode: u16) -> Option<&'static str> {
    op_row(opcode).map(|row| row.name)
}

/// The capabilities, by index, any one of which suffices; empty if none is needed. Also empty for an index out of range.
#[inline]
pub fn alternatives(index: u16) -> &'static [u16] {
    match data::ALTERNATIVES.get(usize::from(index)) {
        Some(set) => set,
        None => &[],
    }
}

/// The versions and extensions that provide something. For an index out of range: all versions.
#[inline]
pub fn availability(index: u16) -> &'static Availability {
    data::AVAILABILITY
        .get(usize::from(index))
        .unwrap_or(&data::AVAILABILITY[0])
}

/// Capabilities with values below this are looked up by index, the others by binary search.
const DIRECT_CAPABILITIES: usize = 72;
const NO_CAPABILITY: u16 = u16::MAX;

static CAPABILITY_AT: [u16; DIRECT_CAPABILITIES] = {
    let mut table = [NO_CAPABILITY; DIRECT_CAPABILITIES];
    let mut at = 0;
    while at < CAPABILITIES.len() {
        let value = CAPABILITIES[at].value as usize;
        if value < DIRECT_CAPABILITIES {
            table[value] = at as u16;
        }
        at += 1;
    }
    table
};

/// The index of the capability with this value.
#[inline]
pub fn capability_index(value: u32) -> Option<u16> {
    match CAPABILITY_AT.get(value as usize) {
        Some(&NO_CAPABILITY) => None,
        Some(&index) => Some(index),
        None => CAPABILITIES
            .binary_search_by_key(&value, |row| row.value)
            .ok()
            .map(|index| index as u16),
    }
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
pub fn capability_row(index: u16) -> Option<&'static CapabilityRow> {
    CAPABILITIES.get(usize::from(index))
}

/// The index of the capability with this name, which may be an alias.
pub fn capability_by_name(name: &str) -> Option<u16> {
    capability_index(enumerant_by_name(OperandKind::Capability, name)?.value)
}

/// The index of the extension with this name.
pub fn extension_by_name(name: &[u8]) -> Option<u16> {
    EXTENSIONS
        .binary_search_by(|other| other.as_bytes().cmp(name))
        .ok()
        .map(|index| index as u16)
}

/// As [`extension_by_name`], at compile time: an unknown name is a compile error.
pub const fn extension_index(name: &str) -> u16 {
    let mut at = 0;
    while at < EXTENSIONS.len() {
        if same(EXTENSIONS[at], name) {
            return at as u16;
        }
        at += 1;
    }
    panic!("no such extension")
}

/// Whether two strings are equal, at compile time.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The name of the extension with this index.
pub fn extension_name(index: u16) -> Option<&'static str> {
    EXTENSIONS.get(usize::from(index)).copied()
}

impl OperandKind {
    /// The encoding of the kind.
    #[inline]
    pub const fn category(self) -> Category {
        data::KINDS[self as usize].category
    }

    /// Khronos's name for the kind.
    pub fn name(self) -> &'static str {
        data::KINDS[self as usize].name
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
mod tests {
    use super::*;

    #[test]
    fn a_hot_row_is_eight_bytes() {
        assert_eq!(size_of::<OpHot>(), 8);
    }

    #[test]
    fn every_opcode_is_found_and_no_other() {
        let found = (0..=u16::MAX).filter_map(op_row).count();
        assert_eq!(found, data::OPS.len());
        for row in &data::OPS {
            assert_eq!(op_row(row.opcode).map(|found| found.name), Some(row.name));
            assert_eq!(op_hot(row.opcode), row.hot);
        }
        assert_eq!(op_name(op::OpTypeInt), Some("OpTypeInt"));
        assert!(op_hot(u16::MAX).flags.contains(OpFlags::UNKNOWN));
        assert!(op_hot(9).flags.contains(OpFlags::UNKNOWN));
    }

    #[test]
    fn flags_of_some_opcodes() {
        let flags = |opcode| op_hot(opcode).flags;
        assert!(
            flags(op::OpIAdd).contains(OpFlags::IDS_ONLY | OpFlags::PURE | OpFlags::RESULT_TYPE)
        );
        assert!(flags(op::OpTypeInt).contains(OpFlags::NO_IDS | OpFlags::TYPE));
        assert!(flags(op::OpSpecConstant).contains(OpFlags::NO_IDS | OpFlags::CONSTANT));
        assert!(flags(op::OpSwitch).contains(OpFlags::TERMINATOR));
        assert!(flags(op::OpDecorate).contains(OpFlags::ENUMERANTS | OpFlags::ANNOTATION));
        for opcode in [
            op::OpStore,
            op::OpAtomicLoad,
            op::OpAtomicIAdd,
            op::OpControlBarrier,
            op::OpFunctionCall,
            op::OpFunctionParameter,
            op::OpExtInst,
            op::OpRayQueryProceedKHR,
            op::OpReadClockKHR,
            op::OpReportIntersectionKHR,
            op::OpEmitVertex,
            op::OpDemoteToHelperInvocation,
            op::OpLabel,
            op::OpFunction,
        ] {
            assert!(
                !flags(opcode).contains(OpFlags::PURE),
                "{:?}",
                op_name(opcode)
            );
        }
        for opcode in [
            op::OpLoad,
            op::OpPhi,
            op::OpVariable,
            op::OpImageSampleImplicitLod,
            op::OpImageSparseRead,
            op::OpGroupNonUniformBallot,
            op::OpGroupNonUniformRotateKHR,
            op::OpGroupFAddNonUniformAMD,
            op::OpSubgroupReadInvocationKHR,
            op::OpFragmentMaskFetchAMD,
            op::OpDPdx,
            op::OpSDot,
            op::OpUndef,
        ] {
            assert!(
                flags(opcode).contains(OpFlags::PURE),
                "{:?}",
                op_name(opcode)
            );
        }
    }

    #[test]
    fn capabilities_by_value_and_name() {
        for (index, row) in CAPABILITIES.iter().enumerate() {
            assert_eq!(
                capability_index(row.value),
                Some(index as u16),
                "{}",
                row.name
            );
            assert_eq!(
                capability_by_name(row.name),
                Some(index as u16),
                "{}",
                row.name
            );
        }
        assert_eq!(capability_index(16), None);
        assert_eq!(capability_index(u32::MAX), None);
        assert_eq!(
            capability_by_name("StorageUniform16"),
            capability_index(capability::StorageUniform16)
        );
        let shader = capability_index(capability::Shader).unwrap();
        let matrix = capability_index(capability::Matrix).unwrap();
        let geometry = &CAPABILITIES[usize::from(capability_by_name("Geometry").unwrap())];
        assert_eq!(geometry.implies, [matrix, shader]);
    }

    #[test]
    fn needs_of_an_instruction_and_an_enumerant() {
        let hot = op_hot(op::OpGroupNonUniformBallot);
        let ballot = capability_by_name("GroupNonUniformBallot").unwrap();
        assert_eq!(alternatives(hot.alternatives), [ballot]);
        assert_eq!(availability(hot.availability).min_minor, 3);
        let bias = enumerant(OperandKind::ImageOperands, image_operands::Bias).unwrap();
        assert_eq!(
            alternatives(bias.alternatives),
            [capability_by_name("Shader").unwrap()]
        );
        assert_eq!(bias.parameters, [(OperandKind::IdRef, Quantifier::One)]);
        let dot = availability(op_hot(op::OpSDot).availability);
        assert_eq!(dot.min_minor, 6);
        assert_eq!(
            dot.extensions,
            [extension_by_name(b"SPV_KHR_integer_dot_product").unwrap()]
        );
    }

    #[test]
    fn no_need_has_index_zero() {
        assert!(alternatives(0).is_empty() && alternatives(u16::MAX).is_empty());
        let always = Availability {
            min_minor: 0,
            last_minor: u8::MAX,
            extensions: &[],
        };
        assert_eq!(*availability(0), always);
        assert_eq!(*availability(u16::MAX), always);
    }

    #[test]
    fn names_of_extensions_and_sets() {
        for (index, name) in EXTENSIONS.iter().enumerate() {
            assert_eq!(extension_by_name(name.as_bytes()), Some(index as u16));
            assert_eq!(extension_name(index as u16), Some(*name));
        }
        assert_eq!(extension_by_name(b"SPV_NONE"), None);
        assert_eq!(
            ext_inst_set(b"NonSemantic.Shader.DebugInfo.100"),
            ExtInstSet::NonSemantic
        );
        assert_eq!(ext_inst_set(b"GLSL.std.451"), ExtInstSet::Unknown);
        let row = ext_inst(ext_inst_set(b"GLSL.std.450"), glsl_std_450::FMin).unwrap();
        assert_eq!((row.name, row.operands.len()), ("FMin", 2));
        let row = ext_inst(ExtInstSet::AmdGcnShader, amd_gcn_shader::TimeAMD).unwrap();
        let when = availability(row.availability);
        assert_eq!((when.min_minor, when.extensions.len()), (u8::MAX, 1));
        assert!(ext_inst(ExtInstSet::NonSemantic, 1).is_none());
    }

    #[test]
    fn enumerants_by_value_and_name() {
        for kind in [
            OperandKind::Decoration,
            OperandKind::ExecutionMode,
            OperandKind::BuiltIn,
        ] {
            for row in kind.enumerants() {
                assert_eq!(enumerant(kind, row.value).unwrap().name, row.name);
                assert_eq!(enumerant_by_name(kind, row.name).unwrap().value, row.value);
            }
        }
        assert_eq!(
            enumerant_by_name(OperandKind::Dim, "2D").unwrap().value,
            dim::Dim2D
        );
        assert!(enumerant(OperandKind::IdRef, 0).is_none());
        assert_eq!(
            OperandKind::PairIdRefIdRef.pair(),
            Some((OperandKind::IdRef, OperandKind::IdRef))
        );
    }
}
