//! What can be wrong with an argument, as the log words it: which one, by its name in the header, and why.
//!
//! A fault is a value and is worded only where it is logged, so finding one costs a query nothing where it is no failure.

use core::fmt;

use crate::status::constants::{SOS_ERROR_ARGUMENT, SOS_ERROR_NULL, SOS_ERROR_STRUCT_SIZE};
use crate::status::SosStatus;

/// An argument of a function, or a field of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Argument {
    /// With `[]` where the index of an element belongs.
    name: &'static str,
    index: usize,
}

impl Argument {
    /// The element with this index, or a field of it, as `entry_points[].name`.
    pub(crate) const fn element(name: &'static str, index: usize) -> Self {
        Self { name, index }
    }
}

impl From<&'static str> for Argument {
    fn from(name: &'static str) -> Self {
        Self::element(name, 0)
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.split_once("[]") {
            Some((list, field)) => write!(f, "{list}[{}]{field}", self.index),
            None => f.write_str(self.name),
        }
    }
}

/// What is wrong with an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// NULL where something is required.
    Null,
    /// Not aligned as its type requires.
    Misaligned,
    /// An array larger than any object.
    TooLarge,
    /// A string in another encoding.
    NotUtf8,
    /// A number that stands for nothing.
    NoMeaning {
        /// What the caller passed.
        given: u32,
    },
    /// A `struct_size` that no version of the struct has.
    StructSize {
        /// What the caller set.
        given: usize,
        /// The size of the first version.
        first: usize,
    },
    /// A field beyond those that this version knows is not zero.
    UnknownField {
        /// What the caller set.
        given: usize,
        /// How many bytes this version knows.
        known: usize,
    },
}

impl Fault {
    /// The status of a call that fails by it.
    pub(crate) const fn status(self) -> SosStatus {
        match self {
            Self::Null => SOS_ERROR_NULL,
            Self::Misaligned | Self::TooLarge | Self::NotUtf8 | Self::NoMeaning { .. } => {
                SOS_ERROR_ARGUMENT
            }
            Self::StructSize { .. } | Self::UnknownField { .. } => SOS_ERROR_STRUCT_SIZE,
        }
    }

    /// Words the fault of an argument.
    pub(crate) fn write(self, argument: Argument, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => write!(f, "{argument} is NULL"),
            Self::Misaligned => write!(f, "{argument} is a misaligned pointer"),
            Self::TooLarge => write!(f, "{argument}: its count is larger than any array"),
            Self::NotUtf8 => write!(f, "{argument} is not UTF-8"),
            Self::NoMeaning { given } => write!(f, "{argument} is {given}, which stands for nothing"),
            Self::StructSize { given, first } => write!(
                f,
                "{argument}->struct_size is {given}, not the size of any version of the struct: the first has {first} bytes"
            ),
            Self::UnknownField { given, known } => write!(
                f,
                "{argument}->struct_size is {given}, and a field beyond the {known} bytes that this library knows is not 0"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_named_with_its_index() {
        let text = |argument: Argument| argument.to_string();
        assert_eq!(text("options".into()), "options");
        assert_eq!(text(Argument::element("names[]", 2)), "names[2]");
        assert_eq!(
            text(Argument::element("options->sources[].name", 10)),
            "options->sources[10].name"
        );
    }
}
