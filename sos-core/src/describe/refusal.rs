//! Why passes did not replace something: the refusal of a pass, its place, and what the caller can do about it.

use super::needs::{features_of, need_of, reason_for};
use super::{name, name_of_opcode, named, Asked};
use crate::filter::Scratch;
use crate::options::SpecMode;
use crate::passes::ErrorLocation;
use crate::plan::Need;
use crate::tables::{enumerant, op, OperandKind};
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;

impl Scratch {
    /// Why passes do not meet a need, if a pass has refused the module.
    pub(super) fn refused(&self, asked: &Asked<'_>, need: Need) -> Option<String> {
        let refusal = asked.naming.text(self.refusal?.text());
        Some(match self.lacking() {
            Some(lacking) if is_provided_alike(need, lacking) => {
                let reason = reason_for(lacking, &asked.module.facts);
                let reason = reason.unwrap_or("nothing replaces it here");
                asked.naming.text(reason).into_owned()
            }
            Some(lacking) => format!("{refusal}: {}", need_of(lacking, asked.target)),
            None => match self.place(asked) {
                Some(place) => format!("{refusal}: {place}"),
                None => refusal.into_owned(),
            },
        })
    }

    /// What the refusal of a pass concerns: a constant, with what would give it a value, or an instruction. Passes see a module
    /// that was rewritten before, in which instructions of the input kept the ids of their results.
    fn place(&self, asked: &Asked<'_>) -> Option<String> {
        let Asked {
            naming,
            module,
            options,
            names,
            ..
        } = *asked;
        let ErrorLocation {
            opcode,
            id,
            function,
            mode,
            ..
        } = self.error_location();
        if mode != [0; 2] {
            let [mode, width] = mode;
            let name =
                enumerant(OperandKind::ExecutionMode, mode).map_or("", |row| row.name.text());
            return Some(format!("execution mode {name} {width}"));
        }
        if matches!(opcode, 0 | op::OpFunction) {
            return (function != 0).then(|| format!("function {}", named(names, function)));
        }
        if opcode == op::OpSpecConstant {
            let mut constants = self.constants.list.iter();
            if let Some(constant) = constants.find(|constant| constant.id == id) {
                let spec_id = constant.spec_id;
                let quoted =
                    name(names, id).map_or_else(String::new, |name| format!(" \"{name}\""));
                let remedy = match constant.is_set() && options.spec == SpecMode::Keep {
                    true => "its value is kept open by request ({keep-spec})".to_owned(),
                    false => format!("give it a value ({{set {spec_id}}})"),
                };
                let remedy = naming.text(&remedy);
                return Some(format!(
                    "the constant with SpecId {spec_id}{quoted}; {remedy}"
                ));
            }
        }
        let def = module.facts.def(module.words(), id);
        let inside = (function != 0).then(|| format!("in function {}", named(names, function)));
        // What a rule wrote is in no module that the reader has.
        let Some(def) = def.filter(|def| def.opcode() == opcode) else {
            return inside;
        };
        let offset = module.removed.original_offset(def.offset());
        let opcode = name_of_opcode(opcode);
        let inside = inside.map_or_else(String::new, |inside| format!(" {inside}"));
        Some(format!("{opcode} at word {offset}{inside}"))
    }
}

/// Whether two needs are the same, or the same feature meets both.
fn is_provided_alike(need: Need, other: Need) -> bool {
    let features = features_of(other);
    need == other || features_of(need).iter().any(|one| features.contains(one))
}
