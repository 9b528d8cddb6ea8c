//! Errors in descriptions.

use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

/// Why a text is not a valid description of a target, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DescriptionError {
    /// The text is longer than [`super::MAX_JSON_BYTES`].
    TooLarge,
    /// The text is not JSON.
    NotJson {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// The parser's message.
        problem: String,
    },
    /// The text is JSON but does not follow the schema.
    Schema {
        /// The path, such as `$.profiles.NAME.api-version`.
        path: String,
        /// What was expected there.
        problem: String,
    },
    /// The text contains several profiles and none was chosen.
    SeveralProfiles(Vec<String>),
    /// The text does not contain the chosen profile.
    NoSuchProfile {
        /// The requested profile.
        name: String,
        /// The profiles that it contains.
        found: Vec<String>,
    },
}

impl DescriptionError {
    #[cold]
    pub(super) fn schema(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Schema {
            path: path.into(),
            problem: problem.into(),
        }
    }
}

impl From<serde_json::Error> for DescriptionError {
    fn from(error: serde_json::Error) -> Self {
        let text = error.to_string();
        // The parser appends the position, which is reported separately here.
        let problem = text
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned();
        Self::NotJson {
            line: error.line(),
            column: error.column(),
            problem,
        }
    }
}

impl fmt::Display for DescriptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(
                f,
                "the description is longer than {} bytes",
                super::MAX_JSON_BYTES
            ),
            Self::NotJson {
                line,
                column,
                problem,
            } => {
                write!(f, "not JSON at line {line}, column {column}: {problem}")
            }
            Self::Schema { path, problem } => write!(f, "{path}: {problem}"),
            Self::SeveralProfiles(names) => {
                write!(
                    f,
                    "the description holds several profiles; choose one of {}",
                    names.join(", ")
                )
            }
            Self::NoSuchProfile { name, found } => {
                write!(
                    f,
                    "the description holds no profile {name}, but {}",
                    found.join(", ")
                )
            }
        }
    }
}

impl core::error::Error for DescriptionError {}
