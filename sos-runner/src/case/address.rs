//! Buffer addresses in directives: `SET:BINDING`, or `SET:BINDING+BYTES` for an offset into the buffer.
//!
//! Rejects addresses of unbound descriptors, images, samplers and arrays of descriptors, and offsets beyond a buffer's end.

use anyhow::{ensure, Context as _, Result};

use super::binding::Binding;
use super::content::Content;
use crate::case::number;
use crate::execute::job::{Address, Place};

/// The address of a buffer, identified by its descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BufferAddress {
    set: u32,
    binding: u32,
    offset: u32,
}

impl BufferAddress {
    /// Parses `SET:BINDING` or `SET:BINDING+BYTES`.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let (place, offset) = text.split_once('+').unwrap_or((text, "0"));
        let parts = place.split_once(':');
        let read = || {
            let (set, binding) = parts.context("a colon is missing")?;
            Ok::<_, anyhow::Error>(Self {
                set: number(set)?,
                binding: number(binding)?,
                offset: number(offset)?,
            })
        };
        read().with_context(|| format!("`{text}` is not SET:BINDING or SET:BINDING+BYTES"))
    }

    /// The index of the buffer in the bindings.
    fn find(&self, bindings: &[Binding]) -> Result<usize> {
        let Self {
            set,
            binding,
            offset,
        } = *self;
        let here = |(_, bound): &(usize, &Binding)| (bound.set, bound.binding) == (set, binding);
        let mut found = bindings.iter().enumerate().filter(here);
        let (number, bound) = found.next().with_context(|| {
            format!("the address of {set}:{binding} is named, where nothing is bound")
        })?;
        ensure!(
            found.next().is_none(),
            "the address of {set}:{binding} is named, where several are bound"
        );
        ensure!(
            bound.kind.is_buffer(),
            "the address of {set}:{binding} is named, which is no buffer"
        );
        let bytes = bound.content.as_ref().map_or(0, Content::bytes);
        ensure!(
            u64::from(offset) <= bytes,
            "{set}:{binding}+{offset} is beyond the {bytes} bytes of that buffer"
        );
        Ok(number)
    }
}

/// Resolves the addresses in a content to those of a job.
///
/// # Errors
/// An address is invalid, as described above.
pub(super) fn resolve(
    place: Place,
    content: Option<&Content>,
    bindings: &[Binding],
) -> Result<Vec<Address>> {
    let named = content.into_iter().flat_map(Content::addresses);
    let one = |(word, named): (usize, &BufferAddress)| {
        Ok(Address {
            place,
            word,
            buffer: named.find(bindings)?,
            offset: named.offset,
        })
    };
    named.map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Directives;

    #[test]
    fn addresses_are_of_what_is_bound_above_or_below() {
        let text = "\
// sos: push u32 1 2, address 0:1+8
// sos: buffer 1 0 iota 8
// sos: buffer 0 1 u32 5 6, address 0:1 1:0+32, zero 8";
        let address = |place, word, buffer, offset| Address {
            place,
            word,
            buffer,
            offset,
        };
        let expected = [
            address(Place::Push, 2, 1, 8),
            address(Place::Buffer(1), 2, 1, 0),
            address(Place::Buffer(1), 4, 0, 32),
        ];
        assert_eq!(Directives::parse(text).unwrap().addresses, expected);
        let again = format!("{text}\n// sos: push iota 2");
        assert_eq!(Directives::parse(&again).unwrap().addresses, expected[1..]);
    }

    #[test]
    fn invalid_addresses_are_refused_with_their_line() {
        for (name, why) in [
            ("0:7", "the address of 0:7 is named, where nothing is bound"),
            (
                "0:0",
                "the address of 0:0 is named, where several are bound",
            ),
            ("0:1", "the address of 0:1 is named, which is no buffer"),
            ("0:2", "the address of 0:2 is named, which is no buffer"),
            ("1:0+17", "1:0+17 is beyond the 16 bytes of that buffer"),
            (
                "0",
                "`0` is not SET:BINDING or SET:BINDING+BYTES: a colon is missing",
            ),
            (
                "0:x",
                "`0:x` is not SET:BINDING or SET:BINDING+BYTES: `x` is not a number",
            ),
            (
                "1:0+-4",
                "`1:0+-4` is not SET:BINDING or SET:BINDING+BYTES: `-4` is not a number",
            ),
            (
                "1:0+",
                "`1:0+` is not SET:BINDING or SET:BINDING+BYTES: `` is not a number",
            ),
        ] {
            let line = format!("// sos: push address 1:0+16 {name}");
            let text = format!(
                "\n{line}
// sos: buffer 0 0 iota 1
// sos: buffer 0 0 iota 1
// sos: image 0 1 sampled 2D 8x8 Rgba8 iota 1
// sos: sampler 0 2
// sos: texels 1 0 R32ui iota 4"
            );
            let error = format!("{:#}", Directives::parse(&text).unwrap_err());
            assert!(
                error.starts_with(&format!("line 2: `{line}`: {why}")),
                "{error}"
            );
        }
    }
}
