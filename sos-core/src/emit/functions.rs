//! Writing and calling functions that rules share: see [`crate::plan::Key`].

use super::Builder;
use crate::plan::Key;
use crate::tables::{op, storage_class};
use arrayvec::ArrayVec;

/// The maximum number of types in a signature: the result's, and those of the parameters that rules pass.
const MOST_TYPES: usize = 8;

impl Builder<'_, '_> {
    /// Writes a call of the function with a key, and the function itself if there is none yet. `body` receives the
    /// parameters, one for each argument, writes into the first block and returns the id of the result, 0 if there is none.
    /// Its instructions are checked and lowered like all others. The key must determine the types of the arguments.
    pub fn call_as(
        &mut self,
        id: u32,
        key: Key,
        arguments: &[u32],
        body: impl FnOnce(&mut Self, &[u32]) -> u32,
    ) {
        self.require_passing(key.ty);
        for &argument in arguments {
            let ty = self.type_of(argument);
            self.require_passing(ty);
        }
        let stages = self.stages();
        let function = match self.plan.new.functions.find(key, stages) {
            Some(function) => function,
            None => self.function(key, stages, arguments, body),
        };
        let mut operands = ArrayVec::<u32, MOST_TYPES>::from_iter([function]);
        operands.extend(arguments.iter().copied().take(MOST_TYPES - 1));
        self.op_as(id, op::OpFunctionCall, key.ty, &operands);
    }

    fn function(
        &mut self,
        key: Key,
        stages: u32,
        arguments: &[u32],
        body: impl FnOnce(&mut Self, &[u32]) -> u32,
    ) -> u32 {
        let function = self.plan.new.id();
        let mut signature = ArrayVec::<u32, MOST_TYPES>::new();
        signature.push(key.ty);
        let arguments = arguments.iter().take(MOST_TYPES - 1);
        signature.extend(arguments.map(|&argument| self.type_of(argument)));
        let ty = self
            .plan
            .new
            .declare(self.scene, op::OpTypeFunction, None, &signature);
        // The side buffer is a stack: what is pushed here is removed before the caller continues, and the current block is
        // restored.
        let mark = self.plan.edits.mark();
        let (any, block) = (self.plan.splits.any, self.plan.splits.block);
        self.op_as(function, op::OpFunction, key.ty, &[0, ty]);
        let parameters: ArrayVec<u32, MOST_TYPES> = signature
            .iter()
            .skip(1)
            .map(|&ty| self.op(op::OpFunctionParameter, ty, &[]))
            .collect();
        let label = self.plan.new.id();
        self.label(label);
        let result = body(self, &parameters);
        match result {
            0 => self.raw(&[1 << 16 | u32::from(op::OpReturn)]),
            _ => self.raw(&[2 << 16 | u32::from(op::OpReturnValue), result]),
        }
        self.raw(&[1 << 16 | u32::from(op::OpFunctionEnd)]);
        let words = self.plan.edits.since(mark);
        self.plan.new.functions.push(key, stages, function, words);
        self.plan.edits.rewind(mark);
        self.plan.splits.any = any;
        self.plan.splits.block = block;
        function
    }

    /// Declares a variable of the function that is being written. Only at the start of its body.
    pub fn local(&mut self, ty: u32) -> u32 {
        let class = storage_class::Function;
        let pointer = self
            .plan
            .new
            .declare(self.scene, op::OpTypePointer, None, &[class, ty]);
        self.op(op::OpVariable, pointer, &[class])
    }

    /// Writes an `OpStore`.
    pub fn store(&mut self, variable: u32, value: u32) {
        self.raw(&[3 << 16 | u32::from(op::OpStore), variable, value]);
    }
}
