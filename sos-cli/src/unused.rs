//! Options that do nothing, because the module does not have what they name or another option overrules them.
//!
//! That is no error, because one list of options may serve many shaders, but it may be a slip.

use std::collections::BTreeSet;

use sos_core::{images_without_format, specialization_constants, Module};

use crate::args::Tuning;

/// A sentence for each such option.
pub(crate) fn unused(module: &Module<'_>, tuning: &Tuning, name: &str) -> Vec<String> {
    let mut unused = Vec::new();
    let mut add = |why: String, option: String| {
        let note = format!("{why}; {option} does nothing");
        if !unused.contains(&note) {
            unused.push(note);
        }
    };
    if !tuning.sets.is_empty() || !tuning.sources.is_empty() {
        let constants = specialization_constants(module);
        let ids: BTreeSet<u32> = constants.iter().map(|constant| constant.spec_id).collect();
        let set: BTreeSet<u32> = tuning.sets.iter().map(|(id, _)| *id).collect();
        let lacks = |id| format!("{name} has no specialization constant {id}");
        for (id, _) in tuning.sets.iter().filter(|(id, _)| !ids.contains(id)) {
            add(lacks(id), format!("--set {id}"));
        }
        for (id, _) in &tuning.sources {
            let option = format!("--source {id}");
            if !ids.contains(id) {
                add(lacks(id), option);
            } else if set.contains(id) {
                add(format!("--set {id} gives the value"), option);
            }
        }
    }
    if !tuning.image_formats.is_empty() {
        let images = images_without_format(module);
        let places = tuning.image_formats.iter().map(|of| (of.set, of.binding));
        for (set, binding) in places.filter(|place| !images.contains(place)) {
            add(
                format!("{name} has no storage image without a format at {set}:{binding}"),
                format!("--image-format {set}:{binding}"),
            );
        }
    }
    unused
}
