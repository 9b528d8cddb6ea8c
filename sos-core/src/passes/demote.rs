//! The pass `demote`: demotion to helper invocation, on devices without `shaderDemoteToHelperInvocation`.
//!
//! ```text
//!                                               %demoted = OpVariable %to_bool Private %false
//! OpDemoteToHelperInvocation                    OpStore %demoted %true
//!
//! %is = OpIsHelperInvocationEXT %bool           %helper = OpLoad %bool %gl_HelperInvocation
//!                                               %late = OpLoad %bool %demoted
//!                                               %is = OpLogicalOr %bool %helper %late
//!
//! OpStore %to_buffer %value                     %late = OpLoad %bool %demoted
//!                                               %runs = OpLogicalNot %bool %late
//!                                               if %runs: OpStore %to_buffer %value
//!
//! %x = OpAtomicIAdd %uint %p …                  %late, %runs as above
//!                                               if %runs: %y = OpAtomicIAdd %uint %p …
//!                                               %x = OpPhi %uint %null %before %y %then
//!
//! OpReturn (of the entry point)                 %late = OpLoad %bool %demoted
//!                                               if %late: OpKill
//!                                               OpReturn
//! ```
//!
//! # Exactness
//!
//! Exact. A demoted invocation continues so that derivatives of its neighbours stay defined; its stores and atomics have no
//! effect, the results of its atomics are undefined, and what it writes to outputs is discarded (SPIR-V specification,
//! `OpDemoteToHelperInvocation`; Vulkan specification, "Helper Invocations"). The rewritten invocation also continues, on the
//! same path, and executes `OpKill` where it would return from the entry point: after that point no other invocation computes
//! a derivative that needs it. `OpKill` at the place of the demotion would not be equivalent: the derivatives of the
//! neighbours are undefined from there on.
//!
//! # Pitfalls
//!
//! - Functions are shared: the flag is a `Private` variable, and stores are masked in every function that a fragment entry
//!   point reaches. In other stages of the module, the flag is never set.
//! - A variable with `HelperInvocation` keeps its value when the fragment is demoted, unless it is read as `Volatile`.
//! - From SPIR-V 1.4 on, `Private` variables are listed in the interface of an entry point.
//! - Masking a store splits its block, which affects phis and loop headers ([`crate::plan::Splits`]).
//! - `Function` and `Private` memory and outputs belong to the invocation; stores to them are not masked.
//!
//! # What it refuses
//!
//! Instructions whose side effects are unknown, such as stores of cooperative matrices; extended instructions whose second
//! result is written to a buffer; decoration groups with `HelperInvocation`.
//!
//! `demote` is shown by `corpus/shaders/version/demote_core.frag`.

use super::{Input, Kind, LowerError, ModuleBuilder, Pass, Request, Step};
use crate::build::flow::Flow;
use crate::build::Build;
use crate::facts::TypeView;
use crate::inst::{Inst, Insts};
use crate::order::Order;
use crate::plan::{stage_bit, stages};
use crate::tables::{
    built_in, capability, decoration, execution_model, memory_access, op, op_hot,
    storage_class as class, OpFlags,
};
use crate::target::feature;
use crate::views;
use alloc::vec::Vec;
use arrayvec::ArrayVec;

/// The row of the pass.
pub const STEP: Step = Step {
    features: &[feature::shaderDemoteToHelperInvocation],
    extensions: &["VK_EXT_shader_demote_to_helper_invocation"],
    ..Step::new(|memory| &mut memory.demote)
};

/// The pass and its scratch memory.
#[derive(Clone, Debug, Default)]
pub struct Demote {
    /// By function index: execution models of the entry points that reach it.
    stages: Vec<u32>,
    pending: Vec<u32>,
    /// Variables with `HelperInvocation`, ascending, each with whether every read of it is volatile.
    helpers: Vec<(u32, bool)>,
    /// Functions of fragment entry points, ascending.
    entries: Vec<u32>,
}

impl Pass for Demote {
    fn concerns(&mut self, Request { input, target, .. }: Request<'_>) -> bool {
        input.lacks(target, capability::DemoteToHelperInvocation)
    }

    fn run(
        &mut self,
        Request { input, .. }: Request<'_>,
        build: &mut ModuleBuilder,
    ) -> Result<bool, LowerError> {
        self.collect(input)?;
        let Input { words, facts } = input;
        let uses = |opcode| {
            let mut code = facts.code(words);
            code.any(|inst| inst.opcode() == opcode)
        };
        let demotes = uses(op::OpDemoteToHelperInvocation);
        let queries = uses(op::OpIsHelperInvocationEXT);
        for inst in facts.declarations(words) {
            build.copy_global(input, inst)?;
        }
        let demoted = if demotes { flag(build, input) } else { 0 };
        let mut helper = self.helpers.first().map_or(0, |helper| helper.0);
        if queries && helper == 0 {
            helper = built_in_variable(build);
        }
        build.copy_annotations(input)?;
        let mut work = Work {
            input,
            build,
            demote: self,
            demoted,
            helper,
            is_entry: false,
            is_masked: false,
        };
        let mut end = facts.first_function;
        for (index, function) in facts.functions.iter().enumerate() {
            work.enter(index, function.id);
            for inst in Insts::new(words, end, function.end) {
                work.instruction(inst)?;
            }
            end = function.end;
        }
        for inst in Insts::new(words, end, words.len() as u32) {
            work.build.copy_code(input, inst)?;
        }
        Ok(true)
    }
}

impl Demote {
    /// Collects the stages of each function, the fragment entry points, and the variables with `HelperInvocation`.
    fn collect(&mut self, input: Input<'_>) -> Result<(), LowerError> {
        let Input { words, facts } = input;
        stages(words, facts, |_| true, &mut self.stages, &mut self.pending);
        self.entries.clear();
        for entry in facts.entries(words) {
            if views::EntryPoint(entry).execution_model() == execution_model::Fragment {
                self.entries.push(views::EntryPoint(entry).entry_point());
            }
        }
        self.helpers.clear();
        let notes = || facts.decorations(words);
        for inst in notes().filter(|inst| inst.opcode() == op::OpDecorate) {
            let says = (
                views::Decorate(inst).decoration(),
                views::Decorate(inst).operand(),
            );
            if says != (decoration::BuiltIn, built_in::HelperInvocation) {
                continue;
            }
            match facts.def(words, inst.word(1)).map(|def| def.opcode()) {
                Some(op::OpVariable) => self.helpers.push((inst.word(1), false)),
                _ => {
                    return Err(LowerError::Because(
                        "a decoration group with HelperInvocation",
                    ))
                }
            }
        }
        self.entries.order();
        self.helpers.order();
        let is_volatile = |inst: &Inst<'_>| {
            inst.opcode() == op::OpDecorate
                && views::Decorate(*inst).decoration() == decoration::Volatile
        };
        for inst in notes().filter(is_volatile) {
            let at = find(&self.helpers, inst.word(1));
            if let Some(helper) = at.and_then(|at| self.helpers.get_mut(at)) {
                helper.1 = true;
            }
        }
        Ok(())
    }
}

fn find(helpers: &[(u32, bool)], variable: u32) -> Option<usize> {
    helpers
        .binary_search_by_key(&variable, |helper| helper.0)
        .ok()
}

/// Declares the variable that records whether the fragment was demoted.
fn flag(build: &mut ModuleBuilder, input: Input<'_>) -> u32 {
    let truth = build.bool();
    let no = build.declare(op::OpConstantFalse, Some(truth), &[]);
    let pointer = build.pointer(class::Private, truth);
    let flag = build.id();
    build.variable_as(flag, pointer, &[class::Private, no]);
    if input.facts.header.minor >= 4 {
        build.add_to_interfaces(flag, None);
    }
    flag
}

/// Declares a variable with `HelperInvocation`: whether the invocation is a helper from the start.
fn built_in_variable(build: &mut ModuleBuilder) -> u32 {
    let truth = build.bool();
    let variable = build.built_in(built_in::HelperInvocation, truth);
    build.add_to_interfaces(variable, Some(execution_model::Fragment));
    variable
}

/// The rewrite of one module.
struct Work<'a> {
    input: Input<'a>,
    build: &'a mut ModuleBuilder,
    demote: &'a Demote,
    /// The flag variable, or 0 if nothing demotes.
    demoted: u32,
    /// A variable with `HelperInvocation`, or 0.
    helper: u32,
    /// Whether the current function is a fragment entry point and its invocations can be demoted.
    is_entry: bool,
    /// Whether the current function can run in fragments, and some fragments are demoted.
    is_masked: bool,
}

impl Work<'_> {
    fn enter(&mut self, index: usize, id: u32) {
        let fragment = stage_bit(execution_model::Fragment);
        let stages = self.demote.stages.get(index).copied().unwrap_or(0);
        self.is_masked = self.demoted != 0 && stages & fragment != 0;
        self.is_entry = self.is_masked && self.demote.entries.binary_search(&id).is_ok();
    }

    /// Rewrites an instruction of a function.
    fn instruction(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        match inst.opcode() {
            op::OpDemoteToHelperInvocation => {
                let truth = self.build.bool();
                let yes = self.build.declare(op::OpConstantTrue, Some(truth), &[]);
                self.build.raw(op::OpStore, &[self.demoted, yes]);
                self.build.count(Kind::Demote);
                Ok(())
            }
            op::OpIsHelperInvocationEXT => {
                let truth = self.build.bool();
                let operands = [self.helper];
                self.build.count(Kind::Demote);
                self.or_demoted(inst.result(), truth, &operands);
                Ok(())
            }
            op::OpLoad if self.is_masked && self.observes_demotion(inst) => {
                let ty = self.build.get(inst.word(1)).unwrap_or(0);
                self.or_demoted(inst.word(2), ty, &[inst.word(3)]);
                Ok(())
            }
            op::OpReturn if self.is_entry => {
                let late = self.load_demoted();
                let choice = self.build.begin_if(late);
                self.build.raw(op::OpKill, &[]);
                self.build.end_if_terminated(choice);
                self.copy(inst)
            }
            _ if self.is_masked && self.has_effect(inst)? => self.mask(inst),
            _ => self.copy(inst),
        }
    }

    fn copy(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        self.build.copy_code(self.input, inst)
    }

    /// Loads whether the fragment has been demoted.
    fn load_demoted(&mut self) -> u32 {
        let truth = self.build.bool();
        self.build.op(op::OpLoad, truth, &[self.demoted])
    }

    /// Emits whether the invocation is a helper from the start or has been demoted.
    fn or_demoted(&mut self, id: u32, truth: u32, load: &[u32]) {
        if self.demoted == 0 {
            return self.build.op_as(id, op::OpLoad, truth, load);
        }
        let helper = self.build.op(op::OpLoad, truth, load);
        let late = self.load_demoted();
        self.build
            .op_as(id, op::OpLogicalOr, truth, &[helper, late]);
    }

    /// Whether a load must observe the current state of `HelperInvocation`, rather than its value at the start.
    fn observes_demotion(&self, inst: Inst<'_>) -> bool {
        let helpers = &self.demote.helpers;
        let helper = find(helpers, views::Load(inst).pointer()).and_then(|at| helpers.get(at));
        helper.is_some_and(|helper| helper.1 || inst.word(4) & memory_access::Volatile != 0)
    }

    /// Executes an instruction only in invocations that are not demoted.
    fn mask(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let truth = self.build.bool();
        let late = self.load_demoted();
        let runs = self.build.op(op::OpLogicalNot, truth, &[late]);
        if !inst.has_type() {
            let choice = self.build.begin_if(runs);
            self.copy(inst)?;
            self.build.end_if(choice);
            return Ok(());
        }
        let (ty, id) = (inst.result_type(), inst.result());
        let ty = self.build.get(ty).ok_or(UNKNOWN)?;
        let nothing = self.build.null(ty);
        let mut operands = ArrayVec::<u32, 12>::new();
        for &operand in inst.operands() {
            let operand = self.build.get(operand).ok_or(UNKNOWN)?;
            operands.try_push(operand).map_err(|_| UNKNOWN)?;
        }
        let choice = self.build.begin_if(runs);
        let done = self.build.op(inst.opcode(), ty, &operands);
        let [before, after] = self.build.end_if(choice);
        self.build
            .phi_as(id, ty, &[(nothing, before), (done, after)]);
        Ok(())
    }

    /// Whether an instruction has a side effect that other invocations or the application can observe.
    fn has_effect(&self, inst: Inst<'_>) -> Result<bool, LowerError> {
        let flags = op_hot(inst.opcode()).flags;
        match inst.opcode() {
            op::OpImageWrite | op::OpAtomicStore | op::OpAtomicFlagClear => Ok(true),
            op::OpStore => self.is_shared(views::Store(inst).pointer()),
            op::OpCopyMemory => self.is_shared(views::CopyMemory(inst).target()),
            op::OpAtomicFlagTestAndSet
            | op::OpAtomicExchange..=op::OpAtomicXor
            | op::OpAtomicFAddEXT
            | op::OpAtomicFMinEXT
            | op::OpAtomicFMaxEXT => Ok(true),
            op::OpExtInst => {
                let mut pointers = views::ExtInst(inst).operands().iter();
                match pointers.any(|&id| self.is_shared(id) == Ok(true)) {
                    true if !crate::plan::is_non_semantic(self.input.facts, inst) => Err(UNKNOWN),
                    _ => Ok(false),
                }
            }
            op::OpLoad
            | op::OpAtomicLoad
            | op::OpVariable
            | op::OpPhi
            | op::OpLabel
            | op::OpLine
            | op::OpNoLine
            | op::OpNop
            | op::OpSelectionMerge
            | op::OpLoopMerge
            | op::OpControlBarrier
            | op::OpMemoryBarrier
            | op::OpFunction
            | op::OpFunctionParameter
            | op::OpFunctionCall
            | op::OpFunctionEnd
            | op::OpExtInstWithForwardRefsKHR
            | op::OpAssumeTrueKHR
            | op::OpBeginInvocationInterlockEXT
            | op::OpEndInvocationInterlockEXT
            | op::OpReadClockKHR
            | op::OpRayQueryInitializeKHR
            | op::OpRayQueryTerminateKHR
            | op::OpRayQueryGenerateIntersectionKHR
            | op::OpRayQueryConfirmIntersectionKHR
            | op::OpRayQueryProceedKHR => Ok(false),
            _ if flags.intersects(OpFlags::PURE | OpFlags::TERMINATOR) => Ok(false),
            _ => Err(UNKNOWN),
        }
    }

    /// Whether a pointer refers to memory that others can observe.
    fn is_shared(&self, pointer: u32) -> Result<bool, LowerError> {
        match self.input.view(self.input.type_of(pointer)) {
            TypeView::Pointer { class, .. } => match class {
                class::Function | class::Private | class::Output => Ok(false),
                class::StorageBuffer
                | class::Uniform
                | class::PhysicalStorageBuffer
                | class::Image => Ok(true),
                _ => Err(UNKNOWN),
            },
            _ => Err(UNKNOWN),
        }
    }
}

const UNKNOWN: LowerError =
    LowerError::Because("an instruction whose side effect cannot be masked for demoted fragments");
