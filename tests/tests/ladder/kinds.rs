//! The types that operations are tried on, and the shader around what is tried.

use sos_tests::Tools;

/// Invocations: two workgroups of 64.
pub const INVOCATIONS: usize = 128;

/// A type that operations are tried on: how a value is made of two words, and written as words.
pub struct Kind {
    pub name: &'static str,
    pub make: &'static str,
    pub write: &'static str,
    /// Of the arithmetic operations that it has.
    pub operations: &'static [&'static str],
}

const INTEGER: &[&str] = &["Add", "Mul", "Min", "Max", "And", "Or", "Xor"];
const FLOAT: &[&str] = &["Add", "Mul", "Min", "Max"];

pub const KINDS: &[Kind] = &[
    Kind {
        name: "uint",
        make: "a",
        write: "put(v);",
        operations: INTEGER,
    },
    Kind {
        name: "int",
        make: "int(a) - int(b)",
        write: "put(uint(v));",
        operations: INTEGER,
    },
    // Small whole numbers, and powers of two for products: sums are exact in any order.
    Kind {
        name: "float",
        make: "(b & 1) == 0 ? float(1 << (a & 3)) : -1.0",
        write: "put(floatBitsToUint(v));",
        operations: FLOAT,
    },
    Kind {
        name: "uvec3",
        make: "uvec3(a, b, a ^ b)",
        write: "put(v.x); put(v.y); put(v.z);",
        operations: INTEGER,
    },
    Kind {
        name: "vec4",
        make: "vec4(a & 1, b & 1, 1.0, (a >> 1) & 3)",
        write: "put(floatBitsToUint(v.x)); put(floatBitsToUint(v.y)); put(floatBitsToUint(v.z)); put(floatBitsToUint(v.w));",
        operations: FLOAT,
    },
    Kind {
        name: "bool",
        make: "((a ^ b) & 3) != 0",
        write: "put(uint(v));",
        operations: &["And", "Or", "Xor"],
    },
];

/// Types that are not of 32 bits.
pub const EXTENDED: &[Kind] = &[
    Kind {
        name: "uint16_t",
        make: "uint16_t(a)",
        write: "put(uint(v));",
        operations: INTEGER,
    },
    Kind {
        name: "i8vec3",
        make: "i8vec3(a, b, a ^ b)",
        write: "put(uint(v.x)); put(uint(v.y)); put(uint(v.z));",
        operations: &["Add", "Max", "Xor"],
    },
    Kind {
        name: "u64vec2",
        make: "u64vec2(packUint2x32(uvec2(a, b)), packUint2x32(uvec2(b, a)))",
        write: "uvec2 w = unpackUint2x32(v.x); put(w.x); put(w.y); w = unpackUint2x32(v.y); put(w.x); put(w.y);",
        operations: &["Add", "Min"],
    },
    Kind {
        name: "int64_t",
        make: "int64_t(packUint2x32(uvec2(a, b << 15)))",
        write: "uvec2 w = unpackUint2x32(uint64_t(v)); put(w.x); put(w.y);",
        operations: &["Min", "Or"],
    },
    Kind {
        name: "float16_t",
        make: "float16_t(a & 7)",
        write: "put(uint(float16BitsToUint16(v)));",
        operations: &["Add", "Max"],
    },
    Kind {
        name: "f16vec3",
        make: "f16vec3(a & 7, b & 7, 1)",
        write: "put(uint(float16BitsToUint16(v.x))); put(uint(float16BitsToUint16(v.y))); put(uint(float16BitsToUint16(v.z)));",
        operations: &["Add", "Max"],
    },
];

/// A compute shader with a group's operations on a kind, in a function that is called once by all invocations, once by
/// some, and then in a loop that they leave one after the other. One call: drivers take long over code of this kind.
fn source(body: &str, kind: &Kind) -> String {
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
    let (name, make, write) = (kind.name, kind.make, kind.write);
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
void show(T v) {{ {write} }}
bool present(uint of) {{
    uvec4 set = subgroupBallot(true);
    return of < gl_SubgroupSize && (set[of >> 5] >> (of & 31) & 1) != 0;
}}
void operations(T x, uint i, uint a, uint b) {{
{body}}}
void main() {{
    uint i = gl_SubgroupInvocationID;
    uint a = words[2 * gl_GlobalInvocationID.x], b = words[2 * gl_GlobalInvocationID.x + 1];
    T x = {make};
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

/// The same, compiled.
pub fn module(tools: Tools, body: &str, kind: &Kind) -> Vec<u32> {
    let text = source(body, kind);
    tools
        .glsl(&text, "comp", &["--target-env", "vulkan1.1"])
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}
