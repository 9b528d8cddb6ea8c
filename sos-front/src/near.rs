//! Similar names, for error messages about unknown names.

use sos_core::target::parts;

/// How much of the longer name may differ, at most: one letter in so many.
const LETTERS_PER_ERROR: usize = 3;

/// The longest name that is compared with others, in bytes: what takes more is none that was misspelt.
const LONGEST: usize = 100;

/// A name for a message, cut off where it is none.
pub fn shown(name: &str) -> String {
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
        None => name.to_owned(),
    }
}

/// Formats ` (near: …)` with up to three of the most similar names, or an empty text.
pub fn near<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names = names.into_iter().filter(|_| name.len() <= LONGEST);
    let mut near: Vec<(f64, &str)> = names
        .filter_map(|other| Some((similarity(name, other)?, other)))
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.dedup();
    if near.is_empty() {
        return String::new();
    }
    let names: Vec<String> = near
        .iter()
        .take(3)
        .map(|(_, name)| format!("`{name}`"))
        .collect();
    format!(" (near: {})", names.join(", "))
}

/// As [`near`], with names of parts of devices: as `Struct::member` if the name is given so, else by the members alone.
pub fn near_part(name: &str) -> String {
    let is_qualified = name.contains("::");
    let names: Vec<String> = parts().map(|(_, part)| part).collect();
    let names = names.iter().map(|part| match part.split_once("::") {
        Some((_, member)) if !is_qualified => member,
        _ => part,
    });
    near(name, names)
}

/// How similar two names are, up to 1; `None` if one is not meant by the other.
///
/// They are similar if few letters are wrong, missing, or swapped, for their number: `none` has all its letters in `nonsense`, but half of
/// that is something else.
fn similarity(name: &str, other: &str) -> Option<f64> {
    let (name, other) = (name.to_lowercase(), other.to_lowercase());
    let letters = strsim::jaro_winkler(&name, &other);
    // By letters alone, `pitcairn` is not similar to `radv-pitcairn`, but surely meant.
    if name.len() > 2 && other.contains(&name) {
        return Some(letters.max(0.9));
    }
    let length = name.chars().count().max(other.chars().count());
    let is_near = strsim::osa_distance(&name, &other) <= length / LETTERS_PER_ERROR;
    (is_near && !name.is_empty()).then_some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_offered() {
        let names = ["lavapipe-22", "radv-pitcairn", "swiftshader"];
        assert_eq!(near("swiftshadr", names), " (near: `swiftshader`)");
        assert_eq!(near("Pitcairn", names), " (near: `radv-pitcairn`)");
        assert_eq!(near("swift", ["swift", "swift"]), " (near: `swift`)");
        assert_eq!(near("", names), "");
        assert_eq!(near("zzz", names), "");
        assert_eq!(near("nonsense", ["none", "sense"]), "");
        assert_eq!(
            near("shaderFlaot16", ["shaderFloat16"]),
            " (near: `shaderFloat16`)"
        );
    }
}
