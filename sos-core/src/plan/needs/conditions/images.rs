//! Offsets among the image operands: how far they may reach, and where `Offset` may stand.

use super::super::limits::Limit;
use super::{Is, Look};
use crate::facts::offsets::{constant_range, image_operands, is_gather};
use crate::plan::Need;
use crate::tables::image_operands as bits;

impl Look<'_, '_> {
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
        if let Some((least, most)) = constant_range(self.place.facts, self.place.words, offset) {
            for value in [least, most] {
                (self.visit)(Need::Limit(limit, value));
            }
        }
    }
}
