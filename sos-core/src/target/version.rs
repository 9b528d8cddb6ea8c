//! Versions of Vulkan.

use core::fmt;

/// A version of Vulkan, packed as `VK_MAKE_API_VERSION` does it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApiVersion(u32);

impl ApiVersion {
    /// Vulkan 1.0.0.
    pub const V1_0: Self = Self::new(0, 0);
    /// Vulkan 1.1.0.
    pub const V1_1: Self = Self::new(1, 0);
    /// Vulkan 1.2.0.
    pub const V1_2: Self = Self::new(2, 0);
    /// Vulkan 1.3.0.
    pub const V1_3: Self = Self::new(3, 0);
    /// Vulkan 1.4.0.
    pub const V1_4: Self = Self::new(4, 0);

    /// Vulkan 1 with this minor version and patch, truncated to their 10 and 12 bits.
    pub const fn new(minor: u16, patch: u16) -> Self {
        Self((1 << 22) | ((minor as u32 & 0x3FF) << 12) | (patch as u32 & 0xFFF))
    }

    /// From the packed form. `None` unless it is a version of Vulkan 1 of the plain `vulkan` variant.
    pub const fn from_packed(packed: u32) -> Option<Self> {
        if packed >> 22 == 1 {
            Some(Self(packed))
        } else {
            None
        }
    }

    /// From text as `1.3` or `1.3.230`. `None` if it is anything else, or not a version of Vulkan 1.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.').map(|part| part.parse::<u16>().ok());
        let major = parts.next()??;
        let minor = parts.next()??;
        let patch = match parts.next() {
            Some(patch) => patch?,
            None => 0,
        };
        let fits = major == 1 && minor <= 0x3FF && patch <= 0xFFF && parts.next().is_none();
        fits.then(|| Self::new(minor, patch))
    }

    /// The packed form.
    pub const fn packed(self) -> u32 {
        self.0
    }

    /// The minor version: 3 for Vulkan 1.3.
    pub const fn minor(self) -> u8 {
        let minor = (self.0 >> 12) & 0x3FF;
        if minor > u8::MAX as u32 {
            u8::MAX
        } else {
            minor as u8
        }
    }

    /// The patch, which is the version of the headers.
    pub const fn patch(self) -> u16 {
        (self.0 & 0xFFF) as u16
    }
}

impl fmt::Display for ApiVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}.{}", (self.0 >> 12) & 0x3FF, self.patch())
    }
}

impl fmt::Debug for ApiVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::ApiVersion;

    #[test]
    fn text_and_packed_forms() {
        let version = ApiVersion::parse("1.3.230").unwrap();
        assert_eq!(
            (version.minor(), version.patch(), version.packed()),
            (3, 230, 4_206_822)
        );
        assert_eq!(version.to_string(), "1.3.230");
        assert_eq!(ApiVersion::parse("1.3"), Some(ApiVersion::V1_3));
        assert_eq!(ApiVersion::from_packed(4_206_592), Some(ApiVersion::V1_3));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "1",
            "1.",
            "2.0.0",
            "1.3.4.5",
            "1.x",
            "1.1024",
            "1.3.4096",
            "-1.3",
            "1.99999999999",
        ] {
            assert_eq!(ApiVersion::parse(text), None, "{text}");
        }
        assert_eq!(ApiVersion::from_packed(0), None);
        assert_eq!(ApiVersion::from_packed((1 << 29) | (1 << 22)), None);
    }
}
