//! Parses directives that bind a resource: `buffer`, `texels`, `image` or `sampler`, then set and binding, then its description.
//!
//! ```text
//! buffer SET BINDING [uniform] CONTENT
//! texels SET BINDING [uniform] FORMAT CONTENT
//! image SET BINDING storage|sampled|combined DIM SIZE FORMAT [levels N] [SAMPLER…] CONTENT
//! sampler SET BINDING [SAMPLER…]
//! ```
//!
//! DIM is the suffix of GLSL's `image` type (`2D`, `CubeArray`, `2DMS`); SIZE is `8x8`, with depth, layers or cubes as the last
//! number; FORMAT is SPIR-V's name or `D32`; SAMPLER is one of `linear`, `repeat`, `mirror`, `border`, `less`, `unnormalized`.
//! The content of an image is repeated until the image is full.

use anyhow::{bail, ensure, Context as _, Result};

use super::content::Content;
use crate::case::{number, split};
use crate::execute::image::{Access, Dim, Format, Image, Sampler, Wrap};
use crate::execute::job::{Buffer, BufferKind};

/// Limit of an image's words; a larger image is surely a typing error.
const MOST_WORDS: usize = 1 << 24;

/// A descriptor and its resource, as a directive describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// Kind of resource.
    pub kind: BufferKind,
    /// Initial content; `None` for samplers.
    pub content: Option<Content>,
}

impl Binding {
    /// Parses what follows the key; `None` if the key is not one of the four.
    ///
    /// # Errors
    /// The text does not have the form above.
    pub fn parse(key: &str, text: &str) -> Result<Option<Self>> {
        let known = ["buffer", "texels", "image", "sampler"];
        if !known.contains(&key) {
            return Ok(None);
        }
        let (set, rest) = split(text);
        let (binding, mut rest) = split(rest);
        let (set, binding) = (number(set)?, number(binding)?);
        let mut uniform = false;
        if let (true, ("uniform", behind)) = (["buffer", "texels"].contains(&key), split(rest)) {
            uniform = true;
            rest = behind;
        }
        let (kind, content) = match key {
            "buffer" if uniform => (BufferKind::Uniform, rest),
            "buffer" => (BufferKind::Storage, rest),
            "texels" => {
                let (name, content) = split(rest);
                let format = format(name)?;
                let kind = if uniform {
                    BufferKind::UniformTexels(format)
                } else {
                    BufferKind::StorageTexels(format)
                };
                (kind, content)
            }
            "image" => {
                let (image, content) = image(rest)?;
                (BufferKind::Image(image), content)
            }
            _ => {
                let mut sampler = Sampler::default();
                for word in rest.split_whitespace() {
                    ensure!(set_sampler(&mut sampler, word), "a sampler is not `{word}`");
                }
                (BufferKind::Sampler(sampler), "")
            }
        };
        let content = match kind {
            BufferKind::Sampler(_) => None,
            _ => Some(Content::parse(content)?),
        };
        let holds = |content: &Content| content.addresses().next().is_some();
        ensure!(
            kind.is_buffer() || !content.as_ref().is_some_and(holds),
            "an image holds no addresses"
        );
        Ok(Some(Self {
            set,
            binding,
            kind,
            content,
        }))
    }

    /// The corresponding resource of a job.
    pub fn bound(&self) -> Buffer {
        let words = self.content.as_ref().map(Content::words);
        let words = words.unwrap_or_default();
        Buffer {
            set: self.set,
            binding: self.binding,
            kind: self.kind,
            words: match self.kind {
                BufferKind::Image(image) => words.into_iter().cycle().take(image.words()).collect(),
                _ => words,
            },
            range: None,
        }
    }
}

fn format(name: &str) -> Result<Format> {
    Format::from_name(name).with_context(|| format!("no format is called `{name}`"))
}

/// Applies a word to a sampler. Returns false if the word is not a sampler property.
fn set_sampler(sampler: &mut Sampler, word: &str) -> bool {
    match word {
        "linear" => sampler.linear = true,
        "repeat" => sampler.wrap = Wrap::Repeat,
        "mirror" => sampler.wrap = Wrap::Mirror,
        "border" => sampler.wrap = Wrap::Border,
        "less" => sampler.compare = true,
        "unnormalized" => sampler.unnormalized = true,
        _ => return false,
    }
    true
}

/// Parses an image, and returns the text after it.
fn image(text: &str) -> Result<(Image, &str)> {
    let (access, rest) = split(text);
    let (dim, rest) = split(rest);
    let (size, rest) = split(rest);
    let (name, mut rest) = split(rest);
    let access = match access {
        "storage" => Access::Storage,
        "sampled" => Access::Sampled,
        "combined" => Access::Combined(Sampler::default()),
        _ => bail!("expected one of storage, sampled, combined"),
    };
    let multisampled = dim.contains("MS");
    let arrayed = dim.ends_with("Array");
    let dim = match dim {
        "1D" | "1DArray" => Dim::One,
        "2D" | "2DArray" | "2DMS" | "2DMSArray" => Dim::Two,
        "3D" => Dim::Three,
        "Cube" | "CubeArray" => Dim::Cube,
        _ => bail!("no image has the dimensions `{dim}`"),
    };
    let mut sizes = size.split('x').map(number).collect::<Result<Vec<_>>>()?;
    let wrong = || format!("`{size}` is not a size of such an image");
    let mut layers = if arrayed {
        sizes.pop().with_context(wrong)?
    } else {
        1
    };
    let extent = match (dim, sizes.as_slice()) {
        (Dim::One, [width]) => [*width, 1, 1],
        (Dim::Two, [width, height]) => [*width, *height, 1],
        (Dim::Three, [width, height, depth]) => [*width, *height, *depth],
        (Dim::Cube, [width, height]) if width == height => [*width, *height, 1],
        _ => bail!(wrong()),
    };
    let at_most = |most: u32| move |&size: &u32| (1..=most).contains(&size);
    ensure!(extent.iter().all(at_most(1 << 12)), wrong());
    ensure!(at_most(1 << 8)(&layers), wrong());
    if dim == Dim::Cube {
        layers *= 6;
    }
    let mut image = Image {
        access,
        dim,
        arrayed,
        multisampled,
        format: format(name)?,
        extent,
        layers,
        levels: 1,
    };
    loop {
        let (word, behind) = split(rest);
        if word == "levels" {
            let (count, behind) = split(behind);
            image.levels = number(count)?;
            ensure!((1..=12).contains(&image.levels), "expected 1 to 12 levels");
            rest = behind;
            continue;
        }
        let Access::Combined(sampler) = &mut image.access else {
            break;
        };
        if !set_sampler(sampler, word) {
            break;
        }
        rest = behind;
    }
    ensure!(image.words() <= MOST_WORDS, wrong());
    Ok((image, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(key: &str, text: &str) -> Buffer {
        Binding::parse(key, text).unwrap().unwrap().bound()
    }

    #[test]
    fn every_kind_is_read() {
        let buffer = bound("buffer", "0 2 uniform f32 1 0.5");
        assert_eq!(buffer.kind, BufferKind::Uniform);
        assert_eq!((buffer.set, buffer.binding, buffer.words.len()), (0, 2, 2));
        let texels = bound("texels", "1 3 Rgba8 iota 4");
        let rgba8 = format("Rgba8").unwrap();
        assert_eq!(texels.kind, BufferKind::StorageTexels(rgba8));
        let texels = bound("texels", "1 3 uniform Rgba8 iota 4");
        assert_eq!(texels.kind, BufferKind::UniformTexels(rgba8));
        let sampler = bound("sampler", "0 0 linear mirror");
        assert!(
            matches!(sampler.kind, BufferKind::Sampler(one) if one.linear && one.wrap == Wrap::Mirror)
        );
        assert!(sampler.words.is_empty());
        let image = bound(
            "image",
            "0 1 combined CubeArray 8x8x2 Rgba8 levels 2 linear less iota 3",
        );
        let BufferKind::Image(cubes) = image.kind else {
            panic!("{image:?}")
        };
        assert_eq!(
            (cubes.extent, cubes.layers, cubes.levels),
            ([8, 8, 1], 12, 2)
        );
        assert!(matches!(cubes.access, Access::Combined(sampler) if sampler.compare));
        assert_eq!(image.words.len(), 12 * (64 + 16));
        assert_eq!(image.words[..5], [0, 1, 2, 0, 1]);
        let image = bound("image", "0 1 storage 2DMS 8x8 R32f f32 0.5");
        assert!(matches!(image.kind, BufferKind::Image(image) if image.multisampled));
        assert!(Binding::parse("dispatch", "1 1 1").unwrap().is_none());
    }

    #[test]
    fn invalid_bindings_are_refused() {
        for (key, wrong) in [
            ("buffer", "0 0"),
            ("image", "0 0 storage 2D 8x8 Rg32ui address 0:1"),
            ("texels", "0 0 iota 4"),
            ("texels", "0 0 rgba8 iota 4"),
            ("sampler", "0 0 trilinear"),
            ("image", "0 0 2D 8x8 Rgba8 iota 1"),
            ("image", "0 0 storage 2D 8 Rgba8 iota 1"),
            ("image", "0 0 storage 2D 0x8 Rgba8 iota 1"),
            ("image", "0 0 storage Cube 8x4 Rgba8 iota 1"),
            ("image", "0 0 storage 2D 8x8 Rgba8 linear iota 1"),
            ("image", "0 0 storage 2D 8x8 Rgba8"),
            ("image", "0 0 storage 4D 8x8 Rgba8 iota 1"),
            ("image", "0 0 storage 3D 4096x4096x4096 Rgba8 iota 1"),
            ("image", "0 0 sampled 2D 8x8 Rgba8 levels 40 iota 1"),
        ] {
            assert!(Binding::parse(key, wrong).is_err(), "{key} {wrong}");
        }
    }
}
