//! Instructions of functions. Those without narrow values are copied; those with narrow values are listed here, or refused.

use super::{types::kinds, LowerError, UpperBits, Work, UNKNOWN};
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::builder::map_uses;
use crate::plan::{import_set, is_non_semantic};
use crate::sets::BitSet;
use crate::tables::{
    group_operation, is_atomic, is_image_access, is_image_size, op, op_hot, storage_class,
    ExtInstSet, OpFlags, OPCODE_END,
};
use arrayvec::ArrayVec;

/// Whether an instruction may need rewriting although none of its operands is narrow.
pub fn may_need_rewriting(opcode: u16) -> bool {
    static OPCODES: BitSet<{ OPCODE_END.div_ceil(64) }> = {
        let (mut bits, mut opcode) = (BitSet::EMPTY, 0);
        while opcode < OPCODE_END as u16 {
            let is_special = matches!(
                opcode,
                op::OpFunction
                    | op::OpSelectionMerge
                    | op::OpLoopMerge
                    | op::OpCopyMemory
                    | op::OpBitcast
            );
            if is_special || is_access(opcode) {
                bits = bits.with(opcode);
            }
            opcode += 1;
        }
        bits
    };
    OPCODES.contains(opcode)
}

/// Whether an instruction is an atomic operation, or creates a pointer to a texel for one.
const fn is_access(opcode: u16) -> bool {
    is_atomic(opcode) || opcode == op::OpImageTexelPointer
}

impl Work<'_> {
    /// Rewrites an instruction of a function, which may have a narrow value as its result or an operand.
    pub fn code(&mut self, inst: Inst<'_>, touched: bool) -> Result<(), LowerError> {
        match inst.opcode() {
            op::OpFunction => {
                let ty = self.value_type(inst.word(1));
                return self.build.copy_code_as(self.input, inst, ty);
            }
            op::OpLabel => self.tables.block += 1,
            // No instruction may be inserted between a merge instruction and its branch: the selector is prepared before.
            op::OpSelectionMerge | op::OpLoopMerge => {
                let next = Inst::at(self.input.words, inst.end());
                if let Some(next) =
                    next.filter(|next| next.opcode() == op::OpSwitch && self.touches(*next))
                {
                    self.selector = self.zero_extended(next.word(1))?;
                }
            }
            // The pointee type is narrow, whatever the type of the pointers.
            op::OpCopyMemory if self.copies_narrow(inst) => {
                return self.copy_memory(inst);
            }
            op::OpBitcast if self.casts_pointer(inst) => {
                self.cast_pointer(inst);
                return Ok(());
            }
            _ => {}
        }
        if !touched {
            return match is_access(inst.opcode()) && self.points_to_narrow(inst) {
                true => Err(UNKNOWN),
                false => self.build.copy_code(self.input, inst),
            };
        }
        let has_type = inst.has_type();
        let ty = if has_type && self.is_narrow(inst.word(1)) {
            inst.word(1)
        } else {
            let operands = inst.from(1).iter().map(|&id| self.input.type_of(id));
            operands
                .into_iter()
                .find(|&ty| self.is_narrow(ty))
                .unwrap_or(0)
        };
        self.count(ty);
        self.lower(inst)
    }

    /// Whether such an instruction accesses narrow data.
    fn points_to_narrow(&self, inst: Inst<'_>) -> bool {
        let pointer = match inst.opcode() {
            op::OpImageTexelPointer => inst.word(2),
            op::OpAtomicStore => inst.word(1),
            _ => inst.word(3),
        };
        let (_, pointee) = self.pointer_of(pointer);
        self.is_narrow(pointee)
    }

    /// Emits the replacement of an instruction with narrow values.
    fn lower(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.word(1), inst.word(2), inst.opcode());
        match opcode {
            op::OpLoad => self.load_instruction(inst),
            op::OpStore => self.store_instruction(inst),
            op::OpAccessChain
            | op::OpInBoundsAccessChain
            | op::OpPtrAccessChain
            | op::OpInBoundsPtrAccessChain => {
                let base = self.get(inst.word(3));
                let mut list = std::mem::take(&mut self.tables.words);
                list.clear();
                list.push(base);
                for &index in inst.from(4) {
                    let index = self.extended_by_type(index)?;
                    list.push(index);
                }
                let ty = self.get(ty);
                self.build.op_as(id, opcode, ty, &list);
                self.tables.words = list;
                Ok(())
            }
            op::OpUndef
            | op::OpPhi
            | op::OpCopyObject
            | op::OpExpectKHR
            | op::OpFunctionCall
            | op::OpFunctionParameter
            | op::OpCompositeConstruct
            | op::OpCompositeInsert
            | op::OpCopyLogical
            | op::OpTranspose
            | op::OpGroupNonUniformBroadcastFirst
            | op::OpSubgroupFirstInvocationKHR => self.copy_with_value_type(inst),
            // In functions: its pointer type has the form of values.
            op::OpVariable | op::OpReturnValue => self.build.copy_code(self.input, inst),
            op::OpSelect => {
                self.copy_with_value_type(inst)?;
                self.set_known(id, self.known(inst.word(4)).and(self.known(inst.word(5))));
                Ok(())
            }
            op::OpCompositeExtract => {
                self.copy_with_value_type(inst)?;
                // For a component, the same is known as for its vector; nothing is known for other composites.
                self.set_known(id, self.known(inst.word(3)));
                Ok(())
            }
            op::OpVectorShuffle => {
                self.copy_with_value_type(inst)?;
                self.set_known(id, self.known(inst.word(3)).and(self.known(inst.word(4))));
                Ok(())
            }
            op::OpVectorExtractDynamic => {
                let vector = self.get(inst.word(3));
                let index = self.zero_extended(inst.word(4))?;
                let ty = self.value_type(ty);
                self.build.op_as(id, opcode, ty, &[vector, index]);
                self.set_known(id, self.known(inst.word(3)));
                Ok(())
            }
            op::OpVectorInsertDynamic => {
                let (vector, part) = (self.get(inst.word(3)), self.get(inst.word(4)));
                let index = self.zero_extended(inst.word(5))?;
                let ty = self.value_type(ty);
                self.build.op_as(id, opcode, ty, &[vector, part, index]);
                Ok(())
            }
            op::OpBitcast => self.bitcast(inst),
            op::OpSwitch => self.switch(inst),
            op::OpExtInst => match import_set(self.input.facts, inst.word(3)) {
                ExtInstSet::GlslStd450 => self.extended(inst),
                _ if is_non_semantic(self.input.facts, inst) => {
                    self.build.copy_code(self.input, inst)
                }
                _ => Err(UNKNOWN),
            },
            op::OpGroupNonUniformAllEqual
            | op::OpGroupNonUniformBroadcast
            | op::OpGroupNonUniformBallotBitExtract
            | op::OpGroupNonUniformShuffle..=op::OpGroupNonUniformShuffleDown
            | op::OpGroupNonUniformQuadBroadcast
            | op::OpGroupNonUniformQuadSwap
            | op::OpGroupNonUniformRotateKHR
            | op::OpSubgroupReadInvocationKHR => self.group_move(inst),
            // At most 128.
            op::OpGroupNonUniformBallotBitCount
            | op::OpGroupNonUniformBallotFindLSB
            | op::OpGroupNonUniformBallotFindMSB => {
                self.copy_with_value_type(inst)?;
                self.set_known(id, UpperBits::ZERO);
                Ok(())
            }
            op::OpGroupNonUniformIAdd..=op::OpGroupNonUniformBitwiseXor => {
                self.group_arithmetic(inst)
            }
            op::OpEmitStreamVertex | op::OpEndStreamPrimitive | op::OpImageTexelPointer => {
                self.image_access(inst)
            }
            _ if is_image_access(opcode) || is_image_size(opcode) => self.image_access(inst),
            _ if self.is_float_instruction(inst) => self.float(inst),
            _ if op_hot(opcode)
                .flags
                .contains(OpFlags::RESULT_TYPE | OpFlags::IDS_ONLY) =>
            {
                self.integer(opcode, id, ty, inst.from(3))
            }
            _ => Err(UNKNOWN),
        }
    }

    /// Copies an instruction that only moves bits, with the result type in the form of values.
    fn copy_with_value_type(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let ty = self.value_type(inst.word(1));
        self.build.copy_code_as(self.input, inst, ty)
    }

    /// An operand extended according to the signedness of its type.
    pub fn extended_by_type(&mut self, id: u32) -> Result<u32, LowerError> {
        match self.shape_of(id) {
            Some((Scalar::Int { signed: true, .. }, _)) => self.sign_extended(id),
            _ => self.zero_extended(id),
        }
    }

    /// Rewrites an `OpSwitch`: selector and literals are zero-extended; a literal is one word in both forms.
    fn switch(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (scalar, _) = self.shape_of(inst.word(1)).ok_or(UNKNOWN)?;
        let selector = match std::mem::take(&mut self.selector) {
            0 => self.zero_extended(inst.word(1))?,
            ready => ready,
        };
        let mut list = std::mem::take(&mut self.tables.words);
        list.clear();
        list.extend([selector, inst.word(2)]);
        let unused = 32 - scalar.width().min(32);
        for case in inst.from(3).chunks_exact(2) {
            if let &[literal, label] = case {
                list.extend([literal << unused >> unused, label]);
            }
        }
        self.build.raw(op::OpSwitch, &list);
        self.tables.words = list;
        Ok(())
    }

    /// Rewrites an access to an image of 32-bit numbers with narrow coordinates or the like, a query of its size with a narrow
    /// result, or the output of a vertex to a stream. Images of halves have been replaced before
    /// ([`crate::passes::half_images`]).
    fn image_access(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let facts = self.input.facts;
        let has_type = inst.has_type();
        let form = match has_type && self.is_narrow(inst.word(1)) {
            true if is_image_size(inst.opcode()) => Some(self.value_type(inst.word(1))),
            true => return Err(UNKNOWN),
            false => None,
        };
        let mut list = std::mem::take(&mut self.tables.words);
        let done = map_uses(inst, &mut list, |id| {
            let ty = self.input.type_of(id);
            // An offset has to stay a constant.
            let def = facts.def(self.input.words, id);
            self.in_constants = def.is_some_and(|def| def.offset() < facts.first_function);
            let value = match self.is_narrow(ty) && self.shape(ty).is_none() {
                true => self.constant_array(id),
                false => self.extended_by_type(id),
            };
            self.in_constants = false;
            value
        });
        if let (Some(form), Some(ty)) = (form, list.first_mut()) {
            *ty = form;
        }
        self.build.raw(inst.opcode(), &list);
        self.tables.words = list;
        done
    }

    /// An array of four constant offsets, extended according to their type.
    fn constant_array(&mut self, id: u32) -> Result<u32, LowerError> {
        let def = self.input.def(id).ok_or(UNKNOWN)?;
        let form = match def.opcode() {
            op::OpConstantNull => return Ok(self.get(id)),
            op::OpConstantComposite | op::OpSpecConstantComposite => self.value_type(def.word(1)),
            _ => return Err(UNKNOWN),
        };
        let mut parts = ArrayVec::<u32, 4>::new();
        for &part in def.from(3) {
            let part = self.extended_by_type(part)?;
            parts.try_push(part).map_err(|_| UNKNOWN)?;
        }
        Ok(self
            .build
            .declare(def.opcode(), Some(form), parts.as_slice()))
    }

    /// Rewrites cross-lane moves: the upper bits of the value may be anything, indices are unsigned.
    fn group_move(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.word(1), inst.word(2), inst.opcode());
        let mut list = std::mem::take(&mut self.tables.words);
        list.clear();
        let value = if opcode == op::OpSubgroupReadInvocationKHR {
            0
        } else {
            1
        };
        for (at, &operand) in inst.from(3).iter().enumerate() {
            // The comparison depends on all bits.
            let operand = if at > value || opcode == op::OpGroupNonUniformAllEqual {
                self.zero_extended(operand)?
            } else {
                self.get(operand)
            };
            list.push(operand);
        }
        let ty = self.value_type(ty);
        self.build.op_as(id, opcode, ty, &list);
        self.tables.words = list;
        if opcode != op::OpGroupNonUniformAllEqual {
            self.set_known(id, self.known(inst.word(3 + value)));
        }
        Ok(())
    }

    /// Rewrites reductions and scans. A sum of halves is rounded once at the end, because no order of additions is defined.
    fn group_arithmetic(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.word(1), inst.word(2), inst.opcode());
        let (scope, operation, operand) = (inst.word(3), inst.word(4), inst.word(5));
        let (scalar, count) = self.shape(ty).ok_or(UNKNOWN)?;
        let (value, known) = match opcode {
            op::OpGroupNonUniformSMin | op::OpGroupNonUniformSMax => {
                (self.sign_extended(operand)?, UpperBits::SIGN)
            }
            op::OpGroupNonUniformUMin | op::OpGroupNonUniformUMax => {
                (self.zero_extended(operand)?, UpperBits::ZERO)
            }
            _ => (self.get(operand), UpperBits::NOTHING),
        };
        let scope = self.get(scope);
        let mut operands = [scope, operation, value, 0];
        let mut len = 3;
        if inst.words().len() > 6 {
            operands = [scope, operation, value, self.zero_extended(inst.word(6))?];
            len = 4;
        }
        let operands = operands.get(..len).unwrap_or(&operands);
        let form = self.value_type(ty);
        match opcode {
            op::OpGroupNonUniformFAdd | op::OpGroupNonUniformFMul
                if self.exact && self.kinds(ty) & kinds::FLOAT16 != 0 =>
            {
                let wide = self.build.op(opcode, form, operands);
                self.round_as(id, wide, count);
            }
            // The first invocation of an exclusive scan gets the least or the greatest 32-bit number.
            op::OpGroupNonUniformSMin | op::OpGroupNonUniformSMax
                if operation == group_operation::ExclusiveScan && self.lowers(scalar) =>
            {
                let wide = self.build.op(opcode, form, operands);
                let (limit, number) = if opcode == op::OpGroupNonUniformSMin {
                    let most = (1_u32 << (scalar.width() - 1)) - 1;
                    (most, crate::tables::glsl_std_450::SMin)
                } else {
                    let least = u32::MAX << (scalar.width() - 1);
                    (least, crate::tables::glsl_std_450::SMax)
                };
                let limit = self.constant(ty, limit).ok_or(UNKNOWN)?;
                self.build.glsl_as(id, number, form, &[wide, limit]);
                self.set_known(id, known);
            }
            op::OpGroupNonUniformUMin if operation == group_operation::ExclusiveScan => {
                self.build.op_as(id, opcode, form, operands);
            }
            _ => {
                self.build.op_as(id, opcode, form, operands);
                self.set_known(id, known);
            }
        }
        Ok(())
    }

    /// The storage class and the pointee of a pointer of the input.
    pub fn pointer_of(&self, id: u32) -> (u32, u32) {
        let ty = self.input.type_of(id);
        match self.input.view(ty) {
            TypeView::Pointer { class, pointee } => (class, pointee),
            _ => (storage_class::Function, 0),
        }
    }
}

#[cfg(test)]
mod tests;
