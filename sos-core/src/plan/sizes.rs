//! Checks the sizes of workgroups and of shared memory, once constants have their values and dead code is removed.
//!
//! A size that depends on an open specialization constant is not checked: the application sets it and is responsible for it.
//! Shared memory is the sum of the bytes, without any padding, of the variables that functions use; if several entry points
//! could use different ones, each variable is checked alone. Arrays that rules declare there are added. Where the caller allows
//! the module to exceed limits, its own memory may: together with those arrays it may take as much as the device has, or as it
//! takes by itself.

use super::needs::limits::{self, Leeway, Limit, WorkgroupLimits};
use super::{stage_bit, Need, Plan, Scene, Unmet};
use crate::facts::{local_size, product, Facts};
use crate::inst::Inst;
use crate::operands::each_use;
use crate::specialize::Values;
use crate::tables::{execution_mode as mode, execution_model as model, op};
use crate::target::Target;
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

/// What the check is about.
pub struct Sizes<'a> {
    /// The module's words.
    pub words: &'a [u32],
    /// What the scan found.
    pub facts: &'a Facts,
    /// The device.
    pub target: &'a Target,
    /// How far limits may be exceeded.
    pub leeway: Leeway,
    /// By function: a bit for each execution model of the entry points that reach it.
    pub stages: &'a [u32],
    /// Bytes of shared memory that rules have added, if they have.
    pub added: Option<u64>,
}

/// A limit that is exceeded: the place and the need.
type Found<'f> = &'f mut dyn FnMut(u32, Need);

impl Sizes<'_> {
    /// The stages of the module.
    fn all(&self) -> u32 {
        self.stages.iter().fold(0, |all, stages| all | stages)
    }

    /// Whether any stage of the module has workgroups.
    pub fn is_concerned(&self) -> bool {
        let all = self.all();
        let mut stages = STAGES.iter();
        stages.any(|(models, _)| all & bits_of(models) != 0)
    }

    /// Checks the sizes of workgroups. `object` is the constant that holds the size, if there is one.
    pub fn workgroups(&self, object: u32, values: &mut Values, found: Found<'_>) {
        let (facts, words) = (self.facts, self.words);
        if let Some(def) = facts.def(words, object) {
            let node = values.node(facts, words, object);
            let part = |at| values.part(node, at).and_then(|part| values.bits(part));
            let mut size = [0, 1, 2].map(part);
            // As a whole it has no value while a part of it has none.
            if node == 0 && def.opcode() == op::OpSpecConstantComposite {
                let parts = views::ConstantComposite(def).constituents();
                for (size, &part) in size.iter_mut().zip(parts) {
                    *size = values.scalar(facts, words, part);
                }
            }
            return self.workgroup(def.offset(), self.all(), size, found);
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
            let stages = function.and_then(|index| self.stages.get(index));
            self.workgroup(inst.offset(), stages.copied().unwrap_or(0), size, found);
        }
    }

    fn workgroup(&self, offset: u32, stages: u32, size: [Option<u64>; 3], found: Found<'_>) {
        for (models, [x, y, z, invocations, _]) in STAGES {
            if stages & bits_of(models) == 0 {
                continue;
            }
            for (limit, size) in [x, y, z].into_iter().zip(size) {
                if let Some(size) = size {
                    self.limit(offset, limit, size, self.leeway, found);
                }
            }
            // An open dimension counts as 1, the least possible size.
            let size = size.map(|size| size.map_or(1, |size| size.min(u64::from(u32::MAX)) as u32));
            self.limit(offset, invocations, product(size), self.leeway, found);
        }
    }

    fn limit(&self, offset: u32, limit: Limit, value: u64, leeway: Leeway, found: Found<'_>) {
        let value = limits::clamp(value);
        if !limit.allows(self.target, value, leeway) {
            found(offset, Need::Limit(limit, value));
        }
    }

    /// Checks shared memory: that of the variables that are used. Returns how many bytes these have.
    pub fn shared_memory(
        &self,
        values: &Values,
        is_used: impl Fn(u32) -> bool,
        found: Found<'_>,
    ) -> u64 {
        let (facts, words) = (self.facts, self.words);
        let shares = |entry: &Inst<'_>| {
            let model = views::EntryPoint(*entry).execution_model();
            STAGES.iter().any(|(models, _)| models.contains(&model))
        };
        let together = facts.entries(words).filter(shares).count() == 1;
        let overlap = facts.has_workgroup_layout();
        let mut budget = BUDGET;
        let (mut own, mut last) = (0_u64, 0);
        for inst in facts.shared_variables(words) {
            if !is_used(inst.result()) {
                continue;
            }
            let length = |id: u32| {
                let plain = facts.plain_constant(words, id);
                plain.or_else(|| values.bits(values.entered(id)))
            };
            let bytes = facts.variable_bytes(words, inst, &mut budget, length);
            let bytes = bytes.unwrap_or(0);
            last = inst.offset();
            own = if overlap || !together {
                own.max(bytes)
            } else {
                own.saturating_add(bytes)
            };
        }
        let leeway = self.leeway.within(own);
        let total = own.saturating_add(self.added.unwrap_or(0));
        if self.added.is_some() {
            last = last.max(facts.globals);
        }
        for (models, [.., shared]) in STAGES {
            if last != 0 && self.all() & bits_of(models) != 0 {
                self.limit(last, shared, total, leeway, found);
            }
        }
        own
    }
}

impl Plan {
    /// Checks sizes against the target's limits if the scan could not decide.
    pub(super) fn sizes(&mut self, scene: &Scene<'_>, stages: &[u32], values: &mut Values) {
        let facts = scene.facts;
        let words = self.new.exchange().len() as u64;
        let emulated = scene.emulated.filter(|_| words > 0);
        let bytes = emulated.map(|emulated| {
            let arrays = words.saturating_sub(u64::from(emulated.in_turn));
            4 * arrays * u64::from(emulated.elements())
        });
        let sizes = Sizes {
            words: scene.words,
            facts,
            target: scene.target,
            leeway: scene.offer.leeway,
            stages,
            added: bytes,
        };
        self.own_memory = facts.workgroup.shared;
        let seen = limits::sizes_fit(facts, scene.target, scene.offer.leeway)
            && !scene.constants.any_set
            && words == 0;
        if !sizes.is_concerned() || seen {
            return;
        }
        let object = facts.workgroup.object;
        let object = if self.is_removed(object) { 0 } else { object };
        let mut unmet = core::mem::take(&mut self.unmet);
        let mut found = |offset, need| {
            unmet.push(Unmet {
                offset,
                owner: 0,
                need,
            });
        };
        sizes.workgroups(object, values, &mut found);
        if facts.shared_variables(scene.words).next().is_some() {
            self.mark_used(scene);
        }
        let is_used =
            |id: u32| !self.is_removed(id) && self.stage_marks.get(id as usize) == Some(&true);
        let own = sizes.shared_memory(values, is_used, &mut found);
        self.own_memory = own;
        self.unmet = unmet;
    }

    /// Marks the ids used in kept blocks.
    fn mark_used(&mut self, scene: &Scene<'_>) {
        self.stage_marks.clear();
        self.stage_marks.resize(scene.facts.def.len(), false);
        let used = &mut self.stage_marks;
        for inst in scene.kept_code() {
            each_use(inst.words(), 1, &mut |_, id| {
                if let Some(used) = used.get_mut(id as usize) {
                    *used = true;
                }
            });
        }
    }
}
