//! Images to bind, for tests that say what is in them and not every property of theirs.

use sos_cli::execute::image::{Access, Dim, Format, Image};

use crate::{Buffer, BufferKind};

/// An image of one layer, one level and one sample; `format` is SPIR-V's name of one that the runner knows.
pub fn image(access: Access, dim: Dim, format: &str, extent: [u32; 3]) -> Image {
    Image {
        access,
        dim,
        arrayed: false,
        multisampled: false,
        format: Format::from_name(format).unwrap(),
        extent,
        layers: 1,
        levels: 1,
    }
}

/// An image with this content, in set 0.
pub fn bound(binding: u32, image: Image, words: Vec<u32>) -> Buffer {
    Buffer {
        kind: BufferKind::Image(image),
        ..Buffer::storage(binding, words)
    }
}

/// An image in set 0 of which `word` gives each word by its place.
pub fn filled(binding: u32, image: Image, word: impl Fn(u32) -> u32) -> Buffer {
    let words = (0..image.words() as u32).map(word);
    bound(binding, image, words.collect())
}
