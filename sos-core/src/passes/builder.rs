//! The module that a pass writes: output sections, new ids, and the mapping from ids of the input to ids of the output.
//!
//! A pass visits its input in any order and writes into three sections: annotations, globals and code. Functions of the soft
//! library follow. [`ModuleBuilder::finish`] emits everything before the annotations from the input. Ids of the input keep their
//! numbers; new ids follow them.
//!
//! An id of the input may be *replaced* by another in the output ([`ModuleBuilder::substitute`]), or be *removed*
//! ([`ModuleBuilder::remove`]). When an instruction is copied, its ids are mapped with the grammar's operand kinds; if it uses a
//! removed id, it is refused. Names and decorations of removed ids are dropped.
//!
//! Most instructions are copied unmodified, in runs ([`ModuleBuilder::copy_run`]). Ids of the input have marks ([`mark`]). An
//! instruction none of whose words equals a marked id uses no marked id, whichever of its words are ids; this test is
//! cheap. For other instructions, the union of the marks of their ids is determined ([`ModuleBuilder::marks`]). A pass sets its
//! marks before it visits functions, since phis use ids that are defined later.
//!
//! Types: SPIR-V forbids duplicate declarations of a type that is neither an aggregate nor a pointer (section 2.8). All
//! types and constants go through [`declare`](crate::build::Build::declare) or [`ModuleBuilder::declare_as`], which look for an
//! existing declaration. So two types of the input that become the same type share one declaration.

mod code;
mod finish;
mod globals;
mod sweep;
mod write;

pub use code::map_uses;

use super::{Counts, Input, Kind, LowerError};
use crate::build::{Basic, Build};
use crate::declared::Declared;
use crate::facts::Gates;
use crate::inst::Inst;
use crate::operands::{are_all_ids, for_each_id, WalkEnd};
use crate::options::Limits;
use crate::plan::{is_non_uniform, push_string, result, Splits};
use crate::soft::{Buffers, Linked};
use crate::specialize::switch_literal_words;
use crate::tables::{capability, op, op_hot, ExtInstSet, OpFlags};
use crate::target::Feature;
use crate::views;
use alloc::vec::Vec;

/// The replacement of a removed id.
const REMOVED: u32 = u32::MAX;

/// Constants below this value, such as bit positions and component numbers, are requested so often that their ids are
/// cached.
const SMALL: usize = 32;

/// The maximal length of an instruction in words.
const MAX_INSTRUCTION: usize = 0xFFFF;

/// An instruction that is kept uses a removed id.
pub(super) const DANGLING: LowerError =
    LowerError::Because("an instruction uses something that cannot be represented on this device");

/// The marks of an id of the input.
pub mod mark {
    /// The id is replaced or removed.
    pub const CHANGED: u16 = 1;
    /// Set by the pass: the id is relevant to it.
    pub const TOUCHED: u16 = 2;
    /// Set by the pass: an entry point that already declares the execution mode that the pass would add.
    pub const HAS_MODE: u16 = 4;
    /// The output has to define the id under its own number: a phi has used it before its definition, or it is decorated with
    /// `NonUniform`, which its replacement need not be.
    pub(super) const DEFINED: u16 = 8;
    /// Bits from this one on are classes of the pass's own.
    pub const CLASSES: u32 = 8;
}

/// The module that a pass writes; see the module documentation.
#[derive(Clone, Debug, Default)]
pub struct ModuleBuilder {
    bound: u32,
    /// By id of the input: its replacement, or 0 if it keeps its number.
    replacement: Vec<u32>,
    /// By id of the input: bits of [`mark`].
    marks: Vec<u16>,
    capabilities: Vec<u32>,
    extensions: Vec<u32>,
    imports: Vec<u32>,
    /// Execution modes that the pass adds.
    modes: Vec<u32>,
    /// Execution modes and names of the input that the pass drops, as word offsets.
    dropped: Vec<u32>,
    /// Names that the pass adds.
    names: Vec<u32>,
    annotations: Vec<u32>,
    globals: Vec<u32>,
    code: Vec<u32>,
    /// Functions of the soft library.
    soft: Vec<u32>,
    linked: Vec<Linked>,
    soft_buffers: Buffers,
    /// Blocks of the input that the pass has split.
    splits: Splits,
    /// New variables for the interfaces of entry points: of one execution model, or of all.
    interface: Vec<(Option<u32>, u32)>,
    /// Variables for the interfaces of one function's entry points, as pairs of function and variable; they may be the
    /// input's.
    interface_of: Vec<(u32, u32)>,
    /// Word offsets in `globals` of types and constants, by a hash of their content.
    declared: Declared<u32>,
    cached: Cached,
    glsl: u32,
    counts: Counts,
    overlong: bool,
    /// The largest output, in words.
    most: usize,
    /// The word offset of the instruction that the pass is looking at, for the report on a refusal; 0 if there is no single
    /// one. [`ModuleBuilder::copy_run`] keeps it; a pass that walks the module in another way calls [`ModuleBuilder::locate`].
    pub(super) at: u32,
    /// What a pass is replacing that replaces several things, for the same report; empty for all that the pass replaces.
    pub(super) replacing: &'static [Feature],
    /// Used by [`ModuleBuilder::sweep`]: the state of each id, the word offsets of globals, and of what is removed.
    state: Vec<u8>,
    starts: Vec<u32>,
    swept: Vec<u32>,
}

impl ModuleBuilder {
    /// Resets the build for an input. Removes the import `unused`, and imports of debug information whose operands are
    /// literals.
    pub(crate) fn begin(&mut self, input: Input<'_>, unused: Option<u32>) {
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
        self.soft.clear();
        self.linked.clear();
        self.soft_buffers.forget();
        self.splits.reset();
        self.interface.clear();
        self.interface_of.clear();
        self.declared.clear();
        self.cached = Cached::default();
        unused.into_iter().for_each(|id| self.remove(id));
        // Copying would mistake their literals, such as line numbers, for ids.
        let imports = input.facts.imports.iter();
        for import in imports.filter(|import| import.set.has_literals()) {
            self.remove(import.id);
        }
        let glsl = glsl_import(input).filter(|&id| self.keeps(id));
        self.glsl = glsl.unwrap_or(0);
        if input.facts.declares(capability::ShaderNonUniform) {
            let decorations = input.facts.decorations(input.words);
            for inst in decorations.filter(|&inst| is_non_uniform(inst)) {
                self.mark(inst.target(), mark::DEFINED);
            }
        }
        self.counts = Counts::default();
        self.overlong = false;
        self.most = usize::MAX;
        self.at = 0;
        self.replacing = &[];
    }

    /// Limits the size of the output. It may be twice that of the final one, which later steps may shorten.
    pub(crate) fn limit(&mut self, limits: &Limits) {
        self.most = (limits.words as usize).saturating_mul(2);
    }

    /// Checks that the functions written so far are within the limit: what a pass makes of a hostile module must not fill the
    /// memory before the output is measured.
    ///
    /// # Errors
    /// If they are not.
    #[inline]
    pub fn check_size(&self) -> Result<(), LowerError> {
        match self.code.len() > self.most {
            true => Err(LowerError::TooLarge),
            false => Ok(()),
        }
    }

    /// The length of the functions written so far, in words.
    pub fn code_len(&self) -> usize {
        self.code.len()
    }

    /// Inserts words into the functions written so far.
    pub fn insert_code(&mut self, at: usize, words: &[u32]) {
        if at <= self.code.len() {
            self.code.splice(at..at, words.iter().copied());
        }
    }

    /// Counts a replacement, for the report.
    pub fn count(&mut self, kind: Kind) {
        self.counts.count(kind);
    }

    /// Notes the instruction at a word offset of the input for the report, if what the pass did with it is a refusal.
    ///
    /// # Errors
    /// The refusal.
    pub fn locate<T>(&mut self, at: u32, done: Result<T, LowerError>) -> Result<T, LowerError> {
        if done.is_err() {
            self.at = at;
        }
        done
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }

    // ---- Ids ----

    /// Replaces an id of the input by another in everything that is copied from here on.
    pub fn substitute(&mut self, id: u32, other: u32) {
        if let Some(slot) = self.replacement.get_mut(id as usize) {
            *slot = if id == other { 0 } else { other };
        }
        if let Some(marks) = self.marks.get_mut(id as usize) {
            let changed = if id == other { 0 } else { mark::CHANGED };
            *marks = *marks & !mark::CHANGED | changed;
        }
    }

    /// Emits an operation on one value with a given result id. A copy is emitted only where the id cannot stand for the value.
    pub fn unary_as(&mut self, id: u32, opcode: u16, ty: u32, value: u32) {
        let is_of_input = (id as usize) < self.marks.len();
        match opcode == op::OpCopyObject && is_of_input && !self.is_marked(id, mark::DEFINED) {
            true => self.substitute(id, value),
            false => self.op_as(id, opcode, ty, &[value]),
        }
    }

    /// Notes what a phi uses before its definition.
    pub(super) fn note_phi(&mut self, inst: Inst<'_>) {
        for &value in inst.operands().iter().step_by(2) {
            self.mark(value, mark::DEFINED);
        }
    }

    /// Declares that the output does not define an id of the input: its names and decorations are dropped, and any other
    /// use of it is refused.
    pub fn remove(&mut self, id: u32) {
        self.substitute(id, REMOVED);
    }

    /// Returns the replacement of an id of the input, or `None` if it is removed. New ids map to themselves.
    pub fn get(&self, id: u32) -> Option<u32> {
        match self.replacement.get(id as usize) {
            Some(0) | None => Some(id),
            Some(&REMOVED) => None,
            Some(&other) => Some(other),
        }
    }

    /// Whether the output defines an id of the input under its own number.
    pub fn keeps(&self, id: u32) -> bool {
        self.get(id) == Some(id)
    }

    /// Sets marks of an id of the input.
    pub fn mark(&mut self, id: u32, bits: u16) {
        if let Some(marks) = self.marks.get_mut(id as usize) {
            *marks |= bits;
        }
    }

    /// Whether an id of the input has any of these marks.
    pub fn is_marked(&self, id: u32, bits: u16) -> bool {
        self.marks_of(id) & bits != 0
    }

    /// Marks the results of all instructions with what `of` returns for their flags and the first word behind the header. That word
    /// is the result type of what has one, else the result itself.
    pub fn mark_all(&mut self, input: Input<'_>, of: impl Fn(OpFlags, u32) -> u16) {
        for (marks, &at) in self.marks.iter_mut().zip(&input.facts.def) {
            let words = at as usize..at as usize + 2;
            if let Some(&[header, first]) = input.words.get(words).filter(|_| at != 0) {
                *marks |= of(op_hot(header as u16).flags, first);
            }
        }
    }

    /// Returns the union of the marks of all ids of an instruction, its result id included.
    #[inline]
    pub fn marks(&self, input: Input<'_>, inst: Inst<'_>) -> u16 {
        // In most instructions no word equals a marked id, and in many others all words are ids.
        let words = inst.from(1).iter();
        let all = words.fold(0, |all, &word| all | self.marks_of(word)) & !mark::DEFINED;
        match all == 0 || are_all_ids(op_hot(inst.opcode()), inst.words().len()) {
            true => all,
            false => self.marks_of_ids(input, inst),
        }
    }

    /// As [`ModuleBuilder::marks`], for an instruction that may have other words besides ids.
    #[inline(never)]
    fn marks_of_ids(&self, input: Input<'_>, inst: Inst<'_>) -> u16 {
        let literals = switch_literal_words(input.facts, input.words, inst);
        let mut all = 0;
        for_each_id(inst.words(), literals, |_, id| all |= self.marks_of(id));
        all & !mark::DEFINED
    }

    /// Whether any word of an instruction, id or not, equals an id with one of these marks.
    #[inline]
    fn has_marked_words(&self, inst: Inst<'_>, bits: u16) -> bool {
        let mut words = inst.from(1).iter();
        words.any(|&word| self.marks_of(word) & bits != 0)
    }

    /// Returns the marks of an id of the input.
    #[inline]
    pub fn marks_of(&self, id: u32) -> u16 {
        self.marks.get(id as usize).copied().unwrap_or(0)
    }

    // ---- Before the annotations ----

    /// Adds a capability, given by its value. The final plan drops capabilities that are not needed, but adds none.
    pub fn capability(&mut self, capability: u32) {
        if !self.capabilities.contains(&capability) {
            self.capabilities.push(capability);
        }
    }

    /// Adds a new variable to the interfaces of all entry points, or of those with one execution model.
    pub fn add_to_interfaces(&mut self, variable: u32, model: Option<u32>) {
        self.interface.push((model, variable));
    }

    /// Adds a variable to the interfaces of all entry points, unless they list it already.
    pub fn list_everywhere(&mut self, input: Input<'_>, variable: u32) {
        for entry in input.facts.entries(input.words) {
            self.add_to_interface_of(views::EntryPoint(entry).entry_point(), variable);
        }
    }

    /// Adds a variable to the interfaces of a function's entry points, unless they list it already.
    pub fn add_to_interface_of(&mut self, function: u32, variable: u32) {
        self.interface_of.push((function, variable));
    }

    /// Adds an extension that the input does not declare.
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

    /// Adds an execution mode, given as entry point, mode and operands.
    pub fn mode(&mut self, words: &[u32]) {
        let opcode = op::OpExecutionMode;
        push(&mut self.modes, opcode, [0], words, &mut self.overlong);
    }

    /// Drops an execution mode or a name of the input. Must be called in ascending order of offsets.
    pub fn drop_mode_or_name(&mut self, inst: Inst<'_>) {
        self.dropped.push(inst.offset());
    }

    // ---- Annotations ----

    /// Copies an `OpName` or `OpMemberName` of another structure to this one.
    pub fn name_like(&mut self, structure: u32, like: Inst<'_>) {
        let start = self.names.len();
        self.names.extend_from_slice(like.words());
        if let Some(target) = self.names.get_mut(start + 1) {
            *target = structure;
        }
    }

    /// Writes an annotation, given without its header: for `OpDecorate`, the target, the decoration and its operands.
    pub fn annotate(&mut self, opcode: u16, words: &[u32]) {
        let buffer = &mut self.annotations;
        push(buffer, opcode, [0], words, &mut self.overlong);
    }

    /// Copies all annotations with [`ModuleBuilder::copy_annotation`].
    ///
    /// # Errors
    /// As [`ModuleBuilder::copy_annotation`].
    pub fn copy_annotations(&mut self, input: Input<'_>) -> Result<(), LowerError> {
        input
            .facts
            .decorations(input.words)
            .try_for_each(|inst| self.copy_annotation(input, inst))
    }

    /// Copies an annotation, unless its target is removed. Decoration groups have been taken apart. Must be called after all types, constants and variables have
    /// their final replacements.
    ///
    /// # Errors
    /// If it uses a removed id other than its target, or has operands that the grammar does not know.
    pub fn copy_annotation(&mut self, input: Input<'_>, inst: Inst<'_>) -> Result<(), LowerError> {
        if !self.has_marked_words(inst, mark::CHANGED) {
            self.annotations.extend_from_slice(inst.words());
            return Ok(());
        }
        match self.keeps(inst.target()) {
            true => self.copy_mapped(input, inst, Section::Annotations),
            false => Ok(()),
        }
    }

    /// Copies an instruction and maps its ids.
    #[inline(never)]
    fn copy_mapped(
        &mut self,
        input: Input<'_>,
        inst: Inst<'_>,
        section: Section,
    ) -> Result<(), LowerError> {
        let literals = switch_literal_words(input.facts, input.words, inst);
        let Self {
            replacement,
            annotations,
            globals,
            code,
            ..
        } = self;
        let buffer = match section {
            Section::Annotations => annotations,
            Section::Globals => globals,
            Section::Code => code,
        };
        let start = buffer.len();
        buffer.extend_from_slice(inst.words());
        let copy = buffer.get_mut(start..).unwrap_or_default();
        let (defined, mut dangles) = (result(inst), false);
        let end = for_each_id(inst.words(), literals, |index, id| {
            let now = match replacement.get(id as usize) {
                Some(&now) if now != 0 && defined != Some(id) => now,
                _ => return,
            };
            dangles |= now == REMOVED;
            if let Some(slot) = copy.get_mut(index) {
                *slot = now;
            }
        });
        if !dangles && end == WalkEnd::Complete {
            return Ok(());
        }
        buffer.truncate(start);
        if end != WalkEnd::Complete {
            return Err(LowerError::Because("an instruction with unknown operands"));
        }
        // A non-semantic instruction is removed together with what it refers to, and so are instructions that refer to it.
        match result(inst).filter(|_| crate::plan::is_non_semantic(input.facts, inst)) {
            Some(id) => {
                self.remove(id);
                Ok(())
            }
            None => Err(DANGLING),
        }
    }
}

/// Ids of frequently requested types and constants, 0 if not known yet.
#[derive(Clone, Copy, Debug, Default)]
struct Cached {
    /// By [`Basic`].
    types: [u32; Basic::COUNT],
    /// Vectors of these, by number of components.
    vectors: [[u32; 5]; Basic::COUNT],
    /// Small unsigned constants.
    small: [u32; SMALL],
}

/// The section that an instruction is copied to.
#[derive(Clone, Copy)]
enum Section {
    Annotations,
    Globals,
    Code,
}

/// Appends an instruction: its first words, of which the header is filled in, and the rest.
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

/// Fills in the header of the last instruction in the buffer, which begins at `start`.
fn patch_header(buffer: &mut [u32], start: usize, opcode: u16, overlong: &mut bool) {
    let len = buffer.len() - start;
    if let Some(word) = buffer.get_mut(start) {
        *word = header(len, opcode, overlong);
    }
}

/// Returns the header of an instruction of so many words, and sets `overlong` if there are too many.
#[inline]
fn header(len: usize, opcode: u16, overlong: &mut bool) -> u32 {
    *overlong |= len > MAX_INSTRUCTION;
    (len as u32) << 16 | u32::from(opcode)
}

/// Returns the import of `GLSL.std.450`.
fn glsl_import(input: Input<'_>) -> Option<u32> {
    let mut imports = input.facts.imports.iter();
    let glsl = imports.find(|import| import.set == ExtInstSet::GlslStd450);
    glsl.map(|import| import.id)
}

/// Returns the import of `GLSL.std.450` if no instruction uses it. Front ends always emit the import; removing it makes the
/// output of the passes independent of that.
pub fn unused_import(input: Input<'_>) -> Option<u32> {
    let Input { words, facts } = input;
    let glsl = glsl_import(input)?;
    let mut code = facts.code(words);
    let used = facts.gates.meets(Gates::EXTENDED)
        && code.any(|inst| inst.is_extended() && views::ExtInst(inst).set() == glsl);
    (!used).then_some(glsl)
}

#[cfg(test)]
mod tests;
