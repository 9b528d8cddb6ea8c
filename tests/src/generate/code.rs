//! The blocks of a function while it is written, and how values of several paths meet.

use super::choose::Choose as _;
use crate::hostile::random::Random;

/// How many values are carried through the control flow as ids; more are carried in variables.
pub const REGISTERS: usize = 4;

/// The ids that the registers are at some place.
pub type Registers = [u32; REGISTERS];

/// Appends an instruction.
pub fn push(words: &mut Vec<u32>, opcode: u16, operands: &[u32]) {
    words.push((operands.len() as u32 + 1) << 16 | u32::from(opcode));
    words.extend_from_slice(operands);
}

/// A block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The id of its label.
    pub label: u32,
    /// Result and pairs of each phi; all have the type of the registers.
    pub phis: Vec<(u32, Vec<(u32, u32)>)>,
    /// What stands between the phis and the end.
    pub body: Vec<u32>,
    /// Merge instruction and terminator.
    pub end: Vec<u32>,
    /// Where it goes.
    pub successors: Vec<u32>,
}

/// A place that several paths lead to.
#[derive(Clone, Debug)]
pub struct Join {
    /// The id of its label.
    pub label: u32,
    /// Blocks that go there, and the registers at their ends.
    pub edges: Vec<(u32, Registers)>,
}

/// A function while it is written.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The blocks so far; the last one is open.
    pub blocks: Vec<Block>,
    /// The registers now.
    pub registers: Registers,
}

impl Code {
    /// The open block.
    pub fn block(&mut self) -> &mut Block {
        self.blocks.last_mut().expect("a function has a block")
    }

    /// The label of the open block.
    pub fn current_label(&self) -> u32 {
        self.blocks.last().map_or(0, |block| block.label)
    }

    /// Begins a block.
    pub fn open(&mut self, label: u32) {
        self.blocks.push(Block {
            label,
            ..Block::default()
        });
    }

    /// Ends the open block. Where it goes is told by the edges that were noted, or here.
    pub fn close(&mut self, words: &[(u16, &[u32])], successors: &[u32]) {
        let block = self.block();
        for &(opcode, operands) in words {
            push(&mut block.end, opcode, operands);
        }
        block.successors.extend_from_slice(successors);
    }

    /// Notes that the open block goes to a join.
    pub fn edge(&self, join: &mut Join) {
        join.edges.push((self.current_label(), self.registers));
    }

    /// The blocks in an order of choice in which every block still comes behind the one that dominates it.
    pub fn shuffle(&mut self, random: &mut Random) {
        let parents = self.dominators();
        let mut waiting: Vec<usize> = (1..self.blocks.len()).collect();
        let mut order = vec![0];
        while !waiting.is_empty() {
            // A block that nothing leads to has no dominator; what it uses must stand before it all the same.
            let may_come = |at: usize| match parents[waiting[at]] {
                Some(parent) => order.contains(&parent),
                None => at == 0,
            };
            let ready: Vec<usize> = (0..waiting.len()).filter(|&at| may_come(at)).collect();
            order.push(waiting.remove(random.choose(&ready)));
        }
        self.blocks = order.iter().map(|&at| self.blocks[at].clone()).collect();
    }

    /// By block: the one that dominates it; none where nothing leads to it.
    fn dominators(&self) -> Vec<Option<usize>> {
        let at = |label| self.blocks.iter().position(|block| block.label == label);
        let count = self.blocks.len();
        let next: Vec<Vec<usize>> = self
            .blocks
            .iter()
            .map(|block| {
                block
                    .successors
                    .iter()
                    .filter_map(|&label| at(label))
                    .collect()
            })
            .collect();
        let reach = |without: usize| {
            let mut seen = vec![false; count];
            let mut pending = vec![0];
            while let Some(at) = pending.pop() {
                if at != without && !std::mem::replace(&mut seen[at], true) {
                    pending.extend(&next[at]);
                }
            }
            seen
        };
        let all = reach(count);
        let without: Vec<Vec<bool>> = (0..count).map(reach).collect();
        // The dominators of a block are those without which it is not reached; the closest one has the most itself.
        let dominates = |by: usize, block: usize| by != block && all[by] && !without[by][block];
        (0..count)
            .map(|block| {
                let above = (0..count).filter(|&by| all[block] && dominates(by, block));
                above.max_by_key(|&by| (0..count).filter(|&top| dominates(top, by)).count())
            })
            .collect()
    }
}
