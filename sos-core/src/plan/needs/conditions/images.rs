//! Offsets among the image operands: their range, and where `Offset` is allowed.

use super::super::limits::Limit;
use super::{Checker, Is};
use crate::facts::offsets::{both, clamped, constant_range, image_operands, is_gather};
use crate::facts::Scalar;
use crate::plan::Need;
use crate::specialize::{sign_extend, Node, Values};
use crate::tables::image_operands as bits;

impl Checker<'_, '_> {
    pub(super) fn offsets(&mut self) {
        let inst = self.inst;
        let gather = is_gather(inst.opcode());
        let Some((mask, offset)) = image_operands(inst) else {
            return;
        };
        if mask & bits::Offset != 0 && !gather {
            self.need(Is::SampleOffset);
        }
        let limit = if gather {
            Limit::GatherOffset
        } else {
            Limit::TexelOffset
        };
        let values = self.place.values;
        let (facts, words) = (self.place.facts, self.place.words);
        let ty = facts.element(words, facts.type_of(words, offset));
        let width = facts.scalar_of(words, ty).map_or(32, Scalar::width);
        let known = |id| values.and_then(|values| range_of(values, values.entered(id), width, 2));
        if let Some((least, most)) = constant_range(facts, words, offset, &known) {
            for value in [least, most] {
                (self.visit)(Need::Limit(limit, value));
            }
        }
    }
}

/// Returns the minimum and maximum component of a known value: a number of this width, a vector, or an array of four.
fn range_of(values: &Values, node: Node, width: u32, depth: u32) -> Option<(i32, i32)> {
    if node == 0 {
        return None;
    }
    if let Some(bits) = values.bits(node) {
        let value = clamped(sign_extend(bits, width));
        return Some((value, value));
    }
    let depth = depth.checked_sub(1)?;
    let mut parts = (0..4).map_while(|index| values.part(node, index));
    let first = range_of(values, parts.next()?, width, depth)?;
    parts.try_fold(first, |whole, part| {
        Some(both(whole, range_of(values, part, width, depth)?))
    })
}
