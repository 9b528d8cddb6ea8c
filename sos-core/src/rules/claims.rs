//! Which instructions a rule applies to, and which rules may apply to an opcode.
//!
//! A rule names its opcodes and, where these are not enough, a condition. So the rules for an instruction are found by its opcode, in a
//! table that the compiler works out.

use super::{Action, Rule};
use crate::facts::Facts;
use crate::inst::Inst;

/// Opcodes, as ranges that include both ends.
pub type Opcodes = &'static [(u16, u16)];

/// A list of opcodes and ranges of them: `opcodes![OpLoad, OpAtomicLoad..=OpAtomicXor]`.
macro_rules! opcodes {
    ($($first:ident $(..= $last:ident)?),+ $(,)?) => {
        const {
            &[$({
                let ends = [$crate::tables::op::$first $(, $crate::tables::op::$last)?];
                (ends[0], ends[ends.len() - 1])
            }),+]
        }
    };
}

/// Broadcasts, swaps and votes of quads: [`crate::tables::is_quad`].
pub const QUADS: Opcodes = opcodes![
    OpGroupNonUniformQuadBroadcast,
    OpGroupNonUniformQuadSwap,
    OpGroupNonUniformQuadAllKHR,
    OpGroupNonUniformQuadAnyKHR,
];

/// What accesses memory, orders accesses to it, or names the model of that. Rules ask by a condition which of these concern them.
pub const ON_MEMORY: Opcodes = opcodes![
    OpLoad..=OpCopyMemorySized,
    OpImageFetch,
    OpImageRead,
    OpImageWrite,
    OpControlBarrier,
    OpMemoryBarrier,
    OpAtomicLoad..=OpAtomicXor,
    OpImageSparseFetch,
    OpAtomicFlagTestAndSet,
    OpAtomicFlagClear,
    OpImageSparseRead,
    OpAtomicFMinEXT,
    OpAtomicFMaxEXT,
    OpAtomicFAddEXT,
    OpMemoryModel,
];

/// The instructions that a rule applies to.
#[derive(Clone, Copy, Debug)]
pub struct Claims {
    opcodes: Opcodes,
    when: fn(&Facts, Inst<'_>) -> bool,
}

impl Claims {
    /// All instructions with these opcodes.
    pub const fn of(opcodes: Opcodes) -> Self {
        Self {
            opcodes,
            when: |_, _| true,
        }
    }

    /// Those among them for which this holds. It has no side effects.
    pub const fn when(self, when: fn(&Facts, Inst<'_>) -> bool) -> Self {
        Self { when, ..self }
    }

    /// Whether an instruction with one of the opcodes is among them.
    pub fn hold(&self, facts: &Facts, inst: Inst<'_>) -> bool {
        (self.when)(facts, inst)
    }

    /// Whether an instruction is among them.
    pub fn include(&self, facts: &Facts, inst: Inst<'_>) -> bool {
        let opcode = inst.opcode();
        let mut ranges = self.opcodes.iter();
        ranges.any(|&(first, last)| (first..=last).contains(&opcode)) && self.hold(facts, inst)
    }
}

const fn opcodes_of(rule: &Rule) -> Opcodes {
    match rule.action {
        Action::Lower { claims, .. }
        | Action::Promised { claims, .. }
        | Action::Remove { claims } => claims.opcodes,
        _ => &[],
    }
}

/// The number of pairs of an opcode and a rule that claims it.
pub const fn pairs(rules: &[Rule]) -> usize {
    let (mut count, mut at) = (0, 0);
    while at < rules.len() {
        let ranges = opcodes_of(&rules[at]);
        let mut range = 0;
        while range < ranges.len() {
            let (first, last) = ranges[range];
            assert!(first <= last);
            count += (last - first) as usize + 1;
            range += 1;
        }
        at += 1;
    }
    count
}

/// Those pairs: the opcode, and the index of the rule; in ascending order.
pub const fn by_opcode<const PAIRS: usize>(rules: &[Rule]) -> [(u16, u8); PAIRS] {
    assert!(rules.len() <= u8::MAX as usize);
    let mut sorted = [(0, 0); PAIRS];
    let (mut len, mut at) = (0, 0);
    while at < rules.len() {
        let ranges = opcodes_of(&rules[at]);
        let mut range = 0;
        while range < ranges.len() {
            let (mut opcode, last) = ranges[range];
            while opcode <= last {
                // Rules come in order, so one goes behind those before it with the same opcode.
                let mut place = len;
                while place > 0 && sorted[place - 1].0 > opcode {
                    sorted[place] = sorted[place - 1];
                    place -= 1;
                }
                sorted[place] = (opcode, at as u8);
                (len, opcode) = (len + 1, opcode + 1);
            }
            range += 1;
        }
        at += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::subgroup::WORKGROUP;
    use crate::rules::{with_opcode, BY_OPCODE, RULES};
    use crate::tables::{is_atomic, is_exchange, is_quad, op};

    #[test]
    fn lists_agree_with_the_tables() {
        let has = |list: Opcodes, opcode| list.iter().any(|&(a, b)| (a..=b).contains(&opcode));
        for opcode in 0..=u16::MAX {
            assert_eq!(has(QUADS, opcode), is_quad(opcode), "{opcode}");
            assert!(!is_atomic(opcode) || has(ON_MEMORY, opcode), "{opcode}");
            let emulated = is_exchange(opcode) || opcode == op::OpControlBarrier;
            let claimed = has(opcodes_of(&WORKGROUP), opcode);
            assert_eq!(claimed, emulated, "{opcode}");
        }
    }

    #[test]
    fn each_opcode_has_the_rules_that_claim_it_in_their_order() {
        assert!(BY_OPCODE.is_sorted());
        for opcode in 0..=u16::MAX {
            let claims = |rule: &Rule| {
                let mut ranges = opcodes_of(rule).iter();
                ranges.any(|&(first, last)| (first..=last).contains(&opcode))
            };
            let expected = (0..RULES.len()).filter(|&at| claims(&RULES[at]));
            assert!(
                expected.eq(with_opcode(opcode).map(|rule| rule.0)),
                "{opcode}"
            );
        }
    }
}
