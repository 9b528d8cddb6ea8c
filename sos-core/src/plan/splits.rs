//! Repairs blocks of the input that rules have split, once the module is written.
//!
//! A rule that replaces an instruction by control flow ends the current block and continues in a new one. It writes the
//! replacement without regard to the rest of the block:
//!
//! ```text
//! %block = OpLabel                              %block = OpLabel
//!          …                                             …
//!          OpStore %pointer %value                       OpSelectionMerge %rest None
//!          …                                             OpBranchConditional %condition %then %rest
//!          OpBranch %next                       %then =  OpLabel
//!                                                        OpStore %pointer %value
//!                                                        OpBranch %rest
//!                                               %rest =  OpLabel
//!                                                        …
//!                                                        OpBranch %next
//! ```
//!
//! Branches to `%block` still enter its first part, and merge instructions and continue targets that name it remain valid.
//! Three things do not, and [`Splits::mend`] repairs them in the words of the whole output, where every block is known:
//!
//! - *Phis.* Phis in successors name `%block` as their predecessor, which is `%rest` now. Which phis have to change is known
//!   from their position: those in the input's blocks. Those written by rules name the blocks that the rule has written, and
//!   [`Splits::block`] for the block where the rule began.
//! - *Sampled images*, which must be in the block that uses them: [`super::sampled`].
//! - *Loop headers.* `OpLoopMerge` is now in the last part, but the back edge enters the first, which must have it (SPIR-V
//!   specification, section 2.11, "Structured Control Flow"). So a header keeps its phis and what preceded the split, and
//!   branches to a new block with everything else:
//!
//! ```text
//! %head = OpLabel                               %head = OpLabel
//!         %i = OpPhi …                                  %i = OpPhi …
//!         OpStore %pointer %value                       OpLoopMerge %exit %next None
//!         OpLoopMerge %exit %next None                  OpBranch %body
//!         OpBranchConditional %c %body %exit    %body = OpLabel
//!                                                       …the store, in two more blocks…
//!                                                       OpBranchConditional %c %body %exit
//! ```
//!
//! A header that branches to two blocks of its loop becomes the header of a selection whose merge block is unreachable. A
//! loop of a single block, which is its own continue target, gets a separate one: `OpBranch %head` and nothing else.
//!
//! Blocks that no rule has split are not touched. Time and memory are linear in the words; if no block was split, nothing is
//! done.

use super::sampled::Sampled;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::tables::{op, op_hot, OpFlags};
use crate::views;
use alloc::vec::Vec;

/// A loop header that was split before its `OpLoopMerge`.
#[derive(Clone, Copy, Debug)]
struct Header {
    label: u32,
    /// Word offset of the `OpLoopMerge`.
    merge: u32,
    /// The label of the block for what followed the split.
    body: u32,
    /// The new continue target of a loop that was its own, or 0.
    next: u32,
}

/// A phi.
#[derive(Clone, Copy, Debug)]
struct Phi {
    at: u32,
    /// The label of the input's block that contains it, or 0.
    label: u32,
    /// Whether it is in a part that was split off, that is, written by a rule.
    is_new: bool,
}

/// Whether blocks were split, and working memory to repair them.
#[derive(Clone, Debug, Default)]
pub struct Splits {
    /// Whether a block of the input was split.
    pub any: bool,
    /// The label of the block that is being written, of the input or new.
    pub block: u32,
    /// By label of the input: the label of the last part of its block, 0 if the block was not split.
    last: Vec<u32>,
    headers: Vec<Header>,
    phis: Vec<Phi>,
    spare: Vec<u32>,
    sampled: Sampled,
}

impl Splits {
    /// Clears the state of the last plan.
    pub fn reset(&mut self) {
        self.any = false;
        self.block = 0;
    }

    /// Repairs a module after blocks were split; `input` is the id bound of the module that it was written from.
    pub fn mend(&mut self, words: &mut Vec<u32>, input: u32) {
        if !self.any {
            return;
        }
        self.sampled.mend(words);
        let bound = words.get(3).copied().unwrap_or(0);
        let bound = self.find_splits(words, input, bound);
        self.rename_predecessors(words);
        let bound = match self.headers.is_empty() {
            true => bound,
            false => self.rewrite(words, input, bound),
        };
        if let Some(slot) = words.get_mut(3) {
            *slot = bound;
        }
    }

    /// Finds the last part of each block, split loop headers, and phis. Returns the new id bound.
    fn find_splits(&mut self, words: &[u32], input: u32, bound: u32) -> u32 {
        self.last.clear();
        self.last.resize(input as usize, 0);
        self.headers.clear();
        self.phis.clear();
        let (mut label, mut is_split, mut bound) = (0, false, bound);
        let mut id = || {
            bound = bound.saturating_add(1);
            bound - 1
        };
        for inst in Insts::new(words, LEN as u32, words.len() as u32) {
            match inst.opcode() {
                op::OpFunction => (label, is_split) = (0, false),
                op::OpLabel if views::Label(inst).result() < input => {
                    (label, is_split) = (views::Label(inst).result(), false)
                }
                op::OpLabel => {
                    is_split = label != 0;
                    if let Some(last) = self.last.get_mut(label as usize) {
                        *last = views::Label(inst).result();
                    }
                }
                op::OpPhi => self.phis.push(Phi {
                    at: inst.offset(),
                    label,
                    is_new: is_split,
                }),
                // The `OpLoopMerge` of a loop written by a rule names a merge block written by the rule.
                op::OpLoopMerge if is_split && views::LoopMerge(inst).merge_block() < input => {
                    let body = id();
                    let is_own = views::LoopMerge(inst).continue_target() == label;
                    let next = if is_own { id() } else { 0 };
                    self.headers.push(Header {
                        label,
                        merge: inst.offset(),
                        body,
                        next,
                    });
                }
                _ => {}
            }
        }
        bound
    }

    /// Updates the predecessors that phis name.
    fn rename_predecessors(&self, words: &mut [u32]) {
        for phi in &self.phis {
            let behind = self.headers.partition_point(|header| header.merge < phi.at);
            let header = self.headers.get(behind);
            let header = header.filter(|header| header.label == phi.label);
            let end = Inst::at(words, phi.at).map_or(0, |inst| inst.end());
            let edges = words.get_mut(phi.at as usize + 3..end as usize);
            for edge in edges.unwrap_or(&mut []).chunks_exact_mut(2) {
                if let [_, from] = edge {
                    *from = self.new_predecessor(*from, phi, header);
                }
            }
        }
    }

    /// Returns the label that replaces the predecessor `from` of a phi.
    fn new_predecessor(&self, from: u32, phi: &Phi, header: Option<&Header>) -> u32 {
        let new_predecessor = match header.filter(|_| from == phi.label) {
            // A phi written by a rule in the second part of the header.
            Some(header) if phi.is_new => header.body,
            Some(header) if header.next != 0 => header.next,
            _ if phi.is_new => 0,
            _ => self.last.get(from as usize).copied().unwrap_or(0),
        };
        if new_predecessor == 0 {
            from
        } else {
            new_predecessor
        }
    }

    /// Rewrites all words, with two parts for each loop header that was split. Returns the new id bound.
    fn rewrite(&mut self, words: &mut Vec<u32>, input: u32, mut bound: u32) -> u32 {
        let mut headers = self.headers.iter().peekable();
        let mut header: Option<&Header> = None;
        // Whether the first part is finished, and whether the terminator is next.
        let (mut is_open, mut at_end) = (false, false);
        let out = &mut self.spare;
        out.clear();
        out.extend_from_slice(words.get(..LEN).unwrap_or(&[]));
        for inst in Insts::new(words, LEN as u32, words.len() as u32) {
            match inst.opcode() {
                op::OpFunction => header = None,
                op::OpLabel if views::Label(inst).result() < input => {
                    let label = views::Label(inst).result();
                    header = headers.next_if(|header| header.label == label);
                    (is_open, at_end) = (false, false);
                }
                _ => {}
            }
            let Some(header) = header else {
                out.extend_from_slice(inst.words());
                continue;
            };
            if !is_open && ends_block(inst.opcode()) {
                is_open = true;
                open(words, header, out);
            }
            if at_end {
                at_end = false;
                close(words, header, inst, &mut bound, out);
            } else if inst.offset() == header.merge {
                at_end = true;
            } else {
                out.extend_from_slice(inst.words());
            }
        }
        words.clear();
        words.extend_from_slice(out);
        bound
    }
}

/// Finishes the first part of a split loop header.
fn open(words: &[u32], header: &Header, out: &mut Vec<u32>) {
    let start = out.len();
    let merge = Inst::at(words, header.merge).map_or(&[][..], |merge| merge.words());
    out.extend_from_slice(merge);
    if let Some(target) = out.get_mut(start + 2).filter(|_| header.next != 0) {
        *target = header.next;
    }
    out.extend_from_slice(&[branch(), header.body]);
    out.extend_from_slice(&[2 << 16 | u32::from(op::OpLabel), header.body]);
}

/// Writes the terminator of the second part of a split loop header.
fn close(words: &[u32], header: &Header, end: Inst<'_>, bound: &mut u32, out: &mut Vec<u32>) {
    let merge = Inst::at(words, header.merge);
    let [exit, next] = [1, 2].map(|index| merge.map_or(0, |merge| merge.word(index)));
    let targets: &[usize] = match end.opcode() {
        op::OpBranch => &[1],
        op::OpBranchConditional => &[2, 3],
        _ => &[],
    };
    let leaves = |&index: &usize| [exit, next].contains(&end.word(index));
    // Within a loop, a branch to two of its blocks needs a merge instruction.
    let chooses = targets.len() == 2 && !targets.iter().any(leaves);
    let never = *bound;
    if chooses {
        *bound = bound.saturating_add(1);
        out.extend_from_slice(&[3 << 16 | u32::from(op::OpSelectionMerge), never, 0]);
    }
    let start = out.len();
    out.extend_from_slice(end.words());
    for &index in targets {
        if let Some(target) = out.get_mut(start + index) {
            if header.next != 0 && *target == header.label {
                *target = header.next;
            }
        }
    }
    if chooses {
        out.extend_from_slice(&[2 << 16 | u32::from(op::OpLabel), never]);
        out.push(1 << 16 | u32::from(op::OpUnreachable));
    }
    if header.next != 0 {
        out.extend_from_slice(&[2 << 16 | u32::from(op::OpLabel), header.next]);
        out.extend_from_slice(&[branch(), header.label]);
    }
}

fn branch() -> u32 {
    2 << 16 | u32::from(op::OpBranch)
}

/// Whether an opcode is a terminator, or a merge instruction, which precedes it.
fn ends_block(opcode: u16) -> bool {
    matches!(opcode, op::OpSelectionMerge | op::OpLoopMerge)
        || op_hot(opcode).flags.contains(OpFlags::TERMINATOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::assemble;

    /// Opcodes and ids of the functions after repair, where the ids named in `old` are the input's.
    fn mended(old: &str, body: &str) -> Vec<Vec<u32>> {
        let names: String = old
            .split_whitespace()
            .map(|id| format!("OpName {id} \"\"\n"))
            .collect();
        let mut words = assemble(3, &format!("{names}{body}"));
        let mut splits = Splits {
            any: true,
            ..Splits::default()
        };
        splits.mend(&mut words, old.split_whitespace().count() as u32 + 1);
        let all = Insts::new(&words, LEN as u32, words.len() as u32);
        let code = all.skip_while(|inst| inst.opcode() != op::OpFunction);
        let insts: Vec<Vec<u32>> = code
            .map(|inst| [&[u32::from(inst.opcode())], inst.from(1)].concat())
            .collect();
        let ids = insts.iter().flat_map(|inst| inst.iter().skip(1));
        assert!(ids.into_iter().all(|&id| id < words[3]));
        insts
    }

    #[test]
    fn a_header_with_two_successors_becomes_a_selection_without_merge() {
        let (head, left, right, next, exit) = (6, 7, 8, 9, 10);
        let code = mended(
            "%f %t %fn %c %v %head %left %right %next %exit",
            "%f = OpFunction %t None %fn
             %head = OpLabel
             OpSelectionMerge %rest None
             OpBranchConditional %c %then %rest
             %then = OpLabel
             OpBranch %rest
             %rest = OpLabel
             OpLoopMerge %exit %next None
             OpBranchConditional %c %left %right
             %left = OpLabel
             OpBranch %next
             %right = OpLabel
             OpBranchConditional %c %next %exit
             %next = OpLabel
             %v = OpPhi %t %c %left %c %right
             OpBranch %head
             %exit = OpLabel
             OpReturn
             OpFunctionEnd",
        );
        let [label, merge, loops, branch, choose, never] = [
            op::OpLabel,
            op::OpSelectionMerge,
            op::OpLoopMerge,
            op::OpBranch,
            op::OpBranchConditional,
            op::OpUnreachable,
        ]
        .map(u32::from);
        let (rest, then, body, nowhere) = (11, 12, 13, 14);
        let expected: &[&[u32]] = &[
            &[label, head],
            &[loops, exit, next, 0],
            &[branch, body],
            &[label, body],
            &[merge, rest, 0],
            &[choose, 4, then, rest],
            &[label, then],
            &[branch, rest],
            &[label, rest],
            &[merge, nowhere, 0],
            &[choose, 4, left, right],
            &[label, nowhere],
            &[never],
            &[label, left],
        ];
        assert_eq!(&code[1..=expected.len()], expected);
    }

    #[test]
    fn a_loop_of_one_block_gets_a_continue_target() {
        let (head, exit) = (6, 7);
        let code = mended(
            "%f %t %fn %c %v %head %exit %before",
            "%f = OpFunction %t None %fn
             %before = OpLabel
             OpBranch %head
             %head = OpLabel
             %v = OpPhi %t %c %before %c %head
             OpSelectionMerge %rest None
             OpBranchConditional %c %then %rest
             %then = OpLabel
             OpBranch %rest
             %rest = OpLabel
             %new = OpPhi %t %c %head %c %then
             OpLoopMerge %exit %head None
             OpBranchConditional %c %head %exit
             %exit = OpLabel
             %out = OpPhi %t %v %head
             OpReturn
             OpFunctionEnd",
        );
        let (rest, then, out, body, next) = (9, 10, 12, 13, 14);
        let [phi, loops, label, branch, choose] = [
            op::OpPhi,
            op::OpLoopMerge,
            op::OpLabel,
            op::OpBranch,
            op::OpBranchConditional,
        ]
        .map(u32::from);
        let has = |inst: &[u32]| assert!(code.iter().any(|one| one == inst), "{inst:?} {code:?}");
        // The input's phi gets the new continue target as predecessor, the rule's phi the second part of the header.
        has(&[phi, 2, 5, 4, 8, 4, next]);
        has(&[phi, 2, 11, 4, body, 4, then]);
        has(&[loops, exit, next, 0]);
        has(&[choose, 4, next, exit]);
        has(&[phi, 2, out, 5, rest]);
        let at = code.iter().position(|inst| inst == &[label, next]).unwrap();
        assert_eq!(code[at + 1], [branch, head]);
        assert_eq!(code[at + 2], [label, exit]);
    }
}
