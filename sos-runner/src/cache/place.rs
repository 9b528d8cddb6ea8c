//! Where a cache is: a folder, or a URL of one or of an object store.

use std::fmt;
use std::path::PathBuf;

/// Where a cache is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder, which machines may share.
    Folder(PathBuf),
    /// The URL of an object store, with a scheme.
    Url(String),
}

/// The schemes of object stores.
const SCHEMES: [&str; 7] = ["s3", "gs", "az", "abfs", "abfss", "http", "https"];

impl Place {
    /// Parses the path of a folder or a URL: `file:///…`, `s3://BUCKET/…`, `gs://BUCKET/…`, `az://CONTAINER/…`, `http://…` (WebDAV).
    ///
    /// # Errors
    /// The scheme is unknown, or something is missing; a sentence says what is expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("expected a folder or a URL".to_owned());
        }
        let Some((scheme, rest)) = text.split_once("://") else {
            return Ok(Self::Folder(PathBuf::from(text)));
        };
        if scheme == "file" {
            let path = rest.strip_prefix("localhost").unwrap_or(rest);
            if !path.starts_with('/') {
                return Err("expected file:///PATH, with a complete path".to_owned());
            }
            let path = decode(path)?;
            // The path of a Windows drive follows the slash.
            let path = match path.as_bytes() {
                [b'/', drive, b':', ..] if cfg!(windows) && drive.is_ascii_alphabetic() => {
                    path.get(1..).unwrap_or_default().to_owned()
                }
                _ => path,
            };
            return Ok(Self::Folder(PathBuf::from(path)));
        }
        if !SCHEMES.contains(&scheme) {
            let known = SCHEMES.map(|scheme| format!("{scheme}://")).join(", ");
            return Err(format!("expected a folder, or a URL with file://, {known}"));
        }
        if rest.is_empty() || rest.starts_with('/') {
            return Err(format!("expected {scheme}://NAME/…"));
        }
        Ok(Self::Url(text.to_owned()))
    }
}

/// Replaces `%XX` by bytes.
fn decode(text: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let mut parts = text.split('%');
    bytes.extend(parts.next().unwrap_or_default().bytes());
    for part in parts {
        let hex = part
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(hex.ok_or("% is not followed by two hexadecimal digits")?);
        bytes.extend(part.bytes().skip(2));
    }
    String::from_utf8(bytes).map_err(|_| "the path is not UTF-8".to_owned())
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => path.display().fmt(f),
            Self::Url(url) => f.write_str(url),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_urls_are_told_apart() {
        let folder = |path: &str| Ok(Place::Folder(PathBuf::from(path)));
        assert_eq!(Place::parse("a/b"), folder("a/b"));
        assert_eq!(Place::parse("s3"), folder("s3"));
        assert_eq!(Place::parse("file:///a%20b/c"), folder("/a b/c"));
        assert_eq!(Place::parse("file://localhost/a"), folder("/a"));
        let url = "s3://bucket/sos".to_owned();
        assert_eq!(Place::parse(&url), Ok(Place::Url(url)));
        for wrong in [
            "",
            "ftp://a/b",
            "file://a",
            "file:///a%2",
            "s3://",
            "gs:///x",
        ] {
            assert!(Place::parse(wrong).is_err(), "{wrong}");
        }
    }
}
