//! Why passes did not replace something: the refusal of a pass, its place, and what the caller can do about it.

use super::needs::{features_of, need_of, reason_for};
use super::{name, name_of_opcode, named, Names};
use crate::filter::Scratch;
use crate::module::Module;
use crate::options::{Options, SpecMode};
use crate::plan::Need;
use crate::reshape::Blame;
use crate::tables::op;

impl Scratch {
    /// Why passes do not meet a need, if a pass has refused the module.
    pub(super) fn refused(
        &self,
        module: &Module<'_>,
        options: &Options,
        need: Need,
        names: &Names<'_>,
    ) -> Option<String> {
        let refusal = self.refusal?.0;
        Some(match self.lacking() {
            Some(lacking) if is_provided_alike(need, lacking) => reason_for(lacking, &module.facts)
                .unwrap_or("nothing replaces it here")
                .to_owned(),
            Some(lacking) => format!("{refusal}: {}", need_of(lacking)),
            None => match self.place(module, options, names) {
                Some(place) => format!("{refusal}: {place}"),
                None => refusal.to_owned(),
            },
        })
    }

    /// What the refusal of a pass concerns: a constant, with what would give it a value, or an instruction. Passes see a module
    /// that was rewritten before, in which instructions of the input kept the ids of their results.
    fn place(&self, module: &Module<'_>, options: &Options, names: &Names<'_>) -> Option<String> {
        let Blame {
            opcode,
            id,
            function,
            ..
        } = self.blame();
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
                    true => "its value is kept open by request (`--keep-spec`, `SpecMode::Keep`)"
                        .to_owned(),
                    false => {
                        format!("give it a value (`--set {spec_id}=VALUE`, `Options::constants`)")
                    }
                };
                return Some(format!(
                    "the constant with SpecId {spec_id}{quoted}; {remedy}"
                ));
            }
        }
        let def = module.facts.def(module.words(), id);
        let at = def.filter(|def| def.opcode() == opcode).map(|def| {
            let offset = module.removed.original_offset(def.offset());
            format!(" at word {offset}")
        });
        let inside = (function != 0).then(|| format!(" in function {}", named(names, function)));
        let opcode = name_of_opcode(opcode);
        Some([Some(opcode), at, inside].into_iter().flatten().collect())
    }
}

/// Whether two needs are the same, or the same feature meets both.
fn is_provided_alike(need: Need, other: Need) -> bool {
    let features = features_of(other);
    need == other || features_of(need).iter().any(|one| features.contains(one))
}
