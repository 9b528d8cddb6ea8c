//! Decodes the operands of one instruction by the grammar's tables.
//!
//! Input: the words of an instruction, header first, already cut to its word count. Output: every operand with its kind and
//! position, result type and result id included, in word order; the parameters of an enumerant follow the enumerant. Most
//! instructions have only ids, no ids, or ids at fixed positions (`places.rs`); [`for_each_id`] and [`for_each_use`] recognize
//! these by a single table row and decode only the others.
//!
//! An opcode that the grammar does not contain, or an enumerant whose parameters are unknown, makes the rest of the instruction
//! opaque; too few or too many words make it malformed. Both end the walk early, and the caller can distinguish them; nothing
//! is guessed. Two things cannot be determined from one instruction: the width of `OpSwitch` literals is given by the caller,
//! and the operands of `OpExtInst` are taken to be ids, which is true of every set except `DebugInfo` and
//! `OpenCL.DebugInfo.100`.

mod places;

use crate::tables::{enumerant, op_hot, op_row, Category, OpFlags, OpHot, OperandKind, Quantifier};

/// One operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// What it is. A pair comes as its two halves.
    pub kind: OperandKind,
    /// Where it starts, in words from the instruction's header.
    pub index: usize,
    /// How many words it has; at least one, all of them inside the instruction.
    pub len: usize,
}

/// How a walk over operands ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WalkEnd {
    /// Every word was accounted for.
    Complete,
    /// There were too few words, too many, or a string without an end.
    Malformed,
    /// From some word on the grammar does not know what the words are.
    Opaque,
}

type Expected = &'static [(OperandKind, Quantifier)];

/// The walk over the operands of one instruction: see [`operands`].
#[derive(Clone, Debug)]
pub struct Operands<'a> {
    inst: &'a [u32],
    /// Index of the next word.
    at: usize,
    /// Number of words of the literal in a (literal, id) pair, which only `OpSwitch` has.
    switch_literal_words: usize,
    /// The pending operands of the opcode.
    expected: Expected,
    /// The pending parameters of an enumerant; decoded before `expected`.
    parameters: Expected,
    /// The mask bits whose parameters are pending; decoded after `parameters` and before `expected`.
    mask: (OperandKind, u32),
    /// The second half of a pair; decoded before all other pending operands.
    second: Option<OperandKind>,
    end: WalkEnd,
}

/// Iterates over the operands of an instruction, whose words start with its header.
///
/// `switch_literal_words` is the number of words of the literals of `OpSwitch`: 1 for selectors of up to 32 bits, 2 for
/// 64 bits. It has no meaning for other instructions.
pub fn operands(inst: &[u32], switch_literal_words: usize) -> Operands<'_> {
    let mut walk = Operands {
        inst,
        at: 1,
        switch_literal_words: switch_literal_words.max(1),
        expected: &[],
        parameters: &[],
        mask: (OperandKind::IdRef, 0),
        second: None,
        end: WalkEnd::Complete,
    };
    match inst.first() {
        None => walk.end = WalkEnd::Malformed,
        Some(header) => match op_row(opcode(*header)) {
            None => walk.end = WalkEnd::Opaque,
            Some(row) => walk.expected = row.operands.list(),
        },
    }
    walk
}

/// Returns the word index of the memory operands for a copy's source, if it has them apart from those for its target.
pub fn second_access(copy: &[u32]) -> Option<usize> {
    let mut accesses = operands(copy, 1).filter(|of| of.kind == OperandKind::MemoryAccess);
    accesses.nth(1).map(|operand| operand.index)
}

impl Operands<'_> {
    /// Whether words were missing or left over. Final once the walk has ended.
    pub fn malformed(&self) -> bool {
        self.end == WalkEnd::Malformed
    }

    /// Whether the grammar does not know what some of the words are. Final once the walk has ended.
    pub fn opaque(&self) -> bool {
        self.end == WalkEnd::Opaque
    }

    /// How the walk ended; [`WalkEnd::Complete`] as long as it has not.
    pub fn end(&self) -> WalkEnd {
        self.end
    }

    fn stop(&mut self, end: WalkEnd) -> Option<Operand> {
        self.end = end;
        None
    }

    /// The kind of the next operand, or `None` if the instruction must end here.
    fn next_kind(&mut self) -> Result<Option<OperandKind>, WalkEnd> {
        if let Some(kind) = self.second.take() {
            return Ok(Some(kind));
        }
        let over = self.at >= self.inst.len();
        loop {
            if let Some(kind) = next_of(&mut self.parameters, over) {
                return Ok(Some(kind));
            }
            let (kind, bits) = self.mask;
            if bits != 0 {
                let bit = bits & bits.wrapping_neg();
                self.mask.1 = bits ^ bit;
                match enumerant(kind, bit) {
                    Some(row) => self.parameters = row.parameters.list(),
                    None if !over && has_parameters(kind) => return Err(WalkEnd::Opaque),
                    None => {}
                }
                continue;
            }
            return Ok(next_of(&mut self.expected, over));
        }
    }

    /// Decodes an operand of the kind and records which operands follow because of it.
    fn take(&mut self, kind: OperandKind) -> Result<Operand, WalkEnd> {
        let index = self.at;
        let rest = self.inst.get(index..).unwrap_or_default();
        let word = *rest.first().ok_or(WalkEnd::Malformed)?;
        let mut len = 1;
        match kind.category() {
            Category::Id => {}
            Category::BitEnum => self.mask = (kind, word),
            Category::ValueEnum => match enumerant(kind, word) {
                // Parameters of enumerants have no parameters themselves (the generator checks it), so this overwrites none.
                Some(row) if !row.parameters.is_empty() => self.parameters = row.parameters.list(),
                Some(_) => {}
                // The operand itself is accepted, but the words after it cannot be decoded.
                None if rest.len() > 1 && has_parameters(kind) => self.end = WalkEnd::Opaque,
                None => {}
            },
            Category::Literal => len = self.literal(kind, word, rest)?,
            Category::Pair => {
                let (first, second) = kind.pair().ok_or(WalkEnd::Opaque)?;
                self.second = Some(second);
                if first.category() == Category::Literal {
                    len = self.switch_literal_words;
                }
                return self.advance(first, index, len);
            }
        }
        self.advance(kind, index, len)
    }

    fn advance(&mut self, kind: OperandKind, index: usize, len: usize) -> Result<Operand, WalkEnd> {
        let end = index
            .checked_add(len)
            .filter(|end| *end <= self.inst.len())
            .ok_or(WalkEnd::Malformed)?;
        self.at = end;
        Ok(Operand { kind, index, len })
    }

    /// The length in words of a literal that starts with `word`.
    fn literal(&mut self, kind: OperandKind, word: u32, rest: &[u32]) -> Result<usize, WalkEnd> {
        match kind {
            OperandKind::LiteralString => string_words(rest).ok_or(WalkEnd::Malformed),
            // Its length depends on the type, but it is always the last operand.
            OperandKind::LiteralContextDependentNumber => Ok(rest.len()),
            OperandKind::LiteralSpecConstantOpInteger => {
                let row = u16::try_from(word)
                    .ok()
                    .and_then(op_row)
                    .ok_or(WalkEnd::Opaque)?;
                // The operands of the operation, without the result type and result id, which precede the opcode.
                match row.operands.list() {
                    [(OperandKind::IdResultType, _), (OperandKind::IdResult, _), operands @ ..]
                        if word != u32::from(crate::tables::op::OpSpecConstantOp) =>
                    {
                        self.expected = operands;
                        Ok(1)
                    }
                    _ => Err(WalkEnd::Malformed),
                }
            }
            _ => Ok(1),
        }
    }
}

impl Iterator for Operands<'_> {
    type Item = Operand;

    fn next(&mut self) -> Option<Operand> {
        if self.end != WalkEnd::Complete {
            return None;
        }
        let kind = match self.next_kind() {
            Ok(Some(kind)) => kind,
            Ok(None) if self.at < self.inst.len() => return self.stop(WalkEnd::Malformed),
            Ok(None) => return None,
            Err(end) => return self.stop(end),
        };
        match self.take(kind) {
            Ok(operand) => Some(operand),
            Err(end) => self.stop(end),
        }
    }
}

/// Removes the next expected kind from the list and returns it, unless the words are `over` and the operand is not required.
fn next_of(expected: &mut Expected, over: bool) -> Option<OperandKind> {
    let ((kind, quantifier), rest) = expected.split_first()?;
    if over && *quantifier != Quantifier::One {
        *expected = &[];
        return None;
    }
    if *quantifier != Quantifier::Many {
        *expected = rest;
    }
    Some(*kind)
}

/// Whether enumerants of the kind can have parameters.
#[cold]
fn has_parameters(kind: OperandKind) -> bool {
    kind.enumerants()
        .iter()
        .any(|row| !row.parameters.is_empty())
}

/// The number of words of the literal string at the start of `words`, including its terminating NUL.
pub fn string_words(words: &[u32]) -> Option<usize> {
    let last = words
        .iter()
        .position(|word| word.to_le_bytes().contains(&0))?;
    Some(last + 1)
}

#[inline]
fn opcode(header: u32) -> u16 {
    header as u16
}

/// Calls `visit` with the word index and the value of every id of an instruction, whose words start with its header: result
/// type and result id first, then the operands in order. `switch_literal_words` is as for [`operands`].
///
/// Instructions that have only ids, or none, are not checked except for their minimum length.
#[inline]
pub fn for_each_id(
    inst: &[u32],
    switch_literal_words: usize,
    mut visit: impl FnMut(usize, u32),
) -> WalkEnd {
    match id_places(inst) {
        Some(places) => {
            visit_places(inst, places, visit);
            WalkEnd::Complete
        }
        None => walk_ids(inst, switch_literal_words, &mut visit),
    }
}

/// Calls `visit` for the ids at these positions: see [`id_places`].
#[inline]
fn visit_places(inst: &[u32], places: (u32, usize), mut visit: impl FnMut(usize, u32)) {
    let (mut ids, rest) = places;
    while ids != 0 {
        let index = ids.trailing_zeros() as usize;
        ids &= ids - 1;
        if let Some(&word) = inst.get(index) {
            visit(index, word);
        }
    }
    for (index, &word) in (rest..).zip(inst.get(rest..).unwrap_or(&[])) {
        visit(index, word);
    }
}

/// As [`for_each_use`], where that is not called so often that it has to be compiled for the caller: each time takes more than a kilobyte.
pub fn each_use(inst: &[u32], literal_words: usize, visit: &mut dyn FnMut(usize, u32)) {
    for_each_use(inst, literal_words, visit);
}

/// As [`for_each_id`], without the result id.
#[inline]
pub fn for_each_use(
    inst: &[u32],
    switch_literal_words: usize,
    mut visit: impl FnMut(usize, u32),
) -> WalkEnd {
    let result = inst
        .first()
        .and_then(|header| result_index(op_hot(opcode(*header))));
    let result = result.unwrap_or(0);
    for_each_id(inst, switch_literal_words, |index, id| {
        if index != result {
            visit(index, id);
        }
    })
}

/// The word index of the result id.
#[inline]
pub fn result_index(hot: OpHot) -> Option<usize> {
    let after_type = 1 + usize::from(hot.flags.contains(OpFlags::RESULT_TYPE));
    hot.flags.contains(OpFlags::RESULT).then_some(after_type)
}

/// Whether all words of an instruction of this length, except its header, are ids.
#[inline]
pub fn are_all_ids(hot: OpHot, len: usize) -> bool {
    len <= usize::from(hot.id_words) || hot.flags.contains(OpFlags::IDS_ONLY)
}

/// Returns the positions of the ids of an instruction, if they follow from tables: a bit per word that is an id (bit 0 is the
/// header), and the index from which on all words are ids.
#[inline]
fn id_places(inst: &[u32]) -> Option<(u32, usize)> {
    let hot = op_hot(opcode(*inst.first()?));
    if inst.len() < usize::from(hot.min_words) {
        return None;
    }
    if are_all_ids(hot, inst.len()) {
        return Some((0, 1));
    }
    if hot.flags.contains(OpFlags::NO_IDS) {
        let results = u32::from(hot.flags.contains(OpFlags::RESULT_TYPE))
            + u32::from(hot.flags.contains(OpFlags::RESULT));
        return Some(((2 << results) - 2, inst.len()));
    }
    places::lookup(inst)
}

fn walk_ids(
    inst: &[u32],
    switch_literal_words: usize,
    visit: &mut dyn FnMut(usize, u32),
) -> WalkEnd {
    let mut walk = operands(inst, switch_literal_words);
    for operand in &mut walk {
        if operand.kind.is_id() {
            if let Some(id) = inst.get(operand.index) {
                visit(operand.index, *id);
            }
        }
    }
    walk.end()
}

#[cfg(test)]
mod tests;
