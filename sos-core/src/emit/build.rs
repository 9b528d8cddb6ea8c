//! The builder through which rules write. Each instruction is checked against the target as those of the input are, and
//! lowered by a later rule if necessary.

use super::functions::soft_key;
use crate::build::flow::MOST_CASES;
use crate::build::{Basic, Build};
use crate::facts::{Scalar, TypeView};
use crate::inst::{Inst, Insts};
use crate::plan::{
    implicit, is_mask, needs, DeferredAccess, LowerError, LowerResult, Need, Place, Plan, Scene,
};
use crate::soft::{Buffers, Function, Linked};
use crate::specialize::as_word;
use crate::tables::{built_in, enumerant, op, scope, OperandKind};
use arrayvec::ArrayVec;

/// The longest instruction that rules write, in words: a switch.
const MAX_WORDS: usize = 3 + 2 * MOST_CASES;

/// The number of words of nearly all of them.
const SHORT: usize = 12;

/// The failure when an instruction would be longer than that.
const TOO_MANY: LowerError = LowerError::Because("too many operands");

/// The failure when a rule needs a number of a type that has none.
const NO_NUMBER: LowerError = LowerError::Because(
    "a type that is neither a scalar nor a vector where one of these is expected",
);

/// The maximum number of vector components in a shader (specification, section 2.16.1, "Universal Validation Rules"). An
/// input module may state any number, so code that is written component by component must not rely on it.
pub const MOST_COMPONENTS: u32 = 4;

/// The interface by which a rule writes to the output.
pub struct Builder<'b, 's> {
    /// The current plan.
    pub plan: &'b mut Plan,
    /// The context of the plan.
    pub scene: &'b Scene<'s>,
    /// Where instructions are checked, with all gates of the target's unmet conditions, since the input may lack some of
    /// them.
    place: Place<'s>,
    /// The function that is written to, by index.
    function: Option<usize>,
    /// The index of the rule in the table: only later rules may lower what it writes.
    rule: usize,
    failed: Option<LowerError>,
}

impl<'b, 's> Builder<'b, 's> {
    /// Returns a builder for the rule at this index in the table.
    pub fn new(
        plan: &'b mut Plan,
        scene: &'b Scene<'s>,
        place: &'b Place<'s>,
        function: Option<usize>,
        rule: usize,
    ) -> Self {
        Self {
            plan,
            scene,
            place: Place {
                gates: place.lacking,
                ..*place
            },
            function,
            rule,
            failed: None,
        }
    }

    /// Returns why what was written cannot be used, if so.
    pub fn failed(&self) -> Option<LowerError> {
        self.failed
    }

    /// Whether the target has a capability, given by its value, at the output's version.
    pub fn offers(&self, capability: u32) -> bool {
        self.scene.offer.has(capability)
    }

    /// Writes the specialization-constant form of an instruction, with the given result id.
    pub fn constant_op_as(&mut self, id: u32, opcode: u16, ty: u32, operands: &[u32]) {
        if opcode == op::OpCompositeConstruct {
            return self.op_as(id, op::OpSpecConstantComposite, ty, operands);
        }
        let mut all = ArrayVec::<u32, MAX_WORDS>::from_iter([opcode.into()]);
        match all.try_extend_from_slice(operands) {
            Ok(()) => self.op_as(id, op::OpSpecConstantOp, ty, &all),
            Err(_) => self.fail(TOO_MANY),
        }
    }

    /// Writes an instruction given in full, header first.
    pub fn whole(&mut self, words: &[u32]) {
        if let Some(inst) = Inst::at(words, 0) {
            self.write(inst);
        }
    }

    /// Selects between two values of any type but matrices, by one Boolean. Before SPIR-V 1.4, vectors are selected by a
    /// vector of Booleans.
    pub fn select_as(&mut self, id: u32, ty: u32, condition: u32, yes: u32, no: u32) {
        let condition = match self.shape(ty) {
            Some((_, count)) if count > 1 && self.scene.offer.minor < 4 => {
                let truth = self.bool();
                let truths = self.vector(truth, count);
                self.replicate(truths, condition)
            }
            _ => condition,
        };
        self.op_as(id, op::OpSelect, ty, &[condition, yes, no]);
    }

    /// As [`Builder::select_as`], with a new result id.
    pub fn select(&mut self, ty: u32, condition: u32, yes: u32, no: u32) -> u32 {
        let id = self.id();
        self.select_as(id, ty, condition, yes, no);
        id
    }

    /// Returns the vector of a type whose components all have this value, or the value itself if the type is no vector.
    pub fn replicate(&mut self, ty: u32, value: u32) -> u32 {
        match self.shape(ty) {
            Some((_, count)) if count > 1 => {
                let all = [value; MOST_COMPONENTS as usize];
                let all = all.get(..count as usize).unwrap_or(&all);
                self.op(op::OpCompositeConstruct, ty, all)
            }
            _ => value,
        }
    }

    /// Writes an instruction that joins a value to what was joined before; returns the value itself if nothing was.
    pub fn join(&mut self, opcode: u16, ty: u32, before: Option<u32>, value: u32) -> u32 {
        match before {
            None => value,
            Some(before) => self.op(opcode, ty, &[before, value]),
        }
    }

    /// Writes `each`, given a result id, for every operand, and joins the results. The last instruction has the result id
    /// `id`.
    pub fn join_as(
        &mut self,
        id: u32,
        (opcode, ty): (u16, u32),
        operands: &[u32],
        each: impl Fn(&mut Self, u32, u32),
    ) {
        let Some((&last, others)) = operands.split_last() else {
            return;
        };
        let mut before = None;
        for &operand in others {
            let part = self.id();
            each(self, part, operand);
            before = Some(self.join(opcode, ty, before, part));
        }
        let Some(before) = before else {
            return each(self, id, last);
        };
        let part = self.id();
        each(self, part, last);
        self.op_as(id, opcode, ty, &[before, part]);
    }

    /// Returns a composite of constants of which some are specialization constants.
    pub fn spec_composite(&mut self, ty: u32, parts: &[u32]) -> u32 {
        self.declare(op::OpSpecConstantComposite, Some(ty), parts)
    }

    /// Returns the scope `Subgroup` as a constant.
    pub fn subgroup_scope(&mut self) -> u32 {
        self.constant(scope::Subgroup)
    }

    /// Returns the value of an integer constant of the input that is known in the output, plain, or set and baked in: as a
    /// 32-bit integer of the same signedness, if it fits.
    pub fn constant_value(&self, id: u32) -> Option<u32> {
        let def = self.def(id)?;
        let TypeView::Scalar(scalar @ Scalar::Int { .. }) = self.view(def.word(1)) else {
            return None;
        };
        let bits = match def.opcode() {
            op::OpConstant => def.literal(),
            op::OpConstantNull => 0,
            op::OpSpecConstant | op::OpSpecConstantOp if self.scene.bake => {
                let values = self.place.values?;
                values.bits(values.entered(id))?
            }
            _ => return None,
        };
        as_word(bits, scalar)
    }

    /// Returns the type of a value of the input or a new one, 0 if it has none.
    pub fn type_of(&self, id: u32) -> u32 {
        let Scene { facts, words, .. } = *self.scene;
        self.plan.new.ids.type_of(facts, words, id)
    }

    /// Returns the component type and count of a scalar, or of a vector of at most [`MOST_COMPONENTS`].
    pub fn shape(&self, ty: u32) -> Option<(Scalar, u32)> {
        let shape = self.view(ty).shape(|component| self.view(component));
        shape.filter(|&(_, count)| count <= MOST_COMPONENTS)
    }

    /// Returns the component type of a vector, or the type itself if it is not a vector.
    pub fn component(&self, ty: u32) -> u32 {
        match self.view(ty) {
            TypeView::Vector { component, .. } => component,
            _ => ty,
        }
    }

    /// Returns a view of a type of the input or a new one.
    pub fn view(&self, ty: u32) -> TypeView<'_> {
        self.def(ty).map_or(TypeView::Other, TypeView::of)
    }

    /// Returns the instruction that defines an id: any of the input, or a new type or constant.
    pub fn def(&self, id: u32) -> Option<Inst<'_>> {
        let own = self.scene.facts.def(self.scene.words, id);
        own.or_else(|| self.plan.new.ids.def(id))
    }

    /// Returns the constant of a scalar or vector type with the same bits in each component. Types narrower than 64 bits use
    /// the low bits. Fails for other types.
    pub fn splat(&mut self, ty: u32, bits: u64) -> u32 {
        let Some((scalar, count)) = self.shape(ty) else {
            self.fail(NO_NUMBER);
            return 0;
        };
        let component = self.component(ty);
        let (opcode, words) = scalar.constant(bits);
        let part = self.declare(opcode, Some(component), &words);
        if component == ty {
            return part;
        }
        let parts = [part; MOST_COMPONENTS as usize];
        let parts = parts.get(..count as usize).unwrap_or(&parts);
        self.declare(op::OpConstantComposite, Some(ty), parts)
    }

    /// Returns the constant of a type of 32-bit floats, or of vectors of them, with this value in each component.
    pub fn splat_float(&mut self, ty: u32, value: f32) -> u32 {
        self.splat(ty, value.to_bits().into())
    }

    /// Returns a bit for each execution model in which the written instructions run.
    pub fn stages(&self) -> u32 {
        let stages = self
            .function
            .and_then(|function| self.place.stages.of.get(function));
        stages.copied().unwrap_or(0)
    }

    /// Loads a built-in variable, the module's own or a new one: `FragCoord` as four floats, any other as 32-bit unsigned
    /// integers.
    pub fn built_in(&mut self, built_in: u32) -> u32 {
        let uint = self.uint();
        let (value, count) = match built_in {
            built_in::FragCoord => {
                let float = self.float();
                (self.vector(float, 4), 4)
            }
            _ if is_mask(built_in) => (self.vector(uint, 4), 4),
            _ => (uint, 1),
        };
        if let Some(row) = enumerant(OperandKind::BuiltIn, built_in) {
            self.require(Need::Capability(row.alternatives));
            self.require(Need::Availability(row.availability));
        }
        let stages = self.stages();
        let new = &mut self.plan.new;
        let Some((variable, held)) = new.built_in(self.scene, built_in, (value, count), stages)
        else {
            self.fail(LowerError::Because(
                "it needs a built-in for which its entry points cannot share a variable",
            ));
            return 0;
        };
        let loaded = self.op(op::OpLoad, held, &[variable]);
        match held == value {
            true => loaded,
            false => self.op(op::OpBitcast, value, &[loaded]),
        }
    }

    /// Defers the result of an instruction: [`crate::plan::Deferred`].
    pub fn defer(&mut self, id: u32, access: DeferredAccess) {
        self.plan.deferred.insert(id, access);
        self.plan.mark_removed(id);
    }

    /// Keeps an instruction of the input unmodified, ignoring the needs that are met by other means.
    pub fn keep(&mut self, inst: Inst<'_>, by_other_means: impl Fn(Need) -> bool) {
        let mut unmet = None;
        needs(&self.place, inst, self.function, &mut |need| {
            if by_other_means(need) {
                return;
            }
            if self.scene.meets(need) {
                self.plan.used.insert(need);
            } else {
                unmet = unmet.or(Some(need));
            }
        });
        if let Some(need) = unmet {
            self.fail(LowerError::Lacks(need));
        }
        self.plan.edits.push(inst.words());
    }

    /// Whether pointers into buffers may be values, where the target lacks indices into descriptors.
    pub fn may_choose_pointers(&self) -> bool {
        self.place.checks.pointers
    }

    /// Whether the target supports the index of an access chain into an array of descriptors.
    pub fn supports_index(&self, chain: Inst<'_>) -> bool {
        let mut is_supported = true;
        implicit::of_index(&self.place, chain, &mut |need| {
            is_supported &= self.scene.meets(need);
        });
        is_supported
    }

    /// Counts the needs of values of a type as parameters and results of functions: storage alone does not allow to pass narrow
    /// ones. Fails where the target does not meet them.
    pub(super) fn require_passing(&mut self, ty: u32) {
        for set in implicit::of_arithmetic(implicit::of_typed(self.place.contents, ty)) {
            self.require(Need::Capability(set.number()));
        }
    }

    /// Counts a need. Fails where the target does not meet it.
    fn require(&mut self, need: Need) {
        if self.scene.meets(need) {
            self.plan.used.insert(need);
        } else {
            self.fail(LowerError::Lacks(need));
        }
    }

    /// Records why what was written cannot be used; the first reason counts.
    fn fail(&mut self, why: LowerError) {
        self.failed = self.failed.or(Some(why));
    }

    /// Writes an instruction, given by the first words behind its header and the others.
    fn write_parts<const FIRST: usize>(&mut self, opcode: u16, first: [u32; FIRST], rest: &[u32]) {
        let len = 1 + FIRST + rest.len();
        let header = (len as u32) << 16 | u32::from(opcode);
        if len > SHORT {
            return self.write_long(header, &first, rest);
        }
        let mut words = [0; SHORT];
        let [head, others @ ..] = &mut words;
        *head = header;
        if let Some((before, behind)) = others.split_first_chunk_mut() {
            *before = first;
            for (slot, &word) in behind.iter_mut().zip(rest) {
                *slot = word;
            }
        }
        if let Some(words) = words.get(..len) {
            self.whole(words);
        }
    }

    #[cold]
    fn write_long(&mut self, header: u32, first: &[u32], rest: &[u32]) {
        let mut words = ArrayVec::<u32, MAX_WORDS>::new();
        for part in [&[header], first, rest] {
            if words.try_extend_from_slice(part).is_err() {
                return self.fail(TOO_MANY);
            }
        }
        self.whole(&words);
    }

    fn write(&mut self, inst: Inst<'_>) {
        // Failed output is discarded as a whole: continuing would only try every later rule on every instruction.
        if self.failed.is_some() {
            return;
        }
        let plan = &mut *self.plan;
        let unmet = plan.check_new(self.scene, &self.place, inst, self.function);
        let Some(need) = unmet else {
            plan.edits.push(inst.words());
            return;
        };
        match self.scene.rules.lower(
            self.plan,
            self.scene,
            &self.place,
            inst,
            self.function,
            self.rule + 1,
        ) {
            LowerResult::Lowered => {}
            LowerResult::UnableToLower => self.fail(LowerError::Lacks(need)),
        }
    }
}

impl Build for Builder<'_, '_> {
    fn id(&mut self) -> u32 {
        self.plan.new.id()
    }

    fn declare(&mut self, opcode: u16, ty: Option<u32>, operands: &[u32]) -> u32 {
        self.plan.new.declare(self.scene, opcode, ty, operands)
    }

    fn basic(&mut self, which: Basic) -> u32 {
        self.plan.new.basic(self.scene, which)
    }

    fn import_glsl(&mut self) -> u32 {
        self.plan.import_glsl(self.scene)
    }

    fn decorate(&mut self, id: u32, decoration: &[u32]) {
        self.plan.new.decorate(id, decoration);
    }

    fn op_as(&mut self, id: u32, opcode: u16, ty: u32, operands: &[u32]) {
        self.plan.new.note_type(id, ty);
        self.write_parts(opcode, [ty, id], operands);
    }

    fn raw(&mut self, opcode: u16, words: &[u32]) {
        self.write_parts(opcode, [], words);
    }

    fn glsl_as(&mut self, id: u32, number: u32, ty: u32, operands: &[u32]) {
        if self.function.is_none() {
            self.fail(LowerError::Because("it is outside of functions"));
        }
        let set = self.import_glsl();
        self.plan.new.note_type(id, ty);
        self.write_parts(op::OpExtInst, [ty, id, set, number], operands);
    }

    fn block(&self) -> u32 {
        self.plan.splits.block
    }

    fn label(&mut self, id: u32) {
        self.plan.splits.any = true;
        self.plan.splits.block = id;
        self.raw(op::OpLabel, &[id]);
    }

    fn call_as(&mut self, id: u32, ty: u32, function: u32, arguments: &[u32]) {
        self.require_passing(ty);
        for &argument in arguments {
            let ty = self.type_of(argument);
            self.require_passing(ty);
        }
        self.plan.new.note_type(id, ty);
        self.write_parts(op::OpFunctionCall, [ty, id, function], arguments);
    }

    fn soft_buffers(&mut self) -> &mut Buffers {
        // What a rule has declared is taken back if it declines, and a function is linked once for each set of stages.
        self.plan.new.soft.forget();
        &mut self.plan.new.soft
    }

    fn find_soft(&self, function: Function) -> Option<Linked> {
        let functions = &self.plan.new.functions;
        let id = functions.find(soft_key(function), self.stages())?;
        let ty = self.type_of(id);
        Some(Linked { function, id, ty })
    }

    fn add_soft(&mut self, linked: Linked, words: &[u32]) {
        let stages = self.stages();
        self.write_function(soft_key(linked.function), stages, linked.id, |build| {
            for inst in Insts::new(words, 0, words.len() as u32) {
                if inst.has_type() {
                    build.plan.new.note_type(inst.word(2), inst.word(1));
                }
                match inst.opcode() {
                    op::OpLabel => build.label(inst.word(1)),
                    _ => build.write(inst),
                }
            }
        });
    }
}

#[cfg(test)]
mod tests;
