//! Random blocks, and random moves between parts of them: structures in structures, arrays, matrices by rows and by columns,
//! members in any order with any gaps, strides with any padding; parts loaded, stored and copied whole or in pieces, by
//! indices that are constant and that are not.
//!
//! Values are only moved, so every byte that comes out is known: lavapipe runs the module as written, and what the filter
//! makes of it must leave the same bytes there and on SwiftShader.

use std::fmt::Write as _;

use super::{as_words, job, lanes, random, Lanes};
use sos_tests::{Buffer, BufferKind, Session};

/// How many modules.
const MODULES: u32 = 40;
/// How many moves in each.
const MOVES: u32 = 12;
/// Bytes that a block may have: what every device has for push constants, and what buffers get here.
const PUSH: u32 = 128;
const BYTES: u32 = 4096;

/// Numbers from a seed.
struct Dice(Box<dyn Iterator<Item = u32>>);

impl Dice {
    fn below(&mut self, count: u32) -> u32 {
        (self.0.next().unwrap() >> 8) % count
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}

/// A type with its place in memory.
#[derive(Clone, Debug)]
enum Shape {
    Number,
    /// Parts alike: how many, and what each is.
    Many(u32, Box<Type>),
    Struct(Vec<Type>),
}

#[derive(Clone, Debug)]
struct Type {
    /// The id.
    name: String,
    size: u32,
    align: u32,
    /// The decorations that a member of this type needs beside its offset.
    notes: Vec<String>,
    shape: Shape,
}

/// A module while it is written.
struct Writer {
    dice: Dice,
    count: u32,
    notes: String,
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

    fn number(&mut self) -> Type {
        let (name, size) = self.dice.pick(&NUMBERS);
        Type {
            name: format!("%{name}"),
            size,
            align: size,
            notes: Vec::new(),
            shape: Shape::Number,
        }
    }

    fn vector(&mut self) -> Type {
        let component = self.number();
        let count = 2 + self.dice.below(3);
        Type {
            name: format!("%v{count}{}", &component.name[1..]),
            size: count * component.size,
            align: component.size,
            notes: Vec::new(),
            shape: Shape::Many(count, component.into()),
        }
    }

    fn matrix(&mut self) -> Type {
        let (rows, columns) = (2 + self.dice.below(3), 2 + self.dice.below(3));
        let by_rows = self.dice.below(2) == 0;
        let (inner, outer) = if by_rows {
            (columns, rows)
        } else {
            (rows, columns)
        };
        let stride = 2 * inner + 2 * self.dice.below(3);
        let half = Type {
            name: "%half".into(),
            size: 2,
            align: 2,
            notes: Vec::new(),
            shape: Shape::Number,
        };
        let column = Type {
            name: format!("%v{rows}half"),
            size: 2 * rows,
            align: 2,
            notes: Vec::new(),
            shape: Shape::Many(rows, half.into()),
        };
        let major = if by_rows { "RowMajor" } else { "ColMajor" };
        Type {
            name: format!("%m{columns}x{rows}"),
            size: stride * outer,
            align: 2,
            notes: vec![major.into(), format!("MatrixStride {stride}")],
            shape: Shape::Many(columns, column.into()),
        }
    }

    fn any(&mut self, depth: u32) -> Type {
        match self.dice.below(if depth == 0 { 5 } else { 10 }) {
            0 | 1 => self.number(),
            2 | 3 => self.vector(),
            4 => self.matrix(),
            5..=7 => self.array(depth),
            _ => self.structure(depth),
        }
    }

    fn array(&mut self, depth: u32) -> Type {
        let element = self.any(depth - 1);
        let count = 1 + self.dice.below(4);
        let stride =
            element.size.next_multiple_of(element.align) + self.dice.below(3) * element.align;
        let name = self.id("array");
        let _ = writeln!(self.notes, "OpDecorate {name} ArrayStride {stride}");
        let _ = writeln!(
            self.globals,
            "{name} = OpTypeArray {} %u{count}",
            element.name
        );
        Type {
            name,
            size: stride * count,
            align: element.align,
            notes: element.notes.clone(),
            shape: Shape::Many(count, element.into()),
        }
    }

    fn structure(&mut self, depth: u32) -> Type {
        let count = 1 + self.dice.below(4);
        let members: Vec<_> = (0..count)
            .map(|_| self.any(depth.saturating_sub(1)))
            .collect();
        // In memory they may come the other way round.
        let mut order: Vec<usize> = (0..members.len()).collect();
        if self.dice.below(3) == 0 {
            order.reverse();
        }
        let name = self.id("struct");
        let mut end = 0;
        for at in order {
            let member = &members[at];
            let offset =
                u32::next_multiple_of(end, member.align) + self.dice.below(3) * member.align;
            let _ = writeln!(self.notes, "OpMemberDecorate {name} {at} Offset {offset}");
            for note in &member.notes {
                let _ = writeln!(self.notes, "OpMemberDecorate {name} {at} {note}");
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
            notes: Vec::new(),
            shape: Shape::Struct(members),
        }
    }

    /// A way from a block to one of its parts, twice: the same members, each with elements of its own.
    fn paths(&mut self, block: &Type) -> (Type, [String; 2]) {
        let (mut part, mut paths) = (block.clone(), [String::new(), String::new()]);
        loop {
            let next = match &part.shape {
                Shape::Number => break,
                Shape::Struct(members) => {
                    let member = self.dice.below(members.len() as u32);
                    paths
                        .iter_mut()
                        .for_each(|path| *path += &format!(" %u{member}"));
                    members[member as usize].clone()
                }
                Shape::Many(count, element) => {
                    for path in &mut paths {
                        let index = self.dice.below(*count);
                        // %zero is not known to be 0.
                        match self.dice.below(3) {
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
            if self.dice.below(4) == 0 {
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

    /// Moves something from one block to another of the same type.
    fn step(&mut self, block: &Type, class: &str) {
        let (part, [from, to]) = self.paths(block);
        let source = match self.dice.below(4) {
            0 => self.chain("StorageBuffer", &part, "%out", &from),
            _ => self.chain(class, &part, "%in", &from),
        };
        let target = self.chain("StorageBuffer", &part, "%out", &to);
        if self.dice.below(3) == 0 {
            let _ = writeln!(self.body, "OpCopyMemory {target} {source}");
            return;
        }
        let value = self.id("value");
        let _ = writeln!(self.body, "{value} = OpLoad {} {source}", part.name);
        let _ = writeln!(self.body, "OpStore {target} {value}");
    }
}

/// A module, the class of the block that it reads, and the bytes of that.
fn module(seed: u32) -> (String, BufferKind, bool) {
    let mut writer = Writer {
        dice: Dice(Box::new(random(seed))),
        count: 0,
        notes: String::new(),
        globals: String::new(),
        body: String::new(),
    };
    let block = loop {
        let block = writer.structure(3);
        if block.size <= BYTES {
            break block;
        }
    };
    let classes = ["StorageBuffer", "Uniform", "PushConstant"];
    let class = writer
        .dice
        .pick(&classes[..2 + usize::from(block.size <= PUSH)]);
    let name = &block.name;
    let _ = writeln!(writer.notes, "OpDecorate {name} Block");
    let (input, output) = (
        writer.pointer(class, name),
        writer.pointer("StorageBuffer", name),
    );
    let _ = writeln!(writer.globals, "%in = OpVariable {input} {class}");
    let _ = writeln!(writer.globals, "%out = OpVariable {output} StorageBuffer");
    if class != "PushConstant" {
        writer.notes += "OpDecorate %in DescriptorSet 0\nOpDecorate %in Binding 0\n";
    }
    for _ in 0..MOVES {
        writer.step(&block, class);
    }
    let Writer {
        notes,
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
{notes}%void = OpTypeVoid
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
fn random_moves_are_the_same_in_words() {
    let Some(lanes) = lanes() else { return };
    let Lanes {
        tools,
        mut native,
        hidden,
        mut poor,
        lacking,
    } = lanes;
    let modules = std::env::var("SOS_MOVES").map_or(MODULES, |count| count.parse().unwrap());
    let mut narrow = 0;
    for seed in 0..modules {
        let (text, kind, push) = module(seed);
        let words = tools
            .assemble(&text, "vulkan1.1")
            .unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        // No NaN and no infinity of 16 or of 32 bits.
        let content = |seed, bytes: u32| -> Vec<u32> {
            let numbers = random(seed).take(bytes as usize / 4);
            numbers.map(|word| word & 0xbfff_bfff).collect()
        };
        let run = |session: &mut Session, words: &[u32]| {
            let mut buffers = vec![Buffer::storage(1, content(seed + 1000, BYTES))];
            if !push {
                buffers.push(Buffer {
                    kind,
                    ..Buffer::storage(0, content(seed + 2000, BYTES))
                });
            }
            let constants = if push {
                content(seed + 2000, PUSH)
            } else {
                Vec::new()
            };
            let output = session.run(&job(words, buffers, constants, 1));
            let output = output.unwrap_or_else(|failure| panic!("{seed}: {failure}\n{text}"));
            output.buffers
        };
        let truth = run(&mut native, &words);
        // A block without narrow data stays as it is.
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
        for (session, target) in [(&mut native, &hidden), (&mut poor, &lacking)] {
            let words = as_words(tools, &words, target)
                .unwrap_or_else(|| panic!("{seed}: refused\n{text}"));
            assert!(
                run(session, &words) == truth,
                "{seed}: {}\n{text}",
                target.name()
            );
        }
    }
    assert!(narrow > modules / 2, "{narrow}");
}
