//! The pass `ungroup`: the decorations of groups, on each target.
//!
//! ```text
//!          OpDecorate %group RelaxedPrecision
//! %group = OpDecorationGroup                              OpDecorate %a RelaxedPrecision
//!          OpGroupDecorate %group %a               ⇒      OpMemberDecorate %s 2 RelaxedPrecision
//!          OpGroupMemberDecorate %group %s 2
//! ```
//!
//! Groups are deprecated, and rare. With this pass, which runs first, no other needs to know of them. It runs only where another
//! pass may have work to do.
//!
//! # What it refuses
//!
//! Groups whose decorations and targets would make the module many times as long.

use super::{Input, LowerError, ModuleBuilder, Pass, Request, Step};
use crate::inst::Inst;
use crate::order::Order;
use crate::tables::op;
use crate::views;
use alloc::vec::Vec;

const TOO_MANY: LowerError =
    LowerError::Because("decoration groups with too many decorations and targets");
const MALFORMED: LowerError = LowerError::Because("an invalid decoration group");

/// The row of the pass.
pub const STEP: Step = Step::new(|memory| &mut memory.ungroup);

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Ungroup {
    /// The decorations of groups: the group and the word offset, ascending.
    of_groups: Vec<(u32, u32)>,
    /// The words of a decoration that is being emitted, without the first.
    words: Vec<u32>,
}

impl Pass for Ungroup {
    fn concerns(&mut self, Request { input, .. }: Request<'_>) -> bool {
        input.facts.has_groups
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let Input { words, facts } = input;
        let is_group = |id: u32| {
            let def = input.def(id);
            def.is_some_and(|def| def.opcode() == op::OpDecorationGroup)
        };
        let decorates = |inst: Inst<'_>| {
            matches!(
                inst.opcode(),
                op::OpDecorate | op::OpDecorateId | op::OpDecorateString
            ) && is_group(inst.target())
        };
        self.of_groups.clear();
        for inst in facts.decorations(words) {
            if decorates(inst) {
                self.of_groups.push((inst.target(), inst.offset()));
            } else if inst.opcode() == op::OpDecorationGroup {
                build.remove(views::DecorationGroup(inst).result());
            }
        }
        self.of_groups.order();
        for inst in facts.declarations(words) {
            build.copy_global(input, inst)?;
        }
        build.copy_between(input, facts.first_function, words.len() as u32)?;
        let mut left = words.len() + super::input::FREE_PARTS;
        for inst in facts.decorations(words) {
            let step = match inst.opcode() {
                op::OpDecorationGroup => continue,
                op::OpGroupDecorate => 1,
                op::OpGroupMemberDecorate => 2,
                _ if decorates(inst) => continue,
                _ => {
                    build.copy_annotation(input, inst)?;
                    continue;
                }
            };
            let group = inst.target();
            let first = self.of_groups.partition_point(|one| one.0 < group);
            let of_group = self.of_groups.get(first..).unwrap_or(&[]);
            let of_group = of_group.iter().take_while(|one| one.0 == group);
            for target in inst.from(2).chunks(step) {
                for &(_, at) in of_group.clone() {
                    let one = Inst::at(words, at).ok_or(MALFORMED)?;
                    left = left.checked_sub(one.words().len()).ok_or(TOO_MANY)?;
                    self.words.clear();
                    self.words.extend_from_slice(target);
                    self.words.extend_from_slice(one.from(2));
                    build.annotate(opcode_for(one.opcode(), step)?, &self.words);
                }
            }
        }
        Ok(true)
    }
}

/// The opcode of a group's decoration on a target: an id, or a structure and a member.
fn opcode_for(opcode: u16, target: usize) -> Result<u16, LowerError> {
    match (opcode, target) {
        (_, 1) => Ok(opcode),
        (op::OpDecorate, _) => Ok(op::OpMemberDecorate),
        (op::OpDecorateString, _) => Ok(op::OpMemberDecorateString),
        _ => Err(LowerError::Because(
            "a decoration of members that names an id",
        )),
    }
}

#[cfg(test)]
mod tests;
