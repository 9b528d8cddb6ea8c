//! Memory operands of loads, stores and copies, and how they carry over to the accesses that replace them.
//!
//! `Volatile`, `Nontemporal`, `NonPrivatePointer` and the scopes of `MakePointerAvailable` and `MakePointerVisible`
//! (specification, section 3.26) apply to every part that is loaded or stored. `Aligned` is kept only if the access stays
//! whole ([`Access::without_alignment`]). Alias masks (SPV_INTEL_memory_access_aliasing) are not supported.

use super::LowerError;
use crate::inst::Inst;
use crate::tables::{memory_access as m, op};
use crate::views;
use arrayvec::ArrayVec;

/// The maximal number of operands of a store: pointer, object, mask, alignment and scope.
const MOST: usize = 5;

/// The memory operands of an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    mask: u32,
    /// The alignment in bytes, if the mask has `Aligned`.
    aligned: u32,
    /// The scope of `MakePointerAvailable`, or 0.
    pub available: u32,
    visible: u32,
}

impl Access {
    /// Returns the memory operands of a load, a store or a copy: those of its write and those of its read. A copy has one
    /// set for both, or one for each.
    pub fn of(inst: Inst<'_>) -> Result<(Self, Self), LowerError> {
        let operands = match inst.opcode() {
            op::OpLoad => views::Load(inst).memory_access_words(),
            _ => inst.from(3),
        };
        let unknown = LowerError::Because("unknown memory operands");
        let mut rest = operands.iter().copied();
        let write = Self::next(&mut rest).ok_or(unknown)?;
        let read = match inst.opcode() {
            op::OpCopyMemory if rest.len() != 0 => Self::next(&mut rest).ok_or(unknown)?,
            _ => write,
        };
        match rest.len() {
            0 => Ok((write, read)),
            _ => Err(unknown),
        }
    }

    /// Takes a mask and its parameters, which follow it, lowest bit first. `None` if one is missing or unknown.
    fn next(operands: &mut impl Iterator<Item = u32>) -> Option<Self> {
        const KNOWN: u32 = m::Volatile
            | m::Aligned
            | m::Nontemporal
            | m::MakePointerAvailable
            | m::MakePointerVisible
            | m::NonPrivatePointer;
        let Some(mask) = operands.next() else {
            return Some(Self::default());
        };
        let mut parameter = |bit: u32| match mask & bit {
            0 => Some(0),
            _ => operands.next(),
        };
        let set = Self {
            mask,
            aligned: parameter(m::Aligned)?,
            available: parameter(m::MakePointerAvailable)?,
            visible: parameter(m::MakePointerVisible)?,
        };
        (mask & !KNOWN == 0).then_some(set)
    }

    /// Maps the ids of scopes.
    pub fn map(
        &mut self,
        mut id: impl FnMut(u32) -> Result<u32, LowerError>,
    ) -> Result<(), LowerError> {
        for scope in [&mut self.available, &mut self.visible] {
            if *scope != 0 {
                *scope = id(*scope)?;
            }
        }
        Ok(())
    }

    /// Whether the access must be neither removed nor repeated.
    pub fn is_volatile(&self) -> bool {
        self.mask & m::Volatile != 0
    }

    /// Whether two consecutive loads may be merged.
    pub fn can_share_loads(&self) -> bool {
        self.mask & (m::Volatile | m::MakePointerVisible) == 0
    }

    /// Returns the operands without an alignment, for accesses to parts.
    #[must_use]
    pub fn without_alignment(self) -> Self {
        Self {
            mask: self.mask & !m::Aligned,
            aligned: 0,
            ..self
        }
    }

    /// Returns the operands with another alignment in bytes, for accesses to the words that contain the accessed data.
    #[must_use]
    pub fn aligned_to(self, bytes: u32) -> Self {
        Self {
            mask: self.mask | m::Aligned,
            aligned: bytes,
            ..self
        }
    }

    /// Returns the operands for an access at an offset of so many bytes.
    #[must_use]
    pub fn at_offset(self, bytes: u32) -> Self {
        match bytes {
            0 => self,
            _ => Self {
                aligned: self.aligned.min(1 << bytes.trailing_zeros()),
                ..self
            },
        }
    }

    /// Returns the declared alignment in bytes, or 0.
    pub fn alignment(&self) -> u32 {
        self.aligned
    }

    /// Returns the operands of an `OpLoad` from a pointer.
    pub fn load_operands(&self, pointer: u32) -> ArrayVec<u32, MOST> {
        self.with_operands(&[pointer], m::MakePointerVisible, self.visible)
    }

    /// Returns the operands of an `OpStore` of a value to a pointer.
    pub fn store_operands(&self, pointer: u32, value: u32) -> ArrayVec<u32, MOST> {
        self.with_operands(&[pointer, value], m::MakePointerAvailable, self.available)
    }

    /// Appends the memory operands to the first operands. Of the scoped bits only `own` is kept: a load cannot make a
    /// pointer available, nor a store make it visible.
    fn with_operands(&self, first: &[u32], own: u32, scope: u32) -> ArrayVec<u32, MOST> {
        let others = (m::MakePointerAvailable | m::MakePointerVisible) & !own;
        let mask = self.mask & !others;
        let rest = [
            (mask != 0, mask),
            (mask & m::Aligned != 0, self.aligned),
            (mask & own != 0, scope),
        ];
        let rest = rest
            .into_iter()
            .filter_map(|(there, word)| there.then_some(word));
        first.iter().copied().chain(rest).take(MOST).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(opcode: u16, operands: &[u32]) -> Result<(Access, Access), LowerError> {
        let mut words = vec![(operands.len() as u32 + 1) << 16 | u32::from(opcode)];
        words.extend_from_slice(operands);
        Access::of(Inst::at(&words, 0).unwrap())
    }

    #[test]
    fn operands_go_to_the_side_that_they_are_about() {
        let all = m::Volatile
            | m::Aligned
            | m::MakePointerAvailable
            | m::MakePointerVisible
            | m::NonPrivatePointer;
        let one = [1, 2, all, 4, 77, 88];
        let (write, read) = access(op::OpCopyMemory, &one).unwrap();
        let flags = m::Volatile | m::NonPrivatePointer;
        let visible = flags | m::MakePointerVisible;
        let available = flags | m::MakePointerAvailable;
        assert_eq!(
            read.without_alignment().load_operands(5)[..],
            [5, visible, 88]
        );
        assert_eq!(
            write.without_alignment().store_operands(5, 6)[..],
            [5, 6, available, 77]
        );
        let (visible, available) = (visible | m::Aligned, available | m::Aligned);
        assert_eq!(read.load_operands(5)[..], [5, visible, 4, 88]);
        assert_eq!(write.store_operands(5, 6)[..], [5, 6, available, 4, 77]);
        let two = [1, 2, m::Volatile, m::Nontemporal];
        let (write, read) = access(op::OpCopyMemory, &two).unwrap();
        assert_eq!(read.load_operands(5)[..], [5, m::Nontemporal]);
        assert_eq!(write.store_operands(5, 6)[..], [5, 6, m::Volatile]);
        assert!(read.can_share_loads() && !write.can_share_loads());
        let (_, plain) = access(op::OpLoad, &[1, 2, 3]).unwrap();
        assert_eq!(plain.load_operands(5)[..], [5]);
        let (_, aligned) = access(op::OpLoad, &[1, 2, 3, m::Aligned, 16]).unwrap();
        assert_eq!(aligned.load_operands(5)[..], [5, m::Aligned, 16]);
        assert_eq!(aligned.without_alignment().load_operands(5)[..], [5]);
        assert_eq!(
            aligned.at_offset(0).load_operands(5)[..],
            [5, m::Aligned, 16]
        );
        assert_eq!(
            aligned.at_offset(36).load_operands(5)[..],
            [5, m::Aligned, 4]
        );
        assert_eq!(plain.at_offset(4).load_operands(5)[..], [5]);
        assert!(access(op::OpLoad, &[1, 2, 3, m::AliasScopeINTELMask, 7]).is_err());
        assert!(access(op::OpLoad, &[1, 2, 3, m::Aligned]).is_err());
    }
}
