//! Hints that ask for copies of a loop's body, dropped where the body has grown.
//!
//! ```text
//! OpLoopMerge %rest %next Unroll|MinIterations 4
//! ```
//!
//! becomes
//!
//! ```text
//! OpLoopMerge %rest %next MinIterations 4
//! ```
//!
//! Input: a module and the output of a run, from whichever engine. `Unroll` is a "strong request, to the extent possible, to unroll or
//! unwind this loop", and `PeelCount` and `PartialCount` request copies too (SPIR-V specification, "Loop Control"). Authors make them for
//! the body that they wrote. Some compilers take the request at its word, and their time grows with the square of the code or faster:
//! with it, SwiftShader takes a hundred times as long for a matrix product of halves (`docs/growth.md`). Without it, a compiler
//! decides by the body that it sees. What else a mask says stays, since it asks for no copies: `DontUnroll`, dependencies, the least and
//! the largest number of iterations.
//!
//! Criterion: the body has more than [`GROWTH`] times as many instructions as in the input. The body is what is between the
//! label of the loop's header and that of its merge block. It includes inner loops, so that one that grows makes those around it
//! grow. A call counts as the instructions of the function and of those that it calls, since rounding, for example, is a function
//! of its own, and compilers expand calls. What is no work does not count: labels, merges, unconditional branches, lines, and
//! instructions without a result in extended sets.
//!
//! Exact: hints have no effect on the result. Ids of the input keep their numbers, so the merge block identifies a loop. The output
//! filtered again has not grown, and stays.
//!
//! Nothing is refused. Loops whose merge block does not follow in the output are left as they are.

use super::Scratch;
use crate::facts::Facts;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::module::Module;
use crate::rules::{strip, RULES};
use crate::tables::{enumerant, loop_control, op, OperandKind};
use alloc::vec::Vec;

/// By what factor a body may grow and keep its hints.
const GROWTH: u64 = 2;

/// The hints that ask for copies of the body.
const COPIES: u32 = loop_control::Unroll | loop_control::PeelCount | loop_control::PartialCount;

/// A loop with such a hint.
#[derive(Clone, Copy, Debug)]
struct Loop {
    /// Instructions in the input and in the output, 0 where they are not known.
    sizes: [u64; 2],
    /// How many instructions are in front of the loop.
    start: Option<u64>,
}

impl Loop {
    fn has_grown(&self) -> bool {
        let [before, after] = self.sizes;
        after > before.saturating_mul(GROWTH)
    }
}

/// A function of a module whose loops are being measured.
#[derive(Clone, Copy, Debug)]
struct Function {
    /// Its own instructions, and those of the functions whose calls have been counted.
    size: u64,
    /// The next call to count, an index into [`Loops::calls`].
    next_call: u32,
    /// The end of its range of calls.
    last_call: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Loops {
    list: Vec<Loop>,
    functions: Vec<Function>,
    /// Called functions, by id, in the order of the calls.
    calls: Vec<u32>,
    /// By the id of a merge block: 1 + the index of its loop, or 0.
    loop_of: Vec<u32>,
    /// By id of a function: 1 + its index, or 0.
    function_of: Vec<u32>,
    pending: Vec<u32>,
}

impl Scratch {
    /// Drops hints from the output of a run, and counts the loops that had them.
    pub(super) fn drop_loop_hints(&mut self, module: &Module<'_>) {
        let mut loops = core::mem::take(&mut self.loops);
        if loops.find(module.words, &module.facts) {
            loops.measure(module.words, 0);
            loops.measure(&self.out, 1);
            let dropped = loops.drop_hints(&mut self.out);
            let is = |row: &crate::rules::Rule| row.name == strip::LOOP_HINT.name;
            let count = RULES.iter().position(is);
            if let Some(count) = count.and_then(|at| self.plan.counts.get_mut(at)) {
                *count += dropped;
            }
        }
        self.loops = loops;
    }
}

impl Loops {
    /// Lists the loops of the input that have hints. Returns whether there are any.
    fn find(&mut self, words: &[u32], facts: &Facts) -> bool {
        self.list.clear();
        self.loop_of.clear();
        for block in facts.blocks.iter().filter(|block| block.merge != 0) {
            let Some(merge) = Inst::at(words, block.merge).filter(has_hint) else {
                continue;
            };
            if self.list.is_empty() {
                self.loop_of.resize(facts.def.len(), 0);
            }
            self.list.push(Loop {
                sizes: [0; 2],
                start: None,
            });
            if let Some(slot) = self.loop_of.get_mut(merge.word(1) as usize) {
                *slot = self.list.len() as u32;
            }
        }
        !self.list.is_empty()
    }

    /// The loop with this merge block.
    fn loop_with(&mut self, merge: u32) -> Option<&mut Loop> {
        let number = *self.loop_of.get(merge as usize)?;
        self.list.get_mut((number as usize).checked_sub(1)?)
    }

    /// Measures the bodies of the loops in the input (`side` 0) or the output.
    fn measure(&mut self, words: &[u32], side: usize) {
        self.measure_functions(words);
        let (mut all, mut at_label) = (0u64, 0);
        let mut void = 0;
        for inst in Insts::new(words, LEN as u32, words.len() as u32) {
            match inst.opcode() {
                op::OpTypeVoid => void = inst.word(1),
                op::OpLabel => {
                    at_label = all;
                    if let Some(found) = self.loop_with(inst.word(1)) {
                        if let (Some(start), Some(size)) =
                            (found.start.take(), found.sizes.get_mut(side))
                        {
                            *size = all.saturating_sub(start);
                        }
                    }
                }
                op::OpLoopMerge => {
                    if let Some(found) = self.loop_with(inst.word(1)) {
                        found.start = Some(at_label);
                    }
                }
                op::OpFunctionCall => {
                    let callee = self.function_with(inst.word(3));
                    let callee = callee.and_then(|at| self.functions.get(at));
                    let size = callee.map_or(0, |callee| callee.size);
                    all = all.saturating_add(size);
                }
                _ => {}
            }
            all = all.saturating_add(size(inst, void));
        }
        self.list.iter_mut().for_each(|one| one.start = None);
    }

    /// The index of a function.
    fn function_with(&self, id: u32) -> Option<usize> {
        let number = *self.function_of.get(id as usize)?;
        (number as usize).checked_sub(1)
    }

    /// Measures each function, with the functions that it calls.
    fn measure_functions(&mut self, words: &[u32]) {
        self.functions.clear();
        self.calls.clear();
        self.function_of.clear();
        let bound = words.get(3).copied().unwrap_or(0);
        self.function_of.resize(bound as usize, 0);
        let mut void = 0;
        for inst in Insts::new(words, LEN as u32, words.len() as u32) {
            match inst.opcode() {
                op::OpTypeVoid => void = inst.word(1),
                op::OpFunction => {
                    let calls = self.calls.len() as u32;
                    self.functions.push(Function {
                        size: 0,
                        next_call: calls,
                        last_call: calls,
                        state: State::New,
                    });
                    if let Some(slot) = self.function_of.get_mut(inst.word(2) as usize) {
                        *slot = self.functions.len() as u32;
                    }
                }
                op::OpFunctionCall => self.calls.push(inst.word(3)),
                _ => {}
            }
            if let Some(function) = self.functions.last_mut() {
                function.last_call = self.calls.len() as u32;
                function.size = function.size.saturating_add(size(inst, void));
            }
        }
        for root in 0..self.functions.len() as u32 {
            self.pending.push(root);
            while let Some(&last) = self.pending.last() {
                match self.step(last as usize) {
                    Some(callee) => self.pending.push(callee),
                    None => {
                        self.pending.pop();
                    }
                }
            }
        }
    }

    /// Counts the calls of a function. Returns a called function that has to be measured first.
    fn step(&mut self, at: usize) -> Option<u32> {
        let mut function = *self.functions.get(at)?;
        if function.state == State::Done {
            return None;
        }
        function.state = State::Open;
        let mut first = None;
        while function.next_call < function.last_call {
            let callee = self.calls.get(function.next_call as usize);
            let callee = callee.and_then(|&id| self.function_with(id));
            match callee.and_then(|callee| Some((callee, self.functions.get(callee)?))) {
                Some((callee, one)) if one.state == State::New && callee != at => {
                    first = Some(callee as u32);
                    break;
                }
                Some((_, one)) if one.state == State::Done => {
                    function.size = function.size.saturating_add(one.size);
                }
                // Functions that call themselves are not valid.
                _ => {}
            }
            function.next_call += 1;
        }
        if first.is_none() {
            function.state = State::Done;
        }
        if let Some(slot) = self.functions.get_mut(at) {
            *slot = function;
        }
        first
    }

    /// Drops the hints of the loops that have grown. Returns how many had one.
    fn drop_hints(&mut self, out: &mut Vec<u32>) -> u32 {
        if !self.list.iter().any(Loop::has_grown) {
            return 0;
        }
        let (mut from, mut to, mut dropped) = (LEN, LEN, 0);
        while let Some(&head) = out.get(from) {
            let end = (from + (head >> 16).max(1) as usize).min(out.len());
            let inst = Inst::at(out, from as u32).filter(has_hint);
            let merge = inst.map_or(0, |inst| inst.word(1));
            match self.loop_with(merge).filter(|found| found.has_grown()) {
                Some(_) => {
                    dropped += 1;
                    to = shorten(out, from..end, to);
                }
                None => {
                    out.copy_within(from..end, to);
                    to += end - from;
                }
            }
            from = end;
        }
        out.truncate(to);
        dropped
    }
}

/// Whether an instruction asks for copies of a loop's body.
fn has_hint(inst: &Inst<'_>) -> bool {
    inst.opcode() == op::OpLoopMerge && inst.word(3) & COPIES != 0
}

/// How much an instruction counts. `void` is the id of that type.
fn size(inst: Inst<'_>, void: u32) -> u64 {
    let idle = match inst.opcode() {
        op::OpLabel
        | op::OpBranch
        | op::OpLoopMerge
        | op::OpSelectionMerge
        | op::OpLine
        | op::OpNoLine => true,
        op::OpExtInst => inst.word(1) == void,
        _ => false,
    };
    u64::from(!idle)
}

/// Moves an `OpLoopMerge` to `to`, where there is room for it, without the hints and their literals. Returns its end.
fn shorten(out: &mut [u32], from: core::ops::Range<usize>, to: usize) -> usize {
    let mask = out.get(from.start + 3).copied().unwrap_or(0);
    out.copy_within(from.start..(from.start + 4).min(from.end), to);
    let (mut at, mut end) = (from.start + 4, to + 4);
    let mut left = mask;
    while left != 0 && at < from.end {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        let row = enumerant(OperandKind::LoopControl, bit);
        let literals = row.map_or(0, |row| row.parameters.len());
        let next = (at + literals).min(from.end);
        if bit & COPIES == 0 {
            out.copy_within(at..next, end);
            end += next - at;
        }
        at = next;
    }
    // Literals of hints that are not known.
    out.copy_within(at..from.end, end);
    end += from.end - at;
    if let Some([head, _, _, control]) = out.get_mut(to..to + 4) {
        *head = ((end - to) as u32) << 16 | u32::from(op::OpLoopMerge);
        *control = mask & !COPIES;
    }
    end
}
