//! Keys for pipeline caches: the same 128 bits for the same content, on every machine and in every process.
//!
//! BLAKE3, truncated to 128 bits: modules may come from untrusted files, so collisions must not be constructible. Everything is
//! hashed in little-endian order, lengths precede variable-sized data, and each hash starts with the name of its kind. Any
//! change here invalidates every user's cache and belongs in the changelog.

use blake3::Hasher;
use sos_core::target::{Feature, TargetKind};
use sos_core::Options;

use crate::module::SosModule;
use crate::options::SosOptions;
use crate::status::SosStatus;
use crate::target::SosTarget;
use crate::{guard, memory, pointer};

/// `sos_key`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SosKey {
    /// 128 bits.
    pub bytes: [u8; 16],
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

    fn key(self) -> SosKey {
        let mut bytes = [0; 16];
        self.0.finalize_xof().fill(&mut bytes);
        SosKey { bytes }
    }
}

/// Hashes everything in a target except its comment.
fn target_key(target: &SosTarget) -> SosKey {
    *target.key.get_or_init(|| {
        let target = &target.target;
        let mut maker = Maker::new("sos target 2");
        maker.text(match target.kind() {
            TargetKind::Device => "device",
            _ => "requirements",
        });
        maker.text(target.name());
        maker.number(target.api_version().packed().into());
        for feature in Feature::all().filter(|&feature| target.knows_feature(feature)) {
            maker.text(feature.structure());
            maker.text(feature.member());
            maker.number(target.has_feature(feature).into());
        }
        maker.text("extensions");
        for extension in target.vulkan_extensions() {
            maker.text(extension.name());
        }
        for capability in target.withheld() {
            maker.text("without");
            maker.text(capability);
        }
        maker.text("properties");
        for (structure, member, value) in target.properties().entries() {
            maker.text(structure);
            maker.text(member);
            maker.text(&value);
        }
        maker.key()
    })
}

fn module_key(module: &SosModule) -> SosKey {
    let mut maker = Maker::new("sos module 1");
    maker.words(module.words());
    if module.module().is_selection() {
        maker.text("selection");
    }
    maker.key()
}

/// Hashes everything that the output words depend on.
fn filter_key(target: &SosTarget, module: &SosModule, options: &Options) -> SosKey {
    let mut maker = Maker::new("sos filter 2");
    maker.text(env!("CARGO_PKG_VERSION"));
    maker.0.update(&target_key(target).bytes);
    maker.0.update(&module_key(module).bytes);
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
    maker.key()
}

/// The output for a key, set to zero.
///
/// # Safety
/// If neither NULL nor misaligned, `key` points to a key that may be written.
unsafe fn place<'a>(key: *mut SosKey) -> Result<&'a mut SosKey, crate::status::Failure> {
    pointer::check(key.cast_const(), "key")?;
    // SAFETY: neither NULL nor misaligned, so by this function's condition writable.
    unsafe { key.write(SosKey::default()) };
    // SAFETY: as above, and initialized by the line above.
    unsafe { pointer::exclusive(key, "key") }
}

/// The key of a target.
///
/// # Safety
/// As the header requires: `target` came from this library, `key` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_target_get_key(
    target: *const SosTarget,
    key: *mut SosKey,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { place(key) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let target = unsafe { pointer::object(target, "target") }?;
        memory::enter(&target.context);
        let key = target_key(target);
        memory::check()?;
        *place = key;
        Ok(())
    })
}

/// The key of a module.
///
/// # Safety
/// As the header requires: `module` came from this library, `key` may be written.
#[no_mangle]
pub unsafe extern "C" fn sos_module_get_key(
    module: *const SosModule,
    key: *mut SosKey,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { place(key) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        *place = module_key(unsafe { pointer::object(module, "module") }?);
        Ok(())
    })
}

/// The key of a filter run's output.
///
/// # Safety
/// As the header requires: `target` and `module` came from this library, `options` is NULL or points to options, `key` may be
/// written.
#[no_mangle]
pub unsafe extern "C" fn sos_filter_get_key(
    target: *const SosTarget,
    module: *const SosModule,
    options: *const SosOptions,
    key: *mut SosKey,
) -> SosStatus {
    guard::call(|| {
        // SAFETY: guaranteed by the caller, by this function's condition.
        let place = unsafe { place(key) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        let target = unsafe { pointer::object(target, "target") }?;
        memory::enter(&target.context);
        // SAFETY: guaranteed by the caller, by this function's condition.
        let module = unsafe { pointer::object(module, "module") }?;
        let mut core = Options::default();
        // SAFETY: guaranteed by the caller, by this function's condition.
        let options = unsafe { SosOptions::read(options) }?;
        // SAFETY: guaranteed by the caller, by this function's condition.
        unsafe { options.to_core(&mut core) }?;
        let key = filter_key(target, module, &core);
        memory::check()?;
        *place = key;
        Ok(())
    })
}
