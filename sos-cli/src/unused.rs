//! Options that do nothing, because the module does not have what they name or another option overrules them.
//!
//! That is no error, because one list of options may serve many shaders, but it may be a slip.

use sos_core::{images_without_format, specialization_constants, Module, SpecConstant};
use sos_front::settings::constants::Which;

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
        let has = |which: &Which| constants.iter().any(|constant| which.is(constant));
        let lacks = |which: &Which| format!("{name} has no specialization constant {which}");
        for (which, _) in tuning.sets.iter().filter(|(which, _)| !has(which)) {
            add(lacks(which), format!("--set {which}"));
        }
        for &(id, _) in &tuning.sources {
            let (which, option) = (Which::Id(id), format!("--source {id}"));
            let of_id = |constant: &&SpecConstant| constant.spec_id == id;
            let mut sets = tuning.sets.iter();
            let set = sets.find(|(set, _)| constants.iter().filter(of_id).any(|one| set.is(one)));
            if !has(&which) {
                add(lacks(&which), option);
            } else if let Some((set, _)) = set {
                add(format!("--set {set} gives the value"), option);
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
