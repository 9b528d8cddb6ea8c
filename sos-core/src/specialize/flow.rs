//! Which blocks can run, and which branches are decided.
//!
//! # Meaning
//! One pass over a function's blocks in module order evaluates constants and follows the branches that remain possible. A
//! block comes after its immediate dominator (specification, section 2.16.1), so in practice a block is reached before the
//! pass visits it. If one is not (blocks with the same immediate dominator may be in any order), the pass is repeated with
//! the results so far, a few times at most; in a function that needs more, nothing is folded.
//!
//! A phi has a value if all edges into its block that can be taken bring the same one. An edge from a later block counts as
//! taken, so nothing is concluded from the first iteration of a loop. In particular, dominance is never inferred from the
//! order of a walk: values of different paths meet only in phis, and a phi considers all of them.
//!
//! # Prior art
//! This is sparse conditional constant propagation (Wegman and Zadeck, 1991) without the optimism about back edges, which
//! would need use lists; in exchange it is one linear pass.

use super::values::{Node, Values};
use crate::facts::{Block, Facts, Function};
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::tables::{capability, op, op_hot, OpFlags};
use crate::views;

/// The number of passes over a function, after which none of its branches is folded.
const MAX_PASSES: u32 = 4;

/// What is known of the blocks of a module.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// By block: whether it can run.
    pub live: Vec<bool>,
    /// By block: whether it stays in the output with its instructions.
    pub kept: Vec<bool>,
    /// By block: the label of its only possible successor, or 0 if its terminator decides at run time.
    pub deferred: Vec<u32>,
    /// By function: whether an entry point can reach it.
    functions: Vec<bool>,
    /// How the structure of the kept blocks is written.
    pub(super) structure: super::structure::Structure,
    /// By id: the index of the block with this label, plus 1.
    block_of: Vec<u32>,
    /// Whether branches are folded by the values of their conditions.
    fold: bool,
    /// Whether instructions are evaluated, rather than only branches on constants of the module.
    deep: bool,
    /// Functions still to be visited.
    pending: Vec<u32>,
}

impl Flow {
    /// Determines the live and kept blocks of all functions that an entry point reaches. With `fold` false, every block that
    /// the module's own control flow reaches is kept and live. With `deep` false, no instruction is evaluated, which loses
    /// nothing if no constant is set.
    ///
    /// A function that is called only from kept blocks that are not live is kept, and none of its blocks is live.
    pub fn run(
        &mut self,
        facts: &Facts,
        words: &[u32],
        values: &mut Values,
        fold: bool,
        deep: bool,
    ) {
        self.fold = fold;
        self.deep = deep;
        self.reset(facts);
        for entry in facts.entries(words) {
            self.add_function(facts, views::EntryPoint(entry).entry_point());
        }
        if facts.entry_points.is_empty() || may_name_functions(facts) {
            for function in &facts.functions {
                self.add_function(facts, function.id);
            }
        }
        self.visit_pending(facts, words, values, true);
        for call in &facts.calls {
            if self.is_kept(call.block) {
                self.add_function(facts, call.callee);
            }
        }
        self.visit_pending(facts, words, values, false);
    }

    /// Visits the pending functions and those that they call. With `live` false, their blocks are not live, and calls in all
    /// kept blocks count.
    fn visit_pending(&mut self, facts: &Facts, words: &[u32], values: &mut Values, live: bool) {
        while let Some(index) = self.pending.pop() {
            let Some(function) = facts.functions.get(index as usize) else {
                continue;
            };
            self.find_live(facts, words, values, function);
            if !self.keep_whole(function) {
                self.structure_of(facts, words, function, self.fold);
            }
            if !live {
                let blocks = function.first_block as usize..function.last_block as usize;
                if let Some(blocks) = self.live.get_mut(blocks) {
                    blocks.fill(false);
                }
            }
            let calls = facts
                .calls
                .get(function.first_call as usize..function.last_call as usize);
            for call in calls.unwrap_or(&[]) {
                if self.is_kept(call.block) && (!live || self.is_live(call.block)) {
                    self.add_function(facts, call.callee);
                }
            }
        }
    }

    fn reset(&mut self, facts: &Facts) {
        let blocks = facts.blocks.len();
        self.block_of.clear();
        self.block_of.resize(facts.def.len(), 0);
        for (index, block) in facts.blocks.iter().enumerate() {
            if let Some(slot) = self.block_of.get_mut(block.id as usize) {
                *slot = index as u32 + 1;
            }
        }
        for flags in [&mut self.live, &mut self.kept] {
            flags.clear();
            flags.resize(blocks, false);
        }
        self.deferred.clear();
        self.deferred.resize(blocks, 0);
        self.functions.clear();
        self.functions.resize(facts.functions.len(), false);
        self.pending.clear();
        self.structure.reset(blocks);
    }

    fn add_function(&mut self, facts: &Facts, id: u32) {
        let Some(index) = facts.function_of(id) else {
            return;
        };
        match self.functions.get_mut(index) {
            Some(live) if !*live => *live = true,
            _ => return,
        }
        self.pending.push(index as u32);
    }

    /// Whether a block is kept.
    pub fn is_kept(&self, block: u32) -> bool {
        self.kept.get(block as usize).copied().unwrap_or(false)
    }

    /// Whether a block can run.
    pub fn is_live(&self, block: u32) -> bool {
        self.live.get(block as usize).copied().unwrap_or(false)
    }

    /// Whether an entry point can reach a function, given by its index.
    pub fn reaches(&self, function: usize) -> bool {
        self.functions.get(function) == Some(&true)
    }

    /// Whether everything can run and stays unmodified.
    pub fn is_whole(&self) -> bool {
        let all = |flags: &[bool]| flags.iter().all(|&flag| flag);
        all(&self.functions)
            && all(&self.live)
            && all(&self.kept)
            && self.deferred.iter().all(|&label| label == 0)
    }

    /// Returns the index of the block with a label.
    pub fn block(&self, label: u32) -> Option<u32> {
        self.block_of.get(label as usize)?.checked_sub(1)
    }

    fn find_live(
        &mut self,
        facts: &Facts,
        words: &[u32],
        values: &mut Values,
        function: &Function,
    ) {
        for pass in 0..=MAX_PASSES {
            self.mark_live(function.first_block);
            let mut again = false;
            for index in function.first_block..function.last_block {
                let Some(&block) = facts.blocks.get(index as usize) else {
                    continue;
                };
                if !self.is_live(index) {
                    continue;
                }
                let taken = if pass == MAX_PASSES || !self.fold {
                    0
                } else {
                    self.evaluate(facts, words, values, index, block)
                };
                if let Some(slot) = self.deferred.get_mut(index as usize) {
                    *slot = taken;
                }
                let Some(end) = Inst::at(words, block.end) else {
                    continue;
                };
                for_each_successor(facts, words, end, taken, |label| {
                    if let Some(next) = self.block(label) {
                        again |= !self.is_live(next) && next <= index;
                        self.mark_live(next);
                    }
                });
            }
            if !again {
                return;
            }
            if pass + 1 == MAX_PASSES {
                for index in function.first_block..function.last_block {
                    self.mark_live(index);
                }
            }
        }
    }

    /// Keeps all blocks of a function, and its structure, if each block can run and no branch is folded. Returns whether that
    /// is so.
    fn keep_whole(&mut self, function: &Function) -> bool {
        let blocks = function.first_block as usize..function.last_block as usize;
        let live = self.live.get(blocks.clone()).unwrap_or(&[]);
        let taken = self.deferred.get(blocks.clone()).unwrap_or(&[]);
        let is_whole = live.iter().all(|&live| live) && taken.iter().all(|&label| label == 0);
        if let Some(kept) = self.kept.get_mut(blocks).filter(|_| is_whole) {
            kept.fill(true);
        }
        is_whole
    }

    fn mark_live(&mut self, block: u32) {
        if let Some(live) = self.live.get_mut(block as usize) {
            *live = true;
        }
    }

    /// Enters the values of a block's constant instructions. Returns the label to which its terminator always branches, or 0.
    fn evaluate(
        &self,
        facts: &Facts,
        words: &[u32],
        values: &mut Values,
        index: u32,
        block: Block,
    ) -> u32 {
        for inst in Insts::new(words, block.label, block.end).take_while(|_| self.deep) {
            let opcode = inst.opcode();
            let flags = op_hot(opcode).flags;
            if !flags.contains(OpFlags::PURE) || !flags.contains(OpFlags::RESULT_TYPE) {
                continue;
            }
            let node = match opcode {
                op::OpPhi => self.phi(facts, words, values, index, inst),
                op::OpLoad | op::OpVariable => continue,
                // Nearly every instruction has an operand that is not constant, so this is checked first.
                _ if !values.may_be_known(facts, words, opcode, inst.operands()) => 0,
                _ => values.operate(facts, words, opcode, inst.result_type(), inst.operands()),
            };
            values.set(inst.result(), node);
        }
        let Some(end) = Inst::at(words, block.end) else {
            return 0;
        };
        match end.opcode() {
            op::OpBranchConditional => {
                let branch = views::BranchConditional(end);
                match values.scalar(facts, words, branch.condition()) {
                    Some(0) => branch.false_label(),
                    Some(_) => branch.true_label(),
                    None => 0,
                }
            }
            op::OpSwitch => match values.scalar(facts, words, views::Switch(end).selector()) {
                Some(selector) => switch_target(facts, words, end, selector),
                None => 0,
            },
            _ => 0,
        }
    }

    fn phi(
        &self,
        facts: &Facts,
        words: &[u32],
        values: &mut Values,
        index: u32,
        inst: Inst<'_>,
    ) -> Node {
        let mut agreed: Node = 0;
        for pair in views::Phi(inst).pairs().chunks_exact(2) {
            let &[id, label] = pair else { continue };
            let Some(from) = self.block(label) else {
                continue;
            };
            if from < index && !self.is_live_edge(facts, from, index) {
                continue;
            }
            // A value from a later block is not evaluated yet, unless it is a constant of the module.
            let node = values.node(facts, words, id);
            let unevaluated = from >= index
                && facts
                    .def(words, id)
                    .is_some_and(|def| def.offset() > facts.first_function);
            if node == 0 || unevaluated || !(agreed == 0 || values.same(agreed, node)) {
                return 0;
            }
            agreed = node;
        }
        agreed
    }

    /// Whether the edge between two blocks can be taken, for a source block that this pass has visited. The target's phi
    /// names the source as predecessor, so the edge exists unless the source branches elsewhere.
    fn is_live_edge(&self, facts: &Facts, from: u32, to: u32) -> bool {
        let taken = self.deferred.get(from as usize).copied().unwrap_or(0);
        let to = facts.blocks.get(to as usize).map_or(0, |block| block.id);
        self.is_live(from) && (taken == 0 || taken == to)
    }
}

/// Whether instructions other than calls may refer to functions: unknown ones, and those that pass a function to be called
/// for each element of a matrix.
fn may_name_functions(facts: &Facts) -> bool {
    let passing = [
        capability::CooperativeMatrixReductionsEXT,
        capability::CooperativeMatrixPerElementOperationsEXT,
        capability::CooperativeMatrixBlockLoadsNV,
        capability::FunctionPointersINTEL,
    ];
    facts.unknown_opcode != 0 || passing.into_iter().any(|one| facts.uses(one))
}

/// Returns the number of words of a case literal of an `OpSwitch`: two if the selector is wider than 32 bits. Returns one for
/// all other instructions, which have no such literals.
#[inline]
pub fn switch_literal_words(facts: &Facts, words: &[u32], inst: Inst<'_>) -> usize {
    if inst.opcode() != op::OpSwitch {
        return 1;
    }
    let scalar = facts.scalar_of(words, facts.type_of(words, views::Switch(inst).selector()));
    if scalar.is_some_and(|scalar| scalar.width() > 32) {
        2
    } else {
        1
    }
}

/// Calls `visit` with every id that an instruction uses, and its word index.
#[inline]
pub fn uses(facts: &Facts, words: &[u32], inst: Inst<'_>, visit: impl FnMut(usize, u32)) {
    for_each_use(
        inst.words(),
        switch_literal_words(facts, words, inst),
        visit,
    );
}

fn switch_target(facts: &Facts, words: &[u32], inst: Inst<'_>, selector: u64) -> u32 {
    let literal_words = switch_literal_words(facts, words, inst);
    let switch = views::Switch(inst);
    let width = facts
        .scalar_of(words, facts.type_of(words, switch.selector()))
        .map_or(32, |scalar| scalar.width());
    for case in switch.targets().chunks_exact(literal_words + 1) {
        let (literal, label) = match *case {
            [low, label] => (u64::from(low), label),
            [low, high, label] => (u64::from(low) | u64::from(high) << 32, label),
            _ => continue,
        };
        // Narrow literals may be sign-extended to a word: compare at the type's width.
        if super::eval::truncate(literal, width) == selector {
            return label;
        }
    }
    switch.default()
}

/// Calls `visit` with the label of each successor of a terminator; only with `taken` if that is not 0.
pub fn for_each_successor(
    facts: &Facts,
    words: &[u32],
    end: Inst<'_>,
    taken: u32,
    mut visit: impl FnMut(u32),
) {
    if taken != 0 {
        return visit(taken);
    }
    match end.opcode() {
        op::OpBranch => visit(views::Branch(end).target_label()),
        op::OpBranchConditional => {
            visit(views::BranchConditional(end).true_label());
            visit(views::BranchConditional(end).false_label());
        }
        op::OpSwitch => {
            visit(views::Switch(end).default());
            let literal_words = switch_literal_words(facts, words, end);
            for case in views::Switch(end).targets().chunks_exact(literal_words + 1) {
                visit(case.last().copied().unwrap_or(0));
            }
        }
        _ => {}
    }
}
