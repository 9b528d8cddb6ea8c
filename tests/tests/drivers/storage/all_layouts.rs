//! Narrow storage in all storage classes, widths and block layouts: scalars, vectors, arrays, structures and matrices of 16-bit
//! floats, with constant and computed indices. Buffers are also written, and all their bytes compared.
//!
//! Reference result: the unfiltered shader on lavapipe. It is compared with the filtered shader on lavapipe, with narrow
//! storage hidden from the target, and on SwiftShader, which supports neither narrow storage nor narrow arithmetic. Neither
//! driver supports VK_KHR_workgroup_memory_explicit_layout: for workgroup memory, the reference is the same block in a storage
//! buffer.

use std::fmt::Write as _;

use super::{drivers, job};
use sos_tests::random::random_words;
use sos_tests::{Address, Buffer, BufferKind, Job, Place, Session};

/// A storage class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// `StorageBuffer`.
    StorageBuffer,
    /// `Uniform` with `BufferBlock`.
    BufferBlock,
    Uniform,
    PushConstant,
    /// `PhysicalStorageBuffer`.
    PhysicalStorageBuffer,
    /// `Workgroup`: written as words, read as narrow data.
    WorkgroupRead,
    /// `Workgroup`: written as narrow data, read as words.
    WorkgroupWrite,
}

const CLASSES: [Class; 7] = [
    Class::StorageBuffer,
    Class::BufferBlock,
    Class::Uniform,
    Class::PushConstant,
    Class::PhysicalStorageBuffer,
    Class::WorkgroupRead,
    Class::WorkgroupWrite,
];

/// A type and the prefix of its vectors, and the same of the 32-bit type that it is converted to.
const TYPES: [(&str, &str, &str, &str); 5] = [
    ("uint8_t", "u8vec", "uint", "uvec"),
    ("int8_t", "i8vec", "int", "ivec"),
    ("uint16_t", "u16vec", "uint", "uvec"),
    ("int16_t", "i16vec", "int", "ivec"),
    ("float16_t", "f16vec", "float", "vec"),
];

const LAYOUTS: [&str; 3] = ["std140", "std430", "scalar"];

/// The number of result words of each invocation.
const RESULTS: usize = 24;

/// The members of the block, and the lengths of its two arrays.
fn members(class: Class, (ty, vector, ..): (&str, &str, &str, &str)) -> (String, [u32; 2]) {
    // The block must fit into 128 bytes of push constants, which every device supports.
    if class == Class::PushConstant {
        let members =
            format!("{ty} one; {vector}3 three; {ty} list[3]; {vector}2 pairs[1]; {ty} last;");
        return (members, [3, 1]);
    }
    let mut members = format!(
        "{ty} one; {vector}2 two; {vector}3 three; {vector}4 four; {ty} list[7]; {vector}2 pairs[3]; {vector}3 triples[3];
        Inner inner; Inner inners[2];"
    );
    if ty == "float16_t" {
        members += " f16mat2x3 columns; layout(row_major) f16mat2x3 rows; f16mat4x2 many[2];";
    }
    let _ = write!(members, " {ty} last;");
    (members, [7, 3])
}

/// The shader: each invocation reads the whole block, and writes a part of another block in a buffer.
fn shader(class: Class, ty: (&str, &str, &str, &str), layout: &str) -> String {
    let (name, vector, widened, widened_vector) = ty;
    let (members, [list, pairs]) = members(class, ty);
    let bits = if widened == "float" {
        "floatBitsToUint"
    } else {
        "uint"
    };
    let (block, writes) = match class {
        Class::StorageBuffer | Class::BufferBlock | Class::WorkgroupWrite => {
            ("binding = 0) readonly buffer", true)
        }
        Class::Uniform => ("binding = 0) uniform", false),
        Class::PushConstant => ("push_constant) uniform", false),
        Class::PhysicalStorageBuffer => (
            "buffer_reference, buffer_reference_align = 16) readonly buffer",
            true,
        ),
        Class::WorkgroupRead => ("column_major) shared", false),
    };
    // Buffer references are types. Their instances are push constants.
    let instance = |name: &'static str| match class {
        Class::PhysicalStorageBuffer => "",
        _ => name,
    };
    let mut text = format!(
        "#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shared_memory_block : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 32) in;
struct Inner {{ {name} a; {vector}3 b; {name} c[3]; }};
layout({layout}, {block} In {{ {members} }}{};
layout(std430, binding = 1) writeonly buffer Results {{ uint results[]; }};
",
        instance(" b")
    );
    if writes {
        let memory = match class {
            Class::WorkgroupWrite => "column_major) shared",
            Class::PhysicalStorageBuffer => "buffer_reference, buffer_reference_align = 16) buffer",
            _ => "binding = 2) buffer",
        };
        let _ = writeln!(
            text,
            "layout({layout}, {memory} Out {{ {members} }}{};",
            instance(" o")
        );
    }
    if class == Class::PhysicalStorageBuffer {
        text += "layout(push_constant) uniform Push { In b; Out o; };\n";
    }
    // Workgroup memory is copied from and to a buffer word by word.
    let copied = match class {
        Class::WorkgroupRead => {
            "readonly buffer Source { uint words[256]; } f; layout(std430, binding = 0)"
        }
        Class::WorkgroupWrite => {
            "buffer Source { uint words[256]; } f; layout(std430, binding = 2)"
        }
        _ => "",
    };
    let mut fill = String::new();
    let mut back = String::new();
    if let Some((buffer, binding)) = copied.split_once("; layout") {
        let _ = writeln!(
            text,
            "shared Words {{ uint words[256]; }} s;\nlayout{binding} {buffer};"
        );
        let each = "for (uint k = at; k < 256u; k += 32u)";
        fill = format!("{each} s.words[k] = f.words[k]; barrier();");
        if writes {
            back = format!("barrier(); {each} f.words[k] = s.words[k];");
        }
    }
    let _ = write!(
        text,
        "
uint w({widened} x) {{ return {bits}(x); }}
uint w({widened_vector}2 x) {{ return w(x.x) ^ w(x.y) << 1; }}
uint w({widened_vector}3 x) {{ return w(x.xy) ^ w(x.z) << 2; }}
uint w({widened_vector}4 x) {{ return w(x.xyz) ^ w(x.w) << 3; }}
#define LIST {list}u
#define PAIRS {pairs}u
#define ADD(x) results[at * {RESULTS}u + k++] = w(x)
#define T {name}
#define T2 {vector}2
#define T3 {vector}3
#define W {widened}
#define W2 {widened_vector}2
#define W3 {widened_vector}3
#define W4 {widened_vector}4
void main() {{
    uint at = gl_LocalInvocationIndex, k = 0u;
    {fill}
    ADD(W(b.one)); ADD(W3(b.three)); ADD(W(b.three[at % 3u]));
    ADD(W(b.list[at % LIST])); ADD(W(b.list[2])); ADD(W2(b.pairs[at % PAIRS])); ADD(W(b.pairs[at % PAIRS][at & 1u]));
    ADD(W(b.last));
"
    );
    if class != Class::PushConstant {
        text += "
    ADD(W2(b.two)); ADD(W4(b.four)); ADD(W2(b.four.zy)); ADD(W3(b.triples[at % 3u])); ADD(W(b.triples[at % 3u].z));
    ADD(W(b.inner.a)); ADD(W3(b.inner.b)); ADD(W(b.inner.c[at % 3u])); ADD(W(b.inners[at & 1u].a));
    ADD(W3(b.inners[at & 1u].b)); ADD(W(b.inners[1].c[at % 3u]));
";
        if name == "float16_t" {
            text += "
    ADD(W3(b.columns[at & 1u])); ADD(W3(b.rows[at & 1u])); ADD(W(b.rows[at & 1u][at % 3u]));
    ADD(W2(b.many[at & 1u][at & 3u])); ADD(W(b.many[1][at & 3u].y));
";
        }
    }
    if writes {
        // Each in a different invocation, so that neighbours are stored concurrently.
        text += "
    if (at < LIST) o.list[at] = T(W(b.list[LIST - 1u - at]) + W(at));
    if (at < PAIRS) { o.pairs[at] = T2(W2(b.pairs[at]).yx); o.triples[at] = T3(W3(b.triples[2u - at]).zxy); }
    if (at < 3u) { o.inner.c[at] = T(W(b.inner.c[2u - at])); o.inners[at & 1u].c[2u - at] = b.list[at]; }
    switch (at) {
    case 0u: o.one = b.last; break;
    case 1u: o.two = b.two.yx; break;
    case 2u: o.three = b.three; break;
    case 3u: o.four = b.four.wxzy; break;
    case 4u: o.inner.a = b.one; break;
    case 5u: o.inner.b.z = b.one; break;
    case 6u: o.inner.b.xy = b.two; break;
    case 7u: o.inners[1].a = b.four.z; break;
    case 8u: o.inners[0].b = b.three.zyx; break;
    case 9u: o.last = b.four.y; break;
    }
";
        if name == "float16_t" {
            text += "
    if (at < 2u) { o.columns[at] = b.rows[1u - at]; o.rows[at].yx = b.two; o.many[at][3u - at] = b.pairs[at]; }
    if (at == 10u) o.many[0][at & 1u].y = b.one;
";
        }
    }
    text + &back + "}\n"
}

/// Random words. 16-bit floats are neither NaN nor infinity, whose bits conversions may change.
fn content(ty: &str, count: usize, seed: u32) -> Vec<u32> {
    let mask = if ty == "float16_t" {
        0xbfff_bfff
    } else {
        u32::MAX
    };
    random_words(seed)
        .map(|word| word & mask)
        .take(count)
        .collect()
}

#[test]
fn all_storage_classes_widths_and_layouts_match() {
    let Some(mut drivers) = drivers() else { return };
    let tools = drivers.tools;
    println!(
        "| class, type, layout | lavapipe without narrow storage | swiftshader |\n|---|---|---|"
    );
    for class in CLASSES {
        for (number, ty) in TYPES.into_iter().enumerate() {
            for layout in LAYOUTS {
                let what = format!("{class:?} {} {layout}", ty.0);
                let compile = |class| {
                    let version = match class {
                        Class::BufferBlock => "vulkan1.0",
                        Class::PhysicalStorageBuffer
                        | Class::WorkgroupRead
                        | Class::WorkgroupWrite => "vulkan1.2",
                        _ => "vulkan1.1",
                    };
                    let source = shader(class, ty, layout);
                    let words = tools.glsl(&source, "comp", &["--target-env", version]);
                    words.unwrap_or_else(|error| panic!("{what}: {error}\n{source}"))
                };
                let words = compile(class);
                let native_words = match class {
                    Class::WorkgroupRead | Class::WorkgroupWrite => compile(Class::StorageBuffer),
                    _ => words.clone(),
                };
                let seed = number as u32 + 1;
                let block = Buffer {
                    set: 0,
                    binding: 0,
                    kind: match class {
                        Class::Uniform => BufferKind::Uniform,
                        _ => BufferKind::Storage,
                    },
                    words: content(ty.0, 256, seed),
                    range: None,
                };
                let results = Buffer::storage(1, vec![0; 32 * RESULTS]);
                let (buffers, push) = match class {
                    Class::PushConstant => (vec![results], content(ty.0, 32, seed)),
                    Class::Uniform => (vec![block, results], Vec::new()),
                    _ => {
                        let out = Buffer::storage(2, content("", 256, seed + 50));
                        let push = vec![
                            0;
                            if class == Class::PhysicalStorageBuffer {
                                4
                            } else {
                                0
                            }
                        ];
                        (vec![block, results, out], push)
                    }
                };
                let address = |word, buffer| Address {
                    place: Place::Push,
                    word,
                    buffer,
                    offset: 0,
                };
                let addresses = match class {
                    Class::PhysicalStorageBuffer => vec![address(0, 0), address(2, 2)],
                    _ => Vec::new(),
                };
                let run = |session: &mut Session, words: &[u32]| {
                    let job = Job {
                        addresses: addresses.clone(),
                        ..job(words, buffers.clone(), push.clone(), 1)
                    };
                    let output = session.run(&job);
                    let output = output.unwrap_or_else(|failure| panic!("{what}: {failure}"));
                    let mut buffers = output.buffers;
                    if class == Class::WorkgroupRead {
                        // Only the results are written.
                        buffers.truncate(2);
                    }
                    buffers
                };
                drivers.compare(&native_words, &words, &what, run);
                println!("| {what} | equal | equal |");
            }
        }
    }
}
