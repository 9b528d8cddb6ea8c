//! What the scan records of decorations.

use crate::error::{Error, ErrorKind};
use crate::facts::stages::depends_on_stage;
use crate::facts::uses::Kind;
use crate::facts::{Facts, Gates, SpecId};
use crate::inst::Inst;
use crate::tables::{decoration, op};
use crate::views;

impl Facts {
    /// Whether a word can be an id: above 0 and below the bound.
    fn is_id(&self, word: u32) -> bool {
        word.wrapping_sub(1) < self.header.bound.wrapping_sub(1)
    }

    /// Records that a decoration group is applied: to ids, or to pairs of an id and a member.
    #[inline(never)]
    pub(super) fn group(&mut self, inst: Inst<'_>) -> Result<(), Error> {
        self.has_groups = true;
        let step = match inst.opcode() {
            op::OpGroupDecorate => 1,
            _ => 2,
        };
        let mut targets = inst.from(2).iter().step_by(step);
        if !self.is_id(inst.target()) || targets.any(|&id| !self.is_id(id)) {
            return Err(bad_target(inst));
        }
        if step == 1 {
            self.group_decorates.push(inst.offset());
        }
        Ok(())
    }

    /// Records a decoration. The target of one that is not recorded does not matter.
    pub(super) fn decoration(
        &mut self,
        inst: Inst<'_>,
        decoration: u32,
        of_member: bool,
    ) -> Result<(), Error> {
        if !self.is_id(inst.target()) {
            return Err(bad_target(inst));
        }
        match decoration {
            decoration::NonWritable | decoration::NonReadable => self.mark(inst),
            decoration::FPFastMathMode => {
                self.gates.insert(Gates::FAST_MATH);
                self.enumerants(inst);
            }
            decoration::Stream | decoration::XfbStride => self.gates.insert(Gates::XFB),
            decoration::BuiltIn => {
                let value = inst.word(3 + usize::from(of_member));
                self.seen(Kind::BuiltIn, value);
                if depends_on_stage(value) {
                    self.with_staged.push(inst.target());
                }
                if !of_member {
                    self.workgroup_object(inst);
                }
            }
            _ if of_member => {}
            decoration::SpecId => self.spec_ids.push(SpecId {
                id: inst.target(),
                spec_id: views::Decorate(inst).operand(),
            }),
            decoration::Block => self.block_structures.push(inst.target()),
            decoration::BufferBlock => self.buffer_blocks.push(inst.target()),
            _ => {}
        }
        Ok(())
    }
}

/// Whether the scan records a decoration; most are ignored.
#[inline(always)]
pub fn is_noted(decoration: u32) -> bool {
    const NOTED: u64 = 1 << decoration::SpecId
        | 1 << decoration::Block
        | 1 << decoration::BufferBlock
        | 1 << decoration::BuiltIn
        | 1 << decoration::NonWritable
        | 1 << decoration::NonReadable
        | 1 << decoration::FPFastMathMode
        | 1 << decoration::Stream
        | 1 << decoration::XfbStride;
    decoration < 64 && NOTED >> decoration & 1 != 0
}

#[cold]
fn bad_target(inst: Inst<'_>) -> Error {
    Error::new(ErrorKind::BadId, inst.offset() as usize, inst.opcode())
}
