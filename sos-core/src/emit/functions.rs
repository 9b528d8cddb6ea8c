//! Writing and calling functions that rules share: see [`crate::plan::Key`].

use super::Builder;
use crate::inst::Insts;
use crate::plan::Key;
use crate::soft::{Buffers, Function, SoftBuilder};
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
        let stages = self.stages();
        let function = match self.plan.new.functions.find(key, stages) {
            Some(function) => function,
            None => self.function(key, stages, arguments, body),
        };
        self.call(id, key.ty, function, arguments);
    }

    fn call(&mut self, id: u32, ty: u32, function: u32, arguments: &[u32]) {
        self.require_passing(ty);
        for &argument in arguments {
            let ty = self.type_of(argument);
            self.require_passing(ty);
        }
        let mut operands = ArrayVec::<u32, MOST_TYPES>::from_iter([function]);
        operands.extend(arguments.iter().copied().take(MOST_TYPES - 1));
        self.op_as(id, op::OpFunctionCall, ty, &operands);
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
        self.write_function(key, stages, function, |build| {
            build.op_as(function, op::OpFunction, key.ty, &[0, ty]);
            let parameters: ArrayVec<u32, MOST_TYPES> = signature
                .iter()
                .skip(1)
                .map(|&ty| build.op(op::OpFunctionParameter, ty, &[]))
                .collect();
            let label = build.plan.new.id();
            build.label(label);
            match body(build, &parameters) {
                0 => build.raw(&[1 << 16 | u32::from(op::OpReturn)]),
                result => build.raw(&[2 << 16 | u32::from(op::OpReturnValue), result]),
            }
            build.raw(&[1 << 16 | u32::from(op::OpFunctionEnd)]);
        });
        function
    }

    /// Adds the function that `write` writes, from `OpFunction` to `OpFunctionEnd`.
    fn write_function(
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

/// The key of a function of the soft library.
fn soft_key(function: Function) -> Key {
    Key {
        name: "soft",
        ty: 0,
        variant: [function.id, function.count],
    }
}

impl SoftBuilder for Builder<'_, '_> {
    fn soft_buffers(&mut self) -> &mut Buffers {
        &mut self.plan.new.soft
    }

    fn find_soft(&self, function: Function) -> Option<(u32, u32)> {
        let functions = &self.plan.new.functions;
        let known = functions.find(soft_key(function), self.stages())?;
        Some((known, self.type_of(known)))
    }

    fn add_soft(&mut self, function: Function, id: u32, _ty: u32, words: &[u32]) {
        let stages = self.stages();
        self.write_function(soft_key(function), stages, id, |build| {
            for inst in Insts::new(words, 0, words.len() as u32) {
                if inst.has_type() {
                    build.plan.new.note_type(inst.word(2), inst.word(1));
                }
                match inst.opcode() {
                    op::OpLabel => build.label(inst.word(1)),
                    _ => build.raw(inst.words()),
                }
            }
        });
    }

    fn new_id(&mut self) -> u32 {
        self.plan.new.id()
    }

    fn declare(&mut self, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u32 {
        self.plan.new.declare(self.scene, opcode, ty, operands)
    }

    fn import_glsl(&mut self) -> u32 {
        self.plan.import_glsl(self.scene)
    }

    fn decorate(&mut self, id: u32, decoration: u32) {
        self.plan.new.decorate(id, &[decoration]);
    }

    fn call_soft(&mut self, id: u32, ty: u32, function: u32, arguments: &[u32]) {
        self.call(id, ty, function, arguments);
    }
}
