//! Where the parts of a block lie: the explicit layout that decorations give, as bytes.
//!
//! Input: the decorations `Offset`, `ArrayStride`, `MatrixStride`, `RowMajor` (specification, section 3.20), said of types
//! and members directly or by decoration groups. Output: of each [`Part`] of a block its [`Shape`] — how many parts it has
//! itself, and how far these lie from one another. No layout has rules of its own here: std140, std430, scalar and
//! whatever a front end thinks of are all said by the same decorations.
//!
//! ```text
//! struct { float16_t a; layout(row_major) f16mat2x3 m[2]; }     Offset 0, 2   MatrixStride 4   ArrayStride 12
//!
//!   a            Scalar { bytes: 2 }
//!   m            Many { count: 2, stride: 12, part: f16mat2x3 }      the matrix stride goes down with the part
//!   m[i]         Many { count: 2, stride: 2, part: column }          two columns lie beside one another,
//!   m[i][c]      Many { count: 3, stride: 4, part: half }            the three components of each 4 bytes apart
//! ```
//!
//! A part of which a decoration is missing, whose arithmetic leaves 32 bits, or whose parts cannot lie in memory (Booleans,
//! images) has no shape: the module is refused where it is used. A matrix's stride is a decoration of the member that
//! holds it, below any number of arrays; so a part carries it along.

use super::address::is_address;
use crate::facts::{Facts, Scalar, TypeView};
use crate::inst::Inst;
use crate::reshape::{Refusal, MOST_DEPTH};
use crate::tables::{decoration, op};

/// What stands for the member in a decoration of the whole.
const WHOLE: u32 = u32::MAX;

/// What is wrong with a layout.
pub const UNDECORATED: Refusal = Refusal("a block without layout decorations");
/// What is wrong with a type.
pub const UNKNOWN_TYPE: Refusal = Refusal("a block contains a type without a size in memory");
/// What is not known of an array that has a length.
pub const OPEN: Refusal = Refusal(
    "the length of an array in a block is an open specialization constant: give it a value",
);
/// What is not known of one that has none.
const RUNTIME: Refusal = Refusal("a block contains a runtime array where its size has to be known");
/// What is wrong with a number.
pub const TOO_LARGE: Refusal = Refusal("a block extends past 4 GiB");
/// What is wrong with nested types.
pub const TOO_DEEP: Refusal = Refusal("a block is nested too deeply");

/// One decoration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Note {
    id: u32,
    member: u32,
    decoration: u32,
    value: u32,
}

/// Decorations of memory, by what they are said of.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    notes: Vec<Note>,
    /// By type id: bytes from the start of a structure or array to the end of its last part, or why they are not known.
    extents: Vec<Result<u32, Refusal>>,
    /// By type id: the size of the largest number in it, as a power of two, no more than a word's.
    alignments: Vec<u8>,
}

/// How the columns of a member's matrices lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// Bytes from column to column, or from row to row.
    pub stride: u32,
    /// Whether rows lie together.
    pub row_major: bool,
}

/// A part of a block: its type, and what a member's decorations say of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The type.
    pub ty: u32,
    /// Of a matrix, and of whatever holds matrices: how their columns lie.
    pub matrix: Matrix,
    /// Of a vector: bytes from component to component where that is not their size, or 0.
    pub component_stride: u32,
}

impl Part {
    /// A part of which no member says anything.
    pub fn new(ty: u32) -> Self {
        Self {
            ty,
            ..Self::default()
        }
    }
}

/// What a part is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape<'w> {
    /// A number.
    Scalar {
        /// Its size.
        bytes: u32,
        /// What it is.
        scalar: Scalar,
    },
    /// Parts of one type: an array, the columns of a matrix, the components of a vector.
    Many {
        /// How many, where that is known: not of a runtime array, nor of one sized by a specialization constant.
        count: Option<u32>,
        /// Bytes from one to the next.
        stride: u32,
        /// Each of them.
        part: Part,
    },
    /// The members of a structure; [`Layouts::member`] knows them.
    Struct(&'w [u32]),
}

/// A physical pointer in memory.
const ADDRESS: Shape<'_> = Shape::Scalar {
    bytes: 8,
    scalar: Scalar::Int {
        width: 64,
        signed: false,
    },
};

impl Layouts {
    /// Reads a module's decorations.
    pub fn read(&mut self, words: &[u32], facts: &Facts) {
        self.notes.clear();
        let mut groups = false;
        for inst in facts.decorations(words) {
            let (member, at) = match inst.opcode() {
                op::OpDecorate => (WHOLE, 2),
                op::OpMemberDecorate => (inst.word(2), 3),
                op::OpGroupDecorate | op::OpGroupMemberDecorate => {
                    groups = true;
                    continue;
                }
                _ => continue,
            };
            if is_of_memory(inst.word(at)) {
                self.notes.push(Note {
                    id: inst.word(1),
                    member,
                    decoration: inst.word(at),
                    value: inst.word(at + 1),
                });
            }
        }
        self.sort();
        if groups {
            self.read_groups(words, facts);
            self.sort();
        }
        self.measure(words, facts);
    }

    /// What is said of a group is said of its targets. A group has one note of each decoration at most, so this stays
    /// linear in the module.
    fn read_groups(&mut self, words: &[u32], facts: &Facts) {
        let direct = self.notes.len();
        for inst in facts.decorations(words) {
            let by_member = match inst.opcode() {
                op::OpGroupDecorate => false,
                op::OpGroupMemberDecorate => true,
                _ => continue,
            };
            let from = self
                .notes
                .get(..direct)
                .unwrap_or(&[])
                .partition_point(|note| note.id < inst.word(1));
            for at in from..direct {
                let Some(&note) = self.notes.get(at).filter(|note| note.id == inst.word(1)) else {
                    break;
                };
                let targets = inst.from(2).chunks(if by_member { 2 } else { 1 });
                self.notes.extend(targets.map(|target| Note {
                    id: target.first().copied().unwrap_or(0),
                    member: target.get(1).copied().unwrap_or(WHOLE),
                    ..note
                }));
            }
        }
    }

    /// Into order, one note of each decoration.
    fn sort(&mut self) {
        self.notes.sort_unstable();
        self.notes
            .dedup_by_key(|note| (note.id, note.member, note.decoration));
    }

    fn get(&self, id: u32, member: u32, decoration: u32) -> Option<u32> {
        let key = (id, member, decoration);
        let at = self
            .notes
            .binary_search_by_key(&key, |note| (note.id, note.member, note.decoration));
        at.ok()
            .and_then(|at| self.notes.get(at))
            .map(|note| note.value)
    }

    /// What is said of a member.
    fn of_member(&self, id: u32, member: u32) -> impl Iterator<Item = &Note> {
        let before = |note: &Note| (note.id, note.member) < (id, member);
        let from = self.notes.partition_point(before);
        let notes = self.notes.get(from..).unwrap_or(&[]).iter();
        notes.take_while(move |note| (note.id, note.member) == (id, member))
    }

    /// Whether something is decorated so.
    pub fn is(&self, id: u32, decoration: u32) -> bool {
        self.get(id, WHOLE, decoration).is_some()
    }

    /// Whether a member is decorated so.
    pub fn member_is(&self, id: u32, member: u32, decoration: u32) -> bool {
        self.get(id, member, decoration).is_some()
    }

    /// At which byte of a structure a member lies.
    pub fn offset(&self, id: u32, member: u32) -> Option<u32> {
        self.get(id, member, decoration::Offset)
    }

    /// How far the elements are apart of the array into which pointers of a type lead, or those of an array.
    pub fn array_stride(&self, id: u32) -> Option<u32> {
        self.get(id, WHOLE, decoration::ArrayStride)
    }

    /// What the place of a value is a multiple of at least, as a power of two, 0 to 2: the size of the largest number in
    /// it (Vulkan, "Offset and Stride Assignment").
    pub fn alignment(&self, ty: u32) -> u32 {
        self.alignments.get(ty as usize).map_or(0, |&at| at.into())
    }

    /// Whether one of these decorations is said of an id, or of a member of it, of which that holds.
    pub fn are_any_of(&self, decorations: &[u32], is: impl Fn(u32) -> bool) -> bool {
        let mut before = 0;
        self.notes.iter().any(|note| {
            let asked = decorations.contains(&note.decoration) && note.id != before;
            if asked {
                before = note.id;
            }
            asked && is(note.id)
        })
    }

    /// Whether anything is decorated so.
    pub fn any(&self, decoration: u32) -> bool {
        self.are_any_of(&[decoration], |_| true)
    }

    /// A member of a structure, and at which byte of it it lies.
    pub fn member(&self, id: u32, members: &[u32], member: u32) -> Result<(Part, u32), Refusal> {
        let (mut offset, mut matrix) = (None, Matrix::default());
        for note in self.of_member(id, member) {
            match note.decoration {
                decoration::Offset => offset = Some(note.value),
                decoration::MatrixStride => matrix.stride = note.value,
                decoration::RowMajor => matrix.row_major = true,
                _ => {}
            }
        }
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

    /// What a part is made of.
    pub fn shape<'w>(
        &self,
        words: &'w [u32],
        facts: &Facts,
        part: Part,
    ) -> Result<Shape<'w>, Refusal> {
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
                    stride: apart,
                    row_major,
                } = part.matrix;
                let columns = matches!(facts.type_view(words, component), TypeView::Vector { .. });
                let (stride, component_stride) = match (columns, row_major) {
                    (true, _) if apart == 0 => return Err(UNDECORATED),
                    (true, true) => (bytes, apart),
                    (true, false) => (apart, 0),
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

    /// Bytes from the start of a part to the end of its last part, without padding behind that.
    pub fn extent(&self, words: &[u32], facts: &Facts, part: Part) -> Result<u32, Refusal> {
        let (mut part, mut before) = (part, 0u32);
        for _ in 0..MOST_DEPTH {
            // Of what holds matrices, the extent is the member's that holds it.
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

    /// Fills the table of extents: types come before their users, so one walk is enough.
    fn measure(&mut self, words: &[u32], facts: &Facts) {
        self.extents.clear();
        self.extents.resize(facts.def.len(), Err(UNDECORATED));
        self.alignments.clear();
        self.alignments.resize(facts.def.len(), 0);
        for inst in facts.declarations(words) {
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
    ) -> Result<u32, Refusal> {
        let members = inst.from(2);
        let mut most = 0;
        for member in 0..members.len() as u32 {
            let (part, offset) = self.member(inst.word(1), members, member)?;
            let extent = self.extent(words, facts, part)?;
            most = most.max(offset.checked_add(extent).ok_or(TOO_LARGE)?);
        }
        Ok(most)
    }
}

/// Whether a decoration says something of memory.
fn is_of_memory(value: u32) -> bool {
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
            | d::NonReadable
            | d::Restrict
            | d::Aliased
            | d::NonUniform
    )
}

#[cfg(test)]
mod tests;
