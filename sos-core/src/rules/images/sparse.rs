//! Sparse residency instructions, for devices without partially resident resources.
//!
//! ```text
//! %r = OpImageSparseSampleImplicitLod %pair %image %at     %t = OpImageSampleImplicitLod %vec4 %image %at
//!                                                          %r = OpCompositeConstruct %pair %zero %t
//! %c = OpCompositeExtract %int %r 0                        %c = OpCompositeExtract %int %r 0
//! %b = OpImageSparseTexelsResident %bool %c                %b = OpCopyObject %bool %true
//! ```
//!
//! and likewise every sparse instruction by the one without residency.
//!
//! Exact: texels can be nonresident only in resources that were created with sparse residency (Vulkan specification, "Sparse
//! Resources"); all others must be fully bound to memory before use. Separate features, independent of
//! `shaderResourceResidency`, allow such resources for buffers, for two- and three-dimensional images, and for each number of
//! samples. If the device lacks all of these, everything is resident. The residency code is opaque (SPIR-V specification,
//! "Image Instructions"): only `OpImageSparseTexelsResident` interprets it, so any number is correct.
//!
//! Refused: devices with such resources whose shaders cannot query residency; and requirements profiles, because a device that
//! meets them may have such resources.
//!
//! `sparse-residency` is shown by `corpus/shaders/images/sparse.frag`.

use crate::build::Build;
use crate::emit::Builder;
use crate::inst::Inst;
use crate::report::Exactness;
use crate::rules::{Action, Claims, Family, LowerError, Rule};
use crate::tables::op;
use crate::target::{feature, Feature, TargetKind};

/// The features that allow partially resident resources.
const RESIDENCY: [Feature; 7] = [
    feature::sparseResidencyBuffer,
    feature::sparseResidencyImage2D,
    feature::sparseResidencyImage3D,
    feature::sparseResidency2Samples,
    feature::sparseResidency4Samples,
    feature::sparseResidency8Samples,
    feature::sparseResidency16Samples,
];

/// Residency of resources that are always resident.
pub const SPARSE: Rule = Rule {
    name: "sparse-residency",
    family: Family::Ops,
    exactness: Exactness::Exact,
    summary: "sparse residency instructions, on a device where everything is resident",
    action: Action::Lower {
        claims: Claims::of(opcodes![
            OpImageSparseSampleImplicitLod..=OpImageSparseTexelsResident,
            OpImageSparseRead
        ]),
        lower,
    },
};

/// The same instruction without residency.
fn without(opcode: u16) -> Option<u16> {
    Some(match opcode {
        op::OpImageSparseSampleImplicitLod => op::OpImageSampleImplicitLod,
        op::OpImageSparseSampleExplicitLod => op::OpImageSampleExplicitLod,
        op::OpImageSparseSampleDrefImplicitLod => op::OpImageSampleDrefImplicitLod,
        op::OpImageSparseSampleDrefExplicitLod => op::OpImageSampleDrefExplicitLod,
        op::OpImageSparseSampleProjImplicitLod => op::OpImageSampleProjImplicitLod,
        op::OpImageSparseSampleProjExplicitLod => op::OpImageSampleProjExplicitLod,
        op::OpImageSparseSampleProjDrefImplicitLod => op::OpImageSampleProjDrefImplicitLod,
        op::OpImageSparseSampleProjDrefExplicitLod => op::OpImageSampleProjDrefExplicitLod,
        op::OpImageSparseFetch => op::OpImageFetch,
        op::OpImageSparseGather => op::OpImageGather,
        op::OpImageSparseDrefGather => op::OpImageDrefGather,
        op::OpImageSparseRead => op::OpImageRead,
        _ => return None,
    })
}

fn lower(build: &mut Builder<'_, '_>, inst: Inst<'_>) -> Result<(), LowerError> {
    let target = build.scene.target;
    if target.kind() == TargetKind::Requirements {
        return Err(LowerError::Because(
            "a device that meets these requirements may have sparse resources",
        ));
    }
    if RESIDENCY.iter().any(|&feature| target.has_feature(feature)) {
        return Err(LowerError::Because(
            "the device has sparse resources, of which no other instruction tells what is resident",
        ));
    }
    let (ty, id) = (inst.result_type(), inst.result());
    let Some(opcode) = without(inst.opcode()) else {
        let yes = build.splat(ty, 1);
        build.op_as(id, op::OpCopyObject, ty, &[yes]);
        return Ok(());
    };
    let (facts, words) = (build.scene.facts, build.scene.words);
    let parts = [0, 1].map(|at| facts.part_type(words, ty, at));
    let [Some(code), Some(texel)] = parts else {
        return Err(LowerError::Because(
            "its result is not a residency code and a texel",
        ));
    };
    let texel = build.op(opcode, texel, inst.operands());
    let code = build.splat(code, 0);
    build.op_as(id, op::OpCompositeConstruct, ty, &[code, texel]);
    Ok(())
}
