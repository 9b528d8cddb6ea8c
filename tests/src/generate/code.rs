//! The basic blocks of the function being generated, and the join points where values from several predecessors meet.

use crate::random::Random;

/// The number of integer values that control flow carries as ids. Others are carried in variables.
pub const REGISTERS: usize = 4;

/// The ids of the current values of the registers.
pub type Registers = [u32; REGISTERS];

/// Appends an instruction to words.
pub fn push(words: &mut Vec<u32>, opcode: u16, operands: &[u32]) {
    words.push((operands.len() as u32 + 1) << 16 | u32::from(opcode));
    words.extend_from_slice(operands);
}

/// A basic block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The id of its label.
    pub label: u32,
    /// The result and the (value, predecessor) pairs of each phi. All have the type of the registers.
    pub phis: Vec<(u32, Vec<(u32, u32)>)>,
    /// The instructions between the phis and the merge instruction or terminator.
    pub body: Vec<u32>,
    /// The merge instruction and the terminator.
    pub end: Vec<u32>,
    /// The labels of the successors that are known when the block is closed.
    pub successors: Vec<u32>,
}

/// A block with several predecessors.
#[derive(Clone, Debug)]
pub struct Join {
    /// The id of its label.
    pub label: u32,
    /// The predecessors, and the registers at their ends.
    pub edges: Vec<(u32, Registers)>,
}

/// The body of the function being generated.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The blocks so far. The last one is open: instructions are appended to it.
    pub blocks: Vec<Block>,
    /// The current registers.
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

    /// Opens a new block.
    pub fn open(&mut self, label: u32) {
        self.blocks.push(Block {
            label,
            ..Block::default()
        });
    }

    /// Closes the open block with a merge instruction, if any, and a terminator.
    pub fn close(&mut self, words: &[(u16, &[u32])], successors: &[u32]) {
        let block = self.block();
        for &(opcode, operands) in words {
            push(&mut block.end, opcode, operands);
        }
        block.successors.extend_from_slice(successors);
    }

    /// Records the open block as a predecessor of a join point.
    pub fn edge(&self, join: &mut Join) {
        join.edges.push((self.current_label(), self.registers));
    }

    /// Reorders the blocks at random, keeping each block behind its immediate dominator.
    pub fn shuffle(&mut self, random: &mut Random) {
        let parents = self.dominators();
        let mut waiting: Vec<usize> = (1..self.blocks.len()).collect();
        let mut order = vec![0];
        while !waiting.is_empty() {
            // An unreachable block has no dominator, but the definitions that it uses must still precede it.
            let may_come = |at: usize| match parents[waiting[at]] {
                Some(parent) => order.contains(&parent),
                None => at == 0,
            };
            let ready: Vec<usize> = (0..waiting.len()).filter(|&at| may_come(at)).collect();
            order.push(waiting.remove(random.choose(&ready)));
        }
        self.blocks = order.iter().map(|&at| self.blocks[at].clone()).collect();
    }

    /// The immediate dominator of each block; `None` for the entry block and unreachable blocks.
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
        // A block is dominated by the blocks without which it is unreachable. The immediate dominator has the most dominators
        // itself.
        let dominates = |by: usize, block: usize| by != block && all[by] && !without[by][block];
        (0..count)
            .map(|block| {
                let above = (0..count).filter(|&by| all[block] && dominates(by, block));
                above.max_by_key(|&by| (0..count).filter(|&top| dominates(top, by)).count())
            })
            .collect()
    }
}
