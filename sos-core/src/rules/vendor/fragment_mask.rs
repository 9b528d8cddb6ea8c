//! `SPV_AMD_shader_fragment_mask` by fetches of samples.
//!
//! ```text
//! %m = OpFragmentMaskFetchAMD %uint %image %at          %m = OpCopyObject %uint %mask        (0x76543210)
//! %c = OpFragmentFetchAMD %vec4 %image %at %index       %c = OpImageFetch %vec4 %image %at Sample %index
//!                                                       %c = OpImageRead …                   (subpasses, storage images)
//! ```
//!
//! A device with the extension stores the *fragments* of a pixel, and for each sample which of them it has: a mask of four
//! bits a sample, from the lowest on. What a mask holds is the device's to say and depends on what was drawn and how it was
//! compressed; what the extension fixes is that the fragment whose number the mask tells for a sample has the sample's
//! color.
//!
//! Exact in that: here each sample is a fragment of its own, as in an image that is not compressed, and the mask tells each
//! sample its own number. A shader that computes with fragments by their numbers in the mask gets what it gets from any
//! device; one that counts them sees as many as there are samples. Masks have room for eight.

use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Family, Refusal, Rule};
use crate::tables::{image_operands, op};

/// Each of eight samples has the fragment of its own number.
const OWN: u64 = 0x7654_3210;

/// Masks of fragments, and fragments.
pub const FRAGMENT_MASK: Rule = Rule {
    name: "amd-fragment-mask",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "fragments of multisampled images as samples, each with a mask of its own number",
    action: Action::Lower {
        claims: |_, inst| {
            matches!(
                inst.opcode(),
                op::OpFragmentMaskFetchAMD | op::OpFragmentFetchAMD
            )
        },
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), Refusal> {
    let (ty, id, image, at) = (inst.word(1), inst.word(2), inst.word(3), inst.word(4));
    if inst.opcode() == op::OpFragmentMaskFetchAMD {
        let mask = build.splat(ty, OWN);
        build.op_as(id, op::OpCopyObject, ty, &[mask]);
        return Ok(());
    }
    let image_type = build.def(build.type_of(image));
    let image_type = image_type.filter(|ty| ty.opcode() == op::OpTypeImage);
    let opcode = match image_type.map(|ty| ty.word(7)) {
        Some(1) => op::OpImageFetch,
        Some(2) => op::OpImageRead,
        _ => return Err(Refusal("it does not fetch from an image")),
    };
    let operands = [image, at, image_operands::Sample, inst.word(5)];
    build.op_as(id, opcode, ty, &operands);
    Ok(())
}
