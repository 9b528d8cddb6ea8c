//! Row types of the tables generated from the SPIR-V grammar.
//!
//! [`crate::generated`] holds the rows, [`crate::tables`] looks them up.

use core::ops::{BitOr, Deref};

use crate::generated::spirv::{OperandKind, OPERAND_LISTS};
use crate::packed::{total, Lists, Name};

/// Properties of an opcode that the filter uses: a set of the constants below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OpFlags(u16);

impl OpFlags {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// The word after the header is the id of the result's type.
    pub const RESULT_TYPE: Self = Self(1 << 0);
    /// It has a result id: after the result type if there is one, else after the header.
    pub const RESULT: Self = Self(1 << 1);
    /// Every operand word after the result is an id, whatever the length.
    pub const IDS_ONLY: Self = Self(1 << 2);
    /// No operand word after the result can be an id.
    pub const NO_IDS: Self = Self(1 << 3);
    /// An operand can be an enumerant, an opcode or an extended instruction that has needs of its own. Scopes and memory
    /// semantics are ids of constants and are not counted.
    pub const ENUMERANTS: Self = Self(1 << 4);
    /// It ends a block.
    pub const TERMINATOR: Self = Self(1 << 5);
    /// It has no side effects and can be removed if its result is unused. Includes loads: the caller must check for volatile
    /// ones.
    pub const PURE: Self = Self(1 << 6);
    /// It declares a type; includes `OpTypeForwardPointer`.
    pub const TYPE: Self = Self(1 << 7);
    /// It defines a constant or a specialization constant.
    pub const CONSTANT: Self = Self(1 << 8);
    /// Source text, names, strings, lines: the debug instructions of the core specification.
    pub const DEBUG: Self = Self(1 << 9);
    /// It is a decoration instruction.
    pub const ANNOTATION: Self = Self(1 << 10);
    /// The grammar has no such opcode.
    pub const UNKNOWN: Self = Self(1 << 11);

    /// Whether everything in `other` is set.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether anything in `other` is set.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The bits, for the tables.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// From bits, for the tables.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }
}

impl BitOr for OpFlags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// How often an operand occurs in an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// Once.
    One,
    /// Once or not at all.
    Optional,
    /// Any number of times, to the end of the instruction.
    Many,
}

/// The operands of something, in order: one of the lists that the tables contain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Operands(u8);

static LISTS: Lists<(OperandKind, Quantifier), { OPERAND_LISTS.len() }, { total(&OPERAND_LISTS) }> =
    Lists::join(&OPERAND_LISTS, (OperandKind::IdRef, Quantifier::One));

impl Operands {
    /// Returns the number of a list, at compile time.
    pub(crate) const fn of(operands: &[(OperandKind, Quantifier)]) -> Self {
        let mut at = 0;
        while at < OPERAND_LISTS.len() {
            let other = OPERAND_LISTS[at];
            let mut same = 0;
            while same < other.len()
                && same < operands.len()
                && other[same].0 as u8 == operands[same].0 as u8
                && other[same].1 as u8 == operands[same].1 as u8
            {
                same += 1;
            }
            if same == other.len() && same == operands.len() {
                return Self(at as u8);
            }
            at += 1;
        }
        panic!("no such list of operands")
    }

    /// The operands, for tables computed at compile time.
    pub(crate) const fn of_table(self) -> &'static [(OperandKind, Quantifier)] {
        OPERAND_LISTS[self.0 as usize]
    }

    /// The operands.
    #[inline]
    pub fn list(self) -> &'static [(OperandKind, Quantifier)] {
        LISTS.get(usize::from(self.0))
    }
}

impl Deref for Operands {
    type Target = [(OperandKind, Quantifier)];

    fn deref(&self) -> &Self::Target {
        self.list()
    }
}

impl core::fmt::Debug for Operands {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.list().fmt(f)
    }
}

/// The encoding of an operand kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// A mask: one word, then the parameters of each set bit, lowest bit first.
    BitEnum,
    /// One of several values: one word, then the parameters of the value.
    ValueEnum,
    /// An id: one word.
    Id,
    /// A number or a string.
    Literal,
    /// Two operands that always occur together.
    Pair,
}

/// The description of an operand kind.
#[derive(Clone, Copy, Debug)]
pub struct KindRow {
    /// The encoding.
    pub category: Category,
    /// The name.
    pub name: Name,
    /// The two kinds of a pair.
    pub pair: Option<(OperandKind, OperandKind)>,
}

/// The frequently used part of an opcode's row: eight bytes, read for every instruction of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpHot {
    /// Properties.
    pub flags: OpFlags,
    /// Index for [`crate::tables::alternatives`].
    pub alternatives: u16,
    /// Index for [`crate::tables::availability`].
    pub availability: u16,
    /// Minimum word count of the instruction, header included.
    pub min_words: u8,
    /// Number of leading words that are the header or certainly ids: an instruction of at most this length has no operands but
    /// ids.
    pub id_words: u8,
}

impl OpHot {
    /// The row of an opcode that the grammar does not contain.
    pub const UNKNOWN: Self = Self {
        flags: OpFlags::UNKNOWN,
        alternatives: 0,
        availability: 0,
        min_words: 1,
        id_words: 0,
    };
}

/// The description of an opcode, but for its frequently used part.
#[derive(Clone, Copy, Debug)]
pub struct OpRow {
    /// The name, with `Op` in front.
    pub name: Name,
    /// The operands, result type and result id included.
    pub operands: Operands,
}

/// An opcode in the generated table. [`crate::tables`] divides it by how often a part is read.
#[derive(Clone, Copy, Debug)]
pub struct OpEntry {
    /// The number.
    pub opcode: u16,
    /// The description.
    pub row: OpRow,
    /// The frequently used part.
    pub hot: OpHot,
}

/// The description of an enumerant: one value of an enumeration, or one bit of a mask.
#[derive(Clone, Copy, Debug)]
pub struct EnumerantRow {
    /// The name.
    pub name: Name,
    /// The value; for a mask, the bit.
    pub value: u32,
    /// Index for [`crate::tables::alternatives`].
    pub alternatives: u16,
    /// Index for [`crate::tables::availability`].
    pub availability: u16,
    /// The operands that follow it, with their quantifiers.
    pub parameters: Operands,
}

/// Where something is available: in the core versions from `min_minor` to `last_minor`, or with any of the extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Availability {
    /// The first SPIR-V 1.x that has it in core; 255 if none has.
    pub min_minor: u8,
    /// The last SPIR-V 1.x that has it; 255 if it was never removed.
    pub last_minor: u8,
    /// Indices of extensions, any one of which provides it. If there are none and it is not core, the extensions of the
    /// capabilities that it needs provide it.
    pub extensions: &'static [u16],
}

/// A capability.
#[derive(Clone, Copy, Debug)]
pub struct CapabilityRow {
    /// The name.
    pub name: Name,
    /// The value in `OpCapability`.
    pub value: u32,
    /// Indices of the capabilities that this one implicitly declares, directly or transitively, ascending.
    pub implies: &'static [u16],
    /// Index for [`crate::tables::availability`].
    pub availability: u16,
}

/// An instruction of an extended instruction set.
#[derive(Clone, Copy, Debug)]
pub struct ExtInstRow {
    /// The name.
    pub name: Name,
    /// The number in `OpExtInst`.
    pub number: u32,
    /// Index for [`crate::tables::alternatives`].
    pub alternatives: u16,
    /// Index for [`crate::tables::availability`].
    pub availability: u16,
    /// The operands after the number.
    pub operands: Operands,
}
