//! The walk that fills [`Facts`].
//!
//! One loop handles everything before the first function, another the functions. Each instruction costs one table row and a
//! jump; strings are read only where a name matters.

mod annotations;

use super::layout::{Section, SECTIONS};
use super::operand_gates::gates_of_mode;
use super::steps::{Note, Step, Task};
use super::uses::Kind;
use super::{Block, Call, Facts, Function, Gates, Import, RowNeeds};
use crate::error::{Error, ErrorKind};
use crate::header::{Header, LEN};
use crate::inst::{checked_name, is_utf8, Inst, NAME_LEN};
use crate::options::Limits;
use crate::order::Order;
use crate::tables::{
    capability, capability_index, dim, ext_inst_set, extension_by_name, extension_index,
    image_format, op, source_language, storage_class, ExtInstSet,
};
use crate::views;
use annotations::is_noted;

/// The first word of the names of all device constants.
const DEVICE_PREFIX: u32 = u32::from_le_bytes(*b"SOS_");

/// Extensions that let existing instructions use 16-bit operands.
static SILENT_EXTENSIONS: [u16; 2] = [
    extension_index("SPV_AMD_gpu_shader_half_float"),
    extension_index("SPV_AMD_gpu_shader_int16"),
];

impl Facts {
    /// Scans a module. Reuses the tables of an earlier scan.
    ///
    /// # Errors
    /// All kinds of [`ErrorKind`] that concern the words alone.
    pub fn scan(&mut self, words: &[u32], limits: &Limits) -> Result<(), Error> {
        self.scan_behind(words, Header::read(words, limits)?)
    }

    /// As [`Facts::scan`], with the header already read.
    pub fn scan_behind(&mut self, words: &[u32], header: Header) -> Result<(), Error> {
        self.reset(header);
        let scanned = self.scan_globals(words);
        let scanned = scanned.and_then(|functions| self.scan_functions(words, functions));
        let scanned = scanned.and_then(|()| self.complete(words));
        self.define_zero(0);
        scanned
    }

    /// Marks the id 0 as defined at a word offset, so that no instruction may define it.
    fn define_zero(&mut self, offset: u32) {
        if let Some(slot) = self.def.first_mut() {
            *slot = offset;
        }
    }

    fn reset(&mut self, header: Header) {
        self.header = header;
        self.def.clear();
        self.def.resize(header.bound as usize, 0);
        self.define_zero(u32::MAX);
        self.capabilities = Default::default();
        self.extensions = Default::default();
        (
            self.unknown_capability,
            self.unknown_extension,
            self.unknown_opcode,
        ) = (0, 0, 0);
        self.gates = Gates::NONE;
        self.later = Default::default();
        self.subgroup_memory = false;
        self.offsets = (0, 0);
        self.float_types = [0; 3];
        (self.row_needs, self.built_in_needs) = (RowNeeds::default(), RowNeeds::default());
        self.uses = Default::default();
        self.images = Default::default();
        (self.int_widths, self.models) = (0, 0);
        self.marks.clear();
        self.marked_structures.clear();
        self.reset_workgroup();
        self.shares_blocks = None;
        self.misplaced_layouts = false;
        self.bare.clear();
        self.imports.clear();
        self.entry_points.clear();
        self.functions.clear();
        self.blocks.clear();
        self.calls.clear();
        self.parameters.clear();
        self.spec_ids.clear();
        self.buffer_blocks.clear();
        self.block_structures.clear();
        self.storage_blocks.clear();
        self.uniform_blocks.clear();
        self.group_decorates.clear();
        self.has_groups = false;
        self.device_names.clear();
        self.staged.clear();
        self.with_staged.clear();
        self.spec_constants.clear();
    }

    /// Splits the next instruction off `rest`, the part of the module from word offset `at` on, whose first word is given.
    /// Checks its word count and its minimum length, and enters its result id.
    #[inline(always)]
    fn step<'w>(
        &mut self,
        words: &'w [u32],
        rest: &mut &'w [u32],
        at: usize,
        first: u32,
    ) -> Result<(Inst<'w>, &'static Step), Error> {
        let step = Step::of(first as u16);
        let len = (first >> 16) as usize;
        // The minimum length is never 0, so a word count of 0 fails here as well.
        let inst = match Inst::split_off(rest, at as u32, len) {
            Some(inst) if len >= usize::from(step.min_words) => inst,
            _ => return Err(bad_count(words, at)),
        };
        if step.result != 0 {
            let id = inst.word(usize::from(step.result));
            // During the scan, 0 counts as defined.
            match self.def.get_mut(id as usize) {
                Some(slot) if *slot == 0 => *slot = at as u32,
                slot => return Err(bad_result(words, at, slot.is_some() && id != 0)),
            }
        }
        Ok((inst, step))
    }

    fn scan_globals(&mut self, words: &[u32]) -> Result<usize, Error> {
        let mut at = LEN;
        let mut rest = words.get(LEN..).unwrap_or(&[]);
        let mut now = Section::Capabilities;
        let mut starts = [0; SECTIONS];
        let mut gates = 0;
        while let Some(&first) = rest.first() {
            let (inst, step) = self.step(words, &mut rest, at, first)?;
            if step.section != now {
                if step.section == Section::Functions {
                    break;
                }
                if step.section != Section::Any {
                    if step.section < now {
                        return Err(fault(ErrorKind::BadLayout, words, at));
                    }
                    now = step.section;
                    starts[now as usize] = at as u32;
                }
            }
            gates |= step.gates;
            match step.note {
                Note::Nothing => {}
                Note::Other => {
                    if step.has_needs {
                        self.row_needs.insert(inst.opcode());
                    }
                    self.note_other(inst)?;
                }
                Note::Misplaced if !self.has_graphs() => {
                    return Err(fault(ErrorKind::BadLayout, words, at));
                }
                note => self.note(words, inst, note)?,
            }
            at += inst.words().len();
        }
        self.gates.insert(Gates::of_first(gates));
        starts[Section::Functions as usize] = at as u32;
        self.sections(starts);
        // `step` has entered the id of the first `OpFunction` already; the loop over functions enters it again.
        if let Some(inst) = Inst::at(words, at as u32) {
            if let Some(slot) = self.def.get_mut(inst.word(2) as usize) {
                *slot = 0;
            }
        }
        self.block_structures.order();
        self.buffer_blocks.order();
        self.buffer_blocks_of_groups(words);
        self.finish_marks(words);
        self.finish_workgroup(words);
        if !self.bare.is_empty() {
            self.finish_layouts(words);
        }
        let mut blocks = core::mem::take(&mut self.storage_blocks);
        self.elements(words, &mut blocks);
        self.storage_blocks = blocks;
        let mut blocks = core::mem::take(&mut self.uniform_blocks);
        self.elements(words, &mut blocks);
        self.uniform_blocks = blocks;
        self.unsized_arrays(words);
        self.find_stages(words);
        Ok(at)
    }

    /// Sets the section starts. A missing section starts where the next one does.
    fn sections(&mut self, mut starts: [u32; SECTIONS]) {
        let mut next = starts[Section::Functions as usize];
        for start in starts.iter_mut().rev() {
            *start = if *start == 0 { next } else { *start };
            next = *start;
        }
        self.preamble_end = starts[Section::MemoryModel as usize];
        self.debug = starts[Section::Debug as usize];
        self.annotations = starts[Section::Annotations as usize];
        self.globals = starts[Section::Globals as usize];
        self.first_function = starts[Section::Functions as usize];
    }

    /// Replaces arrays of buffers by their element types, and sorts the list.
    fn elements(&self, words: &[u32], types: &mut [u32]) {
        for ty in types.iter_mut() {
            *ty = self.element(words, *ty);
        }
        types.order();
    }

    /// Detects uniform blocks that end in a runtime array.
    fn unsized_arrays(&mut self, words: &[u32]) {
        let of = |ty: u32, opcode: u16| {
            let def = self.def(words, ty);
            def.filter(|inst| inst.opcode() == opcode)
        };
        let ends_open = |&block: &u32| {
            let last = of(block, op::OpTypeStruct)
                .and_then(|block| views::TypeStruct(block).member_types().last().copied());
            last.is_some_and(|last| of(last, op::OpTypeRuntimeArray).is_some())
                && self.buffer_blocks.binary_search(&block).is_err()
        };
        if self.uniform_blocks.iter().any(ends_open) {
            self.gates.insert(Gates::UNSIZED);
        }
    }

    /// Whether an instruction is of an extended set without semantic effect: all other extended instructions must be in
    /// blocks.
    fn may_stand_anywhere(&self, inst: Inst<'_>) -> bool {
        if !inst.is_extended() {
            return false;
        }
        let import = self
            .import_of(views::ExtInst(inst).set())
            .and_then(|at| self.imports.get(at));
        import.is_none_or(|import| import.set.is_debug() || import.set == ExtInstSet::Unknown)
    }

    fn unknown(&mut self, at: usize) {
        self.gates.insert(Gates::UNKNOWN);
        if self.unknown_opcode == 0 {
            self.unknown_opcode = at as u32;
        }
    }

    /// Records facts from an instruction before the functions.
    #[inline(always)]
    fn note(&mut self, words: &[u32], inst: Inst<'_>, note: Note) -> Result<(), Error> {
        match note {
            Note::Nothing | Note::Other => {}
            // Member names are counted as well: a branch to skip them would be mispredicted.
            Note::Name => {
                if inst.word(2) == DEVICE_PREFIX && inst.opcode() == op::OpName {
                    self.device_names.push(inst.offset());
                }
            }
            Note::Source if is_new_language(views::Source(inst).source_language()) => {
                self.gates.insert(Gates::LANGUAGE);
            }
            Note::Source => {}
            Note::Decorate => {
                let of_member = inst.opcode() == op::OpMemberDecorate;
                let decoration = inst.word(2 + usize::from(of_member));
                self.seen(Kind::Decoration, decoration);
                if is_noted(decoration) {
                    self.decoration(inst, decoration, of_member)?;
                }
            }
            Note::Variable => self.variable(words, inst),
            Note::SpecConstant => {
                self.spec_constants.push(inst.offset());
                if inst.opcode() == op::OpSpecConstantOp {
                    self.enumerants(inst);
                }
            }
            Note::Integer if views::TypeInt(inst).width().is_power_of_two() => {
                self.int_widths |= views::TypeInt(inst).width()
            }
            Note::Integer => {}
            // What is misplaced elsewhere is part of a graph.
            Note::Needs | Note::Misplaced => self.row_needs.insert(inst.opcode()),
            Note::Enumerants => {
                self.row_needs.insert(inst.opcode());
                self.enumerants(inst);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn variable(&mut self, words: &[u32], inst: Inst<'_>) {
        let class = views::Variable(inst).storage_class();
        self.seen(Kind::StorageClass, class);
        match class {
            storage_class::StorageBuffer => {
                self.gates.insert(Gates::STORAGE);
                self.storage_blocks
                    .push(self.pointee(words, inst.result_type()));
            }
            storage_class::Uniform => {
                self.gates.insert(Gates::STORAGE);
                self.uniform_blocks
                    .push(self.pointee(words, inst.result_type()));
            }
            storage_class::Workgroup => {
                self.workgroup_variable(words, inst);
                if inst.words().len() > 4 {
                    self.gates.insert(Gates::ZERO_INIT);
                }
            }
            storage_class::Private => self.private_variable(words, inst),
            _ => {}
        }
    }

    #[inline(never)]
    fn note_other(&mut self, inst: Inst<'_>) -> Result<(), Error> {
        let at = inst.offset();
        let bad_string = || Error::new(ErrorKind::BadString, at as usize, inst.opcode());
        match inst.opcode() {
            op::OpCapability => match capability_index(views::Capability(inst).capability()) {
                Some(index) => {
                    self.capabilities.insert(index);
                    match views::Capability(inst).capability() {
                        capability::InterpolationFunction => {
                            self.gates.insert(Gates::INTERPOLATION);
                        }
                        capability::PhysicalStorageBufferAddresses => {
                            self.gates.insert(Gates::ADDRESSES);
                        }
                        _ => {}
                    }
                }
                None if self.unknown_capability == 0 => self.unknown_capability = at,
                None => {}
            },
            op::OpExtension => {
                let mut buffer = [0; NAME_LEN];
                match checked_name(views::Extension(inst).name(), &mut buffer)
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
            // Which of these the module declares depends on constants.
            op::OpConditionalCapabilityINTEL | op::OpConditionalExtensionINTEL => {
                if self.unknown_capability == 0 {
                    self.unknown_capability = at;
                }
            }
            op::OpExtInstImport => {
                let mut buffer = [0; NAME_LEN];
                let found = checked_name(views::ExtInstImport(inst).name(), &mut buffer)
                    .ok_or_else(bad_string)?;
                let set = found.map_or(ExtInstSet::Unknown, ext_inst_set);
                if set == ExtInstSet::NonSemantic {
                    self.gates.insert(Gates::NON_SEMANTIC);
                }
                self.imported(set);
                self.imports.push(Import {
                    id: views::ExtInstImport(inst).result(),
                    set,
                    offset: at,
                });
            }
            op::OpEntryPoint => {
                let entry = views::EntryPoint(inst);
                is_utf8(entry.name()).then_some(()).ok_or_else(bad_string)?;
                self.entry_points.push(at);
                let model = entry.execution_model();
                self.gates.insert(Gates::of_model(model));
                self.seen(Kind::ExecutionModel, model);
                self.models |= 1u32.checked_shl(model).unwrap_or(0);
            }
            op::OpExecutionMode | op::OpExecutionModeId => {
                let mode = views::ExecutionMode(inst).mode();
                self.gates.insert(gates_of_mode(mode));
                self.seen(Kind::ExecutionMode, mode);
                self.workgroup_mode(inst);
            }
            op::OpGroupDecorate | op::OpGroupMemberDecorate => self.group(inst)?,
            op::OpTypeFloat => {
                self.note_float(inst);
                if inst.words().len() > 3 {
                    self.enumerants(inst);
                }
            }
            op::OpTypeImage => {
                let image = views::TypeImage(inst);
                self.seen(Kind::Dim, image.dim());
                self.seen(Kind::ImageFormat, image.image_format());
                if inst.words().len() > 9 {
                    self.enumerants(inst);
                }
                self.images.any = true;
                self.images.shapes |=
                    !matches!(image.dim(), dim::Dim2D | dim::Dim3D) || image.ms() != 0;
                if image.sampled() == 2 {
                    self.gates.insert(Gates::STORAGE);
                    if image.image_format() == image_format::Unknown {
                        self.gates.insert(Gates::FORMATLESS);
                    }
                }
            }
            op::OpExtInst | op::OpExtInstWithForwardRefsKHR => {
                if !self.may_stand_anywhere(inst) {
                    return Err(Error::new(ErrorKind::BadLayout, at as usize, inst.opcode()));
                }
            }
            _ => self.unknown(at as usize),
        }
        Ok(())
    }

    fn scan_functions(&mut self, words: &[u32], mut at: usize) -> Result<(), Error> {
        let mut function = Function::default();
        let mut block = Block::default();
        let mut gates = 0;
        let mut rest = words.get(at..).unwrap_or(&[]);
        while let Some(&first) = rest.first() {
            let (inst, step) = self.step(words, &mut rest, at, first)?;
            gates |= step.gates;
            let here = at as u32;
            at += inst.words().len();
            if step.task == Task::Pass && block.id != 0 {
                continue;
            }
            if step.has_needs {
                self.row_needs.insert(inst.opcode());
            }
            if step.has_enumerants {
                self.enumerants(inst);
            }
            let misplaced = match step.task {
                Task::Function => {
                    self.uses.masks.function |= views::Function(inst).function_control();
                    let is_nested = function.id != 0;
                    function = Function {
                        id: inst.result(),
                        start: here,
                        first_block: self.blocks.len() as u32,
                        first_call: self.calls.len() as u32,
                        ..Function::default()
                    };
                    is_nested
                }
                Task::FunctionParameter => {
                    self.parameters.push(here);
                    function.id == 0
                        || function.first_block != self.blocks.len() as u32
                        || block.id != 0
                }
                Task::FunctionEnd => {
                    let is_open = function.id == 0 || block.id != 0;
                    function.end = inst.end();
                    function.last_block = self.blocks.len() as u32;
                    function.last_call = self.calls.len() as u32;
                    self.functions.push(core::mem::take(&mut function));
                    is_open
                }
                Task::Label => {
                    let is_nested = function.id == 0 || block.id != 0;
                    block = Block {
                        id: views::Label(inst).result(),
                        label: here,
                        merge: 0,
                        end: 0,
                    };
                    is_nested
                }
                Task::Merge => {
                    // A selection has no third operand.
                    self.uses.masks.loops |= inst.word(3);
                    let is_second = block.merge != 0;
                    block.merge = here;
                    is_second || block.id == 0
                }
                Task::Terminator => {
                    // A merge instruction is the second to last of its block.
                    let merge = Inst::at(words, block.merge).filter(|_| block.merge != 0);
                    let is_late = merge.is_some_and(|merge| merge.end() != here);
                    let is_outside = block.id == 0;
                    block.end = here;
                    self.blocks.push(core::mem::take(&mut block));
                    is_late || is_outside
                }
                Task::Line => false,
                Task::Unknown => {
                    self.unknown(here as usize);
                    false
                }
                Task::Pass | Task::Needs => {
                    let in_graph = || function.id == 0 && self.has_graphs();
                    block.id == 0 && !self.may_stand_anywhere(inst) && !in_graph()
                }
                task => {
                    match task {
                        Task::Call => self.calls.push(Call {
                            block: self.blocks.len() as u32,
                            callee: views::FunctionCall(inst).function(),
                        }),
                        Task::Atomic => self.atomic(words, inst),
                        Task::ControlBarrier => {
                            self.scope(words, views::ControlBarrier(inst).memory())
                        }
                        Task::MemoryBarrier => {
                            self.scope(words, views::MemoryBarrier(inst).memory())
                        }
                        Task::Rotate if inst.words().len() > 6 => {
                            self.gates.insert(Gates::ROTATE);
                        }
                        Task::Bits => self.bits(words, inst),
                        Task::Texels => self.texel_offsets(words, inst),
                        _ => {}
                    }
                    block.id == 0
                }
            };
            if misplaced {
                return Err(fault(ErrorKind::BadLayout, words, here as usize));
            }
        }
        self.gates.insert(Gates::of_first(gates));
        self.finish_uses();
        if function.id != 0 {
            return Err(Error::new(ErrorKind::UnfinishedFunction, at, 0));
        }
        Ok(())
    }
}

/// Whether a source language came later than Vulkan 1.2: parsers that check it against a list refuse the module.
pub fn is_new_language(language: u32) -> bool {
    language > source_language::CPP_for_OpenCL
}

#[cold]
fn bad_count(words: &[u32], at: usize) -> Error {
    let kind = match Inst::at(words, at as u32) {
        Some(_) => ErrorKind::TruncatedInstruction,
        None => ErrorKind::BadWordCount,
    };
    fault(kind, words, at)
}

#[cold]
fn bad_result(words: &[u32], at: usize, is_defined: bool) -> Error {
    let kind = match is_defined {
        true => ErrorKind::DuplicateId,
        false => ErrorKind::BadId,
    };
    fault(kind, words, at)
}

/// An error at the instruction at a word offset.
#[cold]
pub(super) fn fault(kind: ErrorKind, words: &[u32], at: usize) -> Error {
    Error::new(kind, at, words.get(at).map_or(0, |&word| word as u16))
}

#[cfg(test)]
mod tests;
