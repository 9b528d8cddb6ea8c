//! Memory operands: what an access said of itself, the words say too.
//!
//! `Volatile`, `Nontemporal`, `NonPrivatePointer` and the scopes of `MakePointerAvailable` and `MakePointerVisible`
//! (specification, section 3.26) go over to every word that is loaded or stored. `Aligned` is about physical pointers
//! and is left out; so are notes on aliases.

use crate::inst::Inst;
use crate::operands::operands;
use crate::reshape::Refusal;
use crate::tables::{memory_access as m, op, OperandKind};

/// The memory operands of an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    mask: u32,
    /// The scope to which a store is made available, or 0.
    pub available: u32,
    visible: u32,
}

impl Access {
    /// The memory operands of a load, a store or a copy: what it writes with and what it reads with. A copy has one set
    /// for both, or one for each.
    pub fn of(inst: Inst<'_>) -> Result<(Self, Self), Refusal> {
        let plain = match inst.opcode() {
            op::OpLoad => 4,
            _ => 3,
        };
        if inst.words().len() == plain {
            return Ok(Default::default());
        }
        let unknown = Err(Refusal("memory operands that are not known"));
        let mut sets = [Self::default(); 2];
        let mut count = 0;
        let mut walk = operands(inst.words(), 1);
        // Parameters follow their mask, lowest bit first.
        let mut scopes = 0;
        for operand in &mut walk {
            let word = inst.word(operand.index);
            match operand.kind {
                OperandKind::MemoryAccess => {
                    let known = m::Volatile
                        | m::Aligned
                        | m::Nontemporal
                        | m::MakePointerAvailable
                        | m::MakePointerVisible
                        | m::NonPrivatePointer;
                    let Some(set) = sets.get_mut(count).filter(|_| word & !known == 0) else {
                        return unknown;
                    };
                    set.mask = word & !m::Aligned;
                    count += 1;
                    scopes = word & (m::MakePointerAvailable | m::MakePointerVisible);
                }
                OperandKind::IdScope => {
                    let set = count.checked_sub(1).and_then(|at| sets.get_mut(at));
                    let Some(set) = set else { return unknown };
                    if scopes & m::MakePointerAvailable != 0 {
                        set.available = word;
                        scopes &= !m::MakePointerAvailable;
                    } else {
                        set.visible = word;
                    }
                }
                _ => {}
            }
        }
        if walk.malformed() || walk.opaque() {
            return unknown;
        }
        let [write, read] = sets;
        Ok(match (inst.opcode(), count) {
            (op::OpCopyMemory, 2) => (write, read),
            _ => (write, write),
        })
    }

    /// Exchanges the ids of scopes.
    pub fn map(&mut self, mut id: impl FnMut(u32) -> Result<u32, Refusal>) -> Result<(), Refusal> {
        for scope in [&mut self.available, &mut self.visible] {
            if *scope != 0 {
                *scope = id(*scope)?;
            }
        }
        Ok(())
    }

    /// Whether it may not be left out or done twice.
    pub fn is_volatile(&self) -> bool {
        self.mask & m::Volatile != 0
    }

    /// Whether two loads in a row can be one.
    pub fn can_share_loads(&self) -> bool {
        self.mask & (m::Volatile | m::MakePointerVisible) == 0
    }

    /// The operands of a load from a pointer, and how many.
    pub fn of_load(&self, pointer: u32) -> ([u32; 4], usize) {
        let mask = self.mask & !m::MakePointerAvailable;
        match (mask, mask & m::MakePointerVisible) {
            (0, _) => ([pointer, 0, 0, 0], 1),
            (_, 0) => ([pointer, mask, 0, 0], 2),
            _ => ([pointer, mask, self.visible, 0], 3),
        }
    }

    /// The operands of a store of a value to a pointer, and how many.
    pub fn of_store(&self, pointer: u32, value: u32) -> ([u32; 4], usize) {
        let mask = self.mask & !m::MakePointerVisible;
        match (mask, mask & m::MakePointerAvailable) {
            (0, _) => ([pointer, value, 0, 0], 2),
            (_, 0) => ([pointer, value, mask, 0], 3),
            _ => ([pointer, value, mask, self.available], 4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(opcode: u16, operands: &[u32]) -> Result<(Access, Access), Refusal> {
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
        assert_eq!(read.of_load(5), ([5, visible, 88, 0], 3));
        assert_eq!(write.of_store(5, 6), ([5, 6, available, 77], 4));
        let two = [1, 2, m::Volatile, m::Nontemporal];
        let (write, read) = access(op::OpCopyMemory, &two).unwrap();
        assert_eq!(read.of_load(5), ([5, m::Nontemporal, 0, 0], 2));
        assert_eq!(write.of_store(5, 6), ([5, 6, m::Volatile, 0], 3));
        assert!(read.can_share_loads() && !write.can_share_loads());
        let (_, plain) = access(op::OpLoad, &[1, 2, 3]).unwrap();
        assert_eq!(plain.of_load(5), ([5, 0, 0, 0], 1));
        let (_, aligned) = access(op::OpLoad, &[1, 2, 3, m::Aligned, 16]).unwrap();
        assert_eq!(aligned.of_load(5), ([5, 0, 0, 0], 1));
        assert!(access(op::OpLoad, &[1, 2, 3, m::AliasScopeINTELMask, 7]).is_err());
        assert!(access(op::OpLoad, &[1, 2, 3, m::Aligned]).is_err());
    }
}
