//! Which file lowers an instruction of a function. Those that involve no legalized type are copied.

use super::{scalars, LowerError, Work, UNKNOWN};
use crate::inst::Inst;
use crate::plan::is_non_semantic;
use crate::sets::BitSet;
use crate::tables::{is_atomic, is_image_access, is_image_size, op, op_hot, OpFlags, OPCODE_END};

/// Whether an instruction may need rewriting although no value of a legalized type is among its operands.
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
    /// Rewrites an instruction of a function.
    pub fn instruction(&mut self, inst: Inst<'_>, touched: bool) -> Result<(), LowerError> {
        match inst.opcode() {
            op::OpFunction => return self.function(inst),
            op::OpLabel => self.tables.block += 1,
            op::OpSelectionMerge | op::OpLoopMerge => self.prepare_switch(inst)?,
            // The pointee may have another form whatever the type of the pointers.
            op::OpCopyMemory => return self.copy_memory(inst),
            op::OpBitcast if self.casts_pointer(inst) => {
                self.cast_pointer(inst);
                return Ok(());
            }
            _ => {}
        }
        if touched {
            return self.lower(inst);
        }
        match is_access(inst.opcode()) && self.points_to_promoted(inst) {
            true => Err(UNKNOWN),
            false => self.build.copy_code(self.input, inst),
        }
    }

    /// Whether such an instruction accesses promoted data.
    fn points_to_promoted(&self, inst: Inst<'_>) -> bool {
        let pointer = match inst.opcode() {
            op::OpImageTexelPointer => inst.word(2),
            op::OpAtomicStore => inst.word(1),
            _ => inst.operand(),
        };
        let (_, pointee) = self.pointer_of(pointer);
        self.is_promoted(pointee)
    }

    /// Emits the replacement of an instruction that involves a legalized type.
    fn lower(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, opcode) = (Self::result_type(inst), inst.opcode());
        let n = self.count(ty);
        self.count_replacement(inst);
        match opcode {
            op::OpFunctionParameter
            | op::OpFunctionCall
            | op::OpReturnValue
            | op::OpPhi
            | op::OpSwitch => self.flow(inst, n),
            op::OpVariable => self.variable(inst),
            op::OpLoad => self.load_instruction(inst),
            op::OpStore => self.store_instruction(inst),
            op::OpAccessChain
            | op::OpInBoundsAccessChain
            | op::OpPtrAccessChain
            | op::OpInBoundsPtrAccessChain => self.chain(inst),
            op::OpCompositeConstruct
            | op::OpCompositeExtract
            | op::OpCompositeInsert
            | op::OpVectorShuffle
            | op::OpVectorExtractDynamic
            | op::OpVectorInsertDynamic
            | op::OpSelect
            | op::OpCopyObject
            | op::OpExpectKHR
            | op::OpCopyLogical
            | op::OpTranspose
            | op::OpUndef => self.composite(inst, n),
            op::OpGroupNonUniformAllEqual..=op::OpGroupNonUniformQuadSwap
            | op::OpGroupNonUniformRotateKHR
            | op::OpSubgroupFirstInvocationKHR
            | op::OpSubgroupReadInvocationKHR => self.group(inst, n),
            op::OpExtInst if is_non_semantic(self.input.facts, inst) => {
                self.non_semantic(inst, false)
            }
            op::OpBitcast => self.bitcast(inst, n),
            op::OpImageTexelPointer | op::OpEmitStreamVertex | op::OpEndStreamPrimitive => {
                self.with_operands(inst, n)
            }
            _ if is_image_size(opcode) || is_image_access(opcode) => self.with_operands(inst, n),
            _ => match scalars::first(self.involved) {
                Some(row) => (row.lower)(self, inst, n),
                None if passes_pointers(opcode) => self.build.copy_code(self.input, inst),
                None => Err(self.expand_error(opcode)),
            },
        }
    }

    /// Copies an instruction that only moves a value, with the result type in the form of values.
    pub fn copy_with_value_type(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let ty = self.value_type(inst.result_type());
        self.build.copy_code_as(self.input, inst, ty)
    }

    /// Copies a non-semantic instruction, or removes it, since it cannot describe words.
    pub fn non_semantic(&mut self, inst: Inst<'_>, global: bool) -> Result<(), LowerError> {
        let mut expanded = false;
        self.input.uses(inst, |id| {
            expanded |= self.count_of(id) > 0 || self.tables.has_expanded(id);
        });
        match (expanded, global) {
            (true, _) => {
                self.build.remove(inst.result());
                Ok(())
            }
            (_, true) => self.build.copy_global(self.input, inst),
            _ => self.build.copy_code(self.input, inst),
        }
    }

    /// Lowers an operation on promoted values.
    pub fn promoted(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, opcode) = (inst.word(1), inst.word(2), inst.opcode());
        match opcode {
            op::OpExtInst => self.extended(inst),
            _ if self.is_float_instruction(inst) => self.float(inst),
            _ if op_hot(opcode)
                .flags
                .contains(OpFlags::RESULT_TYPE | OpFlags::IDS_ONLY) =>
            {
                self.integer(opcode, id, ty, inst.operands())
            }
            _ => Err(UNKNOWN),
        }
    }
}

/// Whether an instruction only uses pointers, or passes them to other shaders. They keep their ids, and so do composites.
fn passes_pointers(opcode: u16) -> bool {
    matches!(
        opcode,
        op::OpArrayLength
            | op::OpPtrEqual
            | op::OpPtrNotEqual
            | op::OpConvertUToPtr
            | op::OpConvertPtrToU
            | op::OpEmitMeshTasksEXT
            | op::OpTraceRayKHR
            | op::OpTraceRayMotionNV
            | op::OpExecuteCallableKHR
            | op::OpHitObjectTraceRayNV
            | op::OpHitObjectTraceRayMotionNV
            | op::OpHitObjectExecuteShaderNV
            | op::OpHitObjectTraceRayEXT
            | op::OpHitObjectTraceRayMotionEXT
            | op::OpHitObjectExecuteShaderEXT
            | op::OpHitObjectReorderExecuteShaderEXT
            | op::OpHitObjectTraceReorderExecuteEXT
            | op::OpHitObjectTraceMotionReorderExecuteEXT
    )
}

#[cfg(test)]
mod tests;
