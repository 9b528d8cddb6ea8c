//! Conversions of halves in external memory, on a device that can store them but not compute with them.
//!
//! SPV_KHR_16bit_storage provides `OpFConvert` for that, a single instruction. But it may flush denormal halves to zero
//! unless `DenormPreserve` 16 is declared (SPIR-V specification, "Execution Mode"; Vulkan, "Floating-Point Controls"),
//! whereas a shader that loads a half and stores it elsewhere computes nothing that may be flushed. The first of these that
//! applies is used:
//!
//! | | a half is loaded by | instructions |
//! |---|---|---:|
//! | the caller allows `f16-relaxed` | `OpFConvert` | 1 |
//! | the driver is known to preserve denormal halves | `OpFConvert` | 1 |
//! | the device has `shaderDenormPreserveFloat16` | `OpFConvert`, and entry points get the mode | 1 |
//! | otherwise | as a 16-bit integer, `OpUConvert` and `half_decode` | 16 |
//!
//! Blocks that contain matrices of halves are words where the last applies, since matrices of integers do not exist
//! ([`storage`](crate::passes::storage)). Stores likewise; the last takes `half_encode`, 21 instructions.
//!
//! Known drivers: RADV, whose compilers preserve them by default, because games rely on it; lavapipe, by the tests of this
//! project.

use crate::passes::legalize::scalars::ScalarSet;
use crate::passes::legalize::{LowerError, Work};
use crate::tables::{capability, execution_mode, extension_index, storage_class};
use crate::target::{independence, Target};
use crate::views;

/// `VkDriverId` of drivers that preserve denormal halves: RADV, llvmpipe.
const KEEPING: [u32; 2] = [3, 13];

/// How halves in memory are converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halves {
    /// By `OpFConvert`.
    Convert,
    /// By `OpFConvert`, with `DenormPreserve` 16 declared.
    Preserve,
    /// As integers of the same bits.
    Bits,
}

impl Halves {
    /// The conversion that is exact on a target, or the shortest one where that is not wanted or the target computes with halves.
    pub fn of(target: &Target, exact: bool) -> Self {
        let properties = target.properties();
        let keeps = properties.driver_id.is_some_and(|id| KEEPING.contains(&id));
        let preserves = properties.shader_denorm_preserve_float16 == Some(true)
            && properties.denorm_behavior_independence == Some(independence::ALL)
            && target.has_capability(capability::DenormPreserve);
        match exact && !target.has_capability(capability::Float16) {
            true if keeps => Self::Convert,
            true if preserves => Self::Preserve,
            true => Self::Bits,
            false => Self::Convert,
        }
    }
}

impl Work<'_> {
    /// Whether halves in memory are loaded and stored as integers.
    pub fn converts_bits(&self) -> bool {
        self.halves == Halves::Bits
    }

    /// Declares that denormal halves are preserved, if external memory contains halves that rely on it.
    pub fn preserve_denormals(&mut self) {
        let (words, facts) = (self.input.words, self.input.facts);
        if self.halves != Halves::Preserve || !self.has_external_halves() {
            return;
        }
        for entry in facts.entries(words) {
            self.build.mode(&[
                views::EntryPoint(entry).entry_point(),
                execution_mode::DenormPreserve,
                16,
            ]);
        }
        self.build.capability(capability::DenormPreserve);
        const NAME: &str = "SPV_KHR_float_controls";
        const INDEX: u16 = extension_index(NAME);
        let named = facts.extensions.contains(INDEX);
        if facts.header.minor < 4 && !named {
            self.build.extension(NAME);
        }
    }

    /// Whether external memory contains halves.
    fn has_external_halves(&self) -> bool {
        self.has_pointer(|class| self.is_external_class(class), ScalarSet::FLOAT16)
    }

    /// Refuses halves between stages where halves are converted as integers: interpolation depends on their type.
    pub fn check_interfaces(&self) -> Result<(), LowerError> {
        let is_between = |class| matches!(class, storage_class::Input | storage_class::Output);
        let passes = self.has_pointer(is_between, ScalarSet::FLOAT16);
        match self.converts_bits() && passes {
            true => Err(LowerError::Because(
                "16-bit floats between stages, on a device that may flush denormals where it converts them",
            )),
            false => Ok(()),
        }
    }
}
