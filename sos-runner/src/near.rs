//! Similar names, for error messages about unknown names.

/// The least similarity of a name that is suggested, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.8;

/// Formats ` (near: …)` with up to three of the most similar names, or an empty text.
pub fn near<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let wanted = name.to_lowercase();
    let similarity = |other: &str| {
        let other = other.to_lowercase();
        let letters = strsim::jaro_winkler(&wanted, &other);
        // By letters alone, `pitcairn` is not similar to `radv-pitcairn`, but surely meant.
        if wanted.len() > 2 && other.contains(&wanted) {
            letters.max(0.9)
        } else {
            letters
        }
    };
    let mut near: Vec<(f64, &str)> = names
        .into_iter()
        .map(|other| (similarity(other), other))
        .filter(|(score, _)| *score > MIN_SIMILARITY)
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
    }
}
