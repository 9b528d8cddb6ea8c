//! Archives whose bytes depend on nothing but the names and contents of their files, and their checksums.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use flate2::write::GzEncoder;
use flate2::Compression;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::ZipWriter;

use super::output;

/// The time of all files, in seconds since 1970: `SOURCE_DATE_EPOCH`, or that of the last commit.
pub fn time(root: &Path) -> Result<u64> {
    let said = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(said) => said,
        Err(_) => {
            let mut git = Command::new("git");
            git.current_dir(root).args(["log", "-1", "--format=%ct"]);
            let said = output(&mut git).context("no SOURCE_DATE_EPOCH, and no commit")?;
            String::from_utf8_lossy(&said).into_owned()
        }
    };
    let said = said.trim();
    said.parse()
        .with_context(|| format!("SOURCE_DATE_EPOCH={said} is no number of seconds"))
}

/// Packs a folder under its name.
pub fn pack(folder: &Path, out: &Path, name: &str, as_zip: bool, time: u64) -> Result<PathBuf> {
    let files = files(folder)?;
    let suffix = if as_zip { "zip" } else { "tar.gz" };
    let path = out.join(format!("{name}.{suffix}"));
    let file = File::create(&path).context(path.display().to_string())?;
    let file = BufWriter::new(file);
    match as_zip {
        true => zip(folder, &files, name, file),
        false => tar(folder, &files, name, file, time),
    }
    .context(path.display().to_string())?;
    Ok(path)
}

/// The files and links below a folder, by their paths in it, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut open, mut found) = (vec![PathBuf::new()], Vec::new());
    while let Some(below) = open.pop() {
        let here = folder.join(&below);
        for entry in fs::read_dir(&here).context(here.display().to_string())? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            match entry.file_type()?.is_dir() {
                true => open.push(path),
                false => found.push(path),
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a file is a program: only that distinguishes modes, which a user's mask changes.
fn mode(path: &Path) -> u32 {
    let is_program = path.starts_with("bin") || path.to_string_lossy().contains(".so");
    if is_program {
        0o755
    } else {
        0o644
    }
}

/// The name of a file in an archive, with slashes.
fn inside(name: &str, path: &Path) -> String {
    let parts = path.iter().map(|part| part.to_string_lossy());
    let parts: Vec<String> = parts.map(|part| part.into_owned()).collect();
    format!("{name}/{}", parts.join("/"))
}

fn tar(folder: &Path, files: &[PathBuf], name: &str, to: impl Write, time: u64) -> Result<()> {
    // The encoder states neither time nor name.
    let mut tar = tar::Builder::new(GzEncoder::new(to, Compression::best()));
    for path in files {
        let from = folder.join(path);
        let mut header = tar::Header::new_gnu();
        header.set_mtime(time);
        header.set_mode(mode(path));
        if from.is_symlink() {
            header.set_entry_type(tar::EntryType::Symlink);
            header.set_size(0);
            tar.append_link(&mut header, inside(name, path), fs::read_link(&from)?)?;
        } else {
            let contents = fs::read(&from)?;
            header.set_size(contents.len() as u64);
            tar.append_data(&mut header, inside(name, path), contents.as_slice())?;
        }
    }
    tar.into_inner()?.finish()?.flush()?;
    Ok(())
}

/// Without times, which a zip file states in an unknown time zone.
fn zip(folder: &Path, files: &[PathBuf], name: &str, to: impl Write + io::Seek) -> Result<()> {
    let mut zip = ZipWriter::new(to);
    for path in files {
        let options = SimpleFileOptions::default()
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(mode(path));
        zip.start_file(inside(name, path), options)?;
        zip.write_all(&fs::read(folder.join(path))?)?;
    }
    zip.finish()?.flush()?;
    Ok(())
}

/// Writes `SHA256SUMS` of all archives and wheels in a folder, as `sha256sum --check` reads it.
pub fn sums(out: &Path) -> Result<()> {
    let mut text = String::new();
    for path in files(out)? {
        let name = path.to_string_lossy();
        if [".tar.gz", ".zip", ".whl"]
            .iter()
            .any(|end| name.ends_with(end))
        {
            let digest = Sha256::digest(fs::read(out.join(&path))?);
            let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            text += &format!("{hex}  {name}\n");
        }
    }
    let path = out.join("SHA256SUMS");
    fs::write(&path, text).context(path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// A folder with files that are written in this order.
    fn folder(names: [&str; 3]) -> TempDir {
        let folder = TempDir::new().expect("a folder");
        for name in names {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, name).expect("a file");
        }
        folder
    }

    #[test]
    fn the_same_files_give_the_same_bytes() {
        let one = folder(["bin/sos", "README.md", "lib/a"]);
        let other = folder(["lib/a", "bin/sos", "README.md"]);
        let out = TempDir::new().expect("a folder");
        for as_zip in [false, true] {
            let pack = |folder: &TempDir, time| {
                let path = pack(folder.path(), out.path(), "it", as_zip, time).expect("packed");
                fs::read(path).expect("an archive")
            };
            let packed = pack(&one, 1_700_000_000);
            assert!(!packed.is_empty() && packed == pack(&other, 1_700_000_000));
            assert_eq!(packed == pack(&one, 1_800_000_000), as_zip);
        }
        sums(out.path()).expect("sums");
        let sums = fs::read_to_string(out.path().join("SHA256SUMS")).expect("sums");
        let lines: Vec<&str> = sums.lines().collect();
        assert!(lines.len() == 2 && lines[0].ends_with("  it.tar.gz") && lines[1].len() == 66 + 6);
    }
}
