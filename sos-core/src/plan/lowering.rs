//! The table of rules, as far as a plan knows it: rules stand above the plan and are handed down.

use super::{Known, Place, Plan, Read, Scene};
use crate::inst::Inst;

/// Whether a rule has done it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The instruction is replaced.
    Done,
    /// No rule takes it.
    Refused,
}

/// What answers needs that a target does not meet.
pub trait Lowering: Sync {
    /// How many rules there are.
    fn len(&self) -> usize;

    /// The place of the rule under which instructions are counted that can never run.
    fn unreachable(&self) -> usize;

    /// The place of the rule under which instructions are counted that the caller gave up.
    fn undef(&self) -> usize;

    /// Writes what stands for a load of a built-in of subgroups: those that the output makes itself, or the device's if the
    /// built-in is a mask that it lacks.
    fn read_emulated(
        &self,
        plan: &mut Plan,
        scene: &Scene<'_>,
        place: &Place<'_>,
        read: Read<'_>,
        function: usize,
    ) -> Answer;

    /// What is known of a built-in input that the target lacks, by a promise of the caller or by Vulkan's own words.
    fn input(&self, scene: &Scene<'_>, built_in: u32) -> Option<Known>;

    /// The rule by which a built-in output that the target lacks is nobody's but the shader's, if there is one.
    fn output(&self, scene: &Scene<'_>, built_in: u32) -> Option<usize>;

    /// Writes what stands for an instruction that names something taken.
    fn consume(
        &self,
        plan: &mut Plan,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) -> Answer;

    /// Writes what stands for an instruction, by the first rule from `first` on that takes it.
    fn lower(
        &self,
        plan: &mut Plan,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
        first: usize,
    ) -> Answer;
}
