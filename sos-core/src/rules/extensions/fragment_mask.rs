//! `SPV_AMD_shader_fragment_mask` by fetches of samples.
//!
//! ```text
//! %m = OpFragmentMaskFetchAMD %uint %image %at          %m = OpCopyObject %uint %mask        (0x76543210)
//! %c = OpFragmentFetchAMD %vec4 %image %at %index       %c = OpImageFetch %vec4 %image %at Sample %index
//!                                                       %c = OpImageRead …                   (subpasses, storage images)
//! ```
//!
//! A device with the extension stores the distinct *fragments* of a pixel, and for each sample the index of its fragment: a
//! mask with four bits per sample, from the lowest on. The contents of a mask are device-specific and depend on what was drawn
//! and how it was compressed; the extension only guarantees that the fragment whose index the mask contains for a sample has
//! the sample's color.
//!
//! Exact in that sense: here each sample is its own fragment, as in an uncompressed image, and the mask maps each sample to its
//! own index. A shader that uses fragments by their indices in the mask computes what it computes on any device; a shader that
//! counts them counts as many as there are samples. A mask has room for eight.
//!
//! `amd-fragment-mask` is shown by `corpus/shaders/vendor/amd_fragment_mask.frag`.

use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::{image_operands, op};
use crate::views;

/// The mask that maps each of eight samples to its own index.
const OWN: u64 = 0x7654_3210;

/// Fetches of fragment masks and of fragments.
pub const FRAGMENT_MASK: Rule = Rule {
    name: "amd-fragment-mask",
    family: Family::Vendor,
    exactness: Exactness::Exact,
    summary: "fragments of multisampled images as samples, each with a mask of its own number",
    action: Action::Lower {
        claims: Claims::of(opcodes![OpFragmentMaskFetchAMD, OpFragmentFetchAMD]),
        lower,
    },
};

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let (ty, id) = (inst.result_type(), inst.result());
    let fetch = views::FragmentFetch(inst);
    let (image, at) = (fetch.image(), fetch.coordinate());
    if inst.opcode() == op::OpFragmentMaskFetchAMD {
        let mask = build.splat(ty, OWN);
        build.op_as(id, op::OpCopyObject, ty, &[mask]);
        return Ok(());
    }
    let image_type = build.def(build.type_of(image));
    let image_type = image_type.filter(|ty| ty.opcode() == op::OpTypeImage);
    let opcode = match image_type.map(|ty| views::TypeImage(ty).sampled()) {
        Some(1) => op::OpImageFetch,
        Some(2) => op::OpImageRead,
        _ => return Err(LowerError::Because("it does not fetch from an image")),
    };
    let fragment = views::FragmentFetchAMD(inst).fragment_index();
    let operands = [image, at, image_operands::Sample, fragment];
    build.op_as(id, opcode, ty, &operands);
    Ok(())
}
