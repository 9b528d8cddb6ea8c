//! Which types contain 64-bit integers, and how they are represented.
//!
//! A value of type `ulong` or of a vector of it becomes a pair of ids, and its type is removed. In composites, in memory and
//! as the result of a function, a single packed value is required:
//!
//! ```text
//! ulong, long          uvec2                                    same size, alignment and number of locations
//! vectors of n         uvec2[n], with a stride of 8             same size and same indices of components
//!                      struct { uvec2; … } at 0, 8, …           in modules with such vectors in uniform blocks
//! structures, arrays   the same, with packed parts
//! ```
//!
//! In a uniform block, array elements are at least 16 bytes apart (Vulkan specification, "Standard Buffer Layout"), so a
//! structure is used there, whose members cannot be indexed dynamically: that is refused. Also refused is a member in the 8
//! bytes after a vector of three, because structures in such blocks end at multiples of 16. Everywhere else `OpAccessChain`
//! works on the array unchanged. Byte offsets stay the same: uvec2 is aligned to 8 bytes, and the types that contain it need
//! no more alignment than before.
//!
//! Types in memory with an explicit layout are decorated; others must not be. If the same structure or array is used in both
//! kinds of memory, as naga does, the module has only decorated ones; otherwise two of each, selected by storage class and by
//! the decorations of the type that contains them.

use super::words::Words;
use super::{Wide, LAYOUT_CLASSES, MALFORMED};
use crate::emit::MOST_COMPONENTS;
use crate::facts::{Facts, Scalar, TypeView};
use crate::passes::{Input, LowerError, ModuleBuilder};
use crate::tables::{decoration, op, storage_class};

/// Properties of a type of the input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Form {
    /// The number of components if it is a 64-bit integer or vector, else 0.
    pub count: u32,
    /// Whether it contains 64-bit integers, also through pointers.
    pub inside: bool,
    /// Whether it has an explicit layout: a structure with offsets, an array with a stride.
    pub explicit: bool,
    /// Its `ArrayStride`, or 0.
    pub stride: u32,
    /// Whether it contains vectors inside a type with an explicit layout.
    explicit_vectors: bool,
    /// Whether it contains vectors inside a type without one.
    plain_vectors: bool,
}

/// Properties of the module that determine the packed types.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// Whether vectors become structures rather than arrays.
    pub members: bool,
    /// Whether all packed vectors are decorated.
    shared: bool,
    /// Whether workgroup memory has an explicit layout.
    workgroup: bool,
    /// The packed vector types by component count minus one: without and with layout; 0 if not declared yet.
    vectors: [[u32; 2]; 4],
}

impl Wide {
    /// The properties of a type.
    pub(super) fn form(&self, ty: u32) -> Form {
        self.forms.get(ty as usize).copied().unwrap_or_default()
    }

    /// The number of components of a type of 64-bit integers, 0 for other types.
    pub(super) fn count(&self, ty: u32) -> u32 {
        self.form(ty).count
    }

    /// Whether a type is or contains vectors of 64-bit integers.
    pub(super) fn has_vectors(&self, ty: u32) -> bool {
        let form = self.form(ty);
        form.count > 1 || form.explicit_vectors || form.plain_vectors
    }

    /// Determines the properties of all types.
    ///
    /// # Errors
    /// Types that words cannot represent.
    pub(super) fn classify_types(&mut self, input: Input<'_>) -> Result<(), LowerError> {
        let Input { words, facts } = input;
        self.forms.clear();
        self.forms
            .resize(facts.header.bound as usize, Form::default());
        self.layout = Layout {
            workgroup: facts.has_workgroup_layout(),
            ..Layout::default()
        };
        self.record_layouts(input);
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
                    self.record_pointer(facts, words, inst.word(2), inst.word(3));
                    Form {
                        inside: form.inside,
                        ..Form::default()
                    }
                }
                _ => continue,
            };
            let decorated = self.form(id);
            form.explicit |= decorated.explicit;
            form.stride = decorated.stride;
            if let Some(slot) = self.forms.get_mut(id as usize) {
                *slot = form;
            }
        }
        match self.layout.members && self.is_crowded(input) {
            true => Err(LowerError(
                "a member directly after a vector of three 64-bit integers, where uniform blocks have such vectors",
            )),
            false => Ok(()),
        }
    }

    /// Whether a member starts in the last 8 of the 32 bytes at the offset of a vector of three.
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

    /// The properties of a type with these component types.
    fn of_parts(&self, id: u32, parts: &[u32]) -> Form {
        let explicit = self.form(id).explicit;
        let mut form = Form::default();
        for part in parts.iter().map(|&part| self.form(part)) {
            form.inside |= part.inside;
            form.explicit_vectors |= part.explicit_vectors || explicit && part.count > 1;
            form.plain_vectors |= part.plain_vectors || !explicit && part.count > 1;
        }
        form
    }

    /// Records which types have an explicit layout.
    fn record_layouts(&mut self, input: Input<'_>) {
        let Input { words, facts } = input;
        for inst in facts.decorations(words) {
            let stride = match inst.opcode() {
                op::OpDecorate if inst.word(2) == decoration::ArrayStride => inst.word(3),
                op::OpDecorate if inst.word(2) == decoration::Offset => 0,
                op::OpMemberDecorate if inst.word(3) == decoration::Offset => 0,
                _ => continue,
            };
            self.mark_explicit(inst.word(1), stride);
        }
    }

    fn mark_explicit(&mut self, id: u32, stride: u32) {
        if let Some(form) = self.forms.get_mut(id as usize) {
            form.explicit = true;
            form.stride = form.stride.max(stride);
        }
    }

    fn record_pointer(&mut self, facts: &Facts, words: &[u32], class: u32, pointee: u32) {
        let form = self.form(pointee);
        self.layout.shared |= if self.is_explicit_class(class) {
            form.plain_vectors
        } else {
            form.explicit_vectors
        };
        let block = facts.element(words, pointee);
        self.layout.members |= class == storage_class::Uniform
            && (form.explicit_vectors || form.plain_vectors)
            && facts.is_block(block);
    }

    /// Whether memory of a storage class has an explicit layout.
    pub(super) fn is_explicit_class(&self, class: u32) -> bool {
        LAYOUT_CLASSES.contains(&class)
            || class == storage_class::Workgroup && self.layout.workgroup
    }

    /// The representation of a type in composites, in memory and as the result of a function, with an explicit layout or
    /// without.
    pub(super) fn packed_type(
        &mut self,
        build: &mut ModuleBuilder,
        ty: u32,
        explicit: bool,
    ) -> Result<u32, LowerError> {
        match self.count(ty) {
            0 => build.get(ty).ok_or(MALFORMED),
            count => Ok(self.packed_type_for(build, count, explicit)),
        }
    }

    /// The packed type of `count` 64-bit integers.
    pub(super) fn packed_type_for(
        &mut self,
        build: &mut ModuleBuilder,
        count: u32,
        explicit: bool,
    ) -> u32 {
        let pair = self.words(build).word(2);
        if count <= 1 {
            return pair;
        }
        let which = usize::from(explicit || self.layout.shared);
        let slot = (count - 1) as usize;
        let vectors = self.layout.vectors.get(slot);
        if let Some(&known) = vectors.and_then(|types| types.get(which)) {
            if known != 0 {
                return known;
            }
        }
        let ty = if self.layout.members {
            let members = [pair; 4];
            let ty = build.structure(members.get(..count as usize).unwrap_or(&members));
            for member in (0..count).filter(|_| which == 1) {
                let words = [ty, member, decoration::Offset, member * 8];
                build.annotate(op::OpMemberDecorate, &words);
            }
            ty
        } else {
            let length = build.constant(count);
            let ty = build.new_type(op::OpTypeArray, &[pair, length]);
            if which == 1 {
                build.annotate(op::OpDecorate, &[ty, decoration::ArrayStride, 8]);
            }
            ty
        };
        let vectors = self.layout.vectors.get_mut(slot);
        if let Some(known) = vectors.and_then(|types| types.get_mut(which)) {
            *known = ty;
        }
        ty
    }

    /// The emitter of arithmetic on words.
    pub(super) fn words<'a>(&'a mut self, build: &'a mut ModuleBuilder) -> Words<'a> {
        Words {
            build,
            known: &mut self.known,
        }
    }
}

/// The number of components of a vector.
fn vector_count(count: u32) -> Result<u32, LowerError> {
    match count {
        2..=4 => Ok(count),
        _ => Err(LowerError("a vector of more than four 64-bit integers")),
    }
}

/// The scalar type and the number of components of a scalar or vector type.
pub fn shape(input: Input<'_>, ty: u32) -> Option<(Scalar, u32)> {
    match input.view(ty) {
        TypeView::Scalar(scalar) => Some((scalar, 1)),
        TypeView::Vector { component, count } => match input.view(component) {
            TypeView::Scalar(scalar) => (count <= MOST_COMPONENTS).then_some((scalar, count)),
            _ => None,
        },
        _ => None,
    }
}
