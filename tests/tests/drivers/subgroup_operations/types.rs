//! The operand types, and the shader around the operations.

use sos_tests::Tools;

/// The number of invocations: two workgroups of 64.
pub const INVOCATIONS: usize = 128;

/// An operand type, with GLSL that constructs a value from two words, and that stores one.
pub struct OperandType {
    pub name: &'static str,
    pub construct: &'static str,
    pub store: &'static str,
    /// The arithmetic operations of the type.
    pub operations: &'static [&'static str],
}

const INTEGER: &[&str] = &["Add", "Mul", "Min", "Max", "And", "Or", "Xor"];
const FLOAT: &[&str] = &["Add", "Mul", "Min", "Max"];

pub const TYPES: &[OperandType] = &[
    OperandType {
        name: "uint",
        construct: "a",
        store: "put(v);",
        operations: INTEGER,
    },
    OperandType {
        name: "int",
        construct: "int(a) - int(b)",
        store: "put(uint(v));",
        operations: INTEGER,
    },
    // Small integers, or powers of two for products, so that results are exact in any order.
    OperandType {
        name: "float",
        construct: "(b & 1) == 0 ? float(1 << (a & 3)) : -1.0",
        store: "put(floatBitsToUint(v));",
        operations: FLOAT,
    },
    OperandType {
        name: "uvec3",
        construct: "uvec3(a, b, a ^ b)",
        store: "put(v.x); put(v.y); put(v.z);",
        operations: INTEGER,
    },
    OperandType {
        name: "vec4",
        construct: "vec4(a & 1, b & 1, 1.0, (a >> 1) & 3)",
        store: "put(floatBitsToUint(v.x)); put(floatBitsToUint(v.y)); put(floatBitsToUint(v.z)); put(floatBitsToUint(v.w));",
        operations: FLOAT,
    },
    OperandType {
        name: "bool",
        construct: "((a ^ b) & 3) != 0",
        store: "put(uint(v));",
        operations: &["And", "Or", "Xor"],
    },
];

/// Types of other widths than 32 bits.
pub const EXTENDED_TYPES: &[OperandType] = &[
    OperandType {
        name: "uint16_t",
        construct: "uint16_t(a)",
        store: "put(uint(v));",
        operations: INTEGER,
    },
    OperandType {
        name: "i8vec3",
        construct: "i8vec3(a, b, a ^ b)",
        store: "put(uint(v.x)); put(uint(v.y)); put(uint(v.z));",
        operations: &["Add", "Max", "Xor"],
    },
    OperandType {
        name: "u64vec2",
        construct: "u64vec2(packUint2x32(uvec2(a, b)), packUint2x32(uvec2(b, a)))",
        store: "uvec2 w = unpackUint2x32(v.x); put(w.x); put(w.y); w = unpackUint2x32(v.y); put(w.x); put(w.y);",
        operations: &["Add", "Min"],
    },
    OperandType {
        name: "int64_t",
        construct: "int64_t(packUint2x32(uvec2(a, b << 15)))",
        store: "uvec2 w = unpackUint2x32(uint64_t(v)); put(w.x); put(w.y);",
        operations: &["Min", "Or"],
    },
    OperandType {
        name: "float16_t",
        construct: "float16_t(a & 7)",
        store: "put(uint(float16BitsToUint16(v)));",
        operations: &["Add", "Max"],
    },
    OperandType {
        name: "f16vec3",
        construct: "f16vec3(a & 7, b & 7, 1)",
        store: "put(uint(float16BitsToUint16(v.x))); put(uint(float16BitsToUint16(v.y))); put(uint(float16BitsToUint16(v.z)));",
        operations: &["Add", "Max"],
    },
];

/// A compute shader with a group's operations in a function. A loop calls it in the first iteration with all invocations, in
/// the second with some, and in the others with those that have not left the loop. There is a single call, since drivers
/// compile such code slowly.
fn source(body: &str, ty: &OperandType) -> String {
    let names = [
        "KHR_shader_subgroup_basic",
        "KHR_shader_subgroup_vote",
        "KHR_shader_subgroup_arithmetic",
        "KHR_shader_subgroup_ballot",
        "KHR_shader_subgroup_shuffle",
        "KHR_shader_subgroup_shuffle_relative",
        "KHR_shader_subgroup_clustered",
        "KHR_shader_subgroup_quad",
        "NV_shader_subgroup_partitioned",
    ];
    let extensions: String = names
        .map(|name| format!("#extension GL_{name} : enable\n"))
        .concat();
    let extended: String = ["int8", "int16", "int64", "float16"]
        .map(|name| format!("#extension GL_EXT_shader_subgroup_extended_types_{name} : enable\n"))
        .concat();
    let (name, construct, store) = (ty.name, ty.construct, ty.store);
    format!(
        "#version 450
{extensions}#extension GL_EXT_shader_explicit_arithmetic_types : enable
{extended}#define T {name}
#define Z T(0)
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Words {{ uint words[]; }};
layout(set = 0, binding = 1) buffer Results {{ uint results[]; }};
uint slot = 0;
void put(uint v) {{ results[{INVOCATIONS} * slot++ + gl_GlobalInvocationID.x] = v; }}
void show(T v) {{ {store} }}
bool present(uint of) {{
    uvec4 set = subgroupBallot(true);
    return of < gl_SubgroupSize && (set[of >> 5] >> (of & 31) & 1) != 0;
}}
void operations(T x, uint i, uint a, uint b) {{
{body}}}
void main() {{
    uint i = gl_SubgroupInvocationID;
    uint a = words[2 * gl_GlobalInvocationID.x], b = words[2 * gl_GlobalInvocationID.x + 1];
    T x = {construct};
    uint turns = 2 + (b >> 3) % 4;
    for (uint turn = 0; turn < turns; turn++) {{
        slot = 100 * turn;
        if (turn != 1 || (a >> 5 & 1) != 0) {{
            operations(x, i, a, b);
        }}
    }}
}}
"
    )
}

/// Compiles the shader.
pub fn module(tools: Tools, body: &str, ty: &OperandType) -> Vec<u32> {
    let text = source(body, ty);
    tools
        .glsl(&text, "comp", &["--target-env", "vulkan1.1"])
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}
