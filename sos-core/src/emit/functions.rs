//! Writing and calling functions that rules share: see [`crate::plan::Key`].

use super::Builder;
use crate::build::Build;
use crate::plan::Key;
use crate::soft::Function;
use crate::tables::{op, storage_class};
use arrayvec::ArrayVec;

/// The maximum number of types in a signature: the result's, and those of the parameters that rules pass.
const MOST_TYPES: usize = 8;

impl Builder<'_, '_> {
    /// Writes a call of the function with a key, and the function itself if there is none yet. `body` receives the
    /// parameters, one for each argument, writes into the first block and returns the id of the result, 0 if there is none.
    /// Its instructions are checked and lowered like all others. The key must determine the types of the arguments.
    pub fn call_keyed(
        &mut self,
        id: u32,
        key: Key,
        arguments: &[u32],
        body: impl FnOnce(&mut Self, &[u32]) -> u32,
    ) {
        let stages = self.stages();
        let function = match self.plan.new.functions.find(key, stages) {
            Some(function) => function,
            None => self.function(key, stages, arguments, body),
        };
        self.call_as(id, key.ty, function, arguments);
    }

    fn function(
        &mut self,
        key: Key,
        stages: u32,
        arguments: &[u32],
        body: impl FnOnce(&mut Self, &[u32]) -> u32,
    ) -> u32 {
        let function = self.id();
        let mut signature = ArrayVec::<u32, MOST_TYPES>::new();
        signature.push(key.ty);
        let arguments = arguments.iter().take(MOST_TYPES - 1);
        signature.extend(arguments.map(|&argument| self.type_of(argument)));
        let ty = self.declare(op::OpTypeFunction, None, &signature);
        self.write_function(key, stages, function, |build| {
            build.op_as(function, op::OpFunction, key.ty, &[0, ty]);
            let parameters: ArrayVec<u32, MOST_TYPES> = signature
                .iter()
                .skip(1)
                .map(|&ty| build.op(op::OpFunctionParameter, ty, &[]))
                .collect();
            let label = build.id();
            build.label(label);
            match body(build, &parameters) {
                0 => build.raw(op::OpReturn, &[]),
                result => build.raw(op::OpReturnValue, &[result]),
            }
            build.raw(op::OpFunctionEnd, &[]);
        });
        function
    }

    /// Adds the function that `write` writes, from `OpFunction` to `OpFunctionEnd`.
    pub(super) fn write_function(
        &mut self,
        key: Key,
        stages: u32,
        function: u32,
        write: impl FnOnce(&mut Self),
    ) {
        // The side buffer is a stack: what is pushed here is removed before the caller continues, and the current block is
        // restored.
        let mark = self.plan.edits.mark();
        let (any, block) = (self.plan.splits.any, self.plan.splits.block);
        write(self);
        let words = self.plan.edits.since(mark);
        self.plan.new.functions.push(key, stages, function, words);
        self.plan.edits.rewind(mark);
        self.plan.splits.any = any;
        self.plan.splits.block = block;
    }

    /// Declares a variable of the function that is being written. Only at the start of its body.
    pub fn local(&mut self, ty: u32) -> u32 {
        let class = storage_class::Function;
        let pointer = self.pointer(class, ty);
        self.op(op::OpVariable, pointer, &[class])
    }

    /// Writes an `OpStore`.
    pub fn store(&mut self, variable: u32, value: u32) {
        self.raw(op::OpStore, &[variable, value]);
    }
}

/// The key of a function of the soft library.
pub(super) fn soft_key(function: Function) -> Key {
    Key {
        name: "soft",
        ty: 0,
        variant: [function.id, function.count],
    }
}
