//! Types, constants, variables and annotations.

use super::types::Form;
use super::words::Pair;
use super::{reason, Work, MALFORMED};
use crate::facts::TypeView;
use crate::inst::Inst;
use crate::passes::LowerError;
use crate::plan::is_non_semantic;
use crate::tables::{decoration, op, op_hot, storage_class, OpFlags};
use arrayvec::ArrayVec;

/// The maximum number of parameters of a function (SPIR-V specification, section 2.17, "Universal Limits").
const MOST_PARAMETERS: usize = 255;

impl Work<'_> {
    /// Emits types, constants and variables.
    pub(super) fn globals(&mut self) -> Result<(), LowerError> {
        let facts = self.input.facts;
        for inst in facts.declarations(self.input.words) {
            let done = self.global(inst);
            self.build.locate(inst.offset(), done)?;
        }
        Ok(())
    }

    /// Replaces the operands of execution modes, such as the sizes of `LocalSizeId`, by their lower words.
    pub(super) fn modes(&mut self) -> Result<(), LowerError> {
        for inst in self.input.facts.modes(self.input.words) {
            let by_id = inst.opcode() == op::OpExecutionModeId;
            if !by_id || inst.from(3).iter().all(|&id| self.count_of(id) == 0) {
                continue;
            }
            let mut words = std::mem::take(&mut self.wide.list);
            words.clear();
            words.extend_from_slice(inst.words().get(1..3).unwrap_or(&[]));
            for &id in inst.from(3) {
                words.push(match self.count_of(id) {
                    0 => id,
                    n => self.pair_of(id, n)?.lo,
                });
            }
            self.build.drop_mode_or_name(inst);
            self.build.mode_as(inst.opcode(), &words);
            self.wide.list = words;
        }
        Ok(())
    }

    fn global(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let flags = op_hot(inst.opcode()).flags;
        if flags.contains(OpFlags::TYPE) {
            return self.ty(inst, self.wide.form(inst.word(1)));
        }
        let (ty, id) = (inst.word(1), inst.word(2));
        let form = match flags.contains(OpFlags::RESULT_TYPE) {
            true => self.wide.form(ty),
            false => Form::default(),
        };
        let n = form.count;
        match inst.opcode() {
            op::OpConstant if n == 1 => {
                let lo = self.build.constant(inst.word(3));
                let hi = self.build.constant(inst.word(4));
                self.alias(id, n, Pair { lo, hi })
            }
            op::OpConstantNull if n > 0 => {
                let zero = self.words().splat(n, 0);
                self.alias(id, n, Pair { lo: zero, hi: zero })
            }
            op::OpUndef if n > 0 => {
                let word = self.words().word(n);
                let any = self.build.declare(op::OpUndef, Some(word), &[]);
                self.alias(id, n, Pair { lo: any, hi: any })
            }
            op::OpConstantComposite if n > 0 => self.constant_vector(inst, n),
            op::OpConstantComposite if form.inside => self.constant_composite(inst, form),
            op::OpVariable if inst.words().len() > 4 && self.count_of(inst.word(4)) > 0 => {
                let class = inst.word(3);
                let value = self.constant(inst.word(4), self.wide.is_explicit_class(class))?;
                let pointer = self.id(ty)?;
                let value = value.ok_or(MALFORMED)?;
                self.build.variable_as(id, pointer, &[class, value]);
                Ok(())
            }
            op::OpConstantNull | op::OpUndef | op::OpVariable => {
                self.build.copy_global(self.input, inst)
            }
            op::OpExtInst if is_non_semantic(self.input.facts, inst) && self.touches(inst) => {
                self.build.remove(id);
                Ok(())
            }
            _ if self.touches(inst) => Err(reason(inst.opcode())),
            _ => self.build.copy_global(self.input, inst),
        }
    }

    fn ty(&mut self, inst: Inst<'_>, form: Form) -> Result<(), LowerError> {
        let id = inst.word(1);
        if !form.inside {
            // The length of an array may be a 64-bit constant: its lower word is used. And a type does not count as
            // containing what a pointer that is declared later points to.
            let may_name = matches!(
                inst.opcode(),
                op::OpTypeArray
                    | op::OpTypeRuntimeArray
                    | op::OpTypeStruct
                    | op::OpTypePointer
                    | op::OpTypeFunction
                    | op::OpTypeForwardPointer
            );
            if !may_name && self.touches(inst) {
                return Err(reason(inst.opcode()));
            }
            return self.build.copy_global(self.input, inst);
        }
        let build = &mut *self.build;
        match inst.opcode() {
            op::OpTypeInt | op::OpTypeVector => {
                build.remove(id);
                return Ok(());
            }
            op::OpTypeArray => {
                let element = self.wide.packed_type(build, inst.word(2), form.explicit)?;
                let length = build.get(inst.word(3)).ok_or(MALFORMED)?;
                build.declare_as(id, op::OpTypeArray, None, &[element, length]);
            }
            op::OpTypeRuntimeArray => {
                let element = self.wide.packed_type(build, inst.word(2), form.explicit)?;
                build.declare_as(id, op::OpTypeRuntimeArray, None, &[element]);
            }
            op::OpTypeStruct => {
                let mut members = std::mem::take(&mut self.wide.list);
                members.clear();
                for &member in inst.from(2) {
                    members.push(self.wide.packed_type(build, member, form.explicit)?);
                }
                build.declare_as(id, op::OpTypeStruct, None, &members);
                self.wide.list = members;
            }
            op::OpTypePointer => return self.pointer(inst),
            op::OpTypeForwardPointer => return self.build.copy_global(self.input, inst),
            op::OpTypeFunction => {
                let mut types = std::mem::take(&mut self.wide.list);
                types.clear();
                types.push(self.wide.packed_type(build, inst.word(2), false)?);
                for &parameter in inst.from(3) {
                    match self.wide.count(parameter) {
                        0 => types.push(build.get(parameter).ok_or(MALFORMED)?),
                        n => {
                            let word = self.wide.words(build).word(n);
                            types.extend([word, word]);
                        }
                    }
                }
                if types.len() > MOST_PARAMETERS + 1 {
                    return Err(LowerError("a function with too many 64-bit parameters"));
                }
                build.declare_as(id, op::OpTypeFunction, None, &types);
                self.wide.list = types;
            }
            opcode => return Err(reason(opcode)),
        }
        Ok(())
    }

    fn pointer(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (class, pointee) = (inst.word(2), inst.word(3));
        let is_interface = matches!(class, storage_class::Input | storage_class::Output);
        if is_interface && self.wide.has_vectors(pointee) {
            return Err(LowerError(
                "vectors of 64-bit integers in a stage's interface",
            ));
        }
        let explicit = self.wide.is_explicit_class(class);
        let pointee = self.wide.packed_type(self.build, pointee, explicit)?;
        self.build
            .declare_as(inst.word(1), op::OpTypePointer, None, &[class, pointee]);
        Ok(())
    }

    fn constant_vector(&mut self, inst: Inst<'_>, n: u32) -> Result<(), LowerError> {
        let (mut low, mut high) = ([0; 4], [0; 4]);
        let parts = inst.from(3);
        if parts.len() != n as usize {
            return Err(MALFORMED);
        }
        for ((lo, hi), &part) in low.iter_mut().zip(&mut high).zip(parts) {
            let part = self.pair_of(part, 1)?;
            (*lo, *hi) = (part.lo, part.hi);
        }
        let ty = self.words().word(n);
        let [lo, hi] = [low, high].map(|parts| {
            let parts = parts.get(..n as usize).unwrap_or(&[]);
            self.build.declare(op::OpConstantComposite, Some(ty), parts)
        });
        self.alias(inst.word(2), n, Pair { lo, hi })
    }

    fn constant_composite(&mut self, inst: Inst<'_>, form: Form) -> Result<(), LowerError> {
        let mut parts = std::mem::take(&mut self.wide.list);
        parts.clear();
        for &part in inst.from(3) {
            parts.push(match self.constant(part, form.explicit)? {
                Some(packed) => packed,
                None => self.id(part)?,
            });
        }
        let ty = self.id(inst.word(1))?;
        self.build
            .declare_as(inst.word(2), op::OpConstantComposite, Some(ty), &parts);
        self.wide.list = parts;
        Ok(())
    }

    /// A constant of 64-bit integers as a packed constant; `None` for other values.
    pub(super) fn constant(&mut self, id: u32, explicit: bool) -> Result<Option<u32>, LowerError> {
        let n = self.count_of(id);
        let Some(def) = self.input.def(id) else {
            return Ok(None);
        };
        let is_global = def.offset() < self.input.facts.first_function;
        if n == 0 || !is_global {
            return Ok(None);
        }
        let ty = self.wide.packed_type_for(self.build, n, explicit);
        Ok(Some(match def.opcode() {
            opcode @ (op::OpConstantNull | op::OpUndef) => {
                self.build.declare(opcode, Some(ty), &[])
            }
            op::OpConstant => {
                let Pair { lo, hi } = self.pair(id)?;
                self.build
                    .declare(op::OpConstantComposite, Some(ty), &[lo, hi])
            }
            op::OpConstantComposite => {
                let mut parts = ArrayVec::<u32, 4>::new();
                for &part in def.from(3).iter().take(4) {
                    let Pair { lo, hi } = self.pair_of(part, 1)?;
                    let two = self.words().word(2);
                    let operands = [lo, hi];
                    parts.push(
                        self.build
                            .declare(op::OpConstantComposite, Some(two), &operands),
                    );
                }
                self.build
                    .declare(op::OpConstantComposite, Some(ty), &parts)
            }
            _ => return Ok(None),
        }))
    }

    /// Emits decorations, once it is known which ids are kept.
    pub(super) fn annotations(&mut self) -> Result<(), LowerError> {
        for inst in self.input.facts.decorations(self.input.words) {
            match inst.opcode() {
                op::OpDecorate | op::OpDecorateId | op::OpDecorateString
                    if self.count_of(inst.word(1)) > 0 =>
                {
                    match inst.word(2) {
                        decoration::NonUniform => self.build.copy_annotation(self.input, inst)?,
                        decoration::NoContraction
                        | decoration::RelaxedPrecision
                        | decoration::NoSignedWrap
                        | decoration::NoUnsignedWrap
                        | decoration::Uniform
                        | decoration::UniformId
                        | decoration::UserSemantic => {}
                        _ => return Err(LowerError("an unknown decoration of a 64-bit value")),
                    }
                }
                _ => self.build.copy_annotation(self.input, inst)?,
            }
        }
        Ok(())
    }

    /// The type of a composite's part, and whether the composite has an explicit layout; `None` if there is no such part.
    pub(super) fn part(&self, ty: u32, index: u32) -> Option<(u32, bool)> {
        let Self { input, wide, .. } = self;
        if let TypeView::Other = input.view(ty) {
            return None;
        }
        let part = input.part_type(ty, index)?;
        Some((part, wide.form(ty).explicit))
    }
}
