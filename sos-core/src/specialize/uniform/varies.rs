//! Which values may differ between invocations.

use super::{causes, fragments, Group, Memory, Uniform};
use crate::facts::{built_in_of, pointer_class, Facts, Function};
use crate::inst::{Inst, Insts};
use crate::specialize::{uses, Code, Flow};
use crate::tables::{
    built_in, decoration, glsl_std_450 as glsl, group_operation as group, is_atomic, memory_access,
    op, op_hot, scope, storage_class as class, ExtInstSet, OpFlags,
};
use crate::views;

/// Built-ins that are the same for all invocations of a workgroup.
const UNIFORM: [u32; 6] = [
    built_in::NumWorkgroups,
    built_in::WorkgroupSize,
    built_in::WorkgroupId,
    built_in::DeviceIndex,
    built_in::SubgroupSize,
    built_in::NumSubgroups,
];

impl Uniform {
    /// Enters the module-scope variables.
    pub(super) fn enter_globals(&mut self, facts: &Facts, words: &[u32]) {
        let by_barriers = matches!(self.group, Group::Workgroup | Group::Subgroup);
        self.barriers_only = by_barriers && has_barriers_only(facts, words);
        self.enter_elsewhere();
        for inst in facts.declarations(words) {
            match inst.opcode() {
                op::OpVariable => {
                    let id = inst.result();
                    self.set_root(id, id);
                    self.escape(views::Variable(inst).initializer());
                    let ty = facts.pointee(words, inst.result_type());
                    let class = views::Variable(inst).storage_class();
                    self.set_memory(id, class);
                    let may_vary = match class {
                        _ if self.group == Group::Operations => false,
                        class::Private | class::PushConstant | class::UniformConstant => false,
                        class::Uniform if !facts.is_buffer_block(words, ty) => false,
                        class::Uniform | class::StorageBuffer | class::Workgroup => {
                            !self.barriers_only
                        }
                        _ => true,
                    };
                    Self::set_flag(
                        self.content.get_mut(id as usize).filter(|_| may_vary),
                        &mut self.changed,
                    );
                }
                op::OpUntypedVariableKHR => {
                    self.points(facts, words, inst);
                }
                op::OpUndef if self.group != Group::Operations => self.vary(inst.result()),
                _ => {}
            }
        }
        let notes = facts.decorations(words);
        if self.group == Group::Primitive {
            let flat = notes.clone().filter(|inst| {
                let of_input = facts.def(words, inst.target()).is_some_and(|def| {
                    def.opcode() == op::OpVariable
                        && views::Variable(def).storage_class() == class::Input
                });
                inst.opcode() == op::OpDecorate
                    && views::Decorate(*inst).decoration() == decoration::Flat
                    && of_input
            });
            flat.for_each(|inst| self.set_content(inst.target(), false));
        }
        if self.group == Group::Operations {
            let aliased = notes.clone().filter(|inst| {
                inst.opcode() == op::OpDecorate
                    && views::Decorate(*inst).decoration() == decoration::Aliased
            });
            aliased.for_each(|inst| self.escape(inst.target()));
        }
        // Integer built-ins are `Flat` too, but may differ all the same.
        for inst in notes {
            let Some(value) = built_in_of(inst) else {
                continue;
            };
            let same = match self.group {
                Group::Workgroup => UNIFORM.contains(&value),
                Group::Subgroup => UNIFORM.contains(&value) || value == built_in::SubgroupId,
                Group::Primitive => fragments::UNIFORM.contains(&value),
                Group::Operations => !causes::VARYING.contains(&value),
            };
            self.set_content(inst.target(), !same);
        }
        if self.group == Group::Operations {
            self.enter_grouped(facts, words);
        }
    }

    fn set_content(&mut self, id: u32, varies: bool) {
        if let Some(content) = self.content.get_mut(id as usize) {
            *content = varies;
        }
    }

    /// Visits the instructions of a function.
    pub(super) fn values(
        &mut self,
        code: Code<'_>,
        flow: &Flow,
        index: usize,
        function: &Function,
    ) {
        let Code { facts, words, .. } = code;
        let head = Inst::at(words, function.start).into_iter();
        for inst in head.flat_map(|head| facts.parameters(words, head)) {
            if self.root(inst.result()) == 0 {
                self.parameter(facts, words, inst);
            }
        }
        for number in function.first_block..function.last_block {
            let block = facts.blocks.get(number as usize);
            let Some(&block) = block.filter(|_| flow.is_kept(number)) else {
                continue;
            };
            let divergent = !self.is_uniform(number);
            let end = Inst::at(words, block.end).map_or(block.end, |end| end.end());
            for inst in Insts::new(words, block.label, end) {
                match inst.opcode() {
                    op::OpPhi => self.phi(code, flow, number, inst),
                    op::OpReturnValue => {
                        // Pointers are not tracked beyond the call.
                        let value = views::ReturnValue(inst).value();
                        self.escape(value);
                        let varies = divergent || self.may_vary(value);
                        Self::set_flag(
                            self.returns.get_mut(index).filter(|_| varies),
                            &mut self.changed,
                        );
                    }
                    _ => self.instruction(facts, words, inst, divergent),
                }
            }
        }
    }

    /// Enters a pointer parameter as a root of its own; calls later unify it with the roots of their arguments. A pointer to
    /// memory other than the invocation's own, or to something not tracked, may point to any contents.
    fn parameter(&mut self, facts: &Facts, words: &[u32], inst: Inst<'_>) {
        let id = inst.result();
        if let Some(class) = facts.def(words, inst.result_type()).and_then(pointer_class) {
            self.set_root(id, id);
            self.set_memory(id, class);
        }
    }

    fn phi(&mut self, code: Code<'_>, flow: &Flow, number: u32, inst: Inst<'_>) {
        let Code { facts, words, .. } = code;
        let points = self.points(facts, words, inst);
        let mut varies = !self.is_uniform(number);
        for pair in views::Phi(inst).pairs().chunks_exact(2) {
            let &[value, label] = pair else { continue };
            let Some(from) = code.cfg.block(label) else {
                varies = true;
                continue;
            };
            if !points {
                self.mark_stored(value);
            }
            if flow.keeps_edge(from, number) {
                varies |= self.may_vary(value)
                    || !self.is_uniform(from)
                    || self.branch_varies(code, flow, from);
            }
        }
        if varies || !points && facts.pointee(words, inst.result_type()) != 0 {
            self.vary(inst.result());
        }
    }

    fn instruction(&mut self, facts: &Facts, words: &[u32], inst: Inst<'_>, divergent: bool) {
        match inst.opcode() {
            op::OpVariable => {
                self.set_root(inst.result(), inst.result());
                self.escape(views::Variable(inst).initializer());
            }
            op::OpAccessChain | op::OpInBoundsAccessChain | op::OpCopyObject => {
                let root = self.root(inst.operand());
                self.set_root(inst.result(), root);
                if divergent || inst.operands().iter().any(|&id| self.may_vary(id)) {
                    self.vary(inst.result());
                }
            }
            op::OpLoad => {
                let load = views::Load(inst);
                self.points(facts, words, inst);
                let pointer = load.pointer();
                let volatile = load.memory_access() & memory_access::Volatile != 0;
                let volatile = volatile && self.group != Group::Operations;
                if divergent || volatile || self.may_vary(pointer) || self.holds_varying(pointer) {
                    self.vary(inst.result());
                }
            }
            op::OpStore => {
                let store = views::Store(inst);
                self.escape(store.object());
                if divergent
                    || self.may_vary(store.pointer())
                    || self.may_vary(store.object())
                    || self.group != Group::Operations
                        && self.memory_of(store.pointer()) == Memory::Buffer
                {
                    self.mark_stored(store.pointer());
                }
            }
            op::OpArrayLength => {
                let structure = views::ArrayLength(inst).structure();
                let unknown = self.root(structure) == 0 && self.group != Group::Operations;
                if divergent || self.may_vary(structure) || unknown {
                    self.vary(inst.result());
                }
            }
            op::OpFunctionCall => self.call(facts, words, inst, divergent),
            op::OpExtInst | op::OpExtInstWithForwardRefsKHR if set_of(facts, inst).is_debug() => {}
            opcode if op_hot(opcode).flags.contains(OpFlags::TERMINATOR) => {}
            _ if self.group == Group::Operations => self.caused(facts, words, inst, divergent),
            _ => {
                let votes = self.is_vote(facts, words, inst);
                let mut varies = divergent || !(votes || self.is_pure(facts, inst));
                let same = votes || self.is_same_in_subgroup(inst);
                uses(facts, words, inst, |at, id| {
                    self.mark_stored(id);
                    // The first use is the result type.
                    varies |= at > 2 && !same && self.may_vary(id);
                });
                let flags = op_hot(inst.opcode()).flags;
                if varies && flags.contains(OpFlags::RESULT | OpFlags::RESULT_TYPE) {
                    self.vary(inst.result());
                }
            }
        }
    }

    fn call(&mut self, facts: &Facts, words: &[u32], inst: Inst<'_>, divergent: bool) {
        let call = views::FunctionCall(inst);
        self.points(facts, words, inst);
        let Some(index) = facts.function_of(call.function()) else {
            return self.vary(inst.result());
        };
        Self::set_flag(
            self.called_divergent.get_mut(index).filter(|_| divergent),
            &mut self.changed,
        );
        let callee = facts.def(words, call.function()).into_iter();
        let parameters = callee.flat_map(|callee| facts.parameters(words, callee));
        for (parameter, &argument) in parameters.zip(call.arguments()) {
            let id = parameter.result();
            if divergent || self.may_vary(argument) {
                self.vary(id);
            }
            if self.root(id) != 0 {
                self.unify(id, argument);
            }
        }
        let varies = match self.computes.get(index) {
            Some(true) => call
                .arguments()
                .iter()
                .any(|&argument| self.may_vary(argument)),
            _ => self.returns.get(index) != Some(&false),
        };
        if divergent || varies {
            self.vary(inst.result());
        }
    }

    /// Notes whether a function only computes its result from its arguments, without any control flow: calls of it do not
    /// concern each other.
    pub(super) fn enter_function(
        &mut self,
        facts: &Facts,
        words: &[u32],
        index: usize,
        function: &Function,
    ) {
        let block = facts.blocks.get(function.first_block as usize);
        let Some(block) = block.filter(|_| function.last_block == function.first_block + 1) else {
            return;
        };
        let end = Inst::at(words, block.end);
        let mut only = end.is_some_and(|end| {
            end.opcode() == op::OpReturnValue && !self.may_vary(views::ReturnValue(end).value())
        });
        for inst in Insts::new(words, block.label, block.end) {
            only &= match inst.opcode() {
                op::OpLabel | op::OpLine | op::OpNoLine => true,
                _ => is_computation(facts, inst),
            };
            uses(facts, words, inst, |_, id| only &= !self.may_vary(id));
        }
        if let Some(slot) = self.computes.get_mut(index) {
            *slot = only;
        }
    }

    /// Unifies the root of a pointer with that of another: they may point to the same.
    pub(super) fn unify(&mut self, pointer: u32, other: u32) {
        let other = self.root(other);
        if self.root(pointer) == 0 {
            self.set_root(pointer, pointer);
        }
        let of = self.root(pointer);
        if other == 0 {
            if self.group != Group::Operations {
                self.mark_stored(pointer);
            }
            return;
        }
        if of == other {
            return;
        }
        let holds = [of, other].map(|root| self.content.get(root as usize) != Some(&false));
        if let Some(slot) = self.root.get_mut(of as usize) {
            *slot = other;
            self.changed = true;
        }
        if holds.contains(&true) {
            Self::set_flag(self.content.get_mut(other as usize), &mut self.changed);
        }
    }

    /// Whether an instruction computes its result from its operands alone.
    fn is_pure(&self, facts: &Facts, inst: Inst<'_>) -> bool {
        is_computation(facts, inst)
            || self.is_same_in_subgroup(inst)
            || self.group != Group::Primitive && reads_ballot(inst)
    }

    /// Whether all invocations of a subgroup get the same result, whatever their operands, and the workgroup is that
    /// subgroup.
    fn is_same_in_subgroup(&self, inst: Inst<'_>) -> bool {
        self.group == Group::Subgroup
            && match inst.opcode() {
                op::OpGroupNonUniformAll
                | op::OpGroupNonUniformAny
                | op::OpGroupNonUniformAllEqual
                | op::OpGroupNonUniformBroadcast
                | op::OpGroupNonUniformBroadcastFirst
                | op::OpGroupNonUniformBallot
                | op::OpSubgroupBallotKHR
                | op::OpSubgroupFirstInvocationKHR
                | op::OpSubgroupAllKHR
                | op::OpSubgroupAnyKHR
                | op::OpSubgroupAllEqualKHR
                | op::OpSubgroupReadInvocationKHR => true,
                op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformLogicalXor
                | op::OpGroupIAddNonUniformAMD..=op::OpGroupSMaxNonUniformAMD => {
                    views::GroupOperation(inst).operation() == group::Reduce
                }
                _ => false,
            }
    }

    /// Whether an instruction is a vote of the whole workgroup, which only a pass writes.
    fn is_vote(&self, facts: &Facts, words: &[u32], inst: Inst<'_>) -> bool {
        inst.opcode() == op::OpGroupNonUniformAny
            && self.group != Group::Primitive
            && facts.index(words, inst.operand()) == Some(scope::Workgroup)
    }

    // ---- Queries and updates ----

    pub(super) fn may_vary(&self, id: u32) -> bool {
        self.varies.get(id as usize) != Some(&false)
    }

    pub(super) fn vary(&mut self, id: u32) {
        Self::set_flag(self.varies.get_mut(id as usize), &mut self.changed);
    }

    /// Returns the representative of the class of an id's root, 0 if it has none.
    pub(super) fn root(&mut self, id: u32) -> u32 {
        representative(&mut self.root, id)
    }

    pub(super) fn set_root(&mut self, id: u32, root: u32) {
        if let Some(slot @ &mut 0) = self.root.get_mut(id as usize) {
            *slot = root;
        }
    }

    /// Whether the contents that a pointer refers to may differ between invocations.
    pub(super) fn holds_varying(&mut self, pointer: u32) -> bool {
        let root = self.root(pointer);
        match root {
            // Not a pointer where all are followed.
            0 => self.group != Group::Operations,
            _ => self.content.get(root as usize) != Some(&false),
        }
    }

    fn set_memory(&mut self, root: u32, class: u32) {
        if let Some(slot) = self.memory.get_mut(root as usize) {
            *slot = match class {
                class::Uniform | class::StorageBuffer => Memory::Buffer,
                class::Workgroup if self.barriers_only => Memory::Shared,
                _ => Memory::Other,
            };
        }
    }

    fn memory_of(&mut self, pointer: u32) -> Memory {
        let root = self.root(pointer);
        self.memory.get(root as usize).copied().unwrap_or_default()
    }

    /// Records that varying values may be stored where a pointer points. Does nothing if the id is not a pointer.
    pub(super) fn mark_stored(&mut self, pointer: u32) {
        let root = self.root(pointer);
        if root != 0 && self.memory_of(root) != Memory::Shared {
            Self::set_flag(self.content.get_mut(root as usize), &mut self.changed);
        }
    }
}

/// Returns the representative of an id's class, 0 if it has none: by id another of the same class, of the representative itself.
/// Halves paths on the way.
pub fn representative(classes: &mut [u32], id: u32) -> u32 {
    let of = |list: &[u32], id: u32| list.get(id as usize).copied().unwrap_or(0);
    let mut at = id;
    loop {
        let next = of(classes, at);
        if next == at || next == 0 {
            return next;
        }
        let beyond = of(classes, next);
        if let Some(slot) = classes.get_mut(at as usize) {
            *slot = beyond;
        }
        at = beyond;
    }
}

/// Whether invocations order their accesses to memory by barriers only.
fn has_barriers_only(facts: &Facts, words: &[u32]) -> bool {
    let is_shared = |inst: Inst<'_>| {
        let decoration = match inst.opcode() {
            op::OpDecorate => views::Decorate(inst).decoration(),
            op::OpMemberDecorate => views::MemberDecorate(inst).decoration(),
            _ => return false,
        };
        matches!(decoration, decoration::Coherent | decoration::Volatile)
    };
    let code = facts.functions.first().map_or(0, |first| first.start);
    !facts.decorations(words).any(is_shared)
        && !Insts::new(words, code, words.len() as u32).any(|inst| is_atomic(inst.opcode()))
}

/// Whether an instruction computes its result from its operands alone, in every invocation by itself.
pub fn is_computation(facts: &Facts, inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpVectorExtractDynamic..=op::OpTranspose
        | op::OpConvertFToU..=op::OpQuantizeToF16
        | op::OpBitcast
        | op::OpSNegate..=op::OpSMulExtended
        | op::OpAny..=op::OpFUnordGreaterThanEqual
        | op::OpShiftRightLogical..=op::OpBitCount
        | op::OpSDot..=op::OpSUDotAccSat
        | op::OpCopyLogical => true,
        op::OpExtInst => match set_of(facts, inst) {
            ExtInstSet::GlslStd450 => !matches!(
                views::ExtInst(inst).instruction(),
                glsl::Modf
                    | glsl::Frexp
                    | glsl::InterpolateAtCentroid
                    | glsl::InterpolateAtSample
                    | glsl::InterpolateAtOffset
            ),
            ExtInstSet::AmdShaderTrinaryMinmax => true,
            _ => false,
        },
        _ => false,
    }
}

/// Returns the set of an extended instruction.
pub(super) fn set_of(facts: &Facts, inst: Inst<'_>) -> ExtInstSet {
    let import = facts.import_of(views::ExtInst(inst).set());
    let import = import.and_then(|at| facts.imports.get(at));
    import.map_or(ExtInstSet::Unknown, |import| import.set)
}

/// Whether an instruction reads a ballot in a way that does not depend on the invocation.
fn reads_ballot(inst: Inst<'_>) -> bool {
    match inst.opcode() {
        op::OpGroupNonUniformBallotBitExtract
        | op::OpGroupNonUniformBallotFindLSB
        | op::OpGroupNonUniformBallotFindMSB => true,
        op::OpGroupNonUniformBallotBitCount => {
            views::GroupOperation(inst).operation() == group::Reduce
        }
        _ => false,
    }
}
