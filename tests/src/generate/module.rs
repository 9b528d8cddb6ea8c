//! A whole module around the functions.

use std::collections::{BTreeMap, BTreeSet};

use sos_core::tables::{
    addressing_model, built_in, capability, decoration, execution_model, memory_model, op,
    storage_class,
};

use super::choose::Choose as _;
use super::code::{push, Code, Join, REGISTERS};
use super::lanes::{Crossing, Lanes, PUSHED};
use super::memory::{Memories, Memory};
use super::reads::AMD;
use super::records::Records;
use super::typed::Typed;
use super::widths::Width;
use crate::hostile::random::Random;
use crate::job::Specialization;
use crate::Buffer;

/// What a module may have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape {
    /// How many selections, switches and loops the entry point may have; other functions have half as many.
    pub constructs: u32,
    /// Selectors of 8, 16 and 64 bits.
    pub wide: bool,
    /// Arithmetic on 8-, 16- and 64-bit integers and on 16-bit floats, of which a module has some.
    pub numbers: bool,
    /// Structs of such numbers in a buffer.
    pub records: bool,
    /// 64-bit arithmetic behind a constant which is false.
    pub guarded: bool,
    /// Whether blocks may stand in any order that the specification allows.
    pub shuffled: bool,
    /// Cross-lane instructions.
    pub lanes: Option<Lanes>,
    /// Memory of every class.
    pub memory: Option<Memory>,
    /// Specialization constants of other widths, and what is as large as they say.
    pub constants: bool,
}

/// A module and what goes with it.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The words.
    pub words: Vec<u32>,
    /// A value for each of its constants.
    pub specialization: Vec<Specialization>,
    /// The constants that the filter is told; the others stay open.
    pub told: Vec<(u32, u64)>,
    /// Its buffers, with what they hold at first.
    pub buffers: Vec<Buffer>,
    /// Push constants.
    pub pushed: Vec<u32>,
    /// How many workgroups run it.
    pub workgroups: u32,
}

/// The most invocations: numbers that a module reads and writes, at binding 0.
pub const INVOCATIONS: u32 = 16;

/// Ids of the types.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub truth: u32,
    pub number: u32,
    pub pair: u32,
    pub local: u32,
    pub private: u32,
    pub triple: u32,
    void: u32,
    /// A pointer to a number of the buffer.
    element: u32,
    /// Vectors of two to four truths.
    pub truths: [u32; 3],
    /// What numbers there are besides.
    pub widths: Vec<Width>,
    /// Unsigned integers of other widths, with their widths; 64 bits first.
    pub others: Vec<(u32, u32)>,
    /// The widths of all integers but those of 32 bits.
    pub needs: BTreeSet<u32>,
}

/// A module while it is written.
pub struct Writer {
    pub random: Random,
    pub shape: Shape,
    pub last_id: u32,
    pub types: Types,
    pub spec_numbers: Vec<u32>,
    pub spec_truths: Vec<u32>,
    pub spec_results: Vec<u32>,
    pub has_long: u32,
    pub array: u32,
    pub array_length: u32,
    /// The buffer.
    data: u32,
    /// The invocation's number, as a variable.
    invocation: u32,
    /// Functions, and whether there are cross-lane instructions in them.
    pub callable: Vec<(u32, bool)>,
    pub code: Code,
    pub joins: Vec<Join>,
    /// Constructs that may still come.
    pub budget: u32,
    pub cross: Crossing,
    pub variables: Vec<u32>,
    pub file: u32,
    constants: BTreeMap<u32, u32>,
    /// By storage class and type.
    pointers: BTreeMap<(u32, u32), u32>,
    /// Global variables with their storage classes.
    interface: Vec<(u32, u32)>,
    pub records: Records,
    pub typed: Typed,
    pub memory: Memories,
    names: Vec<u32>,
    pub annotations: Vec<u32>,
    globals: Vec<u32>,
    pub functions: Vec<u32>,
    /// In the entry point: where the result goes. 0 in other functions.
    pub result_place: u32,
}

impl Writer {
    pub fn id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    pub fn global(&mut self, opcode: u16, operands: &[u32]) -> u32 {
        let id = self.id();
        let mut all = vec![id];
        all.extend_from_slice(operands);
        push(&mut self.globals, opcode, &all);
        id
    }

    pub fn typed(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        let mut all = vec![ty, id];
        all.extend_from_slice(operands);
        push(&mut self.globals, opcode, &all);
        id
    }

    pub fn constant(&mut self, value: u32) -> u32 {
        if let Some(&id) = self.constants.get(&value) {
            return id;
        }
        let id = self.typed(op::OpConstant, self.types.number, &[value]);
        self.constants.insert(value, id);
        id
    }

    /// The type of pointers to a type in a storage class.
    pub fn pointer(&mut self, class: u32, ty: u32) -> u32 {
        if let Some(&id) = self.pointers.get(&(class, ty)) {
            return id;
        }
        let id = self.global(op::OpTypePointer, &[class, ty]);
        self.pointers.insert((class, ty), id);
        id
    }

    /// A global variable.
    pub fn variable(&mut self, class: u32, ty: u32) -> u32 {
        let pointer = self.pointer(class, ty);
        let id = self.typed(op::OpVariable, pointer, &[class]);
        self.interface.push((class, id));
        id
    }

    /// A variable for a built-in.
    pub fn input(&mut self, ty: u32, which: u32) -> u32 {
        let id = self.variable(storage_class::Input, ty);
        let words = [id, decoration::BuiltIn, which];
        push(&mut self.annotations, op::OpDecorate, &words);
        id
    }

    pub fn op(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        let mut all = vec![ty, id];
        all.extend_from_slice(operands);
        push(&mut self.code.block().body, opcode, &all);
        if self.random.percent(10) {
            push(
                &mut self.names,
                op::OpName,
                &[id, u32::from_le_bytes(*b"x\0\0\0")],
            );
        }
        id
    }

    pub fn no_result(&mut self, opcode: u16, operands: &[u32]) {
        push(&mut self.code.block().body, opcode, operands);
    }

    pub fn line(&mut self) {
        let line = self.random.up_to(100);
        let file = self.file;
        self.no_result(op::OpLine, &[file, line, 1]);
    }

    /// The invocation's number, in all workgroups.
    pub fn invocation_number(&mut self) -> u32 {
        let all = self.op(op::OpLoad, self.types.triple, &[self.invocation]);
        self.op(op::OpCompositeExtract, self.types.number, &[all, 0])
    }

    /// A variable of the function.
    pub fn place(&mut self) -> u32 {
        self.random.of(&self.variables.clone())
    }
}

/// The module of a seed.
pub fn module(seed: u64, shape: Shape) -> Generated {
    let mut w = Writer::new(seed, shape);
    w.file = w.id();
    w.types();
    if shape.numbers || shape.lanes.is_some() || shape.memory.is_some() {
        let truth = w.types.truth;
        w.types.truths = [2, 3, 4].map(|count| w.global(op::OpTypeVector, &[truth, count]));
    }
    let has_half = shape.numbers && w.widths();
    let (mut specialization, mut told) = w.spec_constants();
    if shape.constants {
        w.typed_constants(&mut specialization, &mut told);
    }
    w.memory();
    if shape.lanes.is_some() {
        w.declare_lanes();
    }
    if shape.records {
        w.declare_records();
    }
    if let Some(memory) = shape.memory {
        w.declare_memory(memory);
    }
    w.helpers();
    if shape.memory.is_some_and(|memory| memory.passed) {
        w.memory_functions();
    }
    if shape.memory.is_some_and(|memory| memory.values) {
        w.value_functions();
    }
    let main = w.main();
    let numbers = (0..INVOCATIONS).map(|at| (at * 0x0109_5A35) ^ (at >> 1));
    let mut buffers = vec![Buffer::storage(0, numbers.collect())];
    if shape.records {
        buffers.push(Buffer::storage(1, w.record_data()));
    }
    buffers.append(&mut w.memory.buffers);
    let pushed = shape
        .lanes
        .map_or(vec![], |_| (0..PUSHED).map(|at| 5 - at).collect());
    Generated {
        words: w.finish(main, has_half),
        specialization,
        told,
        buffers,
        pushed: [pushed, std::mem::take(&mut w.memory.pushed)].concat(),
        workgroups: INVOCATIONS / shape.lanes.map_or(INVOCATIONS, |lanes| lanes.workgroup),
    }
}

impl Writer {
    fn new(seed: u64, shape: Shape) -> Self {
        Self {
            random: Random::new(seed),
            shape,
            last_id: 0,
            types: Types::default(),
            spec_numbers: Vec::new(),
            spec_truths: Vec::new(),
            spec_results: Vec::new(),
            has_long: 0,
            array: 0,
            array_length: 0,
            data: 0,
            invocation: 0,
            callable: Vec::new(),
            code: Code::default(),
            joins: Vec::new(),
            budget: 0,
            variables: Vec::new(),
            file: 0,
            constants: BTreeMap::new(),
            pointers: BTreeMap::new(),
            interface: Vec::new(),
            cross: Crossing::default(),
            records: Records::default(),
            typed: Typed::default(),
            memory: Memories::default(),
            names: Vec::new(),
            annotations: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            result_place: 0,
        }
    }

    fn types(&mut self) {
        self.types.void = self.global(op::OpTypeVoid, &[]);
        self.types.truth = self.global(op::OpTypeBool, &[]);
        let number = self.global(op::OpTypeInt, &[32, 0]);
        self.types.number = number;
        self.types.pair = self.global(op::OpTypeVector, &[number, 2]);
        self.types.triple = self.global(op::OpTypeVector, &[number, 3]);
        self.types.local = self.pointer(storage_class::Function, number);
        self.types.private = self.pointer(storage_class::Private, number);
        let widths: &[u32] = match (self.shape.wide, self.shape.guarded) {
            (true, _) => &[64, 16, 8],
            (false, true) => &[64],
            (false, false) => &[],
        };
        for &width in widths {
            let ty = self.global(op::OpTypeInt, &[width, 0]);
            self.types.others.push((ty, width));
        }
    }

    fn declare_width(&mut self, scalar: u32, bits: u32, signed: bool, float: bool) {
        let types = self.with_vectors(scalar);
        let width = self.width(types, bits, signed, float);
        self.types.widths.push(width);
    }

    /// Numbers of other widths, signed and unsigned; whether halves are among them.
    fn widths(&mut self) -> bool {
        let has_half = self.random.percent(60);
        let mut all = vec![8, 16, 64];
        all.retain(|_| self.random.percent(60));
        if all.is_empty() && !has_half {
            all.push(self.random.of(&[8, 16, 64]));
        }
        for bits in all {
            let own = self.types.others.iter().find(|other| other.1 == bits);
            let unsigned = match own.copied() {
                Some((ty, _)) => ty,
                None => self.global(op::OpTypeInt, &[bits, 0]),
            };
            self.types.needs.insert(bits);
            self.declare_width(unsigned, bits, false, false);
            let signed = self.global(op::OpTypeInt, &[bits, 1]);
            self.declare_width(signed, bits, true, false);
        }
        if has_half {
            let half = self.global(op::OpTypeFloat, &[16]);
            self.declare_width(half, 16, true, true);
        }
        has_half
    }

    /// An array whose length is a specialization constant's, the buffer, and the invocation's number.
    fn memory(&mut self) {
        let number = self.types.number;
        let length = [
            u32::from(op::OpIAdd),
            self.spec_numbers[3],
            self.constant(1),
        ];
        self.array_length = self.typed(op::OpSpecConstantOp, number, &length);
        let array = self.global(op::OpTypeArray, &[number, self.array_length]);
        self.array = self.variable(storage_class::Private, array);

        let list = self.global(op::OpTypeRuntimeArray, &[number]);
        let block = self.global(op::OpTypeStruct, &[list]);
        self.types.element = self.pointer(storage_class::StorageBuffer, number);
        self.data = self.variable(storage_class::StorageBuffer, block);
        self.invocation = self.input(self.types.triple, built_in::GlobalInvocationId);
        for words in [
            &[list, decoration::ArrayStride, 4][..],
            &[block, decoration::Block],
            &[self.data, decoration::DescriptorSet, 0],
            &[self.data, decoration::Binding, 0],
        ] {
            push(&mut self.annotations, op::OpDecorate, words);
        }
        let member = [block, 0, decoration::Offset, 0];
        push(&mut self.annotations, op::OpMemberDecorate, &member);
    }

    /// Functions that others call.
    fn helpers(&mut self) {
        let number = self.types.number;
        let called = self.global(op::OpTypeFunction, &[number, number, number]);
        for _ in 0..self.random.up_to(3) {
            self.budget = self.shape.constructs / 2;
            let parameters = [self.id(), self.id()];
            let fixed = [self.constant(1), self.spec_numbers[0]];
            let crosses = self.shape.lanes.is_some() && self.random.percent(60);
            self.cross_in_function(if crosses { 5 } else { 0 });
            let id = self.function(called, number, &[number; 2], &parameters, |_| {
                [parameters[0], parameters[1], fixed[0], fixed[1]]
            });
            self.callable.push((id, crosses));
        }
    }

    /// The entry point, which reads and writes its own word of the buffer.
    fn main(&mut self) -> u32 {
        self.budget = self.shape.constructs;
        self.cross_in_function(14);
        let void = self.types.void;
        let main_type = self.global(op::OpTypeFunction, &[void]);
        self.function(main_type, void, &[], &[], |w| {
            let number = w.types.number;
            let zero = w.constant(0);
            if w.shape.memory.is_some() {
                w.declare_local();
            }
            let at = w.invocation_number();
            w.result_place = w.op(op::OpAccessChain, w.types.element, &[w.data, zero, at]);
            let input = w.op(op::OpLoad, number, &[w.result_place]);
            let mut registers = [at; REGISTERS];
            registers[0] = input;
            registers[1] = w.spec_results[0];
            registers[2] = w.constant(3);
            if w.shape.records {
                // What follows is often left early.
                w.code.registers = registers;
                for _ in 0..8 {
                    registers[0] = w.by_record();
                    w.code.registers = registers;
                }
            }
            if w.shape.memory.is_some() {
                w.code.registers = registers;
                w.fill_memory();
                registers[3] = w.read_of_others();
                w.code.registers = registers;
                for at in 0..12 {
                    registers[at % 3] = w.by_place();
                    w.code.registers = registers;
                }
            }
            registers
        })
    }

    /// Whether it is of SPIR-V 1.5.
    pub fn later(&self) -> bool {
        let lanes = self.shape.lanes.is_some_and(|lanes| lanes.later);
        lanes || self.shape.memory.is_some_and(|memory| memory.later)
    }

    /// The module as words.
    fn finish(&mut self, main: u32, has_half: bool) -> Vec<u32> {
        let later = self.later();
        let version = if later { 0x0001_0500 } else { 0x0001_0300 };
        let mut words = vec![0x0723_0203, version, 0, self.last_id + 1, 0];
        let mut capabilities = vec![capability::Shader];
        capabilities.extend(&self.cross.capabilities);
        capabilities.extend(has_half.then_some(capability::Float16));
        let others = self.types.others.iter().map(|other| other.1);
        self.types.needs.extend(others);
        for &width in &self.types.needs {
            capabilities.push(match width {
                8 => capability::Int8,
                16 => capability::Int16,
                _ => capability::Int64,
            });
        }
        let stored: BTreeSet<u32> = self.record_widths().collect();
        if stored.contains(&16) {
            capabilities.push(capability::StorageBuffer16BitAccess);
        }
        if stored.contains(&8) {
            capabilities.push(capability::StorageBuffer8BitAccess);
        }
        for capability in capabilities {
            push(&mut words, op::OpCapability, &[capability]);
        }
        if stored.contains(&8) {
            push(&mut words, op::OpExtension, &text("SPV_KHR_8bit_storage"));
        }
        for extension in &self.cross.extensions {
            push(&mut words, op::OpExtension, &text(extension));
        }
        if self.cross.extensions.contains(AMD) {
            let import = [&[self.cross.amd][..], &text(AMD)].concat();
            push(&mut words, op::OpExtInstImport, &import);
        }
        let vulkan = self.shape.memory.is_some_and(|memory| memory.model);
        let model = match vulkan {
            true => memory_model::Vulkan,
            false => memory_model::GLSL450,
        };
        let model = [addressing_model::Logical, model];
        push(&mut words, op::OpMemoryModel, &model);
        let name = &text("main")[..];
        let named = |&&(class, _): &&(u32, u32)| later || class == storage_class::Input;
        let interface: Vec<u32> = self
            .interface
            .iter()
            .filter(named)
            .map(|one| one.1)
            .collect();
        let entry = [&[execution_model::GLCompute, main], name, &interface].concat();
        push(&mut words, op::OpEntryPoint, &entry);
        let width = self
            .shape
            .lanes
            .map_or(INVOCATIONS, |lanes| lanes.workgroup);
        let (opcode, size) = self.local_size(main, width);
        push(&mut words, opcode, &size);
        let file = [&[self.file], &text("f")[..]].concat();
        push(&mut words, op::OpString, &file);
        for section in [
            &self.names,
            &self.annotations,
            &self.globals,
            &self.functions,
        ] {
            words.extend_from_slice(section);
        }
        words
    }
}

/// A string as SPIR-V has it.
fn text(text: &str) -> Vec<u32> {
    let mut words = vec![0; text.len() / 4 + 1];
    for (at, byte) in text.bytes().enumerate() {
        words[at / 4] |= u32::from(byte) << (8 * (at % 4));
    }
    words
}
