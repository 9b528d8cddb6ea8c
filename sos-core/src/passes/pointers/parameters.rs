//! Pointers that are passed to functions: their indices are passed instead.
//!
//! ```text
//! %p = OpAccessChain %to_array %block %zero %i          …
//! %r = OpFunctionCall %void %function %p                %r = OpFunctionCall %void %function %zero %i
//!
//! %function = OpFunction %void None %of_pointer         %function = OpFunction %void None %of_indices
//! %given = OpFunctionParameter %to_array                %a = OpFunctionParameter %uint
//!                                                       %b = OpFunctionParameter %uint
//! %q = OpAccessChain %to_word %given %j                 %u = OpAccessChain %to_word %block %zero %b %j
//! ```
//!
//! Structure members are no parameters, nor are descriptors: they are the same at all calls, constants that the function names
//! itself. A parameter takes the path of the first call's argument, and all others must have the same but for index values, as
//! selected pointers must. The module grows by as many words as a path has indices, for each call and parameter.
//!
//! A pointer to a whole variable in workgroup memory is left alone: devices without variable pointers accept it.

use super::{Input, Path, Work, MALFORMED, PASSED, UNKNOWN};
use crate::build::Build;
use crate::inst::Inst;
use crate::passes::LowerError;
use crate::tables::op;
use crate::views;
use alloc::vec::Vec;

/// The maximum number of parameters of a function (SPIR-V specification, section 2.17, "Universal Limits").
const MOST_PARAMETERS: usize = 255;

impl Work<'_> {
    /// Whether the pointer that a parameter takes is replaced by indices.
    fn is_replaced(&self, parameter: u32) -> bool {
        self.is_selected(parameter)
    }

    /// Gives the parameters of a called function the paths of the arguments, or of one of these, as far as those are known and
    /// the parameters have none yet. Appends these parameters to `found`.
    pub(super) fn pass(
        &mut self,
        call: Inst<'_>,
        only: Option<u32>,
        found: &mut Vec<u32>,
    ) -> Result<(), LowerError> {
        let Input { words, facts } = self.input;
        let arguments = views::FunctionCall(call).arguments();
        if arguments.len() > MOST_PARAMETERS {
            return Err(MALFORMED);
        }
        let function = self
            .input
            .def(views::FunctionCall(call).function())
            .ok_or(MALFORMED)?;
        let parameters = facts.parameters(words, function);
        for (&argument, parameter) in arguments.iter().zip(parameters) {
            let parameter = parameter.result();
            if only.is_some_and(|only| only != argument)
                || !self.is_pointer(self.input.type_of(argument))
                || self.path(parameter).is_some()
            {
                continue;
            }
            let Some(mut path) = self.path(argument).cloned() else {
                self.tables.deferred.push((argument, call.offset()));
                continue;
            };
            if path.indices.is_empty() && self.is_shared(path.root) {
                continue;
            }
            for index in &mut path.indices {
                if !index.fixed {
                    index.id = self.new_index(index);
                } else if !self.is_constant(index.id) {
                    return Err(UNKNOWN);
                }
            }
            path.selected = true;
            self.record(parameter, path);
            found.push(parameter);
        }
        Ok(())
    }

    fn is_constant(&self, id: u32) -> bool {
        let Input { words, facts } = self.input;
        facts.is_constant(words, id)
    }

    /// Emits the beginning of a function. Returns false if none of its parameters is replaced.
    pub(super) fn function(&mut self, function: Inst<'_>) -> Result<bool, LowerError> {
        let Input { words, facts } = self.input;
        let parameters = || facts.parameters(words, function);
        if !parameters().any(|parameter| self.is_replaced(parameter.result())) {
            return Ok(false);
        }
        let result = self.build.get(function.result_type()).ok_or(MALFORMED)?;
        let ty = self.with_list(|work, types| {
            types.push(result);
            for parameter in parameters() {
                match work.path(parameter.result()).filter(|path| path.selected) {
                    Some(path) => {
                        for index in path.indices.iter().filter(|index| !index.fixed) {
                            types.push(work.build.get(work.ty(index)).ok_or(MALFORMED)?);
                        }
                    }
                    None => types.push(work.build.get(parameter.result_type()).ok_or(MALFORMED)?),
                }
            }
            if types.len() > MOST_PARAMETERS + 1 {
                return Err(LowerError::Because(
                    "a function with too many indices of pointers",
                ));
            }
            Ok(work.build.declare(op::OpTypeFunction, None, types))
        })?;
        let operands = [views::Function(function).function_control(), ty];
        self.build
            .op_as(function.result(), op::OpFunction, result, &operands);
        Ok(true)
    }

    /// Emits the parameters that replace one.
    pub(super) fn parameters(&mut self, path: &Path) -> Result<(), LowerError> {
        for index in path.indices.iter().filter(|index| !index.fixed) {
            let ty = self.build.get(self.ty(index)).ok_or(MALFORMED)?;
            self.build.op_as(index.id, op::OpFunctionParameter, ty, &[]);
        }
        Ok(())
    }

    /// Emits a call. Returns false if no parameter of the function is replaced.
    pub(super) fn call(&mut self, call: Inst<'_>) -> Result<bool, LowerError> {
        let Input { words, facts } = self.input;
        let function = self
            .input
            .def(views::FunctionCall(call).function())
            .ok_or(MALFORMED)?;
        let pairs = || {
            let arguments = views::FunctionCall(call).arguments().iter();
            arguments.zip(facts.parameters(words, function))
        };
        if !pairs().any(|(_, parameter)| self.is_replaced(parameter.result())) {
            return Ok(false);
        }
        let result = self.build.get(call.result_type()).ok_or(MALFORMED)?;
        self.with_list(|work, operands| {
            operands.push(views::FunctionCall(call).function());
            for (&argument, parameter) in pairs() {
                let parameter = parameter.result();
                if !work.is_replaced(parameter) {
                    if work.is_selected(argument) {
                        return Err(PASSED);
                    }
                    operands.push(work.build.get(argument).ok_or(MALFORMED)?);
                    continue;
                }
                let path = work.path(parameter).ok_or(UNKNOWN)?.clone();
                let other = work.path(argument).ok_or(UNKNOWN)?.clone();
                work.check(&path, &other)?;
                for (index, &other) in path.indices.iter().zip(&other.indices) {
                    if !index.fixed {
                        let ty = work.ty(index);
                        operands.push(work.index_as(other, ty));
                    }
                }
            }
            work.build
                .op_as(call.result(), op::OpFunctionCall, result, operands);
            Ok(())
        })?;
        Ok(true)
    }
}
