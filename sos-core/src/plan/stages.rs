//! The stages that each function runs in.

use crate::facts::Facts;
use crate::views;
use alloc::vec::Vec;

/// The stages that functions run in: a bit for each execution model of the entry points that reach them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stages<'a> {
    /// By function.
    pub of: &'a [u32],
    /// Those of all functions together.
    pub all: u32,
}

impl<'a> Stages<'a> {
    /// Joins the stages of all functions.
    pub fn new(of: &'a [u32]) -> Self {
        let all = of.iter().fold(0, |all, stages| all | stages);
        Self { of, all }
    }
}

/// Returns the bit of an execution model: its value for the graphics and compute stages, the next free bits for the others.
pub fn stage_bit(model: u32) -> u32 {
    use crate::tables::execution_model as m;
    let later = [
        m::TaskNV,
        m::MeshNV,
        m::RayGenerationKHR,
        m::IntersectionKHR,
        m::AnyHitKHR,
        m::ClosestHitKHR,
        m::MissKHR,
        m::CallableKHR,
        m::TaskEXT,
        m::MeshEXT,
    ];
    match model {
        0..=6 => 1 << model,
        _ => later
            .iter()
            .position(|&other| other == model)
            .map_or(1 << 31, |at| 1 << (7 + at)),
    }
}

/// Fills the table of stages by function, along the calls in kept blocks. A caller may come before or behind its callee, so a
/// function is visited again when it gains a stage: once for each stage at most.
pub fn fill(
    words: &[u32],
    facts: &Facts,
    is_kept: impl Fn(u32) -> bool,
    stages: &mut Vec<u32>,
    pending: &mut Vec<u32>,
) {
    stages.clear();
    stages.resize(facts.functions.len(), 0);
    pending.clear();
    let reach = |stages: &mut Vec<u32>, pending: &mut Vec<u32>, id: u32, bits: u32| {
        let Some(index) = facts.function_of(id) else {
            return;
        };
        if let Some(slot) = stages.get_mut(index) {
            if *slot | bits != *slot {
                *slot |= bits;
                pending.push(index as u32);
            }
        }
    };
    for entry in facts.entries(words) {
        let entry = views::EntryPoint(entry);
        let stage = stage_bit(entry.execution_model());
        reach(stages, pending, entry.entry_point(), stage);
    }
    while let Some(index) = pending.pop() {
        let Some(function) = facts.functions.get(index as usize) else {
            continue;
        };
        let bits = stages.get(index as usize).copied().unwrap_or(0);
        for call in facts
            .calls
            .get(function.first_call as usize..function.last_call as usize)
            .unwrap_or(&[])
        {
            if is_kept(call.block) {
                reach(stages, pending, call.callee, bits);
            }
        }
    }
}
