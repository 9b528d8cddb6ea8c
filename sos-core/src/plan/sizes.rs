//! Checks the sizes of workgroups and of shared memory, once constants have their values and dead code is removed.
//!
//! A size that depends on an open specialization constant is not checked: the application sets it and is responsible for it.
//! Shared memory is the sum of the bytes, without any padding, of the variables that functions use; if several entry points
//! could use different ones, each variable is checked alone. Arrays that rules declare there are added. Where the caller allows
//! the module to exceed limits, its own memory may: together with those arrays it may take as much as the device has, or as it
//! takes by itself.

use super::needs::limits::{self, Leeway, Limit, WorkgroupLimits};
use super::{stage_bit, Need, Plan, Scene};
use crate::facts::{local_size, product};
use crate::inst::Inst;
use crate::operands::for_each_use;
use crate::specialize::Values;
use crate::tables::{execution_mode as mode, execution_model as model, op};
use crate::views;

/// The number of types visited before the size of shared memory counts as unknown.
const BUDGET: u32 = 1 << 14;

/// The stages with workgroups: execution models and limits.
const STAGES: [(&[u32], WorkgroupLimits); 3] = [
    (&[model::GLCompute], limits::COMPUTE),
    (&[model::TaskEXT, model::TaskNV], limits::TASK),
    (&[model::MeshEXT, model::MeshNV], limits::MESH),
];

fn bits_of(models: &[u32]) -> u32 {
    models
        .iter()
        .fold(0, |bits, &model| bits | stage_bit(model))
}

impl Plan {
    /// Checks sizes against the target's limits if the scan could not decide.
    pub(super) fn sizes(&mut self, scene: &Scene<'_>, stages: &[u32], values: &mut Values) {
        let facts = scene.facts;
        let all = stages.iter().fold(0, |all, stages| all | stages);
        let concerned = STAGES.iter().any(|(models, _)| all & bits_of(models) != 0);
        self.own_memory = facts.workgroup.shared;
        let seen = limits::sizes_fit(facts, scene.target, scene.offer.leeway)
            && !scene.constants.any_set
            && self.new.exchange().is_empty();
        if !concerned || seen {
            return;
        }
        self.workgroup_sizes(scene, stages, values, all);
        self.shared_memory(scene, values, all);
    }

    fn workgroup_sizes(
        &mut self,
        scene: &Scene<'_>,
        stages: &[u32],
        values: &mut Values,
        all: u32,
    ) {
        let (facts, words) = (scene.facts, scene.words);
        let object = facts.workgroup.object;
        if let Some(def) = facts
            .def(words, object)
            .filter(|_| !self.is_removed(object))
        {
            let node = values.node(facts, words, object);
            let part = |at| values.part(node, at).and_then(|part| values.bits(part));
            let size = [0, 1, 2].map(part);
            return self.workgroup_size(scene, def.offset(), all, size);
        }
        for inst in facts.modes(words) {
            let size = match (inst.opcode(), views::ExecutionMode(inst).mode()) {
                (op::OpExecutionMode, mode::LocalSize) => {
                    local_size(inst).map(|size| Some(u64::from(size)))
                }
                (op::OpExecutionModeId, mode::LocalSizeId) => {
                    local_size(inst).map(|id| values.scalar(facts, words, id))
                }
                _ => continue,
            };
            let function = facts.function_of(inst.target());
            let stages = function.and_then(|index| stages.get(index));
            self.workgroup_size(scene, inst.offset(), stages.copied().unwrap_or(0), size);
        }
    }

    fn workgroup_size(
        &mut self,
        scene: &Scene<'_>,
        offset: u32,
        stages: u32,
        size: [Option<u64>; 3],
    ) {
        for (models, [x, y, z, invocations, _]) in STAGES {
            if stages & bits_of(models) == 0 {
                continue;
            }
            for (limit, size) in [x, y, z].into_iter().zip(size) {
                if let Some(size) = size {
                    self.check_limit(scene, offset, limit, size, scene.offer.leeway);
                }
            }
            // An open dimension counts as 1, the least possible size.
            let size = size.map(|size| size.map_or(1, |size| size.min(u64::from(u32::MAX)) as u32));
            let leeway = scene.offer.leeway;
            self.check_limit(scene, offset, invocations, product(size), leeway);
        }
    }

    fn check_limit(
        &mut self,
        scene: &Scene<'_>,
        offset: u32,
        limit: Limit,
        value: u64,
        leeway: Leeway,
    ) {
        let value = limits::clamp(value);
        if !limit.allows(scene.target, value, leeway) {
            self.record_unmet(offset, 0, Need::Limit(limit, value));
        }
    }

    fn shared_memory(&mut self, scene: &Scene<'_>, values: &mut Values, all: u32) {
        let facts = scene.facts;
        let shares = |entry: &Inst<'_>| {
            STAGES
                .iter()
                .any(|(models, _)| models.contains(&views::EntryPoint(*entry).execution_model()))
        };
        let together = facts.entries(scene.words).filter(shares).count() == 1;
        let overlap = facts.has_workgroup_layout();
        if facts.shared_variables(scene.words).next().is_some() {
            self.mark_used(scene);
        }
        let mut budget = BUDGET;
        let (mut total, mut last) = (0u64, 0);
        for inst in facts.shared_variables(scene.words) {
            let id = inst.result();
            if self.is_removed(id) || self.stage_marks.get(id as usize) != Some(&true) {
                continue;
            }
            let length = |id: u32| {
                let plain = facts.plain_constant(scene.words, id);
                plain.or_else(|| values.bits(values.entered(id)))
            };
            let bytes = facts.variable_bytes(scene.words, inst, &mut budget, length);
            let bytes = bytes.unwrap_or(0);
            last = inst.offset();
            total = if overlap || !together {
                total.max(bytes)
            } else {
                total.saturating_add(bytes)
            };
        }
        self.own_memory = total;
        let leeway = scene.offer.leeway.within(total);
        if let Some(emulated) = scene.emulated.filter(|_| !self.new.exchange().is_empty()) {
            let words = self.new.exchange().len() as u64 * u64::from(emulated.slots);
            total = total.saturating_add(4 * words);
            last = last.max(facts.globals);
        }
        for (models, [.., shared]) in STAGES {
            if last != 0 && all & bits_of(models) != 0 {
                self.check_limit(scene, last, shared, total, leeway);
            }
        }
    }

    /// Marks the ids used in kept blocks.
    fn mark_used(&mut self, scene: &Scene<'_>) {
        self.stage_marks.clear();
        self.stage_marks.resize(scene.facts.def.len(), false);
        let used = &mut self.stage_marks;
        for inst in scene.kept_code() {
            for_each_use(inst.words(), 1, |_, id| {
                if let Some(used) = used.get_mut(id as usize) {
                    *used = true;
                }
            });
        }
    }
}
