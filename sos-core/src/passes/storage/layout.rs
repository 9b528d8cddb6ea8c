//! The explicit layout of blocks: byte offsets and strides of their parts.
//!
//! Input: the decorations `Offset`, `ArrayStride`, `MatrixStride` and `RowMajor` (specification, section 3.20) of types and
//! members, directly or through decoration groups. Output: the [`Shape`] of each [`Part`] of a block, that is the number of
//! its own parts and their strides. No layout rules are hard-coded here: std140, std430, scalar and other layouts are all
//! given by these decorations.
//!
//! ```text
//! struct { float16_t a; layout(row_major) f16mat2x3 m[2]; }     Offset 0, 2   MatrixStride 4   ArrayStride 12
//!
//!   a            Scalar { bytes: 2 }
//!   m            Many { count: 2, stride: 12, part: f16mat2x3 }      the part inherits the matrix stride
//!   m[i]         Many { count: 2, stride: 2, part: column }          corresponding components of two columns are adjacent,
//!   m[i][c]      Many { count: 3, stride: 4, part: half }            the three components of each are 4 bytes apart
//! ```
//!
//! A part has no shape if a decoration is missing, if its offsets or strides exceed 32 bits, or if its type has no
//! representation in memory (Booleans, images); a module that uses it is refused. The matrix stride is a decoration of the
//! member that contains the matrix, possibly within arrays, so a part inherits it.

mod natural;

use super::address::is_address;
use crate::facts::{Decoration, Decorations, Facts, Matrix, Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::{LowerError, MOST_DEPTH};
use crate::tables::{decoration, op, op_hot, OpFlags};
use crate::views;
use alloc::vec::Vec;
use natural::Natural;

/// A layout decoration is missing.
pub const UNDECORATED: LowerError = LowerError::Because("a block without layout decorations");
/// A type has no representation in memory.
pub const UNKNOWN_TYPE: LowerError =
    LowerError::Because("a block contains a type without a size in memory");
/// The length of a sized array is not known.
pub const OPEN: LowerError = LowerError::Because(
    "the length of an array in a block is an open specialization constant: give it a value",
);
/// A runtime array has no length.
const RUNTIME: LowerError =
    LowerError::Because("a block contains a runtime array where its size has to be known");
/// An offset or a size exceeds 32 bits.
pub const TOO_LARGE: LowerError = LowerError::Because("a block extends past 4 GiB");
/// Types are nested too deeply.
pub const TOO_DEEP: LowerError = LowerError::Because("a block is nested too deeply");

/// Decorations that concern memory, sorted by target, and sizes and alignments derived from them.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    decorations: Decorations,
    /// By type id: the bytes from the start of a structure or array to the end of its last part, or why they are unknown.
    extents: Vec<Result<u32, LowerError>>,
    /// By type id: the size of the largest scalar in it, at most that of a word, as a power of two.
    alignments: Vec<u8>,
    /// Working memory of [`natural`].
    natural: Vec<Natural>,
    pending: Vec<u32>,
    added: Vec<Decoration>,
}

/// A part of a block: its type, and the decorations that it inherits from a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The type.
    pub ty: u32,
    /// For matrices and types that contain matrices: the layout of these.
    pub matrix: Matrix,
    /// For a column of a row-major matrix: bytes from component to component; otherwise 0.
    pub component_stride: u32,
}

impl Part {
    /// A part without inherited decorations.
    pub fn new(ty: u32) -> Self {
        Self {
            ty,
            ..Self::default()
        }
    }
}

/// The composition of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape<'w> {
    /// A scalar.
    Scalar {
        /// Its size.
        bytes: u32,
        /// Its type.
        scalar: Scalar,
    },
    /// Parts of the same type: elements of an array, columns of a matrix, components of a vector.
    Many {
        /// Their number, or `None` for runtime arrays and arrays sized by a specialization constant without a value.
        count: Option<u32>,
        /// Bytes from each to the next.
        stride: u32,
        /// The type and layout of each.
        part: Part,
    },
    /// The members of a structure; see [`Layouts::member`].
    Struct(&'w [u32]),
}

/// The shape of a physical pointer in memory.
const ADDRESS: Shape<'_> = Shape::Scalar {
    bytes: 8,
    scalar: Scalar::Int {
        width: 64,
        signed: false,
    },
};

impl Layouts {
    /// Reads the decorations of a module.
    pub fn read(&mut self, words: &[u32], facts: &Facts) {
        self.natural.clear();
        self.decorations.read(words, facts, is_recorded);
        self.measure(words, facts);
    }

    /// Whether an id has a decoration.
    pub fn is(&self, id: u32, decoration: u32) -> bool {
        self.decorations.has(id, decoration)
    }

    /// Whether a member has a decoration.
    pub fn member_is(&self, id: u32, member: u32, decoration: u32) -> bool {
        self.decorations.of_member(id, member, decoration).is_some()
    }

    /// Returns the byte offset of a member.
    pub fn offset(&self, id: u32, member: u32) -> Option<u32> {
        self.decorations.of_member(id, member, decoration::Offset)
    }

    /// Returns the array stride of an array type, or of a pointer type.
    pub fn array_stride(&self, id: u32) -> Option<u32> {
        self.decorations.get(id, decoration::ArrayStride)
    }

    /// Returns the minimal alignment of values of a type in memory, as a power of two from 0 to 2: the size of the largest
    /// scalar in it (Vulkan, "Offset and Stride Assignment").
    pub fn alignment(&self, ty: u32) -> u32 {
        self.alignments.get(ty as usize).map_or(0, |&at| at.into())
    }

    /// Whether any of these decorations applies to an id, or a member of an id, for which `is` holds.
    pub fn are_any_of(&self, decorations: &[u32], is: impl Fn(u32) -> bool) -> bool {
        let mut before = 0;
        self.decorations.iter().any(|entry| {
            let asked = decorations.contains(&entry.decoration) && entry.id != before;
            if asked {
                before = entry.id;
            }
            asked && is(entry.id)
        })
    }

    /// Whether anything has this decoration.
    pub fn any(&self, decoration: u32) -> bool {
        self.are_any_of(&[decoration], |_| true)
    }

    /// Returns a member of a structure and its byte offset.
    pub fn member(&self, id: u32, members: &[u32], member: u32) -> Result<(Part, u32), LowerError> {
        let matrix = self.decorations.matrix(id, member);
        let offset = self.offset(id, member);
        match (offset, members.get(member as usize)) {
            (Some(offset), Some(&ty)) => Ok((
                Part {
                    ty,
                    matrix,
                    component_stride: 0,
                },
                offset,
            )),
            _ => Err(UNDECORATED),
        }
    }

    /// Returns the composition of a part.
    pub fn shape<'w>(
        &self,
        words: &'w [u32],
        facts: &Facts,
        part: Part,
    ) -> Result<Shape<'w>, LowerError> {
        let stride = || self.array_stride(part.ty);
        match facts.type_view(words, part.ty) {
            TypeView::Scalar(scalar) => match scalar.width() {
                width @ (8 | 16 | 32 | 64) => Ok(Shape::Scalar {
                    bytes: width / 8,
                    scalar,
                }),
                _ => Err(UNKNOWN_TYPE),
            },
            TypeView::Array { element, length } => Ok(Shape::Many {
                count: facts.index(words, length),
                stride: stride().ok_or(UNDECORATED)?,
                part: Part {
                    ty: element,
                    ..part
                },
            }),
            TypeView::RuntimeArray { element } => Ok(Shape::Many {
                count: None,
                stride: stride().ok_or(UNDECORATED)?,
                part: Part {
                    ty: element,
                    ..part
                },
            }),
            TypeView::Vector { component, count } => {
                let scalar = facts.scalar_of(words, part.ty).ok_or(UNKNOWN_TYPE)?;
                let bytes = match scalar.width() {
                    width @ (8 | 16 | 32 | 64) => width / 8,
                    _ => return Err(UNKNOWN_TYPE),
                };
                let Matrix {
                    stride: matrix_stride,
                    row_major,
                } = part.matrix;
                let columns = matches!(facts.type_view(words, component), TypeView::Vector { .. });
                let matrix_stride = match (columns, matrix_stride) {
                    (true, 0) => self.natural_stride(part.ty, component),
                    _ => matrix_stride,
                };
                let (stride, component_stride) = match (columns, row_major) {
                    (true, _) if matrix_stride == 0 => return Err(UNDECORATED),
                    (true, true) => (bytes, matrix_stride),
                    (true, false) => (matrix_stride, 0),
                    (false, _) if part.component_stride != 0 => (part.component_stride, 0),
                    (false, _) => (bytes, 0),
                };
                Ok(Shape::Many {
                    count: Some(count),
                    stride,
                    part: Part {
                        ty: component,
                        matrix: Matrix::default(),
                        component_stride,
                    },
                })
            }
            TypeView::Struct(members) => Ok(Shape::Struct(members)),
            TypeView::Pointer { class, .. } if is_address(class) => Ok(ADDRESS),
            _ => Err(UNKNOWN_TYPE),
        }
    }

    /// Returns the bytes from the start of a part to the end of its last part, without trailing padding.
    pub fn extent(&self, words: &[u32], facts: &Facts, part: Part) -> Result<u32, LowerError> {
        let (mut part, mut before) = (part, 0u32);
        for _ in 0..MOST_DEPTH {
            // The table only holds extents of types without inherited matrix layouts.
            let known = self.extents.get(part.ty as usize).copied();
            let known = known.unwrap_or(Err(UNDECORATED));
            if let (Ok(known), true) = (known, part == Part::new(part.ty)) {
                return before.checked_add(known).ok_or(TOO_LARGE);
            }
            match self.shape(words, facts, part)? {
                Shape::Scalar { bytes, .. } => return before.checked_add(bytes).ok_or(TOO_LARGE),
                Shape::Struct(_) => return before.checked_add(known?).ok_or(TOO_LARGE),
                Shape::Many {
                    count,
                    stride,
                    part: one,
                } => {
                    let open = match facts.type_view(words, part.ty) {
                        TypeView::RuntimeArray { .. } => RUNTIME,
                        _ => OPEN,
                    };
                    let others = count.ok_or(open)?.saturating_sub(1);
                    let bytes = stride.checked_mul(others).ok_or(TOO_LARGE)?;
                    before = before.checked_add(bytes).ok_or(TOO_LARGE)?;
                    part = one;
                }
            }
        }
        Err(TOO_DEEP)
    }

    /// Fills the tables of extents and alignments. Types are declared before their users, so one traversal is enough.
    fn measure(&mut self, words: &[u32], facts: &Facts) {
        self.extents.clear();
        self.extents.resize(facts.def.len(), Err(UNDECORATED));
        self.alignments.clear();
        self.alignments.resize(facts.def.len(), 0);
        let is_type = |inst: &Inst<'_>| op_hot(inst.opcode()).flags.contains(OpFlags::TYPE);
        for inst in facts.declarations(words).filter(is_type) {
            let id = inst.word(1);
            let of = |id: &u32| self.alignments.get(*id as usize).copied();
            let alignment = match TypeView::of(inst) {
                TypeView::Scalar(scalar) => {
                    Some((scalar.width() / 8).trailing_zeros().min(2) as u8)
                }
                TypeView::Vector {
                    component: part, ..
                }
                | TypeView::Array { element: part, .. }
                | TypeView::RuntimeArray { element: part } => of(&part),
                TypeView::Struct(members) => members.iter().filter_map(of).max(),
                TypeView::Pointer { .. } => Some(2),
                _ => None,
            };
            if let (Some(slot), Some(alignment)) = (self.alignments.get_mut(id as usize), alignment)
            {
                *slot = alignment;
            }
            let extent = match inst.opcode() {
                op::OpTypeStruct => self.extent_of_struct(words, facts, inst),
                op::OpTypeArray => self.extent(words, facts, Part::new(id)),
                _ => continue,
            };
            if let Some(slot) = self.extents.get_mut(id as usize) {
                *slot = extent;
            }
        }
    }

    fn extent_of_struct(
        &self,
        words: &[u32],
        facts: &Facts,
        inst: Inst<'_>,
    ) -> Result<u32, LowerError> {
        let members = views::TypeStruct(inst).member_types();
        let mut most = 0;
        for member in 0..members.len() as u32 {
            let (part, offset) = self.member(views::TypeStruct(inst).result(), members, member)?;
            let extent = self.extent(words, facts, part)?;
            most = most.max(offset.checked_add(extent).ok_or(TOO_LARGE)?);
        }
        Ok(most)
    }
}

/// Whether a decoration concerns memory.
fn is_recorded(value: u32) -> bool {
    use decoration as d;
    matches!(
        value,
        d::Block
            | d::BufferBlock
            | d::Offset
            | d::ArrayStride
            | d::MatrixStride
            | d::RowMajor
            | d::Coherent
            | d::Volatile
            | d::NonWritable
            | d::NonUniform
    )
}

#[cfg(test)]
mod tests;
