//! Offsets among the image operands (specification, section 3.14, "Image Operands").

use super::Facts;
use crate::inst::Inst;
use crate::tables::{image_operands as bits, op};
use crate::views;

/// Whether an opcode is a gather.
pub fn is_gather(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpImageGather
            | op::OpImageDrefGather
            | op::OpImageSparseGather
            | op::OpImageSparseDrefGather
    )
}

/// Returns the image operands of a sampling, fetching or gathering instruction if they include an offset: the mask and the id
/// of the offset.
pub fn image_operands(inst: Inst<'_>) -> Option<(u32, u32)> {
    let dref = matches!(
        inst.opcode(),
        op::OpImageSampleDrefImplicitLod
            | op::OpImageSampleDrefExplicitLod
            | op::OpImageSampleProjDrefImplicitLod
            | op::OpImageSampleProjDrefExplicitLod
            | op::OpImageSparseSampleDrefImplicitLod
            | op::OpImageSparseSampleDrefExplicitLod
            | op::OpImageSparseSampleProjDrefImplicitLod
            | op::OpImageSparseSampleProjDrefExplicitLod
    );
    // The depth reference or component is between coordinate and image operands.
    let at = 5 + usize::from(dref || is_gather(inst.opcode()));
    let mask = inst.word(at);
    let offsets = bits::ConstOffset | bits::Offset | bits::ConstOffsets;
    let lowest = (mask & offsets) & (mask & offsets).wrapping_neg();
    if lowest == 0 {
        return None;
    }
    let before = mask & (lowest - 1);
    // Each operand is one id, except gradients, which are two.
    let skip = before.count_ones() + u32::from(before & bits::Grad != 0);
    Some((mask, inst.word(at + 1 + skip as usize)))
}

/// Returns the minimum and maximum component of an integer constant or a composite of such; `None` if any component is
/// not a known constant. `known` gives the range of ids whose value is known otherwise.
pub fn constant_range(
    facts: &Facts,
    words: &[u32],
    id: u32,
    known: &dyn Fn(u32) -> Option<(i32, i32)>,
) -> Option<(i32, i32)> {
    range(facts, words, id, 2, known)
}

/// Two levels: an array of vectors.
fn range(
    facts: &Facts,
    words: &[u32],
    id: u32,
    depth: u32,
    known: &dyn Fn(u32) -> Option<(i32, i32)>,
) -> Option<(i32, i32)> {
    if let Some(range) = known(id) {
        return Some(range);
    }
    let def = facts.def(words, id)?;
    match def.opcode() {
        op::OpConstant => facts
            .signed(words, id)
            .map(|value| (clamped(value), clamped(value))),
        op::OpConstantNull => Some((0, 0)),
        op::OpConstantComposite | op::OpSpecConstantComposite if depth > 0 => {
            let parts = views::ConstantComposite(def).constituents().iter().take(4);
            let mut whole: Option<(i32, i32)> = None;
            for &part in parts {
                let part = range(facts, words, part, depth - 1, known)?;
                whole = Some(whole.map_or(part, |so_far| both(so_far, part)));
            }
            whole
        }
        _ => None,
    }
}

/// Returns the nearest 32-bit number.
pub fn clamped(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// Returns the smallest range that contains both.
pub fn both(a: (i32, i32), b: (i32, i32)) -> (i32, i32) {
    (a.0.min(b.0), a.1.max(b.1))
}
