//! A small assembler for tests: text to modules, by the grammar's tables.
//!
//! A line is an instruction in the disassembler's syntax: `%result = OpName operands`. `%name` is an id, a bare word an
//! enumerant (masks with `|`), an extended instruction or an opcode, a number a word, quoted text a string. Whether the
//! operands fit the opcode is not checked.

use crate::tables::{
    enumerant, enumerant_by_name, ext_inst, op, op_hot, op_name, op_row, ExtInstSet, OpFlags,
    OperandKind,
};
use std::collections::HashMap;

/// Assembles a module for SPIR-V 1.`minor`. Panics at unknown names.
pub fn assemble(minor: u32, text: &str) -> Vec<u32> {
    let mut ids = HashMap::new();
    let mut words = vec![0x0723_0203, 0x1_0000 | minor << 8, 0, 0, 0];
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or("").trim();
        if !line.is_empty() {
            let inst = instruction(line, &mut ids);
            words.extend(inst);
        }
    }
    words[3] = ids.len() as u32 + 1;
    words
}

/// A compute shader of SPIR-V 1.`minor` with these preambles, declarations and body. `%main` is its entry point.
pub fn compute(minor: u32, preamble: &str, globals: &str, body: &str) -> Vec<u32> {
    stage(
        minor,
        "GLCompute",
        "OpExecutionMode %main LocalSize 8 1 1",
        preamble,
        globals,
        body,
    )
}

/// A shader of any stage. Annotation lines of `globals` are moved to the front; `%void`, `%u32`, `%f32`, `%bool` and the
/// constants `%zero`, `%one`, `%two`, `%three` are declared before the other lines. The result `%r` of `body`, if there is one,
/// is stored, so that it is live.
pub fn stage(
    minor: u32,
    model: &str,
    modes: &str,
    preamble: &str,
    globals: &str,
    body: &str,
) -> Vec<u32> {
    let is_note = |line: &&str| {
        let opcode = line.trim();
        opcode.starts_with("OpDecorate")
            || opcode.starts_with("OpMemberDecorate")
            || opcode.starts_with("OpGroup")
            || opcode.contains("OpDecorationGroup")
    };
    let notes: Vec<&str> = globals.lines().filter(is_note).collect();
    let rest: Vec<&str> = globals.lines().filter(|line| !is_note(line)).collect();
    // Inputs and outputs are listed in the entry point's interface.
    let variables = rest.iter().map(|line| tokens(line));
    let listed = variables.filter(|line| {
        line.get(2).is_some_and(|word| word == "OpVariable")
            && line
                .get(4)
                .is_some_and(|class| class == "Input" || class == "Output")
    });
    let interface: Vec<String> = listed.map(|line| line[0].clone()).collect();
    let interface = interface.join(" ");
    let is_import = |line: &&str| line.contains("OpExtInstImport");
    let imports: Vec<&str> = preamble.lines().filter(is_import).collect();
    let preamble: Vec<&str> = preamble.lines().filter(|line| !is_import(line)).collect();
    let mut result = body.lines().map(tokens).filter(|line| {
        line.first().map(String::as_str) == Some("%r")
            && line.get(3).is_some_and(|ty| ty != "%void")
    });
    let (sink, store) = match result.next() {
        Some(line) => (
            format!(
                "%to_r = OpTypePointer Private {}\n%sink = OpVariable %to_r Private",
                line[3]
            ),
            "OpStore %sink %r",
        ),
        None => (String::new(), ""),
    };
    assemble(
        minor,
        &format!(
            r#"
            OpCapability Shader
            {}
            {}
            OpMemoryModel Logical GLSL450
            OpEntryPoint {model} %main "main" {interface}
            {modes}
            {}
            %void = OpTypeVoid
            %bool = OpTypeBool
            %u32 = OpTypeInt 32 0
            %f32 = OpTypeFloat 32
            %zero = OpConstant %u32 0
            %one = OpConstant %u32 1
            %two = OpConstant %u32 2
            %three = OpConstant %u32 3
            {}
            {sink}
            %signature = OpTypeFunction %void
            %main = OpFunction %void None %signature
            %entry = OpLabel
            {body}
            {store}
            OpReturn
            OpFunctionEnd
            "#,
            preamble.join("\n"),
            imports.join("\n"),
            notes.join("\n"),
            rest.join("\n"),
        ),
    )
}

fn id(name: &str, ids: &mut HashMap<String, u32>) -> u32 {
    let next = ids.len() as u32 + 1;
    *ids.entry(name.to_owned()).or_insert(next)
}

fn instruction(line: &str, ids: &mut HashMap<String, u32>) -> Vec<u32> {
    let tokens = tokens(line);
    let (result, tokens) = match tokens.as_slice() {
        [result, equals, rest @ ..] if equals == "=" => (Some(id(result, ids)), rest.to_vec()),
        all => (None, all.to_vec()),
    };
    let opcode = opcode(&tokens[0]);
    let mut words = vec![0];
    let mut operands = tokens[1..].iter();
    if op_hot(opcode).flags.contains(OpFlags::RESULT_TYPE) {
        words.push(id(operands.next().unwrap(), ids));
    }
    words.extend(result);
    for token in operands {
        operand(opcode, token, ids, &mut words);
    }
    words[0] = (words.len() as u32) << 16 | u32::from(opcode);
    words
}

fn opcode(name: &str) -> u16 {
    (0..u16::MAX)
        .find(|&opcode| op_name(opcode) == Some(name))
        .unwrap_or_else(|| panic!("no opcode {name}"))
}

fn operand(opcode: u16, token: &str, ids: &mut HashMap<String, u32>, words: &mut Vec<u32>) {
    if token.starts_with('%') {
        words.push(id(token, ids));
    } else if let Some(text) = token.strip_prefix('"') {
        let mut bytes = text.bytes();
        for _ in 0..=text.len() / 4 {
            let mut next = || bytes.next().unwrap_or(0);
            words.push(u32::from_le_bytes([next(), next(), next(), next()]));
        }
    } else if let Ok(number) = token.parse::<i64>() {
        words.push(number as u32);
    } else if let Ok(number) = token.parse::<f32>() {
        words.push(number.to_bits());
    } else {
        words.push(named(opcode, token, words.len()));
    }
}

/// The value of a bare word.
fn named(opcode: u16, token: &str, at: usize) -> u32 {
    if matches!(opcode, op::OpExtInst | op::OpExtInstWithForwardRefsKHR) {
        let row = (0..200).find_map(|number| {
            let row = ext_inst(ExtInstSet::GlslStd450, number)?;
            (row.name == token).then_some(number)
        });
        return row.unwrap_or_else(|| panic!("no extended instruction {token}"));
    }
    if opcode == op::OpSpecConstantOp && at == 3 {
        return u32::from(self::opcode(&format!("Op{token}")));
    }
    // The kinds of the operands, and those that can occur as their parameters.
    let own = op_row(opcode).map_or(&[][..], |row| row.operands.list());
    let mut kinds: Vec<OperandKind> = own.iter().map(|operand| operand.0).collect();
    kinds.push(OperandKind::BuiltIn);
    kinds.push(OperandKind::FPFastMathMode);
    let value = |kind: OperandKind| {
        token.split('|').try_fold(0, |mask, name| {
            let row = enumerant_by_name(kind, name)?;
            enumerant(kind, row.value).map(|row| mask | row.value)
        })
    };
    kinds
        .into_iter()
        .find_map(value)
        .unwrap_or_else(|| panic!("no enumerant {token}"))
}

fn tokens(line: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"') {
            Some(text) => text.find('"').map(|at| at + 1),
            None => rest.find(char::is_whitespace),
        };
        let (token, after) = rest.split_at(end.unwrap_or(rest.len()));
        tokens.push(token.to_owned());
        rest = after.trim_start_matches('"').trim_start();
    }
    tokens
}
