//! Ids that no compiler writes: none at all, the instruction's own, later ones, ones that are not below the bound, and ones of
//! another kind. The sequence of instructions stays as it is, so that the scan accepts most of what comes out: types that
//! contain themselves, loads from labels, constants of functions.

use super::module::{opcode, put, range, result, starts, word, BOUND};
use crate::random::Random;
use sos_core::operands::for_each_use;
use sos_core::tables::op;
use std::collections::HashMap;

/// The most ids that are replaced at once.
const MOST: usize = 8;

/// Replaces one to `MOST` ids in a module, but no result.
pub fn mutate_ids(words: &mut [u32], random: &mut Random) {
    let starts = starts(words);
    let (mut results, mut places) = (Vec::new(), Vec::new());
    let mut behind_globals = None;
    for &at in &starts {
        if opcode(words, at) == op::OpFunction {
            behind_globals.get_or_insert(places.len());
        }
        let next = results.len();
        results.extend(result(words, at).map(|id| (id, opcode(words, at))));
        // One word for each literal of a switch is right for most.
        for_each_use(&words[range(words, at)], 1, |index, _| {
            places.push((at, at + index, next));
        });
    }
    let globals = behind_globals.unwrap_or(places.len());
    let kinds: HashMap<u32, u16> = results.iter().copied().collect();
    for _ in 0..=random.below(MOST) {
        // Types and decorations are few, and much depends on them.
        let among = match random.below(2) {
            0 => &places[..globals],
            _ => &places[..],
        };
        let Some((at, place, next)) = random.pick(among) else {
            continue;
        };
        let kind = kinds.get(&word(words, place));
        let of_kind = |kind: u16| -> Vec<u32> {
            let same = results.iter().filter(|one| one.1 == kind);
            same.map(|one| one.0).collect()
        };
        let bound = word(words, BOUND);
        let id = match random.below(8) {
            0 => Some(0),
            1 => result(words, at),
            2 => random.pick(&results[next..]).map(|one| one.0),
            3 => Some(random.choose(&[bound, bound.wrapping_add(1), u32::MAX])),
            4 | 5 => random.pick(&results).map(|one| one.0),
            _ => kind.and_then(|&kind| random.pick(&of_kind(kind))),
        };
        if let Some(id) = id {
            put(words, place, id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus;
    use crate::hostile::{configurations, FilterResult, FilterRunner};

    #[test]
    fn most_mutants_are_scanned_and_only_ids_change() {
        let shaders = corpus::shaders("demo");
        let (configurations, mut runner) = (configurations(), FilterRunner::default());
        let (mut count, mut scanned, mut changed) = (0, 0, 0);
        for (seed, shader) in (0..).zip(shaders.iter().cycle().take(200)) {
            let mut words = shader.words.clone();
            mutate_ids(&mut words, &mut Random::new(seed));
            assert_eq!(starts(&words), starts(&shader.words));
            let results = |words: &[u32]| -> Vec<_> {
                let all = starts(words).into_iter();
                all.map(|at| (opcode(words, at), result(words, at)))
                    .collect()
            };
            assert_eq!(results(&words), results(&shader.words));
            let result = runner.run(&words, &configurations[0]);
            count += 1;
            scanned += usize::from(!matches!(result, FilterResult::ScanError(_)));
            changed += usize::from(words != shader.words);
        }
        assert!(
            scanned > count / 2 && changed > count * 3 / 4,
            "{scanned}, {changed} of {count}"
        );
    }
}
