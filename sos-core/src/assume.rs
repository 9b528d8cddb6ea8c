//! Promises: facts about the application's use of a module that neither device nor module can show.
//!
//! A device that lacks `shaderDrawParameters` cannot say what `BaseInstance` is. An application that only ever draws with
//! `firstInstance` 0 knows that the value is 0, so a module that reads it can run there, exactly. Each promise has a
//! premise, is off by default, and is used only where the target lacks the native way. The report
//! lists the promises that the output relies on, and where, so that a broken one can be found.
//!
//! A promise is not a loss ([`crate::Allow`]): as long as it holds, the result is the native one. If it is broken, the result
//! is wrong; nothing checks it at run time.

/// Promises of the caller, as a set. None is made by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Assume(u32);

/// One promise, for people.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Promise {
    /// The name that `--assume` takes.
    pub name: &'static str,
    /// The set that holds it alone.
    pub assume: Assume,
    /// What must be true, of all uses of the module.
    pub premise: &'static str,
}

const fn promise(name: &'static str, assume: Assume, premise: &'static str) -> Promise {
    Promise {
        name,
        assume,
        premise,
    }
}

impl Assume {
    /// Nothing is promised.
    pub const NONE: Self = Self(0);
    /// `BaseVertex` is 0.
    pub const BASE_VERTEX_ZERO: Self = Self(1);
    /// `BaseInstance` is 0.
    pub const BASE_INSTANCE_ZERO: Self = Self(1 << 1);
    /// `DrawIndex` is 0.
    pub const DRAW_INDEX_ZERO: Self = Self(1 << 2);
    /// `ViewIndex` is 0. No rule needs it any more: where it cannot be read, there is no other view.
    pub const SINGLE_VIEW: Self = Self(1 << 3);
    /// A pixel has one sample, in its middle.
    pub const SINGLE_SAMPLE: Self = Self(1 << 4);
    /// `Layer` is 0.
    pub const LAYER_ZERO: Self = Self(1 << 5);
    /// `ViewportIndex` is 0.
    pub const VIEWPORT_ZERO: Self = Self(1 << 6);
    /// `CullDistance` only saves work.
    pub const CULLING_OPTIONAL: Self = Self(1 << 7);
    /// `PrimitiveShadingRateKHR` only saves work; finer shading is acceptable.
    pub const SHADING_RATE_OPTIONAL: Self = Self(1 << 8);
    /// `ClipDistance` clips nothing.
    pub const CLIP_DISTANCES_POSITIVE: Self = Self(1 << 9);

    /// Every promise. New ones come at the end; a bit is never given to another.
    pub const PROMISES: &'static [Promise] = &[
        promise(
            "base-vertex-zero",
            Self::BASE_VERTEX_ZERO,
            "every draw has the firstVertex 0, or if it is indexed the vertexOffset 0",
        ),
        promise(
            "base-instance-zero",
            Self::BASE_INSTANCE_ZERO,
            "every draw has the firstInstance 0",
        ),
        promise(
            "draw-index-zero",
            Self::DRAW_INDEX_ZERO,
            "no command draws more than once: drawCount and maxDrawCount are at most 1",
        ),
        promise(
            "single-view",
            Self::SINGLE_VIEW,
            "every render pass has the viewMask 0 or 1",
        ),
        promise(
            "single-sample",
            Self::SINGLE_SAMPLE,
            "every pipeline has one rasterization sample, in the middle of the pixel",
        ),
        promise(
            "layer-zero",
            Self::LAYER_ZERO,
            "every layer that a shader writes, or draws into, is 0",
        ),
        promise(
            "viewport-zero",
            Self::VIEWPORT_ZERO,
            "every viewport index that a shader writes, or draws with, is 0",
        ),
        promise(
            "culling-optional",
            Self::CULLING_OPTIONAL,
            "primitives that cull distances would discard may be drawn: it costs time, and nobody sees it",
        ),
        promise(
            "shading-rate-optional",
            Self::SHADING_RATE_OPTIONAL,
            "shading rates that a shader writes may be ignored: finer shading is as good",
        ),
        promise(
            "clip-distances-positive",
            Self::CLIP_DISTANCES_POSITIVE,
            "every clip distance that a shader writes is at least 0: nothing is clipped by them",
        ),
    ];

    /// The promise with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut promises = Self::PROMISES.iter();
        let promise = promises.find(|promise| promise.name == name)?;
        Some(promise.assume)
    }

    /// The name of the first promise in the set.
    pub fn name(self) -> &'static str {
        let mut promises = Self::PROMISES.iter();
        let promise = promises.find(|promise| self.contains(promise.assume));
        promise.map_or("", |promise| promise.name)
    }

    /// The numeric form, as the C API has it.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// From the numeric form; `None` if a bit is unknown.
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits >> Self::PROMISES.len() == 0 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// Whether everything in `other` is promised.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The union of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promise_is_one_bit_in_its_place_and_has_a_name_of_its_own() {
        for (at, promise) in Assume::PROMISES.iter().enumerate() {
            assert_eq!(promise.assume.bits(), 1 << at, "{}", promise.name);
            assert_eq!(Assume::from_name(promise.name), Some(promise.assume));
            assert_eq!(promise.assume.name(), promise.name);
            assert_eq!(Assume::from_bits(1 << at), Some(promise.assume));
        }
        assert_eq!(Assume::from_bits(1 << Assume::PROMISES.len()), None);
        assert_eq!(Assume::from_name("nothing-like-it"), None);
        assert_eq!(Assume::NONE.name(), "");
    }
}
