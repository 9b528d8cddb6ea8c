//! Random blocks, and random copies between their parts: nested structures, arrays, row- and column-major matrices, members in
//! any order with gaps, padded strides; loads, stores and OpCopyMemory of parts of any type, with constant and computed
//! indices.
//!
//! Reference result: the unfiltered module on lavapipe. The filtered module must leave the same bytes there and on SwiftShader.
//! Values are only copied, so all bytes are well defined.

use std::fmt::Write as _;

use super::{drivers, job};
use sos_tests::random::{random_words, Random};
use sos_tests::{Buffer, BufferKind, Session};

/// The number of modules.
const MODULES: u32 = 40;
/// The number of copies in each.
const ACCESSES: u32 = 12;
/// The maximum size of blocks: that of push constants on every device, and that of buffers here.
const MAX_PUSH_CONSTANT_BYTES: u32 = 128;
const MAX_BUFFER_BYTES: u32 = 4096;

/// The structure of a type.
#[derive(Clone, Debug)]
enum Shape {
    Scalar,
    /// A vector, matrix or array: the number and the type of its elements.
    Repeated(u32, Box<Type>),
    Struct(Vec<Type>),
}

#[derive(Clone, Debug)]
struct Type {
    /// The id.
    name: String,
    size: u32,
    align: u32,
    /// The decorations of a member with this type, besides the offset.
    decorations: Vec<String>,
    shape: Shape,
}

/// The module being generated.
struct Writer {
    random: Random,
    count: u32,
    decorations: String,
    globals: String,
    body: String,
}

const NUMBERS: [(&str, u32); 9] = [
    ("half", 2),
    ("half", 2),
    ("ushort", 2),
    ("short", 2),
    ("uchar", 1),
    ("char", 1),
    ("uint", 4),
    ("int", 4),
    ("float", 4),
];

impl Writer {
    fn id(&mut self, prefix: &str) -> String {
        self.count += 1;
        format!("%{prefix}{}", self.count)
    }

    fn scalar(&mut self) -> Type {
        let (name, size) = self.random.choose(&NUMBERS);
        Type {
            name: format!("%{name}"),
            size,
            align: size,
            decorations: Vec::new(),
            shape: Shape::Scalar,
        }
    }

    fn vector(&mut self) -> Type {
        let component = self.scalar();
        let count = 2 + self.random.below_u32(3);
        Type {
            name: format!("%v{count}{}", &component.name[1..]),
            size: count * component.size,
            align: component.size,
            decorations: Vec::new(),
            shape: Shape::Repeated(count, component.into()),
        }
    }

    fn matrix(&mut self) -> Type {
        let (rows, columns) = (2 + self.random.below_u32(3), 2 + self.random.below_u32(3));
        let by_rows = self.random.below_u32(2) == 0;
        let (inner, outer) = if by_rows {
            (columns, rows)
        } else {
            (rows, columns)
        };
        let stride = 2 * inner + 2 * self.random.below_u32(3);
        let half = Type {
            name: "%half".into(),
            size: 2,
            align: 2,
            decorations: Vec::new(),
            shape: Shape::Scalar,
        };
        let column = Type {
            name: format!("%v{rows}half"),
            size: 2 * rows,
            align: 2,
            decorations: Vec::new(),
            shape: Shape::Repeated(rows, half.into()),
        };
        let major = if by_rows { "RowMajor" } else { "ColMajor" };
        Type {
            name: format!("%m{columns}x{rows}"),
            size: stride * outer,
            align: 2,
            decorations: vec![major.into(), format!("MatrixStride {stride}")],
            shape: Shape::Repeated(columns, column.into()),
        }
    }

    fn random_type(&mut self, depth: u32) -> Type {
        match self.random.below_u32(if depth == 0 { 5 } else { 10 }) {
            0 | 1 => self.scalar(),
            2 | 3 => self.vector(),
            4 => self.matrix(),
            5..=7 => self.array(depth),
            _ => self.structure(depth),
        }
    }

    fn array(&mut self, depth: u32) -> Type {
        let element = self.random_type(depth - 1);
        let count = 1 + self.random.below_u32(4);
        let stride =
            element.size.next_multiple_of(element.align) + self.random.below_u32(3) * element.align;
        let name = self.id("array");
        let _ = writeln!(self.decorations, "OpDecorate {name} ArrayStride {stride}");
        let _ = writeln!(
            self.globals,
            "{name} = OpTypeArray {} %u{count}",
            element.name
        );
        Type {
            name,
            size: stride * count,
            align: element.align,
            decorations: element.decorations.clone(),
            shape: Shape::Repeated(count, element.into()),
        }
    }

    fn structure(&mut self, depth: u32) -> Type {
        let count = 1 + self.random.below_u32(4);
        let members: Vec<_> = (0..count)
            .map(|_| self.random_type(depth.saturating_sub(1)))
            .collect();
        // Offsets may be in another order than members.
        let mut order: Vec<usize> = (0..members.len()).collect();
        if self.random.below_u32(3) == 0 {
            order.reverse();
        }
        let name = self.id("struct");
        let mut end = 0;
        for at in order {
            let member = &members[at];
            let offset =
                u32::next_multiple_of(end, member.align) + self.random.below_u32(3) * member.align;
            let _ = writeln!(
                self.decorations,
                "OpMemberDecorate {name} {at} Offset {offset}"
            );
            for note in &member.decorations {
                let _ = writeln!(self.decorations, "OpMemberDecorate {name} {at} {note}");
            }
            end = offset + member.size;
        }
        let align = members.iter().map(|member| member.align).max().unwrap();
        let names: Vec<_> = members.iter().map(|member| member.name.clone()).collect();
        let _ = writeln!(self.globals, "{name} = OpTypeStruct {}", names.join(" "));
        Type {
            name,
            size: end.next_multiple_of(align),
            align,
            decorations: Vec::new(),
            shape: Shape::Struct(members),
        }
    }

    /// Two access paths from a block to parts of the same type: the same members with different elements.
    fn random_paths(&mut self, block: &Type) -> (Type, [String; 2]) {
        let (mut part, mut paths) = (block.clone(), [String::new(), String::new()]);
        loop {
            let next = match &part.shape {
                Shape::Scalar => break,
                Shape::Struct(members) => {
                    let member = self.random.below_u32(members.len() as u32);
                    paths
                        .iter_mut()
                        .for_each(|path| *path += &format!(" %u{member}"));
                    members[member as usize].clone()
                }
                Shape::Repeated(count, element) => {
                    for path in &mut paths {
                        let index = self.random.below_u32(*count);
                        // The filter cannot prove that %zero is 0.
                        match self.random.below_u32(3) {
                            0 => {
                                let id = self.id("index");
                                let _ = writeln!(self.body, "{id} = OpIAdd %uint %zero %u{index}");
                                *path += &format!(" {id}");
                            }
                            _ => *path += &format!(" %u{index}"),
                        }
                    }
                    (**element).clone()
                }
            };
            part = next;
            if self.random.below_u32(4) == 0 {
                break;
            }
        }
        (part, paths)
    }

    fn pointer(&mut self, class: &str, ty: &str) -> String {
        let id = self.id("pointer");
        let _ = writeln!(self.globals, "{id} = OpTypePointer {class} {ty}");
        id
    }

    fn chain(&mut self, class: &str, ty: &Type, base: &str, path: &str) -> String {
        let (pointer, id) = (self.pointer(class, &ty.name), self.id("chain"));
        let _ = writeln!(self.body, "{id} = OpAccessChain {pointer} {base}{path}");
        id
    }

    /// Copies a part of one block to a block of the same type.
    fn random_access(&mut self, block: &Type, class: &str) {
        let (part, [from, to]) = self.random_paths(block);
        let source = match self.random.below_u32(4) {
            0 => self.chain("StorageBuffer", &part, "%out", &from),
            _ => self.chain(class, &part, "%in", &from),
        };
        let target = self.chain("StorageBuffer", &part, "%out", &to);
        if self.random.below_u32(3) == 0 {
            let _ = writeln!(self.body, "OpCopyMemory {target} {source}");
            return;
        }
        let value = self.id("value");
        let _ = writeln!(self.body, "{value} = OpLoad {} {source}", part.name);
        let _ = writeln!(self.body, "OpStore {target} {value}");
    }
}

/// A module, the kind of the buffer that it reads, and whether it reads push constants instead.
fn module(seed: u32) -> (String, BufferKind, bool) {
    let mut writer = Writer {
        random: Random::new(seed.into()),
        count: 0,
        decorations: String::new(),
        globals: String::new(),
        body: String::new(),
    };
    let block = loop {
        let block = writer.structure(3);
        if block.size <= MAX_BUFFER_BYTES {
            break block;
        }
    };
    let classes = ["StorageBuffer", "Uniform", "PushConstant"];
    let class = writer
        .random
        .choose(&classes[..2 + usize::from(block.size <= MAX_PUSH_CONSTANT_BYTES)]);
    let name = &block.name;
    let _ = writeln!(writer.decorations, "OpDecorate {name} Block");
    let (input, output) = (
        writer.pointer(class, name),
        writer.pointer("StorageBuffer", name),
    );
    let _ = writeln!(writer.globals, "%in = OpVariable {input} {class}");
    let _ = writeln!(writer.globals, "%out = OpVariable {output} StorageBuffer");
    if class != "PushConstant" {
        writer.decorations += "OpDecorate %in DescriptorSet 0\nOpDecorate %in Binding 0\n";
    }
    for _ in 0..ACCESSES {
        writer.random_access(&block, class);
    }
    let Writer {
        decorations,
        globals,
        body,
        ..
    } = writer;
    let mut types = String::new();
    for name in [
        "half", "float", "uint", "int", "ushort", "short", "uchar", "char",
    ] {
        for count in 2..=4 {
            let _ = writeln!(types, "%v{count}{name} = OpTypeVector %{name} {count}");
        }
    }
    for columns in 2..=4 {
        for rows in 2..=4 {
            let _ = writeln!(
                types,
                "%m{columns}x{rows} = OpTypeMatrix %v{rows}half {columns}"
            );
        }
    }
    for number in 0..8 {
        let _ = writeln!(types, "%u{number} = OpConstant %uint {number}");
    }
    let text = format!(
        "OpCapability Shader
OpCapability Int8
OpCapability Int16
OpCapability Float16
OpCapability StorageBuffer8BitAccess
OpCapability StorageBuffer16BitAccess
OpCapability UniformAndStorageBuffer8BitAccess
OpCapability UniformAndStorageBuffer16BitAccess
OpCapability StoragePushConstant8
OpCapability StoragePushConstant16
OpExtension \"SPV_KHR_8bit_storage\"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %index
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 1
{decorations}%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%ushort = OpTypeInt 16 0
%short = OpTypeInt 16 1
%uchar = OpTypeInt 8 0
%char = OpTypeInt 8 1
%half = OpTypeFloat 16
%float = OpTypeFloat 32
{types}%to_index = OpTypePointer Input %uint
%index = OpVariable %to_index Input
{globals}%main = OpFunction %void None %fn
%entry = OpLabel
%zero = OpLoad %uint %index
{body}OpReturn
OpFunctionEnd
"
    );
    let kind = match class {
        "Uniform" => BufferKind::Uniform,
        _ => BufferKind::Storage,
    };
    (text, kind, class == "PushConstant")
}

#[test]
fn random_accesses_match() {
    let Some(mut drivers) = drivers() else { return };
    let modules = std::env::var("SOS_MOVES").map_or(MODULES, |count| count.parse().unwrap());
    let mut narrow = 0;
    for seed in 0..modules {
        let (text, kind, push) = module(seed);
        // A block without narrow data is not changed.
        let is_narrow = ["half", "short", "char", "%m"].iter().any(|name| {
            let held = text
                .lines()
                .filter(|line| line.starts_with("%struct") || line.starts_with("%array"));
            held.into_iter().any(|line| line.contains(name))
        });
        if !is_narrow {
            continue;
        }
        narrow += 1;
        let words = drivers
            .tools
            .assemble(&text, "vulkan1.1")
            .unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        // Neither NaN nor infinity, of 16 or of 32 bits.
        let content = |seed, bytes: u32| -> Vec<u32> {
            let numbers = random_words(seed).take(bytes as usize / 4);
            numbers.map(|word| word & 0xbfff_bfff).collect()
        };
        let run = |session: &mut Session, words: &[u32]| {
            let mut buffers = vec![Buffer::storage(1, content(seed + 1000, MAX_BUFFER_BYTES))];
            if !push {
                buffers.push(Buffer {
                    kind,
                    ..Buffer::storage(0, content(seed + 2000, MAX_BUFFER_BYTES))
                });
            }
            let constants = if push {
                content(seed + 2000, MAX_PUSH_CONSTANT_BYTES)
            } else {
                Vec::new()
            };
            let output = session.run(&job(words, buffers, constants, 1));
            let output = output.unwrap_or_else(|failure| panic!("{seed}: {failure}\n{text}"));
            output.buffers
        };
        drivers.compare(&words, &words, &format!("{seed}\n{text}"), run);
    }
    assert!(narrow > modules / 2, "{narrow}");
}
