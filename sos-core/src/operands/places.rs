//! The positions of ids in instructions whose operands are at fixed positions, from a table instead of a walk over the
//! operands.
//!
//! Many instructions that have other operands besides ids still have the ids at the same positions, whatever the words contain:
//! the pointee of `OpTypePointer` follows the storage class, the composite of `OpCompositeExtract` precedes any number of
//! literals. The table is computed from the grammar at compile time. If it has no entry for an opcode, or an instruction does
//! not have the length that the entry implies, the caller decodes the operands instead. A test checks that both methods give
//! the same ids.

use crate::rows::{Category, Quantifier};
use crate::tables::{enumerant, op_operands, OperandKind};

/// The table covers opcodes below this one. Those of extensions are above it and rare.
const OPCODES: usize = 512;

/// The operands after those that the table entry covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// Nothing.
    Nothing,
    /// Ids.
    Ids,
    /// Literals of one word each.
    Literals,
    /// An enumerant or a mask that may have parameters, the last operand.
    Enumerant(OperandKind),
    /// Not known without decoding the operands.
    Unknown,
}

/// The positions of the ids in instructions of one opcode.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// A bit per word that is an id; bit 0 is the header.
    ids: u32,
    /// Number of words that the entry covers, header included.
    covered: u8,
    rest: Rest,
}

static PLACES: [Places; OPCODES] = {
    let nowhere = Places {
        ids: 0,
        covered: 0,
        rest: Rest::Unknown,
    };
    let mut table = [nowhere; OPCODES];
    let mut opcode = 0;
    while opcode < OPCODES {
        if let Some(operands) = op_operands(opcode as u16) {
            table[opcode] = places(operands);
        }
        opcode += 1;
    }
    table
};

const fn places(operands: &[(OperandKind, Quantifier)]) -> Places {
    let mut places = Places {
        ids: 0,
        covered: 1,
        rest: Rest::Nothing,
    };
    let mut at = 0;
    while at < operands.len() && places.covered < 32 {
        let (kind, quantifier) = operands[at];
        at += 1;
        let many = matches!(quantifier, Quantifier::Many);
        let is_id = matches!(kind.category(), Category::Id);
        if many || !is_id && !is_one_word(kind) {
            places.rest = match kind.category() {
                Category::Id => Rest::Ids,
                Category::Literal if is_one_word(kind) => Rest::Literals,
                Category::ValueEnum | Category::BitEnum if at == operands.len() && !many => {
                    Rest::Enumerant(kind)
                }
                _ => Rest::Unknown,
            };
            return places;
        }
        if is_id {
            places.ids |= 1 << places.covered;
        }
        places.covered += 1;
    }
    if at < operands.len() {
        places.rest = Rest::Unknown;
    }
    places
}

/// Whether an operand that is not an id occupies exactly one word and has no parameters.
const fn is_one_word(kind: OperandKind) -> bool {
    match kind.category() {
        Category::Literal => matches!(
            kind,
            OperandKind::LiteralInteger
                | OperandKind::LiteralFloat
                | OperandKind::LiteralExtInstInteger
        ),
        Category::ValueEnum | Category::BitEnum => {
            let rows = kind.enumerants();
            let mut at = 0;
            while at < rows.len() {
                if !rows[at].parameters.of_table().is_empty() {
                    return false;
                }
                at += 1;
            }
            true
        }
        Category::Id | Category::Pair => false,
    }
}

/// Parameter kinds of an enumerant that is the last operand (`Rest::Enumerant`) which occupy one word and are no ids.
static ONE_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut opcode = 0;
    while opcode < OPCODES {
        if let Rest::Enumerant(kind) = PLACES[opcode].rest {
            let rows = kind.enumerants();
            let mut row = 0;
            while row < rows.len() {
                let parameters = rows[row].parameters.of_table();
                let mut at = 0;
                while at < parameters.len() {
                    let kind = parameters[at].0;
                    table[kind as usize] = is_one_word(kind);
                    at += 1;
                }
                row += 1;
            }
        }
        opcode += 1;
    }
    table
};

/// Returns the positions of the ids, if the table has them: a bit per word that is an id (bit 0 is the header), and the index
/// from which on all words are ids. The instruction must have at least the minimum length of its opcode.
pub fn lookup(inst: &[u32]) -> Option<(u32, usize)> {
    let opcode = inst.first().map_or(0, |&header| header as u16);
    let &Places { ids, covered, rest } = PLACES.get(usize::from(opcode))?;
    let (covered, len) = (usize::from(covered), inst.len());
    let ids_from = match rest {
        _ if len <= covered => len,
        Rest::Ids => covered,
        Rest::Literals => len,
        Rest::Enumerant(kind) => ids_behind(kind, inst, covered)?,
        Rest::Nothing | Rest::Unknown => return None,
    };
    Some((ids, ids_from))
}

/// Returns the index from which on all words are ids, in an instruction that ends with an enumerant or a mask at `at` and its
/// parameters. `None` if the parameters are not known, or are neither all ids nor all something else.
fn ids_behind(kind: OperandKind, inst: &[u32], at: usize) -> Option<usize> {
    let (mut left, is_mask) = (*inst.get(at)?, kind.category() == Category::BitEnum);
    let (mut ids, mut others) = (0, 0);
    while left != 0 || !is_mask {
        let value = if is_mask {
            left & left.wrapping_neg()
        } else {
            left
        };
        for &(kind, quantifier) in enumerant(kind, value)?.parameters.list() {
            match quantifier {
                Quantifier::One if kind.is_id() => ids += 1,
                Quantifier::One if ONE_WORD.get(kind as usize) == Some(&true) => others += 1,
                _ => return None,
            }
        }
        left ^= value;
        if !is_mask {
            break;
        }
    }
    let behind = at + 1;
    match (ids, others) {
        _ if behind + ids + others != inst.len() => None,
        (0, _) => Some(inst.len()),
        (_, 0) => Some(behind),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operands::{id_places, visit_places, walk_ids, WalkEnd};
    use crate::tables::{op, op_hot};

    #[test]
    fn the_table_gives_the_same_ids_as_the_walk() {
        let mut count = 0;
        let mut seed = 1_u32;
        for opcode in 0..OPCODES as u16 {
            for len in 1..14 {
                for round in 0..24 {
                    let words = (1..len).map(|_| {
                        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        // Small numbers are valid enumerants, large ones mostly are not.
                        seed >> if round % 3 == 0 { 8 } else { 27 }
                    });
                    let header = (len as u32) << 16 | u32::from(opcode);
                    let inst: Vec<u32> = std::iter::once(header).chain(words).collect();
                    let (mut here, mut there) = (Vec::new(), Vec::new());
                    let is_whole = len >= usize::from(op_hot(opcode).min_words);
                    if let Some(places) = lookup(&inst).filter(|_| is_whole) {
                        visit_places(&inst, places, |index, id| here.push((index, id)));
                        let end = walk_ids(&inst, 1, &mut |index, id| there.push((index, id)));
                        assert_eq!((end, here), (WalkEnd::Complete, there), "{inst:?}");
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 10_000, "{count}");
    }

    #[test]
    fn frequent_instructions_are_covered() {
        let decorate = |words: &[u32]| {
            let header = (words.len() as u32 + 1) << 16 | u32::from(op::OpDecorate);
            let inst: Vec<u32> = std::iter::once(header)
                .chain(words.iter().copied())
                .collect();
            id_places(&inst).is_some()
        };
        use crate::tables::decoration as d;
        assert!(decorate(&[1, d::Location, 3]) && decorate(&[1, d::RelaxedPrecision]));
        assert!(decorate(&[1, d::UniformId, 2]));
        assert!(!decorate(&[1, d::Location]) && !decorate(&[1, d::LinkageAttributes, 0, 0]));
        for opcode in [
            op::OpTypePointer,
            op::OpVariable,
            op::OpCompositeExtract,
            op::OpExtInst,
            op::OpLoad,
            op::OpStore,
            op::OpImageSampleImplicitLod,
            op::OpLoopMerge,
        ] {
            let place = PLACES[usize::from(opcode)];
            assert_ne!(place.rest, Rest::Unknown, "{opcode}");
        }
    }
}
