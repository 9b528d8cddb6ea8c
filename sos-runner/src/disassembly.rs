//! Disassembles modules and compares disassemblies, for expectations and expected results.

use rspirv::binary::Disassemble as _;
use similar::TextDiff;

/// The module's disassembly, one instruction per line; if `rspirv` cannot parse the module, the reason.
pub(crate) fn disassemble(words: &[u32]) -> String {
    match crate::reader::load(words) {
        Ok(module) => module.disassemble(),
        Err(error) => format!("; no text: {error}"),
    }
}

/// The difference in the format of `diff -U1`, without file names.
pub(crate) fn unified(before: &str, after: &str) -> String {
    // Without a time limit, because the result must not depend on the machine's speed.
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(1)
        .missing_newline_hint(false)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_a_line_around_them() {
        assert_eq!(unified("a\nb\n", "a\nc\n"), "@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
    }

    #[test]
    fn unreadable_modules_disassemble_to_the_reason() {
        assert!(disassemble(&[1, 2, 3]).starts_with("; no text: "));
    }
}
