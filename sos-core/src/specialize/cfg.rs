//! The control flow graph of a module: by block, where it may go next and what its merge instruction names. It is the same for all
//! values of constants, so that it is read from the words once.

use super::flow::switch_literal_words;
use crate::facts::{Block, Facts};
use crate::inst::Inst;
use crate::tables::op;
use crate::views;
use alloc::vec::Vec;

/// How a block ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// By a return, or by anything else without a branch.
    #[default]
    Other,
    /// By `OpBranch`.
    Branch,
    /// By `OpBranchConditional`: the successor if true, then the other.
    Conditional,
    /// By `OpSwitch`: the default, then the cases.
    Switch,
}

/// What is known of a block. Blocks are named by their indices plus 1; 0 is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    /// Where its successors begin in the list of all, and where they end.
    first: u32,
    last: u32,
    /// The merge block of its merge instruction.
    pub merge: u32,
    /// The continue target, of a loop's header.
    pub continue_target: u32,
    /// How it ends.
    pub end: End,
    /// Whether it has a merge instruction, and whether that is a loop's.
    pub is_header: bool,
    pub is_loop: bool,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    /// By id: the block with this label.
    block_of: Vec<u32>,
    nodes: Vec<Node>,
    /// Indices of blocks.
    successors: Vec<u32>,
}

impl Cfg {
    /// Reads the graph of a module.
    pub fn read(&mut self, facts: &Facts, words: &[u32]) {
        self.block_of.clear();
        self.block_of.resize(facts.def.len(), 0);
        for (index, block) in (1..).zip(&facts.blocks) {
            if let Some(slot) = self.block_of.get_mut(block.id as usize) {
                *slot = index;
            }
        }
        self.nodes.clear();
        self.successors.clear();
        for block in &facts.blocks {
            let node = self.node(facts, words, block);
            self.nodes.push(node);
        }
    }

    fn node(&mut self, facts: &Facts, words: &[u32], block: &Block) -> Node {
        let mut node = Node {
            first: self.successors.len() as u32,
            ..Node::default()
        };
        if let Some(merge) = Inst::at(words, block.merge).filter(|_| block.merge != 0) {
            node.is_header = true;
            node.merge = self.number(views::Merge(merge).merge_block());
            if merge.opcode() == op::OpLoopMerge {
                node.is_loop = true;
                node.continue_target = self.number(views::LoopMerge(merge).continue_target());
            }
        }
        if let Some(end) = Inst::at(words, block.end) {
            match end.opcode() {
                op::OpBranch => {
                    node.end = End::Branch;
                    self.push(views::Branch(end).target_label());
                }
                op::OpBranchConditional => {
                    node.end = End::Conditional;
                    self.push(views::BranchConditional(end).true_label());
                    self.push(views::BranchConditional(end).false_label());
                }
                op::OpSwitch => {
                    node.end = End::Switch;
                    let switch = views::Switch(end);
                    self.push(switch.default());
                    let literal = switch_literal_words(facts, words, end);
                    for case in switch.targets().chunks_exact(literal + 1) {
                        self.push(case.last().copied().unwrap_or(0));
                    }
                }
                _ => {}
            }
        }
        node.last = self.successors.len() as u32;
        node
    }

    fn push(&mut self, label: u32) {
        self.successors.extend(self.block(label));
    }

    fn number(&self, label: u32) -> u32 {
        self.block_of.get(label as usize).copied().unwrap_or(0)
    }

    /// The index of the block with a label.
    #[inline]
    pub fn block(&self, label: u32) -> Option<u32> {
        self.number(label).checked_sub(1)
    }

    /// What is known of a block.
    #[inline]
    pub fn of(&self, block: u32) -> Node {
        self.nodes.get(block as usize).copied().unwrap_or_default()
    }

    /// The successors of a block, as often as its branch names them.
    #[inline]
    pub fn successors(&self, node: Node) -> &[u32] {
        let range = node.first as usize..node.last as usize;
        self.successors.get(range).unwrap_or(&[])
    }

    /// Visits the successors of a block: only the one with index `taken` minus 1 if that is not 0.
    pub fn for_each(&self, block: u32, taken: u32, mut visit: impl FnMut(u32)) {
        match taken.checked_sub(1) {
            Some(taken) => visit(taken),
            None => self
                .successors(self.of(block))
                .iter()
                .for_each(|&to| visit(to)),
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        4 * (self.block_of.len() + self.successors.len()) + self.nodes.len() * size_of::<Node>()
    }
}
