//! Assembling the output: everything before the annotations from the input, then the build's sections.

use super::{patch_header, ModuleBuilder, DANGLING};
use crate::facts::Gates;
use crate::header::LEN;
use crate::inst::{Inst, Insts};
use crate::operands::string_words;
use crate::order::Order;
use crate::passes::{Input, LowerError};
use crate::tables::{op, op_hot, OpFlags};
use crate::views;
use alloc::vec::Vec;

impl ModuleBuilder {
    /// Writes the module to `out`.
    ///
    /// # Errors
    /// If an instruction or the output has become too long, or an entry point refers to a removed id.
    pub(crate) fn finish(
        &mut self,
        input: Input<'_>,
        out: &mut Vec<u32>,
    ) -> Result<(), LowerError> {
        let facts = input.facts;
        self.check_size()?;
        self.interface_of.order();
        out.clear();
        out.extend_from_slice(input.words.get(..LEN).unwrap_or(&[]));
        if let Some(bound) = out.get_mut(3) {
            *bound = self.bound;
        }
        let mut added = false;
        for inst in Insts::new(input.words, LEN as u32, facts.preamble_end) {
            match inst.opcode() {
                op::OpCapability => self
                    .capabilities
                    .retain(|&new| new != views::Capability(inst).capability()),
                _ if !added => {
                    added = true;
                    self.push_capabilities(out);
                    out.extend_from_slice(&self.extensions);
                }
                _ => {}
            }
            if inst.opcode() != op::OpExtInstImport
                || self.keeps(views::ExtInstImport(inst).result())
            {
                out.extend_from_slice(inst.words());
            }
        }
        if !added {
            self.push_capabilities(out);
            out.extend_from_slice(&self.extensions);
        }
        out.extend_from_slice(&self.imports);
        let dropped = core::mem::take(&mut self.dropped);
        let mut next = dropped.iter().peekable();
        let mut head = Head {
            words: input.words,
            from: facts.preamble_end,
        };
        for inst in Insts::new(input.words, facts.preamble_end, facts.debug) {
            if next.next_if(|&&offset| offset == inst.offset()).is_some() {
                head.skip(inst, out);
            } else if inst.opcode() == op::OpEntryPoint {
                head.skip(inst, out);
                self.entry_point(inst, out)?;
            } else if inst.opcode() == op::OpExecutionModeId {
                head.skip(inst, out);
                self.mode_by_ids(inst, out)?;
            }
        }
        head.copy_to(facts.debug, out);
        out.extend_from_slice(&self.modes);
        let mut names_written = false;
        for inst in Insts::new(input.words, facts.debug, facts.annotations) {
            match inst.opcode() {
                _ if next.next_if(|&&offset| offset == inst.offset()).is_some() => {
                    head.skip(inst, out);
                }
                op::OpName | op::OpMemberName if !self.keeps(inst.target()) => head.skip(inst, out),
                op::OpModuleProcessed if !names_written => {
                    names_written = true;
                    head.copy_to(inst.offset(), out);
                    out.extend_from_slice(&self.names);
                }
                _ => {}
            }
        }
        head.copy_to(facts.annotations, out);
        self.dropped = dropped;
        if !names_written {
            out.extend_from_slice(&self.names);
        }
        out.extend_from_slice(&self.annotations);
        // Lines and extended instructions may stand between annotations.
        if facts.gates.meets(Gates::LINES.with(Gates::EXTENDED)) {
            for inst in Insts::new(input.words, facts.annotations, facts.globals) {
                if !op_hot(inst.opcode()).flags.contains(OpFlags::ANNOTATION) {
                    out.extend_from_slice(inst.words());
                }
            }
        }
        for section in [&self.globals, &self.code, &self.soft] {
            out.extend_from_slice(section);
        }
        self.splits.mend(out, facts.header.bound);
        if self.overlong {
            return Err(LowerError::Because(
                "an instruction would become longer than SPIR-V allows",
            ));
        }
        Ok(())
    }

    fn push_capabilities(&self, out: &mut Vec<u32>) {
        for &capability in &self.capabilities {
            out.extend_from_slice(&[2 << 16 | u32::from(op::OpCapability), capability]);
        }
    }

    fn entry_point(&mut self, inst: Inst<'_>, out: &mut Vec<u32>) -> Result<(), LowerError> {
        let entry = views::EntryPoint(inst);
        let start = out.len();
        let name_end = 3 + string_words(entry.name()).unwrap_or(0);
        out.extend_from_slice(inst.words().get(..name_end).unwrap_or(&[]));
        let mut listed = core::mem::take(&mut self.starts);
        listed.clear();
        let mut merged = false;
        for &id in inst.from(name_end) {
            let now = self.get(id);
            merged |= now != Some(id);
            listed.extend(now);
        }
        if merged {
            // Variables that were merged are listed once (specification, `OpEntryPoint`).
            listed.order();
            listed.dedup();
        }
        let function = entry.entry_point();
        let first = self.interface_of.partition_point(|one| one.0 < function);
        let new = self.interface_of.get(first..).unwrap_or(&[]).iter();
        let new = new.take_while(|one| one.0 == function).map(|one| one.1);
        for id in new {
            if !listed.contains(&id) {
                listed.push(id);
            }
        }
        out.extend_from_slice(&listed);
        self.starts = listed;
        let model = entry.execution_model();
        let new = self.interface.iter();
        out.extend(
            new.filter(|&&(of, _)| of.is_none_or(|of| of == model))
                .map(|new| new.1),
        );
        patch_header(out, start, op::OpEntryPoint, &mut self.overlong);
        self.get(entry.entry_point()).map(|_| ()).ok_or(DANGLING)
    }

    /// Copies an execution mode whose operands are ids: types, and constants, of which an expanded one stands for its lower word.
    fn mode_by_ids(&self, inst: Inst<'_>, out: &mut Vec<u32>) -> Result<(), LowerError> {
        out.extend_from_slice(inst.words().get(..3).unwrap_or(&[]));
        for &id in inst.from(3) {
            out.push(self.get(id).ok_or(DANGLING)?);
        }
        Ok(())
    }
}

/// The part of the input before the annotations that is copied but not yet written.
struct Head<'w> {
    words: &'w [u32],
    from: u32,
}

impl Head<'_> {
    /// Copies everything up to a word offset.
    fn copy_to(&mut self, offset: u32, out: &mut Vec<u32>) {
        let run = self.words.get(self.from as usize..offset as usize);
        out.extend_from_slice(run.unwrap_or(&[]));
        self.from = offset;
    }

    /// Copies everything up to an instruction, and continues behind it.
    fn skip(&mut self, inst: Inst<'_>, out: &mut Vec<u32>) {
        self.copy_to(inst.offset(), out);
        self.from = inst.end();
    }
}
