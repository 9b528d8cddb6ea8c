//! Runs this program under Callgrind and reads what it has counted.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::measure::MEASURE;
use crate::rows::ROWS;

/// The number of instructions of each row.
///
/// # Errors
/// Valgrind is missing or fails, or does not count what it should.
pub(crate) fn counts() -> Result<Vec<u64>, String> {
    let folder = std::env::temp_dir().join(format!("sos-budgets-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let counts = count(&folder);
    // What is left in the folder for temporary files does no harm.
    let _ = fs::remove_dir_all(&folder);
    counts
}

fn count(folder: &Path) -> Result<Vec<u64>, String> {
    let program = std::env::current_exe().map_err(|why| format!("this program: {why}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .args([
            "--toggle-collect=sos_budgets_measured",
            "--dump-after=sos_budgets_measured",
        ])
        .arg(format!("--callgrind-out-file={}/out", folder.display()))
        .arg(program)
        .arg(MEASURE)
        .output()
        .map_err(|why| format!("valgrind (Debian package of that name): {why}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("valgrind ended with {}: {said}", output.status));
    }
    // A file is written each time the function returns, and one at the end.
    let read = |number: usize| {
        let path = folder.join(format!("out.{}", number + 1));
        let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        total(&text).ok_or_else(|| format!("{} has no total", path.display()))
    };
    let counts = (0..ROWS.len())
        .map(read)
        .collect::<Result<Vec<u64>, String>>()?;
    match counts.iter().position(|&count| count == 0) {
        Some(row) => Err(format!("Callgrind has counted nothing for {}", ROWS[row])),
        None => Ok(counts),
    }
}

/// The number in the line `summary: N` or `totals: N`.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| {
        line.strip_prefix("summary:")
            .or_else(|| line.strip_prefix("totals:"))
    });
    line?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn totals_are_read() {
        assert_eq!(
            total("events: Ir\nsummary: 123\n\nfn=(1) x\n1 2\n"),
            Some(123)
        );
        assert_eq!(total("fn=(1) x\n1 2\ntotals: 45\n"), Some(45));
        assert_eq!(total("fn=(1) x\n"), None);
    }
}
