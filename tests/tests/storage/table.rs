//! Every class of memory with every width in every layout: scalars, vectors, arrays, structures and, of halves, matrices,
//! with constant indices and others; in buffers also written, and every byte of them compared.
//!
//! What lavapipe makes of the shader as written is the truth. The same shader runs there with access to narrow data hidden
//! from the filter, and on SwiftShader, which has neither that nor narrow values. Neither driver has layouts of workgroup
//! memory (VK_KHR_workgroup_memory_explicit_layout): there the truth is what the same block leaves behind in a buffer.

use std::fmt::Write as _;

use super::{as_words, job, lanes, random, Lanes};
use sos_tests::{Address, Buffer, BufferKind, Job, Place, Session};

/// A class of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// `StorageBuffer`.
    Storage,
    /// `Uniform` with `BufferBlock`.
    Old,
    Uniform,
    Push,
    /// `PhysicalStorageBuffer`.
    Physical,
    /// `Workgroup`, filled with words and read.
    Shared,
    /// The same, written and read back as words.
    SharedOut,
}

const CLASSES: [Class; 7] = [
    Class::Storage,
    Class::Old,
    Class::Uniform,
    Class::Push,
    Class::Physical,
    Class::Shared,
    Class::SharedOut,
];

/// The type's name, the prefix of its vectors, and the same of the type that it widens to.
const TYPES: [(&str, &str, &str, &str); 5] = [
    ("uint8_t", "u8vec", "uint", "uvec"),
    ("int8_t", "i8vec", "int", "ivec"),
    ("uint16_t", "u16vec", "uint", "uvec"),
    ("int16_t", "i16vec", "int", "ivec"),
    ("float16_t", "f16vec", "float", "vec"),
];

const LAYOUTS: [&str; 3] = ["std140", "std430", "scalar"];

/// Words that each invocation leaves behind.
const RESULTS: usize = 24;

/// The members of the block, and the lengths of its arrays.
fn members(class: Class, (ty, vector, ..): (&str, &str, &str, &str)) -> (String, [u32; 2]) {
    // All of it fits into the 128 bytes of push constants that every device has.
    if class == Class::Push {
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

/// The shader, of which each invocation reads everything and, from a buffer, writes its part of another block.
fn shader(class: Class, ty: (&str, &str, &str, &str), layout: &str) -> String {
    let (name, vector, wide, wides) = ty;
    let (members, [list, pairs]) = members(class, ty);
    let bits = if wide == "float" {
        "floatBitsToUint"
    } else {
        "uint"
    };
    let (block, writes) = match class {
        Class::Storage | Class::Old | Class::SharedOut => ("binding = 0) readonly buffer", true),
        Class::Uniform => ("binding = 0) uniform", false),
        Class::Push => ("push_constant) uniform", false),
        Class::Physical => (
            "buffer_reference, buffer_reference_align = 16) readonly buffer",
            true,
        ),
        Class::Shared => ("column_major) shared", false),
    };
    // References are types, of which push constants hold the instances.
    let instance = |name: &'static str| match class {
        Class::Physical => "",
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
            Class::SharedOut => "column_major) shared",
            Class::Physical => "buffer_reference, buffer_reference_align = 16) buffer",
            _ => "binding = 2) buffer",
        };
        let _ = writeln!(
            text,
            "layout({layout}, {memory} Out {{ {members} }}{};",
            instance(" o")
        );
    }
    if class == Class::Physical {
        text += "layout(push_constant) uniform Push { In b; Out o; };\n";
    }
    // Shared memory is filled from a buffer and goes back to one, word by word.
    let copied = match class {
        Class::Shared => {
            "readonly buffer Source { uint words[256]; } f; layout(std430, binding = 0)"
        }
        Class::SharedOut => "buffer Source { uint words[256]; } f; layout(std430, binding = 2)",
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
uint w({wide} x) {{ return {bits}(x); }}
uint w({wides}2 x) {{ return w(x.x) ^ w(x.y) << 1; }}
uint w({wides}3 x) {{ return w(x.xy) ^ w(x.z) << 2; }}
uint w({wides}4 x) {{ return w(x.xyz) ^ w(x.w) << 3; }}
#define LIST {list}u
#define PAIRS {pairs}u
#define ADD(x) results[at * {RESULTS}u + k++] = w(x)
#define T {name}
#define T2 {vector}2
#define T3 {vector}3
#define W {wide}
#define W2 {wides}2
#define W3 {wides}3
#define W4 {wides}4
void main() {{
    uint at = gl_LocalInvocationIndex, k = 0u;
    {fill}
    ADD(W(b.one)); ADD(W3(b.three)); ADD(W(b.three[at % 3u]));
    ADD(W(b.list[at % LIST])); ADD(W(b.list[2])); ADD(W2(b.pairs[at % PAIRS])); ADD(W(b.pairs[at % PAIRS][at & 1u]));
    ADD(W(b.last));
"
    );
    if class != Class::Push {
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
        // Each in an invocation of its own, so that neighbours are written at the same time.
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

/// Words of narrow numbers: of halves no NaN and no infinity, whose bits conversions need not keep.
fn content(ty: &str, count: usize, seed: u32) -> Vec<u32> {
    let mask = if ty == "float16_t" {
        0xbfff_bfff
    } else {
        u32::MAX
    };
    random(seed).map(|word| word & mask).take(count).collect()
}

#[test]
fn every_class_width_and_layout_is_the_same_in_words() {
    let Some(lanes) = lanes() else { return };
    let Lanes {
        tools,
        mut native,
        hidden,
        mut poor,
        lacking,
    } = lanes;
    let mut rows = String::new();
    let mut ran = [0; 2];
    for class in CLASSES {
        for (number, ty) in TYPES.into_iter().enumerate() {
            for layout in LAYOUTS {
                let what = format!("{class:?} {} {layout}", ty.0);
                let compile = |class| {
                    let version = match class {
                        Class::Old => "vulkan1.0",
                        Class::Physical | Class::Shared | Class::SharedOut => "vulkan1.2",
                        _ => "vulkan1.1",
                    };
                    let source = shader(class, ty, layout);
                    let words = tools.glsl(&source, "comp", &["--target-env", version]);
                    words.unwrap_or_else(|error| panic!("{what}: {error}\n{source}"))
                };
                let words = compile(class);
                let natively = match class {
                    Class::Shared | Class::SharedOut => compile(Class::Storage),
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
                    Class::Push => (vec![results], content(ty.0, 32, seed)),
                    Class::Uniform => (vec![block, results], Vec::new()),
                    _ => {
                        let out = Buffer::storage(2, content("", 256, seed + 50));
                        let push = vec![0; if class == Class::Physical { 4 } else { 0 }];
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
                    Class::Physical => vec![address(0, 0), address(2, 2)],
                    _ => Vec::new(),
                };
                let run = |session: &mut Session, words: &[u32]| {
                    let job = Job {
                        addresses: addresses.clone(),
                        ..job(words, buffers.clone(), push.clone(), 1)
                    };
                    let output = session.run(&job);
                    output
                        .unwrap_or_else(|failure| panic!("{what}: {failure}"))
                        .buffers
                };
                let mut truth = run(&mut native, &natively);
                if class == Class::Shared {
                    // There nothing is written but results.
                    truth.truncate(2);
                }
                let (mut cells, targets) = (Vec::new(), [&hidden, &lacking]);
                for (at, session) in [&mut native, &mut poor].into_iter().enumerate() {
                    let Some(words) = as_words(tools, &words, targets[at]) else {
                        cells.push("refused");
                        continue;
                    };
                    let found = run(session, &words);
                    for (number, (found, truth)) in found.iter().zip(&truth).enumerate() {
                        let differ = (0..)
                            .zip(found.iter().zip(truth))
                            .find(|(_, (a, b))| a != b);
                        assert_eq!(differ, None, "{what}: buffer {number}");
                    }
                    ran[at] += 1;
                    cells.push("same");
                }
                let _ = writeln!(rows, "| {what} | {} |", cells.join(" | "));
            }
        }
    }
    println!(
        "| class, type, layout | lavapipe without access | swiftshader |\n|---|---|---|\n{rows}"
    );
    let all = CLASSES.len() * TYPES.len() * LAYOUTS.len();
    assert_eq!(ran, [all; 2], "{rows}");
}
