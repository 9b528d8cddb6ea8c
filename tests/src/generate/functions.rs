//! Functions: their first block, their returns, the order of their instructions, and phis of values other than the registers.

use sos_core::tables::{op, storage_class};

use super::code::{push, Code, Registers};
use super::module::Writer;
use super::statements::Scope;

impl Writer {
    pub fn emit_return(&mut self) {
        let value = self.uint(1);
        if self.result_pointer == 0 {
            self.code.close(&[(op::OpReturnValue, &[value])], &[]);
            return;
        }
        let mut value = value;
        for register in self.code.registers {
            value = self.op(op::OpIAdd, self.types.uint, &[value, register]);
        }
        self.no_result(op::OpStore, &[self.result_pointer, value]);
        self.code.close(&[(op::OpReturn, &[])], &[]);
    }

    /// Generates a function. `begin` fills its first block and returns the initial registers.
    pub fn function(
        &mut self,
        ty: u32,
        result: u32,
        types: &[u32],
        parameters: &[u32],
        begin: impl FnOnce(&mut Self) -> Registers,
    ) -> u32 {
        let (id, entry) = (self.id(), self.id());
        self.code = Code::default();
        self.joins.clear();
        self.code.open(entry);
        self.declare_variables();
        self.code.registers = begin(self);
        let scope = Scope {
            depth: 4,
            may_return: true,
            ..Scope::default()
        };
        if self.statements(scope, 6) {
            self.emit_return();
        }
        self.write_function(id, ty, result, types, parameters);
        id
    }

    /// Declares two integer variables.
    pub fn declare_variables(&mut self) {
        self.variables = (0..2).map(|_| self.id()).collect();
        let zero = self.constant(0);
        for &variable in &self.variables.clone() {
            let words = [
                self.types.function_pointer,
                variable,
                storage_class::Function,
                zero,
            ];
            self.no_result(op::OpVariable, &words);
        }
    }

    /// Appends the function made of the current blocks to the module.
    pub fn write_function(
        &mut self,
        id: u32,
        ty: u32,
        result: u32,
        types: &[u32],
        parameters: &[u32],
    ) {
        if self.shape.shuffled_blocks {
            self.code.shuffle(&mut self.random);
        }
        push(&mut self.functions, op::OpFunction, &[result, id, 0, ty]);
        for (&ty, &parameter) in types.iter().zip(parameters) {
            push(
                &mut self.functions,
                op::OpFunctionParameter,
                &[ty, parameter],
            );
        }
        for block in std::mem::take(&mut self.code.blocks) {
            if self.random.percent(10) {
                push(&mut self.functions, op::OpLine, &[self.file, 7, 1]);
            }
            push(&mut self.functions, op::OpLabel, &[block.label]);
            for (phi, pairs) in block.phis {
                let pairs = pairs.into_iter().flat_map(|(value, from)| [value, from]);
                let words: Vec<u32> = [self.types.uint, phi].into_iter().chain(pairs).collect();
                push(&mut self.functions, op::OpPhi, &words);
            }
            self.functions.extend(block.body);
            self.functions.extend(block.end);
        }
        push(&mut self.functions, op::OpFunctionEnd, &[]);
    }

    /// Selects between two values by a branch and a phi.
    pub fn phi_of_two(&mut self, ty: u32, side: impl FnMut(&mut Self, usize) -> u32) -> u32 {
        let (condition, diverges) = self.condition(|w| w.boolean(1));
        let allowed = self.cross_lane.allowed;
        self.enter_branch(Scope::default(), diverges);
        let (yes, no, merge) = (self.id(), self.id(), self.id());
        self.code.close(
            &[
                (op::OpSelectionMerge, &[merge, 0]),
                (op::OpBranchConditional, &[condition, yes, no]),
            ],
            &[yes, no],
        );
        let chosen = self.phi_of_blocks(ty, &[yes, no], merge, side);
        self.cross_lane.allowed = allowed;
        chosen
    }

    /// Generates one block per label, each of which computes a value by `side` and branches to `merge`. Opens `merge`, and
    /// returns the phi of the values there.
    pub fn phi_of_blocks(
        &mut self,
        ty: u32,
        sides: &[u32],
        merge: u32,
        mut side: impl FnMut(&mut Self, usize) -> u32,
    ) -> u32 {
        let mut operands = vec![ty, 0];
        for (at, &label) in sides.iter().enumerate() {
            self.code.open(label);
            let value = side(self, at);
            operands.extend([value, self.code.current_label()]);
            self.code.close(&[(op::OpBranch, &[merge])], &[merge]);
        }
        self.code.open(merge);
        self.phi(operands)
    }

    /// Appends a phi with a new result id, in place of the 0 after the result type.
    pub fn phi(&mut self, mut operands: Vec<u32>) -> u32 {
        operands[1] = self.id();
        push(&mut self.code.block().body, op::OpPhi, &operands);
        operands[1]
    }
}
