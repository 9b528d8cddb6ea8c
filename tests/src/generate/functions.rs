//! Functions: where they begin, how they are left, and how their blocks are written.

use sos_core::tables::{op, storage_class};

use super::choose::Choose as _;
use super::code::{push, Code, Registers};
use super::module::Writer;
use super::statements::Scope;

impl Writer {
    pub fn leave_function(&mut self) {
        let value = self.number(1);
        if self.result_place == 0 {
            self.code.close(&[(op::OpReturnValue, &[value])], &[]);
            return;
        }
        let mut value = value;
        for register in self.code.registers {
            value = self.op(op::OpIAdd, self.types.number, &[value, register]);
        }
        self.no_result(op::OpStore, &[self.result_place, value]);
        self.code.close(&[(op::OpReturn, &[])], &[]);
    }

    /// Writes a function; `begin` fills its first block and gives the registers.
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
            self.leave_function();
        }
        self.write_function(id, ty, result, types, parameters);
        id
    }

    /// Two numbers of the function's own.
    pub fn declare_variables(&mut self) {
        self.variables = (0..2).map(|_| self.id()).collect();
        let zero = self.constant(0);
        for &variable in &self.variables.clone() {
            let words = [self.types.local, variable, storage_class::Function, zero];
            self.no_result(op::OpVariable, &words);
        }
    }

    /// Writes the function of the blocks that there are.
    pub fn write_function(
        &mut self,
        id: u32,
        ty: u32,
        result: u32,
        types: &[u32],
        parameters: &[u32],
    ) {
        if self.shape.shuffled {
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
                let words: Vec<u32> = [self.types.number, phi].into_iter().chain(pairs).collect();
                push(&mut self.functions, op::OpPhi, &words);
            }
            self.functions.extend(block.body);
            self.functions.extend(block.end);
        }
        push(&mut self.functions, op::OpFunctionEnd, &[]);
    }
}
