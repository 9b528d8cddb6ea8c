//! Modules assembled word by word, so that these tests need no assembler.

const MAGIC: u32 = 0x0723_0203;

/// A builder of a SPIR-V 1.`minor` module, in little-endian bytes.
pub struct Builder {
    words: Vec<u32>,
}

impl Builder {
    pub fn new(minor: u32, bound: u32) -> Self {
        Self {
            words: vec![MAGIC, 0x0001_0000 | minor << 8, 0, bound, 0],
        }
    }

    pub fn op(mut self, opcode: u32, operands: &[u32]) -> Self {
        self.words.push((operands.len() as u32 + 1) << 16 | opcode);
        self.words.extend(operands);
        self
    }

    pub fn bytes(self) -> Vec<u8> {
        self.words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect()
    }
}

/// Encodes a string of less than four bytes as one word.
fn short(text: &str) -> u32 {
    text.bytes()
        .rev()
        .fold(0, |word, byte| word << 8 | u32::from(byte))
}

/// "main" as a null-terminated string literal.
const MAIN: [u32; 2] = [0x6E69_616D, 0];

fn void_function(module: Builder) -> Builder {
    module
        .op(54, &[1, 3, 0, 2]) // OpFunction
        .op(248, &[4]) // OpLabel
        .op(253, &[]) // OpReturn
        .op(56, &[]) // OpFunctionEnd
}

/// An empty compute shader, which every device runs.
pub fn plain() -> Vec<u8> {
    with_workgroup(1)
}

/// An empty compute shader with workgroups of this many invocations.
pub fn with_workgroup(size: u32) -> Vec<u8> {
    let module = Builder::new(0, 5)
        .op(17, &[1]) // OpCapability Shader
        .op(14, &[0, 1]) // OpMemoryModel Logical GLSL450
        .op(15, &[5, 3, MAIN[0], MAIN[1]]) // OpEntryPoint GLCompute %3 "main"
        .op(16, &[3, 17, size, 1, 1]) // OpExecutionMode LocalSize
        .op(19, &[1]) // OpTypeVoid
        .op(33, &[2, 1]); // OpTypeFunction
    void_function(module).bytes()
}

/// A vertex shader with lines that reads `BaseVertex`, and emits a vertex if `emits`, which only geometry shaders may.
pub fn with_lines(emits: bool) -> Vec<u8> {
    let mut module = Builder::new(3, 12).op(17, &[1]); // OpCapability Shader
    if emits {
        module = module.op(17, &[2]); // OpCapability Geometry
    }
    module = module
        .op(17, &[4427]) // OpCapability DrawParameters
        .op(14, &[0, 1]) // OpMemoryModel Logical GLSL450
        .op(15, &[0, 3, MAIN[0], MAIN[1], 7, 11]) // OpEntryPoint Vertex %3 "main" %7 %11
        .op(7, &[8, short("a.b")]) // OpString
        .op(5, &[3, MAIN[0], MAIN[1]]) // OpName
        .op(71, &[7, 11, 4424]) // OpDecorate %7 BuiltIn BaseVertex
        .op(71, &[11, 30, 0]) // OpDecorate %11 Location 0
        .op(19, &[1]) // OpTypeVoid
        .op(33, &[2, 1]) // OpTypeFunction
        .op(21, &[5, 32, 1]) // OpTypeInt
        .op(32, &[6, 1, 5]) // OpTypePointer Input
        .op(59, &[6, 7, 1]) // OpVariable
        .op(32, &[10, 3, 5]) // OpTypePointer Output
        .op(59, &[10, 11, 3]) // OpVariable
        .op(54, &[1, 3, 0, 2]) // OpFunction
        .op(248, &[4]) // OpLabel
        .op(8, &[8, 12, 1]) // OpLine %8 12
        .op(61, &[5, 9, 7]) // OpLoad
        .op(62, &[11, 9]); // OpStore
    if emits {
        module = module.op(218, &[]); // OpEmitVertex
    }
    module.op(253, &[]).op(56, &[]).bytes() // OpReturn, OpFunctionEnd
}

/// [`plain`] with an unused capability that small devices lack (Float64).
pub fn too_much_declared() -> Vec<u8> {
    let module = Builder::new(0, 5)
        .op(17, &[1])
        .op(17, &[10]) // OpCapability Float64
        .op(14, &[0, 1])
        .op(15, &[5, 3, MAIN[0], MAIN[1]])
        .op(16, &[3, 17, 1, 1, 1])
        .op(19, &[1])
        .op(33, &[2, 1]);
    void_function(module).bytes()
}

/// [`plain`] with two specialization constants: 7, a 32-bit float named "f" with default 1.0; and, through a decoration group,
/// 8, an unnamed unsigned integer with default 1.
pub fn with_constants() -> Vec<u8> {
    let module = Builder::new(0, 10)
        .op(17, &[1])
        .op(14, &[0, 1])
        .op(15, &[5, 3, MAIN[0], MAIN[1]])
        .op(16, &[3, 17, 1, 1, 1])
        .op(5, &[6, short("f")]) // OpName
        .op(71, &[6, 1, 7]) // OpDecorate SpecId 7
        .op(71, &[7, 1, 8]) // OpDecorate SpecId 8
        .op(73, &[7]) // OpDecorationGroup
        .op(74, &[7, 9]) // OpGroupDecorate
        .op(19, &[1])
        .op(33, &[2, 1])
        .op(22, &[5, 32]) // OpTypeFloat 32
        .op(50, &[5, 6, 0x3F80_0000]) // OpSpecConstant 1.0
        .op(21, &[8, 32, 0]) // OpTypeInt 32 0
        .op(50, &[8, 9, 1]); // OpSpecConstant 1
    void_function(module).bytes()
}

/// [`plain`] with specialization constant 7, an unsigned integer of this name with default 1.
pub fn with_name(name: &str) -> Vec<u8> {
    let module = Builder::new(0, 7)
        .op(17, &[1])
        .op(14, &[0, 1])
        .op(15, &[5, 3, MAIN[0], MAIN[1]])
        .op(16, &[3, 17, 1, 1, 1])
        .op(5, &[&[6], text(name).as_slice()].concat()) // OpName
        .op(71, &[6, 1, 7]) // OpDecorate SpecId 7
        .op(19, &[1])
        .op(33, &[2, 1])
        .op(21, &[5, 32, 0]) // OpTypeInt 32 0
        .op(50, &[5, 6, 1]); // OpSpecConstant 1
    void_function(module).bytes()
}

/// A mesh shader: a stage that SwiftShader lacks and that nothing can replace.
pub fn mesh_shader() -> Vec<u8> {
    Builder::new(4, 8)
        .op(17, &[5283]) // OpCapability MeshShadingEXT
        .op(10, &text("SPV_EXT_mesh_shader"))
        .op(14, &[0, 1])
        .op(15, &[5365, 3, MAIN[0], MAIN[1]]) // OpEntryPoint MeshEXT
        .op(16, &[3, 17, 1, 1, 1])
        .op(16, &[3, 26, 3]) // OutputVertices
        .op(16, &[3, 5270, 1]) // OutputPrimitivesEXT
        .op(16, &[3, 5298]) // OutputTrianglesEXT
        .op(19, &[1])
        .op(33, &[2, 1])
        .op(21, &[5, 32, 0]) // OpTypeInt 32 0
        .op(43, &[5, 6, 3]) // OpConstant 3
        .op(43, &[5, 7, 1]) // OpConstant 1
        .op(54, &[1, 3, 0, 2])
        .op(248, &[4])
        .op(5295, &[6, 7]) // OpSetMeshOutputsEXT
        .op(253, &[])
        .op(56, &[])
        .bytes()
}

/// A fragment shader with a Boolean input, which no vertex stage can write.
pub fn undrawable() -> Vec<u8> {
    let module = Builder::new(0, 8)
        .op(17, &[1])
        .op(14, &[0, 1])
        .op(15, &[4, 3, MAIN[0], MAIN[1], 7]) // OpEntryPoint Fragment
        .op(16, &[3, 7]) // OriginUpperLeft
        .op(71, &[7, 30, 0]) // OpDecorate Location 0
        .op(19, &[1])
        .op(33, &[2, 1])
        .op(20, &[5]) // OpTypeBool
        .op(32, &[6, 1, 5]) // OpTypePointer Input
        .op(59, &[6, 7, 1]); // OpVariable
    void_function(module).bytes()
}

/// Encodes a string literal.
fn text(name: &str) -> Vec<u32> {
    let mut bytes = name.as_bytes().to_vec();
    bytes.resize(name.len() / 4 * 4 + 4, 0);
    bytes
        .chunks_exact(4)
        .map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]]))
        .collect()
}

/// The same module in big-endian.
pub fn big_endian(module: &[u8]) -> Vec<u8> {
    module
        .chunks_exact(4)
        .flat_map(|word| word.iter().rev().copied())
        .collect()
}

/// The opcode and operands of each instruction.
pub fn instructions(module: &[u8]) -> Vec<(u32, Vec<u32>)> {
    let words: Vec<u32> = module
        .chunks_exact(4)
        .map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]]))
        .collect();
    assert_eq!(words.first(), Some(&MAGIC), "not a little-endian module");
    let mut at = 5;
    let mut found = Vec::new();
    while at < words.len() {
        let len = (words[at] >> 16) as usize;
        found.push((words[at] & 0xFFFF, words[at + 1..at + len].to_vec()));
        at += len;
    }
    found
}
