//! Offsets among the image operands: their range, and where `Offset` is allowed.

use super::super::limits::Limit;
use super::{Checker, Is};
use crate::facts::offsets::{both, constant_range, image_operands, is_gather};
use crate::plan::Need;
use crate::specialize::{Node, Values};
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
        let known = |id| values.and_then(|values| range_of(values, values.entered(id), 2));
        if let Some((least, most)) =
            constant_range(self.place.facts, self.place.words, offset, &known)
        {
            for value in [least, most] {
                (self.visit)(Need::Limit(limit, value));
            }
        }
    }
}

/// Returns the minimum and maximum component of a known value: a number, a vector, or an array of four.
fn range_of(values: &Values, node: Node, depth: u32) -> Option<(i32, i32)> {
    if node == 0 {
        return None;
    }
    if let Some(bits) = values.bits(node) {
        return Some((bits as i32, bits as i32));
    }
    let depth = depth.checked_sub(1)?;
    let mut parts = (0..4).map_while(|index| values.part(node, index));
    let first = range_of(values, parts.next()?, depth)?;
    parts.try_fold(first, |whole, part| {
        Some(both(whole, range_of(values, part, depth)?))
    })
}
