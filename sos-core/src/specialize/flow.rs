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

use super::cfg::{Cfg, End};
use super::slice::Slice;
use super::structure::Place;
use super::values::{Node, Values};
use crate::facts::{Facts, Function};
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::tables::{capability, op, op_hot, OpFlags};
use crate::views;
use alloc::vec::Vec;

/// The number of passes over a function, after which none of its branches is folded.
const MAX_PASSES: u32 = 4;

/// Which instructions of blocks are evaluated.
#[derive(Clone, Copy)]
pub enum Deep<'a> {
    /// None: only branches on constants of the module are decided. That loses nothing if no constant is set.
    No,
    /// All.
    All,
    /// Those whose values can be known at all, and the branches that they can decide.
    Slice(&'a Slice),
}

/// A module and its graph.
#[derive(Clone, Copy)]
pub struct Code<'a> {
    /// What the scan found.
    pub facts: &'a Facts,
    /// The words.
    pub words: &'a [u32],
    /// The graph.
    pub cfg: &'a Cfg,
}

/// What is known of a block. One piece of memory, since the walks look at all of it in turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    /// Whether it can run.
    pub live: bool,
    /// Whether it stays in the output with its instructions.
    pub kept: bool,
    /// The index plus 1 of its only possible successor, or 0 if its terminator decides at run time.
    pub taken: u32,
    /// Its place in the structure of the function.
    pub place: Place,
}

/// What is known of the blocks of a module.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// By block.
    pub(super) blocks: Vec<State>,
    /// By function: whether an entry point can reach it.
    functions: Vec<bool>,
    /// How the structure of the kept blocks is written.
    pub(super) structure: super::structure::Structure,
    /// Whether branches are folded by the values of their conditions.
    fold: bool,
    /// Functions still to be visited.
    pending: Vec<u32>,
}

impl Flow {
    /// Determines the live and kept blocks of all functions that an entry point reaches. With `fold` false, every block that
    /// the module's own control flow reaches is kept and live.
    ///
    /// A function that is called only from kept blocks that are not live is kept, and none of its blocks is live.
    pub fn run(&mut self, code: Code<'_>, values: &mut Values, fold: bool, deep: Deep<'_>) {
        let facts = code.facts;
        self.fold = fold;
        self.reset(facts);
        for entry in facts.entries(code.words) {
            self.add_function(facts, views::EntryPoint(entry).entry_point());
        }
        if facts.entry_points.is_empty() || may_name_functions(facts) {
            for function in &facts.functions {
                self.add_function(facts, function.id);
            }
        }
        self.visit_pending(code, values, deep, true);
        for call in &facts.calls {
            if self.is_kept(call.block) {
                self.add_function(facts, call.callee);
            }
        }
        self.visit_pending(code, values, deep, false);
    }

    /// Visits the pending functions and those that they call. With `live` false, their blocks are not live, and calls in all
    /// kept blocks count.
    fn visit_pending(&mut self, code: Code<'_>, values: &mut Values, deep: Deep<'_>, live: bool) {
        let facts = code.facts;
        while let Some(index) = self.pending.pop() {
            let Some(function) = facts.functions.get(index as usize) else {
                continue;
            };
            self.find_live(code, values, deep, function);
            if !self.keep_whole(function) {
                self.structure_of(code, function, self.fold);
            }
            if !live {
                for block in self.of_mut(function) {
                    block.live = false;
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
        self.blocks.clear();
        self.blocks.resize(facts.blocks.len(), State::default());
        self.functions.clear();
        self.functions.resize(facts.functions.len(), false);
        self.pending.clear();
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
        self.blocks
            .get(block as usize)
            .is_some_and(|block| block.kept)
    }

    /// Whether a block can run.
    pub fn is_live(&self, block: u32) -> bool {
        self.blocks
            .get(block as usize)
            .is_some_and(|block| block.live)
    }

    /// Whether an entry point can reach a function, given by its index.
    pub fn reaches(&self, function: usize) -> bool {
        self.functions.get(function) == Some(&true)
    }

    /// Whether everything can run and stays unmodified.
    pub fn is_whole(&self) -> bool {
        let mut blocks = self.blocks.iter();
        self.functions.iter().all(|&reached| reached)
            && blocks.all(|block| block.live && block.kept && block.taken == 0)
    }

    fn find_live(
        &mut self,
        code: Code<'_>,
        values: &mut Values,
        deep: Deep<'_>,
        function: &Function,
    ) {
        for pass in 0..=MAX_PASSES {
            self.mark_live(function.first_block);
            let mut again = false;
            for index in function.first_block..function.last_block {
                if !self.is_live(index) {
                    continue;
                }
                let skips = matches!(deep, Deep::Slice(slice) if !slice.concerns(index));
                let taken = if skips || pass == MAX_PASSES || !self.fold {
                    0
                } else {
                    self.evaluate(code, values, deep, index)
                };
                if let Some(block) = self.blocks.get_mut(index as usize) {
                    block.taken = taken;
                }
                match taken.checked_sub(1) {
                    Some(next) => again |= self.reach(index, next),
                    None => {
                        for &next in code.cfg.successors(code.cfg.of(index)) {
                            again |= self.reach(index, next);
                        }
                    }
                }
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

    /// Marks a successor live. Returns whether that asks for another pass.
    #[inline]
    fn reach(&mut self, from: u32, next: u32) -> bool {
        let again = next <= from && !self.is_live(next);
        self.mark_live(next);
        again
    }

    /// Keeps all blocks of a function, and its structure, if each block can run and no branch is folded. Returns whether that
    /// is so.
    fn keep_whole(&mut self, function: &Function) -> bool {
        let blocks = self.of_mut(function);
        let is_whole = blocks.iter().all(|block| block.live && block.taken == 0);
        if is_whole {
            blocks.iter_mut().for_each(|block| block.kept = true);
        }
        is_whole
    }

    /// What is known of the blocks of a function.
    pub(super) fn of_mut(&mut self, function: &Function) -> &mut [State] {
        let blocks = function.first_block as usize..function.last_block as usize;
        self.blocks.get_mut(blocks).unwrap_or(&mut [])
    }

    fn mark_live(&mut self, block: u32) {
        if let Some(block) = self.blocks.get_mut(block as usize) {
            block.live = true;
        }
    }

    /// Enters the values of a block's constant instructions. Returns the index plus 1 of the block to which its terminator always
    /// branches, or 0.
    fn evaluate(&self, code: Code<'_>, values: &mut Values, deep: Deep<'_>, index: u32) -> u32 {
        let Code { facts, words, cfg } = code;
        let block = facts.blocks.get(index as usize).copied();
        let block = block.unwrap_or_default();
        match deep {
            Deep::No => {}
            Deep::All => {
                for inst in Insts::new(words, block.label, block.end) {
                    if is_evaluated(inst.opcode()) {
                        self.enter(code, values, index, inst);
                    }
                }
            }
            Deep::Slice(slice) => {
                for &offset in slice.of(index) {
                    if let Some(inst) = Inst::at(words, offset) {
                        self.enter(code, values, index, inst);
                    }
                }
                if !slice.decides(index) {
                    return 0;
                }
            }
        }
        let Some(end) = Inst::at(words, block.end) else {
            return 0;
        };
        let taken = match cfg.of(index).end {
            End::Conditional => {
                let branch = views::BranchConditional(end);
                match values.scalar(facts, words, branch.condition()) {
                    Some(0) => branch.false_label(),
                    Some(_) => branch.true_label(),
                    None => return 0,
                }
            }
            End::Switch => match values.scalar(facts, words, views::Switch(end).selector()) {
                Some(selector) => switch_target(facts, words, end, selector),
                None => return 0,
            },
            End::Branch | End::Other => return 0,
        };
        cfg.block(taken).map_or(0, |block| block + 1)
    }

    /// Enters the value of an instruction.
    fn enter(&self, code: Code<'_>, values: &mut Values, index: u32, inst: Inst<'_>) {
        let (facts, words) = (code.facts, code.words);
        let opcode = inst.opcode();
        let node = match opcode {
            op::OpPhi => self.phi(code, values, index, inst),
            // Nearly every instruction has an operand that is not constant, so this is checked first.
            _ if !values.may_be_known(facts, words, opcode, inst.operands()) => 0,
            _ => values.operate(facts, words, opcode, inst.result_type(), inst.operands()),
        };
        values.set(inst.result(), node);
    }

    fn phi(&self, code: Code<'_>, values: &mut Values, index: u32, inst: Inst<'_>) -> Node {
        let (facts, words) = (code.facts, code.words);
        let mut agreed: Node = 0;
        for pair in views::Phi(inst).pairs().chunks_exact(2) {
            let &[id, label] = pair else { continue };
            let Some(from) = code.cfg.block(label) else {
                continue;
            };
            if from < index && !self.is_live_edge(from, index) {
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
    fn is_live_edge(&self, from: u32, to: u32) -> bool {
        let from = self.blocks.get(from as usize).copied().unwrap_or_default();
        from.live && (from.taken == 0 || from.taken == to + 1)
    }
}

/// Whether the value of an instruction of a block may be known.
#[inline]
pub fn is_evaluated(opcode: u16) -> bool {
    let flags = op_hot(opcode).flags;
    flags.contains(OpFlags::PURE)
        && flags.contains(OpFlags::RESULT_TYPE)
        && !matches!(opcode, op::OpLoad | op::OpVariable)
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

/// As [`uses`], where that is called too seldom to be compiled for each caller.
pub fn each_use(facts: &Facts, words: &[u32], inst: Inst<'_>, visit: &mut dyn FnMut(usize, u32)) {
    uses(facts, words, inst, visit);
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
