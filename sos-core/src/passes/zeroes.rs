//! The pass `zeroes`: zero-initialized workgroup memory, on devices without `shaderZeroInitializeWorkgroupMemory`.
//!
//! ```text
//! %sum   = OpVariable %to_uint Workgroup %zero      %sum   = OpVariable %to_uint Workgroup
//! %tile  = OpVariable %to_array Workgroup %null     %tile  = OpVariable %to_array Workgroup
//!
//! %main  = OpFunction %void None %fn                %main  = OpFunction %void None %fn
//! %entry = OpLabel                                  %entry = OpLabel
//! %x     = OpVariable %to_float Function            %x     = OpVariable %to_float Function
//!                                                   %index = OpLoad %uint %gl_LocalInvocationIndex
//!                                                   if %index == 0: OpStore %sum %zero
//!                                                   for (%i = %index; %i < %length; %i += %invocations)
//!                                                       OpStore %tile[%i] %zero
//!                                                   OpControlBarrier Workgroup, AcquireRelease | WorkgroupMemory
//! ```
//!
//! # Exactness
//!
//! Exact. Vulkan allows only `OpConstantNull` as such an initializer (VUID-StandaloneSpirv-OpVariable-04734). All invocations
//! of the workgroup reach the barrier, because it is at the start of the entry point, directly after the variables of its
//! first block; before it, no invocation can have accessed the memory. Each element is written by one invocation.
//!
//! # Pitfalls
//!
//! - An entry point clears the variables that reachable functions refer to, and no others: memory that it does not refer to
//!   is not its own. A variable whose pointer is the initializer of another variable may be accessed by any function.
//! - The number of invocations is the product of the entry point's `LocalSize` or `LocalSizeId`, or of the object decorated
//!   `WorkgroupSize`, which takes precedence. It may be an open specialization constant, as may the length of an array.
//! - An interface must not list two variables with the same built-in, so an entry point that has a variable with
//!   `LocalInvocationIndex` uses that one.
//! - Debug information about a function must stay in its first block (NonSemantic.Shader.DebugInfo.100), which the inserted
//!   code ends.
//! - In the Vulkan memory model, stores that others read need `NonPrivatePointer`.
//! - An array is cleared element by element, each with one store. So arrays of large arrays, and structures, take long.
//!   Blocks that are rewritten to words are rewritten before this pass.
//!
//! # What it refuses
//!
//! Initializers that Vulkan does not allow, and those of untyped variables; workgroup sizes that are not 32-bit integers;
//! `LocalInvocationIndex` on a member of a block or through a decoration group; and output of more than [`MOST`] times the
//! module's length, where hundreds of entry points clear hundreds of variables.
//!
//! `zero-initialize` is shown by `corpus/shaders/ops/zero_shared.comp`.

use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Step};
use crate::build::flow::{Flow, Range};
use crate::build::Build;
use crate::facts::{interface, product, Function, Gates, Scalar, TypeView};
use crate::inst::{Inst, Insts};
use crate::order::Order;
use crate::tables::{
    built_in, execution_mode, execution_model as model, memory_access,
    memory_semantics as semantics, op, scope, storage_class as class,
};
use crate::target::{feature, Target};
use crate::views;
use alloc::vec::Vec;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[feature::shaderZeroInitializeWorkgroupMemory],
    extensions: &["VK_KHR_zero_initialize_workgroup_memory"],
    can_help,
    ..Step::new(|memory| &mut memory.zeroes)
};

const NOT_ZERO: LowerError =
    LowerError::Because("workgroup memory with an initializer other than zero");
const UNTYPED: LowerError =
    LowerError::Because("zero-initialized workgroup memory without a type of its own");
const NO_SIZE: LowerError = LowerError::Because(
    "zero-initialized workgroup memory, where the workgroup size is not of 32-bit integers",
);
const NO_INDEX: LowerError = LowerError::Because(
    "workgroup memory that is zero from the start, where LocalInvocationIndex is no variable of its own",
);
const TOO_MUCH: LowerError =
    LowerError::Because("too many entry points with zero-initialized workgroup memory");

/// Limit of the words emitted and of the table entries visited, as a multiple of the module's length.
const MOST: usize = 16;

/// Estimated number of words that it takes to clear an array.
const CLEAR: usize = 48;

/// Whether the module may contain zero-initialized workgroup memory and the target lacks it.
fn can_help(input: Input<'_>, target: &Target) -> bool {
    input.facts.gates.meets(Gates::ZERO_INIT) && !STEP.is_needless(target)
}

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Zeroes {
    /// Workgroup variables with an initializer, ascending.
    variables: Vec<u32>,
    /// Those of them whose pointers other global declarations use.
    pointed_to: Vec<u32>,
    /// Uses of these variables: function index and variable, ascending.
    uses: Vec<(u32, u32)>,
    /// Variables to clear: function of an entry point and variable, ascending.
    cleared: Vec<(u32, u32)>,
    /// Functions of entry points that have workgroups, with the word offsets of those entry points, ascending.
    entries: Vec<(u32, u32)>,
    /// Execution modes that give a workgroup size: function and word offset of the mode, ascending.
    sizes: Vec<(u32, u32)>,
    /// Variables with `LocalInvocationIndex`, ascending.
    indices: Vec<u32>,
    /// By function index: the last entry point found to reach it, as a number that starts at 1.
    reached: Vec<u32>,
    pending: Vec<u32>,
}

impl Pass for Zeroes {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        can_help(input, target)
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        let Input { words, facts } = input;
        self.find(input)?;
        if self.variables.is_empty() {
            return Ok(false);
        }
        self.find_entries(input);
        self.find_uses(input);
        self.find_cleared(input)?;
        let index = built_in::LocalInvocationIndex;
        input
            .find_built_in(index, &mut self.indices)
            .ok_or(NO_INDEX)?;
        for inst in facts.declarations(words) {
            match is_initialized(inst) {
                true => {
                    let ty = build.get(inst.result_type()).unwrap_or(0);
                    build.variable_as(inst.result(), ty, &[class::Workgroup]);
                }
                false => build.copy_global(input, inst)?,
            }
        }
        self.count(build);
        build.copy_annotations(input)?;
        let mut work = Work {
            input,
            build,
            zeroes: self,
            index: 0,
            vulkan_memory_model: input.facts.has_vulkan_memory_model(input.words),
        };
        let mut at = facts.first_function;
        for function in &facts.functions {
            work.function(at, function)?;
            at = function.end;
        }
        build.copy_between(input, at, words.len() as u32)?;
        Ok(true)
    }
}

/// Whether an instruction declares a workgroup variable with an initializer.
fn is_initialized(inst: Inst<'_>) -> bool {
    let is_shared = (inst.opcode(), inst.word(3)) == (op::OpVariable, class::Workgroup);
    is_shared && inst.words().len() > 4
}

/// The entries of an ascending list that have this number as their key.
fn keyed(list: &[(u32, u32)], number: u32) -> &[(u32, u32)] {
    let first = list.partition_point(|one| one.0 < number);
    let list = list.get(first..).unwrap_or(&[]);
    let end = list.partition_point(|one| one.0 == number);
    list.get(..end).unwrap_or(&[])
}

impl Zeroes {
    /// Collects the variables, and those whose pointers other declarations use.
    fn find(&mut self, input: Input<'_>) -> Result<(), LowerError> {
        let Input { words, facts } = input;
        let globals = || facts.declarations(words);
        self.variables.clear();
        for inst in globals() {
            let untyped = (inst.opcode(), inst.word(3), inst.words().len() > 5);
            if untyped == (op::OpUntypedVariableKHR, class::Workgroup, true) {
                return Err(UNTYPED);
            }
            if is_initialized(inst) {
                match facts
                    .def(words, views::Variable(inst).initializer())
                    .map(|value| value.opcode())
                {
                    Some(op::OpConstantNull) => self.variables.push(inst.result()),
                    _ => return Err(NOT_ZERO),
                }
            }
        }
        self.variables.order();
        self.pointed_to.clear();
        for inst in globals() {
            input.uses(inst, |id| {
                if self.variables.binary_search(&id).is_ok() {
                    self.pointed_to.push(id);
                }
            });
        }
        self.pointed_to.order();
        self.pointed_to.dedup();
        Ok(())
    }

    /// Collects the entry points that have workgroups, and the execution modes that give sizes.
    fn find_entries(&mut self, input: Input<'_>) {
        let entries = input.facts.entries(input.words).filter(|entry| {
            matches!(
                views::EntryPoint(*entry).execution_model(),
                model::GLCompute | model::TaskNV | model::MeshNV | model::TaskEXT | model::MeshEXT
            )
        });
        self.entries.clear();
        self.entries
            .extend(entries.map(|entry| (views::EntryPoint(entry).entry_point(), entry.offset())));
        self.entries.order();
        let size_modes = [execution_mode::LocalSize, execution_mode::LocalSizeId];
        let modes = input
            .facts
            .modes(input.words)
            .filter(|mode| size_modes.contains(&views::ExecutionMode(*mode).mode()));
        self.sizes.clear();
        self.sizes
            .extend(modes.map(|mode| (mode.target(), mode.offset())));
        self.sizes.order();
    }

    /// Collects which functions use which variables.
    fn find_uses(&mut self, input: Input<'_>) {
        let Input { words, facts } = input;
        self.uses.clear();
        let mut at = facts.first_function;
        for (number, function) in facts.functions.iter().enumerate() {
            for inst in Insts::new(words, at, function.end) {
                input.uses(inst, |id| {
                    if self.variables.binary_search(&id).is_ok() {
                        self.uses.push((number as u32, id));
                    }
                });
            }
            at = function.end;
        }
        self.uses.order();
        self.uses.dedup();
    }

    /// Collects the variables that each entry point clears: those that reachable functions use.
    fn find_cleared(&mut self, input: Input<'_>) -> Result<(), LowerError> {
        let facts = input.facts;
        let mut left = MOST.saturating_mul(input.words.len());
        self.cleared.clear();
        self.reached.clear();
        self.reached.resize(facts.functions.len(), 0);
        let mut stamp = 0;
        let mut entries = self.entries.as_slice();
        while let Some(&(function, _)) = entries.first() {
            let same = keyed(entries, function);
            entries = entries.get(same.len()..).unwrap_or(&[]);
            stamp += 1;
            self.pending.clear();
            self.pending
                .extend(facts.function_of(function).map(|at| at as u32));
            let first = self.cleared.len();
            while let Some(at) = self.pending.pop() {
                let Some(slot) = self.reached.get_mut(at as usize).filter(|at| **at != stamp)
                else {
                    continue;
                };
                *slot = stamp;
                let Some(reached) = facts.functions.get(at as usize) else {
                    continue;
                };
                let calls = reached.first_call as usize..reached.last_call as usize;
                let calls = facts.calls.get(calls).unwrap_or(&[]);
                let uses = keyed(&self.uses, at);
                let cost = 1 + calls.len() + uses.len();
                left = left.checked_sub(cost).ok_or(TOO_MUCH)?;
                self.cleared
                    .extend(uses.iter().map(|one| (function, one.1)));
                let callees = calls
                    .iter()
                    .filter_map(|call| facts.function_of(call.callee));
                self.pending.extend(callees.map(|at| at as u32));
            }
            if facts.header.minor < 4 {
                left = left.checked_sub(self.pointed_to.len()).ok_or(TOO_MUCH)?;
                self.cleared
                    .extend(self.pointed_to.iter().map(|&id| (function, id)));
            } else {
                let entries = same.iter().filter_map(|one| Inst::at(input.words, one.1));
                let listed = entries.flat_map(interface).copied();
                let held = listed.filter(|id| self.pointed_to.binary_search(id).is_ok());
                self.cleared.extend(held.map(|id| (function, id)));
            }
            let new = self.cleared.get_mut(first..).unwrap_or_default();
            new.order();
        }
        self.cleared.dedup();
        let cost = self.cleared.len().saturating_mul(CLEAR);
        left.checked_sub(cost).map(|_| ()).ok_or(TOO_MUCH)
    }

    /// Counts the variables that are cleared, for the report.
    fn count(&mut self, build: &mut ModuleBuilder) {
        self.pending.clear();
        self.pending.extend(self.cleared.iter().map(|one| one.1));
        self.pending.order();
        self.pending.dedup();
        self.pending.iter().for_each(|_| build.count(Kind::Zeroes));
    }
}

/// The rewrite of one module.
struct Work<'a> {
    input: Input<'a>,
    build: &'a mut ModuleBuilder,
    zeroes: &'a mut Zeroes,
    /// A new variable with `LocalInvocationIndex`, or 0.
    index: u32,
    vulkan_memory_model: bool,
}

impl Work<'_> {
    /// Emits the words from an offset to the end of a function.
    fn function(&mut self, from: u32, function: &Function) -> Result<(), LowerError> {
        let cleared = core::mem::take(&mut self.zeroes.cleared);
        let here = keyed(&cleared, function.id);
        if here.is_empty() {
            self.build.copy_between(self.input, from, function.end)?;
        } else {
            let body = self.input.code_start(function);
            self.build.copy_between(self.input, from, body)?;
            self.clear(function.id, here)?;
            self.build.copy_between(self.input, body, function.end)?;
        }
        self.zeroes.cleared = cleared;
        Ok(())
    }

    /// Emits stores of zero to the variables of an entry point, and a barrier.
    fn clear(&mut self, entry: u32, cleared: &[(u32, u32)]) -> Result<(), LowerError> {
        let index = self.load_index(entry)?;
        let (input, vulkan) = (self.input, self.vulkan_memory_model);
        let ids = || cleared.iter().map(|one| one.1);
        let mut others = ids().filter(|&id| array(input, id).is_none()).peekable();
        if others.peek().is_some() {
            let [truth, zero] = [self.build.bool(), self.build.constant(0)];
            let is_first = self.build.op(op::OpIEqual, truth, &[index, zero]);
            let choice = self.build.begin_if(is_first);
            others.for_each(|id| store_zero(self.build, id, pointee(input, id), vulkan));
            self.build.end_if(choice);
        }
        let mut arrays = ids()
            .filter_map(|id| Some((id, array(input, id)?)))
            .peekable();
        if arrays.peek().is_some() {
            let stride = self.invocations(entry)?;
            for (id, (element, length)) in arrays {
                let length = match input.index(length) {
                    Some(known) => self.build.constant(known),
                    None => length,
                };
                self.clear_array(id, element, length, index, stride);
            }
        }
        self.barrier();
        Ok(())
    }

    /// Loads the index of the invocation, from a variable in the interfaces of all entry points that share the function.
    fn load_index(&mut self, entry: u32) -> Result<u32, LowerError> {
        let uint = self.build.uint();
        let mut chosen = 0;
        for &(_, at) in keyed(&self.zeroes.entries, entry) {
            let entry = Inst::at(self.input.words, at).ok_or(NO_INDEX)?;
            let mut listed = interface(entry).iter();
            let listed = listed.find(|id| self.zeroes.indices.binary_search(id).is_ok());
            match (chosen, listed.copied()) {
                (_, None) => {}
                (0, Some(id)) => chosen = id,
                (before, Some(id)) if before == id => {}
                _ => return Err(NO_INDEX),
            }
        }
        if chosen == 0 {
            chosen = self.zeroes.indices.first().copied().unwrap_or(0);
        }
        let ty = if chosen == 0 {
            chosen = self.new_index();
            uint
        } else {
            let ty = self.build.get(pointee(self.input, chosen));
            ty.ok_or(NO_INDEX)?
        };
        self.build.add_to_interface_of(entry, chosen);
        let index = self.build.op(op::OpLoad, ty, &[chosen]);
        Ok(match ty == uint {
            true => index,
            false => self.build.op(op::OpBitcast, uint, &[index]),
        })
    }

    /// Returns the new variable with `LocalInvocationIndex`, declared at the first call.
    fn new_index(&mut self) -> u32 {
        if self.index == 0 {
            let uint = self.build.uint();
            self.index = self.build.built_in(built_in::LocalInvocationIndex, uint);
        }
        self.index
    }

    /// Emits the number of invocations in a workgroup.
    fn invocations(&mut self, entry: u32) -> Result<u32, LowerError> {
        let Input { words, facts } = self.input;
        let uint = self.build.uint();
        let is_word = |ty: u32| is_word(self.input, ty);
        let object = facts.workgroup.object;
        let [x, y, z] = if object != 0 {
            let ty = facts.part_type(words, facts.type_of(words, object), 0);
            let ty = ty.filter(|&ty| is_word(ty)).ok_or(NO_SIZE)?;
            let ty = self.build.get(ty).ok_or(NO_SIZE)?;
            [0, 1, 2].map(|at| self.build.op(op::OpCompositeExtract, ty, &[object, at]))
        } else {
            let mode = keyed(&self.zeroes.sizes, entry).first().ok_or(NO_SIZE)?;
            let mode = Inst::at(words, mode.1).ok_or(NO_SIZE)?;
            let size = [3, 4, 5].map(|at| mode.word(at));
            if mode.opcode() == op::OpExecutionMode {
                let count = u32::try_from(product(size)).unwrap_or(u32::MAX);
                return Ok(self.build.constant(count));
            }
            if !size.iter().all(|&id| is_word(facts.type_of(words, id))) {
                return Err(NO_SIZE);
            }
            size
        };
        let area = self.build.op(op::OpIMul, uint, &[x, y]);
        Ok(self.build.op(op::OpIMul, uint, &[area, z]))
    }

    /// Emits a loop in which each invocation clears every `stride`-th element, starting at its own index.
    fn clear_array(&mut self, array: u32, element: u32, length: u32, index: u32, stride: u32) {
        let (vulkan, build) = (self.vulkan_memory_model, &mut *self.build);
        let pointer = build.get(element).unwrap_or(0);
        let pointer = build.pointer(class::Workgroup, pointer);
        let range = Range {
            from: index,
            to: length,
        };
        let (at, count) = build.begin_count(range, stride, &[]);
        let place = build.op(op::OpAccessChain, pointer, &[array, at]);
        store_zero(build, place, element, vulkan);
        build.end_count(count);
    }

    /// Emits a workgroup barrier that makes the stores visible.
    fn barrier(&mut self) {
        let mut order = semantics::AcquireRelease | semantics::WorkgroupMemory;
        if self.vulkan_memory_model {
            order |= semantics::MakeAvailable | semantics::MakeVisible;
        }
        let [scope, order] = [scope::Workgroup, order].map(|word| self.build.constant(word));
        self.build.raw(op::OpControlBarrier, &[scope, scope, order]);
    }
}

/// The element type and the length constant of a variable that is an array, if the length is known or a 32-bit integer.
fn array(input: Input<'_>, variable: u32) -> Option<(u32, u32)> {
    let TypeView::Array { element, length } = input.view(pointee(input, variable)) else {
        return None;
    };
    let is_usable = input.index(length).is_some() || is_word(input, input.type_of(length));
    is_usable.then_some((element, length))
}

/// Whether a type is a 32-bit integer.
fn is_word(input: Input<'_>, ty: u32) -> bool {
    let number = input.scalar_of(ty);
    matches!(number, Some(Scalar::Int { width: 32, .. }))
}

/// The type that a variable of the input points to.
fn pointee(input: Input<'_>, variable: u32) -> u32 {
    input.pointee(input.type_of(variable))
}

/// Emits a store of zero of an input type, non-private in the Vulkan memory model.
fn store_zero(build: &mut ModuleBuilder, pointer: u32, ty: u32, vulkan: bool) {
    let ty = build.get(ty).unwrap_or(0);
    let zero = build.null(ty);
    match vulkan {
        true => build.raw(
            op::OpStore,
            &[pointer, zero, memory_access::NonPrivatePointer],
        ),
        false => build.raw(op::OpStore, &[pointer, zero]),
    }
}

#[cfg(test)]
mod tests;
