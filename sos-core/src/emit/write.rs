//! Writes the output: header, preamble, and the rest of the input with the edits applied.

use crate::header::{version_word, LEN};
use crate::inst::{short_name, Inst, Insts, NAME_LEN};
use crate::plan::{push_string, Plan, Scene};
use crate::tables::{capability_index, capability_row, extension_by_name, extension_name, op};
use crate::views;
use alloc::vec::Vec;

/// Writes the output of a plan. Returns false if an instruction is longer than its word count can express, or the plan was
/// given up because its output would be too large.
pub fn write(plan: &mut Plan, scene: &Scene<'_>, out: &mut Vec<u32>) -> bool {
    let facts = scene.facts;
    out.clear();
    out.extend_from_slice(scene.words.get(..LEN).unwrap_or(&[]));
    for (at, word) in [(1, version_word(plan.minor)), (3, plan.new.bound())] {
        if let Some(slot) = out.get_mut(at) {
            *slot = word;
        }
    }
    let imports = facts.imports.first().map(|import| import.offset);
    let imports = imports.unwrap_or(facts.preamble_end);
    if plan.keeps_declarations(facts) {
        let words = scene.words.get(LEN..imports as usize);
        out.extend_from_slice(words.unwrap_or(&[]));
    } else {
        declarations(plan, scene, out);
    }
    for (import, &used) in facts.imports.iter().zip(&plan.imports_used) {
        if let Some(inst) = Inst::at(scene.words, import.offset).filter(|_| used) {
            out.extend_from_slice(inst.words());
        }
    }
    out.extend_from_slice(plan.new.imports());
    plan.edits.sort();
    for (place, words) in [
        (facts.globals, plan.new.annotations()),
        (facts.first_function, plan.new.globals()),
    ] {
        if !words.is_empty() {
            plan.edits.insert(place, words);
        }
    }
    plan.edits.apply(scene.words, facts.preamble_end, out);
    out.extend_from_slice(plan.new.functions.words());
    plan.rename_merged(facts, out);
    plan.splits.mend(out, facts.header.bound);
    !plan.edits.overlong()
}

/// Writes capabilities and extensions: the input's in their order, then new ones.
#[inline(never)]
fn declarations(plan: &Plan, scene: &Scene<'_>, out: &mut Vec<u32>) {
    let facts = scene.facts;
    let of = |opcode: u16| {
        Insts::new(scene.words, LEN as u32, facts.preamble_end)
            .filter(move |inst| inst.opcode() == opcode)
    };
    let mut left = plan.capabilities;
    for inst in of(op::OpCapability) {
        if capability_index(views::Capability(inst).capability())
            .is_some_and(|capability| left.remove(capability))
        {
            out.extend_from_slice(inst.words());
        }
    }
    for row in left.iter().filter_map(capability_row) {
        out.extend_from_slice(&[2 << 16 | u32::from(op::OpCapability), row.value]);
    }
    let mut left = plan.extensions;
    for inst in of(op::OpExtension) {
        let mut buffer = [0; NAME_LEN];
        let name = short_name(views::Extension(inst).name(), &mut buffer).flatten();
        if name
            .and_then(extension_by_name)
            .is_some_and(|extension| left.remove(extension))
        {
            out.extend_from_slice(inst.words());
        }
    }
    for name in left.iter().filter_map(extension_name) {
        out.push((name.len() as u32 / 4 + 2) << 16 | u32::from(op::OpExtension));
        push_string(out, name);
    }
}
