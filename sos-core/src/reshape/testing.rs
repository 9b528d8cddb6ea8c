//! What tests of several passes share.

use super::{Input, Refusal, Reshaper, NO_LIMITS, UNREADABLE};
use crate::facts::Facts;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::options::Options;
use crate::target::{Feature, Target};

/// A device that has nearly everything, and not these features.
pub fn without(features: &[Feature]) -> Target {
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    for &feature in features {
        description.set_feature(feature, false);
    }
    description.build()
}

/// The instructions of a module.
pub fn instructions(words: &[u32]) -> Insts<'_> {
    Insts::new(words, LEN as u32, words.len() as u32)
}

/// The instructions of a module that have an opcode.
pub fn all(words: &[u32], opcode: u16) -> Vec<Inst<'_>> {
    let those = instructions(words).filter(|inst| inst.opcode() == opcode);
    those.collect()
}

/// How many instructions of a module have an opcode.
pub fn count(words: &[u32], opcode: u16) -> usize {
    all(words, opcode).len()
}

/// What the passes make of a module.
pub fn reshaped(
    words: &[u32],
    reshaper: &mut Reshaper,
    target: &Target,
    options: &Options,
) -> Result<Vec<u32>, Refusal> {
    let (mut facts, mut later) = (Facts::default(), Facts::default());
    facts.scan(words, &NO_LIMITS).map_err(|_| UNREADABLE)?;
    let input = Input {
        words,
        facts: &facts,
    };
    let made = reshaper.run(input, &mut later, target, options)?;
    Ok(made.unwrap_or(words).to_vec())
}

/// Puts every number below `small`, and some large ones, in the place of every word behind the header, and runs the passes
/// over each module that this makes. None may panic; many must be taken and many refused, or the words were never in
/// the passes' way.
pub fn corrupt_every_word(words: &[u32], small: u32, target: &Target, options: &Options) {
    let mut reshaper = Reshaper::default();
    let (mut taken, mut refused) = (0, 0);
    for at in 5..words.len() {
        for value in (0..small).chain([0x7fff_ffff, 0x8000_0000, u32::MAX]) {
            let mut damaged = words.to_vec();
            // A word that could be a header keeps its length now and then.
            let length = if at % 3 == 0 {
                damaged[at] & 0xffff_0000
            } else {
                0
            };
            damaged[at] = value | length;
            match reshaped(&damaged, &mut reshaper, target, options) {
                Ok(_) => taken += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(taken > 1000 && refused > 1000, "{taken} {refused}");
}
