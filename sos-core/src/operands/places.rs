//! Where an instruction has its ids, for opcodes with operands at fixed positions: from a table, without a walk.
//!
//! Most instructions that hold more than ids still have them at the same places, whatever the words say: an
//! `OpTypePointer` its pointee behind the storage class, an `OpCompositeExtract` its composite before any number of
//! literals. The table is made of the grammar's when the program is compiled. Where it has no answer, or an instruction
//! is not as long as the table says, the walk answers: so the two never differ, which a test holds them to.

use crate::rows::{Category, Quantifier};
use crate::tables::{enumerant, op_operands, OperandKind};

/// Opcodes below this one are told. Those of extensions lie above and are rare.
const OPCODES: usize = 512;

/// What comes behind the words whose places are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// Nothing.
    Nothing,
    /// Ids.
    Ids,
    /// Literals of one word each.
    Literals,
    /// An enumerant that may have parameters, the last operand.
    Enumerant(OperandKind),
    /// Only the walk can tell.
    Unknown,
}

/// Where the ids of an opcode's instructions are.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// A bit for each word that is an id, the header's the lowest.
    ids: u32,
    /// How many words are told, the header among them.
    told: u8,
    rest: Rest,
}

static PLACES: [Places; OPCODES] = {
    let nowhere = Places {
        ids: 0,
        told: 0,
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
        told: 1,
        rest: Rest::Nothing,
    };
    let mut at = 0;
    while at < operands.len() && places.told < 32 {
        let (kind, quantifier) = operands[at];
        at += 1;
        let many = matches!(quantifier, Quantifier::Many);
        let is_id = matches!(kind.category(), Category::Id);
        if many || !is_id && !is_one_word(kind) {
            places.rest = match kind.category() {
                Category::Id => Rest::Ids,
                Category::Literal if is_one_word(kind) => Rest::Literals,
                Category::ValueEnum if at == operands.len() && !many => Rest::Enumerant(kind),
                _ => Rest::Unknown,
            };
            return places;
        }
        if is_id {
            places.ids |= 1 << places.told;
        }
        places.told += 1;
    }
    if at < operands.len() {
        places.rest = Rest::Unknown;
    }
    places
}

/// Whether an operand that is no id has one word and nothing that follows from it.
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
                if !rows[at].parameters.is_empty() {
                    return false;
                }
                at += 1;
            }
            true
        }
        Category::Id | Category::Pair => false,
    }
}

/// Kinds of parameters of the enumerants that stand last in an instruction, with one word each and no id.
static ONE_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut opcode = 0;
    while opcode < OPCODES {
        if let Rest::Enumerant(kind) = PLACES[opcode].rest {
            let rows = kind.enumerants();
            let mut row = 0;
            while row < rows.len() {
                let parameters = rows[row].parameters;
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

/// Where the ids of an instruction are that is not too short, if the table can tell: a bit for each word that is one, the
/// header's the lowest, and from which word on all are.
pub fn told(inst: &[u32]) -> Option<(u32, usize)> {
    let opcode = inst.first().map_or(0, |&header| header as u16);
    let &Places { ids, told, rest } = PLACES.get(usize::from(opcode))?;
    let (told, len) = (usize::from(told), inst.len());
    let is_told = match rest {
        _ if len <= told => true,
        Rest::Ids => return Some((ids, told)),
        Rest::Literals => true,
        Rest::Enumerant(kind) => has_plain_parameters(kind, inst, told),
        Rest::Nothing | Rest::Unknown => false,
    };
    is_told.then_some((ids, len))
}

/// Whether an instruction ends with an enumerant and its parameters, none of them an id.
fn has_plain_parameters(kind: OperandKind, inst: &[u32], at: usize) -> bool {
    let row = inst.get(at).and_then(|&value| enumerant(kind, value));
    row.is_some_and(|row| {
        let mut parameters = row.parameters.iter();
        inst.len() == at + 1 + row.parameters.len()
            && parameters.all(|&(kind, quantifier)| {
                quantifier == Quantifier::One && ONE_WORD.get(kind as usize) == Some(&true)
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operands::{id_places, visit_places, walk_ids, WalkEnd};
    use crate::tables::{op, op_hot};

    #[test]
    fn what_is_told_is_what_the_walk_finds() {
        let mut count = 0;
        let mut seed = 1_u32;
        for opcode in 0..OPCODES as u16 {
            for len in 1..14 {
                for round in 0..24 {
                    let words = (1..len).map(|_| {
                        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        // Small numbers are enumerants, large ones mostly none.
                        seed >> if round % 3 == 0 { 8 } else { 27 }
                    });
                    let header = (len as u32) << 16 | u32::from(opcode);
                    let inst: Vec<u32> = std::iter::once(header).chain(words).collect();
                    let (mut here, mut there) = (Vec::new(), Vec::new());
                    let is_whole = len >= usize::from(op_hot(opcode).min_words);
                    if let Some(places) = told(&inst).filter(|_| is_whole) {
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
    fn frequent_instructions_are_told() {
        let decorate = |words: &[u32]| {
            let header = (words.len() as u32 + 1) << 16 | u32::from(op::OpDecorate);
            let inst: Vec<u32> = std::iter::once(header)
                .chain(words.iter().copied())
                .collect();
            id_places(&inst).is_some()
        };
        use crate::tables::decoration as d;
        assert!(decorate(&[1, d::Location, 3]) && decorate(&[1, d::RelaxedPrecision]));
        assert!(!decorate(&[1, d::Location]) && !decorate(&[1, d::UniformId, 2]));
        for opcode in [
            op::OpTypePointer,
            op::OpVariable,
            op::OpCompositeExtract,
            op::OpExtInst,
        ] {
            let place = PLACES[usize::from(opcode)];
            assert_ne!(place.rest, Rest::Unknown, "{opcode}");
        }
    }
}
