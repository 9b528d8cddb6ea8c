//! Writes a function with its regions.

use super::regions::{RegionKind, Regions, NONE};
use super::values::{pairs, phis, position, ByValue};
use super::{Graph, Linearize};
use crate::build::Build;
use crate::facts::{Block, Function};
use crate::inst::{Inst, Insts};
use crate::passes::{Input, Kind, LowerError, ModuleBuilder};
use crate::specialize::Code;
use crate::tables::op;
use crate::views;
use alloc::vec::Vec;

pub const UNKNOWN: LowerError =
    LowerError::Because("an instruction in divergent control flow that is not known");

/// Writes a function.
///
/// # Errors
/// The reason, if it contains something that is refused.
pub fn function(
    of: &mut Linearize,
    graph: Graph<'_>,
    index: usize,
    build: &mut ModuleBuilder,
) -> Result<(), LowerError> {
    let Code { facts, words, .. } = graph.code;
    let input = Input { words, facts };
    let Some(&function) = facts.functions.get(index) else {
        return Ok(());
    };
    let Linearize {
        regions,
        values,
        lists,
    } = of;
    regions.divide(graph, index, &function)?;
    values.begin_function();
    if !values.find_outside(graph, index, regions, build) {
        // What no variable can hold stays within one region.
        regions.make_whole(index);
        regions.divide(graph, index, &function)?;
    }
    let mut work = Work {
        graph,
        input,
        build,
        regions,
        values,
        function,
        result: 0,
        mask: 0,
        parameter: 0,
        site: NONE,
        header: NONE,
        lists,
        rest: 0,
        label: 0,
        variables_at: 0,
    };
    work.write(index)?;
    for at in 0..work.values.outside.len() {
        if let Some(&(_, id, _)) = work.values.outside.get(at) {
            work.build.substitute(id, id);
        }
    }
    Ok(())
}

/// Lists that are reused.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// By position: the variable that says whether the invocation is there.
    pub(super) begins: Vec<u32>,
    /// By position: the label with which the block ends in the output, or 0 if that is its own.
    pub(super) ends: Vec<u32>,
    pub(super) rounds: Vec<Round>,
    /// Values that are to be stored once the phis are over.
    pub(super) stores: Vec<u32>,
    /// The words of an instruction.
    pub(super) words: Vec<u32>,
    /// Values with which a loop begins.
    pub(super) entries: Vec<u32>,
    /// The labels of a switch, with those that stand for them.
    pub(super) cases: Vec<(u32, u32)>,
    /// Phis, by word offset, with the values that they are given.
    pub(super) given: Vec<(u32, u32)>,
}

/// A loop that all take together, while it is open.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    pub head: u32,
    pub next: u32,
    pub exit: u32,
}

/// The rewrite of one function.
pub struct Work<'a> {
    pub(super) graph: Graph<'a>,
    pub(super) input: Input<'a>,
    pub(super) build: &'a mut ModuleBuilder,
    pub(super) regions: &'a mut Regions,
    pub(super) values: &'a mut ByValue,
    pub(super) function: Function,
    /// The variable with the function's result, or 0.
    pub(super) result: u32,
    /// The mask of the current piece, or 0 if it needs none.
    pub(super) mask: u32,
    /// The function's mask, or 0.
    pub(super) parameter: u32,
    pub(super) site: u32,
    /// The header of the region if that is a loop, or [`NONE`].
    pub(super) header: u32,
    pub(super) lists: &'a mut Lists,
    /// The label behind the current piece.
    pub(super) rest: u32,
    /// The label that was emitted last.
    pub(super) label: u32,
    /// Where the function's variables go in the output.
    pub(super) variables_at: usize,
}

impl Work<'_> {
    pub(super) fn block(&self, number: u32) -> Block {
        self.graph.block(number)
    }

    /// The type of the function's result, in the input.
    pub(super) fn result_type(&self) -> u32 {
        let function = self.input.def(self.function.id);
        function.map_or(0, |function| function.result_type())
    }

    /// The block at a position of the region.
    pub(super) fn at(&self, position: u32) -> u32 {
        let block = self.regions.order.get(position as usize);
        block.copied().unwrap_or(NONE)
    }

    pub(super) fn label(&mut self, id: u32) {
        self.build.raw(op::OpLabel, &[id]);
        self.label = id;
    }

    pub(super) fn branch(&mut self, to: u32) {
        self.build.raw(op::OpBranch, &[to]);
    }

    pub(super) fn store(&mut self, variable: u32, value: u32) {
        self.build.raw(op::OpStore, &[variable, value]);
    }

    fn write(&mut self, index: usize) -> Result<(), LowerError> {
        let words = self.input.words;
        let change = self.regions.change(index);
        let function = self.function;
        for inst in Insts::new(words, function.start, function.end) {
            match inst.opcode() {
                op::OpFunction if change.masked => self.declare(inst)?,
                op::OpFunction | op::OpFunctionParameter => {
                    self.build.copy_code(self.input, inst)?;
                }
                op::OpLine | op::OpNoLine => {}
                _ => break,
            }
        }
        if change.masked {
            let truth = self.build.bool();
            self.parameter = self.build.id();
            self.build
                .raw(op::OpFunctionParameter, &[truth, self.parameter]);
        }
        let first = function.first_block;
        if change.whole {
            let entry = self.build.id();
            self.label(entry);
            self.variables(first)?;
            self.region(0)?;
        } else {
            for block in first..function.last_block {
                match self.regions.region_of.get(block as usize) {
                    Some(&region) if region != NONE => {
                        let starts = self.regions.started_by(block).is_some();
                        if starts {
                            self.enter_loop(block, region as usize)?;
                        }
                    }
                    _ => self.plain(block)?,
                }
            }
        }
        let variables = core::mem::take(&mut self.values.variables);
        self.build.insert_code(self.variables_at, &variables);
        self.values.variables = variables;
        self.build.raw(op::OpFunctionEnd, &[]);
        Ok(())
    }

    /// Writes the head of a function with one more parameter.
    fn declare(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let function = views::Function(inst);
        let ty = self.input.def(function.function_type()).ok_or(UNKNOWN)?;
        self.lists.words.clear();
        for &id in ty.from(2) {
            self.lists.words.push(self.build.get(id).ok_or(UNKNOWN)?);
        }
        self.lists.words.push(self.build.bool());
        let operands = &self.lists.words;
        let ty = self.build.declare(op::OpTypeFunction, None, operands);
        let result = self.build.get(inst.result_type()).ok_or(UNKNOWN)?;
        let words = [result, inst.result(), function.function_control(), ty];
        self.build.raw(op::OpFunction, &words);
        Ok(())
    }

    /// Writes the variables of a function's first block.
    fn variables(&mut self, block: u32) -> Result<(), LowerError> {
        self.variables_at = self.build.code_len();
        let block = self.block(block);
        let insts = Insts::new(self.input.words, block.label, block.end);
        for inst in insts.filter(|inst| inst.opcode() == op::OpVariable) {
            self.build.copy_code(self.input, inst)?;
        }
        Ok(())
    }

    // ---- Outside of regions ----

    /// Writes a block outside of regions, and the region that it starts.
    fn plain(&mut self, number: u32) -> Result<(), LowerError> {
        let block = self.block(number);
        let words = self.input.words;
        let behind = self.regions.left_to(number);
        let starts = self.regions.started_by(number);
        let mut fresh = behind.is_some();
        for inst in Insts::new(words, block.label, block.end) {
            match inst.opcode() {
                op::OpLabel => {
                    self.build.copy_code(self.input, inst)?;
                    if number == self.function.first_block {
                        self.variables_at = self.build.code_len();
                    }
                }
                op::OpPhi if fresh => self.load_phi(inst)?,
                op::OpSelectionMerge if starts.is_some() => {}
                opcode => {
                    if fresh && !matches!(opcode, op::OpLine | op::OpNoLine) {
                        fresh = false;
                        self.load_outside(behind)?;
                    }
                    self.copy_plain(inst)?;
                }
            }
        }
        if fresh {
            self.load_outside(behind)?;
        }
        let end = Inst::at(words, block.end).ok_or(UNKNOWN)?;
        match starts {
            Some(region) => {
                self.begin(region)?;
                self.site = NONE;
                self.leave(number, end)?;
                self.run(region)
            }
            None => self.copy_plain(end),
        }
    }

    /// Copies an instruction outside of regions.
    fn copy_plain(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        if !self.regions.calls_masked(self.graph, inst) {
            return self.build.copy_code(self.input, inst);
        }
        let yes = self.build.constant_true();
        self.copy_with(inst, NONE, yes)
    }

    /// Loads what the blocks of a region have given to a phi.
    pub(super) fn load_phi(&mut self, phi: Inst<'_>) -> Result<(), LowerError> {
        let ty = self.build.get(phi.result_type()).ok_or(UNKNOWN)?;
        let variable = self.incoming_variable(phi)?;
        self.build.op_as(phi.result(), op::OpLoad, ty, &[variable]);
        Ok(())
    }

    /// The variable through which a phi gets its value.
    pub(super) fn incoming_variable(&mut self, phi: Inst<'_>) -> Result<u32, LowerError> {
        self.values.incoming(self.input, self.build, phi)
    }

    /// Loads the values of a region that are used behind it.
    fn load_outside(&mut self, region: Option<usize>) -> Result<(), LowerError> {
        let (first, end) = region.map_or((0, 0), |region| self.values.outside_of(region));
        for at in first..end {
            let Some(&(_, id, other)) = self.values.outside.get(at) else {
                break;
            };
            let ty = self.build.get(self.input.type_of(id)).ok_or(UNKNOWN)?;
            let variable = self.values.variable_of(id);
            self.build.op_as(other, op::OpLoad, ty, &[variable]);
        }
        Ok(())
    }

    // ---- Regions ----

    /// Writes the loop that is a region.
    fn enter_loop(&mut self, header: u32, region: usize) -> Result<(), LowerError> {
        self.begin(region)?;
        let block = self.block(header);
        self.label(block.id);
        let graph = self.graph;
        self.lists.entries.clear();
        for phi in phis(graph, header) {
            self.lists.words.clear();
            for (value, from) in pairs(phi) {
                if position(graph, self.regions, from) == NONE {
                    let value = self.build.get(value).ok_or(UNKNOWN)?;
                    self.lists.words.extend_from_slice(&[value, from]);
                }
            }
            let ty = self.build.get(phi.result_type()).ok_or(UNKNOWN)?;
            let entry = self.build.op(op::OpPhi, ty, &self.lists.words);
            self.lists.entries.push(entry);
        }
        for (at, phi) in phis(graph, header).enumerate() {
            let variable = self.incoming_variable(phi)?;
            let entry = self.lists.entries.get(at).copied();
            self.store(variable, entry.unwrap_or(0));
        }
        let yes = self.build.constant_true();
        let begins = self.begins_variable(0);
        self.store(begins, yes);
        self.run(region)
    }

    /// Writes the region that is a function.
    fn region(&mut self, region: usize) -> Result<(), LowerError> {
        let returns = self.result_type();
        self.begin(region)?;
        let void = self
            .input
            .def(returns)
            .is_none_or(|ty| ty.opcode() == op::OpTypeVoid);
        if !void {
            self.result = self.values.variable_for(self.input, self.build, returns)?;
        }
        if self.parameter != 0 {
            let begins = self.begins_variable(0);
            let mask = self.parameter;
            self.store(begins, mask);
        }
        self.run(region)
    }

    /// Plans a region.
    fn begin(&mut self, region: usize) -> Result<(), LowerError> {
        self.regions.arrange(self.graph, region)?;
        let kind = self.regions.list.get(region).map(|one| one.kind);
        let free = kind == Some(RegionKind::Function) && self.parameter == 0;
        self.regions.plan(self.graph, region, free)?;
        self.values
            .find(self.graph, self.regions, region, self.build)?;
        self.header = match kind {
            Some(RegionKind::Loop) => self.regions.list.get(region).map_or(NONE, |one| one.header),
            _ => NONE,
        };
        self.lists.begins.clear();
        self.lists.begins.resize(self.regions.order.len(), 0);
        self.lists.ends.clear();
        self.lists.ends.resize(self.regions.order.len(), 0);
        self.build.count(Kind::DivergentFlow);
        Ok(())
    }

    /// The variable that says whether the invocation is at the block at a position.
    pub(super) fn begins_variable(&mut self, at: u32) -> u32 {
        let known = self.lists.begins.get(at as usize).copied().unwrap_or(0);
        if known != 0 {
            return known;
        }
        let truth = self.build.bool();
        let variable = self.values.new_variable(self.build, truth);
        if let Some(slot) = self.lists.begins.get_mut(at as usize) {
            *slot = variable;
        }
        variable
    }
}
