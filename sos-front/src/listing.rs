//! Modules as text for people to read and compare.
//!
//! One instruction a line, as SPIR-V's assembly language has it: ids by the names that the module gives them, constants by value,
//! enumerants and extended instructions by name. It is driven by the library's tables, so every module that can be filtered has a text,
//! and needs no tool. What the tables do not know is written as numbers: any sequence of words has a text.
//!
//! `sos-runner/src/disassembly.rs` is for expectations and expected results, whose format must not change; there, ids are numbers.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use sos_core::operands::{operands, Operand, WalkEnd};
use sos_core::tables::{
    enumerant, ext_inst, ext_inst_set, op, op_hot, op_name, ExtInstSet, OpFlags, OperandKind,
};
use sos_core::text::literal;

/// The number of words of a module's header.
const HEADER: usize = 5;

/// The names of ids, each of them different. The filter keeps ids, so the names of its input serve for its output, which may have lost
/// some: then a line that has not changed reads the same.
#[derive(Clone, Debug, Default)]
pub struct Names {
    of: HashMap<u32, String>,
    taken: HashSet<String>,
}

impl Names {
    /// Adds the names of a module, for ids that have none yet.
    pub fn add(&mut self, words: &[u32]) {
        for inst in instructions(words) {
            let (op::OpName, Some(&id)) = (opcode(inst), inst.get(1)) else {
                continue;
            };
            let plain = |c: char| match c {
                c if c.is_alphanumeric() || "_.()[]<>,:*&".contains(c) => c,
                _ => '_',
            };
            let name: String = string(inst.get(2..).unwrap_or_default())
                .chars()
                .map(plain)
                .collect();
            if name.is_empty() || self.of.contains_key(&id) {
                continue;
            }
            // A name of digits only would read as another id.
            let digits = name.chars().all(|c| c.is_ascii_digit());
            let mut unique = if digits { format!("_{name}") } else { name };
            while !self.taken.insert(unique.clone()) {
                let _ = write!(unique, "_{id}");
            }
            self.of.insert(id, unique);
        }
    }

    fn of(&self, id: u32) -> String {
        match self.of.get(&id) {
            Some(name) => format!("%{name}"),
            None => format!("%{id}"),
        }
    }
}

/// The text of a module in words of this machine's byte order.
pub fn listing(words: &[u32], names: &Names) -> String {
    let version = words.get(1).copied().unwrap_or_default();
    let bound = words.get(3).copied().unwrap_or_default();
    let mut text = format!(
        "; SPIR-V {}.{}, bound {bound}\n",
        version >> 16 & 0xff,
        version >> 8 & 0xff
    );
    let mut seen = Seen::default();
    for inst in instructions(words) {
        let line = line(inst, names, &seen);
        text += &line;
        text.push('\n');
        seen.add(inst);
    }
    text
}

/// What earlier instructions say about the words of later ones.
#[derive(Default)]
struct Seen {
    /// Names of scalar types, as [`literal`] takes them, with their widths.
    scalars: HashMap<u32, (String, u32)>,
    /// The type of each value.
    types: HashMap<u32, u32>,
    sets: HashMap<u32, ExtInstSet>,
}

impl Seen {
    fn add(&mut self, inst: &[u32]) {
        match (opcode(inst), inst) {
            (op::OpTypeInt, [_, id, width, signed, ..]) => {
                let sign = if *signed == 0 { "u" } else { "" };
                self.scalars
                    .insert(*id, (format!("{sign}int{width}"), *width));
            }
            (op::OpTypeFloat, [_, id, width, encoding @ ..]) => {
                let encoded = if encoding.is_empty() { "" } else { "encoded " };
                self.scalars
                    .insert(*id, (format!("{encoded}float{width}"), *width));
            }
            (op::OpExtInstImport, [_, id, name @ ..]) => {
                self.sets.insert(*id, ext_inst_set(string(name).as_bytes()));
            }
            _ => {
                let flags = op_hot(opcode(inst)).flags;
                if let (true, [_, of, id, ..]) = (flags.contains(OpFlags::RESULT_TYPE), inst) {
                    self.types.insert(*id, *of);
                }
            }
        }
    }

    /// The scalar type of the literals of an instruction: that of its result, or of the selector of `OpSwitch`.
    fn scalar(&self, inst: &[u32]) -> Option<&(String, u32)> {
        let first = inst.get(1)?;
        let direct = self.scalars.get(first);
        direct.or_else(|| self.scalars.get(self.types.get(first)?))
    }
}

fn line(inst: &[u32], names: &Names, seen: &Seen) -> String {
    let code = opcode(inst);
    let name = op_name(code).map_or_else(|| format!("Op{code}"), str::to_owned);
    let scalar = seen.scalar(inst);
    let wide = scalar.is_some_and(|(_, width)| *width > 32);
    let mut walk = operands(inst, 1 + usize::from(wide));
    let (mut result, mut text, mut end) = (String::new(), name, 1);
    for Operand { kind, index, len } in walk.by_ref() {
        let words = inst.get(index..index + len).unwrap_or_default();
        end = index + len;
        let word = words.first().copied().unwrap_or_default();
        if kind == OperandKind::IdResult {
            result = format!("{} = ", names.of(word));
            continue;
        }
        text.push(' ');
        text += &match kind {
            _ if kind.is_id() => names.of(word),
            _ if kind.is_value_enum() => one(kind, word),
            _ if kind.is_bit_enum() => bits(kind, word),
            OperandKind::LiteralString => format!("{:?}", string(words)),
            OperandKind::LiteralFloat => literal(word.into(), "float32"),
            OperandKind::LiteralExtInstInteger if code == op::OpExtInst => {
                let set = inst.get(3).and_then(|set| seen.sets.get(set));
                let row = set.and_then(|set| ext_inst(*set, word));
                row.map_or_else(|| word.to_string(), |row| row.name.text().to_owned())
            }
            OperandKind::LiteralSpecConstantOpInteger => {
                let name = u16::try_from(word).ok().and_then(op_name);
                name.map_or_else(|| word.to_string(), |name| name.replacen("Op", "", 1))
            }
            _ => {
                let high = words.get(1).copied().unwrap_or_default();
                let bits = u64::from(word) | u64::from(high) << 32;
                let typed =
                    kind == OperandKind::LiteralContextDependentNumber || code == op::OpSwitch;
                match scalar.filter(|_| typed) {
                    Some((of, _)) => literal(bits, of),
                    None => bits.to_string(),
                }
            }
        };
    }
    if walk.end() != WalkEnd::Complete {
        for word in inst.get(end..).unwrap_or_default() {
            let _ = write!(text, " {word:#x}");
        }
    }
    result + &text
}

/// The name of a value.
fn one(kind: OperandKind, value: u32) -> String {
    enumerant(kind, value).map_or_else(|| value.to_string(), |row| row.name.text().to_owned())
}

/// The names of the bits of a mask.
fn bits(kind: OperandKind, mask: u32) -> String {
    if mask == 0 {
        return one(kind, 0);
    }
    let set = (0..32).map(|bit| 1 << bit).filter(|bit| mask & bit != 0);
    set.map(|bit| one(kind, bit)).collect::<Vec<_>>().join("|")
}

/// The instructions after the header; the last one may be cut off.
fn instructions(words: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = words.get(HEADER..).unwrap_or_default();
    std::iter::from_fn(move || {
        let len = usize::try_from(rest.first()? >> 16).unwrap_or_default();
        let (inst, after) = rest.split_at(len.clamp(1, rest.len()));
        rest = after;
        Some(inst)
    })
}

fn opcode(inst: &[u32]) -> u16 {
    inst.first().map_or(0, |header| (header & 0xffff) as u16)
}

/// The literal string at the start of the words.
fn string(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An instruction of an opcode and operands.
    fn inst(code: u32, operands: &[u32]) -> Vec<u32> {
        let len = u32::try_from(operands.len()).unwrap() + 1;
        [&[len << 16 | code], operands].concat()
    }

    fn packed(text: &str) -> Vec<u32> {
        let bytes = [text.as_bytes(), &[0]].concat();
        let word = |part: &[u8]| {
            let mut word = [0; 4];
            word[..part.len()].copy_from_slice(part);
            u32::from_le_bytes(word)
        };
        bytes.chunks(4).map(word).collect()
    }

    fn module(insts: &[Vec<u32>]) -> Vec<u32> {
        [vec![0x0723_0203, 0x0001_0600, 0, 50, 0], insts.concat()].concat()
    }

    fn named(id: u32, name: &str) -> Vec<u32> {
        inst(5, &[&[id], packed(name).as_slice()].concat())
    }

    fn read(words: &[u32]) -> Vec<String> {
        let mut names = Names::default();
        names.add(words);
        listing(words, &names).lines().map(str::to_owned).collect()
    }

    #[test]
    fn names_values_and_enumerants_are_readable() {
        let words = module(&[
            inst(17, &[1]),
            inst(11, &[&[1], packed("GLSL.std.450").as_slice()].concat()),
            inst(331, &[2, 38, 20, 20, 20]),
            named(3, "main image"),
            named(4, "value"),
            named(5, "value"),
            named(6, "7"),
            inst(22, &[20, 32]),
            inst(22, &[21, 64]),
            inst(22, &[22, 16]),
            inst(21, &[23, 32, 1]),
            inst(43, &[20, 4, 0.5_f32.to_bits()]),
            inst(43, &[20, 5, 0x7fc0_0001]),
            inst(43, &[21, 30, 0, 0x3ff8_0000]),
            inst(43, &[22, 31, 0x3e00]),
            inst(43, &[23, 32, -3_i32 as u32]),
            inst(52, &[23, 33, 128, 32, 32]),
            inst(54, &[20, 3, 0, 6]),
            inst(61, &[20, 34, 6, 3, 4]),
            inst(12, &[20, 35, 1, 31, 34]),
            inst(251, &[32, 40, -1_i32 as u32, 41]),
        ]);
        assert_eq!(
            read(&words),
            [
                "; SPIR-V 1.6, bound 50",
                "OpCapability Shader",
                "%1 = OpExtInstImport \"GLSL.std.450\"",
                "OpExecutionModeId %2 LocalSizeId %20 %20 %20",
                "OpName %main_image \"main image\"",
                "OpName %value \"value\"",
                "OpName %value_5 \"value\"",
                "OpName %_7 \"7\"",
                "%20 = OpTypeFloat 32",
                "%21 = OpTypeFloat 64",
                "%22 = OpTypeFloat 16",
                "%23 = OpTypeInt 32 1",
                "%value = OpConstant %20 0.5",
                "%value_5 = OpConstant %20 0x7fc00001",
                "%30 = OpConstant %21 1.5",
                "%31 = OpConstant %22 1.5",
                "%32 = OpConstant %23 -3",
                "%33 = OpSpecConstantOp %23 IAdd %32 %32",
                "%main_image = OpFunction %20 None %_7",
                "%34 = OpLoad %20 %_7 Volatile|Aligned 4",
                "%35 = OpExtInst %20 %1 Sqrt %34",
                "OpSwitch %32 %40 -1 %41",
            ]
        );
    }

    #[test]
    fn names_of_the_input_serve_for_the_output() {
        let before = module(&[named(3, "a"), named(4, "b"), inst(248, &[3])]);
        let after = module(&[named(9, "b"), inst(248, &[3]), inst(248, &[9])]);
        let mut names = Names::default();
        names.add(&before);
        names.add(&after);
        let text = listing(&after, &names);
        assert!(
            text.ends_with("OpName %b_9 \"b\"\n%a = OpLabel\n%b_9 = OpLabel\n"),
            "{text}"
        );
    }

    #[test]
    fn anything_has_a_text() {
        for words in [
            vec![],
            vec![1, 2, 3],
            module(&[vec![0]]),
            module(&[inst(0xfff0, &[7])]),
            module(&[inst(17, &[]), inst(43, &[20])]),
            module(&[inst(5, &[3, 0x4141_4141])]),
            module(&[vec![9 << 16 | 17, 1]]),
            module(&[inst(71, &[1, 0xffff, 5]), inst(61, &[1, 2, 3, 0x8000_0000])]),
        ] {
            assert!(listing(&words, &Names::default()).starts_with("; SPIR-V "));
        }
        assert_eq!(read(&module(&[inst(0xfff0, &[7])]))[1], "Op65520 0x7");
    }
}
