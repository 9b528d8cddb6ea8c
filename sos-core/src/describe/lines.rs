//! The lines of source code that a module states for its instructions.
//!
//! Two forms exist: `OpLine`, and `DebugLine` of NonSemantic.Shader.DebugInfo.100. Each holds for the instructions behind it, up
//! to the next one, an `OpNoLine` or `DebugNoLine`, or the end of the block (SPIR-V specification, "OpLine"). Variables outside of
//! functions have a `DebugGlobalVariable`.

use crate::facts::{Facts, Import};
use crate::inst::{string_lossy, Inst, Insts};
use crate::order::Order;
use crate::report::SourceLine;
use crate::tables::{op, op_hot, OpFlags};
use crate::views;
use alloc::vec::Vec;

/// Numbers of instructions in NonSemantic.Shader.DebugInfo.100.
mod debug {
    pub const GLOBAL_VARIABLE: u32 = 18;
    pub const SOURCE: u32 = 35;
    pub const LINE: u32 = 103;
    pub const NO_LINE: u32 = 104;
}

/// The longest name of a file that reports repeat, in bytes: longer than the paths of any system.
const LONGEST: usize = 4096;

/// Where in a source: the id of the `OpString` with the file's name, 0 for none, and the line.
type Line = (u32, u32);

/// The lines of a module.
pub(super) struct Lines<'a> {
    words: &'a [u32],
    facts: &'a Facts,
    /// Word offsets, and the line of the instructions from there on. Sorted.
    from: Vec<(u32, Line)>,
    /// Variables with lines. Sorted.
    variables: Vec<(u32, Line)>,
    /// The id of the import of NonSemantic.Shader.DebugInfo.100, or 0.
    debug: u32,
}

impl<'a> Lines<'a> {
    pub(super) fn new(words: &'a [u32], facts: &'a Facts) -> Self {
        let is_debug = |import: &&Import| {
            let inst = Inst::at(words, import.offset);
            let name = inst.and_then(|inst| string_lossy(views::ExtInstImport(inst).name()));
            name.is_some_and(|name| name.starts_with("NonSemantic.Shader.DebugInfo."))
        };
        let mut lines = Self {
            words,
            facts,
            from: Vec::new(),
            variables: Vec::new(),
            debug: facts.imports.iter().find(is_debug).map_or(0, |one| one.id),
        };
        for inst in Insts::new(words, facts.globals, words.len() as u32) {
            lines.read(inst);
        }
        lines.variables.order();
        lines
    }

    fn read(&mut self, inst: Inst<'_>) {
        let (at, line) = match inst.opcode() {
            op::OpLine => (
                inst.offset(),
                (views::Line(inst).file(), views::Line(inst).line()),
            ),
            op::OpNoLine => (inst.offset(), (0, 0)),
            op::OpExtInst if views::ExtInst(inst).set() == self.debug => {
                let operands = views::ExtInst(inst).operands();
                let operand = |at: usize| operands.get(at).copied().unwrap_or(0);
                match views::ExtInst(inst).instruction() {
                    debug::LINE => (inst.offset(), self.line(operand(0), operand(1))),
                    debug::NO_LINE => (inst.offset(), (0, 0)),
                    debug::GLOBAL_VARIABLE => {
                        let line = self.line(operand(2), operand(3));
                        return self.variables.push((operand(7), line));
                    }
                    _ => return,
                }
            }
            opcode => {
                let ends = opcode == op::OpFunctionEnd
                    || op_hot(opcode).flags.contains(OpFlags::TERMINATOR);
                if !ends || self.from.last().is_none_or(|last| last.1 == (0, 0)) {
                    return;
                }
                (inst.end(), (0, 0))
            }
        };
        self.from.push((at, line));
    }

    /// The line that a `DebugSource` and the id of a number stand for.
    fn line(&self, source: u32, line: u32) -> Line {
        let source = self.facts.def(self.words, source);
        let source = source
            .filter(|def| def.is_extended() && views::ExtInst(*def).instruction() == debug::SOURCE);
        let line = self.facts.index(self.words, line).unwrap_or(0);
        (source.map_or(0, |def| views::ExtInst(def).operand()), line)
    }

    /// The line of an instruction.
    pub(super) fn of(&self, inst: Inst<'_>) -> Option<SourceLine> {
        let id = match inst.opcode() {
            op::OpVariable | op::OpUntypedVariableKHR => inst.result(),
            opcode if op_hot(opcode).flags.contains(OpFlags::ANNOTATION) => inst.target(),
            _ => 0,
        };
        let own = self.variables.binary_search_by_key(&id, |one| one.0);
        let (file, line) = match own.ok().and_then(|at| self.variables.get(at)) {
            Some((_, line)) if id != 0 => *line,
            _ => {
                let behind = self.from.partition_point(|one| one.0 <= inst.offset());
                self.from.get(behind.checked_sub(1)?)?.1
            }
        };
        let file = self.facts.def(self.words, file)?;
        let file = Some(file).filter(|def| def.opcode() == op::OpString)?;
        let file =
            string_lossy(views::String(file).string()).filter(|name| name.len() <= LONGEST)?;
        Some(SourceLine { file, line })
    }
}

#[cfg(test)]
mod tests;
