//! The pass `zeroes`: workgroup memory that is zero from the start, for devices without
//! `shaderZeroInitializeWorkgroupMemory`.
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
//! Exact. Vulkan takes `OpConstantNull` alone as such an initializer (VUID-StandaloneSpirv-OpVariable-04734). All invocations
//! of the workgroup reach the barrier, since it stands where the entry point begins, behind the variables of its first block; and
//! before it, none can have looked at the memory. Each element is written by one invocation.
//!
//! # Pitfalls
//!
//! - The number of invocations is the product of the entry point's `LocalSize` or `LocalSizeId`, or of the object decorated
//!   `WorkgroupSize`, which goes before them. It may be a specialization constant that is still open, as may the array's length.
//! - An entry point clears what it can reach. From SPIR-V 1.4 on its interface lists that; below, it is what the functions use that
//!   entry points of its kind call, which may be more than what it uses itself.
//! - A variable is listed once in an interface, and no two of one built-in.
//! - In Vulkan's memory model, stores that others are to see say so.
//! - An array is cleared element by element, as each of these is one store. So arrays of large arrays, and structures, take long.
//!
//! # What it refuses
//!
//! Initializers that Vulkan does not take; several variables of `LocalInvocationIndex`, and decoration groups that say it.

use super::{Frame, Input, Kind, Pass, Refusal};
use crate::facts::{product, Facts, Function, Gates, Scalar, TypeView};
use crate::inst::{Inst, Insts};
use crate::operands::for_each_use;
use crate::options::Options;
use crate::plan::{interface, stage_bit, stages};
use crate::tables::{
    built_in, decoration, execution_mode, execution_model as model, memory_access,
    memory_semantics as semantics, op, scope, storage_class as class,
};
use crate::target::{feature, Feature, Target};

/// What the pass takes the place of.
pub const FEATURES: &[Feature] = &[feature::shaderZeroInitializeWorkgroupMemory];

/// Extensions by which a device could have the same.
pub const EXTENSIONS: &[&str] = &["VK_KHR_zero_initialize_workgroup_memory"];

const NOT_ZERO: Refusal = Refusal("workgroup memory with an initializer other than zero");
const NO_SIZE: Refusal = Refusal(
    "workgroup memory that is zero from the start, of an entry point whose workgroups have no size",
);
const NO_INDEX: Refusal = Refusal(
    "workgroup memory that is zero from the start, where LocalInvocationIndex is not one plain variable",
);
const TOO_MUCH: Refusal =
    Refusal("too many entry points with workgroup memory that is zero from the start");

/// Whether a module can have such memory and the target not.
pub fn can_help(facts: &Facts, target: &Target) -> bool {
    facts.gates.meets(Gates::ZERO_INIT)
        && !FEATURES.iter().all(|&feature| target.has_feature(feature))
}

/// The pass, with the tables that it works in.
#[derive(Clone, Debug, Default)]
pub struct Zeroes {
    /// Such variables, ascending, and the stages whose functions name them.
    variables: Vec<(u32, u32)>,
    /// Those that the entry point clears which is being written.
    cleared: Vec<u32>,
    /// By function: execution models of the entry points that reach it.
    stages: Vec<u32>,
    pending: Vec<u32>,
    /// Functions of entry points, ascending, with the word offsets of those.
    entries: Vec<(u32, u32)>,
}

impl Pass for Zeroes {
    fn concerns(&mut self, input: Input<'_>, target: &Target, _options: &Options) -> bool {
        can_help(input.facts, target)
    }

    fn run(
        &mut self,
        input: Input<'_>,
        _target: &Target,
        _options: &Options,
        frame: &mut Frame,
    ) -> Result<bool, Refusal> {
        let Input { words, facts } = input;
        self.find(input)?;
        if self.variables.is_empty() {
            return Ok(false);
        }
        for inst in Insts::new(words, facts.globals, facts.first_function) {
            match is_initialized(inst) {
                true => {
                    frame.variable_as(inst.word(2), inst.word(1), &[class::Workgroup]);
                    frame.count(Kind::Zeroes);
                }
                false => frame.copy_global(input, inst)?,
            }
        }
        let index = index(input, frame)?;
        frame.copy_annotations(input)?;
        let mut work = Work {
            input,
            frame,
            zeroes: self,
            index,
            left: words.len(),
        };
        let mut at = facts.first_function;
        for function in &facts.functions {
            work.function(at, function)?;
            at = function.end;
        }
        frame.copy_between(input, at, words.len() as u32)?;
        Ok(true)
    }
}

/// Whether an instruction declares such a variable.
fn is_initialized(inst: Inst<'_>) -> bool {
    let is_shared = (inst.opcode(), inst.word(3)) == (op::OpVariable, class::Workgroup);
    is_shared && inst.words().len() > 4
}

impl Zeroes {
    /// Finds the variables, who uses them where interfaces do not tell, and the entry points.
    fn find(&mut self, input: Input<'_>) -> Result<(), Refusal> {
        let Input { words, facts } = input;
        self.variables.clear();
        let globals = Insts::new(words, facts.globals, facts.first_function);
        for inst in globals.filter(|&inst| is_initialized(inst)) {
            match facts.def(words, inst.word(4)).map(|value| value.opcode()) {
                Some(op::OpConstantNull) => {}
                _ => return Err(NOT_ZERO),
            }
            self.variables.push((inst.word(2), 0));
        }
        self.variables.sort_unstable();
        if facts.header.minor < 4 {
            self.find_uses(input);
        }
        self.entries.clear();
        let entries = entries(input).map(|entry| (entry.word(2), entry.offset()));
        self.entries.extend(entries);
        self.entries.sort_unstable();
        Ok(())
    }

    /// Finds the stages whose functions name each variable.
    fn find_uses(&mut self, input: Input<'_>) {
        let Input { words, facts } = input;
        // A variable that holds a pointer to one may be anybody's.
        let globals = Insts::new(words, facts.globals, facts.first_function);
        globals.for_each(|inst| self.uses(inst, u32::MAX));
        stages(words, facts, |_| true, &mut self.stages, &mut self.pending);
        let mut at = facts.first_function;
        for (number, function) in facts.functions.iter().enumerate() {
            let bits = self.stages.get(number).copied().unwrap_or(0);
            let code = Insts::new(words, at, function.end);
            code.for_each(|inst| self.uses(inst, bits));
            at = function.end;
        }
    }

    /// Notes the stages of an instruction at the variables that it names.
    fn uses(&mut self, inst: Inst<'_>, stages: u32) {
        for_each_use(inst.words(), 1, |_, id| {
            let at = self.variables.binary_search_by_key(&id, |one| one.0);
            if let Some(variable) = at.ok().and_then(|at| self.variables.get_mut(at)) {
                variable.1 |= stages;
            }
        });
    }

    /// Lists what the entry points of a function clear, each once. `left` is how many may still be looked at, so that time stays
    /// linear.
    fn list(&mut self, input: Input<'_>, function: u32, left: &mut usize) -> Result<(), Refusal> {
        let Input { words, facts } = input;
        self.cleared.clear();
        let first = self.entries.partition_point(|entry| entry.0 < function);
        let entries = self.entries.get(first..).unwrap_or(&[]).iter();
        let entries = entries.take_while(|entry| entry.0 == function);
        for entry in entries.filter_map(|entry| Inst::at(words, entry.1)) {
            let variables = self.variables.as_slice();
            if facts.header.minor >= 4 {
                let is_one = |id: &&u32| variables.binary_search_by_key(*id, |one| one.0).is_ok();
                self.cleared.extend(interface(entry).iter().filter(is_one));
            } else {
                *left = left.checked_sub(variables.len()).ok_or(TOO_MUCH)?;
                let stage = stage_bit(entry.word(1));
                let used = variables.iter().filter(|one| one.1 & stage != 0);
                self.cleared.extend(used.map(|one| one.0));
            }
        }
        self.cleared.sort_unstable();
        self.cleared.dedup();
        Ok(())
    }
}

/// The entry points that have workgroups.
fn entries(input: Input<'_>) -> impl Iterator<Item = Inst<'_>> {
    let entries = input.facts.entry_points.iter();
    let entries = entries.filter_map(move |&at| Inst::at(input.words, at));
    entries.filter(|entry| {
        matches!(
            entry.word(1),
            model::GLCompute | model::TaskNV | model::MeshNV | model::TaskEXT | model::MeshEXT
        )
    })
}

/// The variable of `LocalInvocationIndex`, the module's or a new one, in the interfaces of all entry points that have workgroups.
fn index(input: Input<'_>, frame: &mut Frame) -> Result<u32, Refusal> {
    let Input { words, facts } = input;
    let says = |inst: &Inst<'_>| {
        let said = (inst.opcode(), inst.word(2), inst.word(3));
        said == (
            op::OpDecorate,
            decoration::BuiltIn,
            built_in::LocalInvocationIndex,
        )
    };
    let mut found = input.annotations().filter(says);
    let variable = match (found.next(), found.next()) {
        (None, _) => {
            let uint = frame.uint();
            let pointer = frame.pointer(class::Input, uint);
            let variable = frame.id();
            frame.variable_as(variable, pointer, &[class::Input]);
            let words = [
                variable,
                decoration::BuiltIn,
                built_in::LocalInvocationIndex,
            ];
            frame.annotate(op::OpDecorate, &words);
            variable
        }
        (Some(one), None) => {
            let def = facts.def(words, one.word(1)).ok_or(NO_INDEX)?;
            if (def.opcode(), def.word(3)) != (op::OpVariable, class::Input) {
                return Err(NO_INDEX);
            }
            def.word(2)
        }
        _ => return Err(NO_INDEX),
    };
    let mut listed = 0;
    for model in entries(input).map(|entry| entry.word(1)) {
        if listed & stage_bit(model) == 0 {
            listed |= stage_bit(model);
            frame.list(variable, Some(model));
        }
    }
    Ok(variable)
}

/// A module on its way.
struct Work<'a> {
    input: Input<'a>,
    frame: &'a mut Frame,
    zeroes: &'a mut Zeroes,
    /// The variable of `LocalInvocationIndex`.
    index: u32,
    /// How many variables may still be looked at, over all entry points.
    left: usize,
}

impl Work<'_> {
    /// Writes what stands from a word offset on to the end of a function.
    fn function(&mut self, from: u32, function: &Function) -> Result<(), Refusal> {
        self.zeroes.list(self.input, function.id, &mut self.left)?;
        let body = self.input.body(function);
        self.frame.copy_between(self.input, from, body)?;
        if !self.zeroes.cleared.is_empty() {
            self.clear(function.id)?;
        }
        self.frame.copy_between(self.input, body, function.end)
    }

    /// Sets to zero what an entry point clears, and waits until all is.
    fn clear(&mut self, entry: u32) -> Result<(), Refusal> {
        let index = self.load_index();
        let cleared = std::mem::take(&mut self.zeroes.cleared);
        let input = self.input;
        let is_array = |&id: &u32| array(input, id).is_some();
        if !cleared.iter().all(is_array) {
            let [truth, zero] = [self.frame.bool(), self.frame.constant(0)];
            let is_first = self.frame.op(op::OpIEqual, truth, &[index, zero]);
            let others = cleared.iter().filter(|id| !is_array(id));
            self.frame.within(is_first, |frame| {
                others.for_each(|&id| store_zero(frame, input, id, pointee(input, id)));
            });
        }
        if cleared.iter().any(is_array) {
            let stride = self.invocations(entry)?;
            for &id in &cleared {
                if let Some((element, length)) = array(input, id) {
                    self.clear_array(id, element, length, index, stride);
                }
            }
        }
        self.zeroes.cleared = cleared;
        self.barrier();
        Ok(())
    }

    fn load_index(&mut self) -> u32 {
        let ty = pointee(self.input, self.index);
        let uint = self.frame.uint();
        // A new variable is none of the input's.
        let ty = self.frame.get(ty).filter(|&ty| ty != 0).unwrap_or(uint);
        let index = self.frame.op(op::OpLoad, ty, &[self.index]);
        match ty == uint {
            true => index,
            false => self.frame.op(op::OpBitcast, uint, &[index]),
        }
    }

    /// How many invocations a workgroup has.
    fn invocations(&mut self, entry: u32) -> Result<u32, Refusal> {
        let object = self.input.facts.workgroup.object;
        let uint = self.frame.uint();
        let [x, y, z] = match object {
            0 => {
                let mut modes = self.input.modes().filter(|mode| mode.word(1) == entry);
                let sized = modes.find(|mode| {
                    matches!(
                        mode.word(2),
                        execution_mode::LocalSize | execution_mode::LocalSizeId
                    )
                });
                let mode = sized.ok_or(NO_SIZE)?;
                let size = [3, 4, 5].map(|at| mode.word(at));
                if mode.opcode() == op::OpExecutionMode {
                    let count = u32::try_from(product(size)).unwrap_or(u32::MAX);
                    return Ok(self.frame.constant(count));
                }
                size
            }
            _ => [0, 1, 2].map(|at| self.frame.op(op::OpCompositeExtract, uint, &[object, at])),
        };
        let area = self.frame.op(op::OpIMul, uint, &[x, y]);
        Ok(self.frame.op(op::OpIMul, uint, &[area, z]))
    }

    /// Clears an array, each invocation every so many elements from its own on.
    fn clear_array(&mut self, array: u32, element: u32, length: u32, index: u32, stride: u32) {
        let (input, frame) = (self.input, &mut *self.frame);
        let [head, test, body, more, done, at, next] = [0; 7].map(|_| frame.id());
        let [uint, truth] = [frame.uint(), frame.bool()];
        let pointer = frame.pointer(class::Workgroup, element);
        let before = frame.block();
        frame.raw(op::OpBranch, &[head]);
        frame.label(head);
        frame.op_as(at, op::OpPhi, uint, &[index, before, next, more]);
        frame.raw(op::OpLoopMerge, &[done, more, 0]);
        frame.raw(op::OpBranch, &[test]);
        frame.label(test);
        let goes_on = frame.op(op::OpULessThan, truth, &[at, length]);
        frame.raw(op::OpBranchConditional, &[goes_on, body, done]);
        frame.label(body);
        let place = frame.op(op::OpAccessChain, pointer, &[array, at]);
        store_zero(frame, input, place, element);
        frame.raw(op::OpBranch, &[more]);
        frame.label(more);
        frame.op_as(next, op::OpIAdd, uint, &[at, stride]);
        frame.raw(op::OpBranch, &[head]);
        frame.label(done);
    }

    /// Waits for the whole workgroup, and sees what it has stored.
    fn barrier(&mut self) {
        let mut order = semantics::AcquireRelease | semantics::WorkgroupMemory;
        if self.input.has_vulkan_memory_model() {
            order |= semantics::MakeAvailable | semantics::MakeVisible;
        }
        let [scope, order] = [scope::Workgroup, order].map(|word| self.frame.constant(word));
        self.frame.raw(op::OpControlBarrier, &[scope, scope, order]);
    }
}

/// Of a variable that is an array, the type of its elements and the constant that is its length, if that is a number of 32 bits.
fn array(input: Input<'_>, variable: u32) -> Option<(u32, u32)> {
    let Input { words, facts } = input;
    let TypeView::Array { element, length } = facts.type_view(words, pointee(input, variable))
    else {
        return None;
    };
    let number = facts.scalar_of(words, facts.type_of(words, length));
    matches!(number, Some(Scalar::Int { width: 32, .. })).then_some((element, length))
}

/// What a variable of the input points to.
fn pointee(input: Input<'_>, variable: u32) -> u32 {
    let Input { words, facts } = input;
    facts.pointee(words, facts.type_of(words, variable))
}

/// Stores zero, of a type of the input.
fn store_zero(frame: &mut Frame, input: Input<'_>, pointer: u32, ty: u32) {
    let zero = frame.declare(op::OpConstantNull, Some(ty), &[]);
    let shared = [pointer, zero, memory_access::NonPrivatePointer];
    let private = &[pointer, zero];
    frame.raw(
        op::OpStore,
        match input.has_vulkan_memory_model() {
            true => &shared,
            false => private,
        },
    );
}

#[cfg(test)]
mod tests;
