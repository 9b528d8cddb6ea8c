//! Blocks of the input that are split: what must be set right about them once a module is written.
//!
//! A rule that puts control flow in the place of an instruction ends the block in which that stands and goes on in a block
//! of its own. It writes what it means and cares for nothing else:
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
//! Branches to `%block` still enter at its first part, and merge instructions and continue targets that name it are right
//! as they are. Three things are not, and [`Splits::mend`] sees to them in the words of the whole output, where every block
//! is known:
//!
//! - *Phis.* Those of the blocks behind name `%block` as where they are entered from; that is `%rest` now. Which phis
//!   these are is told by where they stand: in the input's blocks. What a rule writes names the blocks that it has written,
//!   and [`Splits::block`] where it began.
//! - *Sampled images*, which have to stand in the block that uses them: [`super::sampled`].
//! - *Loop headers.* `OpLoopMerge` has come to stand in the last part, but the loop returns to the first, which must have it
//!   (SPIR-V specification, section 2.11, "Structured Control Flow"). So a header keeps its phis and what stood
//!   before the split, and branches to a new block with everything else:
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
//! A header that chooses between two blocks of its loop becomes the header of a selection, whose merge block is never
//! reached. A loop of one block, which is its own continue target, gets another: `OpBranch %head` and nothing else.
//!
//! A block that no rule has split is not touched. Time and memory are linear in the words, and nothing is done at all
//! where no block was split.

use super::sampled::Sampled;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::tables::{op, op_hot, OpFlags};

/// A loop header that was split in front of its `OpLoopMerge`.
#[derive(Clone, Copy, Debug)]
struct Header {
    label: u32,
    /// Where the `OpLoopMerge` stands.
    merge: u32,
    /// The block for what stood behind the split.
    body: u32,
    /// The continue target of a loop that was its own, or 0.
    next: u32,
}

/// A phi.
#[derive(Clone, Copy, Debug)]
struct Phi {
    at: u32,
    /// The label of the input's block that it stands in, or 0.
    label: u32,
    /// Whether it stands in a part that was split off: it was written by a rule then.
    is_new: bool,
}

/// Whether blocks were split, and the space to mend them.
#[derive(Clone, Debug, Default)]
pub struct Splits {
    /// Whether a block of the input was split.
    pub any: bool,
    /// The label of the block that is being written, of the input's or a new one.
    pub block: u32,
    /// By label of the input: the last part of its block, 0 where that is the block itself.
    last: Vec<u32>,
    headers: Vec<Header>,
    phis: Vec<Phi>,
    spare: Vec<u32>,
    sampled: Sampled,
}

impl Splits {
    /// Forgets all.
    pub fn reset(&mut self) {
        self.any = false;
        self.block = 0;
    }

    /// Sets right what the splitting of blocks has left behind in a module; `input` is the bound of the module that it was
    /// made from.
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

    /// Finds the last part of each block, the loop headers that were split, and phis; answers the new bound.
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
                op::OpLabel if inst.word(1) < input => (label, is_split) = (inst.word(1), false),
                op::OpLabel => {
                    is_split = label != 0;
                    if let Some(last) = self.last.get_mut(label as usize) {
                        *last = inst.word(1);
                    }
                }
                op::OpPhi => self.phis.push(Phi {
                    at: inst.offset(),
                    label,
                    is_new: is_split,
                }),
                // A loop that a rule has written ends in a block that it has written.
                op::OpLoopMerge if is_split && inst.word(1) < input => {
                    let body = id();
                    let next = if inst.word(2) == label { id() } else { 0 };
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

    /// Has phis name the blocks that they are entered from now.
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

    /// The block from which a phi is entered now that was entered from another.
    fn new_predecessor(&self, from: u32, phi: &Phi, header: Option<&Header>) -> u32 {
        let new_predecessor = match header.filter(|_| from == phi.label) {
            // A rule's own, of the part that the header was left with.
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

    /// Writes all anew, with two parts of each loop header that was split; answers the new bound.
    fn rewrite(&mut self, words: &mut Vec<u32>, input: u32, mut bound: u32) -> u32 {
        let mut headers = self.headers.iter().peekable();
        let mut header: Option<&Header> = None;
        // Whether its first part is written, and whether its terminator is next.
        let (mut is_open, mut at_end) = (false, false);
        let out = &mut self.spare;
        out.clear();
        out.extend_from_slice(words.get(..LEN).unwrap_or(&[]));
        for inst in Insts::new(words, LEN as u32, words.len() as u32) {
            match inst.opcode() {
                op::OpFunction => header = None,
                op::OpLabel if inst.word(1) < input => {
                    header = headers.next_if(|header| header.label == inst.word(1));
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

/// Ends the first part of a loop header.
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

/// Writes the terminator of what was a loop header and is a block of its loop now.
fn close(words: &[u32], header: &Header, end: Inst<'_>, bound: &mut u32, out: &mut Vec<u32>) {
    let merge = Inst::at(words, header.merge);
    let [exit, next] = [1, 2].map(|index| merge.map_or(0, |merge| merge.word(index)));
    let targets: &[usize] = match end.opcode() {
        op::OpBranch => &[1],
        op::OpBranchConditional => &[2, 3],
        _ => &[],
    };
    let leaves = |&index: &usize| [exit, next].contains(&end.word(index));
    // Inside of a loop, who chooses between two of its blocks says where they come together.
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

/// Whether an instruction is one of those that end a block: its terminator, or the merge instruction in front of that.
fn ends_block(opcode: u16) -> bool {
    matches!(opcode, op::OpSelectionMerge | op::OpLoopMerge)
        || op_hot(opcode).flags.contains(OpFlags::TERMINATOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::assemble;

    /// Opcodes and ids of the functions, after the ids that are named first have been taken for the input's.
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
    fn a_header_that_chooses_becomes_a_selection_that_never_comes_together() {
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
        // The input's phi comes from the new continue target, the rule's from what the header has become.
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
