//! The interface to the table of rules. The rules are in a higher layer than the plan and are passed down as a value.

use super::{Known, Place, Plan, Read, Scene};
use crate::inst::Inst;

/// Whether an instruction was lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowerResult {
    /// The instruction is replaced.
    Lowered,
    /// No rule can lower it.
    UnableToLower,
}

/// The table of rules, which lower instructions with needs that a target does not meet.
pub trait Lowering: Sync {
    /// Returns the number of rules.
    fn len(&self) -> usize;

    /// Returns the index of the rule that counts instructions which can never run.
    fn unreachable(&self) -> usize;

    /// Returns the index of the rule that counts instructions which the caller allows to become undefined.
    fn undef(&self) -> usize;

    /// Writes the replacement of a load of a subgroup built-in: that of emulated subgroups, or of the device's subgroups if
    /// the built-in is a mask that the device lacks.
    fn read_emulated(
        &self,
        plan: &mut Plan,
        scene: &Scene<'_>,
        place: &Place<'_>,
        read: Read<'_>,
        function: usize,
    ) -> LowerResult;

    /// Returns what is known of a built-in input that the target lacks, from a promise of the caller or from the Vulkan
    /// specification.
    fn input(&self, scene: &Scene<'_>, built_in: u32) -> Option<Known>;

    /// Returns the rule by which a built-in output that the target lacks has no effect outside of the shader, if there is
    /// one.
    fn output(&self, scene: &Scene<'_>, built_in: u32) -> Option<usize>;

    /// Writes the replacement of an instruction that uses a deferred value.
    fn consume(
        &self,
        plan: &mut Plan,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
    ) -> LowerResult;

    /// Writes the replacement of an instruction, by the first rule from index `first` on that can lower it.
    fn lower(
        &self,
        plan: &mut Plan,
        scene: &Scene<'_>,
        place: &Place<'_>,
        inst: Inst<'_>,
        function: Option<usize>,
        first: usize,
    ) -> LowerResult;
}
