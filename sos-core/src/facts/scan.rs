//! The walk that fills [`Facts`].
//!
//! One loop for everything before the first function, one for the functions. Each instruction costs a table row and a
//! jump; strings are only looked at where a name decides something.

use super::layout::{section, Section};
use super::offsets::{constant_range, image_operands, is_gather};
use super::{Block, Call, Facts, Function, Gates, Import, Scalar, SpecId, TypeView};
use crate::error::{Error, ErrorKind};
use crate::header::{Header, LEN};
use crate::inst::{short_name, string_starts_with, Inst, NAME_LEN};
use crate::operands::string_words;
use crate::options::Limits;
use crate::tables::{
    capability, capability_index, decoration, ext_inst_set, extension_by_name, extension_index,
    image_format, image_operands as image, op, op_hot, scope, storage_class, ExtInstSet, OpFlags,
};

/// What every name of a device constant starts with.
pub const DEVICE_PREFIX: &[u8] = b"SOS_";

/// Extensions that let existing instructions take 16-bit operands.
static SILENT_EXTENSIONS: [u16; 2] = [
    extension_index("SPV_AMD_gpu_shader_half_float"),
    extension_index("SPV_AMD_gpu_shader_int16"),
];

impl Facts {
    /// Walks a module once. Tables of an earlier walk are reused.
    ///
    /// # Errors
    /// Everything in [`ErrorKind`] that is wrong with words alone.
    pub fn scan(&mut self, words: &[u32], limits: &Limits) -> Result<(), Error> {
        let header = Header::read(words, limits)?;
        self.reset(header);
        let functions = self.scan_globals(words)?;
        self.scan_functions(words, functions)
    }

    fn reset(&mut self, header: Header) {
        self.header = header;
        self.def.clear();
        self.def.resize(header.bound as usize, 0);
        self.capabilities = Default::default();
        self.extensions = Default::default();
        (
            self.unknown_capability,
            self.unknown_extension,
            self.unknown_opcode,
        ) = (0, 0, 0);
        (self.preamble_end, self.globals, self.first_function) = (0, 0, 0);
        self.gates = Gates::NONE;
        self.offsets = (0, 0);
        self.marks.clear();
        self.reset_workgroup();
        self.imports.clear();
        self.entry_points.clear();
        self.functions.clear();
        self.blocks.clear();
        self.calls.clear();
        self.spec_ids.clear();
        self.buffer_blocks.clear();
        self.block_structures.clear();
        self.storage_blocks.clear();
        self.uniform_blocks.clear();
        self.group_decorates.clear();
        self.device_names.clear();
        self.spec_constants.clear();
    }

    /// One instruction: its word count, its least length, its result id.
    #[inline(always)]
    fn step<'w>(&mut self, words: &'w [u32], at: usize) -> Result<(Inst<'w>, OpFlags), Error> {
        let Some(inst) = Inst::at(words, at as u32) else {
            let opcode = words.get(at).map_or(0, |&word| word as u16);
            return Err(Error::new(ErrorKind::BadWordCount, at, opcode));
        };
        let opcode = inst.opcode();
        let hot = op_hot(opcode);
        if inst.words().len() < usize::from(hot.min_words) {
            return Err(Error::new(ErrorKind::TruncatedInstruction, at, opcode));
        }
        if hot.flags.contains(OpFlags::RESULT) {
            let id = inst.word(if hot.flags.contains(OpFlags::RESULT_TYPE) {
                2
            } else {
                1
            });
            match self.def.get_mut(id as usize) {
                Some(slot) if *slot == 0 && id != 0 => *slot = at as u32,
                Some(_) if id != 0 => return Err(Error::new(ErrorKind::DuplicateId, at, opcode)),
                _ => return Err(Error::new(ErrorKind::BadId, at, opcode)),
            }
        }
        Ok((inst, hot.flags))
    }

    fn scan_globals(&mut self, words: &[u32]) -> Result<usize, Error> {
        let mut at = LEN;
        let mut now = Section::Capabilities;
        while at < words.len() {
            let (inst, flags) = self.step(words, at)?;
            let opcode = inst.opcode();
            if opcode == op::OpFunction {
                break;
            }
            if let Some(next) = section(opcode) {
                if next < now {
                    return Err(Error::new(ErrorKind::BadLayout, at, opcode));
                }
                if next > Section::Imports && self.preamble_end == 0 {
                    self.preamble_end = at as u32;
                }
                if next == Section::Globals && self.globals == 0 {
                    self.globals = at as u32;
                }
                now = next;
            }
            if flags.contains(OpFlags::UNKNOWN) {
                self.unknown(at);
            }
            self.global(words, inst)?;
            at = inst.end() as usize;
        }
        // `step` has entered the first OpFunction's id already: the loop over functions meets it again.
        if let Some(inst) = Inst::at(words, at as u32) {
            if let Some(slot) = self.def.get_mut(inst.word(2) as usize) {
                *slot = 0;
            }
        }
        self.block_structures.sort_unstable();
        self.buffer_blocks.sort_unstable();
        self.buffer_blocks_of_groups(words);
        self.finish_marks(words);
        self.finish_workgroup(words);
        let mut blocks = std::mem::take(&mut self.storage_blocks);
        self.elements(words, &mut blocks);
        self.storage_blocks = blocks;
        let mut blocks = std::mem::take(&mut self.uniform_blocks);
        self.elements(words, &mut blocks);
        self.uniform_blocks = blocks;
        self.unsized_arrays(words);
        self.first_function = at as u32;
        if self.preamble_end == 0 {
            self.preamble_end = at as u32;
        }
        if self.globals == 0 {
            self.globals = at as u32;
        }
        Ok(at)
    }

    /// Adds what decoration groups make a `BufferBlock`.
    fn buffer_blocks_of_groups(&mut self, words: &[u32]) {
        let direct = self.buffer_blocks.len();
        for &offset in &self.group_decorates {
            let Some(inst) = Inst::at(words, offset) else {
                continue;
            };
            let groups = self.buffer_blocks.get(..direct).unwrap_or(&[]);
            if groups.binary_search(&inst.word(1)).is_ok() {
                self.buffer_blocks.extend_from_slice(inst.from(2));
            }
        }
        if self.buffer_blocks.len() > direct {
            self.buffer_blocks.sort_unstable();
        }
    }

    /// Arrays of buffers to their elements, and the list into order.
    fn elements(&self, words: &[u32], types: &mut [u32]) {
        for ty in types.iter_mut() {
            if let TypeView::Array { element, .. } | TypeView::RuntimeArray { element } =
                self.type_view(words, *ty)
            {
                *ty = element;
            }
        }
        types.sort_unstable();
    }

    /// Looks for uniform blocks that end in an array without a size.
    fn unsized_arrays(&mut self, words: &[u32]) {
        let ends_open = |&block: &u32| match self.type_view(words, block) {
            TypeView::Struct([.., last]) => {
                matches!(self.type_view(words, *last), TypeView::RuntimeArray { .. })
                    && self.buffer_blocks.binary_search(&block).is_err()
            }
            _ => false,
        };
        if self.uniform_blocks.iter().any(ends_open) {
            self.gates.insert(Gates::UNSIZED);
        }
    }

    /// Whether an instruction is none of an extended set that computes something: in functions, those stand in blocks.
    fn may_stand_anywhere(&self, inst: Inst<'_>) -> bool {
        if !inst.is_extended() {
            return true;
        }
        let import = self
            .import_of(inst.word(3))
            .and_then(|at| self.imports.get(at));
        import.is_none_or(|import| import.set.is_debug() || import.set == ExtInstSet::Unknown)
    }

    fn unknown(&mut self, at: usize) {
        self.gates.insert(Gates::UNKNOWN);
        if self.unknown_opcode == 0 {
            self.unknown_opcode = at as u32;
        }
    }

    fn global(&mut self, words: &[u32], inst: Inst<'_>) -> Result<(), Error> {
        let at = inst.offset();
        let bad_string = || Error::new(ErrorKind::BadString, at as usize, inst.opcode());
        match inst.opcode() {
            op::OpCapability => match capability_index(inst.word(1)) {
                Some(index) => {
                    self.capabilities.insert(index);
                    if inst.word(1) == capability::InterpolationFunction {
                        self.gates.insert(Gates::INTERPOLATION);
                    }
                }
                None if self.unknown_capability == 0 => self.unknown_capability = at,
                None => {}
            },
            op::OpExtension => {
                let mut buffer = [0; NAME_LEN];
                match short_name(inst.from(1), &mut buffer)
                    .ok_or_else(bad_string)?
                    .and_then(extension_by_name)
                {
                    Some(index) => {
                        self.extensions.insert(index);
                        if SILENT_EXTENSIONS.contains(&index) {
                            self.gates.insert(Gates::EXTENSION);
                        }
                    }
                    None if self.unknown_extension == 0 => self.unknown_extension = at,
                    None => {}
                }
            }
            op::OpExtInstImport => {
                let mut buffer = [0; NAME_LEN];
                let found = short_name(inst.from(2), &mut buffer).ok_or_else(bad_string)?;
                let set = found.map_or(ExtInstSet::Unknown, ext_inst_set);
                if set == ExtInstSet::NonSemantic {
                    self.gates.insert(Gates::NON_SEMANTIC);
                }
                self.imports.push(Import {
                    id: inst.word(1),
                    set,
                    offset: at,
                });
            }
            op::OpEntryPoint => {
                string_words(inst.from(3)).ok_or_else(bad_string)?;
                self.entry_points.push(at);
                self.gates.insert(Gates::of_model(inst.word(1)));
            }
            op::OpExecutionMode | op::OpExecutionModeId => {
                self.gates.insert(gates_of_mode(inst.word(2)));
                self.workgroup_mode(inst);
            }
            op::OpName if string_starts_with(inst.from(2), DEVICE_PREFIX) => {
                self.device_names.push(at)
            }
            op::OpDecorate => match inst.word(2) {
                decoration::SpecId => self.spec_ids.push(SpecId {
                    id: inst.word(1),
                    spec_id: inst.word(3),
                }),
                decoration::Block => self.block_structures.push(inst.word(1)),
                decoration::BufferBlock => self.buffer_blocks.push(inst.word(1)),
                decoration::BuiltIn => self.workgroup_object(inst),
                decoration => self.decoration(inst, decoration),
            },
            op::OpMemberDecorate => self.decoration(inst, inst.word(3)),
            op::OpGroupDecorate => self.group_decorates.push(at),
            op::OpTypePointer => match inst.word(2) {
                storage_class::StorageBuffer => self.storage_blocks.push(inst.word(3)),
                storage_class::Uniform => self.uniform_blocks.push(inst.word(3)),
                _ => {}
            },
            op::OpTypeImage if inst.word(7) == 2 => {
                self.gates.insert(Gates::STORAGE);
                if inst.word(8) == image_format::Unknown {
                    self.gates.insert(Gates::FORMATLESS);
                }
            }
            op::OpVariable => match inst.word(3) {
                storage_class::StorageBuffer => self.gates.insert(Gates::STORAGE),
                storage_class::Uniform => self.gates.insert(Gates::STORAGE),
                storage_class::Workgroup => {
                    self.workgroup_variable(words, inst);
                    if inst.words().len() > 4 {
                        self.gates.insert(Gates::ZERO_INIT);
                    }
                }
                _ => {}
            },
            op::OpSpecConstantTrue
            | op::OpSpecConstantFalse
            | op::OpSpecConstant
            | op::OpSpecConstantComposite
            | op::OpSpecConstantOp => self.spec_constants.push(at),
            _ => {}
        }
        Ok(())
    }

    fn decoration(&mut self, inst: Inst<'_>, decoration: u32) {
        match decoration {
            decoration::NonWritable | decoration::NonReadable => self.mark(inst),
            decoration::FPFastMathMode => self.gates.insert(Gates::FAST_MATH),
            decoration::Stream | decoration::XfbStride => self.gates.insert(Gates::XFB),
            _ => {}
        }
    }

    fn scan_functions(&mut self, words: &[u32], mut at: usize) -> Result<(), Error> {
        let mut function = Function::default();
        let mut block = Block::default();
        while at < words.len() {
            let (inst, flags) = self.step(words, at)?;
            let opcode = inst.opcode();
            let here = at as u32;
            let bad = || Err(Error::new(ErrorKind::BadLayout, at, opcode));
            match opcode {
                op::OpFunction => {
                    if function.id != 0 {
                        return bad();
                    }
                    let (blocks, calls) = (self.blocks.len() as u32, self.calls.len() as u32);
                    function = Function {
                        id: inst.word(2),
                        start: here,
                        first_block: blocks,
                        first_call: calls,
                        ..Function::default()
                    };
                }
                op::OpFunctionParameter
                    if function.id == 0
                        || function.first_block != self.blocks.len() as u32
                        || block.id != 0 =>
                {
                    return bad();
                }
                op::OpFunctionEnd => {
                    if function.id == 0 || block.id != 0 {
                        return bad();
                    }
                    function.end = inst.end();
                    function.last_block = self.blocks.len() as u32;
                    function.last_call = self.calls.len() as u32;
                    self.functions.push(function);
                    function = Function::default();
                }
                op::OpLabel => {
                    if function.id == 0 || block.id != 0 {
                        return bad();
                    }
                    block = Block {
                        id: inst.word(1),
                        label: here,
                        merge: 0,
                        end: 0,
                    };
                }
                op::OpSelectionMerge | op::OpLoopMerge => {
                    if block.id == 0 || block.merge != 0 {
                        return bad();
                    }
                    block.merge = here;
                }
                op::OpFunctionCall => {
                    self.calls.push(Call {
                        block: self.blocks.len() as u32,
                        callee: inst.word(3),
                    });
                }
                op::OpAtomicLoad..=op::OpAtomicXor
                | op::OpAtomicFAddEXT
                | op::OpAtomicFMinEXT
                | op::OpAtomicFMaxEXT
                | op::OpAtomicFlagTestAndSet
                | op::OpAtomicFlagClear => self.atomic(words, inst),
                op::OpControlBarrier => self.scope(words, inst.word(2)),
                op::OpMemoryBarrier => self.scope(words, inst.word(1)),
                op::OpGroupNonUniformQuadBroadcast
                | op::OpGroupNonUniformQuadSwap
                | op::OpGroupNonUniformQuadAllKHR
                | op::OpGroupNonUniformQuadAnyKHR => {
                    self.gates.insert(Gates::SUBGROUP.with(Gates::QUAD));
                }
                op::OpGroupNonUniformRotateKHR => {
                    self.gates.insert(Gates::SUBGROUP);
                    if inst.words().len() > 6 {
                        self.gates.insert(Gates::ROTATE);
                    }
                }
                op::OpGroupNonUniformElect..=op::OpGroupNonUniformLogicalXor
                | op::OpGroupNonUniformPartitionEXT
                | op::OpGroupIAddNonUniformAMD..=op::OpGroupSMaxNonUniformAMD
                | op::OpSubgroupBallotKHR
                | op::OpSubgroupFirstInvocationKHR
                | op::OpSubgroupAllKHR
                | op::OpSubgroupAnyKHR
                | op::OpSubgroupAllEqualKHR
                | op::OpSubgroupReadInvocationKHR => {
                    self.gates.insert(Gates::SUBGROUP);
                }
                op::OpLine | op::OpNoLine => self.gates.insert(Gates::LINES),
                op::OpReadClockKHR => self.gates.insert(Gates::CLOCK),
                op::OpBitFieldInsert..=op::OpBitCount => {
                    let ty = self.type_of(words, inst.word(3));
                    if self.scalar_of(words, ty).map_or(0, Scalar::width) != 32 {
                        self.gates.insert(Gates::BIT);
                    }
                }
                op::OpImageSampleImplicitLod..=op::OpImageDrefGather
                | op::OpImageSparseSampleImplicitLod..=op::OpImageSparseDrefGather => {
                    self.texel_offsets(words, inst);
                }
                op::OpFmaKHR => self.gates.insert(Gates::FMA),
                op::OpEmitStreamVertex | op::OpEndStreamPrimitive => self.gates.insert(Gates::XFB),
                op::OpExtInstWithForwardRefsKHR => self.gates.insert(Gates::FORWARD_EXT_INST),
                _ => {}
            }
            if block.id == 0 && !(outside_blocks(opcode, flags) && self.may_stand_anywhere(inst)) {
                return bad();
            }
            if flags.contains(OpFlags::TERMINATOR) {
                // A merge instruction is the last but one of its block.
                if Inst::at(words, block.merge)
                    .is_some_and(|merge| block.merge != 0 && merge.end() != here)
                {
                    return bad();
                }
                block.end = here;
                self.blocks.push(block);
                block = Block::default();
            } else if flags.contains(OpFlags::UNKNOWN) {
                self.unknown(at);
            }
            at = inst.end() as usize;
        }
        if function.id != 0 {
            return Err(Error::new(ErrorKind::BadLayout, at, 0));
        }
        Ok(())
    }
}

impl Facts {
    fn atomic(&mut self, words: &[u32], inst: Inst<'_>) {
        let (ty, scope) = match inst.opcode() {
            op::OpAtomicStore => (self.type_of(words, inst.word(4)), inst.word(2)),
            op::OpAtomicFlagClear => (0, inst.word(2)),
            _ => (inst.word(1), inst.word(4)),
        };
        let int = TypeView::Scalar(Scalar::Int {
            width: 32,
            signed: false,
        });
        let signed = TypeView::Scalar(Scalar::Int {
            width: 32,
            signed: true,
        });
        let view = self.type_view(words, ty);
        if view != int && view != signed {
            self.gates.insert(Gates::WIDE_ATOMIC);
        }
        self.scope(words, scope);
    }

    /// The scope of memory: only some are open to all.
    fn scope(&mut self, words: &[u32], id: u32) {
        let scope = self.def(words, id).map_or(u32::MAX, |def| def.word(3));
        if !matches!(
            scope,
            scope::Workgroup | scope::Subgroup | scope::Invocation
        ) {
            self.gates.insert(Gates::SCOPE);
        }
    }

    fn texel_offsets(&mut self, words: &[u32], inst: Inst<'_>) {
        let Some((mask, offset)) = image_operands(inst) else {
            return;
        };
        self.gates.insert(Gates::OFFSET);
        if mask & image::Offset != 0 && !is_gather(inst.opcode()) {
            self.gates.insert(Gates::SAMPLE_OFFSET);
        }
        if let Some((least, most)) = constant_range(self, words, offset) {
            self.offsets = (self.offsets.0.min(least), self.offsets.1.max(most));
        }
    }
}

/// What an execution mode is behind; nothing for the modes that every device has.
fn gates_of_mode(mode: u32) -> Gates {
    use crate::tables::execution_mode as m;
    match mode {
        m::SignedZeroInfNanPreserve
        | m::DenormPreserve
        | m::DenormFlushToZero
        | m::RoundingModeRTE
        | m::RoundingModeRTZ => Gates::FLOAT_MODE,
        m::FPFastMathDefault => Gates::FAST_MATH,
        m::LocalSize
        | m::OriginUpperLeft
        | m::EarlyFragmentTests
        | m::DepthReplacing
        | m::DepthGreater
        | m::DepthLess
        | m::DepthUnchanged
        | m::Invocations
        | m::SpacingEqual
        | m::SpacingFractionalEven
        | m::SpacingFractionalOdd
        | m::VertexOrderCw
        | m::VertexOrderCcw
        | m::Triangles
        | m::Quads => Gates::NONE,
        _ => Gates::MODE,
    }
}

/// What may stand in a function section without being in a block.
#[inline]
fn outside_blocks(opcode: u16, flags: OpFlags) -> bool {
    matches!(
        opcode,
        op::OpFunction
            | op::OpFunctionParameter
            | op::OpFunctionEnd
            | op::OpLine
            | op::OpNoLine
            | op::OpExtInst
            | op::OpExtInstWithForwardRefsKHR
    ) || flags.contains(OpFlags::UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::assemble;

    #[test]
    fn extended_instructions_stand_in_blocks_unless_they_compute_nothing() {
        for (set, is_module) in [
            ("GLSL.std.450", false),
            ("NonSemantic.Shader.DebugInfo.100", true),
        ] {
            let words = assemble(
                3,
                &format!(
                    "OpCapability Shader
                     %set = OpExtInstImport \"{set}\"
                     OpMemoryModel Logical GLSL450
                     %void = OpTypeVoid
                     %f32 = OpTypeFloat 32
                     %one = OpConstant %f32 1
                     %signature = OpTypeFunction %void
                     %main = OpFunction %void None %signature
                     %early = OpExtInst %f32 %set FAbs %one
                     %entry = OpLabel
                     OpReturn
                     OpFunctionEnd"
                ),
            );
            let scanned = Facts::default().scan(&words, &Limits::default());
            assert_eq!(scanned.is_ok(), is_module, "{set}: {scanned:?}");
        }
    }
}
