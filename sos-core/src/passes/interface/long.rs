//! Vectors of 64-bit integers and floats between stages, represented as vectors of words.
//!
//! ```text
//! vector of 2          uvec4                          one location
//! vector of 3          struct { uvec4; uvec2 }        two locations
//! vector of 4          struct { uvec4; uvec4 }        two locations
//! matrix               array of these                 those of its columns
//!
//! %v = OpLoad %ulong2 %in                      ⇒      %w = OpLoad %uvec4 %in
//!                                                     %v = OpBitcast %ulong2 %w
//! ```
//!
//! By "Location Assignment" in the Vulkan specification, a vector of two 64-bit components occupies one location, one of
//! three or four components two locations, and the members of a structure occupy consecutive locations. So every vector
//! occupies the same locations as before, and arrays and blocks keep their indices. Two stages filtered for the same target
//! match. With three components, the upper half of the second location is free and another variable may be there
//! (`Component`); validators count all locations of a structure as occupied, so that case is refused. A scalar is not changed
//! here: the pass for 64-bit integers, which comes later, replaces it by `uvec2`, which occupies the same components, and
//! splits the values of vectors too ([`expand`](mod@super::super::legalize)).
//!
//! # Components
//!
//! A pointer to one component of such a vector has no counterpart. A load through it loads the whole vector; a store through
//! it stores two words and nothing else, because other invocations may write the other components of a patch output.
//!
//! # Exactness and cost
//!
//! Exact: only bits are moved. A load or store of a vector of two takes one more instruction, of three or four components
//! five more.
//!
//! # What it refuses
//!
//! Inputs of a vertex shader, whose formats the application chooses; in a module with vectors of three, any variable that
//! begins in the upper half of a location; dynamically indexed components of outputs; stores of components with memory
//! operands. An output with more components than the next stage's input, which `maintenance4` allows for vectors, does not
//! match as structures; this cannot be detected, because the pass sees one stage only.

use super::{Direction, Interface, Work, UNKNOWN};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use crate::inst::Inst;
use crate::passes::{Input, Kind, LowerError};
use crate::tables::{decoration, op, storage_class};
use crate::views;

/// The bit of [`Interface::contents`] for these vectors.
pub const VECTORS: u8 = 1 << 7;

/// The bit for vectors of three.
const THREES: u8 = 1 << 6;

/// What the report counts for such a vector.
pub(super) fn kind_of(scalar: Option<Scalar>) -> Kind {
    match scalar {
        Some(Scalar::Float { .. }) => Kind::Float64Words,
        _ => Kind::Int64,
    }
}

impl Interface {
    /// Marks types that contain vectors of 64-bit numbers that the target lacks. Types precede their uses.
    pub(super) fn mark_long(&mut self, input: Input<'_>, is_lacking: impl Fn(Scalar) -> bool) {
        let Input { words, facts } = input;
        for inst in facts.declarations(words) {
            let of = |&ty: &u32| {
                let bits = self.contents.get(ty as usize).copied().unwrap_or(0);
                bits & (VECTORS | THREES)
            };
            let long = match TypeView::of(inst) {
                TypeView::Vector { component, count } => match facts.type_view(words, component) {
                    TypeView::Scalar(scalar) if is_lacking(scalar) && count == 3 => {
                        VECTORS | THREES
                    }
                    TypeView::Scalar(scalar) if is_lacking(scalar) => VECTORS,
                    // A matrix contains its columns.
                    _ => of(&component),
                },
                TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => {
                    of(&element)
                }
                TypeView::Struct(members) => members.iter().map(of).fold(0, |all, of| all | of),
                _ => 0,
            };
            if let Some(bits) = self.contents.get_mut(inst.word(1) as usize) {
                *bits |= long;
            }
        }
    }
}

impl Work<'_> {
    /// Whether a type contains vectors of three.
    pub(super) fn has_threes(&self, ty: u32) -> bool {
        self.has_long(ty) && self.bits(ty) & THREES != 0
    }

    /// Checks that a decoration does not place a variable beside a vector of three in the same location.
    pub(super) fn check_component(&self, inst: Inst<'_>) -> Result<(), LowerError> {
        let component = match inst.opcode() {
            op::OpDecorate if views::Decorate(inst).decoration() == decoration::Component => {
                views::Decorate(inst).operand()
            }
            op::OpMemberDecorate
                if views::MemberDecorate(inst).decoration() == decoration::Component =>
            {
                views::MemberDecorate(inst).operand()
            }
            _ => 0,
        };
        match self.threes && component >= 2 {
            true => Err(LowerError::Because(
                "the upper half of a location, in an interface with vectors of three 64-bit numbers: the two would overlap",
            )),
            false => Ok(()),
        }
    }

    pub(super) fn bits(&self, ty: u32) -> u8 {
        self.tables.contents.get(ty as usize).copied().unwrap_or(0)
    }

    pub(super) fn has_long(&self, ty: u32) -> bool {
        self.bits(ty) & self.changing & VECTORS != 0
    }

    /// Returns the form of a vector of `count` components.
    pub(super) fn long_form(&mut self, count: u32) -> Result<u32, LowerError> {
        let [two, four] = [2, 4].map(|n| self.words_type(n));
        Ok(match count {
            2 => four,
            3 => self.build.structure(&[four, two]),
            4 => self.build.structure(&[four, four]),
            _ => {
                return Err(LowerError::Because(
                    "a vector of more than four 64-bit numbers",
                ))
            }
        })
    }

    fn words_type(&mut self, n: u32) -> u32 {
        let word = self.build.uint();
        self.build.vector(word, n)
    }

    /// Emits the conversion of a vector of `count` components of the type `component`; `ty` is its type in the input.
    pub(super) fn convert_long(
        &mut self,
        id: u32,
        ty: u32,
        (component, count): (u32, u32),
        value: u32,
        direction: Direction,
    ) -> Result<(), LowerError> {
        let component = self.get(component);
        let pair = self.build.vector(component, 2);
        // The type of what is in the second location.
        let rest = if count == 3 { component } else { pair };
        let [two, four] = [2, 4].map(|n| self.words_type(n));
        let rest_words = if count == 3 { two } else { four };
        let result = match direction {
            Direction::In => self.get(ty),
            Direction::Out => self.form(ty),
        };
        let build = &mut *self.build;
        match direction {
            _ if count == 2 => build.op_as(id, op::OpBitcast, result, &[value]),
            Direction::In => {
                let first = build.op(op::OpCompositeExtract, four, &[value, 0]);
                let first = build.op(op::OpBitcast, pair, &[first]);
                let second = build.op(op::OpCompositeExtract, rest_words, &[value, 1]);
                let second = build.op(op::OpBitcast, rest, &[second]);
                build.op_as(id, op::OpCompositeConstruct, result, &[first, second]);
            }
            Direction::Out => {
                let first = build.op(op::OpVectorShuffle, pair, &[value, value, 0, 1]);
                let first = build.op(op::OpBitcast, four, &[first]);
                let second = match count {
                    3 => build.op(op::OpCompositeExtract, rest, &[value, 2]),
                    _ => build.op(op::OpVectorShuffle, rest, &[value, value, 2, 3]),
                };
                let second = build.op(op::OpBitcast, rest_words, &[second]);
                build.op_as(id, op::OpCompositeConstruct, result, &[first, second]);
            }
        }
        Ok(())
    }

    /// The pointer to the vector that contains the component to which `pointer` points; 0 if it is no such pointer.
    pub(super) fn vector_pointer(&self, pointer: u32) -> u32 {
        let vector_pointer = self.tables.vectors.get(pointer as usize);
        vector_pointer.copied().unwrap_or(0)
    }

    /// The type of the changed vector of which an access chain's last index selects a component; 0 if there is none.
    fn vector_of(&self, chain: Inst<'_>) -> u32 {
        let mut ty = self.pointee(views::AccessChain(chain).base());
        let Some((_, path)) = views::AccessChain(chain)
            .indexes()
            .split_last()
            .filter(|_| ty != 0)
        else {
            return 0;
        };
        for &index in path {
            let index = self.input.index(index).unwrap_or(0);
            ty = self.input.part_type(ty, index).unwrap_or(0);
        }
        // Not of a matrix, which is an array of vectors.
        let is_vector = match self.input.view(ty) {
            TypeView::Vector { component, .. } => self.form(component) == 0,
            _ => false,
        };
        match is_vector && self.has_long(ty) {
            true => ty,
            false => 0,
        }
    }

    pub(super) fn selects_component(&self, chain: Inst<'_>) -> bool {
        self.vector_of(chain) != 0
    }

    /// Replaces an access chain to a component by one to its vector.
    pub(super) fn component(&mut self, chain: Inst<'_>) -> Result<(), LowerError> {
        let (ty, id, base) = (
            chain.result_type(),
            chain.result(),
            views::AccessChain(chain).base(),
        );
        let (Some((_, path)), TypeView::Pointer { class, .. }) = (
            views::AccessChain(chain).indexes().split_last(),
            self.input.view(ty),
        ) else {
            return Err(UNKNOWN);
        };
        let mut vector_pointer = self.get(base);
        if !path.is_empty() {
            let vector = self.form(self.vector_of(chain));
            let pointer = self.build.pointer(class, vector);
            let mut list = core::mem::take(&mut self.tables.list);
            list.clear();
            list.push(vector_pointer);
            list.extend(path.iter().map(|&index| self.get(index)));
            vector_pointer = self.build.op(chain.opcode(), pointer, &list);
            self.tables.list = list;
        }
        if let Some(slot) = self.tables.vectors.get_mut(id as usize) {
            *slot = vector_pointer;
        }
        self.build.remove(id);
        Ok(())
    }

    /// For a pointer to a component: the vector's type, the id of the index, and its value if it is constant.
    fn component_access(&self, pointer: u32) -> Result<(u32, u32, Option<u32>), LowerError> {
        let chain = self.input.def(pointer).ok_or(UNKNOWN)?;
        let index = views::AccessChain(chain)
            .indexes()
            .last()
            .copied()
            .ok_or(UNKNOWN)?;
        let known = self.input.index(index);
        let ty = self.vector_of(chain);
        let count = match self.input.view(ty) {
            TypeView::Vector { count, .. } => count,
            _ => return Err(UNKNOWN),
        };
        match known.is_some_and(|known| known >= count) {
            true => Err(UNKNOWN),
            false => Ok((ty, index, known)),
        }
    }

    pub(super) fn load_component(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, index, known) = self.component_access(views::Load(inst).pointer())?;
        let vector_pointer = self.vector_pointer(views::Load(inst).pointer());
        let mut list = core::mem::take(&mut self.tables.list);
        list.clear();
        list.push(vector_pointer);
        list.extend_from_slice(views::Load(inst).memory_access_words());
        let whole = self.build.op(op::OpLoad, self.form(ty), &list);
        self.tables.list = list;
        let whole = self.convert(None, ty, whole, Direction::In, 0)?;
        let (result, id) = (self.get(inst.result_type()), inst.result());
        match known {
            Some(at) => self
                .build
                .op_as(id, op::OpCompositeExtract, result, &[whole, at]),
            None => {
                let index = self.get(index);
                self.build
                    .op_as(id, op::OpVectorExtractDynamic, result, &[whole, index]);
            }
        }
        self.build.count(kind_of(self.input.scalar_of(ty)));
        Ok(())
    }

    pub(super) fn store_component(&mut self, inst: Inst<'_>) -> Result<(), LowerError> {
        let (ty, _, known) = self.component_access(views::Store(inst).pointer())?;
        let at = known.ok_or(LowerError::Because(
            "dynamic indexing of a component of an output's vector of 64-bit numbers",
        ))?;
        if inst.words().len() > 3 {
            return Err(LowerError::Because(
                "a store of one component of an output's vector of 64-bit numbers, with memory operands",
            ));
        }
        let count = match self.input.view(ty) {
            TypeView::Vector { count, .. } => count,
            _ => return Err(UNKNOWN),
        };
        let (vector_pointer, value) = (
            self.vector_pointer(views::Store(inst).pointer()),
            self.get(views::Store(inst).object()),
        );
        let [word, two] = [1, 2].map(|n| self.words_type(n));
        let scalar = self.input.scalar_of(ty);
        let build = &mut *self.build;
        let pointer = build.pointer(storage_class::Output, word);
        let value = build.op(op::OpBitcast, two, &[value]);
        for half in 0..2 {
            let [location, place] = [at / 2, at % 2 * 2 + half].map(|index| build.constant(index));
            let path = [vector_pointer, location, place];
            let chain = match count {
                2 => build.op(op::OpAccessChain, pointer, &[vector_pointer, place]),
                _ => build.op(op::OpAccessChain, pointer, &path),
            };
            let half = build.op(op::OpCompositeExtract, word, &[value, half]);
            build.raw(op::OpStore, &[chain, half]);
        }
        build.count(kind_of(scalar));
        Ok(())
    }
}

#[cfg(test)]
mod tests;
