//! The place that a pointer points to, and how memory there can be interpreted as a type.

use super::{flag, LowerError, Work, DIFFERENT_BITS, MALFORMED};
use crate::build::Build;
use crate::facts::{Scalar, TypeView};
use arrayvec::ArrayVec;

/// The maximal number of indices from the root to a place.
pub const MOST_INDICES: usize = 16;

/// The maximal number of array elements that are accessed as a vector.
pub const MOST_PARTS: usize = 4;

/// A place in memory: a typed pointer and the indices from there.
#[derive(Clone, Debug)]
pub struct Place {
    /// The variable, or a pointer that was typed in the input.
    pub root: u32,
    pub class: u32,
    /// The type at the place.
    pub pointee: u32,
    /// The type that the last index indexes into; 0 without indices.
    pub parent: u32,
    pub indices: ArrayVec<u32, MOST_INDICES>,
}

impl Place {
    /// Returns the place that a typed pointer points to.
    pub fn at(root: u32, class: u32, pointee: u32) -> Self {
        Self {
            root,
            class,
            pointee,
            parent: 0,
            indices: ArrayVec::new(),
        }
    }

    fn enter(&mut self, index: u32, pointee: u32) -> Result<(), LowerError> {
        let deep = LowerError::Because("an untyped pointer that is nested too deeply");
        self.indices.try_push(index).map_err(|_| deep)?;
        self.parent = core::mem::replace(&mut self.pointee, pointee);
        Ok(())
    }
}

/// How memory at a place is interpreted as a type.
pub enum Interpretation {
    /// There is an object of that type at this place.
    Same(Place),
    /// There is an object of another type and the same size: the value is bitcast.
    Cast(Place),
    /// The array element at this place and those that follow are the components of a vector: place, component type and
    /// count.
    Neighbours(Place, u32, u32),
}

impl Work<'_> {
    /// Returns the size in bits of a number or of a vector of numbers.
    fn bits(&self, ty: u32) -> Option<u32> {
        let width = |ty: u32| match self.input.view(ty) {
            TypeView::Scalar(Scalar::Int { width, .. } | Scalar::Float { width }) => Some(width),
            _ => None,
        };
        match self.input.view(ty) {
            TypeView::Vector { component, count } => width(component)?.checked_mul(count),
            _ => width(ty),
        }
    }

    /// Whether a place is a column of a matrix.
    fn is_column(&self, place: &Place) -> bool {
        let is_vector = |ty: u32| matches!(self.input.view(ty), TypeView::Vector { .. });
        is_vector(place.parent) && is_vector(place.pointee)
    }

    /// Follows one index.
    pub fn step(&self, place: &mut Place, index: u32) -> Result<(), LowerError> {
        let pointee = match self.input.view(place.pointee) {
            TypeView::Struct(members) => {
                let number = self.input.index(index).ok_or(MALFORMED)? as usize;
                members.get(number).copied().ok_or(MALFORMED)?
            }
            TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => element,
            TypeView::Vector { component, .. } => component,
            _ => return Err(MALFORMED),
        };
        place.enter(index, pointee)
    }

    /// Determines how memory at a place can be interpreted as a type, by descending into the first member or element.
    pub fn interpret(&mut self, from: &Place, ty: u32) -> Result<Interpretation, LowerError> {
        let mut place = from.clone();
        let wanted = self.bits(ty);
        loop {
            // An access through a typed pointer would gather the column from several rows.
            let is_row_major = |ty: u32| self.tables.has_flag(ty, flag::ROW_MAJOR);
            if is_row_major(place.pointee) || self.is_column(&place) && is_row_major(place.parent) {
                return Err(LowerError::Because(
                    "an untyped pointer to a row-major matrix, or to a column of one",
                ));
            }
            if place.pointee == ty {
                return Ok(Interpretation::Same(place));
            }
            if wanted.is_some() && self.bits(place.pointee) == wanted {
                return Ok(Interpretation::Cast(place));
            }
            let layout = self.tables.layouts.get(place.pointee as usize);
            let first = match self.input.view(place.pointee) {
                TypeView::Struct(members) if layout == Some(&1) => members.first().copied(),
                TypeView::Array { element, .. } | TypeView::RuntimeArray { element } => {
                    Some(element)
                }
                TypeView::Vector { component, .. } => Some(component),
                _ => None,
            };
            let neighbours = || self.neighbours(&place, ty);
            match first {
                None => return neighbours().ok_or(DIFFERENT_BITS),
                Some(first) => {
                    if let Some(seen) = neighbours() {
                        return Ok(seen);
                    }
                    let zero = self.build.constant(0);
                    place.enter(zero, first)?;
                }
            }
        }
    }

    /// Whether consecutive array elements can be accessed as a vector of this type.
    fn neighbours(&self, place: &Place, ty: u32) -> Option<Interpretation> {
        let TypeView::Vector { component, count } = self.input.view(ty) else {
            return None;
        };
        let bits = self.bits(component)?;
        let is_array = matches!(
            self.input.view(place.parent),
            TypeView::Array { .. } | TypeView::RuntimeArray { .. }
        );
        let stride = self.tables.layouts.get(place.parent as usize).copied();
        let dense = stride.and_then(|stride| stride.checked_mul(8)) == Some(bits);
        let index = place.indices.last().map(|&index| self.input.type_of(index));
        let index = index.filter(|&ty| ty == 0 || self.bits(ty) == Some(32));
        let fits = is_array
            && dense
            && count as usize <= MOST_PARTS
            && index.is_some()
            && self.bits(place.pointee) == Some(bits);
        fits.then(|| Interpretation::Neighbours(place.clone(), component, count))
    }
}
