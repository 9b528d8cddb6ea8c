//! Group operations: the stages that have them, operand types, quads, indices that must be constant.

use super::{Checker, Is};
use crate::facts::Scalar;
use crate::plan::stage_bit;
use crate::tables::{execution_model as model, op, op_hot, OpFlags};
use crate::views;

/// The condition for subgroups in each execution model.
const STAGES: [(u32, Is); 16] = [
    (model::Vertex, Is::SubgroupVertex),
    (model::TessellationControl, Is::SubgroupTessellationControl),
    (
        model::TessellationEvaluation,
        Is::SubgroupTessellationEvaluation,
    ),
    (model::Geometry, Is::SubgroupGeometry),
    (model::Fragment, Is::SubgroupFragment),
    (model::GLCompute, Is::SubgroupCompute),
    (model::TaskNV, Is::SubgroupTask),
    (model::TaskEXT, Is::SubgroupTask),
    (model::MeshNV, Is::SubgroupMesh),
    (model::MeshEXT, Is::SubgroupMesh),
    (model::RayGenerationKHR, Is::SubgroupRayGeneration),
    (model::IntersectionKHR, Is::SubgroupIntersection),
    (model::AnyHitKHR, Is::SubgroupAnyHit),
    (model::ClosestHitKHR, Is::SubgroupClosestHit),
    (model::MissKHR, Is::SubgroupMiss),
    (model::CallableKHR, Is::SubgroupCallable),
];

/// Whether an opcode is a subgroup operation.
#[inline]
pub const fn is_group_operation(opcode: u16) -> bool {
    is_core(opcode)
        || matches!(
            opcode,
            op::OpSubgroupBallotKHR
                | op::OpSubgroupFirstInvocationKHR
                | op::OpSubgroupAllKHR
                | op::OpSubgroupAnyKHR
                | op::OpSubgroupAllEqualKHR
                | op::OpSubgroupReadInvocationKHR
                | op::OpGroupIAddNonUniformAMD..=op::OpGroupSMaxNonUniformAMD
        )
}

/// Whether an opcode is a subgroup operation of core SPIR-V or of an extension of these.
const fn is_core(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpGroupNonUniformElect
            ..=op::OpGroupNonUniformQuadSwap
                | op::OpGroupNonUniformQuadAllKHR
                | op::OpGroupNonUniformQuadAnyKHR
                | op::OpGroupNonUniformRotateKHR
                | op::OpGroupNonUniformPartitionEXT
    )
}

impl Checker<'_, '_> {
    /// Adds the conditions for subgroups in all stages of `stages`.
    pub(super) fn subgroups_in(&mut self, stages: u32) {
        for (model, condition) in STAGES {
            if stages & stage_bit(model) != 0 {
                self.need(condition);
            }
        }
    }

    pub(super) fn group_operation(&mut self) {
        let inst = self.inst;
        self.subgroups_in(self.stages());
        match inst.opcode() {
            op::OpGroupNonUniformBroadcast => {
                self.constant_index(views::GroupNonUniformBroadcast(inst).invocation_id())
            }
            op::OpGroupNonUniformQuadBroadcast => {
                self.quad();
                self.constant_index(views::GroupNonUniformQuadBroadcast(inst).index());
            }
            op::OpGroupNonUniformQuadSwap
            | op::OpGroupNonUniformQuadAllKHR
            | op::OpGroupNonUniformQuadAnyKHR => self.quad(),
            op::OpGroupNonUniformRotateKHR if inst.words().len() > 6 => {
                self.need(Is::RotateClustered);
            }
            _ => {}
        }
        if is_core(inst.opcode()) && self.has_extended_type() {
            self.need(Is::SubgroupExtendedTypes);
        }
    }

    fn quad(&mut self) {
        let everywhere = stage_bit(model::Fragment) | stage_bit(model::GLCompute);
        if self.stages() & !everywhere != 0 {
            self.need(Is::QuadsEverywhere);
        }
    }

    fn constant_index(&mut self, id: u32) {
        let facts = self.place.facts;
        // A new id is a constant: rules write no broadcast from elsewhere.
        let constant = facts
            .def(self.place.words, id)
            .is_none_or(|def| op_hot(def.opcode()).flags.contains(OpFlags::CONSTANT));
        if !constant {
            self.need(Is::BroadcastDynamicId);
            self.need(Is::BroadcastVersion);
        }
    }

    fn has_extended_type(&self) -> bool {
        let extended = |scalar: Option<Scalar>| match scalar {
            Some(Scalar::Int { width, .. }) => width != 32,
            Some(Scalar::Float { width }) => width == 16,
            _ => false,
        };
        let inst = self.inst;
        let values = match inst.opcode() {
            // A literal is between the scope and the value.
            op::OpGroupNonUniformBallotBitCount
            | op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor => inst.from(5),
            op::OpGroupNonUniformQuadAllKHR
            | op::OpGroupNonUniformQuadAnyKHR
            | op::OpGroupNonUniformPartitionEXT => inst.operands(),
            _ => inst.from(4),
        };
        extended(self.scalar(inst.result_type()))
            || values
                .iter()
                .take(1)
                .any(|&id| extended(self.scalar_of_value(id)))
    }
}
