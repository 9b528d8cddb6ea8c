//! Creates images to bind, for tests that specify the contents and few of the properties.

use sos_runner::execute::image::{Access, Dim, Format, Image};

use crate::{Buffer, BufferKind};

/// An image with one layer, one level and one sample; `format` is the SPIR-V name of a format that the runner knows.
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

/// An image with this content at a binding of set 0.
pub fn bound(binding: u32, image: Image, words: Vec<u32>) -> Buffer {
    Buffer {
        kind: BufferKind::Image(image),
        ..Buffer::storage(binding, words)
    }
}

/// An image at a binding of set 0 whose words `word` computes from their index.
pub fn filled(binding: u32, image: Image, word: impl Fn(u32) -> u32) -> Buffer {
    let words = (0..image.words() as u32).map(word);
    bound(binding, image, words.collect())
}
