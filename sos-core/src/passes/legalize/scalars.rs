//! The scalar types that are legalized: one row each, of those that are expanded first.
//!
//! A new type is a row here, and a file with its operations ([`Row::lower`]). Types that contain it, constants, composites, calls,
//! phis, variables, memory, stage interfaces, names and decorations follow from the row's [`Form`].

use super::{LowerError, Work};
use crate::facts::{Facts, Scalar};
use crate::inst::Inst;
use crate::passes::builder::mark;
use crate::passes::Kind;
use crate::tables::capability;
use crate::target::{feature, Feature, Target};

/// A set of these types: a bit for each row, by its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScalarSet(u8);

impl ScalarSet {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// 64-bit floats, as words.
    pub const FLOAT64_WORDS: Self = Self(1);
    /// 64-bit integers.
    pub const INT64: Self = Self(1 << 1);
    /// 16-bit floats.
    pub const FLOAT16: Self = Self(1 << 2);
    /// 16-bit integers.
    pub const INT16: Self = Self(1 << 3);
    /// 8-bit integers.
    pub const INT8: Self = Self(1 << 4);
    /// 64-bit floats, in 32 bits because the caller allowed it.
    pub const FLOAT64: Self = Self(1 << 5);

    /// All but these.
    pub const fn all_but(others: Self) -> Self {
        Self(!others.0)
    }

    /// Whether the two sets intersect.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// As marks of an id ([`mark::CLASSES`]).
    pub fn as_marks(self) -> u16 {
        u16::from(self.0) << mark::CLASSES
    }

    /// The set among marks.
    pub fn of_marks(marks: u16) -> Self {
        Self((marks >> mark::CLASSES) as u8)
    }

    /// Adds those of another set.
    pub fn insert(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// What represents a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A single value of 32 bits: a float, or an integer of the same signedness.
    Promoted,
    /// Two words.
    Expanded,
}

/// A scalar type that is legalized where a target has no arithmetic on it.
#[derive(Debug)]
pub struct Row {
    /// The type, as a set.
    pub of: ScalarSet,
    /// The type.
    pub scalar: fn(Scalar) -> bool,
    /// Whether a module has it.
    occurs: fn(&Facts) -> bool,
    /// The capability of arithmetic on it.
    capability: u32,
    /// Its features, and those that only add instructions on it.
    pub features: &'static [Feature],
    /// What the report counts: the second where results may be inexact.
    pub kinds: [Kind; 2],
    /// What represents its values.
    pub form: Form,
    /// Why an instruction on it is not replaced, and why memory that cannot change its layout may not contain it.
    pub no_counterpart: &'static str,
    pub no_memory: &'static str,
    /// Lowers an instruction that computes with such values; the number is that of the components of an expanded result, else 0.
    pub(super) lower: fn(&mut Work<'_>, Inst<'_>, u32) -> Result<(), LowerError>,
}

const NARROW_INSTRUCTION: &str =
    "an instruction on 8- or 16-bit values without a 32-bit counterpart";
const NARROW_MEMORY: &str =
    "8- or 16-bit data in a payload, a hit attribute or a shader record, which would grow";

/// The rows. An instruction that involves several of the types is lowered by the first of them.
pub static ROWS: &[Row] = &[
    Row {
        of: ScalarSet::FLOAT64_WORDS,
        scalar: |scalar| scalar == Scalar::Float { width: 64 },
        occurs: |facts| facts.float_type(64) != 0,
        capability: capability::Float64,
        features: &[feature::shaderFloat64],
        kinds: [Kind::Float64Words; 2],
        form: Form::Expanded,
        no_counterpart: "an unknown instruction on 64-bit floats",
        // The two words take as much.
        no_memory: "",
        lower: |work, inst, n| work.double(inst, n),
    },
    Row {
        of: ScalarSet::INT64,
        scalar: |scalar| matches!(scalar, Scalar::Int { width: 64, .. }),
        occurs: |facts| facts.int_widths & 64 != 0,
        capability: capability::Int64,
        features: &[feature::shaderInt64],
        kinds: [Kind::Int64; 2],
        form: Form::Expanded,
        no_counterpart: "an unknown instruction on 64-bit integers",
        // The two words take as much.
        no_memory: "",
        lower: |work, inst, n| work.long(inst, n),
    },
    Row {
        of: ScalarSet::FLOAT16,
        scalar: |scalar| scalar == Scalar::Float { width: 16 },
        occurs: |facts| facts.float_type(16) != 0,
        capability: capability::Float16,
        features: &[feature::shaderFloat16, feature::shaderFmaFloat16],
        kinds: [Kind::Float16, Kind::Float16Relaxed],
        form: Form::Promoted,
        no_counterpart: NARROW_INSTRUCTION,
        no_memory: NARROW_MEMORY,
        lower: |work, inst, _| work.promoted(inst),
    },
    Row {
        of: ScalarSet::INT16,
        scalar: |scalar| matches!(scalar, Scalar::Int { width: 16, .. }),
        occurs: |facts| facts.int_widths & 16 != 0,
        capability: capability::Int16,
        features: &[feature::shaderInt16, feature::maintenance9],
        kinds: [Kind::Int16; 2],
        form: Form::Promoted,
        no_counterpart: NARROW_INSTRUCTION,
        no_memory: NARROW_MEMORY,
        lower: |work, inst, _| work.promoted(inst),
    },
    Row {
        of: ScalarSet::INT8,
        scalar: |scalar| matches!(scalar, Scalar::Int { width: 8, .. }),
        occurs: |facts| facts.int_widths & 8 != 0,
        capability: capability::Int8,
        features: &[feature::shaderInt8, feature::maintenance9],
        kinds: [Kind::Int8; 2],
        form: Form::Promoted,
        no_counterpart: NARROW_INSTRUCTION,
        no_memory: NARROW_MEMORY,
        lower: |work, inst, _| work.promoted(inst),
    },
    Row {
        of: ScalarSet::FLOAT64,
        scalar: |scalar| scalar == Scalar::Float { width: 64 },
        occurs: |facts| facts.float_type(64) != 0,
        capability: capability::Float64,
        features: &[feature::shaderFloat64],
        kinds: [Kind::Float64; 2],
        form: Form::Promoted,
        no_counterpart: "an instruction on 64-bit floats without a 32-bit counterpart",
        no_memory: "64-bit floats in a payload, a hit attribute or a shader record",
        lower: |work, inst, _| work.promoted(inst),
    },
];

/// The types among these that a target lacks.
pub fn lacking(among: ScalarSet, target: &Target) -> ScalarSet {
    let mut lacking = ScalarSet::NONE;
    for row in ROWS.iter().filter(|row| among.meets(row.of)) {
        if !target.has_capability(row.capability) {
            lacking.insert(row.of);
        }
    }
    lacking
}

/// Whether a module has one of these types.
pub fn occur(any: ScalarSet, facts: &Facts) -> bool {
    let mut rows = ROWS.iter().filter(|row| any.meets(row.of));
    rows.any(|row| (row.occurs)(facts))
}

/// The types that are expanded.
pub fn expanded() -> ScalarSet {
    let mut all = ScalarSet::NONE;
    for row in ROWS.iter().filter(|row| row.form == Form::Expanded) {
        all.insert(row.of);
    }
    all
}

/// The row of a scalar type, if it is one of these.
pub fn row(among: ScalarSet, scalar: Scalar) -> Option<&'static Row> {
    ROWS.iter()
        .find(|row| among.meets(row.of) && (row.scalar)(scalar))
}

/// The row that lowers an instruction which involves these types.
pub fn first(involved: ScalarSet) -> Option<&'static Row> {
    ROWS.get(involved.0.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::legalize::{DOUBLES, STEP};

    #[test]
    fn each_row_has_the_bit_of_its_place() {
        for (at, row) in ROWS.iter().enumerate() {
            assert_eq!(row.of.0, 1 << at);
            let is_promoted = row.form == Form::Promoted;
            let after = ROWS.iter().skip(at).all(|row| row.form == Form::Promoted);
            assert!(!is_promoted || after, "expanded types come first");
        }
    }

    #[test]
    fn steps_replace_the_features_of_their_types() {
        for row in ROWS {
            let step = match row.of {
                ScalarSet::FLOAT64 => DOUBLES,
                _ => STEP,
            };
            for feature in row.features {
                assert!(step.features.contains(feature), "{feature}");
            }
        }
    }
}
