//! What passes replace, to count it for the report.

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// What passes replace. Each kind is a row of the rule table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $($(#[$doc])* $name,)+
        }

        /// The number of kinds.
        const KINDS: usize = [$(Kind::$name),+].len();
    };
}

kinds! {
    /// 8- and 16-bit data and unsupported block layouts in memory.
    Storage,
    /// Lengths of arrays whose last element may end within a word.
    ArrayLength,
    /// 16-bit stage inputs and outputs.
    Interface,
    /// 64-bit integers.
    Int64,
    /// 64-bit floats, by integer arithmetic.
    Float64Words,
    /// 64-bit floats, computed in 32 bits because the caller allowed it.
    Float64,
    /// 16-bit floats.
    Float16,
    /// 16-bit floats, not rounded to 16 bits because the caller allowed it.
    Float16Relaxed,
    /// 16-bit integers.
    Int16,
    /// 8-bit integers.
    Int8,
    /// Demotion to helper invocations.
    Demote,
    /// Atomic operations on floats.
    FloatAtomic,
    /// Fast-math modes of individual instructions.
    FastMath,
    /// Fast-math modes that the replacement guarantees only in part, because the caller allowed it.
    FastMathRelaxed,
    /// Untyped pointers.
    Untyped,
    /// Pointers selected at run time.
    Pointers,
    /// Storage images without a format.
    ImageFormat,
    /// Images of 16-bit floats.
    HalfImage,
    /// bfloat16: 16-bit floats that are the upper half of 32-bit floats.
    BFloat16,
    /// 8-bit floats.
    Float8,
    /// Conversions from 32-bit floats to integers through 64-bit floats.
    DoubleRoundTrip,
    /// Zero-initialized workgroup memory.
    Zeroes,
    /// Arrays without a length in uniform blocks.
    UnsizedArray,
    /// Conditions of branches whose origin a driver must not look for.
    OpaqueBranch,
    /// Variables whose types have an explicit layout where that is not allowed.
    MisplacedLayout,
    /// Divergent control flow around operations of emulated subgroups.
    DivergentFlow,
    /// Subgroups that are parts of the device's.
    SplitSubgroup,
    /// Derivatives of compute shaders.
    ComputeDerivative,
}

/// How often each kind was replaced.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts([u32; KINDS]);

impl Counts {
    /// Returns the count of a kind.
    pub fn get(&self, kind: Kind) -> u32 {
        self.0.get(kind as usize).copied().unwrap_or(0)
    }

    /// Adds one replacement.
    pub fn count(&mut self, kind: Kind) {
        if let Some(count) = self.0.get_mut(kind as usize) {
            *count += 1;
        }
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        for (sum, count) in self.0.iter_mut().zip(&other.0) {
            *sum += count;
        }
    }
}
