//! The words of a module without what is removed, and with its edits.

use super::unused::Unused;
use crate::edits::Edits;
use crate::facts::{interface, Facts};
use crate::inst::Inst;
use crate::operands::string_words;
use crate::tables::op;
use crate::views;
use alloc::vec::Vec;

/// Takes removed variables from the lists of entry points, which have others than inputs and outputs from SPIR-V 1.4 on. The edits are
/// in order, and stay so.
pub fn shorten_interfaces(facts: &Facts, words: &[u32], unused: &Unused, edits: &mut Edits) {
    if !unused.variable || facts.header.minor < 4 {
        return;
    }
    let others = edits.count();
    for entry in facts.entries(words) {
        if !interface(entry).iter().any(|&id| unused.is_gone(id)) {
            continue;
        }
        let name = string_words(views::EntryPoint(entry).name()).unwrap_or(0);
        let mark = edits.mark();
        edits.push(&[0]);
        edits.push(entry.words().get(1..3 + name).unwrap_or(&[]));
        for &id in interface(entry) {
            if !unused.is_gone(id) {
                edits.push(&[id]);
            }
        }
        edits.seal(mark, op::OpEntryPoint);
        edits.close(entry.offset(), entry.end(), mark);
    }
    edits.put_first(others);
}

/// Writes the words. The edits must be sorted.
pub fn copy(words: &[u32], edits: &Edits, unused: &Unused, out: &mut Vec<u32>) {
    out.clear();
    out.reserve(words.len());
    let mut at = 0;
    let mut put = |from: u32, to: u32, side: &[u32]| {
        // Edits within a removed range are skipped.
        if from >= at {
            out.extend_from_slice(words.get(at as usize..from as usize).unwrap_or(&[]));
            out.extend_from_slice(side);
        }
        at = at.max(to);
    };
    let mut number = 0;
    let mut edit = edits.get_range(number);
    unused.removed(|dead| {
        // What is removed altogether is not edited besides.
        while let Some((from, to, side)) = edit.filter(|edit| edit.0 < dead || edit.1 == dead) {
            put(from, to, side);
            number += 1;
            edit = edits.get_range(number);
        }
        let end = Inst::at(words, dead).map_or(dead, |inst| inst.end());
        put(dead, end, &[]);
    });
    while let Some((from, to, side)) = edit {
        put(from, to, side);
        number += 1;
        edit = edits.get_range(number);
    }
    put(words.len() as u32, words.len() as u32, &[]);
}
