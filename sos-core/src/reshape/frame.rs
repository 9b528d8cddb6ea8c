//! The module that a pass writes: its sections as buffers, new ids, and which id of the input stands for which now.
//!
//! A pass walks its input in any order that suits it and writes into four sections: annotations, globals, code, and helper
//! functions, which come last. What stands before annotations is written by [`Frame::finish`] from the input. Ids of the
//! input keep their numbers; new ones come behind them.
//!
//! An id of the input may *stand for* another in the output ([`Frame::substitute`]), or be *gone* ([`Frame::remove`]). A
//! copied instruction has its ids exchanged by the grammar's own walk over operands; one that names an id that is gone is
//! refused. Names and decorations of ids that no longer exist are dropped.
//!
//! Most instructions are copied as they are, a run of them at once ([`Frame::copy_run`]). Ids of the input have marks
//! ([`mark`]): an instruction with no word that is the number of a marked id names none, whichever of its words are ids. Of
//! others, the marks of the ids are united ([`Frame::marks`]). A pass marks what it has to do with, before it looks at
//! functions, since phis name what comes later.
//!
//! Types: SPIR-V forbids two declarations of the same type that is no aggregate and no pointer (section 2.8). All types
//! and constants go through [`Frame::declare`] or [`Frame::declare_as`], which find what is there already; so two types
//! of the input that become one are one.

mod blocks;
mod code;
mod finish;
mod globals;
mod sweep;

pub use code::map_uses;

use super::{Counts, Input, Kind, Refusal};
use crate::declared::Declared;
use crate::inst::Inst;
use crate::operands::{for_each_id, WalkEnd};
use crate::plan::{push_string, result, Splits};
use crate::specialize::switch_literal_words;
use crate::tables::{op, op_hot, ExtInstSet, OpFlags};

/// What an id that is gone stands for.
const REMOVED: u32 = u32::MAX;

/// Numbers below this one are asked for as constants so often that their ids are kept: bits in a word, and components.
const SMALL: usize = 32;

/// The longest instruction that can be.
const MAX_INSTRUCTION: usize = 0xFFFF;

/// An id that is gone is named by something that stays.
pub(super) const DANGLING: Refusal =
    Refusal("an instruction uses something that cannot be represented on this device");

/// What is marked of an id of the input.
pub mod mark {
    /// Another stands for it, or it is gone.
    pub const CHANGED: u8 = 1;
    /// For the pass: what it has to do with.
    pub const TOUCHED: u8 = 2;
    /// For the pass: an entry point that has the mode which the pass would give it.
    pub const HAS_MODE: u8 = 4;
}

/// What [`Frame`] is about: see the module.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    bound: u32,
    /// By id of the input: what stands for it, 0 for itself.
    replacement: Vec<u32>,
    /// By id of the input: bits of [`mark`].
    marks: Vec<u8>,
    capabilities: Vec<u32>,
    extensions: Vec<u32>,
    imports: Vec<u32>,
    /// Execution modes beside the input's.
    modes: Vec<u32>,
    /// Modes and names that the pass has dropped, as word offsets into the input.
    dropped: Vec<u32>,
    /// Names beside the input's.
    names: Vec<u32>,
    annotations: Vec<u32>,
    globals: Vec<u32>,
    code: Vec<u32>,
    helpers: Vec<u32>,
    in_helper: bool,
    /// Helper functions by the pass's key.
    known_helpers: Vec<(u32, u32)>,
    /// Blocks of the input that were split.
    splits: Splits,
    /// New variables for the interfaces of entry points: of one execution model, or of all.
    interface: Vec<(Option<u32>, u32)>,
    /// The same for those of one function, and variables of the input.
    interface_of: Vec<(u32, u32)>,
    /// Where types and constants are declared in `globals`, by a hash of what they say.
    declared: Declared<u32>,
    cached: Cached,
    glsl: u32,
    counts: Counts,
    overlong: bool,
    /// A function that a refusal is about, for the report; 0 if it is about no one function.
    pub(super) blamed: u32,
    /// Of a sweep: what is known of each id, and where globals start.
    state: Vec<u8>,
    starts: Vec<u32>,
}

impl Frame {
    /// Starts over, for an input, of which an import may be unused: that is gone, and so is debug information that holds
    /// literals.
    pub(super) fn begin(&mut self, input: Input<'_>, unused: Option<u32>) {
        let bound = input.facts.header.bound;
        self.bound = bound;
        self.replacement.clear();
        self.replacement.resize(bound as usize, 0);
        self.marks.clear();
        self.marks.resize(bound as usize, 0);
        self.capabilities.clear();
        self.extensions.clear();
        self.imports.clear();
        self.modes.clear();
        self.dropped.clear();
        self.names.clear();
        self.annotations.clear();
        self.globals.clear();
        self.code.clear();
        self.helpers.clear();
        self.in_helper = false;
        self.known_helpers.clear();
        self.splits.reset();
        self.interface.clear();
        self.interface_of.clear();
        self.declared.clear();
        self.cached = Cached::default();
        unused.into_iter().for_each(|id| self.remove(id));
        // Of these, numbers of lines would be taken for ids, and exchanged.
        let imports = input.facts.imports.iter();
        for import in imports.filter(|import| import.set.has_literals()) {
            self.remove(import.id);
        }
        let glsl = glsl_import(input).filter(|&id| self.keeps(id));
        self.glsl = glsl.unwrap_or(0);
        self.counts = Counts::default();
        self.overlong = false;
        self.blamed = 0;
    }

    /// Counts something that was taken away or rewritten, for the report.
    pub fn count(&mut self, kind: Kind) {
        if let Some(count) = self.counts.get_mut(kind as usize) {
            *count += 1;
        }
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    // ---- Ids ----

    /// A new id.
    pub fn id(&mut self) -> u32 {
        let id = self.bound;
        self.bound = self.bound.saturating_add(1);
        id
    }

    /// Makes another id stand for one of the input wherever that is named.
    pub fn substitute(&mut self, id: u32, other: u32) {
        if let Some(slot) = self.replacement.get_mut(id as usize) {
            *slot = if id == other { 0 } else { other };
        }
        if let Some(marks) = self.marks.get_mut(id as usize) {
            let changed = if id == other { 0 } else { mark::CHANGED };
            *marks = *marks & !mark::CHANGED | changed;
        }
    }

    /// Says that the output does not define an id of the input: its names and decorations go, and whatever else names it
    /// is refused.
    pub fn remove(&mut self, id: u32) {
        self.substitute(id, REMOVED);
    }

    /// What stands for an id of the input; `None` if it is gone. New ids stand for themselves.
    pub fn get(&self, id: u32) -> Option<u32> {
        match self.replacement.get(id as usize) {
            Some(0) | None => Some(id),
            Some(&REMOVED) => None,
            Some(&other) => Some(other),
        }
    }

    /// Whether the output still defines an id of the input, under its own number.
    pub fn keeps(&self, id: u32) -> bool {
        self.get(id) == Some(id)
    }

    /// Marks an id of the input.
    pub fn mark(&mut self, id: u32, bits: u8) {
        if let Some(marks) = self.marks.get_mut(id as usize) {
            *marks |= bits;
        }
    }

    /// Whether an id of the input has one of these marks.
    pub fn is_marked(&self, id: u32, bits: u8) -> bool {
        self.marks_of(id) & bits != 0
    }

    /// Marks what instructions with one of these flags define, where that holds for their first word behind the header: the
    /// type of a value, or a type itself.
    pub fn mark_all(
        &mut self,
        input: Input<'_>,
        flags: OpFlags,
        bits: u8,
        is: impl Fn(u32) -> bool,
    ) {
        for (marks, &at) in self.marks.iter_mut().zip(&input.facts.def) {
            let of = at as usize..at as usize + 2;
            if let Some(&[header, first]) = input.words.get(of).filter(|_| at != 0) {
                if op_hot(header as u16).flags.intersects(flags) && is(first) {
                    *marks |= bits;
                }
            }
        }
    }

    /// The marks of all ids that an instruction names, its result among them.
    #[inline]
    pub fn marks(&self, input: Input<'_>, inst: Inst<'_>) -> u8 {
        match self.has_marked_words(inst, u8::MAX) {
            true => self.marks_of_ids(input, inst),
            false => 0,
        }
    }

    /// The same, where some of its words are numbers of marked ids.
    fn marks_of_ids(&self, input: Input<'_>, inst: Inst<'_>) -> u8 {
        let literals = switch_literal_words(input.facts, input.words, inst);
        let mut all = 0;
        for_each_id(inst.words(), literals, |_, id| all |= self.marks_of(id));
        all
    }

    /// Whether a word of an instruction, id or not, is the number of an id with one of these marks.
    #[inline]
    fn has_marked_words(&self, inst: Inst<'_>, bits: u8) -> bool {
        let mut words = inst.from(1).iter();
        words.any(|&word| self.marks_of(word) & bits != 0)
    }

    #[inline]
    fn marks_of(&self, id: u32) -> u8 {
        self.marks.get(id as usize).copied().unwrap_or(0)
    }

    // ---- What stands before the annotations ----

    /// Adds a capability, by its value. The last plan drops those that are not needed, but adds none.
    pub fn capability(&mut self, capability: u32) {
        if !self.capabilities.contains(&capability) {
            self.capabilities.push(capability);
        }
    }

    /// Adds a new variable to the interfaces of all entry points, or of those of one execution model.
    pub fn add_to_interfaces(&mut self, variable: u32, model: Option<u32>) {
        self.interface.push((model, variable));
    }

    /// Adds a variable to the interfaces of those entry points of a function that do not list it.
    pub fn add_to_interface_of(&mut self, function: u32, variable: u32) {
        self.interface_of.push((function, variable));
    }

    /// Adds an extension that the input does not name.
    pub fn extension(&mut self, name: &str) {
        let start = self.extensions.len();
        self.extensions.push(0);
        push_string(&mut self.extensions, name);
        patch_header(
            &mut self.extensions,
            start,
            op::OpExtension,
            &mut self.overlong,
        );
    }

    /// Adds an execution mode: the entry point, the mode and its operands.
    pub fn mode(&mut self, words: &[u32]) {
        let opcode = op::OpExecutionMode;
        push(&mut self.modes, opcode, [0], words, &mut self.overlong);
    }

    /// Drops an instruction that stands between the memory model and the annotations: an execution mode, or a name.
    /// In ascending order only.
    pub fn drop_mode_or_name(&mut self, inst: Inst<'_>) {
        self.dropped.push(inst.offset());
    }

    /// The id of `GLSL.std.450`: the input's import, or a new one.
    pub fn glsl_set(&mut self) -> u32 {
        if self.glsl == 0 {
            self.glsl = self.id();
            let name = "GLSL.std.450";
            let len = name.len() as u32 / 4 + 3;
            self.imports
                .extend_from_slice(&[len << 16 | u32::from(op::OpExtInstImport), self.glsl]);
            push_string(&mut self.imports, name);
        }
        self.glsl
    }

    // ---- Annotations ----

    /// Gives a structure the name of another, or of a member of it, by the `OpName` or `OpMemberName` of that.
    pub fn name_like(&mut self, structure: u32, like: Inst<'_>) {
        let start = self.names.len();
        self.names.extend_from_slice(like.words());
        if let Some(target) = self.names.get_mut(start + 1) {
            *target = structure;
        }
    }

    /// Writes an annotation, given without its header: `OpDecorate` with target, decoration and operands, and the like.
    pub fn annotate(&mut self, opcode: u16, words: &[u32]) {
        let buffer = &mut self.annotations;
        push(buffer, opcode, [0], words, &mut self.overlong);
    }

    /// Copies all annotations, as [`Frame::copy_annotation`] does one.
    ///
    /// # Errors
    /// As [`Frame::copy_annotation`].
    pub fn copy_annotations(&mut self, input: Input<'_>) -> Result<(), Refusal> {
        input
            .facts
            .decorations(input.words)
            .try_for_each(|inst| self.copy_annotation(input, inst))
    }

    /// Copies an annotation, without what no longer exists: nothing at all, if that is its target. To be called once all
    /// substitutions of types, constants and variables are known.
    ///
    /// # Errors
    /// If it names something else that is gone, or holds words that the grammar does not know.
    pub fn copy_annotation(&mut self, input: Input<'_>, inst: Inst<'_>) -> Result<(), Refusal> {
        let step = match inst.opcode() {
            op::OpGroupDecorate => 1,
            op::OpGroupMemberDecorate => 2,
            _ if !self.keeps(inst.word(1)) => return Ok(()),
            _ => return self.copy(input, inst, Section::Annotations),
        };
        let start = self.annotations.len();
        self.annotations.extend_from_slice(&[0, inst.word(1)]);
        for target in inst.from(2).chunks_exact(step) {
            if target.first().is_some_and(|&id| self.keeps(id)) {
                self.annotations.extend_from_slice(target);
            }
        }
        patch_header(
            &mut self.annotations,
            start,
            inst.opcode(),
            &mut self.overlong,
        );
        Ok(())
    }

    #[inline]
    fn copy(&mut self, input: Input<'_>, inst: Inst<'_>, into: Section) -> Result<(), Refusal> {
        if inst.opcode() == op::OpLabel {
            self.splits.block = inst.word(1);
        }
        if self.has_marked_words(inst, mark::CHANGED) {
            return self.copy_mapped(input, inst, into);
        }
        self.section(into).extend_from_slice(inst.words());
        Ok(())
    }

    fn section(&mut self, section: Section) -> &mut Vec<u32> {
        match section {
            Section::Annotations => &mut self.annotations,
            Section::Globals => &mut self.globals,
            Section::Code => &mut self.code,
        }
    }

    /// Copies an instruction with its ids exchanged.
    #[inline(never)]
    fn copy_mapped(
        &mut self,
        input: Input<'_>,
        inst: Inst<'_>,
        section: Section,
    ) -> Result<(), Refusal> {
        let literals = switch_literal_words(input.facts, input.words, inst);
        let mut buffer = std::mem::take(self.section(section));
        let start = buffer.len();
        buffer.extend_from_slice(inst.words());
        let copy = buffer.get_mut(start..).unwrap_or_default();
        let (defined, mut dangles) = (result(inst), false);
        let end = for_each_id(inst.words(), literals, |index, id| {
            let now = match self.replacement.get(id as usize) {
                Some(&now) if now != 0 && defined != Some(id) => now,
                _ => return,
            };
            dangles |= now == REMOVED;
            if let Some(slot) = copy.get_mut(index) {
                *slot = now;
            }
        });
        let fits = !dangles && end == WalkEnd::Complete;
        if !fits {
            buffer.truncate(start);
        }
        *self.section(section) = buffer;
        if fits {
            return Ok(());
        }
        if end != WalkEnd::Complete {
            return Err(Refusal("an instruction with unknown operands"));
        }
        // What has no effect goes with what it speaks of, and so does what speaks of that.
        match result(inst).filter(|_| crate::plan::is_non_semantic(input.facts, inst)) {
            Some(id) => {
                self.remove(id);
                Ok(())
            }
            None => Err(DANGLING),
        }
    }
}

/// Ids of types and constants that are asked for often, 0 where they are not known.
#[derive(Clone, Copy, Debug, Default)]
struct Cached {
    /// By `Basic` of [`globals`]: unsigned and signed integers, floats, all of 32 bits; Booleans.
    types: [u32; 4],
    /// Vectors of these, by the number of components.
    vectors: [[u32; 5]; 4],
    /// Small constants.
    small: [u32; SMALL],
}

/// Where a copy goes.
#[derive(Clone, Copy)]
enum Section {
    Annotations,
    Globals,
    Code,
}

/// Writes an instruction: its first words, of which the header is left open, and the others.
#[inline]
fn push<const N: usize>(
    buffer: &mut Vec<u32>,
    opcode: u16,
    mut first: [u32; N],
    rest: &[u32],
    overlong: &mut bool,
) {
    if let Some(word) = first.first_mut() {
        *word = header(N + rest.len(), opcode, overlong);
    }
    buffer.extend_from_slice(&first);
    buffer.extend_from_slice(rest);
}

/// Writes the header of the instruction that begins at `start` and ends with the buffer.
fn patch_header(buffer: &mut [u32], start: usize, opcode: u16, overlong: &mut bool) {
    let len = buffer.len() - start;
    if let Some(word) = buffer.get_mut(start) {
        *word = header(len, opcode, overlong);
    }
}

/// The header of an instruction of so many words; notes if they are too many.
#[inline]
fn header(len: usize, opcode: u16, overlong: &mut bool) -> u32 {
    *overlong |= len > MAX_INSTRUCTION;
    (len as u32) << 16 | u32::from(opcode)
}

/// The import of `GLSL.std.450`.
fn glsl_import(input: Input<'_>) -> Option<u32> {
    let mut imports = input.facts.imports.iter();
    let glsl = imports.find(|import| import.set == ExtInstSet::GlslStd450);
    glsl.map(|import| import.id)
}

/// The same, if nothing uses it. Front ends write it always; and of a module with it and without it, passes make the same.
pub fn unused_import(input: Input<'_>) -> Option<u32> {
    let Input { words, facts } = input;
    let glsl = glsl_import(input)?;
    let mut code = facts.code(words);
    let used = code.any(|inst| inst.is_extended() && inst.word(3) == glsl);
    (!used).then_some(glsl)
}

#[cfg(test)]
mod tests;
