//! Keys for caches: the same 128 bits for the same content, on every machine and in every process.
//!
//! BLAKE3, truncated to 128 bits: modules may come from untrusted files, so collisions must not be constructible. Everything is
//! hashed in little-endian order, lengths precede variable-sized data, and each hash starts with the name of its kind. Any
//! change here invalidates every user's cache and belongs in the changelog.

use core::fmt;

use blake3::Hasher;

use crate::module::Module;
use crate::options::Options;
use crate::target::{Feature, Target, TargetKind};

/// A hash of some content: different for different content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// All of them matter.
    pub bytes: [u8; 16],
}

/// 32 lower-case hexadecimal digits, fit for the name of a file.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes
            .iter()
            .try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Computes a key.
struct Maker(Hasher);

impl Maker {
    fn new(kind: &str) -> Self {
        let mut maker = Self(Hasher::new());
        maker.text(kind);
        maker
    }

    fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn words(&mut self, words: &[u32]) {
        self.number(words.len() as u64);
        let mut bytes = [0; 4096];
        for words in words.chunks(bytes.len() / 4) {
            for (bytes, word) in bytes.chunks_exact_mut(4).zip(words) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            self.0.update(bytes.get(..words.len() * 4).unwrap_or(&[]));
        }
    }

    fn key(self) -> Key {
        let mut bytes = [0; 16];
        self.0.finalize_xof().fill(&mut bytes);
        Key { bytes }
    }
}

impl Target {
    /// The key of what the target offers, with its name. Computed on the first call and cached.
    pub fn key(&self) -> Key {
        let bytes = self.cached_key(|| self.make_key().bytes);
        Key { bytes }
    }

    /// Hashes everything except the comment.
    fn make_key(&self) -> Key {
        let mut maker = Maker::new("sos target 2");
        maker.text(match self.kind() {
            TargetKind::Device => "device",
            TargetKind::Requirements => "requirements",
        });
        maker.text(self.name());
        maker.number(self.api_version().packed().into());
        for feature in Feature::all().filter(|&feature| self.knows_feature(feature)) {
            maker.text(feature.structure());
            maker.text(feature.member());
            maker.number(self.has_feature(feature).into());
        }
        maker.text("extensions");
        for extension in self.vulkan_extensions() {
            maker.text(extension.name());
        }
        for capability in self.withheld() {
            maker.text("without");
            maker.text(capability);
        }
        maker.text("properties");
        for (structure, member, value) in self.properties().entries() {
            maker.text(structure);
            maker.text(member);
            maker.text(&value);
        }
        maker.key()
    }
}

impl Module<'_> {
    /// The key of the words. A selection's key differs from that of other modules.
    pub fn key(&self) -> Key {
        let mut maker = Maker::new("sos module 1");
        maker.words(self.words());
        if self.is_selection() {
            maker.text("selection");
        }
        maker.key()
    }
}

/// The key of everything that determines the words which [`filter`](crate::filter()) returns: module, target, options and this
/// library's version. Builds of one version from modified sources have the same keys.
pub fn filter_key(module: &Module<'_>, target: &Target, options: &Options) -> Key {
    filter_key_of_version(env!("CARGO_PKG_VERSION"), module, target, options)
}

fn filter_key_of_version(
    version: &str,
    module: &Module<'_>,
    target: &Target,
    options: &Options,
) -> Key {
    let mut maker = Maker::new("sos filter 2");
    maker.text(version);
    maker.0.update(&target.key().bytes);
    maker.0.update(&module.key().bytes);
    // Destructured, so that a new field causes a compile error here.
    let Options {
        constants,
        sources,
        spec_base,
        spec_names,
        spec,
        allow,
        assume,
        image_formats,
        strip,
        subgroup_size,
        limits,
    } = options;
    maker.number(constants.len() as u64);
    for &(spec_id, value) in constants {
        maker.number(spec_id.into());
        maker.number(value);
    }
    maker.number(sources.len() as u64);
    for &(spec_id, source) in sources {
        maker.number(spec_id.into());
        maker.text(source.name());
    }
    maker.number(spec_base.map_or(u64::MAX, u64::from));
    maker.number((*spec_names).into());
    maker.number(*spec as u64);
    maker.number(allow.bits().into());
    maker.number(assume.bits().into());
    maker.number(image_formats.len() as u64);
    for format in image_formats {
        maker.number(format.set.into());
        maker.number(format.binding.into());
        maker.number(format.format.into());
    }
    maker.number(*strip as u64);
    maker.number(limits.bound.into());
    maker.number(limits.words.into());
    if let Some(size) = subgroup_size {
        maker.number(size.get().into());
    }
    maker.key()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assume::Assume;
    use crate::options::{Allow, ImageFormat, Limits, SpecMode, Strip};
    use crate::source::Source;
    use crate::target::{feature, ApiVersion, Description, VulkanExtension};
    use std::collections::BTreeSet;

    /// A library with nothing but a specialization constant.
    const WORDS: &[u32] = &[
        0x0723_0203,
        0x0001_0000,
        0,
        3,
        0,
        0x0002_0011,
        5,
        0x0003_000E,
        0,
        1,
        0x0004_0047,
        2,
        1,
        9,
        0x0004_0015,
        1,
        32,
        0,
        0x0004_0032,
        1,
        2,
        5,
    ];

    fn module() -> Module<'static> {
        Module::scan(WORDS, &Limits::default()).unwrap()
    }

    fn description() -> Description {
        let version = ApiVersion::parse("1.2").unwrap();
        let mut made = Description::new("device", TargetKind::Device, version);
        made.set_feature(feature::shaderInt64, true);
        made.set_feature(feature::shaderInt16, false);
        made.set_extension(VulkanExtension::find("VK_AMD_shader_ballot").unwrap(), true);
        made.properties.subgroup_size = Some(64);
        made
    }

    fn options() -> Options {
        Options {
            constants: vec![(3, 77)],
            sources: vec![(4, Source::from_name("SOS_SUBGROUP_SIZE").unwrap())],
            image_formats: vec![ImageFormat {
                set: 1,
                binding: 2,
                format: 4,
            }],
            ..Options::default()
        }
    }

    /// Keys are stored by applications: another key for the same content is as good as an empty cache.
    #[test]
    fn keys_stay_what_they_were() {
        let target = description().build();
        let key = filter_key_of_version("0.1.0", &module(), &target, &options());
        let keys = [target.key(), module().key(), key];
        assert_eq!(
            keys.map(|key| key.to_string()),
            [
                "ac26e9da0ef800e2f2fa919f4ca04fff",
                "eb365902257e0d6fb95d02a9723eb670",
                "3fdcb7d1e6fddae02a5772e4488beb85",
            ]
        );
        let key = filter_key(&module(), &target, &options());
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            key,
            filter_key_of_version(version, &module(), &target, &options())
        );
        assert_ne!(
            key,
            filter_key_of_version("0.0.9", &module(), &target, &options())
        );
    }

    #[test]
    fn other_content_has_another_key() {
        let mut others = vec![description().build()];
        let mut change = |change: fn(&mut Description)| {
            let mut other = description();
            change(&mut other);
            others.push(other.build());
        };
        change(|it| it.name = "another".to_owned());
        change(|it| it.kind = TargetKind::Requirements);
        change(|it| it.set_feature(feature::shaderInt64, false));
        change(|it| it.set_feature(feature::shaderFloat64, true));
        change(|it| {
            it.set_extension(
                VulkanExtension::find("VK_AMD_shader_ballot").unwrap(),
                false,
            )
        });
        change(|it| it.properties.subgroup_size = Some(32));
        let keys: BTreeSet<Key> = others.iter().map(Target::key).collect();
        assert_eq!(keys.len(), others.len());

        let target = description().build();
        let mut keys = BTreeSet::from([filter_key(&module(), &target, &options())]);
        let changes: [fn(&mut Options); 12] = [
            |it| it.constants.clear(),
            |it| it.constants.push((4, 0)),
            |it| it.sources.clear(),
            |it| it.spec_base = None,
            |it| it.spec_names = false,
            |it| it.spec = SpecMode::Keep,
            |it| it.spec = SpecMode::Freeze,
            |it| it.allow = Allow::UNDEF,
            |it| it.assume = Assume::SINGLE_VIEW,
            |it| it.image_formats.clear(),
            |it| it.strip = Strip::All,
            |it| it.limits.bound += 1,
        ];
        for change in changes {
            let mut other = options();
            change(&mut other);
            assert!(keys.insert(filter_key(&module(), &target, &other)));
        }
    }
}
