//! Which types hold 64-bit integers, and what becomes of them.
//!
//! A value of type `ulong` or of vectors of it is a pair of ids, and its type is gone. In composites, in memory and as the
//! result of a function it is one thing:
//!
//! ```text
//! ulong, long          uvec2                                    the same size, alignment and number of locations
//! vectors of n         uvec2[n], with a stride of 8             the same size; the index of a component chooses the same
//!                      struct { uvec2; … } at 0, 8, …           in modules with such vectors in uniform blocks
//! structures, arrays   the same, of these
//! ```
//!
//! In a uniform block, elements of an array lie 16 bytes apart (Vulkan specification, "Standard Buffer Layout"), so it cannot
//! be an array there, and a structure's members cannot be chosen at run time: that is refused. So is a member that lies in
//! the 8 bytes behind a vector of three, because there structures end at multiples of 16. Everywhere else the array keeps
//! `OpAccessChain` as it is. Bytes are where they were: uvec2 is aligned to 8 bytes, and what it is part of to no more
//! than before.
//!
//! Types in memory with an explicit layout are decorated, and others must not be. Where the same structure or array is used for
//! both, as naga writes them, the module has decorated ones alone; else two of each, chosen by storage class and by the
//! decorations of what they are part of.

use super::words::Words;
use super::{Wide, LAYOUT_CLASSES, MALFORMED};
use crate::emit::MOST_COMPONENTS;
use crate::facts::{lays_out_workgroup, Facts, Scalar, TypeView};
use crate::reshape::{Frame, Input, Refusal};
use crate::tables::{decoration, op, storage_class};

/// What is known of a type of the input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Form {
    /// For 64-bit integers and vectors of them the number of components, else 0.
    pub count: u32,
    /// Whether there are 64-bit integers in it, behind pointers as well.
    pub inside: bool,
    /// Whether it is decorated with a layout: a structure with offsets, an array with a stride.
    pub laid: bool,
    /// Its `ArrayStride`, 0 without one.
    pub stride: u32,
    /// Whether there are vectors in something that has a layout.
    laid_vectors: bool,
    /// Whether there are vectors in something that has none.
    free_vectors: bool,
}

/// What holds for all types of a module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// Whether vectors are structures, and not arrays.
    pub members: bool,
    /// Whether all of them are decorated.
    shared: bool,
    /// Whether workgroup memory has a layout.
    workgroup: bool,
    /// The vector types of the output by count less one: plain, and laid out. 0 where not yet made.
    vectors: [[u32; 2]; 4],
}

impl Wide {
    /// What is known of a type.
    pub(super) fn form(&self, ty: u32) -> Form {
        self.forms.get(ty as usize).copied().unwrap_or_default()
    }

    /// How many 64-bit integers a type is, 0 if it is no such type.
    pub(super) fn count(&self, ty: u32) -> u32 {
        self.form(ty).count
    }

    /// Whether a type is or holds vectors of 64-bit integers.
    pub(super) fn has_vectors(&self, ty: u32) -> bool {
        let form = self.form(ty);
        form.count > 1 || form.laid_vectors || form.free_vectors
    }

    /// Looks through all types.
    ///
    /// # Errors
    /// Types that cannot be represented by words.
    pub(super) fn look(&mut self, input: Input<'_>) -> Result<(), Refusal> {
        let Input { words, facts } = input;
        self.forms.clear();
        self.forms
            .resize(facts.header.bound as usize, Form::default());
        self.layout = Layout {
            workgroup: lays_out_workgroup(&facts.capabilities),
            ..Layout::default()
        };
        self.note_layouts(input);
        for inst in facts.declarations(words) {
            let id = inst.word(1);
            let mut form = match inst.opcode() {
                op::OpTypeInt if inst.word(2) == 64 => Form {
                    count: 1,
                    inside: true,
                    ..Form::default()
                },
                op::OpTypeVector => match self.form(inst.word(2)) {
                    Form { count: 1, .. } => Form {
                        count: vector_count(inst.word(3))?,
                        inside: true,
                        ..Form::default()
                    },
                    _ => continue,
                },
                op::OpTypeArray | op::OpTypeRuntimeArray => self.of_parts(id, &[inst.word(2)]),
                op::OpTypeStruct | op::OpTypeFunction => self.of_parts(id, inst.from(2)),
                op::OpTypePointer => {
                    let form = self.form(inst.word(3));
                    self.note_pointer(facts, words, inst.word(2), inst.word(3));
                    Form {
                        inside: form.inside,
                        ..Form::default()
                    }
                }
                _ => continue,
            };
            let said = self.form(id);
            form.laid |= said.laid;
            form.stride = said.stride;
            if let Some(slot) = self.forms.get_mut(id as usize) {
                *slot = form;
            }
        }
        match self.layout.members && self.is_crowded(input) {
            true => Err(Refusal(
                "a member directly after a vector of three 64-bit integers, where uniform blocks have such vectors",
            )),
            false => Ok(()),
        }
    }

    /// Whether something lies in the last 8 of the 32 bytes that a vector of three begins.
    fn is_crowded(&mut self, input: Input<'_>) -> bool {
        let Input { words, facts } = input;
        let offsets = || {
            facts.decorations(words).filter_map(|inst| {
                let is =
                    inst.opcode() == op::OpMemberDecorate && inst.word(3) == decoration::Offset;
                is.then_some((inst.word(1), inst.word(2), inst.word(4)))
            })
        };
        let mut threes = std::mem::take(&mut self.threes);
        threes.clear();
        threes.extend(offsets().filter_map(|(ty, member, offset)| {
            let part = facts.part_type(words, ty, member)?;
            (self.count(part) == 3).then_some((ty, offset))
        }));
        threes.sort_unstable();
        let crowded = offsets().any(|(ty, _, offset)| {
            let next = threes.partition_point(|&three| three < (ty, offset));
            let before = next.checked_sub(1).and_then(|at| threes.get(at));
            before.is_some_and(|&three| three.0 == ty && offset - three.1 < 32)
        });
        self.threes = threes;
        crowded
    }

    /// The form of something with these types in it.
    fn of_parts(&self, id: u32, parts: &[u32]) -> Form {
        let laid = self.form(id).laid;
        let mut form = Form::default();
        for part in parts.iter().map(|&part| self.form(part)) {
            form.inside |= part.inside;
            form.laid_vectors |= part.laid_vectors || laid && part.count > 1;
            form.free_vectors |= part.free_vectors || !laid && part.count > 1;
        }
        form
    }

    /// Marks what has a layout, decoration groups and their targets among it.
    fn note_layouts(&mut self, input: Input<'_>) {
        let Input { words, facts } = input;
        let mut groups = false;
        for inst in facts.decorations(words) {
            let stride = match inst.opcode() {
                op::OpDecorate if inst.word(2) == decoration::ArrayStride => inst.word(3),
                op::OpDecorate if inst.word(2) == decoration::Offset => 0,
                op::OpMemberDecorate if inst.word(3) == decoration::Offset => 0,
                op::OpGroupDecorate | op::OpGroupMemberDecorate => {
                    groups = true;
                    continue;
                }
                _ => continue,
            };
            self.lay_out(inst.word(1), stride);
        }
        if !groups {
            return;
        }
        for inst in facts.decorations(words) {
            let step = match inst.opcode() {
                op::OpGroupDecorate => 1,
                op::OpGroupMemberDecorate => 2,
                _ => continue,
            };
            let Form { laid, stride, .. } = self.form(inst.word(1));
            if laid {
                for target in inst.from(2).iter().step_by(step) {
                    self.lay_out(*target, stride);
                }
            }
        }
    }

    fn lay_out(&mut self, id: u32, stride: u32) {
        if let Some(form) = self.forms.get_mut(id as usize) {
            form.laid = true;
            form.stride = form.stride.max(stride);
        }
    }

    fn note_pointer(&mut self, facts: &Facts, words: &[u32], class: u32, pointee: u32) {
        let form = self.form(pointee);
        self.layout.shared |= if self.is_laid_class(class) {
            form.free_vectors
        } else {
            form.laid_vectors
        };
        let block = match facts.type_view(words, pointee) {
            TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => element,
            _ => pointee,
        };
        self.layout.members |= class == storage_class::Uniform
            && (form.laid_vectors || form.free_vectors)
            && facts.block_structures.binary_search(&block).is_ok();
    }

    /// Whether memory of a storage class has an explicit layout.
    pub(super) fn is_laid_class(&self, class: u32) -> bool {
        LAYOUT_CLASSES.contains(&class)
            || class == storage_class::Workgroup && self.layout.workgroup
    }

    /// What a type is in composites, in memory, and as the result of a function; `laid` for memory with a layout.
    pub(super) fn whole(&mut self, frame: &mut Frame, ty: u32, laid: bool) -> Result<u32, Refusal> {
        match self.count(ty) {
            0 => frame.get(ty).ok_or(MALFORMED),
            count => Ok(self.packed(frame, count, laid)),
        }
    }

    /// The type of so many 64-bit integers as one thing.
    pub(super) fn packed(&mut self, frame: &mut Frame, count: u32, laid: bool) -> u32 {
        let pair = self.words(frame).word(2);
        if count <= 1 {
            return pair;
        }
        let which = usize::from(laid || self.layout.shared);
        let slot = (count - 1) as usize;
        let vectors = self.layout.vectors.get(slot);
        if let Some(&known) = vectors.and_then(|types| types.get(which)) {
            if known != 0 {
                return known;
            }
        }
        let ty = if self.layout.members {
            let members = [pair; 4];
            let ty = frame.structure(members.get(..count as usize).unwrap_or(&members));
            for member in (0..count).filter(|_| which == 1) {
                let words = [ty, member, decoration::Offset, member * 8];
                frame.annotate(op::OpMemberDecorate, &words);
            }
            ty
        } else {
            let length = frame.constant(count);
            let ty = frame.new_type(op::OpTypeArray, &[pair, length]);
            if which == 1 {
                frame.annotate(op::OpDecorate, &[ty, decoration::ArrayStride, 8]);
            }
            ty
        };
        let vectors = self.layout.vectors.get_mut(slot);
        if let Some(known) = vectors.and_then(|types| types.get_mut(which)) {
            *known = ty;
        }
        ty
    }

    /// The frame as arithmetic is written into it.
    pub(super) fn words<'a>(&'a mut self, frame: &'a mut Frame) -> Words<'a> {
        Words {
            frame,
            known: &mut self.known,
        }
    }
}

/// The number of components of a vector.
fn vector_count(count: u32) -> Result<u32, Refusal> {
    match count {
        2..=4 => Ok(count),
        _ => Err(Refusal("a vector of more than four 64-bit integers")),
    }
}

/// What a type's scalars are, and how many there are in it.
pub fn shape(input: Input<'_>, ty: u32) -> Option<(Scalar, u32)> {
    let Input { words, facts } = input;
    match facts.type_view(words, ty) {
        TypeView::Scalar(scalar) => Some((scalar, 1)),
        TypeView::Vector { component, count } => match facts.type_view(words, component) {
            TypeView::Scalar(scalar) => (count <= MOST_COMPONENTS).then_some((scalar, count)),
            _ => None,
        },
        _ => None,
    }
}
