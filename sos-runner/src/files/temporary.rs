//! A file that is being written, in the folder where it will be, and nowhere to be seen until it is complete.
//!
//! On Linux it has no name (`O_TMPFILE`), so that nothing is left of it if the program is killed or interrupted, or the machine stops. Where a file
//! system knows no such files, as those of networks, and on other systems it has a name that begins with a dot, which is removed unless
//! the program is killed.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// An incomplete file.
#[derive(Debug)]
pub(super) enum Temporary {
    /// Deleted when dropped.
    Named(NamedTempFile),
    #[cfg(target_os = "linux")]
    Unnamed(File),
}

/// The names of such files.
fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".sos-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

impl Temporary {
    /// Creates an empty file in a folder.
    ///
    /// # Errors
    /// It cannot be created. The message does not have the temporary path, which the user does not know.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Ok(file) = unnamed::create(folder) {
            return Ok(Self::Unnamed(file));
        }
        let file = builder().tempfile_in(folder);
        let file = file.map_err(|error| io::Error::from(error.kind()))?;
        Ok(Self::Named(file))
    }

    /// The open file.
    pub(super) fn file(&self) -> &File {
        match self {
            Self::Named(file) => file.as_file(),
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
        }
    }

    /// Puts it in its place, which is in the folder where it was created.
    ///
    /// # Errors
    /// It cannot be renamed.
    #[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
    pub(super) fn persist(self, folder: &Path, place: &Path) -> io::Result<()> {
        match self {
            Self::Named(file) => file.persist(place).map(drop).map_err(|error| error.error),
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => unnamed::persist(&file, folder, place),
        }
    }
}

#[cfg(target_os = "linux")]
mod unnamed {
    use super::*;
    use std::io::Seek as _;
    use std::os::fd::AsRawFd as _;

    use rustix::fs::{linkat, open, AtFlags, Mode, OFlags, CWD};

    /// An error where the file system has no such files.
    pub(super) fn create(folder: &Path) -> io::Result<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = open(folder, flags, Mode::from_raw_mode(0o666))?;
        Ok(File::from(file))
    }

    /// Gives it a name, by which it can replace another file.
    pub(super) fn persist(file: &File, folder: &Path, place: &Path) -> io::Result<()> {
        let open = format!("/proc/self/fd/{}", file.as_raw_fd());
        let link = |path: &Path| Ok(linkat(CWD, &*open, CWD, path, AtFlags::SYMLINK_FOLLOW)?);
        let linked = builder().make_in(folder, link);
        match linked {
            Ok(named) => named.persist(place).map_err(|error| error.error),
            // Without /proc there is no way to name it.
            Err(_) => copy(file, folder, place),
        }
    }

    pub(super) fn copy(mut file: &File, folder: &Path, place: &Path) -> io::Result<()> {
        let mut named = builder().tempfile_in(folder)?;
        named
            .as_file()
            .set_permissions(file.metadata()?.permissions())?;
        file.rewind()?;
        io::copy(&mut file, named.as_file_mut())?;
        named.persist(place).map(drop).map_err(|error| error.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write as _;

    #[test]
    fn a_complete_file_is_the_only_one() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a");
        fs::write(&place, "old and longer").unwrap();
        let file = Temporary::new(folder.path()).unwrap();
        file.file().write_all(b"new").unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"old and longer");
        file.persist(folder.path(), &place).unwrap();
        drop(Temporary::new(folder.path()).unwrap());
        let names = fs::read_dir(folder.path()).unwrap();
        let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(
            (names, fs::read(&place).unwrap()),
            (vec!["a".into()], b"new".to_vec())
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn without_proc_the_content_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("a");
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"content").unwrap();
        unnamed::copy(&file, folder.path(), &place).unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"content");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
