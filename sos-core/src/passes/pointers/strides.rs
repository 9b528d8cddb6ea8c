//! Access paths by the memory that they walk: the stride of each index, and the index along which a pointer moves.
//!
//! ```text
//! OpDecorate %words ArrayStride 4            uint rows[][4]
//! OpDecorate %rows ArrayStride 16
//! OpDecorate %to_word ArrayStride 16
//!
//! %p = OpAccessChain %to_word %block %zero %i %j
//! %q = OpPtrAccessChain %to_word %p %one     %k = OpIAdd %uint %i %one
//!                                            &rows[k][j]
//! ```
//!
//! A pointer moves by the array stride of its type, so along the innermost index that walks memory by this stride; all indices
//! behind that one stay the same. Where the type has no stride, as in workgroup memory without explicit layout, the pointer is an
//! element of the array that its last index walks.

use super::{Index, Path, Work, MALFORMED, NO_ELEMENT};
use crate::facts::TypeView;
use crate::passes::storage::layout::{Part, Shape};
use crate::passes::LowerError;
use crate::tables::storage_class;

const NO_STRIDE: LowerError = LowerError::Because(
    "a pointer that is moved at run time by a stride that is not that of an array that it points into",
);

impl Work<'_> {
    /// Appends indices to a path.
    pub(super) fn extend(&self, path: &mut Path, indices: &[u32]) -> Result<(), LowerError> {
        for &id in indices {
            let is_descriptor = path.indices.is_empty()
                && !matches!(self.input.view(path.part.ty), TypeView::Struct(_))
                && !self.is_shared(path.root);
            let mut stride = 0;
            let (part, fixed) = match self.input.view(path.part.ty) {
                TypeView::Struct(members) => {
                    let number = self.input.index(id).ok_or(MALFORMED)?;
                    let ty = members.get(number as usize).copied().ok_or(MALFORMED)?;
                    let member = self.tables.layouts.member(path.part.ty, members, number);
                    (member.map_or(Part::new(ty), |(part, _)| part), true)
                }
                TypeView::Array { element, .. }
                | TypeView::RuntimeArray { element }
                | TypeView::Vector {
                    component: element, ..
                } => {
                    let layouts = &self.tables.layouts;
                    let shape = layouts.shape(self.input.words, self.input.facts, path.part);
                    let mut part = Part::new(element);
                    if let Ok(Shape::Many {
                        stride: by,
                        part: one,
                        ..
                    }) = shape
                    {
                        (stride, part) = (by, one);
                    }
                    let is_vector =
                        matches!(self.input.view(path.part.ty), TypeView::Vector { .. });
                    (part, is_descriptor && !is_vector)
                }
                _ => return Err(MALFORMED),
            };
            let deep = LowerError::Because("a selected pointer with too many indices");
            let index = Index { id, stride, fixed };
            path.indices.try_push(index).map_err(|_| deep)?;
            path.part = part;
        }
        Ok(())
    }

    /// Whether a variable is in workgroup memory.
    pub(super) fn is_shared(&self, variable: u32) -> bool {
        let ty = self.input.view(self.input.type_of(variable));
        matches!(ty, TypeView::Pointer { class, .. } if class == storage_class::Workgroup)
    }

    /// Returns the position of the index along which pointers of a type move.
    pub(super) fn moved(&self, path: &Path, ty: u32) -> Result<usize, LowerError> {
        let indices = || path.indices.iter().enumerate().rev();
        let (last, end) = indices().next().ok_or(NO_ELEMENT)?;
        let stride = self.tables.layouts.array_stride(ty);
        // Arrays without explicit layout have no stride to compare.
        let Some(stride) = stride.filter(|_| end.stride != 0 || !self.is_shared(path.root)) else {
            return match end.fixed {
                true => Err(NO_ELEMENT),
                false => Ok(last),
            };
        };
        let fits = indices().find(|(_, index)| !index.fixed && index.stride == stride);
        match fits {
            Some((at, _)) => Ok(at),
            None if path.indices.iter().all(|index| index.fixed) => Err(NO_ELEMENT),
            None => Err(NO_STRIDE),
        }
    }
}
