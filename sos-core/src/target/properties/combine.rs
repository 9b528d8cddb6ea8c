//! Combines the properties of two descriptions: what both together require, or what either guarantees.

use super::{Bound, Field, Properties, PropertyValue as Value, FIELDS};
use alloc::vec::Vec;

impl Properties {
    /// The properties of a device that meets both descriptions.
    pub(crate) fn union(&self, other: &Self) -> Self {
        self.combine(other, |field, a, b| match (a, b) {
            (Some(a), Some(b)) => Some(combine_values(field.bound, a, b, true)),
            (a, b) => b.or(a),
        })
    }

    /// The properties that hold if either description is met.
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        self.combine(other, |field, a, b| match (a?, b?) {
            (a, b) if field.bound == Bound::Exact => (a == b).then_some(a),
            (a, b) => Some(combine_values(field.bound, a, b, false)),
        })
    }

    /// Only the properties that are bounds.
    pub(crate) fn without_facts(&self) -> Self {
        self.combine(self, |field, value, _| {
            value.filter(|_| field.bound != Bound::Exact)
        })
    }

    fn combine(
        &self,
        other: &Self,
        choose: impl Fn(&Field, Option<Value>, Option<Value>) -> Option<Value>,
    ) -> Self {
        let pairs = FIELDS.iter().zip(self.values()).zip(other.values());
        let values: Vec<_> = pairs.map(|((field, a), b)| choose(field, a, b)).collect();
        Self::from_values(&values)
    }
}

/// The stricter bound (`both`), or the weaker one.
fn combine_values(bound: Bound, a: Value, b: Value, both: bool) -> Value {
    let high = (bound == Bound::AtLeast) == both;
    match (bound, a, b) {
        (Bound::Bits, Value::Flag(a), Value::Flag(b)) => {
            Value::Flag(if both { a | b } else { a & b })
        }
        (Bound::Bits, Value::Unsigned(a), Value::Unsigned(b)) => {
            Value::Unsigned(if both { a | b } else { a & b })
        }
        (Bound::AtLeast | Bound::AtMost, Value::Unsigned(a), Value::Unsigned(b)) => {
            Value::Unsigned(if high { a.max(b) } else { a.min(b) })
        }
        (Bound::AtLeast | Bound::AtMost, Value::Signed(a), Value::Signed(b)) => {
            Value::Signed(if high { a.max(b) } else { a.min(b) })
        }
        (Bound::AtLeast | Bound::AtMost, Value::Float(a), Value::Float(b)) => {
            Value::Float(if high { a.max(b) } else { a.min(b) })
        }
        (Bound::AtLeast | Bound::AtMost, Value::Triple([a, b, c]), Value::Triple([d, e, f])) => {
            let pick = |a: u32, b: u32| if high { a.max(b) } else { a.min(b) };
            Value::Triple([pick(a, d), pick(b, e), pick(c, f)])
        }
        // Facts: the second value replaces the first.
        (_, _, b) => b,
    }
}

#[cfg(test)]
mod tests {
    use super::super::subgroup;
    use super::*;

    #[test]
    fn bounds_combine() {
        let a = Properties {
            subgroup_size: Some(8),
            max_texel_offset: Some(7),
            min_texel_offset: Some(-8),
            subgroup_supported_operations: Some(subgroup::BASIC | subgroup::VOTE),
            ..Properties::default()
        };
        let b = Properties {
            subgroup_size: Some(4),
            max_texel_offset: Some(31),
            min_texel_offset: Some(-32),
            subgroup_supported_operations: Some(subgroup::BASIC | subgroup::QUAD),
            max_clip_distances: Some(8),
            ..Properties::default()
        };
        let both = a.union(&b);
        assert_eq!(
            (both.max_texel_offset, both.min_texel_offset),
            (Some(31), Some(-32))
        );
        assert_eq!(
            both.subgroup_supported_operations,
            Some(subgroup::BASIC | subgroup::VOTE | subgroup::QUAD)
        );
        assert_eq!(both.max_clip_distances, Some(8));
        let either = a.intersection(&b);
        assert_eq!(
            (either.max_texel_offset, either.min_texel_offset),
            (Some(7), Some(-8))
        );
        assert_eq!(either.subgroup_supported_operations, Some(subgroup::BASIC));
        assert_eq!(
            (either.subgroup_size, either.max_clip_distances),
            (None, None)
        );
    }
}
