//! Helpers that the tests of several passes share.

use super::{Input, LowerError, Passes, Request};
use crate::facts::Facts;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::options::{Limits, Options};
use crate::target::{Feature, Target};

/// Returns a device that supports nearly everything except these features.
pub fn without(features: &[Feature]) -> Target {
    let mut description = Target::built_in("lavapipe").unwrap().describe();
    for &feature in features {
        description.set_feature(feature, false);
    }
    description.build()
}

/// Iterates over the instructions of a module.
pub fn instructions(words: &[u32]) -> Insts<'_> {
    Insts::new(words, LEN as u32, words.len() as u32)
}

/// Returns the instructions of a module with this opcode.
pub fn all(words: &[u32], opcode: u16) -> Vec<Inst<'_>> {
    let those = instructions(words).filter(|inst| inst.opcode() == opcode);
    those.collect()
}

/// Counts the instructions of a module with this opcode.
pub fn count(words: &[u32], opcode: u16) -> usize {
    all(words, opcode).len()
}

/// Runs the passes over a module and returns the result.
pub fn lowered(
    words: &[u32],
    lowering: &mut Passes,
    target: &Target,
    options: &Options,
) -> Result<Vec<u32>, LowerError> {
    let (mut facts, mut later) = (Facts::default(), Facts::default());
    facts
        .scan(words, &Limits::NONE)
        .map_err(|_| LowerError::Unreadable)?;
    let input = Input {
        words,
        facts: &facts,
    };
    let request = Request {
        input,
        target,
        options,
    };
    let made = lowering.run(request, &mut later)?;
    Ok(made.unwrap_or(words).to_vec())
}

/// Replaces every word behind the header, one at a time, by every number below `small` and by some large ones, and runs the
/// passes over each module. They must not panic. Many modules must be accepted and many refused; otherwise the damaged
/// words were not relevant to the passes.
pub fn corrupt_every_word(words: &[u32], small: u32, target: &Target, options: &Options) {
    corrupt_every_word_of(&mut Passes::default(), words, small, target, options);
}

/// As [`corrupt_every_word`], with given passes.
pub fn corrupt_every_word_of(
    lowering: &mut Passes,
    words: &[u32],
    small: u32,
    target: &Target,
    options: &Options,
) {
    let (mut taken, mut refused) = (0, 0);
    for at in 5..words.len() {
        for value in (0..small).chain([0x7fff_ffff, 0x8000_0000, u32::MAX]) {
            let mut damaged = words.to_vec();
            // In a third of the positions, keeps the upper half of the word, which may be an instruction's length.
            let length = if at % 3 == 0 {
                damaged[at] & 0xffff_0000
            } else {
                0
            };
            damaged[at] = value | length;
            match lowered(&damaged, lowering, target, options) {
                Ok(_) => taken += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(taken > 1000 && refused > 1000, "{taken} {refused}");
}
