//! Decorations by target, with those of decoration groups at each of their targets.
//!
//! ```text
//! OpDecorate %group Offset 16                    (%s, 2, Offset, 16)
//! OpGroupMemberDecorate %group %s 2        ⇒     (%s, 3, RowMajor, 0)
//! OpMemberDecorate %s 3 RowMajor
//! ```
//!
//! Only those that a reader names are read. So time and memory are linear in the module: a group adds as many entries as it has
//! targets, for each of a few decorations. Where a target has a decoration more than once, which is invalid, one entry stays.

use super::Facts;
use crate::inst::Inst;
use crate::order::Order;
use crate::tables::{decoration, op};
use crate::views;
use alloc::vec::Vec;

/// The member of a decoration that is not of a member.
pub const WHOLE: u32 = u32::MAX;

/// A decoration of an id or of one of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decoration {
    /// The id.
    pub id: u32,
    /// The member, or [`WHOLE`].
    pub member: u32,
    /// The decoration.
    pub decoration: u32,
    /// Its first operand, 0 if it has none.
    pub value: u32,
}

impl Decoration {
    fn key(&self) -> (u32, u32, u32) {
        (self.id, self.member, self.decoration)
    }
}

/// The layout of the matrices in a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// Bytes from column to column, or from row to row if row-major; 0 if it is not decorated.
    pub stride: u32,
    /// Whether the matrices are row-major.
    pub row_major: bool,
}

/// Decorations, sorted by target.
#[derive(Clone, Debug, Default)]
pub struct Decorations {
    all: Vec<Decoration>,
}

impl Decorations {
    /// An empty table.
    pub const NONE: Self = Self { all: Vec::new() };

    /// Reads those decorations of a module for which `is_read` holds.
    pub fn read(&mut self, words: &[u32], facts: &Facts, is_read: impl Fn(u32) -> bool) {
        self.all.clear();
        for inst in facts.decorations(words) {
            let (member, at) = match inst.opcode() {
                op::OpDecorate => (WHOLE, 2),
                op::OpMemberDecorate => (views::MemberDecorate(inst).member(), 3),
                _ => continue,
            };
            let decoration = inst.word(at);
            if is_read(decoration) {
                self.all.push(Decoration {
                    id: inst.target(),
                    member,
                    decoration,
                    value: inst.word(at + 1),
                });
            }
        }
        self.sort();
        if facts.has_groups {
            self.read_groups(words, facts);
        }
    }

    /// Copies the decorations of groups to their targets.
    fn read_groups(&mut self, words: &[u32], facts: &Facts) {
        let direct = self.all.len();
        for inst in facts.decorations(words) {
            let step = match inst.opcode() {
                op::OpGroupDecorate => 1,
                op::OpGroupMemberDecorate => 2,
                _ => continue,
            };
            let group = inst.target();
            let from = self.all.get(..direct).unwrap_or(&[]);
            let from = from.partition_point(|one| (one.id, one.member) < (group, WHOLE));
            for at in from..direct {
                let one = self.all.get(at).copied();
                let Some(one) = one.filter(|one| (one.id, one.member) == (group, WHOLE)) else {
                    break;
                };
                self.all
                    .extend(inst.from(2).chunks(step).map(|target| Decoration {
                        id: target.first().copied().unwrap_or(0),
                        member: target.get(1).copied().unwrap_or(WHOLE),
                        ..one
                    }));
            }
        }
        self.sort();
    }

    fn sort(&mut self) {
        self.all.order();
        self.all.dedup_by_key(|one| one.key());
    }

    /// Adds decorations.
    pub fn extend(&mut self, others: &[Decoration]) {
        self.all.extend_from_slice(others);
        self.sort();
    }

    /// All of them, by id, member and decoration.
    pub fn iter(&self) -> impl Iterator<Item = &Decoration> {
        self.all.iter()
    }

    /// The decorations of an id, or of a member.
    pub fn of(&self, id: u32, member: u32) -> impl Iterator<Item = &Decoration> {
        let from = self
            .all
            .partition_point(|one| (one.id, one.member) < (id, member));
        let rest = self.all.get(from..).unwrap_or(&[]).iter();
        rest.take_while(move |one| (one.id, one.member) == (id, member))
    }

    /// The first operand of a decoration of a member, 0 if it has none; `None` if there is no such decoration.
    pub fn of_member(&self, id: u32, member: u32, decoration: u32) -> Option<u32> {
        let key = (id, member, decoration);
        let at = self.all.binary_search_by_key(&key, Decoration::key).ok()?;
        self.all.get(at).map(|one| one.value)
    }

    /// As [`Decorations::of_member`], for a decoration of an id itself.
    pub fn get(&self, id: u32, decoration: u32) -> Option<u32> {
        self.of_member(id, WHOLE, decoration)
    }

    /// Whether an id itself has a decoration.
    pub fn has(&self, id: u32, decoration: u32) -> bool {
        self.get(id, decoration).is_some()
    }

    /// The layout of the matrices in a member.
    pub fn matrix(&self, id: u32, member: u32) -> Matrix {
        let mut matrix = Matrix::default();
        for one in self.of(id, member) {
            match one.decoration {
                decoration::MatrixStride => matrix.stride = one.value,
                decoration::RowMajor => matrix.row_major = true,
                _ => {}
            }
        }
        matrix
    }
}

/// The built-in that an `OpDecorate` makes of its target.
pub fn built_in_of(inst: Inst<'_>) -> Option<u32> {
    let decorate = views::Decorate(inst);
    (inst.opcode() == op::OpDecorate && decorate.decoration() == decoration::BuiltIn)
        .then(|| decorate.operand())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::assemble;
    use crate::options::Limits;

    #[test]
    fn decorations_of_groups_are_at_their_targets() {
        let words = assemble(
            3,
            "OpCapability Shader
            OpCapability Linkage
            OpMemoryModel Logical GLSL450
            OpDecorate %layout Offset 16
            OpDecorate %layout MatrixStride 8
            OpDecorate %layout RelaxedPrecision
            %layout = OpDecorationGroup
            OpDecorate %strided ArrayStride 4
            %strided = OpDecorationGroup
            OpMemberDecorate %s 0 RowMajor
            OpGroupMemberDecorate %layout %s 0 %s 1
            OpGroupDecorate %strided %a %b
            %float = OpTypeFloat 32
            %uint = OpTypeInt 32 0
            %two = OpConstant %uint 2
            %a = OpTypeArray %float %two
            %b = OpTypeRuntimeArray %float
            %s = OpTypeStruct %a %a",
        );
        let mut facts = Facts::default();
        facts.scan(&words, &Limits::NONE).unwrap();
        let mut all = Decorations::default();
        all.read(&words, &facts, |one| one != decoration::RelaxedPrecision);
        let types: Vec<_> = facts.declarations(&words).collect();
        let [a, b, s] = [3, 4, 5].map(|at| types[at].word(1));
        assert_eq!(all.get(a, decoration::ArrayStride), Some(4));
        assert_eq!(all.get(b, decoration::ArrayStride), Some(4));
        assert!(!all.has(s, decoration::ArrayStride));
        let offsets = [0, 1, 2].map(|member| all.of_member(s, member, decoration::Offset));
        assert_eq!(offsets, [Some(16), Some(16), None]);
        let matrix = |row_major| Matrix {
            stride: 8,
            row_major,
        };
        assert_eq!(all.matrix(s, 0), matrix(true));
        assert_eq!(all.matrix(s, 1), matrix(false));
        assert_eq!(all.of(s, 0).count(), 3);
        // Three of groups, two of arrays, and those of the two members.
        assert_eq!(all.iter().count(), 3 + 2 + 3 + 2);
        all.read(&words, &facts, |one| one == decoration::RelaxedPrecision);
        assert_eq!(all.iter().count(), 3);
    }
}
