//! Images, samplers and texel formats, as a [`job`](super::job) describes them.
//!
//! The content of an image is a list of words: level by level, within a level layer by layer, then slices, rows and texels,
//! tightly packed except that each level begins at a multiple of 16 bytes. Multisampled images cannot be copied to: they are
//! cleared to a colour of four words, and are not read back.

use ash::vk;
use serde::{Deserialize, Serialize};

/// Alignment of levels, in words: the size of the largest texel.
const ALIGN: usize = 4;

/// Samples per texel of a multisampled image.
pub const SAMPLES: u32 = 4;

/// A texel format: a raw `VkFormat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Format(i32);

/// SPIR-V's names (`ImageFormat`), and one for depth comparison; formats; bytes per texel.
const FORMATS: &[(&str, vk::Format, u32)] = &[
    ("Rgba32f", vk::Format::R32G32B32A32_SFLOAT, 16),
    ("Rgba16f", vk::Format::R16G16B16A16_SFLOAT, 8),
    ("R32f", vk::Format::R32_SFLOAT, 4),
    ("Rgba8", vk::Format::R8G8B8A8_UNORM, 4),
    ("Rgba8Snorm", vk::Format::R8G8B8A8_SNORM, 4),
    ("Rg32f", vk::Format::R32G32_SFLOAT, 8),
    ("Rg16f", vk::Format::R16G16_SFLOAT, 4),
    ("R11fG11fB10f", vk::Format::B10G11R11_UFLOAT_PACK32, 4),
    ("R16f", vk::Format::R16_SFLOAT, 2),
    ("Rgba16", vk::Format::R16G16B16A16_UNORM, 8),
    ("Rgb10A2", vk::Format::A2B10G10R10_UNORM_PACK32, 4),
    ("Rg16", vk::Format::R16G16_UNORM, 4),
    ("Rg8", vk::Format::R8G8_UNORM, 2),
    ("R16", vk::Format::R16_UNORM, 2),
    ("R8", vk::Format::R8_UNORM, 1),
    ("Rgba16Snorm", vk::Format::R16G16B16A16_SNORM, 8),
    ("Rg16Snorm", vk::Format::R16G16_SNORM, 4),
    ("Rg8Snorm", vk::Format::R8G8_SNORM, 2),
    ("R16Snorm", vk::Format::R16_SNORM, 2),
    ("R8Snorm", vk::Format::R8_SNORM, 1),
    ("Rgba32i", vk::Format::R32G32B32A32_SINT, 16),
    ("Rgba16i", vk::Format::R16G16B16A16_SINT, 8),
    ("Rgba8i", vk::Format::R8G8B8A8_SINT, 4),
    ("R32i", vk::Format::R32_SINT, 4),
    ("Rg32i", vk::Format::R32G32_SINT, 8),
    ("Rg16i", vk::Format::R16G16_SINT, 4),
    ("Rg8i", vk::Format::R8G8_SINT, 2),
    ("R16i", vk::Format::R16_SINT, 2),
    ("R8i", vk::Format::R8_SINT, 1),
    ("Rgba32ui", vk::Format::R32G32B32A32_UINT, 16),
    ("Rgba16ui", vk::Format::R16G16B16A16_UINT, 8),
    ("Rgba8ui", vk::Format::R8G8B8A8_UINT, 4),
    ("R32ui", vk::Format::R32_UINT, 4),
    ("Rgb10a2ui", vk::Format::A2B10G10R10_UINT_PACK32, 4),
    ("Rg32ui", vk::Format::R32G32_UINT, 8),
    ("Rg16ui", vk::Format::R16G16_UINT, 4),
    ("Rg8ui", vk::Format::R8G8_UINT, 2),
    ("R16ui", vk::Format::R16_UINT, 2),
    ("R8ui", vk::Format::R8_UINT, 1),
    ("R64ui", vk::Format::R64_UINT, 8),
    ("R64i", vk::Format::R64_SINT, 8),
    ("D32", vk::Format::D32_SFLOAT, 4),
];

impl Format {
    /// Looks a format up by name.
    pub fn from_name(name: &str) -> Option<Self> {
        let row = FORMATS.iter().find(|row| row.0 == name)?;
        Some(Self(row.1.as_raw()))
    }

    /// The `VkFormat`.
    pub fn vk(self) -> vk::Format {
        vk::Format::from_raw(self.0)
    }

    /// Bytes per texel.
    pub fn bytes(self) -> usize {
        let row = FORMATS.iter().find(|row| row.1.as_raw() == self.0);
        row.map_or(16, |row| row.2 as usize)
    }

    /// Whether it is a depth format.
    pub fn is_depth(self) -> bool {
        self.vk() == vk::Format::D32_SFLOAT
    }
}

/// The dimensionality of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dim {
    /// `1D`
    One,
    /// `2D`
    Two,
    /// `3D`
    Three,
    /// `Cube`
    Cube,
}

/// How a shader accesses an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    /// `VK_DESCRIPTOR_TYPE_STORAGE_IMAGE`; its content is read back after the work.
    Storage,
    /// `VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE`
    Sampled,
    /// `VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER`
    Combined(Sampler),
}

/// An image with a view of the whole image, or of the first level for a storage image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// How a shader accesses it.
    pub access: Access,
    /// Its dimensionality.
    pub dim: Dim,
    /// Whether the view is an array.
    pub arrayed: bool,
    /// Whether it has [`SAMPLES`] samples per texel.
    pub multisampled: bool,
    /// The texel format.
    pub format: Format,
    /// Texels of the first level in x, y and z.
    pub extent: [u32; 3],
    /// Array layers; six for each cube.
    pub layers: u32,
    /// Mip levels.
    pub levels: u32,
}

impl Image {
    /// Texels of a level in x, y and z.
    pub fn extent_of(&self, level: u32) -> [u32; 3] {
        self.extent.map(|size| (size >> level.min(31)).max(1))
    }

    /// The index of the first word of a level. For `level == levels`: the number of words of the whole image.
    pub fn start_of(&self, level: u32) -> usize {
        let words = |level| {
            let texels = self.extent_of(level).map(|size| size as usize);
            let texels: usize = texels.iter().product::<usize>() * self.layers as usize;
            (texels * self.format.bytes()).div_ceil(4)
        };
        (0..level)
            .map(|level| words(level).next_multiple_of(ALIGN))
            .sum()
    }

    /// The number of words of content.
    pub fn words(&self) -> usize {
        if self.multisampled {
            return ALIGN;
        }
        self.start_of(self.levels)
    }
}

/// The addressing mode of a sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wrap {
    /// `VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE`
    #[default]
    Clamp,
    /// `VK_SAMPLER_ADDRESS_MODE_REPEAT`
    Repeat,
    /// `VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT`
    Mirror,
    /// `VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER`, to white
    Border,
}

/// A sampler; by default with nearest filtering, clamped to the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sampler {
    /// Whether filtering is linear, for texels and levels.
    pub linear: bool,
    /// The addressing mode.
    pub wrap: Wrap,
    /// Whether it compares, with `VK_COMPARE_OP_LESS`.
    pub compare: bool,
    /// Whether coordinates are unnormalized.
    pub unnormalized: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_begin_at_multiples_of_sixteen_bytes() {
        let image = Image {
            access: Access::Storage,
            dim: Dim::Two,
            arrayed: true,
            multisampled: false,
            format: Format::from_name("R8").unwrap(),
            extent: [8, 3, 1],
            layers: 3,
            levels: 4,
        };
        assert_eq!(image.extent_of(3), [1, 1, 1]);
        // Levels of 72, 12, 6 and 3 bytes.
        let starts: Vec<_> = (0..5).map(|level| image.start_of(level)).collect();
        assert_eq!(starts, [0, 20, 24, 28, 32]);
        assert_eq!(image.words(), 32);
    }

    #[test]
    fn formats_are_known_by_their_names() {
        for (name, format, bytes) in FORMATS {
            let found = Format::from_name(name).unwrap();
            let raw = found.vk().as_raw();
            assert_eq!((raw, found.bytes()), (format.as_raw(), *bytes as usize));
        }
        assert_eq!(Format::from_name("rgba8"), None);
    }
}
