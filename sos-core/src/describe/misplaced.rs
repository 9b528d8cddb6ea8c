//! Which variables have lost an explicit layout that is not allowed there, and by which decoration each had it.

use super::{name, Names};
use crate::facts::{layout_decoration, Facts, TypeView};
use crate::inst::Inst;
use crate::tables::{enumerant, op, storage_class as class, OperandKind};
use crate::views;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The number of variables that a report names.
const NAMED: usize = 4;

/// A sentence about the variables of a module whose layouts were dropped.
pub(super) fn misplaced(words: &[u32], facts: &Facts, names: &Names<'_>) -> Option<String> {
    // By type, the decoration that it or a part of it has. Parts are declared first.
    let mut layouts = BTreeMap::new();
    for inst in facts.decorations(words) {
        let is_pointer = matches!(
            facts.type_view(words, inst.target()),
            TypeView::Pointer { .. }
        );
        if let Some(kind) = layout_decoration(inst).filter(|_| !is_pointer) {
            layouts.entry(inst.target()).or_insert(kind);
        }
    }
    for inst in facts.declarations(words) {
        let view = TypeView::of(inst);
        if !matches!(view, TypeView::Scalar(_) | TypeView::Other) {
            let found = view.parts().iter().find_map(|part| layouts.get(part));
            if let Some(&kind) = found {
                layouts.entry(inst.word(1)).or_insert(kind);
            }
        }
    }
    let describe = |inst: Inst<'_>| {
        if inst.opcode() != op::OpVariable {
            return None;
        }
        let variable = views::Variable(inst);
        let storage = variable.storage_class();
        let pointee = facts.pointee(words, variable.result_type());
        let &kind = layouts
            .get(&pointee)
            .filter(|_| facts.forbids_layout(storage))?;
        let id = inst.result();
        let name = name(names, id).map_or_else(|| format!("%{id}"), |name| format!("\"{name}\""));
        let kind = enumerant(OperandKind::Decoration, kind)?.name.text();
        let storage = match storage {
            class::Workgroup => "workgroup",
            class::Private => "private",
            _ => "function",
        };
        Some(format!("{name} in {storage} memory ({kind})"))
    };
    let all = facts.declarations(words).chain(facts.code(words));
    let mut found = all.filter_map(describe);
    let mut list: Vec<String> = found.by_ref().take(NAMED).collect();
    match found.count() {
        0 => {}
        more => list.push(format!("{more} more")),
    }
    let (last, others) = list.split_last()?;
    let and = if others.is_empty() { "" } else { " and " };
    Some(format!(
        "the explicit layout of {}{and}{last} means nothing: none is allowed there (VUID-StandaloneSpirv-None-10684), so it was dropped",
        others.join(", ")
    ))
}
