//! The module being generated: types, constants, interface, and the assembly of all sections.

use std::collections::{BTreeMap, BTreeSet};

use sos_core::tables::{
    addressing_model, built_in, capability, decoration, execution_model, memory_model, op,
    storage_class,
};

use super::code::{push, Code, Join, REGISTERS};
use super::cross_lane::{CrossLane, CrossLaneState, PUSH_CONSTANT_WORDS};
use super::lane_reads::AMD;
use super::memory::{Memory, MemoryState};
use super::records::Records;
use super::scalars::ScalarType;
use super::typed_constants::TypedConstants;
use crate::job::Specialization;
use crate::random::Random;
use crate::Buffer;

/// The features that a module may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape {
    /// The maximum number of selections, switches and loops in the entry point. Other functions have half as many.
    pub constructs: u32,
    /// Switch selectors of 8, 16 and 64 bits.
    pub wide_selectors: bool,
    /// Arithmetic on some of 8-, 16- and 64-bit integers and 16-bit floats.
    pub other_widths: bool,
    /// An array of structs of such scalars in a storage buffer.
    pub records: bool,
    /// 64-bit integer arithmetic guarded by a specialization constant that is false.
    pub guarded_int64: bool,
    /// Basic blocks in any order that the specification allows.
    pub shuffled_blocks: bool,
    /// Cross-lane instructions.
    pub cross_lane: Option<CrossLane>,
    /// Variables of all storage classes.
    pub memory: Option<Memory>,
    /// Specialization constants of 8, 16 and 64 bits, and arrays and workgroups sized by them.
    pub typed_constants: bool,
    /// Each invocation is a workgroup of its own, except with cross-lane instructions.
    ///
    /// For SwiftShader, which runs four invocations of a workgroup at once: when some have left a loop and others go on, what the
    /// loop has loaded, and what its atomic operations have returned, becomes 0 in those that have left.
    pub alone: bool,
}

impl Shape {
    /// The same shape, with each invocation [alone](Self::alone).
    pub fn alone(self) -> Self {
        Self {
            alone: true,
            ..self
        }
    }

    /// The number of invocations in a workgroup.
    fn workgroup(self) -> u32 {
        match self.cross_lane {
            Some(cross_lane) => cross_lane.workgroup,
            None if self.alone => 1,
            None => INVOCATIONS,
        }
    }
}

/// A module with everything needed to run it.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The words of the module.
    pub words: Vec<u32>,
    /// The value of each specialization constant.
    pub specialization: Vec<Specialization>,
    /// The values given to the filter, by `SpecId`. The other constants remain specializable.
    pub known_constants: Vec<(u32, u64)>,
    /// The buffers with their initial contents.
    pub buffers: Vec<Buffer>,
    /// The words of the push constants.
    pub push_constants: Vec<u32>,
    /// The number of workgroups to dispatch.
    pub workgroups: u32,
}

/// The maximum number of invocations. The buffer at binding 0 has a word for each, which is its input and its result.
pub const INVOCATIONS: u32 = 16;

/// Ids of types.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub boolean: u32,
    pub uint: u32,
    pub uint2: u32,
    pub function_pointer: u32,
    pub private_pointer: u32,
    pub uint3: u32,
    void: u32,
    /// A pointer to an element of the buffer at binding 0.
    element_pointer: u32,
    /// Boolean vectors of two to four components.
    pub bool_vectors: [u32; 3],
    /// The scalar types of [`Shape::other_widths`].
    pub scalars: Vec<ScalarType>,
    /// Unsigned integer types of other widths, with their widths. If there is a 64-bit type, it comes first.
    pub unsigned_types: Vec<(u32, u32)>,
    /// The widths of the integer types other than 32 bits: the capabilities to declare.
    pub integer_widths: BTreeSet<u32>,
}

/// The state of the generator.
pub struct Writer {
    pub random: Random,
    pub shape: Shape,
    pub last_id: u32,
    pub types: Types,
    pub spec_uints: Vec<u32>,
    pub spec_booleans: Vec<u32>,
    pub spec_results: Vec<u32>,
    pub has_int64: u32,
    pub array: u32,
    pub array_length: u32,
    /// The storage buffer at binding 0.
    buffer: u32,
    /// The `GlobalInvocationId` variable.
    invocation_id: u32,
    /// Helper functions, and whether each contains cross-lane instructions.
    pub callable: Vec<(u32, bool)>,
    pub code: Code,
    pub joins: Vec<Join>,
    /// The number of constructs that may still be generated.
    pub budget: u32,
    pub cross_lane: CrossLaneState,
    pub variables: Vec<u32>,
    pub file: u32,
    constants: BTreeMap<u32, u32>,
    /// Pointer types by storage class and pointee type.
    pointers: BTreeMap<(u32, u32), u32>,
    /// Global variables with their storage classes.
    interface: Vec<(u32, u32)>,
    pub records: Records,
    pub typed_constants: TypedConstants,
    pub memory: MemoryState,
    names: Vec<u32>,
    pub annotations: Vec<u32>,
    globals: Vec<u32>,
    pub functions: Vec<u32>,
    /// In the entry point: a pointer to the word of the buffer that receives the result. 0 in other functions.
    pub result_pointer: u32,
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

    pub fn typed_global(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
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
        let id = self.typed_global(op::OpConstant, self.types.uint, &[value]);
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

    /// Declares a global variable.
    pub fn variable(&mut self, class: u32, ty: u32) -> u32 {
        let pointer = self.pointer(class, ty);
        let id = self.typed_global(op::OpVariable, pointer, &[class]);
        self.interface.push((class, id));
        id
    }

    /// Declares an input variable for a built-in.
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
        let line = self.random.below_u32(100);
        let file = self.file;
        self.no_result(op::OpLine, &[file, line, 1]);
    }

    /// Loads the x component of `GlobalInvocationId`.
    pub fn load_invocation_id(&mut self) -> u32 {
        let all = self.op(op::OpLoad, self.types.uint3, &[self.invocation_id]);
        self.op(op::OpCompositeExtract, self.types.uint, &[all, 0])
    }

    /// One of the two integer variables of the current function.
    pub fn random_variable(&mut self) -> u32 {
        self.random.choose(&self.variables.clone())
    }
}

/// Generates the module of a seed.
pub fn module(seed: u64, shape: Shape) -> Generated {
    let mut w = Writer::new(seed, shape);
    w.file = w.id();
    w.declare_types();
    if shape.other_widths || shape.cross_lane.is_some() || shape.memory.is_some() {
        let boolean = w.types.boolean;
        w.types.bool_vectors = [2, 3, 4].map(|count| w.global(op::OpTypeVector, &[boolean, count]));
    }
    let has_float16 = shape.other_widths && w.declare_scalars();
    let (mut specialization, mut known_constants) = w.spec_constants();
    if shape.typed_constants {
        w.declare_typed_constants(&mut specialization, &mut known_constants);
    }
    w.declare_main_buffer();
    if shape.cross_lane.is_some() {
        w.declare_cross_lane();
    }
    if shape.records {
        w.declare_records();
    }
    if let Some(memory) = shape.memory {
        w.declare_memory(memory);
    }
    w.declare_helpers();
    if shape.memory.is_some_and(|memory| memory.pointer_parameters) {
        w.declare_pointer_functions();
    }
    if shape.memory.is_some_and(|memory| memory.composite_values) {
        w.declare_value_functions();
    }
    let main = w.main();
    let numbers = (0..INVOCATIONS).map(|at| (at * 0x0109_5A35) ^ (at >> 1));
    let mut buffers = vec![Buffer::storage(0, numbers.collect())];
    if shape.records {
        buffers.push(Buffer::storage(1, w.record_data()));
    }
    buffers.append(&mut w.memory.buffers);
    let push_constants = shape.cross_lane.map_or(vec![], |_| {
        (0..PUSH_CONSTANT_WORDS).map(|at| 5 - at).collect()
    });
    Generated {
        words: w.finish(main, has_float16),
        specialization,
        known_constants,
        buffers,
        push_constants: [push_constants, std::mem::take(&mut w.memory.push_constants)].concat(),
        workgroups: INVOCATIONS / shape.workgroup(),
    }
}

impl Writer {
    fn new(seed: u64, shape: Shape) -> Self {
        Self {
            random: Random::new(seed),
            shape,
            last_id: 0,
            types: Types::default(),
            spec_uints: Vec::new(),
            spec_booleans: Vec::new(),
            spec_results: Vec::new(),
            has_int64: 0,
            array: 0,
            array_length: 0,
            buffer: 0,
            invocation_id: 0,
            callable: Vec::new(),
            code: Code::default(),
            joins: Vec::new(),
            budget: 0,
            variables: Vec::new(),
            file: 0,
            constants: BTreeMap::new(),
            pointers: BTreeMap::new(),
            interface: Vec::new(),
            cross_lane: CrossLaneState::default(),
            records: Records::default(),
            typed_constants: TypedConstants::default(),
            memory: MemoryState::default(),
            names: Vec::new(),
            annotations: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            result_pointer: 0,
        }
    }

    fn declare_types(&mut self) {
        self.types.void = self.global(op::OpTypeVoid, &[]);
        self.types.boolean = self.global(op::OpTypeBool, &[]);
        let uint = self.global(op::OpTypeInt, &[32, 0]);
        self.types.uint = uint;
        self.types.uint2 = self.global(op::OpTypeVector, &[uint, 2]);
        self.types.uint3 = self.global(op::OpTypeVector, &[uint, 3]);
        self.types.function_pointer = self.pointer(storage_class::Function, uint);
        self.types.private_pointer = self.pointer(storage_class::Private, uint);
        let widths: &[u32] = match (self.shape.wide_selectors, self.shape.guarded_int64) {
            (true, _) => &[64, 16, 8],
            (false, true) => &[64],
            (false, false) => &[],
        };
        for &width in widths {
            let ty = self.global(op::OpTypeInt, &[width, 0]);
            self.types.unsigned_types.push((ty, width));
        }
    }

    fn declare_scalar_with_vectors(&mut self, scalar: u32, bits: u32, signed: bool, float: bool) {
        let types = self.with_vectors(scalar);
        let scalar = self.declare_scalar(types, bits, signed, float);
        self.types.scalars.push(scalar);
    }

    /// Declares some scalar types of other widths, and returns whether 16-bit floats are among them.
    fn declare_scalars(&mut self) -> bool {
        let has_float16 = self.random.percent(60);
        let mut all = vec![8, 16, 64];
        all.retain(|_| self.random.percent(60));
        if all.is_empty() && !has_float16 {
            all.push(self.random.choose(&[8, 16, 64]));
        }
        for bits in all {
            let own = self
                .types
                .unsigned_types
                .iter()
                .find(|other| other.1 == bits);
            let unsigned = match own.copied() {
                Some((ty, _)) => ty,
                None => self.global(op::OpTypeInt, &[bits, 0]),
            };
            self.types.integer_widths.insert(bits);
            self.declare_scalar_with_vectors(unsigned, bits, false, false);
            let signed = self.global(op::OpTypeInt, &[bits, 1]);
            self.declare_scalar_with_vectors(signed, bits, true, false);
        }
        if has_float16 {
            let half = self.global(op::OpTypeFloat, &[16]);
            self.declare_scalar_with_vectors(half, 16, true, true);
        }
        has_float16
    }

    /// Declares an array whose length is a specialization constant, the buffer at binding 0, and the `GlobalInvocationId`.
    fn declare_main_buffer(&mut self) {
        let uint = self.types.uint;
        let length = [u32::from(op::OpIAdd), self.spec_uints[3], self.constant(1)];
        self.array_length = self.typed_global(op::OpSpecConstantOp, uint, &length);
        let array = self.global(op::OpTypeArray, &[uint, self.array_length]);
        self.array = self.variable(storage_class::Private, array);

        let list = self.global(op::OpTypeRuntimeArray, &[uint]);
        let block = self.global(op::OpTypeStruct, &[list]);
        self.types.element_pointer = self.pointer(storage_class::StorageBuffer, uint);
        self.buffer = self.variable(storage_class::StorageBuffer, block);
        self.invocation_id = self.input(self.types.uint3, built_in::GlobalInvocationId);
        for words in [
            &[list, decoration::ArrayStride, 4][..],
            &[block, decoration::Block],
            &[self.buffer, decoration::DescriptorSet, 0],
            &[self.buffer, decoration::Binding, 0],
        ] {
            push(&mut self.annotations, op::OpDecorate, words);
        }
        let member = [block, 0, decoration::Offset, 0];
        push(&mut self.annotations, op::OpMemberDecorate, &member);
    }

    /// Generates the functions that others call.
    fn declare_helpers(&mut self) {
        let uint = self.types.uint;
        let called = self.global(op::OpTypeFunction, &[uint, uint, uint]);
        for _ in 0..self.random.below_u32(3) {
            self.budget = self.shape.constructs / 2;
            let parameters = [self.id(), self.id()];
            let fixed = [self.constant(1), self.spec_uints[0]];
            let has_cross_lane = self.shape.cross_lane.is_some() && self.random.percent(60);
            self.begin_cross_lane(if has_cross_lane { 5 } else { 0 });
            let id = self.function(called, uint, &[uint; 2], &parameters, |_| {
                [parameters[0], parameters[1], fixed[0], fixed[1]]
            });
            self.callable.push((id, has_cross_lane));
        }
    }

    /// Generates the entry point, which reads and writes the invocation's word of the buffer.
    fn main(&mut self) -> u32 {
        self.budget = self.shape.constructs;
        self.begin_cross_lane(14);
        let void = self.types.void;
        let main_type = self.global(op::OpTypeFunction, &[void]);
        self.function(main_type, void, &[], &[], |w| {
            let uint = w.types.uint;
            let zero = w.constant(0);
            if w.shape.memory.is_some() {
                w.declare_function_variable();
            }
            let at = w.load_invocation_id();
            w.result_pointer = w.op(
                op::OpAccessChain,
                w.types.element_pointer,
                &[w.buffer, zero, at],
            );
            let input = w.op(op::OpLoad, uint, &[w.result_pointer]);
            let mut registers = [at; REGISTERS];
            registers[0] = input;
            registers[1] = w.spec_results[0];
            registers[2] = w.constant(3);
            if w.shape.records {
                // Before the random statements, because these often return early.
                w.code.registers = registers;
                for _ in 0..8 {
                    registers[0] = w.access_record();
                    w.code.registers = registers;
                }
            }
            if w.shape.memory.is_some() {
                w.code.registers = registers;
                w.initialize_memory();
                registers[3] = w.load_from_other_invocation();
                w.code.registers = registers;
                for at in 0..12 {
                    registers[at % 3] = w.access_memory();
                    w.code.registers = registers;
                }
            }
            registers
        })
    }

    /// Whether the module is of SPIR-V 1.5.
    pub fn spirv_1_5(&self) -> bool {
        let cross_lane = self
            .shape
            .cross_lane
            .is_some_and(|cross_lane| cross_lane.spirv_1_5);
        cross_lane || self.shape.memory.is_some_and(|memory| memory.spirv_1_5)
    }

    /// Assembles the module.
    fn finish(&mut self, main: u32, has_float16: bool) -> Vec<u32> {
        let spirv_1_5 = self.spirv_1_5();
        let version = if spirv_1_5 { 0x0001_0500 } else { 0x0001_0300 };
        let mut words = vec![0x0723_0203, version, 0, self.last_id + 1, 0];
        let mut capabilities = vec![capability::Shader];
        capabilities.extend(&self.cross_lane.capabilities);
        capabilities.extend(has_float16.then_some(capability::Float16));
        let others = self.types.unsigned_types.iter().map(|other| other.1);
        self.types.integer_widths.extend(others);
        for &width in &self.types.integer_widths {
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
        for extension in &self.cross_lane.extensions {
            push(&mut words, op::OpExtension, &text(extension));
        }
        if self.cross_lane.extensions.contains(AMD) {
            let import = [&[self.cross_lane.amd_set][..], &text(AMD)].concat();
            push(&mut words, op::OpExtInstImport, &import);
        }
        let vulkan = self
            .shape
            .memory
            .is_some_and(|memory| memory.vulkan_memory_model);
        let model = match vulkan {
            true => memory_model::Vulkan,
            false => memory_model::GLSL450,
        };
        let model = [addressing_model::Logical, model];
        push(&mut words, op::OpMemoryModel, &model);
        let name = &text("main")[..];
        let named = |&&(class, _): &&(u32, u32)| spirv_1_5 || class == storage_class::Input;
        let interface: Vec<u32> = self
            .interface
            .iter()
            .filter(named)
            .map(|one| one.1)
            .collect();
        let entry = [&[execution_model::GLCompute, main], name, &interface].concat();
        push(&mut words, op::OpEntryPoint, &entry);
        let (opcode, size) = self.local_size(main, self.shape.workgroup());
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

/// Encodes a literal string.
fn text(text: &str) -> Vec<u32> {
    let mut words = vec![0; text.len() / 4 + 1];
    for (at, byte) in text.bytes().enumerate() {
        words[at / 4] |= u32::from(byte) << (8 * (at % 4));
    }
    words
}
