//! Statements: assignments to registers and variables, and the control flow around them.

use sos_core::tables::op;

use super::code::{Join, Registers, REGISTERS};
use super::module::Writer;

/// The targets to which control flow may leave from the current position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope {
    /// How much deeper constructs may nest.
    pub depth: u32,
    /// The merge block of the innermost loop.
    pub loop_merge: Option<usize>,
    /// The continue target of the innermost loop.
    pub loop_continue: Option<usize>,
    /// The merge block of the innermost switch that is not outside the innermost loop.
    pub switch_merge: Option<usize>,
    /// Whether the function may return.
    pub may_return: bool,
}

impl Scope {
    fn deeper(self) -> Self {
        Self {
            depth: self.depth - 1,
            ..self
        }
    }
}

impl Writer {
    /// Generates statements, and returns whether control flow reaches the end of them.
    pub fn statements(&mut self, scope: Scope, max: u32) -> bool {
        let count = 1 + self.random.below_u32(max);
        (0..count).all(|_| self.statement(scope))
    }

    fn statement(&mut self, scope: Scope) -> bool {
        if self.random.percent(10) {
            self.line();
        }
        let kind = self.random.below_u32(100);
        match kind {
            _ if scope.depth == 0 || self.budget == 0 || kind < 35 => self.assign(),
            35..=59 => return self.selection(scope.deeper()),
            60..=69 => return self.switch(scope.deeper()),
            70..=81 => return self.emit_loop(scope.deeper()),
            82..=87 => return self.exit(scope),
            88..=92 => self.exit_if(scope),
            93..=94 if !self.shape.other_widths => self.exit_if(scope),
            93..=94 if self.shape.other_widths => self.phi_of_another_type(),
            95..=96 => self.guarded_int64(),
            _ => self.assign(),
        }
        true
    }

    fn assign(&mut self) {
        let to = self.random.below_u32(REGISTERS as u32) as usize;
        match self.random.below_u32(8) {
            0 => {
                let (pointer, value) = (self.random_variable(), self.uint(1));
                self.no_result(op::OpStore, &[pointer, value]);
            }
            1 if !self.callable().is_empty() => {
                let function = self.random.choose(&self.callable());
                let (a, b) = (self.uint(1), self.uint(1));
                self.code.registers[to] =
                    self.op(op::OpFunctionCall, self.types.uint, &[function, a, b]);
            }
            2 => {
                // Accesses an array whose length is a specialization constant.
                let (at, value) = (self.uint(1), self.uint(1));
                let at = self.op(op::OpUMod, self.types.uint, &[at, self.array_length]);
                let pointer = self.op(
                    op::OpAccessChain,
                    self.types.private_pointer,
                    &[self.array, at],
                );
                self.no_result(op::OpStore, &[pointer, value]);
                self.code.registers[to] = self.op(op::OpLoad, self.types.uint, &[pointer]);
            }
            3 | 4 if self.shape.records => self.code.registers[to] = self.access_record(),
            3..=5 if self.shape.memory.is_some() => self.code.registers[to] = self.access_memory(),
            _ => self.code.registers[to] = self.uint(2),
        }
    }

    /// The helper functions that may be called here.
    fn callable(&self) -> Vec<u32> {
        let may = |&&(_, has_cross_lane): &&(u32, bool)| !has_cross_lane || self.cross_lane.allowed;
        self.callable.iter().filter(may).map(|one| one.0).collect()
    }

    fn join(&mut self) -> usize {
        let label = self.id();
        self.joins.push(Join {
            label,
            edges: Vec::new(),
        });
        self.joins.len() - 1
    }

    fn label(&self, join: usize) -> u32 {
        self.joins[join].label
    }

    fn edge(&mut self, join: usize) {
        self.code.edge(&mut self.joins[join]);
    }

    fn branch_to(&mut self, join: usize) {
        self.edge(join);
        let label = self.label(join);
        self.code.close(&[(op::OpBranch, &[label])], &[label]);
    }

    /// Opens the block of a join point, with phis for registers that differ between predecessors and for some others.
    fn open_join(&mut self, join: usize) {
        let Join { label, edges } = self.joins[join].clone();
        self.code.open(label);
        let mut registers: Registers = [self.constant(7); REGISTERS];
        if let Some((_, first)) = edges.first() {
            for (at, register) in registers.iter_mut().enumerate() {
                *register = first[at];
                let differs = edges.iter().any(|(_, other)| other[at] != first[at]);
                if differs || self.random.percent(15) {
                    *register = self.id();
                    let pairs = edges.iter().map(|(from, values)| (values[at], *from));
                    self.code.block().phis.push((*register, pairs.collect()));
                }
            }
        }
        self.code.registers = registers;
    }

    /// Opens the merge block of a construct. If it is unreachable it may be terminated at once; returns whether it is still
    /// open.
    fn open_merge(&mut self, join: usize) -> bool {
        let reached = !self.joins[join].edges.is_empty();
        self.open_join(join);
        if !reached && self.random.percent(60) {
            self.code.close(&[(op::OpUnreachable, &[])], &[]);
            return false;
        }
        true
    }

    fn selection(&mut self, scope: Scope) -> bool {
        self.budget = self.budget.saturating_sub(1);
        let (condition, diverges) = self.condition(|w| match w.random.percent(50) {
            true => w.spec_boolean(),
            false => w.boolean(2),
        });
        let merge = self.join();
        let sides = self.random.below_u32(4);
        let (yes, no) = (self.id(), self.id());
        let merge_label = self.label(merge);
        let targets = match sides {
            0 => [yes, merge_label],
            1 => [merge_label, yes],
            _ => [yes, no],
        };
        if sides < 2 {
            self.edge(merge);
        }
        self.code.close(
            &[
                (op::OpSelectionMerge, &[merge_label, 0]),
                (
                    op::OpBranchConditional,
                    &[condition, targets[0], targets[1]],
                ),
            ],
            &targets,
        );
        let (before, allowed) = (self.code.registers, self.cross_lane.allowed);
        let scope = self.enter_branch(scope, diverges);
        for label in if sides < 2 { vec![yes] } else { vec![yes, no] } {
            self.code.registers = before;
            self.code.open(label);
            if self.statements(scope, 3) {
                self.branch_to(merge);
            }
        }
        self.cross_lane.allowed = allowed;
        self.open_merge(merge)
    }

    fn switch(&mut self, scope: Scope) -> bool {
        self.budget = self.budget.saturating_sub(1);
        let fixed = self.random.percent(60);
        let mut selector = if fixed {
            self.spec_uint()
        } else {
            let (mask, uint) = (self.constant(3), self.uint(2));
            self.op(op::OpBitwiseAnd, self.types.uint, &[uint, mask])
        };
        let mut words = 1;
        if self.shape.wide_selectors && self.random.percent(50) {
            let (ty, width) = self.random.choose(&self.types.unsigned_types.clone());
            selector = self.op(op::OpUConvert, ty, &[selector]);
            words = if width > 32 { 2 } else { 1 };
        }
        let merge = self.join();
        let cases: Vec<usize> = (0..1 + self.random.below_u32(3))
            .map(|_| self.join())
            .collect();
        let falls_through = self.random.percent(50);
        // Whether invocations that fall through reconverge with those that branch to the case directly is not specified.
        let allowed = self.cross_lane.allowed;
        let scope = self.enter_branch(
            scope,
            allowed && !fixed && (falls_through || self.uniform_only()),
        );
        let default = match self.random.below_u32(3) {
            0 => merge,
            1 if !falls_through => cases[self.random.below_u32(cases.len() as u32) as usize],
            _ => self.join(),
        };
        let mut operands = vec![selector, self.label(default)];
        let mut successors = vec![self.label(default)];
        let mut literal = 0;
        for &case in &cases {
            for _ in 0..1 + self.random.below_u32(2) {
                operands.push(literal);
                operands.extend([0].iter().take(words - 1));
                operands.push(self.label(case));
                literal += 1 + self.random.below_u32(2);
            }
            successors.push(self.label(case));
            self.edge(case);
        }
        if !cases.contains(&default) {
            self.edge(default);
        }
        let merge_label = self.label(merge);
        self.code.close(
            &[
                (op::OpSelectionMerge, &[merge_label, 0]),
                (op::OpSwitch, &operands),
            ],
            &successors,
        );
        let inner = Scope {
            switch_merge: Some(merge),
            ..scope
        };
        for (at, &case) in cases.iter().enumerate() {
            self.open_join(case);
            if self.statements(inner, 2) {
                let next = cases
                    .get(at + 1)
                    .filter(|_| falls_through && self.random.percent(50));
                self.branch_to(next.copied().unwrap_or(merge));
            }
        }
        if default != merge && !cases.contains(&default) {
            self.open_join(default);
            if self.statements(inner, 2) {
                self.branch_to(merge);
            }
        }
        self.cross_lane.allowed = allowed;
        self.open_merge(merge)
    }

    fn emit_loop(&mut self, scope: Scope) -> bool {
        self.budget = self.budget.saturating_sub(2);
        let (zero, one, three) = (self.constant(0), self.constant(1), self.constant(3));
        let uint = self.types.uint;
        let limit = self.spec_uint();
        let limit = self.op(op::OpBitwiseAnd, uint, &[limit, three]);
        let (allowed, diverges) = (self.cross_lane.allowed, self.loop_diverges());
        let scope = self.enter_branch(scope, diverges);
        let (merge, next) = (self.join(), self.join());
        let (header, body, counter) = (self.id(), self.id(), self.id());
        let before = self.code.current_label();
        self.code.close(&[(op::OpBranch, &[header])], &[header]);
        self.code.open(header);
        let first = self.code.registers;
        let mut phis = vec![(counter, zero)];
        for (register, value) in self.code.registers.iter_mut().zip(first) {
            self.last_id += 1;
            *register = self.last_id;
            phis.push((*register, value));
        }
        self.enter_loop(counter);
        let at = self.code.blocks.len() - 1;
        self.code.block().phis = phis
            .into_iter()
            .map(|(phi, value)| (phi, vec![(value, before)]))
            .collect();
        let (merge_label, continue_label) = (self.label(merge), self.label(next));
        let kind = self.random.below_u32(4);
        if kind == 0 {
            // A loop of a single block.
            self.memory.single_block = true;
            self.assign();
            self.memory.single_block = false;
            let stepped = self.op(op::OpIAdd, uint, &[counter, one]);
            let more = self.loop_condition(stepped, limit);
            self.edge(merge);
            self.code.close(
                &[
                    (op::OpLoopMerge, &[merge_label, header, 0]),
                    (op::OpBranchConditional, &[more, header, merge_label]),
                ],
                &[header, merge_label],
            );
            self.complete_phis(at, stepped);
            self.leave_loop(counter, allowed);
            return self.open_merge(merge);
        }
        let inner = Scope {
            loop_merge: Some(merge),
            loop_continue: Some(next),
            switch_merge: None,
            ..scope
        };
        let head = (op::OpLoopMerge, &[merge_label, continue_label, 0][..]);
        if kind == 1 {
            let more = self.loop_condition(counter, limit);
            self.edge(merge);
            let branch = (op::OpBranchConditional, &[more, body, merge_label][..]);
            self.code.close(&[head, branch], &[body, merge_label]);
        } else {
            self.code.close(&[head, (op::OpBranch, &[body])], &[body]);
        }
        self.code.open(body);
        if kind == 2 {
            let is_finished = self.op(
                op::OpUGreaterThanEqual,
                self.types.boolean,
                &[counter, limit],
            );
            self.branch_out_if(merge, is_finished);
        }
        if self.statements(inner, 3) {
            self.branch_to(next);
        }
        self.open_join(next);
        if self.random.percent(25) {
            let within = Scope {
                depth: scope.depth.min(1),
                ..Scope::default()
            };
            self.statements(within, 2);
        }
        let stepped = self.op(op::OpIAdd, uint, &[counter, one]);
        if kind == 3 {
            let more = self.loop_condition(stepped, limit);
            self.edge(merge);
            let branch = (op::OpBranchConditional, &[more, header, merge_label][..]);
            self.code.close(&[branch], &[header, merge_label]);
        } else {
            self.code.close(&[(op::OpBranch, &[header])], &[header]);
        }
        self.complete_phis(at, stepped);
        self.leave_loop(counter, allowed);
        self.open_merge(merge)
    }

    /// The condition for another iteration of a loop.
    fn loop_condition(&mut self, counter: u32, limit: u32) -> u32 {
        let more = self.op(op::OpULessThan, self.types.boolean, &[counter, limit]);
        if self.random.percent(60) {
            return more;
        }
        let also = self.uniform_condition(|w| w.boolean(1));
        self.op(op::OpLogicalAnd, self.types.boolean, &[also, more])
    }

    /// Adds the back edge from the open block to the phis of a loop header.
    fn complete_phis(&mut self, header: usize, counter: u32) {
        let (from, registers) = (self.code.current_label(), self.code.registers);
        let values = std::iter::once(counter).chain(registers);
        for ((_, pairs), value) in self.code.blocks[header].phis.iter_mut().zip(values) {
            pairs.push((value, from));
        }
    }

    fn exits(&self, scope: Scope) -> Vec<usize> {
        [scope.loop_merge, scope.loop_continue, scope.switch_merge]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Leaves the innermost construct, or returns.
    fn exit(&mut self, scope: Scope) -> bool {
        let exits = self.exits(scope);
        if scope.may_return && self.random.percent(30) {
            self.emit_return();
        } else if exits.is_empty() {
            self.assign();
            return true;
        } else {
            let exit = self.random.choose(&exits);
            self.branch_to(exit);
        }
        if self.random.percent(15) {
            // An unreachable block.
            let label = self.id();
            self.code.open(label);
            self.assign();
            self.code.close(&[(op::OpUnreachable, &[])], &[]);
        }
        false
    }

    /// Leaves a construct by a conditional branch without a selection merge.
    fn exit_if(&mut self, scope: Scope) {
        let exits = self.exits(scope);
        if exits.is_empty() {
            return self.assign();
        }
        let condition = self.uniform_condition(|w| w.boolean(1));
        let exit = self.random.choose(&exits);
        self.branch_out_if(exit, condition);
    }

    fn branch_out_if(&mut self, exit: usize, condition: u32) {
        let (exit_label, stay_label) = (self.label(exit), self.id());
        self.edge(exit);
        let branch = [condition, exit_label, stay_label];
        self.code.close(
            &[(op::OpBranchConditional, &branch)],
            &[exit_label, stay_label],
        );
        self.code.open(stay_label);
    }

    /// 64-bit integer arithmetic guarded by a specialization constant that is false, since some devices lack the type.
    fn guarded_int64(&mut self) {
        if !self.shape.guarded_int64 {
            return self.assign();
        }
        let (merge, inside) = (self.join(), self.id());
        let merge_label = self.label(merge);
        self.edge(merge);
        let branch = [self.has_int64, inside, merge_label];
        self.code.close(
            &[
                (op::OpSelectionMerge, &[merge_label, 0]),
                (op::OpBranchConditional, &branch),
            ],
            &[inside, merge_label],
        );
        self.code.open(inside);
        let uint = self.uint(1);
        let (long, _) = self.types.unsigned_types[0];
        let wide = self.op(op::OpUConvert, long, &[uint]);
        let wide = self.op(op::OpIMul, long, &[wide, wide]);
        self.code.registers[0] = self.op(op::OpUConvert, self.types.uint, &[wide]);
        self.branch_to(merge);
        self.open_join(merge);
    }
}
